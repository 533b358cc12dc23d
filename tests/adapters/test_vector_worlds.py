"""Two worlds on the vectorised environment's arrays: tables that differ only in hidden cards have equal rows.

Among thousands of tables some deal a seat the same cards and show everybody the same open cards, while the other
players' cards and the rest of the deck differ. Both tables of such a pair take the same actions. Whenever the seat is
to act, its rows in the arrays are equal byte by byte, until cards are revealed that differ.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

np = pytest.importorskip("numpy", reason="the extra `envs` is not installed")

from tests.adapters.lockstep_vector import dealt  # noqa: E402
from tests.games.every_game import CODES, stakes  # noqa: E402

import croupier  # noqa: E402
from croupier.adapters.envs import VectorTables  # noqa: E402

pytestmark = pytest.mark.extras
CALL, RAISE = 1, 2
STEPS = 24
PAIRS = 40
TABLES = 8000
"""So many that every seat is dealt the same cards at some two of them."""
STUD = ("F7S", "F7S/8", "FR")


def visible(hand: croupier.Hand, seat: int) -> tuple[object, ...]:
    """The cards that a seat may see: its own, the board, and the open cards of everybody."""
    seats = range(len(hand.stacks))
    open_cards = [str(hand.observe(viewer).cards_of(holder)) for viewer in (seat, (seat + 1) % len(seats))
                  for holder in seats if holder != viewer and seat in (viewer, holder)]
    return frozenset(hand.hole(seat)), str(hand.board), tuple(open_cards)


def pairs_of(hands: list[croupier.Hand], seats: int) -> list[tuple[int, int, int]]:
    """Pairs of tables, with the seat that may see the same cards at both."""
    found = []
    for seat in range(seats):
        seen = defaultdict(list)
        for table, hand in enumerate(hands):
            seen[visible(hand, seat)].append(table)
        same = [(tables[0], tables[1], seat) for tables in seen.values() if len(tables) > 1]
        found += same[:PAIRS]
    return found


def scripted(tables: VectorTables, step: int) -> np.ndarray:
    """The same plan at every table: a raise in some steps where it is legal, else a call; no card is exchanged."""
    stand_pat = tables.encoding.sizes.betting
    is_drawing = tables.masks[:, CALL] == 0
    calls = np.where(is_drawing, stand_pat, CALL)
    return np.where(tables.masks[:, RAISE] == 1, RAISE, calls) if step % 5 == 1 else calls


@pytest.mark.parametrize(("code", "seats"), [(code, seats) for code in CODES for seats in (2, 3)
                                             if seats == 2 or code not in STUD])
def test_tables_that_differ_only_in_hidden_cards_have_equal_rows(code, seats):
    tables = VectorTables(croupier.game(code, **stakes(code)), TABLES, seats, [400] * seats, seed=5)
    hands = [dealt(tables, table) for table in range(tables.tables)]
    pairs = pairs_of(hands, seats)
    assert {seat for *_, seat in pairs} == set(range(seats))
    for one, two, seat in pairs:
        assert any(hands[one].hole(other) != hands[two].hole(other) for other in range(seats) if other != seat)
    followed, compared = {table for one, two, _ in pairs for table in (one, two)}, set()
    for step in range(STEPS):
        pairs = [(one, two, seat) for one, two, seat in pairs if not hands[one].is_over and not hands[two].is_over
                 and visible(hands[one], seat) == visible(hands[two], seat)]
        for one, two, seat in pairs:
            assert tables.seat_to_act[one] == tables.seat_to_act[two]
            if tables.seat_to_act[one] == seat:
                assert tables.observations[one].tobytes() == tables.observations[two].tobytes()
                assert tables.masks[one].tobytes() == tables.masks[two].tobytes()
                compared.add(seat)
        actions = scripted(tables, step)
        for table in followed:
            hand = hands[table]
            if not hand.is_over:
                hand.apply(tables.encoding.action(int(actions[table]), hand.observe(hand.actor)))
        tables.step(actions)
    assert compared == set(range(seats))
