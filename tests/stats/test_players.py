"""VPIP, PFR and their friends, on hands whose answers can be counted by hand."""

import json
import math
from pathlib import Path

import pytest

from croupier.notation.pokerstars import read
from croupier.notation.record import HandRecord
from croupier.stats.players import seat_names, stats
from notation.stars_samples import STUD


def hand(*actions: str, stacks: tuple[int, ...] = (200, 200, 200), finals: list[int] | None = None,
         **more: object) -> HandRecord:
    """A three-handed hold'em hand, blinds 1 and 2: Ann is the small blind, Bob the big one, Cy the button."""
    deals = [f"d dh p{seat + 1} {cards}" for seat, cards in enumerate(["AhAd", "KhKd", "QhQd"][:len(stacks)])]
    fields = {"variant": "NT", "antes": [0] * len(stacks), "blinds_or_straddles": [1, 2, 0][:len(stacks)], "min_bet": 2,
              "starting_stacks": list(stacks), "actions": [*deals, *actions], "players": ["Ann", "Bob", "Cy"]}
    if finals:
        fields["finishing_stacks"] = finals
    return HandRecord({**fields, **more})


WALK = hand("p3 f", "p1 f")
THREE_BET = hand("p3 cbr 6", "p1 cbr 18", "p2 f", "p3 f")
SHOWDOWN = hand("p3 cbr 6", "p1 cc", "p2 f", "d db 2c3c4d", "p1 cc", "p3 cbr 10", "p1 cbr 30", "p3 cc", "d db 7s",
                "p1 cbr 20", "p3 cc", "d db 8s", "p1 cc", "p3 cc", "p1 sm AhAd", "p3 sm")


def test_a_walk_counts_nothing_but_the_hand() -> None:
    table = stats([WALK])
    assert (table["Bob"].hands, table["Bob"].vpip, table["Bob"].pfr) == (1, 0, 0)
    assert table["Bob"].won.total == 0.5
    assert table["Ann"].won.total == -0.5
    assert table["Bob"].saw_second == table["Bob"].showdowns == 0


def test_raises_and_three_bets() -> None:
    table = stats([THREE_BET])
    ann, bob, cy = table["Ann"], table["Bob"], table["Cy"]
    assert (ann.vpip, ann.pfr, ann.three_bets, ann.three_bet_chances) == (1, 1, 1, 1)
    assert (bob.vpip, bob.pfr, bob.three_bet_chances) == (0, 0, 0)  # facing two raises is no chance for a 3-bet
    assert (cy.vpip, cy.pfr, cy.three_bet_chances) == (1, 1, 0)


def test_showdowns_and_aggression() -> None:
    table = stats([SHOWDOWN, THREE_BET])
    ann, cy = table["Ann"], table["Cy"]
    assert (ann.saw_second, ann.showdowns, ann.showdowns_won) == (1, 1, 1)
    assert (cy.saw_second, cy.showdowns, cy.showdowns_won) == (1, 1, 0)
    assert ann.aggression is None  # never called after the flop
    assert (ann.aggressive, cy.aggressive, cy.calls) == (2, 1, 2)
    assert cy.aggression == 0.5


def test_big_blinds_a_hundred_hands_with_their_interval() -> None:
    table = stats([WALK, THREE_BET])
    result = table["Bob"].bb_per_100
    assert result.mean == pytest.approx(100 * (0.5 - 1) / 2)
    assert result.margin == pytest.approx(100 * 12.7062 * math.sqrt(2 * 0.75**2) / math.sqrt(2), rel=1e-4)


def test_rake_counts_where_the_record_tells_it() -> None:
    raked = hand("p3 cbr 10", "p1 cc", "p2 f", "d db 2c3c4d", "p1 cbr 2", "p3 f", finals=[211, 198, 190])
    assert stats([raked])["Ann"].won.total == 5.5


def test_dead_money_is_lost_money() -> None:
    dead = hand("p3 f", "p1 f", _dead_money=[0, 0, 1])
    table = stats([dead])
    assert table["Cy"].won.total == -0.5
    assert table["Bob"].won.total == 1.0


def test_positions() -> None:
    table = stats([WALK, hand("p2 f", stacks=(200, 200))])
    assert list(table.positions("Bob")) == ["BB", "BTN"]
    assert seat_names(6) == ["SB", "BB", "UTG", "HJ", "CO", "BTN"]
    assert seat_names(4) == ["SB", "BB", "CO", "BTN"]
    assert len(seat_names(10)) == 10


def test_who_is_not_dealt_in_is_not_counted() -> None:
    away = hand("p1 f", _inactive=[0, 0, 1])
    away.fields["actions"] = ["d dh p1 AhAd", "d dh p2 KhKd", "p1 f"]
    assert list(stats([away])) == ["Ann", "Bob"]


def test_hands_that_do_not_replay_are_named() -> None:
    table = stats([hand("p3 f", "p2 f"), hand("p3 f"), WALK])
    assert table.hands == 1
    assert table.skipped == {"illegal": 1, "partial": 1}


def test_as_text_and_json() -> None:
    table = stats([SHOWDOWN, THREE_BET, WALK])
    assert "W$SD" in str(table)
    assert "3 hands" in str(table)
    assert "BTN" in table.by_position("Cy")
    facts = json.loads(json.dumps(table.as_dict(by_position=True)))
    assert facts["players"]["Ann"]["vpip"] == pytest.approx(2 / 3)
    assert facts["players"]["Ann"]["positions"]["SB"]["hands"] == 3


def test_stud_has_no_positions() -> None:
    table = stats(read(STUD))
    assert table["b"].pfr == 1  # completed
    assert table["c"].vpip == 1  # called the completion; the bring-in itself does not count
    assert list(table.positions("a")) == [""]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.cli import main
    from croupier.notation.pokerstars import write

    (tmp_path / "a.txt").write_text(write(WALK) + write(THREE_BET), encoding="utf-8")
    assert main(["stats", str(tmp_path), "--json", "--by-position"]) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == 2
    assert main(["stats", str(tmp_path / "nothing")]) == 2
