"""Read and check the settings of tables (game, stakes, clock, format) and the limits of a server, once when it starts.

The limits of a server count connections, bytes, requests and wrong codes: for one client, for one address and in
total. The limits of a table (frames a second, spectators, time for `hello`) are among the table's settings.
`docs/operations.md` says what happens when each limit is exceeded.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from croupier.betting.rulebook import CHIPS_MAX
from croupier.errors import Error, unknown
from croupier.games.poker.game import PokerGame
from croupier.games.poker.rules import NAMES, RULES
from croupier.games.registry import HUNL, HostedGame, find, poker_at, variant_name
from croupier.protocol import TableFacts
from croupier.table.amounts import AMOUNT_MAX
from croupier.table.timeouts import POLICIES

REVEALS = ("match", "auditor", "never")
CONTROLS = ("auto", "operator")
TEAM_MAX = 32
"""The most characters in a team's name."""
DAY_MS = 86_400_000
HALF_AN_HOUR_MS = 1_800_000
FORMATS = ("match", "cash")
USUAL_STACK = 10_000


class BadArena(Error, ValueError):  # noqa: N818 - named for what was wrong
    """Raised for a setting, a file or a store that cannot be used. The message says why."""


class Level(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The blinds for a number of hands. The last level has no end."""

    sb: int
    bb: int
    ante: int = 0
    hands: int = 0


class TableConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of one table. The defaults are those of the arena's rules: six seats, 10,000 chips, blinds 50/100,
    15 seconds a move."""

    format: str = "match"
    """The format of play. `match`: the last player with chips wins. `cash`: players come and go with their chips."""
    variant: str = HUNL
    seats: int = 6
    starting_stack: int = USUAL_STACK
    """The chips, or points, of each team at the beginning. A game that sets its own starting chips ignores this
    setting.
    """
    sb: int = 50
    bb: int = 100
    ante: int = 0
    move_time_ms: int = 15_000
    """The time for a move. 0 means no clock: the operator has to skip players who do not act."""
    open: bool = False
    """True for a table without codes, where a team needs only its name to return to its seat (T1). A roster excludes
    this.
    """
    min_teams: int = 2
    matches: int = 1
    """The number of matches to play. 0: no limit."""
    levels: tuple[Level, ...] = ()
    """The levels of rising blinds. Empty: fixed blinds."""
    match_hands: int = 0
    """The number of hands in a match of fixed length. Every hand begins with `starting_stack`, and the team that won
    the most chips wins. 0: stacks carry over, and the last player with chips wins.
    """
    cap_heads_up: bool = False
    """Fixed limit: True if the cap on bets also holds between two players (B13)."""
    late_entry_hands: int | None = None
    """The number of hands after which no team can enter.

    None closes entry at the first elimination (T5), or at the first hand if `match_hands` is set.
    """
    hand_pause_ms: int = 0
    match_pause_ms: int = 0
    hand_control: str = "auto"
    timeouts: str = "check-call-fold"
    time_bank_ms: int = 0
    """The extra time of a seat for a whole match, or for the hands of one secret. It is used after `move_time_ms` has
    passed (T12).
    """
    strikes: int = 0
    """The number of timeouts in a row after which the policy for a seat is check-fold until it acts (B14). 0: never."""
    reveal: str | None = None
    """The rule for publishing the secret (T6): match, auditor or never. By default it is match for matches, and auditor
    for cash tables.
    """
    release_absent: bool = False
    """Free the seats of teams that are not connected when a new match begins."""
    practice: bool = False
    """True for a table at which to try a bot: house bots sit in all seats except one, and results do not count."""
    buy_in_min: int | None = None
    """Cash tables: the smallest buy-in, by default 20 big blinds."""
    buy_in_max: int | None = None
    """Cash tables: the largest buy-in, and the limit of top-ups, by default 200 big blinds."""
    bankroll: int = 0
    """Cash tables: the chips that a team may bring, less those it took away; 0 for no limit."""
    secret_hands: int = 100
    """Cash tables: the number of hands that are dealt from one secret (T6)."""
    absence_ms: int = 10_000
    """Cash tables: the time after which a seat without a connection pauses. Until then it is dealt in and times out."""
    pause_max_ms: int = HALF_AN_HOUR_MS
    """The longest pause at a cash table, after which the team leaves with its chips. At a practice table of a game that
    is not poker, the longest time for which a game waits for a visitor without a connection. After that the game is
    void, and the seat is free.
    """
    leaver_memory_ms: int = 0
    """Cash tables: a leaver who comes back within this time must bring at least the chips it left with. 0: never."""
    hello_time_ms: int = 5_000
    frames_per_second: int = 50
    spectators: int = 5_000
    spectator_delay: int = 0
    """The delay, in seconds, of everything that the table shows in public."""

    def game(self, hand_no: int = 1) -> PokerGame:
        """Return the game with the blinds of a given hand."""
        level = self.level(hand_no)
        return _known_game(self.variant, level.sb, level.bb, level.ante, self.cap_heads_up)

    @property
    def hosted(self) -> HostedGame:
        """Return the game in the form that a table needs. Raise BadArena if the variant is unknown."""
        found = find(self.variant)
        if found is None:
            raise BadArena(unknown("game", self.variant, (HUNL, *NAMES, *RULES, "sting", "genome:NAME")))
        return found

    @property
    def is_cash(self) -> bool:
        """Return True for a cash table."""
        return self.format == "cash"

    @property
    def is_for_visitors(self) -> bool:
        """Return True for a practice table of a game other than poker. Games at this table end when the visitor leaves.
        """
        return self.practice and not self.hosted.is_poker

    @property
    def reveals(self) -> str:
        """Return who learns a secret after its last hand (T6)."""
        return self.reveal or ("auditor" if self.is_cash else "match")

    @property
    def buy_ins(self) -> tuple[int, int]:
        """Return the smallest and the largest buy-in of a cash table."""
        return (20 * self.bb if self.buy_in_min is None else self.buy_in_min,
                200 * self.bb if self.buy_in_max is None else self.buy_in_max)

    def level(self, hand_no: int) -> Level:
        """Return the blinds that apply to a hand."""
        if not self.hosted.is_poker:
            return Level(sb=0, bb=0, ante=self.hosted.ante)
        left = hand_no
        for level in self.levels:
            left -= level.hands
            if left <= 0 or level is self.levels[-1]:
                return level
        return Level(sb=self.sb, bb=self.bb, ante=self.ante)

    def facts(self, hand_no: int = 1) -> TableFacts:
        """Return the settings that are sent in `welcome.config`."""
        level = self.level(hand_no)
        facts = TableFacts(variant=variant_name(self.variant), seats=self.seats, starting_stack=self.starting_stack,
                           sb=level.sb, bb=level.bb, ante=level.ante or UNSET, move_time_ms=self.move_time_ms,
                           timeouts=self.timeouts, reveal=self.reveals, format=self.format,
                           match_hands=self.match_hands or UNSET, cap_heads_up=self.cap_heads_up or UNSET,
                           open=self.open or UNSET, spectator_delay=self.spectator_delay or UNSET)
        if self.is_cash:
            (facts.buy_in_min, facts.buy_in_max), facts.secret_hands = self.buy_ins, self.secret_hands
        return facts


_known_game = lru_cache(256)(poker_at)
"""Return the poker game of a variant at these stakes, made once."""


_RANGES = {"starting_stack": (1, CHIPS_MAX // 16), "matches": (0, 1_000_000), "match_hands": (0, 1_000_000_000),
           "strikes": (0, 1_000_000),
           "frames_per_second": (1, 100_000), "spectators": (0, 100_000), "spectator_delay": (0, 86_400),
           "move_time_ms": (0, DAY_MS), "hand_pause_ms": (0, DAY_MS), "match_pause_ms": (0, DAY_MS),
           "hello_time_ms": (0, DAY_MS), "time_bank_ms": (0, DAY_MS), "bankroll": (0, AMOUNT_MAX),
           "secret_hands": (1, 1_000_000), "absence_ms": (1, DAY_MS), "pause_max_ms": (1, DAY_MS),
           "leaver_memory_ms": (0, DAY_MS)}
"""The range of each setting whose limits do not depend on others."""


def checked(config: TableConfig) -> TableConfig:
    """Return the settings if a table can be played with them; raise BadArena otherwise."""
    hosted = config.hosted
    if config.is_cash and (not hosted.is_poker or config.levels):
        raise BadArena("a cash table plays poker at fixed blinds")
    between("seats", config.seats, hosted.least, hosted.most)
    between("min_teams", config.min_teams, hosted.least, config.seats)
    for what, (least, most) in _RANGES.items():
        between(what, getattr(config, what), least, most)
    if config.match_hands and (config.is_cash or not hosted.is_poker):
        raise BadArena("match_hands is for matches of poker")
    if config.cap_heads_up and not hosted.is_poker:
        raise BadArena("cap_heads_up is for fixed-limit poker")
    if config.late_entry_hands is not None:
        between("late_entry_hands", config.late_entry_hands, 0, 1_000_000_000)
    _one_of("hand_control", config.hand_control, CONTROLS)
    _one_of("timeouts", config.timeouts, tuple(POLICIES))
    _one_of("reveal", config.reveals, REVEALS)
    _one_of("format", config.format, FORMATS)
    if hosted.is_poker:
        _check_levels(config)
    if config.is_cash:
        _check_buy_ins(config)
        return msgspec.structs.replace(config, matches=0)
    return config


def opening(config: TableConfig) -> TableConfig:
    """Return the checked config of a table that opens now.

    If the game sets its own starting chips, the config gets them.
    """
    config, hosted = checked(config), config.hosted
    if not hosted.chips:
        return config
    if config.starting_stack not in (USUAL_STACK, hosted.chips):
        raise BadArena(f"{config.variant} begins with {hosted.chips:,} chips each: leave starting_stack out")
    return msgspec.structs.replace(config, starting_stack=hosted.chips)


def _check_buy_ins(config: TableConfig) -> None:
    least, most = config.buy_ins
    between("buy_in_max", most, config.bb, AMOUNT_MAX)
    between("buy_in_min", least, 1, most)
    if not least <= config.starting_stack <= most:
        raise BadArena(f"the usual buy-in of {config.starting_stack:,} (starting_stack) is outside {least:,}..{most:,}"
                       f" (buy_in_min, buy_in_max: 20 and 200 big blinds unless given)")


def _check_levels(config: TableConfig) -> None:
    for level in config.levels or (config.level(1),):
        between("hands of a level", level.hands, 0, 1_000_000_000)
        if not 0 < level.bb <= config.starting_stack:
            raise BadArena(f"a big blind of {level.bb} with {config.starting_stack} chips each cannot be played")
        poker_at(config.variant, level.sb, level.bb, level.ante, config.cap_heads_up)
    if any(level.hands == 0 for level in config.levels[:-1]):
        raise BadArena("every blind level but the last must say for how many hands it lasts")


def between(what: str, value: object, least: int, most: int) -> None:
    """Raise BadArena unless a setting is a whole number within its bounds."""
    if type(value) is not int or not least <= value <= most:
        raise BadArena(f"{what} must be a whole number from {least:,} to {most:,}, not {value!r}")


def _one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise BadArena(f"{what}: {unknown('value', value, allowed)}")


def from_dict(values: dict[str, Any]) -> TableConfig:
    """Return settings from a table of TOML or JSON; raise BadArena if they cannot be used."""
    try:
        return checked(msgspec.convert(values, TableConfig))
    except msgspec.ValidationError as error:
        raise BadArena(f"table: {error}") from None


FRAME_BYTES = 4096
"""The longest frame, in bytes, that a client may send. A connection that sends a longer one is closed with 1009."""
WINDOW_MS = 60_000
"""The time, in milliseconds, within which wrong codes are counted."""


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The limits of a server."""

    connections: int = 10_000
    """The most connections of any kind at the same time."""
    per_address: int = 256
    """The most connections from one address (IPv6: from one /64 network)."""
    handshake_ms: int = 5_000
    """The time within which the head of a connection's first request must arrive."""
    bytes_per_second: int = 262_144
    """The bytes a second that a connection may send. Eight seconds' worth may come at once."""
    wrong_codes: int = 20
    """The number of wrong join or operator codes a minute from one address. After that, the codes in its hellos are not
    even checked.
    """
    wrong_codes_table: int = 200
    """The number of wrong codes a minute at one table. After that, addresses that sent one of them are refused before
    their codes are checked.
    """
    requests_per_second: int = 50
    """The requests a second to the API from one address. Eight seconds' worth may come at once."""
    queue: int = 1_000
    """The number of frames that may wait for a client that does not read."""
    tables: int = 1_000
    """The most tables that a server may have."""


def limits_of(values: dict[str, object]) -> Limits:
    """Return limits from a table of TOML; raise BadArena if they cannot be used."""
    try:
        limits = msgspec.convert(values, Limits)
    except msgspec.ValidationError as error:
        raise BadArena(f"limits: {error}") from None
    return checked_limits(limits)


def checked_limits(limits: Limits) -> Limits:
    """Return the limits. Raise BadArena if one of them would refuse everything."""
    for name in Limits.__struct_fields__:
        between(name, getattr(limits, name), 1, 1_000_000_000)
    if limits.bytes_per_second < FRAME_BYTES:
        raise BadArena(f"bytes_per_second must let a frame of {FRAME_BYTES:,} bytes through")
    return limits


class Attempts:
    """Count wrong codes within a minute, by address and by table."""

    KEPT = 10_000
    """The number of counts above which counts of past minutes are dropped."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._counts: dict[tuple[str, str], tuple[int, int]] = {}
        """For each address or table: the time at which its count began, and the count."""

    def failed(self, address: str, table_id: str, now: int) -> None:
        """Count a wrong code."""
        for key in (("address", address), ("table", table_id)):
            since, count = self._counts.get(key, (now, 0))
            self._counts[key] = (since, count + 1) if now - since < WINDOW_MS else (now, 1)
        if len(self._counts) > self.KEPT:
            self._counts = {key: kept for key, kept in self._counts.items() if now - kept[0] < WINDOW_MS}

    def wait(self, address: str, table_id: str, now: int) -> int:
        """Return the milliseconds until this address may try again, 0 if it may now."""
        (mine, left), (all_wrong, table_left) = self._now("address", address, now), self._now("table", table_id, now)
        if mine >= self.limits.wrong_codes:
            return left
        return table_left if mine and all_wrong >= self.limits.wrong_codes_table else 0

    def _now(self, kind: str, name: str, now: int) -> tuple[int, int]:
        """Return a count within the last minute, and the milliseconds until it ends."""
        since, count = self._counts.get((kind, name), (now, 0))
        left = since + WINDOW_MS - now
        return (count, left) if left > 0 else (0, 0)
