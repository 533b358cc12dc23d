"""Describe the values of hands and cards in a genome's game in words: combinations, points, scores.

Only combinations that can occur are described. For example, straights are left out if hands have four cards, and so are
combinations that always contain a better one. `engine.hand_values` decides how hands are compared; this module puts it
into words.
"""

from __future__ import annotations

from croupier.cards import RANKS
from croupier.games.genome.check import hand_sizes
from croupier.games.genome.engine.card_piles import CardPiles
from croupier.games.genome.engine.hand_values import HandValues
from croupier.games.genome.values import (
    BLACKJACK_VALUES,
    DECKS,
    POKER_PATTERNS,
    CardValue,
    GameGenome,
    HandPattern,
    RevealPhase,
    ScoringRule,
)

_NAMES = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_POKER = (("five of a kind", 5), ("straight flush", 5), ("four of a kind", 4), ("full house", 5), ("flush", 5),
          ("straight", 5), ("three of a kind", 3), ("two pair", 4), ("pair", 2), ("high card", 1))
"""The names of the ten poker hands and the number of cards that each needs, from the best hand down to single cards."""
_LOW_ACE = " (the ace may stand below the deuce)"
_BY_RANKS = ("name the ranks of your hand, the one that you have most cards of first (of two that are equally many, "
             "the higher one). Compare the first ranks, then the second ones, and so on. At the first difference the "
             "higher rank wins, no matter how many cards of it there are; a hand without another rank loses. Suits do "
             "not count.")


def value_sections(genome: GameGenome) -> str:
    """Return the sections of the rulebook that explain hands, points and scores, or an empty text if there is nothing
    to explain.
    """
    kinds = {condition.type for condition in genome.win_conditions}
    parts = []
    if "best_hand" in kinds:
        parts.append(_poker(genome) if genome.hand_evaluation.method == "poker" else _patterns(genome))
    if counts_points(genome):
        parts.append(_points(genome))
    if genome.scoring:
        rules = "\n".join(f"- {_rule(rule)}" for rule in genome.scoring)
        parts.append(f"## Scores\n\nAt the end of a hand:\n\n{rules}")
    return "\n\n".join(parts)


def counts_points(genome: GameGenome) -> bool:
    """Return True if totals of points can decide who wins."""
    return any(condition.type in ("high_total", "low_total") for condition in genome.win_conditions)


def has_board(genome: GameGenome) -> bool:
    """Return True if the game has open cards that belong to every hand."""
    return genome.setup.board_cards > 0 or any(isinstance(phase, RevealPhase) for phase in genome.phases)


def rank_word(rank: str) -> str:
    """Return the name of a rank for a sentence."""
    return _NAMES.get(rank, rank)


def count_word(count: int) -> str:
    """Return a number of cards for a sentence: "one card", "3 cards"."""
    return "one card" if count == 1 else f"{count} cards"


def made(genome: GameGenome, cards: list[int]) -> str:
    """Return in words what these cards and the board are worth for the first win condition: a combination or points.
    Return "" if the condition uses neither combinations nor points.
    """
    # `HandValues` gets the cards below, so the number of seats does not matter
    first, judge = genome.win_conditions[0].type, HandValues(CardPiles(genome.game().program, 2))
    if first in ("high_total", "low_total"):
        return f"{judge.total_with(cards, first == 'high_total')} points"
    if first != "best_hand":
        return ""
    if genome.hand_evaluation.method == "patterns":
        none = "no combination, ranks" if _live(genome) else "ranks"
        return judge.pattern_name(cards) or f"{none} {_ranks(genome, cards)}"
    # the upper bits of a value are its category, from 10 (five of a kind) down to 1
    return _POKER[len(_POKER) - (judge.poker_with(cards) >> 20)][0]


# -- poker hands -------------------------------------------------------------------------------------------------------


def _poker(genome: GameGenome) -> str:
    fewest, most = hand_sizes(genome)
    names = [name + (_LOW_ACE if name == "straight" and _has_deuces(genome) else "") for name, cards in _POKER
             if cards <= most and (name != "five of a kind" or genome.setup.wild_ranks)]
    if len(names) == 1:
        return ("## How hands are compared\n\nThe higher card wins: the highest card of each hand first, then the next "
                "highest, and so on. Suits do not count.")
    words = [_counting(genome, most), "Between two of the same kind the higher ranks win: first those of the equal "
             "cards that make it, then the other cards from the highest down. Suits do not count."]
    if most >= 5:
        words.append("Of a straight only its highest card is compared.")
        if fewest < 5:
            words.append("With fewer than five cards there are no straights and flushes.")
    listed = "\n".join(f"1. {name}" for name in names)
    return f"## Hands, the best first\n\n{listed}\n\n{' '.join(words)}"


def _counting(genome: GameGenome, most: int) -> str:
    """Return in words which cards belong to a hand."""
    where = "hand and board" if has_board(genome) else "the hand"
    return f"The best five cards of {where} count." if most > 5 else f"All cards of {where} count."


def _has_deuces(genome: GameGenome) -> bool:
    return any(card >> 2 == 0 for card in DECKS[genome.setup.initial_deck])


# -- combinations of a game's own --------------------------------------------------------------------------------------


def _patterns(genome: GameGenome) -> str:
    live = _live(genome)
    if not live:
        return f"## How hands are compared\n\nOnly ranks count: {_BY_RANKS}{_board_too(genome)}"
    listed = "\n".join(f"1. {pattern.name}: {_pattern(genome, pattern)}" for pattern in live)
    words = ["A hand counts as the first of these that it fits; it may have more than is asked for."]
    if any(_needs_size(genome, pattern) for pattern in live):
        words.append("A hand with more or fewer cards than stated does not make the combination, whatever is in it.")
    runs = "by the top of the run where there is one, else " if any(pattern.run for pattern in live) else ""
    words.append(f"Two hands of the same kind are compared {runs}by their ranks: {_BY_RANKS}{_board_too(genome)}")
    if genome.setup.wild_ranks:
        words.append("Wild cards help to make a combination, but are left out when ranks are compared.")
    return f"## Hands, the best first\n\n{listed}\n1. anything else\n\n{' '.join(words)}"


def _board_too(genome: GameGenome) -> str:
    return " The board counts with every hand." if has_board(genome) else ""


def _live(genome: GameGenome) -> list[HandPattern]:
    """Return the combinations that can decide a hand, the best first."""
    fewest, most = hand_sizes(genome)
    found: list[HandPattern] = []
    for pattern in sorted(genome.hand_evaluation.patterns or POKER_PATTERNS, key=lambda pattern: -pattern.priority):
        fits = fewest <= pattern.cards <= most if pattern.cards else _size(pattern) <= most
        # a combination is left out if every hand that contains it also contains a better one
        if fits and not any(_covers(genome, better, pattern) for better in found):
            found.append(pattern)
    return found


def _size(pattern: HandPattern) -> int:
    """Return the smallest number of cards that can make a combination."""
    return max(pattern.same_suit, pattern.run, sum(pattern.groups))


def _covers(genome: GameGenome, better: HandPattern, worse: HandPattern) -> bool:
    """Return True if every hand that fits the worse combination also fits the better one."""
    groups = sorted(better.groups, reverse=True), sorted(worse.groups, reverse=True)
    return ((not _needs_size(genome, better) or better.cards == worse.cards) and better.same_suit <= worse.same_suit
            and better.run <= worse.run and (better.wrap or not worse.wrap or not better.run)
            and len(groups[0]) <= len(groups[1]) and all(one <= other for one, other in zip(*groups)))


def _needs_size(genome: GameGenome, pattern: HandPattern) -> bool:
    """Return True if a combination requires a number of cards that not every hand has."""
    return bool(pattern.cards) and hand_sizes(genome) != (pattern.cards, pattern.cards)


def _pattern(genome: GameGenome, pattern: HandPattern) -> str:
    """Return in words which cards a combination needs."""
    needs = []
    if pattern.same_suit:
        needs.append(f"{pattern.same_suit} of one suit")
    if pattern.run:
        needs.append(f"{pattern.run} ranks in a row" + (_LOW_ACE if pattern.wrap and _has_deuces(genome) else ""))
    needs += [f"{size} of {'another' if at else 'one rank'}" for at, size in enumerate(pattern.groups)]
    words = ", ".join(needs) or "any cards"
    return f"{words}, in a hand of exactly {count_word(pattern.cards)}" if _needs_size(genome, pattern) else words


def _ranks(genome: GameGenome, cards: list[int]) -> str:
    """Return the ranks of a hand in the order in which they are compared."""
    ranks = [RANKS[card >> 2] for card in cards if RANKS[card >> 2] not in genome.setup.wild_ranks]
    order = sorted(set(ranks), key=lambda rank: (-ranks.count(rank), -RANKS.index(rank)))
    return " ".join(order).replace("T", "10")


# -- points and scores -------------------------------------------------------------------------------------------------


def _points(genome: GameGenome) -> str:
    where = "hand and board" if has_board(genome) else "the hand"
    listed = ", ".join(_value_list(genome))
    words = [f"{listed[0].upper()}{listed[1:]}.", f"The cards of {where} are added up."]
    if any(value.alternate is not None for value in _card_values(genome).values()):
        words.append(_two_ways(genome))
    return "## Points\n\n" + " ".join(words)


def _card_values(genome: GameGenome) -> dict[str, CardValue]:
    """Return the values of each rank in the deck."""
    ranks = {RANKS[card >> 2] for card in DECKS[genome.setup.initial_deck]}
    return {value.rank: value for value in (*BLACKJACK_VALUES, *genome.hand_evaluation.card_values)
            if value.rank in ranks}


def _value_list(genome: GameGenome) -> list[str]:
    """Return the values of cards as a list in words. Cards that count their printed number are listed together."""
    values = _card_values(genome)
    special = {rank: value for rank, value in values.items()
               # face cards and aces are always listed, because their value is not printed on them
               if rank in "JQKA" or value.value != RANKS.index(rank) + 2 or value.alternate is not None}
    listed = [f"{rank_word(rank)} {value.value}" + ("" if value.alternate is None else f" or {value.alternate}")
            for rank, value in special.items()]
    return listed if len(special) == len(values) else ["number cards count as printed", *listed]


def _two_ways(genome: GameGenome) -> str:
    """Return in words when a card with two values counts which of them."""
    kinds = {condition.type for condition in genome.win_conditions}
    limit = " that does not go bust" if genome.hand_evaluation.bust_limit else ""
    ways = [words for kind, words in (("high_total", f"for the highest total the higher one{limit}"),
                                      ("low_total", "for the lowest total the lower one")) if kind in kinds]
    return f"Of two values the better one counts: {', '.join(ways)}."


def _rule(rule: ScoringRule) -> str:
    what = {"trick": "trick won", "card": "captured card", "left": "card left in the hand"}[rule.per]
    if rule.rank:
        what = what.replace("card", rank_word(rule.rank) + (f" of {rule.suit}" if rule.suit else ""))
    elif rule.suit:
        what = what.replace("card", "card of the " + rule.suit)
    return f"{rule.points:+d} for each {what}"
