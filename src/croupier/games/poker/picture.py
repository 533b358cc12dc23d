"""A hand drawn: as text for the terminal, as a picture for a notebook.

Both show only what the hand itself holds; a view's hidden cards are `??` in it and stay face down here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING

from croupier.cards import UNKNOWN, Cards

if TYPE_CHECKING:
    from croupier.games.poker.asked import Asked

_SUIT_SIGNS = "♣♦♥♠"
_SUIT_COLOURS = ("#2e7d32", "#1565c0", "#c62828", "#212121")


@dataclass(frozen=True, slots=True)
class Labels:
    """What seats are called and how chips are written; a record has names and may count in cents."""

    names: Sequence[str] = ()
    chips: Callable[[int], str] = str

    def name(self, seat: int) -> str:
        """A seat's name."""
        return self.names[seat] if self.names else f"seat {seat}"

    def signed(self, chips: int) -> str:
        """Chips won or lost."""
        return ("+" if chips > 0 else "-") + self.chips(abs(chips))

    def members(self, seats: Sequence[int]) -> str:
        """Who plays for a pot."""
        words = ", ".join(self.names[seat] if self.names else str(seat) for seat in seats)
        return f"({words})" if self.names else f"(seats {words})"

    def turn(self, hand: Asked) -> str:
        """Who may do what; of a record, whose turn it is."""
        return f"{self.name(hand.actor)} to act" if self.names and hand.actor is not None else str(hand.legal())


PLAIN = Labels()


def as_text(hand: Asked, labels: Labels = PLAIN) -> str:
    """The table in lines: street, board, pots, a line a seat, and what may be done."""
    lines = [f"{hand.rules.name} · {_title(hand)}" + (f" · board {_spaced(hand.board)}" if hand.board else "")]
    if hand.pots:
        pots = [f"{labels.chips(pot.amount)} {labels.members(pot.seats)}" for pot in hand.pots]
        lines.append("pots: " + ", ".join(pots))
    lines += [_seat_line(hand, seat, labels) for seat in range(hand.seats)]
    lines.append(_result(hand, labels) if hand.is_over else labels.turn(hand))
    return "\n".join(lines)


def _title(hand: Asked) -> str:
    return hand.street.replace("_", "-").lower()


def _spaced(cards: Cards) -> str:
    return " ".join(str(card) for card in cards)


def _seat_line(hand: Asked, seat: int, labels: Labels) -> str:
    turn = "→" if hand.actor == seat else " "
    button = "D" if hand.button == seat else " "
    folded = "" if seat in hand.live else "  folded" if hand.hole(seat) else "  not dealt in"
    bet = f"  bet {labels.chips(hand.bets[seat])}" if hand.bets[seat] else ""
    all_in = "  all-in" if seat in hand.live and not hand.stacks[seat] and not hand.is_over else ""
    words = hand.words(seat)
    made = f"  {words}" if words and hand.is_over and seat in hand.live else ""
    cards = _spaced(hand.hole(seat))
    name = labels.name(seat).ljust(max(map(len, labels.names), default=0))
    return f"{turn}{button} {name}  {cards:<12} {labels.chips(hand.stacks[seat]):>8}{bet}{all_in}{folded}{made}"


def _result(hand: Asked, labels: Labels) -> str:
    won = [f"{labels.name(seat)} {labels.signed(chips)}" for seat, chips in enumerate(hand.payoffs) if chips]
    return "over: " + (", ".join(won) if won else "nobody won or lost")


# -- SVG ---------------------------------------------------------------------------------------------------------------


_NAME_MAX = 10
"""Letters of a name that have room beside a stack."""


def as_svg(hand: Asked, labels: Labels = PLAIN) -> str:
    """The table as a self-contained picture."""
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400" width="640" height="400" '
             'font-family="sans-serif" font-size="13" role="img">',
             f"<title>{escape(hand.rules.name)}: {escape(_title(hand))}</title>",
             '<ellipse cx="320" cy="200" rx="215" ry="110" fill="#2f6f4f" stroke="#1d4733" stroke-width="8"/>']
    parts += _cards_svg(hand.board, 320, 185)
    middle = " + ".join(labels.chips(pot.amount) for pot in hand.pots) or ("" if hand.is_over else "0")
    parts.append(_text_svg(320, 232, f"pot {middle}" if middle else _result(hand, labels), "#ffffff"))
    for seat in range(hand.seats):
        parts += _seat_svg(hand, seat, labels)
    return "".join([*parts, "</svg>"])


def _place(hand: Asked, seat: int, reach: float) -> tuple[float, float]:
    angle = pi / 2 + 2 * pi * seat / hand.seats
    return 320 + 255 * reach * cos(angle), 200 + 150 * reach * sin(angle)


def _seat_svg(hand: Asked, seat: int, labels: Labels) -> list[str]:
    x, y = _place(hand, seat, 1.0)
    faded = seat not in hand.live
    turn = "#ffb300" if hand.actor == seat else "#90a4ae"
    parts = [f'<g opacity="{0.45 if faded else 1}">',
             f'<rect x="{x - 58:.0f}" y="{y - 26:.0f}" width="116" height="52" rx="8" fill="#eceff1" '
             f'stroke="{turn}" stroke-width="3"/>']
    parts += _cards_svg(hand.hole(seat), x, y - 8, small=True)
    button = " (D)" if hand.button == seat else ""
    name = labels.name(seat)
    name = name if len(name) <= _NAME_MAX else name[:_NAME_MAX - 1] + "…"
    parts.append(f"<title>{escape(labels.name(seat))}</title>")
    parts.append(_text_svg(x, y + 20, f"{name}{button}: {labels.chips(hand.stacks[seat])}", "#263238"))
    if hand.bets[seat]:
        bet_x, bet_y = _place(hand, seat, 0.62)
        parts.append(_text_svg(bet_x, bet_y, labels.chips(hand.bets[seat]), "#ffe082"))
    return [*parts, "</g>"]


def _cards_svg(cards: Cards, x: float, y: float, small: bool = False) -> list[str]:
    width, height = (15, 22) if small else (30, 42)
    left = x - len(cards) * (width + 2) / 2
    return [_card_svg(card, left + place * (width + 2), y - height / 2, width, height)
            for place, card in enumerate(cards)]


def _card_svg(card: int, x: float, y: float, width: int, height: int) -> str:
    hidden = card == UNKNOWN
    box = (f'<rect x="{x:.0f}" y="{y:.0f}" width="{width}" height="{height}" rx="3" '
           f'fill="{"#5c6bc0" if hidden else "#ffffff"}" stroke="#455a64"/>')
    if hidden:
        return box
    label = str(Cards([card]))[0] + _SUIT_SIGNS[card & 3]
    size = 11 if width < 20 else 17
    return box + (f'<text x="{x + width / 2:.0f}" y="{y + height / 2 + size / 3:.0f}" text-anchor="middle" '
                  f'font-size="{size}" fill="{_SUIT_COLOURS[card & 3]}">{label}</text>')


def _text_svg(x: float, y: float, words: str, colour: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle" fill="{colour}">{escape(words)}</text>'
