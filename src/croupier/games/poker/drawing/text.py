"""Write a hand as lines of text for the terminal, and the words that its picture (`svg.py`) shares with them.

Cards that the viewer may not see are printed as `??`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cards import Cards

if TYPE_CHECKING:
    from croupier.games.poker.hand import Hand


@dataclass(frozen=True, slots=True)
class Labels:
    """Decides how seats are named and chips are written. A record has names and may count in cents."""

    names: Sequence[str] = ()
    chips: Callable[[int], str] = str

    def name(self, seat: int) -> str:
        """Return a seat's name."""
        return self.names[seat] if self.names else f"seat {seat}"

    def signed(self, chips: int) -> str:
        """Return chips won or lost, with their sign."""
        return ("+" if chips > 0 else "-") + self.chips(abs(chips))

    def members(self, seats: Sequence[int]) -> str:
        """Return the names of the players who can win a pot."""
        words = ", ".join(self.names[seat] if self.names else str(seat) for seat in seats)
        return f"({words})" if self.names else f"(seats {words})"

    def turn(self, hand: Hand) -> str:
        """Return the legal actions in words. For a hand of a record, return whose turn it is instead."""
        return f"{self.name(hand.actor)} to act" if self.names and hand.actor is not None else str(hand.legal())


PLAIN = Labels()


def as_text(hand: Hand, labels: Labels = PLAIN) -> str:
    """Return the table as lines: street, board, pots, one line for each seat, and the legal actions."""
    lines = [f"{hand.rules.name} · {title(hand)}" + (f" · board {_spaced(hand.board)}" if hand.board else "")]
    if hand.pots:
        pots = [f"{labels.chips(pot.amount)} {labels.members(pot.seats)}" for pot in hand.pots]
        lines.append("pots: " + ", ".join(pots))
    lines += [_seat_line(hand, seat, labels) for seat in range(hand.seats)]
    lines.append(result(hand, labels) if hand.is_over else labels.turn(hand))
    return "\n".join(lines)


def title(hand: Hand) -> str:
    """Return the name of the street in words."""
    return hand.street.replace("_", "-").lower()


def _spaced(cards: Cards) -> str:
    return " ".join(str(card) for card in cards)


def _seat_line(hand: Hand, seat: int, labels: Labels) -> str:
    turn = "→" if hand.actor == seat else " "
    button = "D" if hand.button == seat else " "
    # an absent seat is not live either, but was never dealt a card
    folded = "" if seat in hand.live else "  folded" if hand.hole(seat) else "  not dealt in"
    bet = f"  bet {labels.chips(hand.bets[seat])}" if hand.bets[seat] else ""
    all_in = "  all-in" if seat in hand.live and not hand.stacks[seat] and not hand.is_over else ""
    words = hand.words(seat)
    made = f"  {words}" if words and hand.is_over and seat in hand.live else ""
    cards = _spaced(hand.hole(seat))
    name = labels.name(seat).ljust(max(map(len, labels.names), default=0))
    return f"{turn}{button} {name}  {cards:<12} {labels.chips(hand.stacks[seat]):>8}{bet}{all_in}{folded}{made}"


def result(hand: Hand, labels: Labels) -> str:
    """Return a line with the result of each seat."""
    won = [f"{labels.name(seat)} {labels.signed(chips)}" for seat, chips in enumerate(hand.payoffs) if chips]
    return "over: " + (", ".join(won) if won else "nobody won or lost")
