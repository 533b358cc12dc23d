"""PyPokerEngine's players at our tables: they are told what PyPokerEngine itself would tell them."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed: pip install 'croupier[pypokerengine]'")

from pypokerengine.api.game import setup_config, start_poker
from pypokerengine.players import BasePokerPlayer

import croupier
from croupier.adapters.agents.pypokerengine import PyPokerEngineBot
from croupier.bots import BadBot
from croupier.contest.players import Isolation

PLAYERS = Path(__file__).parent / "players" / "ppe.py"
GAME = croupier.holdem(10, 20)


class Scripted(BasePokerPlayer):
    """Answers from a script and keeps everything it is told."""

    def __init__(self, script: list[tuple[str, int]]) -> None:
        super().__init__()
        self.script, self.asked, self.news = list(script), [], []

    def declare_action(self, valid_actions: Any, hole_card: Any, round_state: Any) -> tuple[str, int]:
        self.asked.append(copy.deepcopy((valid_actions, round_state)))
        return self.script.pop(0)

    def receive_game_start_message(self, game_info: Any) -> None:
        self.news.append(("game", copy.deepcopy(game_info)))

    def receive_round_start_message(self, round_count: int, hole_card: Any, seats: Any) -> None:
        self.news.append(("round", round_count, copy.deepcopy(seats)))

    def receive_street_start_message(self, street: str, round_state: Any) -> None:
        self.news.append(("street", street, copy.deepcopy(round_state)))

    def receive_game_update_message(self, new_action: Any, round_state: Any) -> None:
        self.news.append(("action", copy.deepcopy(new_action), copy.deepcopy(round_state)))

    def receive_round_result_message(self, winners: Any, hand_info: Any, round_state: Any) -> None:
        self.news.append(("result", sorted(each["uuid"] for each in winners), copy.deepcopy(round_state)))


def told_by_pypokerengine(scripts: list[list[tuple[str, int]]]) -> tuple[list[Scripted], int]:
    """Play one round in PyPokerEngine itself; return the players, with uuids as ours, and the button."""
    players = [Scripted(script) for script in scripts]
    config = setup_config(max_round=1, initial_stack=1000, small_blind_amount=10)
    for seat, player in enumerate(players):
        config.register_player(name=f"seat {seat}", algorithm=player)
    start_poker(config, verbose=0)
    names = {player.uuid: f"seat-{seat}" for seat, player in enumerate(players)}
    for player in players:
        player.asked, player.news = renamed(player.asked, names), renamed(player.news, names)
    return players, players[0].news[2][2]["dealer_btn"]


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Return a message with other uuids."""
    if isinstance(value, dict):
        return {key: renamed(part, names) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(renamed(part, names) for part in value)
    return names.get(value, value) if isinstance(value, str) else value


def without_cards(state: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in state.items() if key not in ("community_card", "next_player")}


SCRIPTS = {
    "a raise and folds": [[("raise", 60)], [("fold", 0)], [("fold", 0)]],
    "limps, a bet, a raise, a fold": [[("call", 20), ("fold", 0)], [("call", 20), ("raise", 40), ("fold", 0)],
                                      [("call", 20), ("raise", 120)]],
    "every street": [[("raise", 50), ("call", 0), ("raise", 100), ("raise", 200)],
                     [("call", 50), ("call", 0), ("call", 0), ("call", 100), ("call", 0), ("fold", 0)], [("fold", 0)]],
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_player_is_told_what_pypokerengine_tells_it(name: str) -> None:
    first = [list(script) for script in SCRIPTS[name]]
    theirs, button = told_by_pypokerengine([first[(seat - told_button()) % 3] for seat in range(3)])
    ours = [Scripted(SCRIPTS[name][(seat - button) % 3]) for seat in range(3)]
    croupier.play([PyPokerEngineBot(player) for player in ours], GAME, hands=1, stack=1000, button=button, strict=True)
    for mine, other in zip(ours, theirs):
        assert [valid[:2] for valid, _ in mine.asked] == [valid[:2] for valid, _ in other.asked]
        # PyPokerEngine's smallest raise of a big blind is too small by our rules (B3): only the largest is compared
        assert [valid[2]["amount"]["max"] for valid, _ in mine.asked] == \
            [valid[2]["amount"]["max"] for valid, _ in other.asked]
        assert [without_cards(state) for _, state in mine.asked] == [without_cards(state) for _, state in other.asked]
        assert [each[0] for each in mine.news] == [each[0] for each in other.news]
        for told, expected in zip(mine.news, other.news):
            if told[0] in ("street", "action"):
                assert told[1] == expected[1]
                assert without_cards(told[2]) == without_cards(expected[2])
        assert mine.news[0][1]["seats"] == other.news[0][1]["seats"]


def told_button() -> int:
    """Return the button of PyPokerEngine's first round."""
    return told_by_pypokerengine([[("fold", 0)] * 2] * 3)[1]


def test_pots_part_at_each_all_in() -> None:
    players = [Scripted([("call", 20), ("call", 1000)]), Scripted([("raise", 100)]), Scripted([("raise", 1000)])]
    croupier.play([PyPokerEngineBot(player) for player in players], GAME, hands=1, stack=[1000, 100, 1000],
                  strict=True)
    pot = players[0].asked[1][1]["pot"]
    assert pot == {"main": {"amount": 220}, "side": [{"amount": 900, "eligibles": ["seat-2"]},
                                                     {"amount": 0, "eligibles": ["seat-2"]}]}


@pytest.mark.parametrize("trusted", [True, False], ids=["here", "isolated"])
def test_players_of_a_file_play_a_match(trusted: bool) -> None:
    result = croupier.match([f"pypokerengine:{PLAYERS}:Wild", f"pypokerengine:{PLAYERS}:Fish"], GAME, hands=30, seed=2,
                            isolation=Isolation(trusted=trusted))
    assert result.names == ("Wild", "Fish")
    assert sum(result.payoffs) == 0
    assert not result.faults.counts


def test_six_at_a_table_make_no_illegal_action() -> None:
    bots = [f"pypokerengine:{PLAYERS}:Wild"] * 3 + ["random", "strength", f"pypokerengine:{PLAYERS}:Fish"]
    result = croupier.play(bots, croupier.holdem(10, 20, ante=2), hands=50, seed=4, stack=[300, 800, 2000, 90, 700, 41],
                           reset=True, isolation=Isolation(trusted=True))
    assert not result.warnings
    assert sum(result.payoffs) == 0


@pytest.mark.parametrize("answer", [None, "call", ("call", 7), ("raise", "60"), ("all in", 20), (), ("call", 20, 1)])
def test_a_malformed_answer_costs_only_its_sender(answer: Any) -> None:
    class Wrong(Scripted):
        def declare_action(self, *_: Any) -> Any:
            return answer

    result = croupier.play([PyPokerEngineBot(Wrong([])), "caller"], GAME, hands=1, seed=1)
    assert [(each.kind, each.instead) for each in result.warnings] == [("GARBAGE", "FOLD")]
    assert result.payoffs == [-10, 10]


def test_an_illegal_raise_is_the_players_own() -> None:
    result = croupier.play([PyPokerEngineBot(Scripted([("raise", 21)])), "caller"], GAME, hands=1, seed=1)
    assert [(each.kind, each.clause) for each in result.warnings] == [("ILLEGAL", "B3")]


@pytest.mark.parametrize("spec", ["pypokerengine:", "pypokerengine:nowhere.py", f"pypokerengine:{PLAYERS}",
                                  f"pypokerengine:{PLAYERS}:Nobody"])
def test_a_spec_without_a_player_is_refused(spec: str) -> None:
    with pytest.raises(BadBot):
        croupier.play([spec, "caller"], GAME, hands=1, isolation=Isolation(trusted=True))


def test_other_games_are_refused_by_name() -> None:
    result = croupier.play([PyPokerEngineBot(Scripted([])), "caller"], croupier.omaha(10, 20), hands=1, seed=1)
    assert "Texas hold'em only" in result.warnings[0].reason
