"""What a table is told before it opens: game, stakes, clock, format. Checked once, at the door."""

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
DAY_MS = 86_400_000
HALF_AN_HOUR_MS = 1_800_000
FORMATS = ("match", "cash")
USUAL_STACK = 10_000


class BadArena(Error, ValueError):  # noqa: N818 - named for what was wrong
    """A table or server that cannot be: too many seats, blinds above the stacks, a file that says nothing."""


class Level(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Blinds for so many hands; the last level lasts."""

    sb: int
    bb: int
    ante: int = 0
    hands: int = 0


class TableConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table. Seed 002's defaults: six seats, 10,000 chips, blinds 50/100, 15 seconds a move."""

    format: str = "match"
    """match: the last stack wins; cash: players come and go with their chips (seed 004)."""
    variant: str = HUNL
    seats: int = 6
    starting_stack: int = USUAL_STACK
    """Chips at the beginning; points in a game without chips. A game that brings its own chips decides itself."""
    sb: int = 50
    bb: int = 100
    ante: int = 0
    move_time_ms: int = 15_000
    """0: no clock; the operator skips."""
    open: bool = False
    """A table without codes: a team's name alone holds its seat (T1). Not with a roster."""
    min_teams: int = 2
    matches: int = 1
    """How many matches; 0: one after the other for ever."""
    levels: tuple[Level, ...] = ()
    """Blinds that rise; empty: fixed."""
    match_hands: int = 0
    """Number of hands in a match of fixed length: each begins with `starting_stack`, and the most chips won win.
    0: stacks carry over, and the last stack wins."""
    cap_heads_up: bool = False
    """Fixed limit: whether the cap on bets also holds between two players (B13)."""
    late_entry_hands: int | None = None
    """Entry closes after so many hands; None: at the first elimination (T5), with `match_hands` at the first hand."""
    hand_pause_ms: int = 0
    match_pause_ms: int = 0
    hand_control: str = "auto"
    timeouts: str = "check-call-fold"
    time_bank_ms: int = 0
    """Extra time of a seat for a whole match, or the hands of one secret, used up after `move_time_ms` (T12)."""
    strikes: int = 0
    """After so many timeouts in a row a seat is played check-fold until it acts (B14); 0: never."""
    reveal: str | None = None
    """match, auditor or never (T6); unless said, match for matches and auditor for cash tables."""
    release_absent: bool = False
    """Whether teams that are not connected lose their seat when a new match begins."""
    practice: bool = False
    """A table to try a bot: house bots in all seats but one; its results count for nobody."""
    buy_in_min: int | None = None
    """Cash tables: the least to sit down with, 20 big blinds unless given."""
    buy_in_max: int | None = None
    """Cash tables: the most to sit down with and to top up to, 200 big blinds unless given."""
    bankroll: int = 0
    """Cash tables: what a team may bring to the table in all, less what it took away; 0 for no limit."""
    secret_hands: int = 100
    """Cash tables: how many hands are dealt from one secret (T6)."""
    absence_ms: int = 10_000
    """Cash tables: a seat without a connection plays on for so long, by its clock; then it pauses."""
    pause_max_ms: int = HALF_AN_HOUR_MS
    """Cash tables: the longest pause; then the team leaves with its chips."""
    leaver_memory_ms: int = 0
    """Cash tables: how long a leaver who comes back must bring at least the chips it left with; 0 turns this off."""
    hello_time_ms: int = 5_000
    frames_per_second: int = 50
    spectators: int = 5_000
    spectator_delay: int = 0
    """Seconds by which everything public about the table is held back."""

    def game(self, hand_no: int = 1) -> PokerGame:
        """The game at the stakes of a hand."""
        level = self.level(hand_no)
        return _known_game(self.variant, level.sb, level.bb, level.ante, self.cap_heads_up)

    @property
    def hosted(self) -> HostedGame:
        """What the table has to know of its game. Raise BadArena if there is no such game."""
        found = find(self.variant)
        if found is None:
            raise BadArena(unknown("game", self.variant, (HUNL, *NAMES, *RULES, "sting", "genome:NAME")))
        return found

    @property
    def is_cash(self) -> bool:
        """Whether players come and go with their chips."""
        return self.format == "cash"

    @property
    def reveals(self) -> str:
        """Who learns a secret when it has been used (T6)."""
        return self.reveal or ("auditor" if self.is_cash else "match")

    @property
    def buy_ins(self) -> tuple[int, int]:
        """The least and the most to sit down with at a cash table."""
        return (20 * self.bb if self.buy_in_min is None else self.buy_in_min,
                200 * self.bb if self.buy_in_max is None else self.buy_in_max)

    def level(self, hand_no: int) -> Level:
        """The blinds of a hand."""
        if not self.hosted.is_poker:
            return Level(sb=0, bb=0, ante=self.hosted.ante)
        left = hand_no
        for level in self.levels:
            left -= level.hands
            if left <= 0 or level is self.levels[-1]:
                return level
        return Level(sb=self.sb, bb=self.bb, ante=self.ante)

    def facts(self, hand_no: int = 1) -> TableFacts:
        """What `welcome.config` says."""
        level = self.level(hand_no)
        facts = TableFacts(variant=variant_name(self.variant), seats=self.seats, starting_stack=self.starting_stack,
                           sb=level.sb, bb=level.bb, ante=level.ante or UNSET, move_time_ms=self.move_time_ms,
                           timeouts=self.timeouts, reveal=self.reveals, format=self.format)
        if self.is_cash:
            (facts.buy_in_min, facts.buy_in_max), facts.secret_hands = self.buy_ins, self.secret_hands
        if self.match_hands:
            facts.match_hands = self.match_hands
        if self.cap_heads_up:
            facts.cap_heads_up = True
        if self.open:
            facts.open = True
        if self.spectator_delay:
            facts.spectator_delay = self.spectator_delay
        return facts


_known_game = lru_cache(256)(poker_at)
"""Games of tables that have opened, made once: what opened is checked, and a number there is a whole number."""


def checked(config: TableConfig) -> TableConfig:
    """The config, if it can be played; BadArena says what cannot."""
    hosted = config.hosted
    if config.is_cash and (not hosted.is_poker or config.levels):
        raise BadArena("a cash table plays poker at fixed blinds")
    between("seats", config.seats, hosted.least, hosted.most)
    between("starting_stack", config.starting_stack, 1, CHIPS_MAX // 16)
    between("min_teams", config.min_teams, hosted.least, config.seats)
    between("matches", config.matches, 0, 1_000_000)
    between("match_hands", config.match_hands, 0, 1_000_000_000)
    if config.match_hands and (config.is_cash or not hosted.is_poker):
        raise BadArena("match_hands is for matches of poker")
    if config.cap_heads_up and not hosted.is_poker:
        raise BadArena("cap_heads_up is for fixed-limit poker")
    between("strikes", config.strikes, 0, 1_000_000)
    between("frames_per_second", config.frames_per_second, 1, 100_000)
    between("spectators", config.spectators, 0, 100_000)
    between("spectator_delay", config.spectator_delay, 0, 86_400)
    for what in ("move_time_ms", "hand_pause_ms", "match_pause_ms", "hello_time_ms", "time_bank_ms"):
        between(what, getattr(config, what), 0, DAY_MS)
    if config.late_entry_hands is not None:
        between("late_entry_hands", config.late_entry_hands, 0, 1_000_000_000)
    _one_of("hand_control", config.hand_control, CONTROLS)
    _one_of("timeouts", config.timeouts, tuple(POLICIES))
    _one_of("reveal", config.reveals, REVEALS)
    _one_of("format", config.format, FORMATS)
    if hosted.is_poker:
        _check_levels(config)
    if config.is_cash:
        _check_cash(config)
        return msgspec.structs.replace(config, matches=0)
    return config


def opening(config: TableConfig) -> TableConfig:
    """Return the config of a table that opens now: checked, and with the chips of a game that brings its own."""
    config, hosted = checked(config), config.hosted
    if not hosted.chips:
        return config
    if config.starting_stack not in (USUAL_STACK, hosted.chips):
        raise BadArena(f"{config.variant} begins with {hosted.chips:,} chips each: leave starting_stack out")
    return msgspec.structs.replace(config, starting_stack=hosted.chips)


def _check_cash(config: TableConfig) -> None:
    least, most = config.buy_ins
    between("buy_in_max", most, config.bb, AMOUNT_MAX)
    between("buy_in_min", least, 1, most)
    if not least <= config.starting_stack <= most:
        raise BadArena(f"the usual buy-in of {config.starting_stack:,} (starting_stack) is outside {least:,}..{most:,}"
                       f" (buy_in_min, buy_in_max: 20 and 200 big blinds unless given)")
    between("bankroll", config.bankroll, 0, AMOUNT_MAX)
    between("secret_hands", config.secret_hands, 1, 1_000_000)
    for what in ("absence_ms", "pause_max_ms"):
        between(what, getattr(config, what), 1, DAY_MS)
    between("leaver_memory_ms", config.leaver_memory_ms, 0, DAY_MS)


def _check_levels(config: TableConfig) -> None:
    for level in config.levels or (config.level(1),):
        between("hands of a level", level.hands, 0, 1_000_000_000)
        if not 0 < level.bb <= config.starting_stack:
            raise BadArena(f"a big blind of {level.bb} with {config.starting_stack} chips each is no game")
        poker_at(config.variant, level.sb, level.bb, level.ante, config.cap_heads_up)
    if any(level.hands == 0 for level in config.levels[:-1]):
        raise BadArena("every blind level but the last must say for how many hands it lasts")


def between(what: str, value: object, least: int, most: int) -> None:
    """Nothing, if a setting is a whole number within its bounds; BadArena otherwise."""
    if type(value) is not int or not least <= value <= most:
        raise BadArena(f"{what} must be a whole number from {least:,} to {most:,}, not {value!r}")


def _one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise BadArena(f"{what}: {unknown('value', value, allowed)}")


def from_dict(values: dict[str, Any]) -> TableConfig:
    """A table from a TOML or JSON table."""
    try:
        return checked(msgspec.convert(values, TableConfig))
    except msgspec.ValidationError as error:
        raise BadArena(f"table: {error}") from None
