"""Small games and the size of their whole trees (perft): what every engine of these rules has to count.

Blinds are 1/2 and the button sits in seat 0 unless said otherwise. Kuhn and Leduc poker are known from elsewhere; the
other numbers were counted by the naive model and pinned.
"""

from .naive import Poker, Step

FIXED = {"limit": "fixed", "small_bet": 2, "big_bet": 4}
TREES = [
    (Step((2, 2), ((1, 0),), ante=1), 5),  # Kuhn poker; known: 30 leaves over 6 deals
    (Step((20, 20), ((2, 1), (4, 1)), ante=1), 49),  # Leduc; known: 5520 leaves = 30 deals x (4 + 5 x 4 boards x 9)
    (Step((100, 100)), 17),
    (Step((100, 100, 100)), 247),
    (Step((25, 35, 40, 15)), 383),
    (Step((15, 25, 40), ((10, 3), (10, 2))), 209),
    (Step((60, 60, 60), ((10, 3), (20, 3)), ante=5), 1435),
    (Step((25, 35, 40, 15), ((10, 3), (10, 2))), 2575),
    (Poker((20, 20), streets=1), 2375),
    (Poker((12, 12), streets=2), 1721),
    (Poker((8, 8)), 1225),
    (Poker((9, 7)), 881),
    (Poker((7, 9)), 881),
    (Poker((10, 10)), 5257),
    (Poker((8, 8, 8), streets=2), 2785),
    (Poker((8, 5, 7)), 5721),
    (Poker((6, 6, 6), ante=1), 1681),
    (Poker((9, 7, 5), ante=1), 1399),
    (Poker((9, 7, 5), bb_ante=2), 3353),
    (Poker((1, 8, 8)), 2450),
    (Poker((8, 1, 8)), 1225),
    (Poker((8, 8, 1)), 1225),
    (Poker((4, 6, 3, 8), streets=2), 1233),
    (Poker((4, 6, 3, 8)), 7627),
    (Poker((9, 7, 8, 10), streets=1), 4301),
    (Poker((9, 7, 8, 10), streets=1, straddles=(4,)), 971),
    (Poker((9, 7, 8, 10), streets=1, button_straddle=4), 1017),
    (Poker((20, 20), streets=1, limit="pot"), 1955),
    (Poker((12, 12), streets=2, limit="pot"), 1461),
    (Poker((8, 8), limit="pot"), 1105),
    (Poker((8, 5, 7), limit="pot"), 5703),
    (Poker((9, 7, 8, 10), streets=1, limit="pot"), 4251),
    (Poker((12, 15), **FIXED), 921),
    (Poker((20, 20), **FIXED), 5497),
    (Poker((7, 9, 12), **FIXED), 8295),
    (Poker((12, 12, 12, 12), streets=1, **FIXED), 1223),
    (Poker((7, 4, 9, 12), streets=2, **FIXED), 4371),
    (Poker((20, 20, 20), streets=1, **FIXED), 277),
    (Poker((9, 7, 8), streets=2, dead=(2, 0, 1)), 2643),
    (Poker((12, 10, 9), streets=1, ante=1, bb_ante=2, dead=(1, 0, 0)), 533),
    (Poker((7, 8, 3), streets=3, bb_ante=2), 368),
    (Poker((3, 9, 1), ante=1), 3),
    (Poker((1, 1, 9, 8), streets=2), 530),
    (Poker((9, 9, 3), streets=2), 1123),
    (Poker((8, 9, 8), streets=2, sb=0), 3179),
    (Poker((10, 9, 12, 11), streets=1, straddles=(4, 8)), 179),
    (Poker((10, 9, 12, 7), streets=2, straddles=(4,), button_straddle=8), 238),
    (Poker((10, 9, 3, 11), streets=2, straddles=(4,)), 5110),
    (Poker((3, 9, 8, 7), streets=2, button_straddle=4), 490),
]


BIG_TREES = [
    (Poker((8, 8, 8)), 23947),
    (Poker((12, 12)), 19745),
    (Poker((9, 8, 7), limit="pot"), 19257),
    (Poker((15, 15, 15), streets=2, **FIXED), 8749),
    (Poker((10, 9, 12, 7), streets=2, straddles=(4,), limit="pot"), 12993),
    (Poker((10, 9, 12, 13), streets=2, straddles=(4,), **FIXED), 11353),
    (Poker((5, 5, 5, 5)), 16329),
    (Poker((9, 9, 9)), 68707),
]


def name(setup):
    """Only what differs from the defaults, for the test's id."""
    plain = type(setup)(setup.stacks)
    said = [f"{k}={v}" for k, v in vars(setup).items() if v != getattr(plain, k)]
    return f"{type(setup).__name__}{setup.stacks} {' '.join(said)}".replace(" ", "")
