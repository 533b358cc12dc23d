"""Try the 39 attacks and faults of docs/operations.md on your own server, over its own address.

    findings = await attack("ws://localhost:8765/ws")
    print(findings[0].number, findings[0].what, findings[0].status, findings[0].detail)

Each attack has one `Finding`. The status of a finding is ok, failed, skipped (the server has no free table or lacks a
setting), or "not from outside", with the test that covers the attack. Two clients at an empty table try the attacks
that need seats. Meanwhile two other clients play a match at another table; finding 0 says whether they lost any frame.

Attacks that use up the limits of one address come last, because wrong codes lock this machine out of seats for a
minute.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector

from croupier.devtools.probes import leaks
from croupier.devtools.probes import outside as o
from croupier.devtools.probes import seated as s
from croupier.devtools.probes.bystander import BystanderMatch
from croupier.devtools.probes.pair import Pair, empty_tables, seated
from croupier.devtools.probes.target import START, Skip, Target, of
from croupier.devtools.wire import NotUpgraded

OK, FAILED, SKIPPED, INSIDE = "ok", "failed", "skipped", "not from outside"
NO_TABLE = f"two tables of no-limit hold'em matches with nobody at them are needed ({START})"
Probe = Callable[[Target], Awaitable[str]]
Seated = Callable[[Pair], Awaitable[str]]


@dataclass(frozen=True)
class Attack:
    """An attack and the probes that try it. `why` is the reason if it cannot be tried from outside."""

    number: int
    what: str
    tests: str
    probes: tuple[Probe, ...] = ()
    seated: tuple[Seated, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Finding:
    """The result of one attack."""

    number: int
    what: str
    status: str
    detail: str
    test: str = ""


ATTACKS = (
    Attack(1, "values that determine a deck, in frames, pages, metrics, errors", "information",
           (o.nothing_hidden_over_http,), (leaks.secret_kept,)),
    Attack(2, "others' hole cards in snapshots, feeds, pages, records", "information", (o.feed_without_cards,),
           (leaks.others_cards,)),
    Attack(3, "a player's second connection as spectator", "information", (o.delay_held,), (leaks.spectators_cards,)),
    Attack(4, "lengths and order of frames that depend on cards", "information", (), (leaks.alike,)),
    Attack(5, "compression side channels", "information", (o.no_compression,)),
    Attack(6, "predictable ids, decks that follow from anything but the secret", "information", (),
           (leaks.dealt_from_the_secret,)),
    Attack(7, "a private view sent to other players", "information", (), (leaks.private_frames,)),
    Attack(8, "guessing codes", "identity", (o.guessing,)),
    Attack(9, "two connections for one seat", "identity", (), (s.newest_wins,)),
    Attack(10, "acting or speaking for another seat", "identity", (o.spectator_speaks,), (s.acting_for_another,)),
    Attack(11, "sockets opened by other sites", "identity", (o.other_site,)),
    Attack(12, "names that mislead, HTML in names", "identity", (o.bad_names, o.page_policy), (s.look_alikes,)),
    Attack(13, "floods of frames, pings, fragments, connections; slow handshakes", "volume",
           (o.frame_flood, o.ping_flood, o.fragment_flood, o.slow_handshake, o.silence, o.connection_flood),
           (s.seat_floods,)),
    Attack(14, "frames too long, deep, wide, huge numbers, bad UTF-8, binary", "volume",
           (o.rubbish, o.against_the_protocol)),
    Attack(15, "compressed bombs", "volume", (o.compressed_bomb,)),
    Attack(16, "clients that never read", "volume", (), (s.never_reads,)),
    Attack(17, "many spectators", "volume", (), (s.crowd,)),
    Attack(18, "log floods, a full disk", "volume", why="logs and disks are the server's own"),
    Attack(19, "late, early, for another hand or street", "actions", (), (s.early_and_late,)),
    Attack(20, "the same action twice", "actions", (), (s.doubled,)),
    Attack(21, "two actions at once", "actions", (), (s.two_at_once,)),
    Attack(22, "amounts that are not numbers, or too large", "actions", (), (s.amounts,)),
    Attack(23, "raises that are not open, calls beyond the stack", "actions", (), (s.no_raise_left,)),
    Attack(24, "unknown types and versions", "actions", (o.unknown_types,), (s.seat_says_unknown_things,)),
    Attack(25, "games without an end", "actions", (), (s.absent, s.everybody_leaves)),
    Attack(26, "drops and returns at any moment", "machine", (), (s.drops,)),
    Attack(27, "half-open sockets", "machine", (o.half_open,)),
    Attack(28, "gaps and reordering of events", "machine", (), (leaks.numbered,)),
    Attack(29, "crashes between writing and sending", "machine", why="it would take the server down"),
    Attack(30, "torn records, old backups, two servers, other schemas", "machine", why="records are the server's own"),
    Attack(31, "clocks that jump, suspended machines", "machine", why="the clock is the machine's own"),
    Attack(32, "a loop that is held up", "machine", (o.heavy_files,)),
    Attack(33, "shutdown in mid-hand", "machine", why="it would take the server down"),
    Attack(34, "bots that misbehave", "bots_and_lab", why="the server runs no foreign code; for frames see 13 and 14"),
    Attack(35, "several entries of one team", "bots_and_lab", (), (s.one_seat_a_team,)),
    Attack(36, "games that never end or cannot be dealt", "bots_and_lab", why="nobody can bring a game to a server"),
    Attack(37, "games that are good by luck", "bots_and_lab", why="the lab is not part of a server"),
    Attack(38, "unpickling", "bots_and_lab", (o.pickled,)),
    Attack(39, "notation files that lie", "bots_and_lab", (o.lying_files,)),
)
BESIDE: tuple[tuple[Probe, ...], ...] = ((o.slow_handshake,), (o.silence,), (o.half_open,),
                                         (o.frame_flood, o.ping_flood, o.fragment_flood))
"""Probes that mostly wait. The probes of a row run one after another; the rows run beside all other probes."""
LAST: tuple[Probe, ...] = (o.connection_flood, o.guessing)
"""Probes that use up the limits of one address."""
ENDING: tuple[Seated, ...] = (s.no_raise_left, leaks.secret_kept, leaks.dealt_from_the_secret, s.never_reads, s.absent,
                              s.everybody_leaves)
"""Probes that end the match or take long. They run when the others are done."""
BYSTANDERS = "a match at another table, played by two well-behaved clients"


@dataclass
class AttackRun:
    """One run of `attack`: the chosen attacks, and the results so far."""

    target: Target
    only: Collection[int]
    progress: Callable[[int, int], None]
    outcomes: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    """Status and text of each probe, by the attack's number."""
    done: int = 0
    tried: int = 0
    """The number of probes at the table that were tried."""

    def __post_init__(self) -> None:
        self.attacks = [attack for attack in ATTACKS if attack.number in self.only]
        self.total = sum(len(attack.probes) + len(attack.seated) for attack in self.attacks) + 1

    async def run(self) -> list[Finding]:
        """Run all probes in order and return the findings."""
        tables = await empty_tables(self.target)
        bystanders = BystanderMatch(self.target, tables[0] if tables else None)
        try:
            begun = await try_probe(bystanders.begin())
            apart = {probe for row in (*BESIDE, LAST) for probe in row}
            rest = [probe for attack in self.attacks for probe in attack.probes if probe not in apart]
            await asyncio.gather(*(self._one_by_one(row) for row in (rest, *BESIDE)),
                                 self._at_table(tables[1] if len(tables) > 1 else None))
            await self._one_by_one(LAST)
            ended = [begun if begun[0] != OK else await try_probe(bystanders.verdict()),
                     await try_probe(o.still_healthy(self.target))]
        finally:
            await bystanders.end()
        self.progress(self.total, self.total)
        return [combine(0, BYSTANDERS, ended), *(self._finding(attack) for attack in self.attacks)]

    async def _one_by_one(self, probes: Iterable[Probe]) -> None:
        numbers = {probe: attack.number for attack in self.attacks for probe in attack.probes}
        for probe in probes:
            if probe in numbers:
                self._note(numbers[probe], await try_probe(probe(self.target)))

    async def _at_table(self, table: str | None) -> None:
        probes = [(attack.number, probe) for attack in self.attacks for probe in attack.seated]
        probes.sort(key=lambda each: ENDING.index(each[1]) + 1 if each[1] in ENDING else 0)
        if not probes:
            return
        untried = (SKIPPED, NO_TABLE)
        if table is not None:
            untried = await try_probe(self._seated(table, probes))
        for number, _ in probes[self.tried:]:
            self._note(number, untried)

    async def _seated(self, table: str, probes: list[tuple[int, Seated]]) -> str:
        async with seated(self.target, table) as pair:
            for number, probe in probes:
                self._note(number, await try_probe(probe(pair)))
                self.tried += 1
        return ""

    def _note(self, number: int, what: tuple[str, str]) -> None:
        self.outcomes.setdefault(number, []).append(what)
        self.done += 1
        self.progress(self.done, self.total)

    def _finding(self, attack: Attack) -> Finding:
        test = f"tests/attacks/test_{attack.tests}.py: test_attack_{attack.number:02}_*"
        if attack.why:
            return Finding(attack.number, attack.what, INSIDE, attack.why, test)
        return combine(attack.number, attack.what, self.outcomes[attack.number], test)


def combine(number: int, what: str, outcomes: list[tuple[str, str]], test: str = "") -> Finding:
    """Combine the results of several probes: the worst status, with its text first."""
    words = {status: list(dict.fromkeys(detail for each, detail in outcomes if each == status))
             for status in (FAILED, SKIPPED, OK)}
    worst = next(status for status, details in words.items() if details)
    held = [f"held: {'; '.join(words[OK])}"] if worst != OK and words[OK] else []
    return Finding(number, what, worst, "; ".join(words[worst] + held), test)


async def try_probe(probe: Awaitable[str | None]) -> tuple[str, str]:
    """Run a probe and return its status and text."""
    try:
        return OK, await probe or ""
    except Skip as skipped:
        return SKIPPED, str(skipped)
    except AssertionError as problem:
        return FAILED, str(problem)
    # the server answered with something unexpected
    except (ClientError, OSError, TimeoutError, KeyError, ValueError) as error:
        return FAILED, f"{type(error).__name__}: {str(error)[:200]}"


async def attack(url: str, only: Collection[int] | None = None, *, operator: str | None = None,
                 progress: Callable[[int, int], None] = lambda done, total: None) -> list[Finding]:
    """Try the attacks with these numbers, by default all, and return their findings.

    The first finding is about the match that two other clients play meanwhile. Raise ConnectionError if no server
    answers, or if the server has locked this machine out.
    """
    numbers = range(1, len(ATTACKS) + 1) if only is None else only
    # the server limits what one connection may send, so every request needs a new one
    connector = TCPConnector(limit=0, force_close=True)
    async with ClientSession(timeout=ClientTimeout(total=60), connector=connector) as session:
        target = Target(url, session, operator)
        try:
            await _check_open(target)
        except (ClientError, NotUpgraded) as error:
            raise ConnectionError(f"{error} (start one: {START})") from None
        return await AttackRun(target, numbers, progress).run()


async def _check_open(target: Target) -> None:
    """Raise ConnectionError if the server refuses this machine because it sent too many wrong codes."""
    try:
        reply = await target.ask(of(type="hello", team="\u202e", join_code="check-server"), types=("error",))
    except AssertionError:
        return  # the probes will report what the server does not answer
    if reply.get("code") == "RATE_LIMITED":
        raise ConnectionError(f"it has locked this machine out: {reply['msg']}")
