"""What follows from inputs: what must be stored, and in its order what may be shown after it."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from croupier.arena.core.effects import Close, Fresh, HandBegun, Saved, Send, WantMatch
from croupier.arena.core.outbox import Batch, Outbox
from croupier.arena.journal.chain import Chain, Entry

STEPS = st.lists(st.tuples(st.sampled_from(["entry", "saved", "record", "send", "crowd", "close", "fresh", "want"]),
                           st.integers(1, 9)))


def effect(what: str, number: int) -> Any:
    return {"entry": Entry(number, f"T-{number}", 0, b"{}"), "saved": Saved(f"T-{number % 3}", b"%d" % number),
            "record": HandBegun("T-1", "M-1", number, f"H-{number}", 0), "send": Send((number, 10), b"frame"),
            "crowd": Send((number,), b"frame", True), "close": Close(number, 4400, "so"), "fresh": Fresh(number),
            "want": WantMatch(f"T-{number}")}[what]


def filled(steps: list[tuple[str, int]]) -> Outbox:
    out = Outbox(Chain())
    for what, number in steps:
        made = effect(what, number)
        if what == "entry":
            out.keep(made)
        elif what == "saved":
            out.batch.saved[made.table_id] = made.body  # as `save` does with a table
        elif what == "record":
            out.record(made)
        elif what in ("send", "crowd"):
            out.send_text(() if made.crowd else made.conns, made.data, made.conns if made.crowd else ())
        elif what == "close":
            out.close(made.conn, made.code, made.reason)
        elif what == "fresh":
            out.fresh(made.conn)
        else:
            out.want(made)
    return out


def those(steps: list[tuple[str, int]], *kinds: str) -> list[Any]:
    return [effect(what, number) for what, number in steps if what in kinds]


@given(STEPS)
def test_everything_is_given_once_in_its_order(steps):
    shown = those(steps, "record", "send", "crowd", "close", "fresh", "want")
    saved = {each.table_id: each.body for each in those(steps, "saved")}
    out = filled(steps)
    assert out.take() == (Batch(those(steps, "entry"), saved, those(steps, "record")), shown)
    assert out.take() == (Batch(), [])
    assert filled(steps).taken() == [*those(steps, "entry"), *(Saved(*each) for each in saved.items()), *shown]
