"""Pass the forced bets of a cash table's hand to the engine (rulings N5-N7).

`croupier.table.seats.cash` decides at which seats the blinds are (`Spots`), and `croupier.table.blinds.posts` decides
who posts. Those modules number seats from 1, this one from 0.

A small blind may be dead. The button may be at an empty seat: the engine is then given the last player before that
seat, which results in the same order of play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from croupier.games.poker.deal import Deal
from croupier.games.poker.game import PokerGame
from croupier.notation.table_dict.blind_seats import button_of
from croupier.table.blinds import Spots, Stakes
from croupier.table.blinds import posts as posted


@dataclass(frozen=True)
class Posts:
    """The forced bets of one hand, by seat."""

    spots: Spots
    """The seat numbers of the button and the blinds. The first seat is 1."""
    button: int
    """The seat that the engine takes as the button. Its player is in the hand."""
    blinds: dict[int, int] = field(default_factory=dict)
    dead: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: PokerGame, members: Sequence[int], spots: Spots, dead: Mapping[int, int]) -> Posts:
        """Return the posts of a hand. `members` and `dead` count seats from 0, `spots` counts them from 1."""
        assert spots.bb is not None
        assert spots.sb is not None
        assert spots.button is not None
        active = [seat + 1 for seat in members]
        paid = {number - 1: chips for number, chips in posted(active, stakes_of(game), spots).items()}
        button = button_of(active, spots, has_button_blind=bool(game.button_blind) and not game.bb)
        # `button_of` returns a position among the active seats
        return cls(spots, members[button], paid, dict(dead))

    @classmethod
    def from_start(cls, game: PokerGame, start: Mapping[str, object], members: Sequence[int]) -> Posts | None:
        """Return the posts of a `start_hand` frame, or None if it is not from a cash table."""
        spots, dead = start.get("spots"), start.get("dead", [])
        if not isinstance(spots, Mapping) or not isinstance(dead, list):
            return None
        return cls.of(game, members, Spots(spots["bb"] + 1, spots["sb"] + 1, spots["button"] + 1),
                      {row["seat"]: row["amount"] for row in dead})

    def facts(self, game: PokerGame, places: Mapping[int, int], size: int) -> Deal:
        """Return the start of the hand for the engine, without stacks and deck. `places` maps seats to engine seats."""
        members = sum(1 << place for place in places.values())
        start = game.hand_start(size, members, places[self.button],
                                {places[seat]: chips for seat, chips in self.blinds.items()})
        for seat, chips in self.dead.items():
            start.set_dead(places[seat], chips)
        return start.deal(game.layout)


def stakes_of(game: PokerGame) -> Stakes:
    """Return the sizes of a game's forced bets as `Stakes`. Stud has antes only."""
    # short deck's only blind moves like a big blind
    return Stakes(game.sb, game.bb or game.button_blind, antes=(game.ante,) if game.ante else ())
