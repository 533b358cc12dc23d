"""Operators: small changes to a genome, each of which says what it did.

An operator takes a genome and a generator and gives a changed genome, or None where it has nothing to change. What it
gives has no fault (`check.faults`): a change that would leave the game unsound is mended where that is its business (a
game whose last betting phase goes loses its chips, one that deals more cards seats fewer players) and otherwise not
made. `mutate` applies one of them; `crossover` takes the phases of one game from another. The lineage of the result
says what was done, the oldest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from croupier import cards
from croupier.games.genome.check import is_sound, served
from croupier.games.genome.values import (
    DECKS,
    PHASES_MAX,
    POKER_PATTERNS,
    ROUNDS_MAX,
    AnyPhase,
    BadGenome,
    BettingPhase,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    GameGenome,
    HandEvaluation,
    PassPhase,
    PlayPhase,
    RevealPhase,
    ScoringRule,
    TrickPhase,
    WinCondition,
    replaced,
)

LINEAGE_MAX = 200
"""How many changes a lineage remembers, the latest ones."""
CHIPS = (100, 500, 1000, 2000)
SUITS: tuple[Any, ...] = ("clubs", "diamonds", "hearts", "spades")
RANKS: tuple[Any, ...] = tuple(cards.RANKS)
WINS: tuple[Any, ...] = ("best_hand", "high_card", "low_card", "high_total", "low_total", "most_tricks",
                         "fewest_tricks", "most_captured", "first_to_empty", "high_score", "low_score")

Operator = Callable[[GameGenome, Random], "GameGenome | None"]
OPERATORS: dict[str, Operator] = {}
"""All mutations by name."""


def _operator(change: Callable[[GameGenome, Random], tuple[GameGenome, str] | None]) -> Operator:
    """Register a change as an operator that mends, checks and writes the lineage."""
    name = change.__name__

    def operator(genome: GameGenome, rng: Random) -> GameGenome | None:
        try:
            made = change(genome, rng)
        except BadGenome:  # a value beyond what a genome may hold: no such change
            return None
        return None if made is None else _sound(made[0], f"{name}: {made[1]}")

    operator.__name__, operator.__doc__ = name, change.__doc__
    OPERATORS[name] = operator
    return operator


def _sound(genome: GameGenome, words: str) -> GameGenome | None:
    """The genome with its players and its lineage put right, if it has no fault."""
    setup, most = genome.setup, served(genome)
    if setup.max_players is not None and most >= 2:
        least = min(setup.min_players, most)
        genome = replaced(genome, setup=replaced(setup, min_players=least, max_players=min(setup.max_players, most)))
    genome = replaced(genome, lineage=(*genome.lineage, words)[-LINEAGE_MAX:])
    return genome if is_sound(genome) else None


def mutate(genome: GameGenome, rng: Random, operators: Iterable[str] | None = None, tries: int = 40) -> GameGenome:
    """The genome changed by one operator chosen at random; the genome itself if none of the tries gave a sound game."""
    names = list(OPERATORS if operators is None else operators)
    strangers = [name for name in names if name not in OPERATORS]
    if strangers:
        raise BadGenome(f"there is no operator {', '.join(strangers)}: there are {', '.join(OPERATORS)}")
    for _ in range(tries):
        made = OPERATORS[rng.choice(names)](genome, rng)
        if made is not None and made != genome:
            return made
    return genome


def crossover(genome: GameGenome, other: GameGenome, rng: Random) -> GameGenome | None:
    """The first game with the second's phases from some place on; its way to win too where that is needed."""
    cut, start = rng.randint(0, len(genome.phases)), rng.randint(0, len(other.phases) - 1)
    phases = (*genome.phases[:cut], *other.phases[start:])[:PHASES_MAX]
    words = f"crossover: phases from {start + 1} on of {other.name} after the first {cut} of {genome.name}"
    child = _betting_fitted(genome.with_phases(*phases))
    for wins in (genome, other):
        made = replaced(child, win_conditions=wins.win_conditions, scoring=wins.scoring,
                        hand_evaluation=wins.hand_evaluation)
        sound = _sound(made, words)
        if sound is not None:
            return sound
    return None


# -- betting: seed 001's four ------------------------------------------------------------------------------------------


@_operator
def add_betting_phase(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Insert a BettingPhase at a random place; a game without chips gets 1000."""
    if len(genome.phases) >= PHASES_MAX:
        return None
    chips = genome.setup.starting_chips or 1000
    phase = BettingPhase(_min_bet(chips, rng), rng.randint(1, 5))
    at = rng.randint(0, len(genome.phases))
    made = replaced(genome, setup=replaced(genome.setup, starting_chips=chips))
    phases = [*genome.phases[:at], phase, *genome.phases[at:]]
    return made.with_phases(*phases), f"bets of {phase.min_bet} with {phase.max_raises} raises as phase {at + 1}"


@_operator
def remove_betting_phase(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Remove a BettingPhase; the only phase of a game stays, and without bets there are no chips."""
    places = _places(genome, BettingPhase)
    if not places or len(genome.phases) == 1:
        return None
    at = rng.choice(places)
    made = genome.with_phases(*genome.phases[:at], *genome.phases[at + 1:])
    return _betting_fitted(made), f"no bets as phase {at + 1}"


@_operator
def change_betting_phase(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Change the size of the bets or the number of raises of a BettingPhase; never above the chips, never 0."""
    places = _places(genome, BettingPhase)
    if not places or not genome.bets:
        return None
    at = rng.choice(places)
    phase = genome.phases[at]
    assert isinstance(phase, BettingPhase)
    if rng.random() < 0.6:
        size = _scaled(phase.min_bet, rng)
        phase = replaced(phase, min_bet=max(1, min(size, genome.setup.starting_chips)))
    else:
        phase = replaced(phase, max_raises=max(0, min(8, phase.max_raises + rng.choice((-2, -1, 1, 2)))))
    return _with_phase(genome, at, phase), f"bets of {phase.min_bet} with {phase.max_raises} raises in phase {at + 1}"


@_operator
def change_starting_chips(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Change the chips a player starts with; a game without betting gets a BettingPhase with them."""
    if not genome.bets:
        chips = rng.choice(CHIPS)
        made = replaced(genome, setup=replaced(genome.setup, starting_chips=chips))
        if not _places(genome, BettingPhase):
            made = made.with_phases(BettingPhase(_min_bet(chips, rng), 3), *genome.phases[:PHASES_MAX - 1])
        return _betting_fitted(made), f"{chips} chips each, and bets"
    chips = max(1, _scaled(genome.setup.starting_chips, rng))
    made = replaced(genome, setup=replaced(genome.setup, starting_chips=chips))
    return _betting_fitted(made), f"{chips} chips each"


# -- the rest of the setup ---------------------------------------------------------------------------------------------


@_operator
def change_cards_per_player(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """One or two cards more or less for everybody."""
    cards = max(1, genome.setup.cards_per_player + rng.choice((-2, -1, 1, 2)))
    return _with_setup(genome, cards_per_player=cards), f"{cards} cards each"


@_operator
def change_deck(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Another deck."""
    deck = rng.choice([name for name in DECKS if name != genome.setup.initial_deck])
    return _with_setup(genome, initial_deck=deck), f"the deck {deck}"


@_operator
def change_ante(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Another ante, or none; at most a quarter of the chips."""
    if not genome.bets:
        return None
    most = max(1, genome.setup.starting_chips // 4)
    ante = rng.choice((0, max(1, most // 20), max(1, most // 10), max(1, most // 5)))
    return _with_setup(genome, ante=min(most, ante)), f"an ante of {min(most, ante)}" if ante else "no ante"


@_operator
def change_trump(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Another trump suit, or none, where tricks are played."""
    if not _places(genome, TrickPhase):
        return None
    suit = rng.choice([suit for suit in (None, *SUITS) if suit != genome.setup.trump_suit])
    return _with_setup(genome, trump_suit=suit), f"{suit} are trumps" if suit else "no trumps"


@_operator
def change_wild_ranks(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """A rank becomes wild, or none is wild any more."""
    ranks: tuple[Any, ...] = () if genome.setup.wild_ranks and rng.random() < 0.6 else (rng.choice(RANKS),)
    return _with_setup(genome, wild_ranks=ranks), f"{ranks[0]} is wild" if ranks else "nothing is wild"


@_operator
def change_board(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """An open card more or less in the middle from the start."""
    board = max(0, genome.setup.board_cards + rng.choice((-1, 1)))
    return _with_setup(genome, board_cards=board), f"{board} cards on the board from the start"


@_operator
def change_pile(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """A card more or less on the pile at the start, where cards are played to it."""
    if not _places(genome, PlayPhase):
        return None
    count = max(0, genome.setup.initial_discard_count + rng.choice((-1, 1, 2)))
    return _with_setup(genome, initial_discard_count=count), f"{count} cards on the pile at the start"


@_operator
def change_tableau(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Another effect of played cards."""
    if not _places(genome, PlayPhase):
        return None
    tableaus: list[Any] = [name for name in ("none", "war", "match_rank") if name != genome.setup.tableau]
    tableau = rng.choice(tableaus)
    return _with_setup(genome, tableau=tableau), f"the tableau {tableau}"


@_operator
def change_side_pots(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Side pots or one single pot."""
    if not genome.bets:
        return None
    side_pots = not genome.setup.side_pots
    return _with_setup(genome, side_pots=side_pots), "side pots" if side_pots else "one single pot"


# -- phases ------------------------------------------------------------------------------------------------------------


@_operator
def add_phase(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Insert a phase other than betting at a random place."""
    if len(genome.phases) >= PHASES_MAX:
        return None
    phase, at = random_phase(rng), rng.randint(0, len(genome.phases))
    phases = [*genome.phases[:at], phase, *genome.phases[at:]]
    return genome.with_phases(*phases), f"{type(phase).__name__} as phase {at + 1}"


@_operator
def remove_phase(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Remove a phase other than betting."""
    places = [at for at, phase in enumerate(genome.phases) if not isinstance(phase, BettingPhase)]
    if not places or len(genome.phases) == 1:
        return None
    at = rng.choice(places)
    words = f"no {type(genome.phases[at]).__name__} as phase {at + 1}"
    return genome.with_phases(*genome.phases[:at], *genome.phases[at + 1:]), words


@_operator
def change_phase(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Change a phase other than betting: how many cards, what is allowed."""
    places = [at for at, phase in enumerate(genome.phases) if not isinstance(phase, BettingPhase)]
    if not places:
        return None
    at = rng.choice(places)
    phase = varied_phase(genome.phases[at], rng)
    return _with_phase(genome, at, phase), f"phase {at + 1} is {phase}"


@_operator
def swap_phases(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Two phases change places."""
    if len(genome.phases) < 2:
        return None
    first, second = sorted(rng.sample(range(len(genome.phases)), 2))
    phases = list(genome.phases)
    phases[first], phases[second] = phases[second], phases[first]
    return genome.with_phases(*phases), f"phases {first + 1} and {second + 1} change places"


@_operator
def change_rounds(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Go through the phases once more or once less."""
    rounds = max(1, min(ROUNDS_MAX, genome.turn_structure.rounds + rng.choice((-1, 1))))
    return genome.with_phases(*genome.phases, rounds=rounds), f"the phases {rounds} times"


# -- winning -----------------------------------------------------------------------------------------------------------


@_operator
def change_win(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Another way to win, in place of one there is; scores come with a rule to count them."""
    kind, at = rng.choice(WINS), rng.randrange(len(genome.win_conditions))
    conditions = list(genome.win_conditions)
    conditions[at] = WinCondition(kind)
    scoring = genome.scoring
    if kind in ("high_score", "low_score") and not scoring:
        scoring = (random_scoring(rng),)
    return replaced(genome, win_conditions=tuple(conditions), scoring=scoring), f"{kind} wins (condition {at + 1})"


@_operator
def change_tie_break(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """One more condition to break ties, or one less."""
    conditions = genome.win_conditions
    if len(conditions) > 1 and rng.random() < 0.5:
        return replaced(genome, win_conditions=conditions[:-1]), f"{conditions[-1].type} breaks no more ties"
    kind = rng.choice(WINS)
    if len(conditions) >= 4:
        return None
    return replaced(genome, win_conditions=(*conditions, WinCondition(kind))), f"{kind} breaks ties"


@_operator
def change_scoring(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Another scoring rule where scores count."""
    if not genome.scoring:
        return None
    at = rng.randrange(len(genome.scoring))
    rules = list(genome.scoring)
    rules[at] = random_scoring(rng)
    return replaced(genome, scoring=tuple(rules)), f"{rules[at].points} points per {rules[at].per}"


@_operator
def change_evaluation(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Another bust limit, or hands valued by poker's order or by its patterns."""
    evaluation = genome.hand_evaluation
    kinds = {condition.type for condition in genome.win_conditions}
    if kinds & {"high_total", "low_total"}:
        limit = rng.choice((0, 15, 18, 21, 25, 31))
        return replaced(genome, hand_evaluation=replaced(evaluation, bust_limit=limit)), f"a bust limit of {limit}"
    if "best_hand" not in kinds:
        return None
    return replaced(genome, hand_evaluation=_other_patterns(genome, rng)), "other combinations count"


@_operator
def change_max_hands(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """A longer or a shorter game."""
    hands = rng.choice([count for count in (1, 5, 10, 20, 50, 100) if count != genome.max_hands])
    return replaced(genome, max_hands=hands), f"{hands} hands at most"


# -- parts made at random ----------------------------------------------------------------------------------------------


def random_phase(rng: Random) -> AnyPhase:
    """Any phase but betting."""
    makers: Sequence[Callable[[], AnyPhase]] = (
        lambda: DrawPhase(rng.randint(1, 3), rng.random() < 0.5, rng.random() < 0.4),
        lambda: DiscardPhase(rng.randint(1, 2), rng.random() < 0.6),
        lambda: ExchangePhase(rng.randint(1, 3)), lambda: RevealPhase(rng.randint(1, 3)),
        lambda: PlayPhase(rng.choice(("any", "any", "match", "higher")), rng.random() < 0.7),
        lambda: TrickPhase(rng.randint(1, 5), rng.random() < 0.8), lambda: PassPhase(rng.randint(1, 3)))
    return rng.choice(makers)()


def varied_phase(phase: AnyPhase, rng: Random) -> AnyPhase:
    """A phase with one of its fields changed."""
    fields = [name for name in phase.__struct_fields__ if name != "from_top"]
    name = rng.choice(fields)
    value = getattr(phase, name)
    if isinstance(value, bool):
        return replaced(phase, **{name: not value})
    if isinstance(value, int):
        return replaced(phase, **{name: max(1, value + rng.choice((-1, 1)))})
    return replaced(phase, **{name: rng.choice(("any", "match", "higher"))})


def random_scoring(rng: Random) -> ScoringRule:
    """Any scoring rule."""
    per: Any = rng.choice(("trick", "card", "left"))
    if per == "trick":
        return ScoringRule(per, rng.choice((1, 2, 5)))
    suit, rank = rng.choice((None, *SUITS)), rng.choice((None, None, *RANKS))
    return ScoringRule(per, rng.choice((-5, -1, 1, 2, 5, 10)), suit, rank)


def _other_patterns(genome: GameGenome, rng: Random) -> HandEvaluation:
    """Poker's combinations in another order, as patterns; or poker's own order again."""
    if genome.hand_evaluation.method == "patterns" and rng.random() < 0.4:
        return HandEvaluation(bust_limit=genome.hand_evaluation.bust_limit)
    patterns = list(genome.hand_evaluation.patterns or POKER_PATTERNS)
    first, second = rng.sample(range(len(patterns)), 2) if len(patterns) > 1 else (0, 0)
    a, b = patterns[first], patterns[second]
    patterns[first], patterns[second] = replaced(a, priority=b.priority), replaced(b, priority=a.priority)
    return HandEvaluation("patterns", tuple(sorted(patterns, key=lambda pattern: -pattern.priority)),
                          bust_limit=genome.hand_evaluation.bust_limit)


def _places(genome: GameGenome, kind: type) -> list[int]:
    return [at for at, phase in enumerate(genome.phases) if isinstance(phase, kind)]


def _with_phase(genome: GameGenome, at: int, phase: AnyPhase) -> GameGenome:
    return genome.with_phases(*genome.phases[:at], phase, *genome.phases[at + 1:])


def _with_setup(genome: GameGenome, **changes: Any) -> GameGenome:
    return replaced(genome, setup=replaced(genome.setup, **changes))


def _min_bet(chips: int, rng: Random) -> int:
    """A bet that chips pay for a few times."""
    return max(1, min(chips, round(chips * rng.choice((0.01, 0.02, 0.05, 0.1)))))


def _scaled(amount: int, rng: Random) -> int:
    return max(1, round(amount * rng.choice((0.5, 0.75, 1.5, 2.0))))


def _betting_fitted(genome: GameGenome) -> GameGenome:
    """Bets and antes that the chips allow; no chips without bets, no ante without chips."""
    if not _places(genome, BettingPhase):
        return _with_setup(genome, starting_chips=0, ante=0)
    chips = genome.setup.starting_chips
    if not chips:
        return genome
    phases = [replaced(phase, min_bet=min(phase.min_bet, chips)) if isinstance(phase, BettingPhase) else phase
              for phase in genome.phases]
    return _with_setup(genome.with_phases(*phases), ante=min(genome.setup.ante, chips))
