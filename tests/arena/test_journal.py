"""The journal: kept before anything is shown, sealed record by record, done again after a crash, checked by anybody."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from croupier import protocol
from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.core.effects import (
    Connected,
    HandDone,
    Mark,
    MatchGiven,
    Received,
    Saved,
    Send,
    Stop,
    Tick,
    WantMatch,
)
from croupier.arena.core.host import Host
from croupier.arena.core.outbox import Batch, Outbox
from croupier.arena.core.tables.base import ArenaTable, Numbers
from croupier.arena.core.tables.match import MatchTable
from croupier.arena.core.timers import Timers
from croupier.arena.journal import checkpoint, commands, sqlite
from croupier.arena.journal.chain import Chain, Entry, compute_seal
from croupier.arena.journal.commands import SeatMessage
from croupier.arena.journal.gate import Gate
from croupier.arena.journal.restore import Past, open_table, restore_tables
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.journal.store import StoreFailed
from croupier.arena.verify.journal import Audit, SealedReplay
from croupier.protocol.errors import Refused

from .driver import NOON, SECRET
from .played import CONFIG, Played

KEY = bytes(range(100, 132))


def state(table: ArenaTable, now: int) -> list[Any]:
    """Everything a table is, as each of its seats and nobody in particular may see it, and all that is hidden."""
    views = [table.audience.snapshot(table.hand, seat.seat, now) for seat in table.seats]
    hidden = [msgspec.to_builtins(seat) for seat in table.seats], msgspec.to_builtins(table.match)
    return [msgspec.json.encode([*views, table.audience.snapshot(table.hand, None, now)]), hidden,
            msgspec.json.encode(table.kept()), table.deadline]


# -- the chain ---------------------------------------------------------------------------------------------------------


def test_a_seal_depends_on_everything_before_it_and_on_the_key():
    first = Entry(1, "T-1", NOON, b"{}")
    plain = compute_seal(KEY, bytes(32), first)
    changed = [Entry(2, "T-1", NOON, b"{}"), Entry(1, "T", NOON, b"{}"), Entry(1, "T-1", NOON + 1, b"{}"),
               Entry(1, "T-1", NOON, b"[]")]
    others = [compute_seal(KEY, bytes(31) + b"1", first), compute_seal(bytes(32), bytes(32), first),
              *(compute_seal(KEY, bytes(32), entry) for entry in changed)]
    assert plain not in others
    assert len(set(others)) == 6


def test_what_is_refused_leaves_no_mark_in_the_chain():
    chain = Chain(KEY)
    chain.propose("T-1", NOON, b"refused")
    chain.propose("T-1", NOON, b"taken")
    assert chain.receipt.startswith("1-")
    assert chain.append().body == b"taken"
    assert chain.number == 1


def test_end_hand_carries_the_receipt_of_its_own_record():
    played = Played()
    played.join()
    played.moves(30)
    receipts = [json.loads(sent.data)["receipt"] for sent in played.sent if b'"end_hand"' in sent.data[:24]]
    assert len(receipts) > 3
    audit = Audit(played.store, tuple(receipts))
    assert list(audit.find_problems()) == []
    assert audit.known == set(receipts)
    assert list(Audit(played.store, ("1-" + "00" * 32,)).find_problems())


def test_a_receipt_does_not_let_anybody_try_guesses():
    """The same deeds under another key have other seals: who does not have the key cannot test what was hidden."""
    entry = Entry(7, "T-1", NOON, b'{"type":"SeatMessage","conn":1,"message":{"action":"DISCARD","cards":["9c"]}}')
    assert len({compute_seal(bytes([number]) * 32, bytes(32), entry) for number in range(50)}) == 50


# -- timers ------------------------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.none() | st.integers(0, 50), st.integers(0, 60),
                          st.booleans())))
@settings(max_examples=300, deadline=None)
def test_timers_say_what_a_plain_search_says(steps):
    timers, plain = Timers(), {}
    for name, time, now, looks in steps:
        timers.set(name, time)
        plain.pop(name, None)
        if time is not None:
            plain[name] = time
        if looks:
            assert timers.next == min(plain.values(), default=None)
        due = timers.due(now)
        assert (due is None) == (not any(at <= now for at in plain.values()))
        if due is not None:
            assert plain.pop(due) <= now


def test_timers_do_not_grow():
    timers = Timers()
    for time in (*range(100_000), *range(100_000, 0, -1)):
        timers.set(time % 10, time)
        if time % 3 == 0:
            timers.set(time % 10, None)
        assert len(timers._heap) < 200


def test_an_input_touches_its_own_table_only(monkeypatch):
    """However many tables there are: 170 of them, one input, no table looked at but its own."""
    host = Host({f"T-{n}": TableConfig(**CONFIG) for n in range(170)})
    host.open()
    seen: list[str] = []
    for name in ("tick", "join", "leave"):
        right = getattr(MatchTable, name)
        monkeypatch.setattr(MatchTable, name, lambda self, *rest, right=right: (seen.append(self.table_id),
                                                                               right(self, *rest))[1])
    host.handle(Connected(1, "T-5"), NOON)
    host.handle(Received(1, '{"type":"hello","v":1,"team":"A","join_code":"x"}'), NOON)
    host.handle(Tick(), NOON)
    assert set(seen) == {"T-5"}


def test_a_table_that_waits_for_the_operator_wants_no_ticks():
    played = Played(hand_control="operator", hand_pause_ms=50)
    played.join()
    assert played.host.deadline is None


# -- the gate ----------------------------------------------------------------------------------------------------------


def test_nothing_leaves_before_its_commit_and_refusals_wait_their_turn():
    gate = Gate(Host({"T-1": TableConfig(**CONFIG)}, chain=Chain(KEY)))
    gate.host.begin(NOON)
    assert gate.free() == []
    assert gate.batch() is not None
    gate.host.take(MatchGiven("T-1", "M-1", SECRET), NOON)
    gate.host.take(Connected(1, "T-1"), NOON)
    gate.host.take(Received(1, "{"), NOON)  # refused: needs no commit, but comes after what does
    assert gate.free() == []
    assert gate.batch() is None, "one commit at a time"
    assert [type(effect) for effect in gate.committed()] == [WantMatch]
    batch = gate.batch()
    assert batch is not None
    assert len(batch.entries) == 1
    shown = gate.committed()
    assert any(isinstance(effect, Send) and b"BAD_SCHEMA" in effect.data for effect in shown)
    assert gate.is_idle
    gate.host.take(Connected(2, "T-1"), NOON)
    gate.host.take(Received(2, "{"), NOON)
    assert any(isinstance(effect, Send) for effect in gate.free()), "nothing to wait for"


def test_inputs_that_come_during_a_commit_go_into_one():
    gate = Gate(Host({"T-1": TableConfig(**{**CONFIG, "seats": 6})}, chain=Chain(KEY)))
    gate.host.begin(NOON)
    assert gate.batch() is not None
    for conn in range(1, 6):
        gate.host.take(Connected(conn, "T-1"), NOON)
        hello = {"type": "hello", "v": 1, "team": f"T{conn}", "join_code": "x"}
        gate.host.take(Received(conn, json.dumps(hello)), NOON)
    gate.committed()
    batch = gate.batch()
    assert batch is not None
    assert len(batch.entries) == 5


def test_rubbish_is_not_journalled():
    played = Played()
    played.join()
    before = played.host.out.chain.number
    for text in ("{", '{"type":"what","v":1}', '{"type":"action","v":1,"hand_id":"x","action":"FOLD"}'):
        played.put(Received(1, text))
    played.put(Connected(50, "T-1"))
    played.put(Received(50, '{"type":"spectate","v":1}'))
    assert played.host.out.chain.number == before


def test_a_message_is_journalled_as_it_came_without_an_operators_code():
    played = Played()
    played.put(Connected(9, "T-1"))
    played.put(Received(9, '{"type":"operator","v":1,"code":"op","command":"PAUSE"}'))
    played.put(Connected(1, "T-1"))
    hello = b'{ "extra": [1, {"deep": "\\u00e9"}], "type":"hello", "v":1, "team":"Ann", "join_code":"x", "extra": 2}'
    played.put(Received(1, hello))
    bodies = [entry.body for entry in played.store.journal.entries()]
    assert b'"PAUSE"' in bodies[-2]
    assert b'"op"' not in b"".join(bodies)
    assert bodies[-1] == b'{"type":"SeatJoined","conn":1,"hello":' + hello + b',"house":false}'
    assert list(Audit(played.store).find_problems()) == []


def test_a_long_message_is_journalled_without_its_unknown_fields():
    """A client must not fill the disk."""
    played = Played()
    played.put(Connected(1, "T-1"))
    long = b'{"type":"hello","v":1,"team":"Ann","join_code":"x","extra":"%b"}' % (b"x" * commands.RAW_MAX)
    played.put(Received(1, long))
    body = list(played.store.journal.entries())[-1].body
    assert b'"Ann"' in body
    assert b"xxx" not in body


FIELDS = st.dictionaries(st.text(max_size=5), st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3), max_leaves=8))


@given(FIELDS, st.sampled_from(["action", "nonce", "intent", "buy"]), st.integers(0, 4), st.booleans(),
       st.none() | st.integers(0, 99))
def test_T4_a_journalled_message_is_parsed_again_to_the_same(fields, kind, indent, ascii_only, decision):
    known = {"type": kind, "v": 1, "hand_id": "H-1", "action": "CALL", "nonce": "ab" * 32, "intent": 1, "amount": 5}
    data = json.dumps({**fields, **known}, indent=indent or None, ensure_ascii=ascii_only).encode("utf-8", "replace")
    try:
        message = protocol.parse(data)
    except Refused:
        assume(False)
    body = commands.encode(SeatMessage(7, commands.raw_message(data, message), decision))
    assert len(data) > commands.RAW_MAX or data in body
    again = commands.decode(body)
    assert isinstance(again, SeatMessage)
    assert (again.conn, again.decision) == (7, decision)
    assert protocol.parse(bytes(again.message)) == message


def check_twice(played: Played, decision: int) -> list[bytes]:
    """The small blind calls; the big blind sends CHECK twice, both read before it was asked again. What it is sent."""
    hand = played.table.hand.hand_id
    played.put(Received(1, json.dumps({"type": "action", "v": 1, "hand_id": hand, "action": "CALL"}), (hand, 1)))
    check = json.dumps({"type": "action", "v": 1, "hand_id": hand, "action": "CHECK"})
    before = len(played.sent)
    played.put(Received(2, check, (hand, 2)))
    played.put(Received(2, check, (hand, decision)))
    return [sent.data for sent in played.sent[before:] if 2 in sent.conns]


@pytest.mark.parametrize(("decision", "refused"), [(2, True), (3, False)])
def test_22_9_T4_a_big_blind_that_sends_check_twice_does_not_check_the_flop(decision, refused):
    """Heads-up the big blind is asked first on the flop: only an answer that was read after that prompt may hit it."""
    played = Played(seats=2, min_teams=2)
    for conn, team in ((1, "Ann"), (2, "Bob")):
        says(played, conn, type="hello", team=team, join_code=f"{team}-code")
    sent = check_twice(played, decision)
    assert any(b"ACTION_TOO_LATE" in data for data in sent) == refused
    assert played.table.prompt.seat == (1 if refused else 0)
    assert played.table.prompt.decision == (3 if refused else 4)
    records = [commands.decode(entry.body) for entry in played.store.journal.entries()]
    said = [record.decision for record in records if isinstance(record, SeatMessage)]
    assert said == ([1, 2] if refused else [1, 2, 3])
    played.restart()
    assert played.table.prompt.decision == (3 if refused else 4)
    assert list(Audit(played.store).find_problems()) == []


# -- the store ---------------------------------------------------------------------------------------------------------


def test_a_batch_is_written_whole_or_not_at_all(tmp_path):
    kept = SqliteStore(tmp_path / "a.db")
    kept.commit(Batch([Entry(1, "T-1", NOON, b"{}")]))
    with pytest.raises(StoreFailed):
        kept.commit(Batch([Entry(2, "T-1", NOON, b"{}"), Entry(1, "T-1", NOON, b"{}")]))
    assert [entry.number for entry in kept.journal.entries()] == [1]
    with pytest.raises(StoreFailed):
        kept.commit(Batch([Entry(2, "T-1", NOON, b"{}")]))  # once failed, it takes nothing more
    kept.close()
    assert [entry.number for entry in SqliteStore(tmp_path / "a.db").journal.entries()] == [1]


def test_all_files_of_a_store_are_for_its_owner(tmp_path):
    old = os.umask(0)
    try:
        kept = SqliteStore(tmp_path / "a.db")
        kept.commit(Batch([Entry(1, "T-1", NOON, b"{}")]))
        found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    finally:
        os.umask(old)
    assert set(found.values()) == {0o600}
    assert set(found) >= {"a.db", "a.db-wal", "a.db-lock"}
    kept.close()


def test_commits_are_synced(tmp_path):
    kept = SqliteStore(tmp_path / "a.db")
    assert kept.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert kept.db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_tables_records_are_found_again_beside_thousands_of_others(tmp_path, monkeypatch):
    """The idle table's records lie far behind: the way to them leads from record to record."""
    monkeypatch.setattr(sqlite, "LAST_RECORDS_EVERY", 10)
    path = tmp_path / "a.db"
    played = Played(SqliteStore(path))
    played.join()
    played.moves(9)
    past, last = played.store.journal.past(), played.store.journal.chain().number
    assert past.entries
    for number in range(last + 1, last + 400):
        played.store.commit(Batch([Entry(number, f"other {number % 3}", NOON, b"{}")]))
    played.store.close()
    found = SqliteStore(path)
    assert found.journal.past().entries == past.entries
    assert found._last_records == {"T-1": last, **{f"other {at % 3}": at for at in range(last + 397, last + 400)}}
    found.close()
    db = sqlite3.connect(path)
    db.execute("DELETE FROM journal WHERE number = ?", (past.entries[-2].number,))
    db.commit()
    db.close()
    with pytest.raises(BadArena, match="is missing"):
        SqliteStore(path).journal.past()


def test_a_record_that_leads_to_itself_is_found_out(tmp_path):
    played = Played(SqliteStore(tmp_path / "a.db"))
    played.join()
    played.moves(9)
    last = played.store.journal.past().entries[-1].number
    played.store.db.execute("UPDATE journal SET before = number WHERE number = ?", (last,))
    with pytest.raises(BadArena, match="names no earlier record"):
        played.store.journal.past()
    found = Audit(played.store).find_problems()
    assert any(f"record {last} does not name the previous record" in problem for problem in found)


def says(played: Played, conn: int, **fields: Any) -> None:
    """A new connection's first frame."""
    played.put(Connected(conn, "T-1"))
    played.put(Received(conn, json.dumps({"v": 1, **fields})))


def removed_before_the_match(played: Played) -> None:
    """Ann sits down and is removed; then Bob comes."""
    says(played, 1, type="hello", team="Ann", join_code="Ann-code")
    says(played, 2, type="operator", code="op", command="REMOVE", team="Ann")
    says(played, 3, type="hello", team="Bob", join_code="Bob-code")


def test_T1_who_was_removed_before_a_match_stays_so_after_a_restart_and_the_seat_free():
    played = Played(seats=2, min_teams=2)
    removed_before_the_match(played)
    assert [(seat.seat, seat.team) for seat in played.table.seats] == [(0, "Bob")]
    played.restart(away_ms=1000)
    says(played, 1, type="hello", team="Ann", join_code="Ann-code")
    assert b"TEAM_TAKEN" in played.sent[-1].data
    says(played, 4, type="hello", team="Cy", join_code="Cy-code")
    assert played.table.in_hand
    played.restart(away_ms=1000)  # from the hand's checkpoint now
    says(played, 1, type="hello", team="Ann", join_code="Ann-code")
    assert b"TEAM_TAKEN" in played.sent[-1].data
    assert list(Audit(played.store).find_problems()) == []


# -- recovery ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [{}, {"format": "cash"}])
def test_every_attribute_of_a_table_is_saved_or_known_not_to_be(more):
    """A new one must be put into one of the lists: what is forgotten is lost in a crash."""
    table = open_table("T-1", TableConfig(**more), Numbers(), Outbox())
    written_otherwise = {"table_id", "config", "seats", "match", "numbers"}
    built_anew = {"out", "audience", "hand", "delay_ms"}  # the hand is dealt again
    in_live = {"spots", "brought", "left_with"}
    kept = {"live" if name in in_live else "seats" if name == "banned" else name for name in table.kept()}
    assert set(vars(table)) - built_anew == kept | written_otherwise
    if more:
        from_config = {"game", "rules", "seats", "stakes"}
        with_the_hand = {"in_hand", "vacated", "_before", "_plan", "_hand"}
        assert set(vars(table.live)) - from_config - with_the_hand == in_live


@pytest.mark.parametrize("config", [{}, {"variant": "PO"}, {"variant": "F7S"}, {"variant": "N2L1D"}, {"strikes": 1},
                                    {"hand_pause_ms": 300},
                                    {"variant": "genome:simple-poker", "matches": 0, "starting_stack": 1000},
                                    {"format": "cash", "min_teams": 2, "secret_hands": 4, "matches": 1}])
def test_at_every_record_a_restart_gives_the_table_that_was(config):
    """From the last hand's beginning, and from the first record on: the same table, to the last byte."""
    played = Played(**config)
    played.join()
    played.moves(60)
    again = SealedReplay(played.store.journal.chain().key)
    saved, tail = b"", []
    for entry in list(played.store.journal.entries()):
        tail.append(entry)
        for effect in again.step(entry):
            if isinstance(effect, Saved):
                saved, tail = effect.body, []
        back = restore_tables(Past([checkpoint.decode(saved)], tail), Outbox(), Numbers())["T-1"]
        assert state(back, entry.at_ms) == state(again.replay.tables["T-1"], entry.at_ms)
    assert state(back, played.now) == state(played.table, played.now)


def test_the_same_hand_stacks_prompt_and_time_left():
    played = Played()
    played.join()
    played.moves(7)
    while played.table.prompt is None or not played.table.in_hand:
        played.move()
    played.now += 300
    played.put(Received(1, '{"type":"nonce","v":1,"nonce":"' + "ab" * 32 + '"}'))  # the last that was kept
    hand, prompt, left = played.table.hand.hand_id, played.table.prompt, played.table.hand.time_left(played.now)
    stacks, events = played.table.hand.play.stacks(), list(played.table.hand.sent_events)
    played.restart(away_ms=3_600_000)
    assert played.table.hand.hand_id == hand
    assert (played.table.prompt.seat, played.table.prompt.decision) == (prompt.seat, prompt.decision)
    assert played.table.hand.time_left(played.now) == left
    assert played.table.hand.play.stacks() == stacks
    assert played.table.hand.sent_events == events
    assert played.table.seats[0].nonce == "ab" * 32
    assert all(seat.conn is None for seat in played.table.seats)
    played.sent.clear()
    played.join(first_conn=10)
    shots = [json.loads(sent.data) for sent in played.sent if b'"snapshot"' in sent.data[:24]]
    assert len(shots) == 3
    assert all(shot["at_hand_id"] == hand for shot in shots)
    played.moves(200)
    assert list(Audit(played.store).find_problems()) == []


def test_a_prompt_that_nothing_follows_keeps_the_time_left_by_marks_of_the_clock():
    played = Played(move_time_ms=6000)
    played.join()
    seat, records = played.table.prompt.seat, played.store.journal.chain().number
    for _ in range(5):
        played.now += 1000
        played.put(Mark())
        played.put(Mark())  # one a second at most
    assert played.store.journal.chain().number == records + 5
    played.restart(away_ms=3_600_000)
    assert played.table.prompt.seat == seat
    assert played.table.hand.time_left(played.now) == 1000
    assert list(Audit(played.store).find_problems()) == []


@pytest.mark.parametrize("more", [{"move_time_ms": 0}, {"min_teams": 3, "teams": 2}])
def test_where_no_clock_runs_none_is_marked(more):
    teams = more.pop("teams", 3) if "teams" in more else 3
    played = Played(**more)
    for conn, team in list(enumerate(("Ann", "Bob", "Cy"), 1))[:teams]:
        says(played, conn, type="hello", team=team, join_code=team + "-code")
    records = played.store.journal.chain().number
    played.now += 4000
    played.put(Mark())
    assert played.store.journal.chain().number == records


def test_an_hour_away_times_nobody_out():
    played = Played()
    played.join()
    event = len(played.table.hand.sent_events)
    played.restart(away_ms=3_600_000)
    assert len(played.table.hand.sent_events) == event
    assert played.host.deadline == played.now + 1000


def test_a_paused_clock_stays_paused():
    played = Played()
    played.join()
    played.now += 400
    played.put(Connected(9, "T-1"))
    played.put(Received(9, '{"type":"operator","v":1,"code":"op","command":"PAUSE"}'))
    played.restart(away_ms=5000)
    assert played.table.paused
    assert played.table.hand.time_left(played.now) == 600
    assert played.host.deadline is None


@pytest.mark.parametrize("void", [False, True])
def test_after_an_orderly_stop_the_match_goes_on(void):
    played = Played()
    played.join()
    played.put(Stop(void=void))
    while played.table.in_hand:
        played.move()
    match = played.table.match.key.match_id
    played.restart(away_ms=1000)
    assert played.table.match.key.match_id == match
    played.join(first_conn=10)
    assert played.table.in_hand
    assert not played.table.stopping


def test_under_other_rules_a_hand_is_void_and_the_table_opens_anew():
    played = Played()
    played.join()
    hand = played.table.hand.hand_id
    played.config = TableConfig(**{**CONFIG, "bb": 40, "sb": 20})
    played.restart()
    assert not played.table.seats.taken
    assert played.store.queries.public_hand(hand)["void"] is True
    played.join(first_conn=20)
    assert played.table.hand.start.bb == 40
    assert played.table.hand.hand_id > hand
    assert list(Audit(played.store).find_problems()) == []


def test_a_finished_series_begins_anew():
    played = Played(matches=1, starting_stack=40)
    played.join()
    for _ in range(300):
        if played.table.is_done:
            break
        played.move()
    assert played.table.is_done
    played.restart()
    assert not played.table.is_done
    assert not played.table.seats.taken


def test_a_secret_that_was_never_written_is_asked_for_again():
    host = Host({"T-1": TableConfig(**CONFIG)}, chain=Chain(KEY))
    opened = host.open(NOON)
    entries = [effect for effect in opened if isinstance(effect, Entry)]
    (saved,) = [checkpoint.decode(effect.body) for effect in opened if isinstance(effect, Saved)]
    again = Host({"T-1": TableConfig(**CONFIG)}, chain=Chain(KEY, 1))
    assert WantMatch("T-1") in again.open(NOON, Past([saved], entries[1:], 0, NOON))


def test_T1_after_a_restart_a_seat_still_needs_its_code():
    played = Played()
    played.join()
    played.restart()
    played.put(Connected(30, "T-1"))
    played.put(Received(30, '{"type":"hello","v":1,"team":"Ann","join_code":"guess"}'))
    assert b"TEAM_TAKEN" in played.sent[-1].data


# -- the audit ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    path = tmp_path_factory.mktemp("audit") / "a.db"
    played = Played(SqliteStore(path))
    played.join()
    played.moves(30)
    played.restart(5000)
    played.join(first_conn=10)
    played.moves(60)
    played.store.close()
    return path


def another(text: str) -> str:
    """SQL for a text with another first letter."""
    return f"CASE substr({text}, 1, 1) WHEN 'a' THEN 'b' ELSE 'a' END || substr({text}, 2)"


SPACE = "instr(value, ' ')"
LIES = {
    "a record changed": """UPDATE journal SET body = CAST(replace(CAST(body AS TEXT), '"FOLD"', '"CALL"') AS BLOB)
                           WHERE CAST(body AS TEXT) LIKE '%"FOLD"%'""",
    "a record dropped": "DELETE FROM journal WHERE number = 12",
    "the last record dropped": "DELETE FROM journal WHERE number = (SELECT max(number) FROM journal)",
    "a time changed": "UPDATE journal SET at_ms = at_ms + 1 WHERE number = 20",
    "another secret": "UPDATE journal SET body = CAST(replace(CAST(body AS TEXT), 'AQEB', 'AQIB') AS BLOB)",
    "a hand changed": """UPDATE hands SET body = replace(body, '"void":false', '"void":true') WHERE rowid = 2""",
    "a hand dropped": "DELETE FROM hands WHERE rowid = 3",
    "a hand made up": """INSERT INTO hands SELECT 999, 'H-1', 99999, match_id, 999, table_id, body FROM hands
                         WHERE rowid = 1""",
    "a removal made up": "INSERT INTO removed SELECT NULL, match_id, 1, '{}' FROM begun LIMIT 1",
    "a match made up": "INSERT INTO matches SELECT 0, 'M-0', table_id, secret, given_ms FROM matches LIMIT 1",
    "a match dropped": "DELETE FROM matches WHERE number = 1",
    "an end dropped": "DELETE FROM ended",
    "a beginning dropped": "DELETE FROM begun WHERE match_id = 'M-1'",
    "a deal dropped": "DELETE FROM dealt WHERE number = 2",
    "another time of the end": "UPDATE meta SET value = value || '0' WHERE key = 'journal_end'",
    "other ends of tables": """INSERT OR REPLACE INTO meta VALUES ('last_records', '{"upto":5,"ends":{"T-1":4}}')""",
    "ends to come": """INSERT OR REPLACE INTO meta VALUES ('last_records', '{"upto":5000,"ends":{"T-1":4}}')""",
    "a checkpoint changed": """UPDATE checkpoints SET body =
                               CAST(replace(CAST(body AS TEXT), '"paused":false', '"paused":true') AS BLOB)""",
    "another end": f"""UPDATE meta SET value = substr(value, 1, {SPACE}) || {another(f"substr(value, {SPACE} + 1)")}
                    WHERE key = 'journal_end'""",
    "another key": f"UPDATE meta SET value = {another('value')} WHERE key = 'chain_key'",
}


def test_an_honest_journal_has_no_problems(journal):
    audit = Audit(SqliteStore.open_to_read(journal))
    assert list(audit.find_problems()) == []
    assert audit.records > 60
    assert audit.hands > 5


@pytest.mark.parametrize("lie", LIES)
def test_every_lie_in_a_store_is_found(journal, tmp_path, lie):
    path = tmp_path / "lie.db"
    path.write_bytes(journal.read_bytes())
    db = sqlite3.connect(path)
    before = list(db.iterdump())
    db.execute(LIES[lie])
    assert list(db.iterdump()) != before, "no lie"
    db.commit()
    db.close()
    assert list(Audit(SqliteStore.open_to_read(path)).find_problems())


def test_a_journal_written_anew_does_not_fit_the_receipts_that_clients_hold(tmp_path):
    """An operator with the key can make up a journal that is sound in itself; the receipts give it away."""
    honest, forged = Played(seed=1), Played(seed=2)
    for each in (honest, forged):
        each.join()
        each.moves(40)
    receipts = tuple(json.loads(sent.data)["receipt"] for sent in honest.sent if b'"end_hand"' in sent.data[:24])
    assert list(Audit(forged.store).find_problems()) == []
    assert list(Audit(forged.store, receipts).find_problems())


def test_records_follow_from_the_journal_alone():
    played = Played()
    played.join()
    played.moves(50)
    again = SealedReplay(played.store.journal.chain().key)
    effects = [effect for entry in played.store.journal.entries() for effect in again.step(entry)]
    done = [effect for effect in effects if isinstance(effect, HandDone)]
    assert [hand.hand_id for hand in played.store.queries.hands_after(0)] == [hand.hand_id for hand in done]
    assert list(played.store.queries.hands_after(0)) == done


def test_whatever_a_record_holds_comes_back_byte_for_byte(tmp_path):
    bodies = [b'{"x":"\\u0000 \\" \\\\ \\ud83d\\ude00 \xc3\xa9 \xe2\x80\xae"}', '{"t":"\u2028\u2029"}'.encode(),
              b'{"deep":"' + b"[" * 2000 + b'","n":' + b"9" * 40 + b"}", b'{"b":"' + b"x" * 1_000_000 + b'"}']
    entries = [Entry(at + 1, "T'\"; DROP TABLE journal;--", at, body) for at, body in enumerate(bodies)]
    store = SqliteStore(tmp_path / "arena.db")
    store.commit(Batch(entries, seal=bytes(32)))
    assert list(store.journal.entries()) == entries
    store.close()
