"""A match: hands until one stack is left, the button between them, and who came in where (rulings T5, T9).

The first button is the lowest seat with chips, then the next seat with chips; when play becomes heads-up, the last big
blind takes it. Entry closes at the first elimination, or after so many hands where the table says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from croupier.arena.config import TableConfig
from croupier.arena.dealing import MatchKey


@dataclass
class Match:
    """One match of a table."""

    key: MatchKey
    config: TableConfig
    begun: bool = False
    over: bool = False
    hand_no: int = 0
    void: list[int] = field(default_factory=list)
    button: int | None = None
    dealt: tuple[int, ...] = ()
    """The seats of the last hand that counted."""
    gone: list[tuple[str, int, int]] = field(default_factory=list)
    """Who went out: team, in which hand, with how many chips before it."""
    before: tuple[int | None, tuple[int, ...]] = (None, ())
    """Button and seats before the last hand, in case it is void."""

    @property
    def entry_open(self) -> bool:
        """Whether a new team may still come in (T5)."""
        if self.over:
            return False
        if self.config.late_entry_hands is None:
            return not self.gone
        return self.hand_no <= self.config.late_entry_hands

    def begin_hand(self, alive: Sequence[int]) -> int:
        """Count the next hand of these seats and move the button to its seat."""
        self.before = (self.button, self.dealt)
        self.button = self.next_button(alive)
        self.dealt = tuple(alive)
        self.hand_no += 1
        return self.button

    def void_hand(self) -> None:
        """The hand did not count: its number stays used, the button goes back."""
        self.void.append(self.hand_no)
        self.button, self.dealt = self.before

    def next_button(self, alive: Sequence[int]) -> int:
        """The button of the next hand among the seats with chips."""
        if self.button is None:
            return min(alive)
        if len(alive) == 2 < len(self.dealt):
            big = self.last_big_blind()
            if big in alive:
                return big
        return after(self.button, alive)

    def last_big_blind(self) -> int:
        """Who had the big blind in the last hand."""
        assert self.button is not None
        small = self.button if len(self.dealt) == 2 else after(self.button, self.dealt)
        return after(small, self.dealt)

    def went_out(self, team: str, chips: int) -> None:
        """A team has lost everything, in the hand just played."""
        self.gone.append((team, self.hand_no, chips))

    def places(self, left: Mapping[str, int]) -> dict[str, int]:
        """Every team's place: those left by chips, then the last to go out first; equal for equal."""
        order = [(team, (1, chips, 0)) for team, chips in left.items()]
        order += [(team, (0, hand, chips)) for team, hand, chips in self.gone]
        keys = [key for _, key in order]
        return {team: 1 + sum(other > key for other in keys) for team, key in order}


def after(seat: int, seats: Sequence[int]) -> int:
    """The next of some seats, clockwise."""
    higher = [other for other in seats if other > seat]
    return min(higher) if higher else min(seats)
