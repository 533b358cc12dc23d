"""A rulebook in Markdown for any genome: rules that a person can play from, with an example hand.

Every sentence is made from the genome alone, so that what is written is what the engine plays. The example is a hand
that the engine dealt and simple players played, told by its events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.cards import UNKNOWN, Cards
from croupier.games.genome.check import most_players
from croupier.games.genome.story import Event
from croupier.games.genome.values import (
    BLACKJACK_VALUES,
    DECKS,
    AnyPhase,
    BettingPhase,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    GameGenome,
    HandPattern,
    PlayPhase,
    RevealPhase,
    ScoringRule,
    TrickPhase,
)
from croupier.lab.example import example

_DECKS = {"standard_52": "a standard deck of 52 cards", "short_36": "36 cards, sixes to aces",
          "piquet_32": "32 cards, sevens to aces", "euchre_24": "24 cards, nines to aces",
          "royal_20": "20 cards, tens to aces", "leduc_6": "six cards: jack, queen and king of hearts and of spades",
          "kuhn_3": "three cards: the jack, the queen and the king of spades"}
_RANKS = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_WINS = {
    "best_hand": "has **the best hand**",
    "high_card": "has **the highest card** in the hand; of equal ones the next highest, and so on",
    "low_card": "has **the lowest card** in the hand (aces are high); of equal ones the next lowest, and so on",
    "high_total": "has **the highest total of points**", "low_total": "has **the lowest total of points**",
    "most_tricks": "has taken **the most tricks**", "fewest_tricks": "has taken **the fewest tricks**",
    "most_captured": "has captured **the most cards**",
    "first_to_empty": "is **the first to have no cards left**, which ends the hand at once (but a trick is "
                      "played to its end); else has the fewest left",
    "high_score": "has **the highest score of the hand**", "low_score": "has **the lowest score of the hand**",
    "first_to_score": "has **the highest score of the hand**"}
_POKER = ("five of a kind (only with wild cards)", "straight flush", "four of a kind", "full house", "flush",
          "straight", "three of a kind", "two pair", "pair", "high card")


def rulebook(genome: GameGenome, *, players: int | None = None, seed: int = 1) -> str:
    """The rules of a game in Markdown, with an example hand for so many players."""
    parts = [_title(genome), _needs(genome), _setup(genome), _hand(genome), _betting(genome), _winning(genome),
             _values(genome), _end(genome), _example(genome, players, seed), _lineage(genome)]
    return "\n\n".join(part for part in parts if part) + "\n"


def step_words(genome: GameGenome, phase: AnyPhase) -> str:
    """What happens in one phase of a game."""
    return _phase(genome, phase)


def winning_words(genome: GameGenome) -> str:
    """Who wins a hand, in a paragraph."""
    return _winning(genome).partition("\n\n")[2]


def _title(genome: GameGenome) -> str:
    title = genome.name.replace("-", " ").capitalize()
    return f"# {title}" + (f"\n\n{genome.description}" if genome.description else "")


def _needs(genome: GameGenome) -> str:
    setup = genome.setup
    least, most = setup.min_players, most_players(genome)
    players = f"{least} players" if least == most else f"{least} to {most} players"
    chips = f", {setup.starting_chips} chips each" if genome.bets else "; no chips"
    return f"**You need:** {players}, {_DECKS[setup.initial_deck]}{chips}."


def _setup(genome: GameGenome) -> str:
    setup = genome.setup
    lines = ["Shuffle all cards."]
    if genome.bets and setup.ante:
        lines.append(f"Everybody puts {setup.ante} into the pot (the ante; who has less puts in all).")
    singly = "" if setup.cards_per_player == 1 else ", one at a time"
    lines.append(f"Deal {_cards(setup.cards_per_player)} to each player{singly}, face down, beginning with the first "
                 "player; you may look at your own.")
    if setup.board_cards:
        lines.append(f"Turn {_cards(setup.board_cards)} face up in the middle: the board. It belongs to every hand.")
    if setup.initial_discard_count:
        lines.append(f"Turn {_cards(setup.initial_discard_count)} face up on the table: the pile.")
    if setup.trump_suit and any(isinstance(phase, TrickPhase) for phase in genome.phases):
        lines.append(f"{setup.trump_suit.capitalize()} are trumps.")
    if setup.wild_ranks:
        lines.append(f"Wild: every {_or(_rank(rank) for rank in setup.wild_ranks)}. {_wild_words(genome)}")
    lines.append("The first player of the first hand is anybody; in each new hand it is the next one to the left.")
    return "## Before each hand\n\n" + "\n".join(f"- {line}" for line in lines)


def _wild_words(genome: GameGenome) -> str:
    """What a wild card does in this game."""
    words = ["A wild card stands for whatever helps its holder most when hands or single cards are compared."]
    if any(isinstance(phase, PlayPhase) and phase.rule != "any" for phase in genome.phases):
        words.append("It may always be played.")
    return " ".join(words)


# -- a hand ------------------------------------------------------------------------------------------------------------


def _hand(genome: GameGenome) -> str:
    phases = [phase for phase in genome.phases if genome.bets or not isinstance(phase, BettingPhase)]
    steps = [f"{at}. {_phase(genome, phase)}" for at, phase in enumerate(phases, 1)]
    rounds = genome.turn_structure.rounds
    head = "## A hand\n\nTurns go to the left, from the first player"
    head += "; who has folded takes no part any more." if genome.bets else "."
    again = f"\n\nGo through these steps {rounds} times, then compare." if rounds > 1 else ""
    if not steps:
        return f"{head} Nothing happens between the deal and the showdown."
    return f"{head}\n\n" + "\n".join(steps) + again


def _phase(genome: GameGenome, phase: AnyPhase) -> str:
    """One step in words."""
    if isinstance(phase, BettingPhase):
        return _bet(phase)
    if isinstance(phase, DrawPhase):
        return _draw(genome, phase)
    if isinstance(phase, DiscardPhase):
        may = "throws away" if phase.mandatory else "may throw away" if phase.count == 1 else "may throw away up to"
        return f"**Discard.** Everybody {may} {_cards(phase.count)}, face down."
    if isinstance(phase, ExchangePhase):
        return (f"**Exchange.** Everybody in turn throws away up to {_cards(phase.count)}, face down, "
                "and gets as many new ones.")
    if isinstance(phase, RevealPhase):
        return f"**Board.** Turn {_cards(phase.count)} of the deck face up on the board. It belongs to every hand."
    if isinstance(phase, PlayPhase):
        return _play(genome, phase)
    if isinstance(phase, TrickPhase):
        return _trick(genome, phase)
    them = "it" if phase.count == 1 else "them"
    return (f"**Pass cards.** Everybody chooses {_cards(phase.count)} and gives {them} face down to the next player "
            "to the left who is still in; all are handed over at once.")


def _bet(phase: BettingPhase) -> str:
    raises = {0: "no raises", 1: "at most one raise"}.get(phase.max_raises, f"at most {phase.max_raises} raises")
    return f"**Bet.** A betting round with bets of {phase.min_bet} and {raises} (see below)."


def _draw(genome: GameGenome, phase: DrawPhase) -> str:
    face = "face up" if phase.face_up else "face down"
    if phase.mandatory:
        return f"**Draw.** Everybody gets {_cards(phase.count)} {face}."
    stop = " Who goes beyond the limit has to stop." if genome.hand_evaluation.bust_limit else ""
    return (f"**Draw.** Everybody in turn may take cards {face}, one at a time, up to {phase.count}, "
            f"and stops when they like.{stop}")


def _play(genome: GameGenome, phase: PlayPhase) -> str:
    which = {"any": "a card of the hand", "match": "a card that has the suit or the rank of the pile's top card",
             "higher": "a card of higher rank than the pile's top card"}[phase.rule]
    if phase.from_top:
        words = "Everybody plays the first card of the hand, in the order it was dealt, face up onto the pile."
    else:
        words = f"Everybody in turn plays {which}, face up onto the pile."
        if phase.rule != "any":
            words += " On an empty pile any card may be played."
        words += " You may pass instead." if not phase.mandatory else \
            " Who has none passes." if phase.rule != "any" else ""
    effect = {"war": " Then the highest card of this turn captures the whole pile; if the highest are equal, nobody "
                     "does, and the pile stays.",
              "match_rank": " A card that has the rank of others on the pile captures them, itself included.",
              "none": ""}[genome.setup.tableau]
    return f"**Play.** {words}{effect}"


def _trick(genome: GameGenome, phase: TrickPhase) -> str:
    count = "One trick" if phase.tricks == 1 else f"{phase.tricks} tricks"
    follow = "who has a card of the suit led must play one" if phase.follow_suit else "any card may be played"
    trump = f"the highest of the {genome.setup.trump_suit}, else " if genome.setup.trump_suit else ""
    best = f"{trump}the highest card of the suit led"
    return (f"**Tricks.** {count}, as long as there are cards: the first player (after a trick its winner) leads a "
            f"card, everybody else plays one; {follow}. {best[0].upper()}{best[1:]} takes all cards of the trick.")


def _betting(genome: GameGenome) -> str:
    if not genome.bets or not any(isinstance(phase, BettingPhase) for phase in genome.phases):
        return ""
    lines = ["With no bet before you: **check** (do nothing) or **bet** the fixed amount.",
             "With a bet before you: **call** (put in as much), **raise** (call, and one fixed amount more; while "
             "raises are left), or **fold** (give up the hand and what you have put in).",
             "With too few chips to bet or to call you may go **all-in** with what you have: you stay in the hand and "
             "are asked no more. An all-in is not counted as a raise.",
             "The round ends when everybody still in has acted and put in the same, or is all-in. Bets go into the "
             "pot; each round starts again from nothing.",
             "If all others have folded, the last player takes the pot and shows nothing."]
    if genome.setup.side_pots:
        lines.append("Who is all-in can win from each other player only as much as they put in themselves; what is "
                     "above that is played for by the others (side pots).")
    else:
        lines.append("There is one single pot: an all-in player can win all of it.")
    return "## Betting rounds\n\n" + "\n".join(f"- {line}" for line in lines)


# -- winning -----------------------------------------------------------------------------------------------------------


def _winning(genome: GameGenome) -> str:
    conditions = [_WINS[condition.type] for condition in genome.win_conditions]
    prize = "the pot" if genome.bets else "the hand"
    words = f"## Who wins\n\nThose still in show their cards. {prize.capitalize()} goes to whoever "
    words += ". If that is equal, to whoever ".join(conditions) + "."
    if genome.hand_evaluation.bust_limit and _totals(genome):
        words += (f" A total above {genome.hand_evaluation.bust_limit} is bust and loses to every other; "
                  "if all are bust, they are equal.")
    if genome.bets:
        words += (" Equal players share the pot; odd chips go to the first of them, counted from the first seat of the "
                  "table.")
    return words


def _totals(genome: GameGenome) -> bool:
    return any(condition.type in ("high_total", "low_total") for condition in genome.win_conditions)


def _values(genome: GameGenome) -> str:
    kinds = {condition.type for condition in genome.win_conditions}
    parts = []
    if "best_hand" in kinds:
        parts.append(_hands(genome))
    if _totals(genome):
        parts.append(_points(genome))
    if genome.scoring:
        rules = "\n".join(f"- {_rule(rule)}" for rule in genome.scoring)
        parts.append(f"## Scores\n\nAt the end of a hand:\n\n{rules}")
    return "\n\n".join(parts)


def _hands(genome: GameGenome) -> str:
    evaluation = genome.hand_evaluation
    if evaluation.method == "poker":
        ranking = [name + _LOW_ACE if name == "straight" and _has_deuces(genome) else name
                   for name in (_POKER if genome.setup.wild_ranks else _POKER[1:])]
        return ("## Hands, the best first\n\n" + "\n".join(f"1. {name}" for name in ranking)
                + "\n\nThe best five cards of hand and board count. Equal hands are decided by their ranks. With fewer "
                "than five cards there are no straights and flushes.")
    from croupier.games.genome.values import POKER_PATTERNS

    patterns = sorted(evaluation.patterns or POKER_PATTERNS, key=lambda pattern: -pattern.priority)
    lines = [f"1. {pattern.name}: {_pattern(pattern, _has_deuces(genome))}" for pattern in patterns]
    return ("## Hands, the best first\n\n" + "\n".join(lines) + "\n1. anything else\n\nHand and board count together. "
            "Equal hands are decided by the height of the run, else by their ranks, those that stand more often first.")


_LOW_ACE = " (the ace may stand below the deuce)"


def _has_deuces(genome: GameGenome) -> bool:
    return any(card >> 2 == 0 for card in DECKS[genome.setup.initial_deck])


def _pattern(pattern: HandPattern, deuces: bool) -> str:
    """What a pattern needs."""
    needs = []
    if pattern.same_suit:
        needs.append(f"{pattern.same_suit} of one suit")
    if pattern.run:
        needs.append(f"{pattern.run} ranks in a row" + (_LOW_ACE if pattern.wrap and deuces else ""))
    needs += [f"{size} of one rank" for size in pattern.groups]
    exact = f"exactly {_cards(pattern.cards)}" if pattern.cards else "any number of cards"
    return ", ".join([exact, *needs])


def _points(genome: GameGenome) -> str:
    values = {value.rank: value for value in (*BLACKJACK_VALUES, *genome.hand_evaluation.card_values)}
    told = [f"{_rank(rank)} {value.value}" + (f" or {value.alternate}" if value.alternate is not None else "")
            for rank, value in values.items() if not (rank.isdigit() and value.value == int(rank))]
    return ("## Points\n\nCards count as printed; " + ", ".join(told) + ". Cards of hand and board are added up; "
            "where a card counts one way or the other, it counts the better way.")


def _rule(rule: ScoringRule) -> str:
    what = {"trick": "trick won", "card": "captured card", "left": "card left in the hand"}[rule.per]
    if rule.rank:
        what = what.replace("card", _rank(rule.rank) + (f" of {rule.suit}" if rule.suit else ""))
    elif rule.suit:
        what = what.replace("card", "card of the " + rule.suit)
    return f"{rule.points:+d} for each {what}"


def _end(genome: GameGenome) -> str:
    hands = "one hand" if genome.max_hands == 1 else f"{genome.max_hands} hands"
    ends = [f"after {hands}"]
    if genome.bets:
        ends.insert(0, "when one player has all the chips")
    targets = [condition.target for condition in genome.win_conditions if condition.type == "first_to_score"]
    if targets:
        ends.insert(0, f"when somebody's scores of all hands have reached {targets[0]}")
    goal = "most chips" if genome.bets else "highest score" if targets else "most hands won"
    return f"## The end\n\nThe game ends {_or(ends)}. Whoever has the {goal} then wins it."


# -- an example --------------------------------------------------------------------------------------------------------


def _example(genome: GameGenome, players: int | None, seed: int) -> str:
    told = example(genome, players, seed)
    return "## An example\n\n" + "\n".join(_told(told))


def _told(events: Iterable[Event]) -> Iterator[str]:
    """A hand's events as a list; cards that go the same way are told in one line, until one of them comes again."""
    ways: dict[tuple[str, int | None], Cards] = {}
    for event in events:
        way = event.kind, event.seat
        again = any(card in ways.get(way, ()) for card in event.cards if card != UNKNOWN)
        if again or event.kind not in _TOGETHER:
            yield from (f"- {_sentence(Event(kind, seat, 0, cards))}." for (kind, seat), cards in ways.items())
            ways = {}
        if event.kind in _TOGETHER:
            ways[way] = Cards((*ways.get(way, ()), *event.cards))
        elif event.kind == "HAND":
            yield f"Player {event.seat} is the first player.\n"
        elif event.kind != "SHOW" or event.cards:
            yield f"- {_sentence(event)}."


_TOGETHER = ("DEAL", "DEAL_UP", "DISCARD", "GIVE", "RECEIVE", "OPEN")


def _sentence(event: Event) -> str:
    words = str(event).replace("seat ", "player ")
    if event.kind == "OPEN" and len(event.cards) > 1:
        words = words.replace("is turned", "are turned")
    return words[0].upper() + words[1:]


def _lineage(genome: GameGenome) -> str:
    if not genome.lineage:
        return ""
    return "## Where it comes from\n\n" + "\n".join(f"1. {step}" for step in genome.lineage)


# -- words -------------------------------------------------------------------------------------------------------------


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"


def _rank(rank: str) -> str:
    return _RANKS.get(rank, rank)


def _or(words: Iterable[str]) -> str:
    listed = list(words)
    return listed[0] if len(listed) == 1 else ", ".join(listed[:-1]) + " or " + listed[-1]
