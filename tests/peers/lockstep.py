"""One hand in two engines at once."""

from __future__ import annotations

import warnings
from collections import Counter
from random import Random

from croupier import Hand

from .deals import Deal, random_deal
from .differences import CHECK_THROUGH, STOP, Node, recognise, recognise_ante, recognise_end
from .memory import Memory
from .settle import Facts
from .table import Table

Move = tuple[str, int | None]


class Different(AssertionError):  # noqa: N818 - what they are
    """The engines differ and no known difference explains it."""


def play_number(number: int, code: str | None = None) -> Counter[str]:
    """Play the deal with this number to its end; counts of the known differences met on the way."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pokerkit warns of folds that cost nothing
        return Lockstep(random_deal(number, code), Random(~number)).play()


class Lockstep:
    """The same deal in croupier and pokerkit."""

    node: type[Node] = Node

    def __init__(self, deal: Deal, rng: Random) -> None:
        self.deal, self.rng = deal, rng
        self.hand: Hand = deal.hand()
        self.table = Table(deal)
        self.memory = Memory(deal)
        self.met: Counter[str] = Counter()
        self.line: list[Move] = []

    def play(self) -> Counter[str]:
        """Go on until both are over, or a known difference has led them apart."""
        while not (self.hand.is_over and self.table.is_over):
            self.memory.look(self.hand)
            node = self.node(self.deal, self.hand, self.table, self.memory)
            then = self.explain(node) if node.fields else None
            if then == STOP:
                self.met["hands compared in part"] += 1
                return self.met
            if then == CHECK_THROUGH:
                self.table.play("check", None)
                continue
            self.act(self.choose(node))
        self.check_end()
        self.met["hands compared to the end"] += 1
        return self.met

    def explain(self, node: Node) -> str:
        known = recognise(node)
        if known is None:
            raise Different(self.report(node))
        self.met[known[0]] += 1
        return known[1]

    def choose(self, node: Node) -> Move:
        """A move that is legal in both: folds are rare, raises often minimal or all-in."""
        passive: Move = ("call", None) if node.call else ("check", None)
        moves: list[Move] = [("fold", None)] + [passive] * 4
        if node.ours and node.theirs:
            low, high = max(node.ours[0], node.theirs[0]), min(node.ours[1], node.theirs[1])
            if low <= high:
                moves += [("raise", low)] * 2 + [("raise", high), ("raise", self.rng.randint(low, high))]
        return self.rng.choice(moves)

    def act(self, move: Move) -> None:
        kind, to = move
        self.met["decisions"] += 1
        self.line.append(move)
        self.memory.note(self.hand, kind, to)
        self.apply(kind, to)
        self.table.play(kind, to)

    def apply(self, kind: str, to: int | None) -> None:
        if kind == "raise":
            self.hand.raise_to(to)
        else:
            getattr(self.hand, kind)()

    def check_end(self) -> None:
        """Equal stacks, or B11's odd chips, or a big-blind ante that ended the hand before anybody acted (B7)."""
        ours, theirs = self.hand.stacks, self.table.stacks
        if ours == theirs:
            return
        name = self.explain_end(ours, theirs)
        if name is None:
            raise Different(f"final stacks {ours}, pokerkit {theirs}\nafter {self.line}\nin {self.deal}")
        self.met[name] += 1

    def explain_end(self, ours: list[int], theirs: list[int]) -> str | None:
        return recognise_end(self.facts(), ours, theirs) or recognise_ante(self.facts(), ours, theirs, self.line)

    def facts(self) -> Facts:
        """The end of the hand, the bet that nobody called gone back."""
        totals, live = list(self.memory.totals), sorted(self.memory.live)
        owner = max(live, key=totals.__getitem__)
        totals[owner] = min(totals[owner], max(total for seat, total in enumerate(totals) if seat != owner))
        return Facts(self.deal, tuple(totals), self.deal.bb_ante_paid(), tuple(live))

    def report(self, node: Node) -> str:
        hand, table = self.hand, self.table
        return (f"differ in {sorted(node.fields)}\n"
                f"croupier: actor {hand.actor}, call {node.call}, raise {node.ours}, {hand.stacks}, {hand.bets}\n"
                f"pokerkit: actor {table.actor}, call {table.call}, raise {node.theirs}, {table.stacks}, {table.bets}\n"
                f"after {self.line}\nin {self.deal}")
