"""Draw a hand as a picture of the table, for a notebook, a report or a page: one self-contained SVG.

Cards that the viewer may not see (`??`) are drawn face down.
"""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING

from croupier.cards import UNKNOWN, Cards
from croupier.games.poker.drawing.text import PLAIN, Labels, result, title

if TYPE_CHECKING:
    from croupier.games.poker.hand import Hand

_WIDTH, _HEIGHT = 760, 500
_MIDDLE_X, _MIDDLE_Y = 380, 246
_SUIT_SIGNS = "♣♦♥♠"
_SUIT_COLOURS = ("#1b7a3d", "#1a5fb4", "#c01c28", "#1d1d1f")
_PLATE, _PLATE_HALF = 132, 66
_NAME_MAX = 15
"""Names are cut to this many letters to fit on the seat's plate."""
_BOARD, _HOLE = (40, 56, 22), (28, 40, 15)
"""Width, height and font size of the cards, on the board and in a hand."""
_STEP_MAX = 126
"""The largest width of a row of hole cards; more cards overlap."""


def as_svg(hand: Hand, labels: Labels = PLAIN) -> str:
    """Return the table as a self-contained SVG picture."""
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
             f'height="{_HEIGHT}" font-family="system-ui, sans-serif" font-size="14" role="img">',
             f"<title>{escape(hand.rules.name)}: {escape(title(hand))}</title>",
             f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="12" fill="#10241b"/>',
             f'<ellipse cx="{_MIDDLE_X}" cy="{_MIDDLE_Y}" rx="262" ry="142" fill="#2b6a4b" stroke="#3a2a1c" '
             'stroke-width="12"/>']
    parts += _cards(hand.board, _MIDDLE_X, _MIDDLE_Y - 12, _BOARD)
    parts += _middle(hand, labels)
    for seat in range(hand.seats):
        parts += _seat(hand, seat, labels)
    return "".join([*parts, "</svg>"])


def _middle(hand: Hand, labels: Labels) -> list[str]:
    """Draw the pots, or the results, below the board."""
    if not hand.is_over:
        pots = " + ".join(labels.chips(pot.amount) for pot in hand.pots) or "0"
        return [_text(_MIDDLE_X, _MIDDLE_Y + 42, f"pot {pots}", "#ffffff", 15)]
    won = result(hand, labels).removeprefix("over: ").split(", ")
    # ten results in one line would be wider than the table
    lines = [", ".join(won[at:at + 3]) for at in range(0, len(won), 3)]
    return [_text(_MIDDLE_X, _MIDDLE_Y + 42 + 17 * at, line, "#ffffff", 13) for at, line in enumerate(lines)]


def _place(hand: Hand, seat: int, reach: float) -> tuple[float, float]:
    # seat 0 sits at the bottom; y grows downwards, so growing angles go clockwise
    angle = pi / 2 + 2 * pi * seat / hand.seats
    return _MIDDLE_X + 296 * reach * cos(angle), _MIDDLE_Y + 186 * reach * sin(angle)


def _seat(hand: Hand, seat: int, labels: Labels) -> list[str]:
    """Draw a seat: its cards, a plate with name and stack, its bet, and the button."""
    x, y = _place(hand, seat, 1.0)
    folded = seat not in hand.live
    edge = "#ffc53d" if hand.actor == seat else "#5b7d6d"
    name = labels.name(seat)
    shown = name if len(name) <= _NAME_MAX else name[:_NAME_MAX - 1] + "…"
    parts = [f'<g opacity="{0.5 if folded else 1}"><title>{escape(name)}</title>',
             *_cards(hand.hole(seat), x, y - 22, _HOLE),
             f'<rect x="{x - _PLATE_HALF:.0f}" y="{y - 4:.0f}" width="{_PLATE}" height="40" rx="9" fill="#f4f6f5" '
             f'stroke="{edge}" stroke-width="3"/>',
             _text(x, y + 13, shown, "#1d2b24", 14, "600"),
             _text(x, y + 29, labels.chips(hand.stacks[seat]), "#44564d", 13), "</g>"]
    if hand.button == seat:
        parts.append(_disc(x + _PLATE_HALF - 4, y - 4, "D", "#ffffff", "#1d1d1f"))
    if hand.bets[seat]:
        parts += _bet(hand, seat, labels)
    return parts


def _bet(hand: Hand, seat: int, labels: Labels) -> list[str]:
    x, y = _place(hand, seat, 0.6)
    return [f'<circle cx="{x:.0f}" cy="{y - 11:.0f}" r="7" fill="#e5484d" stroke="#ffffff" stroke-width="2" '
            'stroke-dasharray="4 3"/>', _text(x, y + 11, labels.chips(hand.bets[seat]), "#ffe9a8", 14, "600")]


def _disc(x: float, y: float, letter: str, fill: str, ink: str) -> str:
    return (f'<circle cx="{x:.0f}" cy="{y:.0f}" r="10" fill="{fill}" stroke="{ink}"/>'
            + _text(x, y + 4.5, letter, ink, 12, "700"))


def _cards(cards: Cards, x: float, y: float, size: tuple[int, int, int]) -> list[str]:
    """Draw a row of cards, centred on a point."""
    width, height, _ = size
    gap = width + 4 if size == _BOARD else min(width + 2, (_STEP_MAX - width) / max(1, len(cards) - 1))
    left = x - (gap * (len(cards) - 1) + width) / 2
    # overlapping cards show only their left edge, where "10" does not fit
    ten = "10" if gap > width else "T"
    return [_card(card, left + place * gap, y - height / 2, size, ten) for place, card in enumerate(cards)]


def _card(card: int, x: float, y: float, size: tuple[int, int, int], ten: str) -> str:
    width, height, letters = size
    hidden = card == UNKNOWN
    box = (f'<rect x="{x:.1f}" y="{y:.1f}" width="{width}" height="{height}" rx="4" '
           f'fill="{"#5a63c8" if hidden else "#ffffff"}" stroke="{"#c9cdf5" if hidden else "#5f6b66"}"/>')
    if hidden:
        return box
    rank, suit, ink = str(Cards([card]))[0], _SUIT_SIGNS[card & 3], _SUIT_COLOURS[card & 3]
    left = x + 3
    return (box + _text(left, y + letters, rank.replace("T", ten), ink, letters, "700", "start")
            + _text(left, y + letters * 2, suit, ink, letters, "400", "start"))


def _text(x: float, y: float, words: str, colour: str, size: int, weight: str = "400", anchor: str = "middle") -> str:
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" '
            f'fill="{colour}">{escape(words)}</text>')
