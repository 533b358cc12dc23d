"""The arena's documents: generated parts are fresh, files and options shown exist, the examples join and play."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import msgspec
import pytest
from tests.patience import PATIENCE
from tools.protocol_page import documents

from croupier.cli.arena import ArenaOptions, server_config, with_file
from croupier.protocol import FROM_CLIENT, FROM_SERVER
from croupier.protocol.errors import ERRORS

from .test_server import arena_process

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
ARENA = (ROOT / "docs/arena.md").read_text(encoding="utf-8")


def test_24_1_the_protocol_documents_are_up_to_date():
    for path, text in documents().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is old: run python -m tools.protocol_page"


def test_every_message_and_code_stands_in_it():
    for name in FROM_CLIENT:
        assert f"### `{name}`" in PROTOCOL
    for kind in FROM_SERVER:
        assert f"`{kind.__struct_config__.tag}`" in PROTOCOL
    for code in ERRORS:
        assert f"| `{code}` |" in PROTOCOL
    for word in ("POST_BLINDS", "BET", "CALL", "CHECK", "FOLD", "FLOP", "TURN", "RIVER", "SHOWDOWN", "POT_AWARD",
                 "ELIMINATED"):
        assert f"`{word}`" in PROTOCOL


def test_every_example_keeps_to_the_schema():
    """Examples are decoded by the types the schema is made from."""
    kinds = {**FROM_CLIENT, **{str(kind.__struct_config__.tag): kind for kind in FROM_SERVER
                               if kind.__struct_config__.tag != "event"}}
    blocks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PROTOCOL, re.DOTALL)]
    frames = [block for block in blocks if "type" in block and block["type"] != "event"]
    assert len(frames) >= 18
    for frame in frames:
        kind = FROM_CLIENT.get(frame["type"], kinds[frame["type"]])
        both = [kind, kinds[frame["type"]]]
        assert any(_fits(frame, each) for each in both), frame["type"]


def _fits(frame: dict, kind: type) -> bool:
    try:
        msgspec.json.decode(json.dumps(frame), type=kind)
    except msgspec.ValidationError:
        return False
    return True


def test_options_shown_exist():
    known = {"--" + name.replace("_", "-") for name in ArenaOptions.__dataclass_fields__}
    shown = set(re.findall(r"--[a-z][a-z-]+", "\n".join(
        line for line in ARENA.splitlines() if line.startswith(("| `--", "croupier arena"))))) - {"--help"}
    assert shown
    assert shown <= known


def test_the_file_shown_can_be_used(tmp_path):
    (block,) = re.findall(r"```toml\n(.*?)```", ARENA, re.DOTALL)
    (tmp_path / "arena.toml").write_text(block)
    config = server_config(*with_file(ArenaOptions(config=str(tmp_path / "arena.toml"))))
    assert config.tables["T-1"].level(51).bb == 200
    assert config.roster == {"Alpha": "KF7Q9C", "Beta": "H2X7PM"}


def joins_and_plays(tmp_path: Path, *command: str) -> None:
    """An example client against a house bot: it must be in the match's standings, acting by itself."""
    server, url = arena_process(tmp_path, "--pace", "fast", "--house-bots", "1", "--seats", "2", "--matches", "1",
                                "--min-teams", "2", "--stack", "300", "--json", "--db", "a.db")
    client = subprocess.Popen([*command, url, "Example", "code"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)
    try:
        out, _ = server.communicate(timeout=PATIENCE)
    finally:
        client.kill()
        said, _ = client.communicate()
    assert "INVALID_ACTION" not in said
    rows = {row["team"]: row for row in json.loads(out.splitlines()[-1])["standings"]}
    assert rows["Example"]["hands"] > 0
    assert abs(rows["Example"]["net"]) == 300


def test_the_python_example_joins_and_plays(tmp_path):
    lines = [line for line in (ROOT / "examples/bot.py").read_text().splitlines() if line.strip()]
    assert len(lines) <= 31
    joins_and_plays(tmp_path, sys.executable, str(ROOT / "examples/bot.py"))


@pytest.fixture
def node() -> str:
    found = shutil.which("node")
    version = subprocess.run([found, "--version"], capture_output=True, text=True).stdout if found else ""
    if found is None or int(version[1:].split(".")[0]) < 18:
        pytest.skip(f"needs Node 18; found {version or 'none'}")
    return found


def test_22_12_the_javascript_example_joins_and_plays(tmp_path, node):
    joins_and_plays(tmp_path, node, str(ROOT / "examples/bot.mjs"))


def test_22_12_the_javascript_example_comes_back_after_a_restart(tmp_path, node):
    options = ("--pace", "fast", "--house-bots", "1", "--seats", "2", "--stack", "1000000", "--sting", "0", "--db",
               "a.db")
    server, url = arena_process(tmp_path, *options)
    client = subprocess.Popen([node, str(ROOT / "examples/bot.mjs"), url, "Example", "code"], stdout=subprocess.DEVNULL)
    try:
        before = hands_of_example(url, 1)
        server.kill()
        server.communicate()
        server, url = arena_process(tmp_path, *options, "--port", str(urlsplit(url).port))
        hands_of_example(url, before + 3)
    finally:
        for process in (client, server):
            process.kill()
            process.wait()


def hands_of_example(url: str, least: int) -> int:
    """Wait until the example has played so many hands; gives how many."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with urlopen(url.replace("ws://", "http://").removesuffix("/ws") + "/api/standings") as answer:
            hands = {row["team"]: row["hands"] for row in json.load(answer)}.get("Example", 0)
        if hands >= least:
            return hands
        time.sleep(0.1)
    raise AssertionError(f"the example has not played {least} hands")
