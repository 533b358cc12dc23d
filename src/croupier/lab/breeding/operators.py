"""Change genomes by operators. Each operator makes one small change and adds a description of it to the lineage.

An operator takes a genome and a random generator and returns a changed genome, or None if it has nothing to change. The
result has no new faults (`check.faults`). If a change would make the game invalid, the operator also changes other
parts, or gives up. For example, if the last betting phase is removed, the game's chips are removed too, and if more
cards are dealt, the maximum number of players is reduced. `mutate` applies one operator. `crossover` puts phases of one
game into another. The lineage of the result lists the changes, oldest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from croupier.errors import short
from croupier.games.genome.check import faults, is_sound, served
from croupier.games.genome.values import (
    DECKS,
    PHASES_MAX,
    ROUNDS_MAX,
    AnyPhase,
    BadGenome,
    BettingPhase,
    BlindsPhase,
    GameGenome,
    PlayPhase,
    TrickPhase,
    WinCondition,
    replaced,
)
from croupier.lab.breeding.parts import (
    RANKS,
    SUITS,
    check_rng,
    other_patterns,
    random_effects,
    random_phase,
    random_scoring,
    varied_phase,
)

LINEAGE_MAX = 200
"""The maximum number of changes in a lineage. The oldest changes are dropped."""
CHIPS = (100, 500, 1000, 2000)
SIZES = (5, 10, 20, 50)
"""The sizes of bets in new betting phases, as far as the players have enough chips."""
WINS: tuple[Any, ...] = ("best_hand", "high_card", "low_card", "high_total", "low_total", "most_tricks",
                         "fewest_tricks", "most_captured", "first_to_empty", "high_score", "low_score")

Operator = Callable[[GameGenome, Random], "GameGenome | None"]
OPERATORS: dict[str, Operator] = {}
"""All mutations by name."""


def _operator(change: Callable[[GameGenome, Random], tuple[GameGenome, str] | None]) -> Operator:
    """Register a function as an operator. Its result is repaired, checked and given a lineage."""
    name = change.__name__

    def operator(genome: GameGenome, rng: Random) -> GameGenome | None:
        _check(genome, rng)
        try:
            made = change(genome, rng)
        except BadGenome:  # a value is outside the limits of a genome, so this change is impossible
            return None
        return None if made is None else _sound(made[0], f"{name}: {made[1]}", genome)

    operator.__name__, operator.__doc__ = name, change.__doc__
    OPERATORS[name] = operator
    return operator


def _check(genome: object, rng: object) -> None:
    """Raise BadGenome unless the arguments are a genome and a random generator."""
    if not isinstance(genome, GameGenome):
        raise BadGenome(f"a GameGenome is wanted, not {type(genome).__name__}")
    check_rng(rng)


def _sound(genome: GameGenome, words: str, parent: GameGenome | None = None) -> GameGenome | None:
    """Return the genome with its number of players and its lineage corrected, or None if it has a fault that its parent
    does not have.
    """
    setup, most = genome.setup, served(genome)
    if setup.max_players is not None and most >= 2:
        least = min(setup.min_players, most)
        genome = replaced(genome, setup=replaced(setup, min_players=least, max_players=min(setup.max_players, most)))
    genome = replaced(genome, lineage=(*genome.lineage, words)[-LINEAGE_MAX:])
    return genome if is_sound(genome) or (parent is not None and _is_as_sound(genome, parent)) else None


def _is_as_sound(genome: GameGenome, parent: GameGenome) -> bool:
    """Return True if a game can be played and has only faults that its parent has too. Faults are compared without the
    position of their phase.
    """
    found = faults(genome)
    fresh = Counter(fault.reason for fault in found) - Counter(fault.reason for fault in faults(parent))
    return not fresh and not any(fault.fatal for fault in found)


def mutate(genome: GameGenome, rng: Random, operators: Iterable[str] | None = None, tries: int = 40) -> GameGenome:
    """Apply a random operator, and return the changed genome. Return the genome itself if no attempt gave a valid
    game.
    """
    _check(genome, rng)
    names = _named(operators)
    if type(tries) is not int:
        raise BadGenome(f"tries are a whole number, not {short(tries)}")
    for _ in range(tries):
        made = OPERATORS[rng.choice(names)](genome, rng)
        if made is not None and made != genome:
            return made
    return genome


def _named(operators: Iterable[str] | None) -> list[str]:
    """Return the operators with these names; by default, return all operators."""
    if operators is not None and not isinstance(operators, Iterable):
        raise BadGenome(f"operators are a list of names, not {short(operators)}")
    names = list(OPERATORS if operators is None else operators)
    strangers = [short(name) for name in names if not isinstance(name, str) or name not in OPERATORS]
    if strangers or not names:
        raise BadGenome(f"there is no operator {', '.join(strangers)}: there are {', '.join(OPERATORS)}" if names else
                        f"no operator to choose from: there are {', '.join(OPERATORS)}")
    return names


def crossover(genome: GameGenome, other: GameGenome, rng: Random) -> GameGenome | None:
    """Replace the phases of the first game, from a random one on, by phases of the second game. Take over the second
    game's win condition if the first game's does not fit.
    """
    _check(genome, rng)
    _check(other, rng)
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


# -- betting: the four operators of the specification
# ------------------------------------------------------------------------------------------


@_operator
def add_betting_phase(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Insert a BettingPhase at a random place. A game without chips gets 1000 for each player."""
    if len(genome.phases) >= PHASES_MAX:
        return None
    chips = genome.setup.starting_chips or 1000
    phase = BettingPhase(rng.choice([size for size in SIZES if size <= chips] or [chips]), rng.randint(1, 4))
    at = rng.randint(0, len(genome.phases))
    phases = [*genome.phases[:at], phase, *genome.phases[at:]]
    made = _betting_fitted(_with_setup(genome, starting_chips=chips).with_phases(*phases))
    return made, f"bets of {phase.min_bet} with {phase.max_raises} raises as phase {at + 1}"


@_operator
def remove_betting_phase(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Remove a BettingPhase unless it is the game's only phase. If no bets are left, remove the chips too."""
    places = _places(genome, BettingPhase)
    if not places or len(genome.phases) == 1:
        return None
    at = rng.choice(places)
    made = genome.with_phases(*genome.phases[:at], *genome.phases[at + 1:])
    return _betting_fitted(made), f"no bets as phase {at + 1}"


@_operator
def change_betting_phase(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Change the bets of a BettingPhase by up to half, at most to the starting chips, or its number of raises by one
    (from 1 to 5).
    """
    places = _places(genome, BettingPhase)
    if not places or not genome.bets:
        return None
    at = rng.choice(places)
    before = phase = genome.phases[at]
    assert isinstance(phase, BettingPhase)
    if rng.random() < 0.5:
        phase = replaced(phase, min_bet=max(1, min(_shaken(phase.min_bet, rng), genome.setup.starting_chips)))
    else:
        phase = replaced(phase, max_raises=max(1, min(5, phase.max_raises + rng.choice((-1, 1)))))
    if phase == before:
        return None
    made = _betting_fitted(_with_phase(genome, at, phase))
    return made, f"bets of {phase.min_bet} with {phase.max_raises} raises in phase {at + 1}"


@_operator
def change_starting_chips(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Change the starting chips by up to half. A game without chips gets chips, and also a betting phase if it has
    none.
    """
    if not genome.bets:
        return _with_chips(genome, rng.choice(CHIPS))
    if not _places(genome, BettingPhase):
        return _betting_fitted(genome), "no chips, for nothing bets them"
    chips = max(10, _shaken(genome.setup.starting_chips, rng))
    if chips == genome.setup.starting_chips:
        return None
    return _betting_fitted(_with_setup(genome, starting_chips=chips)), f"{chips} chips each"


def _with_chips(genome: GameGenome, chips: int) -> tuple[GameGenome, str] | None:
    """Return the game with chips. If the game has no betting phase, put one at the start, with bets of a tenth of the
    chips.
    """
    made = _with_setup(genome, starting_chips=chips)
    if not _places(genome, BettingPhase):
        if len(genome.phases) >= PHASES_MAX:
            return None
        made = made.with_phases(BettingPhase(_tenth(chips), 3), *genome.phases)
    return _betting_fitted(made), f"{chips} chips each, and bets"


# -- the rest of the setup ---------------------------------------------------------------------------------------------


@_operator
def change_cards_per_player(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Deal one or two cards more or fewer to each player."""
    cards = max(1, genome.setup.cards_per_player + rng.choice((-2, -1, 1, 2)))
    return _with_setup(genome, cards_per_player=cards), f"{cards} cards each"


@_operator
def change_deck(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Change the deck."""
    deck = rng.choice([name for name in DECKS if name != genome.setup.initial_deck])
    return _with_setup(genome, initial_deck=deck), f"the deck {deck}"


@_operator
def change_ante(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Change or remove the ante, which is at most a quarter of the chips."""
    if not genome.bets:
        return None
    most = max(1, genome.setup.starting_chips // 4)
    ante = rng.choice((0, max(1, most // 20), max(1, most // 10), max(1, most // 5)))
    return _with_setup(genome, ante=min(most, ante)), f"an ante of {min(most, ante)}" if ante else "no ante"


@_operator
def change_trump(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Change or remove the trump suit of a game with tricks."""
    if not _places(genome, TrickPhase):
        return None
    suit = rng.choice([suit for suit in (None, *SUITS) if suit != genome.setup.trump_suit])
    return _with_setup(genome, trump_suit=suit), f"{suit} are trumps" if suit else "no trumps"


@_operator
def change_wild_ranks(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Make one rank wild, or remove all wild ranks."""
    ranks: tuple[Any, ...] = () if genome.setup.wild_ranks and rng.random() < 0.6 else (rng.choice(RANKS),)
    return _with_setup(genome, wild_ranks=ranks), f"{ranks[0]} is wild" if ranks else "nothing is wild"


@_operator
def change_board(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Deal one board card more or fewer."""
    board = max(0, genome.setup.board_cards + rng.choice((-1, 1)))
    return _with_setup(genome, board_cards=board), f"{board} cards on the board from the start"


@_operator
def change_pile(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Start the pile with one card more or fewer, in a game where cards are played to it."""
    if not _places(genome, PlayPhase):
        return None
    count = max(0, genome.setup.initial_discard_count + rng.choice((-1, 1, 2)))
    return _with_setup(genome, initial_discard_count=count), f"{count} cards on the pile at the start"


@_operator
def change_tableau(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Change the effect of played cards."""
    if not _places(genome, PlayPhase):
        return None
    tableaus: list[Any] = [name for name in ("none", "war", "match_rank") if name != genome.setup.tableau]
    tableau = rng.choice(tableaus)
    return _with_setup(genome, tableau=tableau), f"the tableau {tableau}"


@_operator
def change_side_pots(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Switch side pots on or off."""
    if not genome.bets:
        return None
    side_pots = not genome.setup.side_pots
    return _with_setup(genome, side_pots=side_pots), "side pots" if side_pots else "one single pot"


@_operator
def change_effects(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Give some ranks an effect when they are played to the pile, or remove all effects."""
    if not _places(genome, PlayPhase):
        return None
    effects = () if genome.setup.effects and rng.random() < 0.5 else random_effects(rng)
    words = ", ".join(f"{found.rank} {found.effect}" for found in effects) or "no effects"
    return _with_setup(genome, effects=effects), words


@_operator
def change_books(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Add or remove books: the rule that players at once lay down two, three or four cards of a rank."""
    books = rng.choice([size for size in (0, 2, 3, 4) if size != genome.setup.books])
    return _with_setup(genome, books=books), f"books of {books}" if books else "no books"


@_operator
def change_blinds(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Give a betting round blinds, with the big blind equal to the bet, or remove its blinds."""
    places = _places(genome, BettingPhase)
    if not places or not genome.bets:
        return None
    at = rng.choice(places)
    phase = genome.phases[at]
    assert isinstance(phase, BettingPhase)
    bet, raises = phase.min_bet, phase.max_raises
    if isinstance(phase, BlindsPhase):
        return _with_phase(genome, at, BettingPhase(bet, raises)), f"no blinds in phase {at + 1}"
    return (_with_phase(genome, at, BlindsPhase(bet, raises, bet // 2, bet)),
            f"blinds of {bet // 2} and {bet} in phase {at + 1}")


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
    """Change one field of a phase other than betting, such as its number of cards."""
    places = [at for at, phase in enumerate(genome.phases) if not isinstance(phase, BettingPhase)]
    if not places:
        return None
    at = rng.choice(places)
    phase = varied_phase(genome.phases[at], rng)
    return _with_phase(genome, at, phase), f"phase {at + 1} is {phase}"


@_operator
def swap_phases(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Swap two phases."""
    if len(genome.phases) < 2:
        return None
    first, second = sorted(rng.sample(range(len(genome.phases)), 2))
    phases = list(genome.phases)
    phases[first], phases[second] = phases[second], phases[first]
    return genome.with_phases(*phases), f"phases {first + 1} and {second + 1} change places"


@_operator
def change_rounds(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Repeat the phases one time more or one time fewer in each hand."""
    rounds = max(1, min(ROUNDS_MAX, genome.turn_structure.rounds + rng.choice((-1, 1))))
    return genome.with_phases(*genome.phases, rounds=rounds), f"the phases {rounds} times"


@_operator
def change_turns(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Switch the order of play: either each player goes through all phases in one turn, or all players play each phase
    together.
    """
    turns = genome.turn_structure
    if len(turns.phases) < 2:
        return None
    words = "everybody goes through each phase" if turns.by_player else "each player goes through all phases"
    return replaced(genome, turn_structure=replaced(turns, by_player=not turns.by_player)), words


# -- winning -----------------------------------------------------------------------------------------------------------


@_operator
def change_win(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Replace a win condition. If the new condition is the score, add a scoring rule."""
    kind, at = rng.choice(WINS), rng.randrange(len(genome.win_conditions))
    conditions = list(genome.win_conditions)
    conditions[at] = WinCondition(kind)
    scoring = genome.scoring
    if kind in ("high_score", "low_score") and not scoring:
        scoring = (random_scoring(rng),)
    return replaced(genome, win_conditions=tuple(conditions), scoring=scoring), f"{kind} wins (condition {at + 1})"


@_operator
def change_tie_break(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Add or remove a condition that breaks ties."""
    conditions = genome.win_conditions
    if len(conditions) > 1 and rng.random() < 0.5:
        return replaced(genome, win_conditions=conditions[:-1]), f"{conditions[-1].type} breaks no more ties"
    kind = rng.choice(WINS)
    if len(conditions) >= 4:
        return None
    return replaced(genome, win_conditions=(*conditions, WinCondition(kind))), f"{kind} breaks ties"


@_operator
def change_scoring(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Change the scoring rule of a game that counts scores."""
    if not genome.scoring:
        return None
    at = rng.randrange(len(genome.scoring))
    rules = list(genome.scoring)
    rules[at] = random_scoring(rng)
    return replaced(genome, scoring=tuple(rules)), f"{rules[at].points} points per {rules[at].per}"


@_operator
def change_evaluation(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Change the bust limit, or switch between poker's order of hands and patterns."""
    evaluation = genome.hand_evaluation
    kinds = {condition.type for condition in genome.win_conditions}
    if kinds & {"high_total", "low_total"}:
        limit = rng.choice((0, 15, 18, 21, 25, 31))
        return replaced(genome, hand_evaluation=replaced(evaluation, bust_limit=limit)), f"a bust limit of {limit}"
    if "best_hand" not in kinds:
        return None
    return replaced(genome, hand_evaluation=other_patterns(genome, rng)), "other combinations count"


@_operator
def change_max_hands(genome: GameGenome, rng: Random) -> tuple[GameGenome, str] | None:
    """Make the game longer or shorter."""
    hands = rng.choice([count for count in (1, 5, 10, 20, 50, 100) if count != genome.max_hands])
    return replaced(genome, max_hands=hands), f"{hands} hands at most"


# -- what the changes are made of --------------------------------------------------------------------------------------


def _places(genome: GameGenome, kind: type) -> list[int]:
    return [at for at, phase in enumerate(genome.phases) if isinstance(phase, kind)]


def _with_phase(genome: GameGenome, at: int, phase: AnyPhase) -> GameGenome:
    return genome.with_phases(*genome.phases[:at], phase, *genome.phases[at + 1:])


def _with_setup(genome: GameGenome, **changes: Any) -> GameGenome:
    return replaced(genome, setup=replaced(genome.setup, **changes))


def _tenth(chips: int) -> int:
    """Return a tenth of the chips, as the size of a bet."""
    return max(1, chips // 10)


def _shaken(amount: int, rng: Random) -> int:
    """Return an amount changed at random by up to half. The result is rounded to two digits if possible, because people
    prefer to count 1,400 chips rather than 1,401.
    """
    made = round(amount * rng.uniform(0.5, 1.5))
    smooth = int(float(f"{made:.1e}"))
    return smooth if 0.5 * amount <= smooth <= 1.5 * amount else made


def _affordable(phase: BettingPhase, chips: int) -> BettingPhase:
    """Return a betting round whose bets and blinds are reduced to what the chips allow."""
    bet = _tenth(chips) if phase.min_bet > chips else phase.min_bet
    if not isinstance(phase, BlindsPhase):
        return replaced(phase, min_bet=bet)
    big = min(phase.big_blind, bet)
    return replaced(phase, min_bet=bet, big_blind=big, small_blind=min(phase.small_blind, big))


def _betting_fitted(genome: GameGenome) -> GameGenome:
    """Return the game with bets and antes that the chips allow. A bet that is too high becomes a tenth of the chips. A
    game without bets loses its chips and its ante.
    """
    if not _places(genome, BettingPhase):
        return _with_setup(genome, starting_chips=0, ante=0)
    chips = genome.setup.starting_chips
    if not chips:
        return genome
    phases = [_affordable(phase, chips) if isinstance(phase, BettingPhase) else phase for phase in genome.phases]
    return _with_setup(genome.with_phases(*phases), ante=min(genome.setup.ante, chips))
