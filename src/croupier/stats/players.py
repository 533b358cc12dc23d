"""Count how players play: VPIP, PFR and similar figures, from replayed hands.

    table = stats(read(text))
    print(table)                        # a line a player
    print(table.by_position("Ann"))     # a line a position

These figures are counted for each player and position. "First round" is the betting before the flop or draw, or on
third street:

    hands     hands dealt in
    VPIP      called, bet, completed or raised in the first round: blinds, antes, bring-ins and checks do not count
    PFR       bet, completed or raised in the first round
    3-bet     raised in the first round when facing exactly one raise (a completion counts), of the times this happened
    AF        bets and raises for each call, after the first round; no figure without a call
    WTSD      reached the showdown, of the hands in which the player saw the second round
    W$SD      won chips, of the showdowns reached
    bb/100    big blinds won per hundred hands, after rake if the record states it, with its 95 % interval;
              in games without blinds the small bet counts as the big blind; a cash-out counts as what it paid

Hands are read one at a time and are not stored, so memory use depends on the number of players and not on the number of
hands. A hand that cannot be replayed to its end is left out; `skipped` counts these hands by status.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from croupier.games.poker.events import Acted, Awarded
from croupier.games.poker.hand import Hand
from croupier.notation.pokerstars.writer.replay import absent
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.replay import Replay
from croupier.notation.table_dict.positions import by_position
from croupier.stats.columns import columns, without_unit
from croupier.stats.intervals import Interval, Tally

POSITIONS = ("SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "UTG+4", "HJ", "CO", "BTN", "")
"""Names of positions in the order of the deal. A game without a button has no names."""
RAISES = ("BET", "RAISE", "COMPLETE")
_TITLES = ("player", "hands", "VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD", "bb/100")


@dataclass(slots=True)
class Line:
    """The counts of one player in one position or in all positions."""

    hands: int = 0
    vpip: int = 0
    pfr: int = 0
    three_bets: int = 0
    three_bet_chances: int = 0
    aggressive: int = 0
    calls: int = 0
    saw_second: int = 0
    showdowns: int = 0
    showdowns_won: int = 0
    won: Tally = field(default_factory=Tally)
    """The big blinds won or lost, with one sample for each hand."""

    def add(self, other: Line) -> None:
        """Add the counts of another line."""
        for name in ("hands", "vpip", "pfr", "three_bets", "three_bet_chances", "aggressive", "calls", "saw_second",
                     "showdowns", "showdowns_won"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.won.samples += other.won.samples
        self.won.total += other.won.total
        self.won.squares += other.won.squares

    @property
    def bb_per_100(self) -> Interval | None:
        """Return big blinds per hundred hands, or None if no hand states its result."""
        return self.won.interval(100, "bb/100") if self.won.samples else None

    @property
    def aggression(self) -> float | None:
        """Return the number of bets and raises for each call after the first round, or None if there was no call."""
        return self.aggressive / self.calls if self.calls else None

    def as_dict(self) -> dict[str, Any]:
        """Return the counts as values for JSON. Shares are from 0 to 1, or None if there was nothing to count."""
        result = self.bb_per_100
        return {"hands": self.hands, "vpip": share(self.vpip, self.hands), "pfr": share(self.pfr, self.hands),
                "three_bet": share(self.three_bets, self.three_bet_chances), "aggression": self.aggression,
                "went_to_showdown": share(self.showdowns, self.saw_second),
                "won_at_showdown": share(self.showdowns_won, self.showdowns),
                "bb_per_100": result.as_dict() if result else None}

    def cells(self) -> list[str]:
        """Return the cells of a row of the table."""
        result = self.bb_per_100
        return [str(self.hands), percent(self.vpip, self.hands), percent(self.pfr, self.hands),
                percent(self.three_bets, self.three_bet_chances),
                "–" if self.aggression is None else f"{self.aggression:.1f}", percent(self.showdowns, self.saw_second),
                percent(self.showdowns_won, self.showdowns), without_unit(result) if result else "–"]


def share(count: int, of: int) -> float | None:
    """Return a share, or None if there was nothing to count."""
    return count / of if of else None


def percent(count: int, of: int) -> str:
    """Return a share in percent."""
    return f"{100 * count / of:.0f} %" if of else "–"


class PlayerStats:
    """A table of the counts of players, to which hands are added one by one."""

    def __init__(self) -> None:
        self._lines: dict[str, dict[str, Line]] = {}
        self.hands = 0
        self.skipped: Counter[str] = Counter()
        """The number of hands left out, by the status of their replay."""

    def add(self, record: HandRecord) -> None:
        """Add a recorded hand to the counts."""
        with suppress(BadRecord):  # the replay below reports what is wrong with the record
            record = by_position(record)
        replay = Replay(record)
        if replay.status != "ok" or replay.hand is None:
            self.skipped[replay.status] += 1
            return
        self.hands += 1
        _Counting(self, replay, replay.hand).count()

    def line(self, player: str, position: str) -> Line:
        """Return the counts of a player in a position; create them if there are none yet."""
        return self._lines.setdefault(player, {}).setdefault(position, Line())

    def __getitem__(self, player: str) -> Line:
        """Return the counts of a player in all positions."""
        total = Line()
        for line in self._lines[player].values():
            total.add(line)
        return total

    def __iter__(self) -> Iterator[str]:
        """Iterate over the players, from the one with the most hands to the one with the fewest."""
        return iter(sorted(self._lines, key=lambda player: (-self[player].hands, player)))

    def __len__(self) -> int:
        return len(self._lines)

    def positions(self, player: str) -> dict[str, Line]:
        """Return a player's counts by position, in the order of the deal."""
        return {position: self._lines[player][position] for position in POSITIONS if position in self._lines[player]}

    def as_dict(self, by_position: bool = False) -> dict[str, Any]:
        """Return all counts as values for JSON."""
        players: dict[str, Any] = {}
        for player in self:
            players[player] = self[player].as_dict()
            if by_position:
                lines = self.positions(player)
                players[player]["positions"] = {at or "-": line.as_dict() for at, line in lines.items()}
        return {"hands": self.hands, "skipped": dict(self.skipped), "players": players}

    def by_position(self, player: str) -> str:
        """Return one player's table, with a row for each position."""
        rows = [[at or "-", *line.cells()] for at, line in self.positions(player).items()]
        return columns(("position", *_TITLES[1:]), [*rows, ["all", *self[player].cells()]])

    def __str__(self) -> str:
        skipped = "".join(f", {count} {status}" for status, count in sorted(self.skipped.items()))
        return columns(_TITLES, [[player, *self[player].cells()] for player in self]) + f"\n{self.hands} hands{skipped}"


class _Counting:
    """Counts the events of one hand in a single pass."""

    def __init__(self, table: PlayerStats, replay: Replay, hand: Hand) -> None:
        record = replay.record
        away = absent(record)
        dealt = [seat for seat in range(hand.seats) if seat not in away]
        names = positions_of(record, dealt, hand.rules.has_bring_in)
        self.record = record
        self.hand = hand
        # uses the stated stacks if there are any, because the rake is already subtracted from these
        self.finals = record.get("finishing_stacks") or replay.final_stacks
        self.lines = {seat: table.line(record.players[seat], names[at]) for at, seat in enumerate(dealt)}
        self.first = hand.rules.streets[0].name
        self.raiser: int | None = None
        self.raises = 0
        self.in_pot: set[int] = set()
        self.raised: set[int] = set()
        self.folded: set[int] = set()
        self.folded_first: set[int] = set()

    def count(self) -> None:
        """Count the whole hand."""
        won: Counter[int] = Counter()
        for event in self.hand.events:
            if isinstance(event, Acted):
                self.act(event)
            elif isinstance(event, Awarded):
                won[event.seat] += event.amount
        went_on = len(self.lines) - len(self.folded_first) > 1
        showdown = len(self.lines) - len(self.folded) > 1
        for seat, line in self.lines.items():
            line.hands += 1
            line.vpip += seat in self.in_pot
            line.pfr += seat in self.raised
            line.saw_second += went_on and seat not in self.folded_first
            line.showdowns += showdown and seat not in self.folded
            line.showdowns_won += showdown and seat not in self.folded and won[seat] > 0
            self.result(seat, line)

    def act(self, event: Acted) -> None:
        """Count one action."""
        if event.kind == "FOLD":
            self.folded.add(event.seat)
        if event.street == self.first:
            self.act_first(event)
        else:
            self.lines[event.seat].aggressive += event.kind in RAISES
            self.lines[event.seat].calls += event.kind == "CALL"

    def act_first(self, event: Acted) -> None:
        """Count an action of the first round."""
        line, seat, raises = self.lines[event.seat], event.seat, event.kind in RAISES
        if self.raises == 1 and self.raiser != seat:
            line.three_bet_chances += 1
            line.three_bets += raises
        if raises:
            self.raises += 1
            self.raiser = seat
            self.raised.add(seat)
        if raises or event.kind == "CALL":
            self.in_pot.add(seat)
        if event.kind == "FOLD":
            self.folded_first.add(seat)

    def result(self, seat: int, line: Line) -> None:
        """Count what each player won or lost, if the stacks are known."""
        record = self.record
        blinds = record.get("blinds_or_straddles") or [0]
        big = Decimal(record.get("min_bet") or record.get("small_bet") or max(blinds))
        dead = (record.dead_money or [0] * self.hand.seats)[seat]  # dead money is not part of the starting stack (N7)
        before, after = Decimal(record["starting_stacks"][seat]) + dead, Decimal(self.finals[seat])
        cash_out = (record.get("_cash_outs") or [0] * self.hand.seats)[seat]
        if cash_out:  # the poker room paid this amount instead of a share of the pot
            after += cash_out - record["winnings"][seat]
        if big > 0 and before.is_finite() and after.is_finite():  # an unknown stack is `inf` (N12)
            line.won.add(float((after - before) / big))


def seat_names(seats: int, stud: bool = False) -> list[str]:
    """Return a table's positions in the order of the deal, such as BB, BTN heads-up or SB, BB, UTG, HJ, CO, BTN
    six-handed.
    """
    if stud:
        return [""] * seats
    if seats == 2:
        return ["BB", "BTN"]
    middle = seats - 3
    early = [f"UTG+{at}" if at else "UTG" for at in range(middle - 2)]
    return ["SB", "BB", *early, *["HJ", "CO"][2 - min(2, middle):], "BTN"]


def positions_of(record: HandRecord, dealt: list[int], stud: bool) -> list[str]:
    """Return the position of each seat that was dealt in. If the small blind is dead or the button is at an empty seat,
    that position is skipped.
    """
    if stud or len(dealt) == 2:
        return seat_names(len(dealt), stud)
    no_small = _lacks_small_blind(record, dealt)
    no_button = "_button" in record.fields
    names = seat_names(len(dealt) + no_small + no_button)
    return names[no_small:len(names) - no_button]


def _lacks_small_blind(record: HandRecord, dealt: list[int]) -> bool:
    """Return True if there is no small blind, so that the first seat posts a whole big blind and the next seat does
    not.
    """
    blinds = record.get("blinds_or_straddles") or [0] * len(record["starting_stacks"])
    first, second = blinds[dealt[0]], blinds[dealt[1]]
    return bool(first > 0 and first >= (record.get("min_bet") or record.get("small_bet") or 0) and first != second)


def stats(records: Iterable[HandRecord]) -> PlayerStats:
    """Return the statistics of all players in some records."""
    table = PlayerStats()
    for record in records:
        table.add(record)
    return table
