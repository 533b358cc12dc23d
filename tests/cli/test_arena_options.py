"""One list of options: each is a key of a --config file, with the same name and the same meaning."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from croupier.arena.core.config import BadArena
from croupier.cli import main
from croupier.cli.app import Misused
from croupier.cli.arena import TABLE_KEYS, ArenaOptions, option_types, server_config, with_file
from croupier.cli.arena_files import roster_of
from croupier.games.genome.files import dumps
from croupier.games.genome.known import known

SAMPLES: dict[str, tuple[Any, dict[str, Any]]] = {
    "host": ("0.0.0.0", {}), "open_browser": (True, {}),
    "port": (9000, {}), "game": ("PO", {}), "seats": (3, {}), "stack": (5000, {}),
    "sb": (20, {}), "bb": (200, {}), "ante": (5, {}), "move_time_ms": (2000, {}), "house_bots": (2, {}),
    "bot": (("mine.py", "exec:./other"), {}), "bot_logs": ("logs", {}),
    "level": ("hard", {}), "matches": (3, {}),
    "match_hands": (500, {}), "cap_heads_up": (True, {"game": "FT"}), "open": (True, {}),
    "spectator_delay": (30, {}),
    "cash": (True, {}), "buy_in_min": (2500, {"cash": True}), "buy_in_max": (15000, {"cash": True}),
    "bankroll": (50000, {"cash": True}), "secret_hands": (7, {"cash": True}), "min_teams": (4, {}), "tables": (3, {}),
    "practice": (2, {}), "sting": (2, {}), "db": ("other.db", {}), "roster": ("teams.csv", {}), "pace": ("fast", {}),
    "operator": ("a code", {}), "hand_control": ("operator", {}), "timeouts": ("fold", {}), "strikes": (3, {}),
    "late_entry_hands": (9, {}), "reveal": ("never", {}), "cert": ("c.pem", {}), "key": ("k.pem", {}),
    "origin": (("https://a.example", "https://b.example"), {}), "allowed_host": (("arena.example",), {}),
    "connections": (500, {}), "per_address": (50, {}), "wrong_codes": (5, {}), "queue": (99, {}),
    "frames_per_second": (10, {}), "spectators": (77, {}), "proxy": (("10.0.0.7",), {}), "log": ("json", {}),
    "void_on_stop": (True, {}), "json": (True, {}), "csv": ("out.csv", {}),
    "gallery": ("bred", {}), "ratings": ("stars.jsonl", {}), "league": ("season", {})}
"""A value for every option that is not its default, and what it needs beside it."""


def read(path: Any, values: dict[str, Any], text: str = "", **given: Any) -> tuple[ArenaOptions, Any]:
    """The options and the server of a file with some values."""
    lines = [f"{name} = {json.dumps(value)}" for name, value in values.items()]
    path.write_text("\n".join(lines) + "\n" + text)
    options, sections = with_file(ArenaOptions(config=str(path), **given))
    return options, server_config(options, sections)


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "teams.csv").write_text("Ann,1\nBob,2\n")
    for folder, name, text in (("bred", "guts.json", dumps(known("guts"))), ("season", "league.db", "")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(text)
    return tmp_path / "arena.toml"


def test_22_11_the_samples_are_of_all_options():
    assert set(SAMPLES) == {each.name for each in fields(ArenaOptions)} - {"config"} == set(option_types())


@pytest.mark.parametrize("name", SAMPLES)
def test_22_11_every_option_is_a_key_of_the_same_name_and_means_the_same(name, file):
    value, more = SAMPLES[name]
    code = {} if name == "operator" else {"operator": "same"}
    by_option = ArenaOptions(**{name: value}, **more, **code)
    by_file, server = read(file, {name: value, **more, **code})
    assert by_file == ArenaOptions(config=str(file), **{name: value}, **more, **code)
    assert server == server_config(*with_file(by_option))
    plain = server_config(ArenaOptions(**more, operator="same"), with_file(ArenaOptions())[1])
    assert name in ("log", "json", "csv", "open_browser") or server != plain  # the value matters


@pytest.mark.parametrize("name", TABLE_KEYS)
def test_22_11_a_table_of_a_file_has_the_options_of_tables(name, file):
    value, more = SAMPLES[name]
    rows = "\n".join(f"{key} = {json.dumps(each)}" for key, each in {name: value, **more}.items())
    _, server = read(file, {"house_bots": 0}, f"[tables.T-1]\n{rows}\n")
    assert server.tables == server_config(*with_file(ArenaOptions(house_bots=0, **{name: value}, **more))).tables


def test_22_11_the_command_line_takes_precedence_even_with_a_default(file):
    options, server = read(file, {"stack": 5000, "port": 9000, "origin": ["https://a.example"]}, stack=10_000,
                           origin=("https://b.example",))
    assert (options.stack, server.port, server.origins) == (10_000, 9000, {"https://b.example"})


def test_22_11_the_parser_gives_only_what_was_given(file, monkeypatch):
    seen: list[ArenaOptions] = []
    monkeypatch.setattr("croupier.cli.arena.with_file", lambda options: seen.append(options) or 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main(["arena", "--stack", "10000", "--cash"])
    assert vars(seen[0])["given"] == {"stack": 10_000, "cash": True}


@pytest.mark.parametrize("text", ["x = " + "[" * 50_000, "x = " + "{a=" * 5_000, "[" + "a." * 50_000 + "a]"])
def test_22_6_deeply_nested_toml_is_refused(tmp_path, text):
    path = tmp_path / "deep.toml"
    path.write_text(text)
    for read_it in (roster_of, lambda path: with_file(ArenaOptions(config=str(path)))):
        with pytest.raises(BadArena):
            read_it(path)


def test_a_level_chooses_the_house_bots():
    assert server_config(*with_file(ArenaOptions(level="hard"))).line_up[0] == "tight:hard"
    with pytest.raises(Misused, match="hard"):
        server_config(*with_file(ArenaOptions(level="hrad")))
