"""A genome translated into plain numbers, which the engine reads while it plays.

Everything that the engine looks up while a game runs is stored here in integer arrays of fixed length: the deck, the
phases with their arguments, the win conditions, what each rank counts, the patterns, the scoring rules. A program holds
no state and never changes, so all tables of a game can share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from croupier.cards import RANKS, SUIT_WORDS
from croupier.games.genome.engine import constants

if TYPE_CHECKING:
    from croupier.games.genome.values import GameGenome

OPS = {"BettingPhase": 0, "BlindsPhase": 0, "DrawPhase": 1, "DiscardPhase": 2, "ExchangePhase": 3, "RevealPhase": 4,
       "PlayPhase": 5, "TrickPhase": 6, "PassPhase": 7, "MeldPhase": 8, "ClaimPhase": 9}
WINS = ("best_hand", "high_card", "low_card", "high_total", "low_total", "most_tricks", "fewest_tricks",
        "most_captured", "first_to_empty", "high_score", "low_score", "first_to_score")
_TABLEAUS = ("none", "war", "match_rank")
_RULES = ("any", "match", "higher")
_SOURCES = ("deck", "pile", "neighbour", "ask")
_EFFECTS = ("skip", "reverse", "draw_two")
_PER = ("trick", "card", "left")


class Program:
    """The numbers of one game."""

    def __init__(self, genome: GameGenome, hand_sizes: tuple[int, int], steps_max: int) -> None:
        """Translate a genome. `hand_sizes` gives the smallest and the largest number of cards at the end of a hand,
        including the board.
        """
        if not cython.compiled:
            self.deck = [0] * 52
            self.op = [0] * 12
            self.amount = [0] * 12
            self.option = [0] * 12
            self.flag = [0] * 12
            self.source = [0] * 12
            self.sets = [0] * 12
            self.runs = [0] * 12
            self.sweep = [0] * 12
            self.shared = [0] * 12
            self.rank_at = [0] * 13
            self.name_of = [0] * 13
            self.small_blind = [0] * 12
            self.big_blind = [0] * 12
            self.effect = [0] * 13
            self.win = [0] * 4
            self.low_points = [0] * 13
            self.high_points = [0] * 13
            self.pattern_priority = [0] * 20
            self.pattern_cards = [0] * 20
            self.pattern_suited = [0] * 20
            self.pattern_run = [0] * 20
            self.pattern_wrap = [0] * 20
            self.pattern_groups = [0] * 80
            self.score_per = [0] * 8
            self.score_points = [0] * 8
            self.score_cards = [0] * 8
        self.genome = genome
        self.steps_max = steps_max
        self.take_setup(genome.setup)
        self.take_phases(genome.turn_structure)
        self.take_wins(genome)
        self.take_values(genome.hand_evaluation)
        self.take_patterns(genome.hand_evaluation, hand_sizes)
        self.take_scoring(genome.scoring)

    def take_setup(self, setup: Any) -> None:
        """Translate the setup: the deck, the chips and the first cards."""
        from croupier.games.genome.values import DECKS

        cards = DECKS[setup.initial_deck]
        self.deck_size = len(cards)
        for place, card in enumerate(cards):
            self.deck[place] = card
        self.ranks = 0
        for card in cards:
            # decks are sorted by rank, so a new rank begins at its first card, whose number stands for the rank
            if self.ranks == 0 or self.rank_at[self.ranks - 1] != card >> 2:
                self.rank_at[self.ranks] = card >> 2
                self.name_of[card >> 2] = card
                self.ranks += 1
        self.cards_each = setup.cards_per_player
        self.board_first = setup.board_cards
        self.pile_first = setup.initial_discard_count
        self.trump = SUIT_WORDS.index(setup.trump_suit) if setup.trump_suit else -1
        self.chips = setup.starting_chips
        self.ante = setup.ante
        self.side_pots = setup.side_pots
        self.tableau = _TABLEAUS.index(setup.tableau)
        self.wild = 0
        for rank in setup.wild_ranks:
            self.wild |= 1 << RANKS.index(rank)
        # one card is not a book, as `check` reports; 0 means that there are no books
        self.books = setup.books if setup.books > 1 else 0
        self.effects = len(setup.effects)
        for rank in range(13):
            self.effect[rank] = 0
        for found in setup.effects:
            self.effect[RANKS.index(found.rank)] = 1 + _EFFECTS.index(found.effect)

    def cards(self) -> list[int]:
        """Return the cards of the deck in order."""
        return [self.deck[place] for place in range(self.deck_size)]

    def take_phases(self, turns: Any) -> None:
        """Translate each phase into an operation, an amount, an option and a flag."""
        from croupier.games.genome.values import SHARED_PHASES

        self.rounds = turns.rounds
        self.by_player = turns.by_player
        self.several = 0
        self.phases = len(turns.phases)
        for at, phase in enumerate(turns.phases):
            kind = type(phase).__name__
            self.op[at] = OPS[kind]
            self.amount[at] = 1
            self.option[at] = 0
            self.flag[at] = 0
            self.source[at] = 0
            self.sets[at] = 1
            self.runs[at] = 0
            self.sweep[at] = False
            self.shared[at] = isinstance(phase, SHARED_PHASES)
            self.small_blind[at] = 0
            self.big_blind[at] = 0
            if OPS[kind] == constants.BET:
                self.amount[at], self.option[at] = phase.min_bet, phase.max_raises
                self.small_blind[at], self.big_blind[at] = phase.blinds
            elif kind == "DrawPhase":
                self.amount[at], self.option[at], self.flag[at] = phase.count, phase.mandatory, phase.face_up
                self.source[at] = _SOURCES.index(phase.source)
            elif kind == "DiscardPhase":
                self.amount[at], self.option[at], self.flag[at] = phase.count, phase.mandatory, phase.face_up
            elif kind == "PlayPhase":
                self.amount[at], self.option[at] = _RULES.index(phase.rule), phase.mandatory
                self.flag[at] = phase.from_top
                self.sets[at], self.runs[at], self.sweep[at] = phase.sets, phase.runs, phase.sweep
                self.several |= phase.sets > 1 or phase.runs > 0 or phase.sweep
            elif kind == "MeldPhase":
                self.amount[at] = phase.least
                # a set has at most the four cards of a rank
                self.sets[at] = 4 if phase.sets else 1
                self.runs[at] = phase.least if phase.runs else 0
            elif kind == "ClaimPhase":
                self.amount[at] = phase.most
            elif kind == "TrickPhase":
                self.amount[at], self.option[at] = phase.tricks, phase.follow_suit
            else:
                self.amount[at] = phase.count

    def take_wins(self, genome: Any) -> None:
        """Translate the win conditions of a hand and of the game."""
        self.max_hands = genome.max_hands
        self.wins = len(genome.win_conditions)
        self.target = 0
        self.ends_empty = False
        self.wants_low = genome.win_conditions[0].type in ("low_card", "low_total", "low_score", "fewest_tricks")
        for at, condition in enumerate(genome.win_conditions):
            self.win[at] = WINS.index(condition.type)
            if condition.type == "first_to_score":
                self.target = condition.target
            # wherever this condition is in the list, the hand ends as soon as a player has no cards left
            if condition.type == "first_to_empty":
                self.ends_empty = True

    def take_values(self, evaluation: Any) -> None:
        """Translate the card values: a lower and a higher value for each rank."""
        from croupier.games.genome.values import BLACKJACK_VALUES

        self.bust = evaluation.bust_limit
        # a genome lists only the ranks whose values differ from blackjack's
        for value in (*BLACKJACK_VALUES, *evaluation.card_values):
            rank = RANKS.index(value.rank)
            other = value.value if value.alternate is None else value.alternate
            self.low_points[rank] = min(value.value, other)
            self.high_points[rank] = max(value.value, other)

    def take_patterns(self, evaluation: Any, hand_sizes: tuple[int, int]) -> None:
        """Translate the patterns, strongest first. Poker hands of 5 to 7 cards use the tables of `ranking` instead."""
        from croupier.games.genome.values import POKER_PATTERNS

        chosen = sorted(evaluation.patterns or POKER_PATTERNS, key=lambda pattern: -pattern.priority)
        self.patterns = len(chosen)
        for at, pattern in enumerate(chosen):
            self.pattern_priority[at] = pattern.priority
            self.pattern_cards[at] = pattern.cards
            self.pattern_suited[at] = pattern.same_suit
            self.pattern_run[at] = pattern.run
            self.pattern_wrap[at] = pattern.wrap
            for place in range(4):
                groups = sorted(pattern.groups, reverse=True)
                self.pattern_groups[4 * at + place] = groups[place] if place < len(groups) else 0
        self.valued_by = constants.PATTERNS if evaluation.method == "patterns" else constants.GENERAL
        fewest, most = hand_sizes
        # the tables are for five to seven cards without wild cards; all hands of a showdown must be valued in the same
        # way
        if evaluation.method == "poker" and fewest == most and 5 <= fewest <= 7 and self.wild == 0:
            self.valued_by = constants.RANKED

    def take_scoring(self, scoring: Any) -> None:
        """Translate the scoring rules, each with the set of cards that it counts."""
        self.scores = len(scoring)
        for at, rule in enumerate(scoring):
            self.score_per[at] = _PER.index(rule.per)
            self.score_points[at] = rule.points
            self.score_cards[at] = _cards_of(rule.suit, rule.rank)


def _cards_of(suit: str | None, rank: str | None) -> int:
    """Return the set of cards of a suit and a rank, as bits. None means all suits or all ranks."""
    chosen = 0
    for card in range(52):
        if (suit is None or SUIT_WORDS[card & 3] == suit) and (rank is None or RANKS[card >> 2] == rank):
            chosen |= 2 ** card  # not `1 << card`, which C would compute in 32 bits
    return chosen
