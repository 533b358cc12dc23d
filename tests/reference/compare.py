"""Counting the tree, and walking it in two engines at once."""

from collections.abc import Callable, Iterator
from random import Random

from .hand import Hand, Legal, Move
from .poker import Poker
from .step import Step

FACE = ("fold", "check", "call", "min_raise_to", "max_raise_to")
Line = tuple[Move, ...]


def perft(setup: Poker | Step, depth: int | None = None) -> int:
    """How many complete legal action sequences a game has; with a depth, sequences cut off there count as well."""
    return _leaves(Hand.deal(setup), depth)


def _leaves(hand: Hand, depth: int | None) -> int:
    if hand.is_over or depth == 0:
        return 1
    return sum(_leaves(hand.apply(move), None if depth is None else depth - 1) for move in hand.legal().moves())


def compare_tree(make_naive: Callable, make_other: Callable, refusals: bool = False) -> int:
    """Walk the whole tree in both engines and return the number of leaves; AssertionError names the line that differs.

    With `refusals` the other engine must also refuse the nearest illegal moves at every node and change nothing (B10).
    """
    return _walk(make_naive(), make_other(), (), refusals)


def _walk(naive: Hand, other, line: Line, refusals: bool) -> int:
    check_same(naive, other, line)
    if naive.is_over:
        return 1
    if refusals:
        check_refusals(naive, other, line)
    return sum(_walk(naive.apply(m), _after(other, m), (*line, m), refusals) for m in naive.legal().moves())


def compare_random(make_naive: Callable, make_other: Callable, rng: Random, refusals: bool = False) -> Line:
    """Play one random line in both engines and return it."""
    naive, other, line = make_naive(), make_other(), ()
    while True:
        check_same(naive, other, line)
        if naive.is_over:
            return line
        if refusals:
            check_refusals(naive, other, line)
        move = random_move(naive.legal(), rng)
        naive, line = naive.apply(move), (*line, move)
        play(other, move)


def random_move(legal: Legal, rng: Random) -> Move:
    """Folds are rare and raises often minimal or all-in, so that hands get long and stacks get short."""
    moves: list[Move] = [("fold", None)] if legal.fold else []
    moves += [("check", None)] * 4 if legal.check else [("call", None)] * 4
    if legal.min_raise_to is not None:
        low, high = legal.min_raise_to, legal.max_raise_to
        moves += [("raise", low)] * 2 + [("raise", high), ("raise", rng.randint(low, high))]
    return rng.choice(moves)


def check_same(naive: Hand, other, line: Line) -> None:
    """Equal at a node: over or not, actor, legal choices, stacks, bets; at a leaf: final stacks and payoffs."""
    _equal("is_over", naive.is_over, bool(other.is_over), naive, line)
    _equal("stacks", naive.stacks, list(other.stacks), naive, line)
    if naive.is_over:
        _equal("payoffs", naive.payoffs, list(other.payoffs), naive, line)
        return
    _equal("actor", naive.actor, other.actor, naive, line)
    _equal("bets", naive.bets, list(other.bets), naive, line)
    mine, theirs = naive.legal(), other.legal()
    for field in FACE:
        _equal(f"legal().{field}", getattr(mine, field), getattr(theirs, field), naive, line)


def _equal(what: str, mine, theirs, naive: Hand, line: Line) -> None:
    assert mine == theirs, f"{what}: reference {mine}, other {theirs}\nafter {list(line)}\nin {naive.setup}"


def check_refusals(naive: Hand, other, line: Line) -> None:
    """Each near miss must be refused by an error, and the other engine must stand as before."""
    for move in near_misses(naive):
        trial = other.clone()
        try:
            play(trial, move)
        except Exception:
            check_same(naive, trial, line)
        else:
            raise AssertionError(f"{move} was not refused\nafter {list(line)}\nin {naive.setup}")


def near_misses(naive: Hand) -> Iterator[Move]:
    """The illegal moves closest to the legal ones."""
    legal, bet, stack = naive.legal(), naive.bets[naive.actor], naive.stacks[naive.actor]
    bounds = {naive.price, naive.price + 1, bet + stack, bet + stack + 1}
    if legal.min_raise_to is not None:
        bounds |= {legal.min_raise_to - 1, legal.max_raise_to + 1}
    tries = [("fold", None), ("check", None), ("call", None), *(("raise", to) for to in sorted(bounds))]
    return (move for move in tries if move not in legal)


def play(engine, move: Move) -> None:
    """Make a move in an engine that changes in place, through croupier's public names."""
    kind, to = move
    if kind == "raise":
        engine.raise_to(to)
    else:
        getattr(engine, kind)()


def _after(engine, move: Move):
    engine = engine.clone()
    play(engine, move)
    return engine
