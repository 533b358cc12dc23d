"""A match: hands until one stack is left, the button between them, and who came in where (rulings T5, T9).

Where the button goes is the table's rule, `croupier.table.seats.match_spots`; seat numbers there begin at 1. Entry
closes at the first elimination, or after so many hands where the table says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.arena.core.config import TableConfig
from croupier.arena.core.match_key import MatchKey
from croupier.table import seats as rule
from croupier.table.blinds import Spots


@dataclass
class Match:
    """One match of a table."""

    key: MatchKey
    config: TableConfig
    begun: bool = False
    over: bool = False
    hand_no: int = 0
    void: list[int] = field(default_factory=list)
    spots: Spots = field(default_factory=Spots)
    """Where the button and the blinds of the last hand that counted stood."""
    before: Spots = field(default_factory=Spots)
    """And of the one before, in case the last one is void."""
    gone: list[tuple[str, int, int]] = field(default_factory=list)
    """Who went out: team, in which hand, with how many chips before it."""
    removed: dict[str, int] = field(default_factory=dict)
    """The chips that left the match with teams that the operator removed."""

    @property
    def entry_open(self) -> bool:
        """Whether a new team may still come in (T5)."""
        if self.over or (self.begun and not self.config.hosted.is_poker):
            return False
        if self.config.late_entry_hands is None:
            return not self.gone
        return self.hand_no <= self.config.late_entry_hands

    def begin_hand(self, stacks: Mapping[int, int]) -> int:
        """Count the next hand of these seats and give its button (T9)."""
        self.count_hand(rule.match_spots([seat + 1 for seat in sorted(stacks)], self.spots))
        assert self.spots.button is not None
        return self.spots.button - 1

    def count_hand(self, spots: Spots) -> None:
        """Count the next hand, whose button and blinds stand there."""
        self.before, self.spots = self.spots, spots
        self.hand_no += 1

    def void_hand(self) -> None:
        """The hand did not count: its number stays used, the button goes back."""
        self.void.append(self.hand_no)
        self.spots = self.before

    def went_out(self, team: str, chips: int) -> None:
        """A team has lost everything, in the hand just played."""
        self.gone.append((team, self.hand_no, chips))

    def was_removed(self, team: str, chips: int) -> None:
        """The operator removed a team: it is placed below every team that is still in, and those that go out now."""
        self.gone.append((team, self.hand_no, -1))
        self.removed[team] = chips

    def places(self, left: Mapping[str, int]) -> dict[str, int]:
        """Every team's place: those left by chips, then the last to go out first; equal for equal."""
        order = [(team, (1, chips, 0)) for team, chips in left.items()]
        order += [(team, (0, hand, chips)) for team, hand, chips in self.gone]
        keys = [key for _, key in order]
        return {team: 1 + sum(other > key for other in keys) for team, key in order}
