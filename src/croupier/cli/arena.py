"""`croupier arena`: open an arena. Without options it has a table of house bots with one free seat."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Annotated, Any, Self, get_type_hints

from cyclopts import Parameter

from croupier.cli.app import Failed, Misused
from croupier.cli.games import GAMES_HELP
from croupier.errors import unknown

if TYPE_CHECKING:
    from croupier.arena.core.config import Limits, TableConfig
    from croupier.arena.server.api import Handed
    from croupier.arena.server.run import Running, ServerConfig

PACES = {"human": (600, 1800, 2500, 6000), "fast": (0, 0, 0, 0)}
"""The shortest and the longest thinking time of house bots, the pause after a hand and the pause after a match, in
milliseconds.
"""


GAMES = ("eights-for-stakes", "five-card-draw", "whist-for-stakes", "betting-war", "three-card-brag", "fishing", "guts",
         "crazy-eights", "black-lady", "low-draw", "five-card-stud", "blackjack")
"""Games of the lab that an arena without options offers besides poker."""
ABSENCE_MS = 60_000
"""Milliseconds for which a disconnected visitor keeps the seat."""
GAMES_MAX = 30
"""Largest number of games of a --gallery that get a table."""
SEARCH = {"easy": "mcts:40", "normal": "mcts:200", "hard": "mcts:600", "expert": "mcts:1500"}
"""The bot that visitors play against in games of the lab, for each --level."""

_GAME_HELP = f"{GAMES_HELP[:-1]}; sting; an evolved game as genome:simple-poker."


@Parameter(name="*")
@dataclass(kw_only=True)
class ArenaOptions:
    """Options of `croupier arena`. Each option is also a key of a --config file, with the same name and meaning."""

    host: str | None = None
    """Address to listen on. Default: 127.0.0.1. Use 0.0.0.0 to accept connections from other machines."""
    port: int | None = None
    """Port. Default: 8765. 0 picks a free port."""
    game: Annotated[str, Parameter(help=_GAME_HELP)] = "holdem"
    seats: int | None = None
    """Seats at a table. Default: 6, or fewer if the game allows fewer."""
    stack: int = 10_000
    """Chips at the start of a match; at a cash table, the usual buy-in."""
    sb: int = 50
    """The small blind; in stud games the bring-in."""
    bb: int = 100
    """The big blind; in stud games the small bet."""
    ante: int = 0
    """Ante for every player."""
    move_time_ms: int = 15_000
    """Time for a move in milliseconds. 0: no limit, the operator skips players."""
    house_bots: int | None = None
    """House bots at each table. Default: all seats but one; none with a roster or --matches."""
    bot: Annotated[tuple[str, ...], Parameter(negative="")] = ()
    """Your own bots in seats of each table: files (mybot.py), commands (exec:./mybot), addresses (ws://host:port/) or
    players from elsewhere (mit:./mybot, acpc:PORT). Each runs in a process of its own, with limits. A bot that makes an
    error loses its hand, and the error is written to the log.
    """
    bot_logs: str | None = None
    """Folder for a log of each --bot: everything it prints, and its tracebacks."""
    matches: int | None = None
    """Number of matches; seats move between them, and the standings are printed at the end. 0: endless (default)."""
    match_hands: int = 0
    """Number of hands in a match of fixed length: every hand begins with --stack, and the most chips won win. Clients
    of MIT's and the ACPC's protocols need it. Default: stacks carry over, and the last stack wins.
    """
    cap_heads_up: bool = False
    """Fixed limit: keep the cap of four bets a street between two players, too, as the ACPC's games do."""
    cash: bool = False
    """Open cash tables instead of matches: players buy in, sit in and out, and leave with their chips."""
    buy_in_min: int | None = None
    """Smallest buy-in at a cash table. Default: 20 big blinds."""
    buy_in_max: int | None = None
    """Largest buy-in and top-up at a cash table. Default: 200 big blinds."""
    bankroll: int = 0
    """Chips that a team may bring to a cash table in total. 0: no limit."""
    secret_hands: int = 100
    """Number of hands that a cash table deals from one secret."""
    min_teams: int | None = None
    """Number of teams that must be seated before a match, or a hand at a cash table, begins."""
    tables: int = 1
    """Number of tables: T-1, T-2, ... Clients choose one with ?table=T-2."""
    practice: int | None = None
    """Number of extra practice tables (P-1, P-2, ...), where house bots take all seats but one. Play begins when
    somebody sits down. Default: if house bots play hold'em matches, one table and another for an evolved game.
    """
    sting: int | None = None
    """Number of extra tables (S-1, S-2, ...) where visitors play the sting on the page. Default: one if house bots play
    hold'em.
    """
    gallery: str | None = None
    """Folder with games that visitors can play against the search: genomes' JSON files, or a folder that `croupier
    evolve` wrote. Default: some games that the lab knows, if house bots play hold'em.
    """
    ratings: str = "ratings.jsonl"
    """File to which visitors' ratings of the gallery's games are added (`croupier ratings` prints it). Not with --db
    :memory:.
    """
    league: str | None = None
    """Folder of a league (`croupier league`) whose ladder the page shows."""
    db: str | None = None
    """SQLite file that keeps everything. Default: arena.db. :memory: keeps nothing."""
    roster: str | None = None
    """File of teams and codes (TOML or CSV). Only these teams may play."""
    open: bool = False
    """Open tables without codes: a team's name alone holds its seat. Not with a roster."""
    config: str | None = None
    """TOML file with these settings and more. Options on the command line take precedence."""
    pace: str | None = None
    """How quickly house bots play: human or fast. Default: human if house bots play."""
    level: str | None = None
    """How well house bots play hold'em and other games: easy, normal, hard or expert. Default: normal."""
    operator: str | None = None
    """Operator code. Default: a new one, which is printed."""
    hand_control: str = "auto"
    """auto, or operator: every hand waits for START_HAND."""
    timeouts: str = "check-call-fold"
    """What the server does when a player's time runs out: check-call-fold, check-fold or fold."""
    strikes: int = 0
    """Number of timeouts in a row after which the server plays check-fold for a seat, until its player acts again."""
    late_entry_hands: int | None = None
    """Number of hands during which new teams may enter a match. Default: until the first elimination."""
    reveal: str | None = None
    """Who gets the secret of the shuffle afterwards: match (everybody, when the match ends), auditor or never. Default:
    match; at cash tables auditor.
    """
    cert: str | None = None
    """TLS certificate (PEM). Needs --key."""
    key: str | None = None
    """Key of the TLS certificate."""
    origin: tuple[str, ...] = ()
    """Other sites whose pages may connect, such as https://example.org."""
    allowed_host: tuple[str, ...] = ()
    """Other names of this server. A request that names any other server is refused. Default: loopback names and --host.
    """
    connections: int | None = None
    """Largest number of connections. Default: 10,000. More limits can be set under [limits] in a --config file."""
    per_address: int | None = None
    """Largest number of connections from one address. Default: 256."""
    wrong_codes: int | None = None
    """Wrong codes per minute from one address. Default: 20."""
    queue: int | None = None
    """Frames that may be queued for a client that does not read. Default: 1,000."""
    frames_per_second: int = 50
    """Frames per second from one client. Answers to prompts do not count."""
    spectators: int = 5_000
    """Largest number of spectators at each table."""
    spectator_delay: int = 0
    """Seconds by which the server delays what spectators, relays, the HTTP API and the standings show of a table."""
    proxy: tuple[str, ...] = ()
    """Addresses of proxies in front of this server. Their X-Forwarded-For header is trusted."""
    log: str = "text"
    """Log format on standard error: text, or json with one object per line."""
    void_on_stop: bool = False
    """On Ctrl-C, void the current hand and give the chips back instead of finishing it."""
    open_browser: bool = False
    """Open the page in a browser, at a practice table if there is one."""
    json: bool = False
    """Print the address as a line of JSON at the start, and the standings as a line of JSON at the end."""
    csv: str | None = None
    """Write the standings to this CSV file at the end."""

    def __new__(cls, *_: Any, **given: Any) -> Self:
        """Note which options the caller gives. A --config file can set the rest."""
        options = super().__new__(cls)
        options.__dict__["given"] = given
        return options


TABLE_KEYS = ("game", "seats", "stack", "sb", "bb", "ante", "move_time_ms", "matches", "match_hands",
              "cap_heads_up", "open", "cash", "buy_in_min", "buy_in_max", "bankroll", "secret_hands", "min_teams",
              "hand_control", "timeouts", "strikes", "late_entry_hands", "reveal", "frames_per_second", "spectators",
              "spectator_delay")
"""Options that can also be set for one table, in a [tables.NAME] section of a --config file."""
INSTEAD = {"variant": "game", "starting_stack": "stack", "format": "cash"}
"""The fields of a table's config whose options have another name: the field, then the option."""


@dataclass
class Sections:
    """The sections of a --config file that are not options."""

    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    roster: dict[str, str] | None = None
    limits: dict[str, Any] = field(default_factory=dict)
    line_up: tuple[str, ...] | None = None


def arena(options: ArenaOptions | None = None) -> None:
    """Open an arena for bots and people over WebSocket, with a web page to watch it.

    Without options the arena seats house bots that play at a pace you can follow, leaves one seat free, and starts a
    new match when one ends. Ctrl-C stops it after the current hand.
    """
    from croupier.arena.server.run import loop_factory, serve
    from croupier.cli.logs import start_logging
    from croupier.cli.loop import run

    chosen, file = with_file(options or ArenaOptions())
    config = server_config(chosen, file)
    _check_target(chosen.csv)
    start_logging(chosen.log)
    server = run(lambda: serve(config, lambda opened: _opened(opened, config, chosen)), loop_factory())
    _report(server, chosen)
    if server.hub.failed is not None:
        raise Failed(f"the arena stopped: {server.hub.failed}")


def _check_target(csv: str | None) -> None:
    """Raise Misused if the standings could not be written to this file at the end."""
    from pathlib import Path

    target = Path(csv) if csv else None
    if target is not None and (target.is_dir() or not target.resolve().parent.is_dir()):
        raise Misused(f"--csv {csv} is not a file that can be written")


def with_file(options: ArenaOptions) -> tuple[ArenaOptions, Sections]:
    """Complete the options from the --config file. Return them and the file's sections.

    Options on the command line take precedence.
    """
    from croupier.arena.core.config import BadArena
    from croupier.cli.arena_files import checked_roster, load

    given = vars(options)["given"]
    if options.config is None:
        return options, Sections()
    found, path = load(options.config), options.config
    sections: dict[str, Any] = {"line_up": _typed("line_up", found.pop("line_up", None), tuple[str, ...] | None, path),
                                "limits": _typed("limits", found.pop("limits", {}), dict[str, Any], path)}
    if isinstance(found.get("tables"), dict):
        sections["tables"] = _typed("tables", found.pop("tables"), dict[str, dict[str, Any]], path)
    if isinstance(found.get("roster"), dict):
        sections["roster"] = checked_roster(found.pop("roster"), path)
    kinds = option_types()
    unknown = sorted(set(found) - set(kinds))
    if unknown:
        raise BadArena(f"{path}: there is no key {unknown[0]!r}")
    values = {name: _typed(name, value, kinds[name], path) for name, value in found.items()}
    return ArenaOptions(**{**values, **given}), Sections(**sections)


def option_types() -> dict[str, Any]:
    """Return the names and types of the options that a --config file may set: all except --config itself."""
    hints = get_type_hints(ArenaOptions)
    return {each.name: hints[each.name] for each in fields(ArenaOptions) if each.name != "config"}


def _typed(name: str, value: Any, kind: Any, where: str) -> Any:
    """Convert a value of a file to the type of its option; raise BadArena if that is impossible."""
    import msgspec

    from croupier.arena.core.config import BadArena

    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise BadArena(f"{where}: {name}: {error}") from None


def server_config(options: ArenaOptions, file: Sections) -> ServerConfig:
    """Build the config of the server from the options and the file's sections."""
    from secrets import token_hex

    from croupier.arena.server.house import LINE_UP, Pace
    from croupier.arena.server.run import ServerConfig
    from croupier.bots.characters import LEVELS, line_up
    from croupier.cli.arena_files import roster_of

    if options.level is not None and options.level not in LEVELS:
        raise Misused(unknown("level", options.level, LEVELS))
    of_level = LINE_UP if options.level is None else tuple(line_up(options.level, 9))
    roster = roster_of(options.roster) if options.roster else file.roster
    bots = _house_bots(options, bool(file.tables), roster is not None)
    if options.pace is not None and options.pace not in PACES:
        raise Misused(unknown("pace", options.pace, PACES))
    least, most, hand_pause, match_pause = PACES[options.pace or ("human" if bots else "fast")]
    pauses = {"hand_pause_ms": hand_pause, "match_pause_ms": match_pause}
    port = 8765 if options.port is None else options.port
    if not 0 <= port <= 65535:
        raise Misused(f"a port is a number from 0 (any) to 65535, not {port}")
    games = _lab_tables(options, bots, pauses, bool(file.tables))
    return ServerConfig(
        line_ups=dict.fromkeys(games, (SEARCH[options.level or "normal"],)), handed=_handed(options),
        tables=_tables(options, file, bots, pauses), host=options.host or "127.0.0.1", port=port,
        db=options.db or "arena.db", roster=roster, operator_code=options.operator or token_hex(10), house_bots=bots,
        bots=options.bot, bot_logs=options.bot_logs,
        line_up=file.line_up or of_level, pace=Pace(least, most), origins=frozenset(options.origin),
        allowed_hosts=frozenset(options.allowed_host), cert=options.cert, key=options.key,
        void_on_stop=options.void_on_stop, limits=_limits(options, file), proxies=frozenset(options.proxy))


def _handed(options: ArenaOptions) -> Handed:
    """Return the objects that the arena needs from other packages: the file of ratings, and the ladder of a league."""
    from pathlib import Path

    from croupier.arena.server.api import Handed
    from croupier.cli.league import LadderReader
    from croupier.cli.ratings import ArenaRatings

    return Handed(ratings=None if options.db == ":memory:" else ArenaRatings(options.ratings),
                  ladder=None if options.league is None else LadderReader(Path(options.league)))


def _limits(options: ArenaOptions, file: Sections) -> Limits:
    """Return the limits from the file. A limit that is also given as an option takes the option's value."""
    from croupier.arena.core.config import limits_of

    given = {name: getattr(options, name) for name in ("connections", "per_address", "wrong_codes", "queue")}
    return limits_of({**file.limits, **{name: value for name, value in given.items() if value is not None}})


def _house_bots(options: ArenaOptions, has_tables: bool, has_roster: bool) -> int:
    given = options.house_bots
    if given is None:
        none = has_roster or options.matches or has_tables
        return 0 if none else max(0, _seats(options) - 1 - len(options.bot))
    if not 0 <= given <= 10:
        raise Misused(f"--house-bots is a number from 0 to 10, not {given}")
    return given


def _code(options: ArenaOptions) -> str:
    """Return the name under which the tables know the game."""
    from croupier.games.poker.rules import RULES, named

    rules = named(options.game)
    return options.game if rules is None or rules.code not in RULES else rules.code


def _seats(options: ArenaOptions) -> int:
    """Return the number of seats. Without the option, it is six, or fewer if the game allows fewer."""
    from croupier.games.registry import find

    if options.seats is not None:
        return options.seats
    hosted = find(_code(options))
    return 6 if hosted is None else min(6, hosted.most)


def _tables(options: ArenaOptions, file: Sections, bots: int, pauses: dict[str, int]) -> dict[str, TableConfig]:
    """Return all tables.

    The first tables are those of the file. If the file has no tables, the option --tables sets their number. The
    practice, sting and lab tables follow.
    """
    from msgspec.structs import replace

    from croupier.arena.core.config import from_dict

    if not 1 <= options.tables <= 1000 or not 0 <= (options.practice or 0) <= 1000:
        raise Misused("--tables is a number from 1 to 1000, --practice from 0")
    values = _values(options, bots) | pauses
    tables = {name: _section(name, section, options, bots, pauses) for name, section in file.tables.items()} or {
        f"T-{number + 1}": from_dict(values) for number in range(options.tables)}
    practice = {**values, "matches": 0, "release_absent": True, "practice": True,
                "min_teams": 2 if options.cash else values["seats"]}
    own = {f"P-{number + 1}": from_dict(practice) for number in range(options.practice or 0)}
    has_tables = bool(file.tables)
    extra = (_cash_table(options, bots, pauses, has_tables) | _lab_tables(options, bots, pauses, has_tables)
             | _sting_tables(options, bots, pauses, has_tables))
    return tables | own | {name: replace(table, spectator_delay=options.spectator_delay)
                           for name, table in extra.items()}


def _section(name: str, section: dict[str, Any], options: ArenaOptions, bots: int,
             pauses: dict[str, int]) -> TableConfig:
    """Return the table of a [tables.NAME] section.

    For this table, the section's keys replace the options that apply to all tables.
    """
    from croupier.arena.core.config import BadArena, from_dict

    where, kinds = f"[tables.{name}]", option_types()
    for key in section:
        if key in INSTEAD:
            raise BadArena(f"{where}: {key} is called {INSTEAD[key]}, like the option")
    own = {key: _typed(key, value, kinds[key], where) for key, value in section.items() if key in TABLE_KEYS}
    others = {key: value for key, value in section.items() if key not in TABLE_KEYS}
    given = {key: getattr(options, key) for key in vars(options)["given"]}
    try:
        return from_dict(_values(ArenaOptions(**{**given, **own}), bots) | pauses | others)
    except ValueError as error:
        raise BadArena(f"{where}: {str(error).removeprefix('table: ')}") from None


def _values(options: ArenaOptions, bots: int) -> dict[str, Any]:
    """Return the fields of a table's config, except the pauses."""
    seats = _seats(options)
    if options.cash and options.matches:
        raise Misused("--matches is for matches: a cash table has no end")
    if options.cash and options.match_hands:
        raise Misused("--match-hands is for matches: at a cash table stacks carry over")
    _refuse_stakes(options)
    given = [name for name in ("buy_in_min", "buy_in_max", "bankroll") if getattr(options, name)]
    if given and not options.cash:
        raise Misused(f"--{given[0].replace('_', '-')} is for cash tables: add --cash")
    if len(options.bot) + (options.house_bots or 0) > seats and options.bot:
        raise Misused(f"{len(options.bot)} bots and {options.house_bots or 0} house bots do not fit at {seats} seats")
    if options.house_bots is not None and options.house_bots > seats:
        raise Misused(f"--house-bots {options.house_bots} do not fit at {seats} seats")
    return {
        "variant": _code(options), "seats": seats, "starting_stack": options.stack, "sb": options.sb, "bb": options.bb,
        "ante": options.ante, "move_time_ms": options.move_time_ms, "matches": options.matches or 0,
        "match_hands": options.match_hands, "cap_heads_up": options.cap_heads_up,
        "min_teams": _min_teams(options, bots), "open": options.open,
        "hand_control": options.hand_control, "timeouts": options.timeouts, "strikes": options.strikes,
        "late_entry_hands": options.late_entry_hands, "reveal": options.reveal,
        "release_absent": not options.matches,
        "frames_per_second": options.frames_per_second, "spectators": options.spectators,
        "spectator_delay": options.spectator_delay, "secret_hands": options.secret_hands,
        **({"format": "cash", "buy_in_min": options.buy_in_min, "buy_in_max": options.buy_in_max,
            "bankroll": options.bankroll} if options.cash else {})}


def _for_visitors(options: ArenaOptions, bots: int, has_tables: bool) -> bool:
    """Return True if house bots play hold'em matches endlessly, so that a visitor may join at any time."""
    return bots > 0 and not (has_tables or options.matches or options.cash) and options.game == "holdem"


def _cash_table(options: ArenaOptions, bots: int, pauses: dict[str, int], has_tables: bool) -> dict[str, TableConfig]:
    """Return the cash table P-1, where a visitor who sits down is dealt in at once."""
    from croupier.arena.core.config import from_dict

    if options.practice is not None or not _for_visitors(options, bots, has_tables):
        return {}
    cash = {"format": "cash", "seats": 6, "min_teams": 6, "timeouts": "check-fold",
            "starting_stack": options.stack, "sb": options.sb, "bb": options.bb, "ante": options.ante,
            "buy_in_min": min(options.stack, 20 * options.bb), "buy_in_max": max(options.stack, 200 * options.bb)}
    return {"P-1": from_dict({**_practice(options, pauses), **cash})}


def _practice(options: ArenaOptions, pauses: dict[str, int]) -> dict[str, Any]:
    """Return the settings of tables where a visitor has at least half a minute for a move."""
    thinking = options.move_time_ms and max(30_000, options.move_time_ms)
    return {"practice": True, "matches": 0, "release_absent": True, "pause_max_ms": ABSENCE_MS,
            "move_time_ms": thinking, "open": options.open, **pauses}


def _lab_tables(options: ArenaOptions, bots: int, pauses: dict[str, int], has_tables: bool) -> dict[str, TableConfig]:
    """Return the settings of a table for each game of the lab (G-1, G-2, ...). The visitor's opponents are bots that
    search.
    """
    from croupier.arena.core.config import from_dict
    from croupier.games.registry import find

    if options.gallery is not None:
        names = _gallery_files(options.gallery)
    elif options.practice is None and _for_visitors(options, bots, has_tables):
        names = list(GAMES)
    else:
        return {}
    made = {}
    for number, name in enumerate(names, 1):
        hosted = find(f"genome:{name}")
        if hosted is None:
            raise Misused(f"{name} is not a game that can be played: croupier rules {name} says why")
        seats = min(max(3, hosted.least), hosted.most)
        made[f"G-{number}"] = from_dict({**_practice(options, pauses), "variant": f"genome:{name}", "seats": seats,
                                         "min_teams": seats})
    return made


def _gallery_files(folder: str) -> list[str]:
    """Return the files of games in a folder or in its subfolder `games`; raise Misused if there are none."""
    from pathlib import Path

    inside = Path(folder) / "games"
    files = sorted(map(str, (inside if inside.is_dir() else Path(folder)).glob("*.json")))
    if not files:
        raise Misused(f"--gallery {folder}: there are no games (*.json) in this folder")
    return files[:GAMES_MAX]


def _refuse_stakes(options: ArenaOptions) -> None:
    """Raise Misused if stakes are given for a game other than poker, or a stack for a game with a fixed number of
    chips.
    """
    from croupier.cli.games import refuse_stakes
    from croupier.games.registry import find

    hosted, usual = find(_code(options)), ArenaOptions()
    names = ("sb", "bb", "ante", *(("stack",) if hosted is not None and hosted.chips else ()))
    if hosted is not None and not hosted.is_poker:
        refuse_stakes(options.game, [f"--{name}" for name in names if getattr(options, name) != getattr(usual, name)])


def _sting_tables(options: ArenaOptions, bots: int, pauses: dict[str, int], has_tables: bool) -> dict[str, TableConfig]:
    """Return the settings of the tables for the sting.

    House bots play Narc and Customer and wait for a Player, who has at least a minute for a move.
    """
    from croupier.arena.core.config import from_dict

    count = options.sting if options.sting is not None else int(_for_visitors(options, bots, has_tables))
    if not 0 <= count <= 1000:
        raise Misused(f"--sting is a number from 0 to 1000, not {count}")
    values = {**_practice(options, pauses), "variant": "sting", "seats": 3, "min_teams": 3,
              "move_time_ms": options.move_time_ms and max(60_000, options.move_time_ms)}
    return {f"S-{number + 1}": from_dict(values) for number in range(count)}


def _min_teams(options: ArenaOptions, bots: int) -> int:
    """Return how many players must sit before a hand is dealt.

    A match waits for all its house bots, so that all of them take part.
    """
    if options.min_teams is not None:
        return options.min_teams
    if options.cash:
        return 2
    from croupier.games.registry import find

    hosted = find(_code(options))
    return max(2 if hosted is None else hosted.least, min(bots + len(options.bot), _seats(options)))


def _opened(server: Running, config: ServerConfig, options: ArenaOptions) -> None:
    """Print the address of the arena. If --open-browser is given, open the page in a browser."""
    _announce(server, config, options.json)
    if options.open_browser:
        import webbrowser

        webbrowser.open(_play_url(server) or server.url)


def _play_url(server: Running) -> str | None:
    """Return the address that seats a visitor at a practice table at once; return None if there is no cash practice
    table.
    """
    practice = any(table.config.practice and table.config.is_cash for table in server.hub.host.tables.values())
    return f"{server.url}#/play" if practice else None


def _announce(server: Running, config: ServerConfig, json: bool) -> None:
    """Print the addresses and codes. With --json, print JSON on standard output and the rest on standard error."""
    from croupier.cli.app import as_json

    with contextlib.redirect_stdout(sys.stderr if json else sys.stdout):
        _tell(server, config)
    if json:
        tables = list(server.hub.host.tables)
        print(as_json({"opened": {"url": server.url, "ws_url": server.ws_url, "tables": tables}}), flush=True)


def _tell(server: Running, config: ServerConfig) -> None:
    if (play := _play_url(server)) is not None:
        print(f"Play now: {play}")
    print(f"croupier arena: watch at {server.url}")
    print(f"  bots connect to {server.ws_url}")
    games = list(config.line_ups)
    for name, table in server.hub.host.tables.items():
        if name in games[1:]:
            continue
        house = sum(seat.house for seat in table.seats)
        others = f", {len(table.seats) - house} by teams" if len(table.seats) > house else ""
        game = table.config.game() if table.config.hosted.is_poker else table.config.hosted.name
        least, most = table.config.buy_ins
        money = f"cash, buy-in {least:,} to {most:,}, " if table.config.is_cash else ""
        own = 0 if table.config.practice else len(config.bots)
        mine = f", {own} by --bot" if own else ""
        print(f"  {name}: {game}, {money}{table.config.seats} seats, {house - own} taken by house bots{mine}{others}")
        if len(games) > 1 and name == games[0]:
            print(f"  {games[1]} to {games[-1]}: more games from the lab, all at {server.url}#/games")
    is_open = all(table.open for table in config.tables.values())
    codes = "NAME --code CODE (both from the roster)" if config.roster is not None else "Me --code my-own-secret"
    who = "Me (these tables have no codes: anybody who gives this name gets the seat)" if is_open else codes
    print(f"  take a seat: croupier bot caller --url {server.ws_url} --team {who}")
    print(f"  operator: {server.url}#/operator    code: {config.operator_code}    records: {config.db}")
    print("Ctrl-C stops after the current hand.", flush=True)


def _report(server: Running, options: ArenaOptions) -> None:
    """Print and write the standings as requested."""
    from pathlib import Path

    from croupier.cli.app import as_json

    standings = server.hub.standings
    if options.csv:
        try:
            Path(options.csv).write_text(standings.as_csv(), encoding="utf-8")
        except OSError as error:
            raise Failed(f"{options.csv} cannot be written: {error.strerror}") from error
    if options.json:
        print(as_json({"standings": standings.rows()}))
    elif standings.teams:
        print(standings)
