"""PokerStars texts of many kinds, told by us: the money of each adds up, what we play is legal and comes back."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from xml.etree import ElementTree

import pytest

import croupier
from croupier.cli import main
from croupier.notation.pokerstars import Accounting, read, records, write
from croupier.notation.record import HandRecord
from croupier.notation.replay import Replay
from croupier.stats.players import stats

KINDS = Path(__file__).parent / "kinds"
UNSUPPORTED = {20000000003: "the board was run more than once", 30000000004: "5 Card Draw is not one",
               20000000008: "a double bet on an open pair",
               40000000008: "Courchevel Hi/Lo is not one"}


def all_hands() -> list[HandRecord]:
    return [record for path in sorted(KINDS.glob("*.txt")) for record in records(path.read_bytes(), path.name)]


def hand(number: int) -> HandRecord:
    return next(record for record in all_hands() if record["hand"] == number)


def test_there_are_twenty_five() -> None:
    assert len(all_hands()) == 25


@pytest.mark.parametrize("record", all_hands(), ids=lambda record: str(record["hand"]))
def test_every_kind_is_read_played_and_written(record: HandRecord) -> None:
    assert Accounting.of(record).balances
    assert "_unread" not in record.fields
    result = Replay(record)
    if record["hand"] in UNSUPPORTED:
        assert result.status == "unsupported"
        assert UNSUPPORTED[record["hand"]] in str(result.reason)
        assert result.final_stacks == record["finishing_stacks"]
        return
    assert result.status == "ok", result
    again, = read(write(record))
    assert {name: again.get(name) for name in record.fields if name != "_posts"} == {
        name: value for name, value in record.fields.items() if name != "_posts"}


def test_rake_in_cents_of_whole_bets_is_not_lost() -> None:
    again, = read(write(hand(40000000006)))
    assert (again["_rake"], again["finishing_stacks"]) == (Decimal("0.45"), [99, 96, Decimal("104.55")])


def test_a_game_in_a_mix_is_named_in_brackets() -> None:
    assert (hand(20000000005).variant, hand(30000000003).variant, hand(40000000007).variant) == ("FR", "N2L1D", "FT")


def test_bounties_home_games_and_players_out_of_hand() -> None:
    bounty = hand(20000000004)
    assert bounty["starting_stacks"][bounty.players.index("one ($x)")] == 3000
    assert hand(20000000006)["_title"] == "Home Game Hand"
    moved = hand(40000000002)
    assert moved["_inactive"][moved.players.index("a")] == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be-mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_files_in_any_encoding(tmp_path: Path, encoding: str, end: str) -> None:
    text = (KINDS / "names-and-posts.txt").read_text(encoding="utf-8").replace("\n", end)
    data = b"\xfe\xff" + text.encode("utf-16-be") if encoding == "utf-16-be-mark" else text.encode(encoding)
    (tmp_path / "hands.txt").write_bytes(data)
    (tmp_path / "hands").write_bytes(data)
    for name in ("hands.txt", "hands"):
        found = list(croupier.load(tmp_path / name))
        assert [record["hand"] for record in found] == list(range(30000000001, 30000000009))
        assert found[5].players[-1] == "山田 太郎 [Ah]"


def test_what_is_unsupported_stays_so_in_every_format() -> None:
    for number, reason in UNSUPPORTED.items():
        for form in ("phh", "json"):
            again, = croupier.loads(croupier.dumps(hand(number), form), form)
            assert again.fields == hand(number).fields
            assert (Replay(again).status, reason in str(Replay(again).reason)) == ("unsupported", True)
            assert Replay(again).final_stacks == hand(number)["finishing_stacks"]


def test_statistics_worked_out_by_hand() -> None:
    """The eight playable hands of pots.txt, counted line by line: VPIP, PFR, 3-bets, showdowns seen and won."""
    table = stats(records((KINDS / "pots.txt").read_bytes()))
    counted = {player: (line.hands, line.vpip, line.pfr, line.three_bets, line.three_bet_chances, line.saw_second,
                        line.showdowns, line.showdowns_won, line.aggressive, line.calls)
               for player in "abcd" for line in [table[player]]}
    assert counted == {"a": (7, 5, 3, 0, 0, 6, 3, 0, 2, 0), "b": (8, 3, 1, 0, 3, 4, 3, 2, 0, 1),
                       "c": (7, 3, 1, 0, 1, 4, 3, 1, 0, 1), "d": (3, 3, 1, 1, 2, 3, 2, 1, 3, 0)}
    assert table.skipped == {"unsupported": 1}
    positions = {position: line.hands for position, line in table.positions("b").items()}
    assert positions == {"SB": 4, "BB": 4}  # one of them with nobody on the small blind and an empty button
    assert {position: line.hands for position, line in table.positions("a").items()} == {"CO": 1, "SB": 1, "BTN": 5}


def test_replays_name_players_and_count_as_the_file_does(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["replay", str(KINDS / "games.txt"), "--hand", "20000000002", "--all"]) == 0
    out = capsys.readouterr().out
    assert "over: Ann -0.25, Bob -4.50, Cid +4.75" in out
    assert "D Cid  2d 3d 4d 5c 8h    44.75  eight-five low" in out
    assert main(["replay", str(KINDS / "games.txt"), "--hand", "4", "--svg", str(tmp_path / "x.svg"),
                 "--html", str(tmp_path / "x.html")]) == 0
    picture = ElementTree.fromstring((tmp_path / "x.svg").read_text(encoding="utf-8"))
    assert "three: calls6000" in "".join(picture.itertext())
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert "src=" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
