"""MIT's line protocol: what a client is sent, what it may answer, and clients that play."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.adapters.wire.mit import MitBot
from croupier.bots import BadBot
from croupier.bots.isolation import protection_here
from croupier.contest.players import Isolation

from .line_clients import compiled_client, connected, free_port, scripted

GAME = croupier.holdem(1, 2)


def without_clock(lines: list[str]) -> list[str]:
    assert all(line.startswith("T") or line == "Q\n" for line in lines)
    return [line.strip().partition(" ")[2] for line in lines if line != "Q\n"]


def script(*answers: str) -> Any:
    left = list(answers)
    return lambda _: left.pop(0) if left else "K"


class Plan(croupier.Bot):
    """Plays a list of actions."""

    def __init__(self, *actions: tuple[str, int | None]) -> None:
        self.plan = list(actions)

    def act(self, view: Any) -> Any:
        kind, amount = self.plan.pop(0)
        return {"call": view.call, "fold": view.fold}[kind]() if amount is None else view.raise_to(amount)


def played(tmp_path: Path, mine: Any, other: Any, *, button: int = 0, hands: int = 1, game: Any = GAME,
           stack: Any = 400, **limits: int) -> tuple[Any, Any]:
    bot, channel = scripted(MitBot, mine, tmp_path, **limits)
    bot.set_game(game)
    result = croupier.play([bot, other], game, hands=hands, stack=stack, button=button, seed=3, reset=True)
    return result, channel


def test_a_round_to_the_showdown(tmp_path: Path) -> None:
    plan = Plan(("call", None), ("raise", 4), ("call", None), ("call", None), ("call", None))
    result, channel = played(tmp_path, script("C", "C", "R10", "K"), plan)
    hand = result.records[0]
    own, other = (",".join(map(str, hand.hole(seat))) for seat in (0, 1))
    flop, turn, river = (",".join(map(str, hand.board[:count])) for count in (3, 4, 5))
    assert without_clock(channel.sent) == [f"P0 H{own}", f"C K B{flop} R4", f"C B{turn} K", f"R10 C B{river} K",
                                           f"K O{other} D{result.payoffs[0]}"]


def test_a_fold_before_its_turn_is_one_message(tmp_path: Path) -> None:
    result, channel = played(tmp_path, script(), Plan(("fold", None)), button=1)
    hole = ",".join(map(str, result.records[0].hole(0)))
    assert without_clock(channel.sent) == [f"P1 H{hole} F D1"]


def test_after_an_all_in_the_skeletons_two_checks_a_street_are_told(tmp_path: Path) -> None:
    result, channel = played(tmp_path, script("R400"), Plan(("call", None)))
    hand = result.records[0]
    board, other = [str(card) for card in hand.board], ",".join(map(str, hand.hole(1)))
    streets = " ".join(f"B{','.join(board[:count])} K K" for count in (3, 4, 5))
    assert without_clock(channel.sent)[1] == f"R400 C {streets} O{other} D{result.payoffs[0]}"


def test_the_clock_runs_down_and_a_used_up_one_forfeits(tmp_path: Path) -> None:
    def slow(_: str) -> str:
        bot.used_ms += 400
        return "K"

    bot, channel = scripted(MitBot, slow, tmp_path, match_time_ms=1000)
    bot.set_game(GAME)
    result = croupier.play([bot, "caller"], GAME, hands=4, stack=400, button=1, reset=True)
    clocks = [float(line.split()[0][1:]) for line in channel.sent if line != "Q\n"]
    assert clocks == pytest.approx([1.0, 0.6, 0.2], abs=0.1)
    assert result.faults.kinds["client", "FORFEITED"] > 0


@pytest.mark.parametrize("line", ["", "X", "R", "R-5", "R1e3", "RR", "CALL", "K K", "R٣", "\x00", "R" + "9" * 40])
def test_a_malformed_line_is_refused_by_name_and_costs_only_its_sender(tmp_path: Path, line: str) -> None:
    result, channel = played(tmp_path, script(line), "caller")
    assert [(each.kind, each.instead) for each in result.warnings] == [("GARBAGE", "FOLD")]
    assert result.payoffs == [-1, 1]
    assert channel.sent[-1].split()[1:] == ["F", "D-1"]


@pytest.mark.parametrize(("line", "clause"), [("K", "B9"), ("R3", "B3"), ("R401", "B1")])
def test_an_illegal_action_is_the_clients_own(tmp_path: Path, line: str, clause: str) -> None:
    result, _ = played(tmp_path, script(line), "caller")
    assert [(each.kind, each.clause) for each in result.warnings] == [("ILLEGAL", clause)]


def test_unequal_stacks_have_no_form(tmp_path: Path) -> None:
    result, channel = played(tmp_path, script("C"), "caller", stack=[400, 399])
    assert {each.kind for each in result.warnings} == {"UNPLAYABLE"}
    assert not channel.sent


@pytest.mark.parametrize("game", [croupier.omaha(1, 2), croupier.holdem(1, 2, ante=1),
                                  croupier.holdem(1, 2, limit="fixed")])
def test_other_games_are_refused_before_the_first_hand(tmp_path: Path, game: Any) -> None:
    with pytest.raises(BadBot, match="no-limit hold'em with two blinds"):
        played(tmp_path, script(), "caller", game=game)


def test_a_client_in_c_plays_a_match(tmp_path: Path) -> None:
    client = compiled_client(tmp_path)
    result = croupier.match([f"mit:{client}", "random"], GAME, hands=200, seed=5, stack=400)
    assert result.names == ("mit_client", "random")
    assert not result.faults.counts, result.faults
    assert sum(result.payoffs) == 0


def test_an_isolated_client_reaches_nobody_but_croupier(tmp_path: Path) -> None:
    if not protection_here().namespaces:
        pytest.skip(f"no walls here: {protection_here().reason}")
    client = tmp_path / "spy.py"
    with socket.create_server(("127.0.0.1", 0)) as server:
        client.write_text(f"""
import socket, sys
try:
    socket.create_connection(("127.0.0.1", {server.getsockname()[1]}), timeout=60)
    print("reached the host")
except OSError as error:
    print(type(error).__name__)
socket.create_connection(("localhost", int(sys.argv[1]))).makefile("rw").readline()
""")
        tmp_path.chmod(0o755)
        croupier.play([f"mit:{sys.executable} {client}", "caller"], GAME, hands=1, stack=400,
                      isolation=Isolation(logs=tmp_path / "logs"))
    assert "ConnectionRefusedError" in next((tmp_path / "logs").iterdir()).read_text()


def test_a_client_started_by_hand_plays_on_a_port() -> None:
    port, heard = free_port(), []

    def talk(stream: Any) -> None:
        for line in stream:
            if line.startswith("Q"):
                heard.append("Q")
                return
            heard.append(line)
            stream.write("K\n" if " D" in line else "C\n")
            stream.flush()

    thread = connected(port, talk)
    result = croupier.play([f"mit:{port}", "folder"], GAME, hands=10, seed=2, stack=400, reset=True,
                           isolation=Isolation())
    thread.join(20)
    assert heard[-1] == "Q"
    assert result.hands == 10
    # answers C to everything: illegal where nothing is owed, and its own fault
    assert {kind for _, kind in result.faults.kinds} <= {"ILLEGAL"}


@pytest.mark.parametrize("spec", ["mit:99999999", "mit:no-such-program", "mit:."])
def test_what_cannot_be_started_is_refused(spec: str) -> None:
    with pytest.raises(BadBot):
        croupier.play([spec, "caller"], GAME, hands=1)


def test_a_client_that_ends_is_quoted_with_the_last_line_of_its_log(tmp_path: Path) -> None:
    (tmp_path / "commands.json").write_text('{"run": ["python3", "player.py"]}')
    (tmp_path / "player.py").write_text("import sys\nprint('begins')\nsys.argv[7]\n")
    with pytest.raises(BadBot, match=r"ended with exit code 1; the last line of its log: IndexError: list index"):
        croupier.play([f"mit:{tmp_path}", "caller"], GAME, hands=1)
