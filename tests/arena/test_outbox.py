"""What follows from an input, taken as one list or poured to where it belongs: the same things in the same order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from croupier.arena.batch import Batch, Record
from croupier.arena.chain import Chain, Entry
from croupier.arena.inputs import HandBegun, Saved, WantMatch
from croupier.arena.messages import Error
from croupier.arena.outbox import Outbox

STEPS = st.lists(st.tuples(st.sampled_from(["keep", "save", "send", "crowd", "close", "fresh", "record", "want"]),
                           st.integers(1, 9)))


def filled(steps: list[tuple[str, int]]) -> Outbox:
    out = Outbox(Chain())
    for what, number in steps:
        if what == "keep":
            out.keep(Entry(number, f"T-{number}", 0, b"{}"))
        elif what == "save":
            out._saved[f"T-{number % 3}"] = b"%d" % number  # as `save` does with a table
        elif what == "send":
            out.send([number, number + 1], Error(code="BAD_SCHEMA", msg=str(number)))
        elif what == "crowd":
            out.send((), Error(code="BAD_SCHEMA", msg=str(number)), (number,))
        elif what == "close":
            out.close(number, 4400)
        elif what == "fresh":
            out.fresh(number)
        elif what == "record":
            out.record(HandBegun("T-1", "M-1", number, f"H-{number}", 0))
        else:
            out.want(WantMatch(f"T-{number}"))
    return out


@given(STEPS, STEPS)
def test_poured_is_taken_and_sorted(earlier, later):
    batch, shown = Batch(), []
    expected_batch, expected_shown = Batch(), []
    for steps in (earlier, later):
        out = filled(steps)
        out.pour(batch, shown)
        assert out.taken() == []
        for effect in filled(steps).taken():
            if isinstance(effect, Entry):
                expected_batch.entries.append(effect)
            elif isinstance(effect, Saved):
                expected_batch.saved[effect.table_id] = effect.body
            else:
                expected_shown.append(effect)
                if isinstance(effect, Record):
                    expected_batch.records.append(effect)
    assert shown == expected_shown
    assert batch == expected_batch
