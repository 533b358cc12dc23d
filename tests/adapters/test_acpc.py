"""The ACPC's protocol: transcripts there and back, agents at our tables, our bots at a dealer."""

from __future__ import annotations

import itertools
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.adapters.wire.acpc import AcpcBot
from croupier.adapters.wire.acpc_client import AcpcSeat, BadDefinition, GameDefinition, play_at_dealer, rebuilt
from croupier.adapters.wire.match_state import BadLine, MatchState, StateTelling, told
from croupier.bots import BadBot, named
from croupier.games.poker.events import Shown

from .line_clients import PLAYERS, free_port, scripted

DEFINITION = """GAMEDEF
{kind}
numPlayers = {players}
numRounds = 4
{stack}
blind = {blinds}
raiseSize = 10 10 20 20
firstPlayer = {first} 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""


def definition(name: str) -> GameDefinition:
    """Return the definition of a game like `3p-limit`."""
    players, is_limit = int(name[0]), name.endswith("-limit")
    blinds = [5, 10] if is_limit else [50, 100]
    places = blinds[::-1] if players == 2 else blinds + [0] * (players - 2)
    return GameDefinition.read(DEFINITION.format(
        kind="limit" if is_limit else "nolimit", players=players, first=2 if players == 2 else 3,
        stack="" if is_limit else "stack = " + " ".join(["20000"] * players), blinds=" ".join(map(str, places))))


TRANSCRIPTS = [
    ("2p-nolimit", "MATCHSTATE:0:1:f:5s7c|"),
    ("2p-nolimit", "MATCHSTATE:1:2:r200c/r20000f:|3d3s/7d9sTc"),
    ("2p-nolimit", "MATCHSTATE:0:3:r200c/cr400c/cc/cc:KdJd|5s8d/5c7d2h/9c/2d"),
    ("2p-nolimit", "MATCHSTATE:1:5:f:|3s8d"),
    ("2p-limit", "MATCHSTATE:0:2:cc/cc/cc/cc:9cKh|3d3s/7d9sTc/6c/4d"),
    ("2p-limit", "MATCHSTATE:1:3:cc/cc/cc/crrc:KdJd|5s8d/5c7d2h/9c/2d"),
    ("2p-limit", "MATCHSTATE:0:4:cc/cc/cc/cc:6cJc|3s8c/2dKdQd/Qc/4c"),
    ("2p-limit", "MATCHSTATE:1:5:cc/cc/cc/cc:3c6c|3s8d/2d5cJd/4h/8h"),
    ("3p-limit", "MATCHSTATE:0:1:ccc/ccc/ccc/ccc:5s5h|KcKd|7c3d/4sTdKs/5c/6d"),
    ("3p-limit", "MATCHSTATE:1:2:fcc/rc/crc/rc:9c3s|3d7d|/Tc6c4d/4s/Ah"),
    ("3p-limit", "MATCHSTATE:2:3:cfc/rrc/crf:||Jd7d/2h9c2d/9h"),
    ("3p-limit", "MATCHSTATE:0:4:crcrrcc/rfc/rf:6c8c||/QdQc4c/5s"),
    ("3p-nolimit", "MATCHSTATE:0:1:ccr20000cf///:5s5h|KcKd|7c3d/4sTdKs/5c/6d"),
    ("3p-nolimit", "MATCHSTATE:1:2:r200r20000cc///:9c3s|3d7d|Kh9s/Tc6c4d/4s/Ah"),
    ("3p-nolimit", "MATCHSTATE:2:3:r400r1400cc/r1600cf/cc/r20000c:Kd8d|5s5c|Jd7d/2h9c2d/9h/4s"),
    ("3p-nolimit", "MATCHSTATE:0:4:cr200cc/ccc/cr400cc/ccr500r600cr20000ff:6c8c||/QdQc4c/5s/Jd"),
    ("6p-nolimit",
     "MATCHSTATE:0:1:r400r700ccccr2000r3300r9200cr20000ccccc///:5s4s|KcTd|7cKs|5h5c|Kd6d|3d4d/QdTc5d/4h/2h"),
    ("6p-nolimit", "MATCHSTATE:1:2:r20000ccccf///:9cTc|3d6c|Kh4d|3s4s|7dAh|9s5h/Js6h7h/2c/Qc"),
    ("6p-nolimit", "MATCHSTATE:2:3:fccccr400fcfc/cr500cr800cf/cr900c/cr1100r20000c:Kd2h|5s9c|Jd2d|||/8s3d2c/Kh/Js"),
    ("6p-nolimit", "MATCHSTATE:3:4:r20000ccccc///:6cQd|3sQc|Jc4c|8c5s|2dJd|KdQs/9h4h5h/As/Jh"),
]


@pytest.mark.parametrize(("name", "line"), TRANSCRIPTS)
def test_a_transcript_comes_back_as_it_was(name: str, line: str) -> None:
    state, rest = MatchState.read(line)
    assert (str(state), rest) == (line, "")
    hand = rebuilt(state, definition(name))
    assert hand.is_over
    assert sum(hand.payoffs) == 0
    view = hand.observe(state.position)
    telling, states = StateTelling(view, state.number), []
    for event in view.events:
        states += telling.take(event)
    shown = {event.seat: "".join(map(str, event.cards)) for event in view.events if isinstance(event, Shown)}
    states += telling.state(shown)
    assert states[-1] == line
    assert len(states) == 1 + sum(1 for _ in state.actions())
    for before, after in itertools.pairwise(states):
        assert MatchState.read(after)[0].betting != MatchState.read(before)[0].betting


def test_every_state_of_a_hand_is_told_in_order() -> None:
    hand = croupier.holdem(50, 100).deal([20_000] * 2, 1, deck="9s9c8h6h8c8d5c6s2d")
    hand.call()
    hand.check()
    hand.raise_to(150)
    hand.call()
    assert told(hand.observe(0), 30) == [
        "MATCHSTATE:0:30::9s8h|", "MATCHSTATE:0:30:c:9s8h|", "MATCHSTATE:0:30:cc/:9s8h|/8c8d5c",
        "MATCHSTATE:0:30:cc/r250:9s8h|/8c8d5c", "MATCHSTATE:0:30:cc/r250c/:9s8h|/8c8d5c/6s"]


def test_a_fold_with_nothing_to_call_is_told_as_a_call_until_it_would_cost() -> None:
    hand = croupier.holdem(50, 100).deal([10_000] * 3, 2, seed=1)
    hand.call()
    hand.call()
    hand.check()
    hand.check()
    hand.fold()
    hand.raise_to(200)
    states = told(hand.observe(0), 0)
    assert [state.split(":")[3] for state in states][-2:] == ["ccc/cc", "ccc/ccr300"]
    hand.call()
    assert told(hand.observe(0), 0)[-1].split(":")[3] == "ccc/ccr300cf/"


def answering(*actions: str) -> Any:
    left = list(actions)
    return lambda sent: "VERSION:2.0.0" if not sent else sent.strip() + ":" + (left.pop(0) if left else "c")


def played(tmp_path: Path, answers: Any, other: Any = "caller", *, game: Any = None, stack: Any = 20_000) -> Any:
    bot, channel = scripted(AcpcBot, answers, tmp_path)
    game = game or croupier.holdem(50, 100)
    bot.set_game(game)
    return croupier.play([bot, other], game, hands=1, stack=stack, seed=3), channel


def test_a_raise_counts_the_chips_of_the_whole_hand(tmp_path: Path) -> None:
    result, channel = played(tmp_path, answering("r300", "r900", "c", "c"))
    raises = [event.event.to for event in result.events if getattr(getattr(event, "event", None), "kind", "") in
              ("BET", "RAISE")]
    assert raises == [300, 600]
    assert "r300c/cr900c/cc/cc:" in channel.sent[-1]


@pytest.mark.parametrize("answer", ["", "x", "r", "r-5", "r1e3", "rr", "call", "c:c", "r" + "9" * 40, "\x00"])
def test_a_malformed_answer_is_refused_by_name_and_costs_only_its_sender(tmp_path: Path, answer: str) -> None:
    result, _ = played(tmp_path, answering(answer))
    assert [(each.kind, each.instead) for each in result.warnings] == [("GARBAGE", "FOLD")]
    assert result.payoffs == [-50, 50]


def test_lines_that_do_not_repeat_the_state_are_ignored(tmp_path: Path) -> None:
    lines = ["VERSION:2.0.0", "hello", "# a comment", "MATCHSTATE:0:0::2c2d|:f", "MATCHSTATE:1:7::|AsAd:r500"]
    left = list(lines)
    result, _ = played(tmp_path, lambda sent: left.pop(0) if left else sent.strip() + ":f")
    assert not result.warnings
    assert result.payoffs == [-50, 50]


def test_nothing_but_other_lines_is_refused(tmp_path: Path) -> None:
    left = ["VERSION:2.0.0"]
    result, _ = played(tmp_path, lambda sent: left.pop(0) if left else "hello")
    assert result.warnings[0].kind == "GARBAGE"


@pytest.mark.parametrize("line", ["", "VERSION:1.0.0", "VERSION:2", "MATCHSTATE:0:0::|", "GET / HTTP/1.1"])
def test_another_version_is_refused_before_the_first_hand(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadBot, match=r"not with VERSION:2\.0\.0"):
        scripted(AcpcBot, lambda sent: line, tmp_path)


def test_B13_a_limit_agent_is_asked_up_to_the_cap_and_every_street_of_the_hand(tmp_path: Path) -> None:
    game = croupier.holdem(5, 10, limit="fixed", cap_heads_up=True)

    class Raiser(croupier.Bot):
        def act(self, view: Any) -> Any:
            return view.raise_to(view.legal.min_raise_to) if view.legal.min_raise_to else view.call()

    result, channel = played(tmp_path, answering(*"r" * 8), Raiser(), game=game)
    assert not result.warnings
    assert channel.sent[-1].split(":")[3] == "rrrc/rrrrc/rrrrc/rrrrc"


@pytest.mark.parametrize("options", [{}, {"cap_heads_up": True, "max_bets": 3}])
def test_B13_an_agent_is_refused_a_limit_game_with_another_cap(tmp_path: Path, options: Any) -> None:
    with pytest.raises(BadBot, match="cap_heads_up"):
        played(tmp_path, answering(), game=croupier.holdem(5, 10, limit="fixed", **options))


def test_an_agent_plays_equal_stacks_only(tmp_path: Path) -> None:
    result, _channel = played(tmp_path, answering(), stack=[20_000, 9_000])
    assert {each.kind for each in result.warnings} == {"UNPLAYABLE"}


@pytest.mark.parametrize("players", range(2, 11))
def test_an_agent_of_another_process_plays_beside_our_bots(players: int) -> None:
    agent = f"acpc:{sys.executable} {PLAYERS / 'acpc_client.py'} {players} 50 100 10000"
    others = (["random", "strength", "caller"] * 3)[:players - 1]
    result = croupier.play([agent, *others], croupier.holdem(50, 100), hands=20, stack=10_000, seed=5, reset=True)
    assert not result.warnings, result.warnings[0]
    assert (result.hands, sum(result.payoffs)) == (20, 0)
    assert result.payoffs[0] != 0


@pytest.mark.parametrize("players", [3, 6, 10])
def test_a_limit_agent_plays_at_a_table(players: int) -> None:
    agent = f"acpc:{sys.executable} {PLAYERS / 'acpc_client.py'} {players} 5 10 0"
    others = (["random", "strength", "caller"] * 3)[:players - 1]
    game = croupier.holdem(5, 10, limit="fixed", cap_heads_up=True)
    result = croupier.play([agent, *others], game, hands=20, stack=100_000, seed=5, reset=True)
    assert not result.warnings, result.warnings[0]
    assert (result.hands, sum(result.payoffs)) == (20, 0)
    assert result.payoffs[0] != 0


def test_a_limit_agent_plays_a_match() -> None:
    agent = f"acpc:{sys.executable} {PLAYERS / 'acpc_client.py'} 2 5 10 0"
    result = croupier.match([agent, "random"], croupier.holdem(5, 10, limit="fixed", cap_heads_up=True), hands=60,
                            stack=100_000, seed=5)
    assert not result.faults.counts, result.faults


# -- at a dealer -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["2p-nolimit", "2p-limit"])
def test_a_bot_at_a_dealer_plays_as_it_does_at_home(name: str) -> None:
    game, port, seats = definition(name), free_port(), []

    def dealer_side() -> None:
        while True:
            try:
                seats.append(play_at_dealer(named("strength"), game, "127.0.0.1", port))
                return
            except ConnectionRefusedError:
                continue

    away = threading.Thread(target=dealer_side, daemon=True)
    away.start()
    result = croupier.play([f"acpc:{port}", "caller"], game.game, hands=40, stack=game.stack, seed=8, reset=True)
    away.join(20)
    home = croupier.play(["strength", "caller"], game.game, hands=40, stack=game.stack, seed=8, reset=True)
    assert not result.warnings
    assert result.payoffs == home.payoffs
    assert seats[0].hands == 40
    assert seats[0].net == result.payoffs[0]


@pytest.mark.parametrize("line", [
    "hello", "MATCHSTATE", "MATCHSTATE:0:0::", "MATCHSTATE:5:0::AhKd|", "MATCHSTATE:0:0:rx:AhKd|",
    "MATCHSTATE:0:0:c:AhKd|/2c3c4c", "MATCHSTATE:0:0:cc/:AhAh|/2c3c4c", "MATCHSTATE:0:0:r100:AhKd|",
    "MATCHSTATE:0:0:ccccccc:AhKd|", "MATCHSTATE:0:0::AhKd||", "MATCHSTATE:0:0::AhKd|:f", "MATCHSTATE:0:0:f:Ah|"])
def test_a_bad_line_of_a_dealer_is_named(line: str) -> None:
    with pytest.raises(BadLine):
        AcpcSeat(named("caller"), definition("2p-nolimit")).feed(line)


@pytest.mark.parametrize("text", ["", "hello", DEFINITION.replace("13", "3"), "GAMEDEF\nnolimit\nnumPlayers = 2\n",
                                  DEFINITION.format(kind="limit", players=2, stack="", blinds="10 5", first=2).replace(
                                      "3 4 4 4", "4 4 4 4")])
def test_a_bad_definition_is_named(text: str) -> None:
    with pytest.raises(BadDefinition):
        GameDefinition.read(text)

