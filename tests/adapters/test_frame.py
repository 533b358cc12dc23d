"""Decisions as Arrow rows: for every game they say what the engine said when the decision was made."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from random import Random

import pytest

pa = pytest.importorskip("pyarrow", reason="the extra `data` is not installed")

import pyarrow.parquet as pq  # noqa: E402
from tests.games.every_game import CODES, stakes  # noqa: E402

import croupier  # noqa: E402
from croupier.adapters.data.arrow import SCHEMA, batches, write_parquet  # noqa: E402
from croupier.adapters.encoding.poker import PokerEncoding  # noqa: E402
from croupier.cli import main  # noqa: E402

pytestmark = pytest.mark.extras


def played(code: str, seed: int, seats: int) -> tuple[croupier.HandRecord, list[dict[str, object]]]:
    """A random hand on record, and each decision as the engine had it."""
    stacks = [200, 35, 1000, 150, 77, 300, 20, 400][:seats]
    encoding = PokerEncoding(croupier.game(code, **stakes(code)), seats, stacks, "full")
    hand, chance, rows = encoding.start(seed), Random(seed), []
    while not hand.is_over:
        view = hand.observe(hand.actor)
        seat = hand.actor
        rows.append({"street": hand.street, "player": f"player {seat}", "live": len(hand.live), "pot": hand.pot,
                     "price": hand.price, "to_call": view.legal.call or 0, "stack": hand.stacks[seat],
                     "bet": hand.bets[seat], "cards": str(view.hole), "board": str(hand.board)})
        legal = encoding.legal(view)
        hand.apply(encoding.action(chance.choice([*legal[:2], *legal[:2], *legal]), view))
    events = [event for event in hand.events if isinstance(event, croupier.Acted | croupier.Drew)]
    for row, event in zip(rows, events, strict=True):
        row["result"] = hand.payoffs[int(row["player"][-1])]
        is_draw = isinstance(event, croupier.Drew)
        row["action"] = ("DISCARD" if event.discarded else "STAND_PAT") if is_draw else event.kind
        row["amount"] = 0 if is_draw else event.amount
    return croupier.record_of(hand, [f"player {seat}" for seat in range(seats)]), rows


@pytest.mark.parametrize("code", CODES)
def test_every_row_says_what_the_engine_said(code):
    for seed in range(12):
        record, rows = played(code, seed, 2 + seed % 4)
        found = croupier.frame([record]).to_pylist()
        assert len(found) == len(rows)
        for mine, theirs in zip(found, rows, strict=True):
            if code in ("F7S", "F7S/8", "FR") and theirs["action"] == "BRING_IN":
                theirs["to_call"] = mine["to_call"]
            assert {name: mine[name] for name in theirs} == theirs
            assert mine["game"] == record.variant


def test_positions_count_from_the_button_and_decisions_from_0():
    game = croupier.holdem(sb=1, bb=2)
    hand = game.deal([100, 100, 100, 100], button=1, seed=1)
    for _ in range(3):
        hand.fold()
    rows = croupier.frame([croupier.record_of(hand, ["a", "b", "c", "d"])]).to_pylist()
    assert [(row["position"], row["decision"], row["action"]) for row in rows] == [
        (3, 0, "FOLD"), (0, 1, "FOLD"), (1, 2, "FOLD")]
    assert [row["big_blind"] for row in rows] == [2, 2, 2]


def test_decimals_are_whole_units_with_their_places():
    record, _ = played("NT", 1, 2)
    fields = {**record.fields, "starting_stacks": [Decimal("20.5"), 20]}
    fields["actions"] = [action for action in fields["actions"] if action.startswith("d dh")] + ["p2 f"]
    for name in ("finishing_stacks", "winnings"):
        fields.pop(name, None)
    rows = croupier.frame([croupier.HandRecord(fields)]).to_pylist()
    assert rows[0]["stack"] == 20 * 10 ** rows[0]["places"] - rows[0]["bet"]


def test_a_hand_that_cannot_be_replayed_raises_or_is_skipped():
    record, _ = played("NT", 1, 2)
    broken = croupier.HandRecord({**record.fields, "actions": ["p1 f"]}, "somewhere", "7")
    with pytest.raises(croupier.BadRecord, match=r"somewhere \[7\]"):
        croupier.frame([record, broken])
    assert croupier.frame([record, broken], on_error="skip") == croupier.frame([record])
    seen = []
    croupier.frame([record, broken], on_error=lambda record, reason: seen.append(record.key))
    assert seen == ["7"]


def test_batches_stream_in_constant_memory(tmp_path):
    record, rows = played("NT", 3, 3)
    found = list(batches((record for _ in range(3000)), rows=4096))
    assert len(found) > 1
    assert max(batch.num_rows for batch in found) < 4096 + len(rows)
    assert sum(batch.num_rows for batch in found) == 3000 * len(rows)
    assert [batch.column(0)[-1].as_py() for batch in found][-1] == 2999
    written = write_parquet((record for _ in range(3000)), tmp_path / "x.parquet")
    again = pq.read_table(tmp_path / "x.parquet")
    assert written == again.num_rows == 3000 * len(rows)
    assert again.column_names == SCHEMA.names
    assert not (tmp_path / "x.parquet.partial").exists()


WRITE = """
import resource, sys
from itertools import chain, repeat
import croupier
from croupier.adapters.data import write_parquet

records = list(croupier.load(sys.argv[1]))
rounds = int(sys.argv[2]) // len(records)
rows = write_parquet(chain.from_iterable(repeat(records, rounds)), sys.argv[3])
print(rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak_kb(folder, hands):
    """Write hands in a process of its own; return its largest memory in kilobytes and the rows it wrote."""
    command = [sys.executable, "-c", WRITE, str(folder / "hands.phhs"), str(hands), str(folder / "out.parquet")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows, peak = map(int, done.stdout.split())
    return peak, rows


def test_the_memory_of_the_writer_does_not_grow_with_the_hands(tmp_path):
    """Both runs fill several batches of 65,536 rows; the longer one writes three times as many."""
    croupier.save([played("NT", seed, 6)[0] for seed in range(200)], tmp_path / "hands.phhs")
    peak, rows = peak_kb(tmp_path, 20_000)
    assert rows > 2 * 65_536
    longer, more = peak_kb(tmp_path, 60_000)
    assert more == 3 * rows
    assert longer < 1.05 * peak, f"{peak:,} KB for {rows:,} rows, {longer:,} KB for {more:,}"


def test_croupier_convert_writes_parquet(tmp_path, capsys):
    records = [played("NT", seed, 3)[0] for seed in range(20)]
    croupier.save(records, tmp_path / "hands.phhs")
    for words in (["hands.parquet"], ["other", "--to", "parquet"]):
        assert main(["convert", str(tmp_path / "hands.phhs"), str(tmp_path / words[0]), *words[1:],
                     "--workers", "1"]) == 0
        table = pq.read_table(tmp_path / words[0])
        assert table.column("hand").to_pylist()[-1] == 19
        assert set(table.column("source").to_pylist()) == {str(tmp_path / "hands.phhs")}
    assert "20 hands written" in capsys.readouterr().err
