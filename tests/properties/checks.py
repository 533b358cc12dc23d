"""The properties themselves: each plays one hand from its start and asserts on the way. The soak runs them too."""

from __future__ import annotations

from random import Random

from croupier import PUBLIC, Action, BadAction, Hand, IllegalAction
from croupier.games.poker.events import Board, Dealt, Drew, Shown

from .lines import Start, face, legal_face, nodes, random_action, view_face

PLAIN = ("FOLD", "CHECK", "CALL", "ALL_IN", "BRING_IN", "COMPLETE", "STAND_PAT")
NOT_CHIPS = (True, 2.0, "20", None, -1, 10**30)


def check_chips(start: Start) -> None:
    """M2: stacks, bets and pots add up to what the hand began with, after every action; at the end all is in stacks."""
    for hand in nodes(start):
        in_pots = sum(pot.amount for pot in hand.pots)
        assert sum(hand.stacks) + sum(hand.bets) + in_pots == start.chips
        assert sum(hand.stacks) + hand.pot == start.chips
        assert min(hand.stacks) >= 0
    assert (sum(hand.stacks), hand.bets, hand.pots) == (start.chips, [0] * len(start.stacks), [])
    assert sum(hand.payoffs) == sum(start.dead or ())
    assert all(payoff <= 0 for seat, payoff in enumerate(hand.payoffs) if seat not in hand.live)


# -- legal() never lies ------------------------------------------------------------------------------------------------


def check_legal(start: Start) -> None:
    """B10: what legal() holds is taken, what it does not hold is refused and changes nothing."""
    rng = Random(start.play)
    for hand in nodes(start):
        legal, before, refuser = hand.legal(), face(hand), hand.clone()
        for action in candidates(hand, rng):
            if action in legal:
                assert is_taken(hand.clone(), action), f"{action} at\n{hand}"
            else:
                assert not is_taken(refuser, action), f"{action} at\n{hand}"
        check_bounds(hand)
        assert face(hand) == face(refuser) == before


def candidates(hand: Hand, rng: Random) -> list[Action]:
    """Every kind of action, amounts at and around every bound, some of what is no amount."""
    legal = hand.legal()
    found = [Action(kind) for kind in PLAIN] + list(legal.menu(6))
    seat = hand.actor or 0
    reach = hand.bets[seat] + hand.stacks[seat]
    edges = {0, hand.price, reach, legal.min_raise_to or 1, legal.max_raise_to or 1, rng.randint(0, 500)}
    amounts = [*sorted({edge + by for edge in edges for by in (-1, 0, 1)}), *NOT_CHIPS]
    found += [Action(kind, amount) for kind in ("BET", "RAISE", "RAISE_TO") for amount in amounts]
    found += [Action("CALL", 5), Action("DISCARD", None, "AsKs"), Action("FOLD", None, "As"), Action("SHRUG")]
    hole = hand.hole(seat)
    return [*found, Action("DISCARD", None, hole[:1]), Action("DISCARD", None, hole)]


def is_taken(hand: Hand, action: Action) -> bool:
    """Whether a hand takes the action; after a refusal the same choices stand."""
    before = str(hand.legal())
    try:
        hand.apply(action)
    except (IllegalAction, BadAction):
        assert str(hand.legal()) == before, f"{action} was refused but changed the hand"
        return False
    return True


def check_bounds(hand: Hand) -> None:
    """The bounds are exact, and words, kinds and bounds of legal() say the same."""
    legal = hand.legal()
    if hand.is_over:
        assert not legal
        assert legal.kinds == ()
        return
    assert all(action in legal for action in legal.plain())
    for kind in PLAIN:
        assert (kind in legal.kinds) == is_taken(hand.clone(), Action(kind)), f"{kind} at\n{hand}"
    if legal.max_raise_to is not None:
        low, high = legal.min_raise_to, legal.max_raise_to
        taken = [is_taken(hand.clone(), Action("RAISE_TO", to)) for to in (low - 1, low, high, high + 1)]
        assert taken == [False, True, True, False], f"{low}..{high} at\n{hand}"


# -- copies ------------------------------------------------------------------------------------------------------------


def check_clones(start: Start) -> None:
    """A copy looks the same, and neither feels what is done to the other."""
    rng = Random(~start.play)
    for hand in nodes(start):
        twin, before = hand.clone(), face(hand)
        assert face(twin) == before
        if not hand.is_over:
            twin.apply(random_action(twin, rng))
            assert face(hand) == before
            assert len(twin.actions) == len(hand.actions) + 1


def check_undo(start: Start) -> None:
    """Act and undo: everything is as before, down to the cards still to come."""
    rng = Random(~start.play)
    for hand in nodes(start):
        if hand.is_over:
            break
        before, ahead = face(hand), played_out(hand, start.play)
        hand.apply(random_action(hand, rng))
        hand.undo()
        assert face(hand) == before
        assert played_out(hand, start.play) == ahead
    while hand.actions:
        hand.undo()
    assert face(hand) == face(start.deal())


def played_out(hand: Hand, seed: int) -> tuple:
    """How a copy looks at the end of a random line."""
    twin, rng = hand.clone(), Random(seed)
    while not twin.is_over:
        twin.apply(random_action(twin, rng))
    return face(twin)


def check_same_seed(start: Start) -> None:
    """The same start is the same hand, action by action."""
    for one, other in zip(nodes(start), nodes(start), strict=True):
        assert face(one) == face(other)


def check_absent(start: Start) -> None:
    """Seats that are not dealt in change nothing: the others play the same hand as if the chairs were taken away."""
    table = start.game.rules.seats
    chairs = sorted(Random(start.play).sample(range(table), len(start.stacks)))  # where the players sit
    hand, wide = start.deal(), deal_among(start, chairs, table)
    for action in [*(action for action, _ in steps(start)), None]:
        for name in ("stacks", "bets", "payoffs"):
            assert [getattr(wide, name)[chair] for chair in chairs] == getattr(hand, name)
        assert [wide.hole(chair) for chair in chairs] == [hand.hole(seat) for seat in range(len(chairs))]
        assert wide.actor == (None if hand.is_over else chairs[hand.actor])
        assert legal_face(wide.legal())[1:] == legal_face(hand.legal())[1:]
        if action is not None:
            hand.apply(action)
            wide.apply(action)


def deal_among(start: Start, chairs: list[int], table: int) -> Hand:
    """The same players with empty chairs between them."""
    stacks, dead = [0] * table, [0] * table
    for seat, chair in enumerate(chairs):
        stacks[chair] = start.stacks[seat]
        dead[chair] = start.dead[seat] if start.dead else 0
    absent = [chair for chair in range(table) if chair not in chairs]
    return start.game.deal(stacks, button=chairs[start.button], deck=start.deck(), seed=start.seed, out=absent,
                           dead=dead)


# -- sight -------------------------------------------------------------------------------------------------------------


def check_views(start: Start) -> None:
    """B12, N10: two deals that differ only in cards a viewer may not see look the same until cards are shown.

    If they differ only in cards that never were shown, folded ones among them, they look the same to the very end.
    """
    viewer = start.play % (len(start.stacks) + 1)
    viewer = PUBLIC if viewer == len(start.stacks) else viewer
    line = [slots_of(step) for step in steps(start)]
    *_, end = nodes(start)
    seen = seen_before_showdown(end, viewer)
    shown = {card for event in end.events if isinstance(event, Shown) for card in event.cards}
    compare_views(start, line, viewer, seen, to_the_end=not shown)
    compare_views(start, line, viewer, seen | shown, to_the_end=True)


def compare_views(start: Start, line: list, viewer: int | str, kept: set[int], to_the_end: bool) -> None:
    """Play the line in two deals that share only the cards kept, and look at both."""
    one, other = start.deal(), start.deal(shuffled_but(start, kept))
    for step in line:
        assert view_face(one.observe(viewer)) == view_face(other.observe(viewer))
        play_slots(one, step)
        play_slots(other, step)
    if to_the_end:
        assert view_face(one.observe(viewer)) == view_face(other.observe(viewer))


def steps(start: Start):
    """Each action of the line with the cards its seat held when it acted."""
    hand, rng = start.deal(), Random(start.play)
    while not hand.is_over:
        action = random_action(hand, rng)
        yield action, hand.hole(hand.actor)
        hand.apply(action)


def slots_of(step: tuple) -> tuple[Action, tuple[int, ...]]:
    """An action, its discards as slots: the other deal holds other cards there."""
    action, hole = step
    return action, tuple(hole.index(card) for card in action.cards)


def play_slots(hand: Hand, step: tuple) -> None:
    action, slots = step
    if action.kind == "DISCARD":
        hole = hand.hole(hand.actor)
        action = Action("DISCARD", None, [hole[slot] for slot in slots])
    hand.apply(action)


def seen_before_showdown(end: Hand, viewer: int | str) -> set[int]:
    """The cards a viewer got to see in the course of the hand."""
    seen = set()
    for event in end.events:
        if isinstance(event, Board) or (isinstance(event, Dealt) and (event.up or event.seat == viewer)):
            seen.update(event.cards)
        elif isinstance(event, Drew) and event.seat == viewer:
            seen.update(event.drawn)
    return seen


def shuffled_but(start: Start, kept: set[int]) -> list[int]:
    """The deck with all cards but those kept dealt to other places."""
    deck = start.deck()
    moved = [card for card in deck if card not in kept]
    again = iter(Random(start.play).sample(moved, len(moved)))
    return [card if card in kept else next(again) for card in deck]


def check_redeal(start: Start) -> None:
    """A guess shows its seat the same, holds each card once, and can be played to the end."""
    for at, hand in enumerate(nodes(start)):
        seat = at % len(start.stacks)
        guess = hand.redeal(seat, start.seed + at)
        assert view_face(guess.observe(seat)) == view_face(hand.observe(seat))
        holders = guess.live if start.game.rules.has_draws else range(len(start.stacks))  # folded cards may come back
        cards = [*guess.board, *(card for s in holders for card in guess.hole(s))]
        assert len(set(cards)) == len(cards)
        assert all(52 - start.game.rules.deck <= card < 52 for card in cards)
        end = list(nodes(start, guess))[-1]
        assert sum(end.stacks) == start.chips


# -- what the round keeps at hand --------------------------------------------------------------------------------------


def check_sets(start: Start) -> None:
    """B2: `able` and `waiting`, kept at hand by the round, are what stacks and `acted_at` say (interpreted only)."""
    for hand in nodes(start):
        if hand.is_over or hand.legal().discard:
            continue
        able = {seat for seat in hand.live if hand.stacks[seat]}
        around = hand.engine.round
        assert members(around.able) == able
        assert members(around.waiting) == {seat for seat in able if around.acted_at[seat] < hand.price}
        assert hand.actor in members(around.waiting)


def members(seats: int) -> set[int]:
    return {seat for seat in range(10) if seats >> seat & 1}
