"""The naive model of a betting hand: slow, plain, and written apart from the engine it checks.

How it works: a `Hand` is a setup and a *ledger* of every chip moved so far. Nothing else is stored. Each question
(whose turn, what is legal, which pots) is answered by reading the whole ledger again, so no counter can go stale.
`ledger.py` adds up chips, `street.py` reads one betting street, `poker.py` and `step.py` are the two setups, `pots.py`
divides the money, `hand.py` joins them, `compare.py` counts and compares trees. Clauses (B4, G1 ...) are those of the
rulings.

    hand = Hand.deal(Poker(stacks=(100, 100, 25), button=0, sb=10, bb=20, strengths=(3, 2, 1)))
    hand.actor, hand.legal(), hand.stacks, hand.bets        # hands never change; each action gives a new one
    hand = hand.raise_to(60).call().fold()

    game = Step(stacks=(100, 100, 5), phases=((10, 3), (20, 3)), first=0)      # seed 001's fixed step
    perft(Poker(stacks=(6, 6), streets=1))                  # complete action sequences

How to hold another engine against it. The other engine shows the face of croupier's `Hand` and changes in place:

    .actor  .is_over  .stacks  .bets  .payoffs  .clone()
    .legal() -> .fold .check (bool)  .call .min_raise_to .max_raise_to (int or None)
    .fold()  .check()  .call()  .raise_to(n)

and is plugged in with two functions that begin the same hand, cards standing for constant strengths (higher wins):

    leaves = compare_tree(lambda: Hand.deal(Poker(stacks, ..., strengths=ranks)), lambda: game.deal(stacks, deck=...))
    line = compare_random(make_naive, make_other, Random(7), refusals=True)

`compare_tree` walks the whole tree: keep stacks to a few blinds. It asserts equal is_over, stacks, actor, bets and
legal choices at each node, final stacks and payoffs at the leaves; a failed assertion names the line of play that
leads there. `refusals=True` also tries the nearest illegal moves at every node.

For `Step` games the same face is used: BET and RAISE are raise_to(min_raise_to), an ALL_IN that opens is a raise_to, an
ALL_IN that cannot afford the call is call(), and `menu(hand)` gives seed 001's words.

Things an adapter has to know: `Poker.dead` is money already paid and not in `stacks` (N7), so payoffs then sum to it;
when a hand is over `stacks` are the final ones and `bets` are 0.
"""

from .compare import compare_random, compare_tree, near_misses, perft, random_move
from .hand import Hand, IllegalMoveError, Legal, Move
from .ledger import Entry
from .poker import Poker
from .pots import Pot, layered, share_one_by_one, share_rest_to_first, uncalled
from .step import Step, menu
from .street import Street

__all__ = [
    "Entry",
    "Hand",
    "IllegalMoveError",
    "Legal",
    "Move",
    "Poker",
    "Pot",
    "Step",
    "Street",
    "compare_random",
    "compare_tree",
    "layered",
    "menu",
    "near_misses",
    "perft",
    "random_move",
    "share_one_by_one",
    "share_rest_to_first",
    "uncalled",
]
