"""Check a genome before a card is dealt: find what is wrong with its rules, and why.

There are two sorts of faults. A *fatal* one means that the game cannot be played as written: it deals more cards than
there are, has an ante that nobody can pay, a way to win that nobody can ever use, or more decisions than a game may
have. An *incoherent* one means that a part has no effect: chips that are never bet, bets above all the chips, a score
that nothing counts. `GenomeGame` refuses fatal faults; the lab's operators introduce faults of neither kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.cards import RANKS, SUIT_WORDS
from croupier.games.genome.values import (
    DECKS,
    SEATS_MAX,
    SHARED_PHASES,
    BettingPhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    GameGenome,
    MeldPhase,
    PassPhase,
    PlayPhase,
    RevealPhase,
    ScoringRule,
    TrickPhase,
)

# bounds every loop of the engine (G5); if a game takes more steps, that is a bug, and the game is stopped
# (`Engine.overran`)
STEPS_MAX = 2_000_000
"""The most decisions that a game may have in the worst case."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a genome, with the path to it."""

    path: str
    reason: str
    fatal: bool = True

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


def faults(genome: GameGenome) -> list[Fault]:
    """Return all faults, the fatal ones first."""
    if not isinstance(genome, GameGenome):
        raise TypeError(f"expected a GameGenome, as load and loads give them, not {type(genome).__name__}")
    found = [*_cards(genome), *_chips(genome), *_length(genome), *_wins(genome), *_effects(genome), *_plays(genome),
             *_values(genome)]
    # the sort is stable, so faults of one kind keep the order of the checks
    return sorted(found, key=lambda fault: not fault.fatal)


def is_sound(genome: GameGenome) -> bool:
    """Return True if there is no fault at all."""
    return not faults(genome)


# -- cards -------------------------------------------------------------------------------------------------------------


def cards_needed(genome: GameGenome, players: int) -> int:
    """Return the number of cards that a hand takes from the deck if every player takes as many as allowed."""
    setup, rounds = genome.setup, genome.turn_structure.rounds
    each = setup.cards_per_player + rounds * sum(_drawn(phase) for phase in genome.phases)
    shared = setup.board_cards + setup.initial_discard_count
    shared += rounds * sum(phase.count for phase in genome.phases if isinstance(phase, RevealPhase))
    if any(isinstance(phase, PlayPhase) for phase in genome.phases):  # each card is played at most once
        shared += 2 * sum(_in_deck(genome, found.rank) for found in setup.effects if found.effect == "draw_two")
    # in the worst case every player draws as often as the rules allow, in every round
    return players * each + shared


def _drawn(phase: object) -> int:
    if isinstance(phase, DrawPhase) and phase.source in ("neighbour", "ask"):
        return 0  # a player who asks for cards draws only while the deck has cards
    return phase.count if isinstance(phase, DrawPhase | ExchangePhase) else 0


def _in_deck(genome: GameGenome, rank: str) -> int:
    """Return how many cards of a rank the deck has."""
    return sum(RANKS[card >> 2] == rank for card in DECKS[genome.setup.initial_deck])


def most_players(genome: GameGenome) -> int:
    """Return the largest number of players that the setup allows. If the setup does not say, return how many players
    the deck has cards for. The game cannot be played if the result is below 2.
    """
    return served(genome) if genome.setup.max_players is None else genome.setup.max_players


def served(genome: GameGenome) -> int:
    """Return how many players the deck has enough cards for, at most six."""
    size = len(DECKS[genome.setup.initial_deck])
    return max([players for players in range(SEATS_MAX + 1) if cards_needed(genome, players) <= size], default=0)


def hand_sizes(genome: GameGenome) -> tuple[int, int]:
    """Return the smallest and the largest number of cards that a player can have at the end of a hand, including the
    board.
    """
    rounds = genome.turn_structure.rounds
    board = genome.setup.board_cards
    board += rounds * sum(phase.count for phase in genome.phases if isinstance(phase, RevealPhase))
    fewest = most = genome.setup.cards_per_player
    # phases are counted in the order of play, because a hand cannot lose cards before it has them
    for phase in genome.phases * rounds:
        if isinstance(phase, DrawPhase):
            most += phase.count
            fewest += phase.count if phase.mandatory and phase.source != "neighbour" else 0
            # a neighbour may lose a card to each draw
            fewest -= phase.count if phase.source == "neighbour" else 0
        spent, forced = _spent(phase)
        fewest, most = max(0, fewest - spent), max(0, most - forced)
    most += 2 * sum(_in_deck(genome, found.rank) for found in genome.setup.effects if found.effect == "draw_two")
    if any(_moves_many(phase) for phase in genome.phases):
        return 0, len(DECKS[genome.setup.initial_deck])
    varies = genome.setup.books > 1 or genome.setup.effects
    if varies or any(condition.type == "first_to_empty" for condition in genome.win_conditions):
        return 0, most + board  # the hand may end at any time, or a phase may move any number of cards
    return fewest + board, most + board


def _moves_many(phase: object) -> bool:
    """Return True if a phase can remove or add any number of cards of a player's hand."""
    if isinstance(phase, DrawPhase):
        return phase.source == "ask"
    return isinstance(phase, MeldPhase | ClaimPhase) or (isinstance(phase, PlayPhase) and plays_several(phase))


def plays_several(phase: PlayPhase) -> bool:
    """Return True if more than one card may be played at once."""
    return phase.sets > 1 or phase.runs > 0


def _spent(phase: object) -> tuple[int, int]:
    """Return the largest and the smallest number of cards that a phase takes from a player's hand."""
    if isinstance(phase, TrickPhase):
        # everybody plays one card to each trick
        return phase.tricks, phase.tricks
    if isinstance(phase, DiscardPhase):
        return phase.count, phase.count if phase.mandatory else 0
    if isinstance(phase, PlayPhase):
        # a card is certain to be played only if it needs no match, or if the first card of the hand is played
        # automatically
        return 1, int(phase.from_top or (phase.mandatory and phase.rule == "any"))
    return 0, 0


def _cards(genome: GameGenome) -> Iterator[Fault]:
    setup, players = genome.setup, most_players(genome)
    size = len(DECKS[setup.initial_deck])
    # these are two different mistakes: the setup contradicts itself, or the deck is too small
    if players < setup.min_players:
        if setup.max_players is not None:
            yield Fault("$.setup.max_players", f"{players} are fewer than min_players, {setup.min_players}")
        else:
            needed = cards_needed(genome, setup.min_players)
            yield Fault("$.setup.cards_per_player", f"{setup.min_players} players may need {needed} cards in a hand, "
                                                    f"{setup.initial_deck} has {size}")
    elif cards_needed(genome, players) > size:
        needed = cards_needed(genome, players)
        yield Fault("$.setup.max_players", f"{players} players may need {needed} cards in a hand, "
                                           f"{setup.initial_deck} has {size}")


# -- chips -------------------------------------------------------------------------------------------------------------


def _chips(genome: GameGenome) -> Iterator[Fault]:
    setup = genome.setup
    betting = [(at, phase) for at, phase in enumerate(genome.phases) if isinstance(phase, BettingPhase)]
    # without chips betting phases are skipped (G1), so their arguments cannot be wrong
    if not genome.bets:
        if setup.ante:
            yield Fault("$.setup.ante", "an ante needs starting_chips")
        return
    for at, phase in betting:
        if phase.min_bet > setup.starting_chips:
            yield Fault(f"$.turn_structure.phases[{at}].min_bet",
                        f"{phase.min_bet} is more than the {setup.starting_chips} chips a player starts with",
                        fatal=False)  # the game can still be played: players check or go all-in
        small, big = phase.blinds
        if small > big or big > setup.starting_chips:
            yield Fault(f"$.turn_structure.phases[{at}].big_blind",
                        f"blinds of {small} and {big}: the small one is at most the big one, "
                        f"and that at most the {setup.starting_chips} chips a player starts with")
        if phase.min_bet < big:
            yield Fault(f"$.turn_structure.phases[{at}].min_bet", "a raise of less than the big blind", fatal=False)
    if setup.ante > setup.starting_chips:
        yield Fault("$.setup.ante", f"{setup.ante} is more than the {setup.starting_chips} chips a player starts with")
    if not betting:
        yield Fault("$.setup.starting_chips", "chips, but no BettingPhase to bet them in", fatal=False)


# -- length ------------------------------------------------------------------------------------------------------------


def steps_max(genome: GameGenome, players: int) -> int:
    """Return the largest number of decisions that a game can have, with every loop of the engine at its maximum."""
    hand = sum(_decisions(genome, phase, players) for phase in genome.phases) * genome.turn_structure.rounds
    # every hand counts as long as the longest one
    return genome.max_hands * hand


def _decisions(genome: GameGenome, phase: object, players: int) -> int:
    """Return the largest number of decisions in a phase. In a betting round everybody answers the opening bet and every
    raise.
    """
    if isinstance(phase, BettingPhase):
        # the opening bet, every raise, and a round of answers; with blinds, the big blind's option as well
        return players * (phase.max_raises + 2 + (phase.blinds[1] > 0)) if genome.bets else 0
    if isinstance(phase, DrawPhase):
        return 0 if phase.mandatory and phase.source == "deck" else players * phase.count
    if isinstance(phase, ExchangePhase | DiscardPhase | PassPhase):
        return players * phase.count
    if isinstance(phase, PlayPhase):
        # a run has at most all 13 cards of a suit
        most = max(phase.sets, 13 if phase.runs else 1)
        return 0 if phase.from_top else players * (most + plays_several(phase))
    # one decision for every card, for the end of each meld and for the end of the turn
    if isinstance(phase, MeldPhase):
        cards = len(DECKS[genome.setup.initial_deck])
        return players * (cards + cards // phase.least + 1)
    if isinstance(phase, ClaimPhase):
        # every player lays cards, and then everybody else answers the claim
        return players * (phase.most + players)
    return players * phase.tricks if isinstance(phase, TrickPhase) else 0


def _length(genome: GameGenome) -> Iterator[Fault]:
    # an impossible number of players is a fault of its own, reported by `_cards`
    steps = steps_max(genome, max(2, most_players(genome)))
    if steps > STEPS_MAX:
        yield Fault("$.max_hands", f"the game may take {steps:,} decisions; {STEPS_MAX:,} are the most")


# -- winning -----------------------------------------------------------------------------------------------------------


def _wins(genome: GameGenome) -> Iterator[Fault]:
    kinds = [condition.type for condition in genome.win_conditions]
    for at, condition in enumerate(genome.win_conditions):
        reason = _never(genome, condition.type)
        if reason:
            yield Fault(f"$.win_conditions[{at}]", reason, fatal=False)
        if condition.type == "first_to_score" and condition.target < 1:
            yield Fault(f"$.win_conditions[{at}].target", "first_to_score needs a target of at least 1")
        # only the first of two equal conditions can ever decide
        if kinds.index(condition.type) < at:
            yield Fault(f"$.win_conditions[{at}]", f"{condition.type} occurs twice", fatal=False)
    if all(_never(genome, kind) for kind in kinds):
        yield Fault("$.win_conditions", "no win condition can ever be met: every hand would be a tie")


def _never(genome: GameGenome, kind: str) -> str:
    """Return the reason why a win condition can never decide anything. Return an empty text if it can."""
    has = {type(phase) for phase in genome.phases}
    captures = _captures(genome)
    if kind in ("most_tricks", "fewest_tricks") and TrickPhase not in has:
        return f"{kind} without a TrickPhase"
    if kind == "most_captured" and not captures:
        return "most_captured without tricks, melds, books, or a PlayPhase on a tableau that captures"
    steals = any(isinstance(phase, DrawPhase) and phase.source in ("neighbour", "ask")
                 for phase in genome.phases)
    if kind == "first_to_empty" and not (has & {PlayPhase, TrickPhase, DiscardPhase, MeldPhase, ClaimPhase} or steals
                                         or genome.setup.books > 1):
        return "first_to_empty without a phase that gets rid of cards"
    if kind in ("high_score", "low_score", "first_to_score"):
        return _no_score(genome, kind)
    if kind in ("best_hand", "high_card", "low_card", "high_total", "low_total") and hand_sizes(genome)[1] == 0:
        return f"{kind}, but no cards are left in the hands to compare"
    return ""


def _captures(genome: GameGenome) -> bool:
    """Return True if players can capture cards."""
    has = {type(phase) for phase in genome.phases}
    melds = TrickPhase in has or MeldPhase in has or genome.setup.books > 1
    return melds or (PlayPhase in has and genome.setup.tableau != "none")


def _no_score(genome: GameGenome, kind: str) -> str:
    """Return the reason why nobody can score. Return an empty text if somebody can."""
    live = [rule for rule in genome.scoring if scores_something(genome, rule)]
    if not live:
        return f"{kind} without a scoring rule that can count anything"
    if kind == "first_to_score" and all(rule.points < 0 for rule in live):
        return "first_to_score, but every scoring rule takes points away"
    return ""


def scores_something(genome: GameGenome, rule: ScoringRule) -> bool:
    """Return True if a scoring rule can ever score. The cards of the rule must be in the deck, and must be able to
    reach the place where the rule counts them.
    """
    has = {type(phase) for phase in genome.phases}
    if rule.per == "trick":
        return rule.points != 0 and TrickPhase in has
    cards = [card for card in DECKS[genome.setup.initial_deck]
             if (rule.suit is None or SUIT_WORDS[card & 3] == rule.suit)
             and (rule.rank is None or RANKS[card >> 2] == rule.rank)]
    captures = _captures(genome)
    return rule.points != 0 and bool(cards) and (captures if rule.per == "card" else _own_cards(genome) > 0)


def _own_cards(genome: GameGenome) -> int:
    """Return the largest number of cards that a player can hold at the end of a hand."""
    board = genome.setup.board_cards + genome.turn_structure.rounds * sum(
        phase.count for phase in genome.phases if isinstance(phase, RevealPhase))
    # `hand_sizes` includes the board, but points are counted for a player's own cards only
    return hand_sizes(genome)[1] - board


def _effects(genome: GameGenome) -> Iterator[Fault]:
    setup = genome.setup
    plays = any(isinstance(phase, PlayPhase) for phase in genome.phases)
    # the engine keeps one effect for each rank
    ranks = [found.rank for found in setup.effects]
    if len(set(ranks)) < len(ranks):
        yield Fault("$.setup.effects", "a rank has two effects")
    if setup.effects and not plays:
        yield Fault("$.setup.effects", "effects of cards that are never played", fatal=False)
    if setup.effects and any(not _in_deck(genome, rank) for rank in ranks):
        yield Fault("$.setup.effects", "a rank that the deck does not have", fatal=False)
    if setup.books == 1:
        yield Fault("$.setup.books", "a single card is not a book", fatal=False)
    for at, phase in enumerate(genome.phases):
        drops = any(isinstance(other, DiscardPhase) and other.face_up for other in genome.phases)
        if isinstance(phase, DrawPhase) and phase.source == "pile" and not (
                plays or drops or setup.initial_discard_count):
            yield Fault(f"$.turn_structure.phases[{at}].source", "there is never a card on the pile", fatal=False)
        if isinstance(phase, DrawPhase) and phase.source in ("neighbour", "ask") and phase.face_up:
            yield Fault(f"$.turn_structure.phases[{at}].face_up", "a neighbour's card is never laid open", fatal=False)
        if isinstance(phase, DrawPhase) and phase.source == "ask" and not phase.mandatory:
            yield Fault(f"$.turn_structure.phases[{at}].mandatory", "asking costs nothing", fatal=False)


def _plays(genome: GameGenome) -> Iterator[Fault]:
    """Find faults in the rules for plays of several cards, melds, claims and whole turns of one player."""
    setup = genome.setup
    for at, phase in enumerate(genome.phases):
        path = f"$.turn_structure.phases[{at}]"
        if isinstance(phase, PlayPhase):
            yield from _several(genome, phase, path)
        if isinstance(phase, MeldPhase) and not (phase.sets or phase.runs):
            yield Fault(f"{path}.sets", "a meld is a set or a run: one of the two must be allowed")
        # a set has at most four cards, but a run may be longer
        if isinstance(phase, MeldPhase) and phase.sets and not phase.runs and phase.least > 4:
            yield Fault(f"{path}.least", f"no rank has {phase.least} cards")
    if genome.turn_structure.by_player:
        own = [phase for phase in genome.phases if not isinstance(phase, SHARED_PHASES)]
        if not own:
            yield Fault("$.turn_structure.by_player", "no phase belongs to one player alone", fatal=False)
        if setup.tableau == "war" and any(isinstance(phase, PlayPhase) for phase in own):
            yield Fault("$.turn_structure.by_player", "a war needs everybody's card in the same step")


def _several(genome: GameGenome, phase: PlayPhase, path: str) -> Iterator[Fault]:
    if 0 < phase.runs < 3:
        yield Fault(f"{path}.runs", "a run has at least three cards")
    # a tableau works only if cards are played one at a time
    if (plays_several(phase) or phase.sweep) and genome.setup.tableau != "none":
        yield Fault(f"{path}.sets", "several cards a play, or a pile that is swept, need the tableau none")
    if (plays_several(phase) or phase.sweep) and phase.from_top:
        yield Fault(f"{path}.from_top", "the first card of the hand is played alone")
    if phase.sweep and phase.rule != "higher":
        yield Fault(f"{path}.sweep", "a pile is swept only where each play must be higher", fatal=False)


def _values(genome: GameGenome) -> Iterator[Fault]:
    evaluation = genome.hand_evaluation
    ranks = [value.rank for value in evaluation.card_values]
    if len(set(ranks)) < len(ranks):
        yield Fault("$.hand_evaluation.card_values", "a rank occurs twice")
    priorities = [pattern.priority for pattern in evaluation.patterns]
    if len(set(priorities)) < len(priorities):
        yield Fault("$.hand_evaluation.patterns", "two patterns have the same priority")
    if evaluation.patterns and evaluation.method != "patterns":
        yield Fault("$.hand_evaluation.patterns", "patterns, but hands are valued as poker hands", fatal=False)
    for at, rule in enumerate(genome.scoring):
        if rule.per == "trick" and (rule.suit or rule.rank):
            yield Fault(f"$.scoring[{at}]", "a trick has no suit or rank of its own", fatal=False)
