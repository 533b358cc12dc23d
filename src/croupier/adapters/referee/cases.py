"""List the cases. Each case has the actions of a no-limit hold'em hand, a question about the next decision, and the
clause that answers the question.

Blinds are 10/20, and seat 0 has the button. In a line, `f` is a fold, `x` a check, `c` a call, and a number a raise to
that total.
"""

from __future__ import annotations

from dataclasses import dataclass

BLINDS = (10, 20)


@dataclass(frozen=True)
class BettingCase:
    """One situation: the stacks by seat, the actions so far, the answer according to our rules, and the reason."""

    name: str
    clause: str
    stacks: tuple[int, ...]
    line: str
    answer: str
    why: str


@dataclass(frozen=True)
class Decision:
    """An engine's answer: the seat to act, the chips to call, and the range of legal raise-to amounts or None."""

    seat: int
    call: int
    raises: tuple[int, int] | None

    def __str__(self) -> str:
        price = f"call {self.call}" if self.call else "check"
        return f"seat {self.seat}: {price}" + (f", raise {self.raises[0]}-{self.raises[1]}" if self.raises else "")


NOBODY = "no decision"
"""The answer if the hand goes on without another decision."""

CASES = (
    BettingCase("the first raise is at least a big blind", "B3", (1000,) * 3, "", "seat 0: call 20, raise 40-1000",
                "The smallest raise adds the minimum bet to the price."),
    BettingCase("a raise sets the next minimum", "B3", (1000,) * 3, "100", "seat 1: call 90, raise 180-1000",
                "20 to 100 added 80, so the next raise adds at least 80."),
    BettingCase("a short all-in leaves the minimum", "B3", (120, 1000, 1000, 1000), "100 120",
                "seat 1: call 110, raise 200-1000",
                "120 raises the price by 20, less than the last raise of 80, which stays the smallest one."),
    BettingCase("a raiser after a short all-in", "B4", (1000, 1000, 120), "100 f 120", "seat 0: call 20",
                "120 adds 20 to the raise of 80: not a full raise, so the raiser may only call or fold."),
    BettingCase("a limper after a short all-in", "B4", (1000, 1000, 30), "c c 30", "seat 0: call 10",
                "Calling the blind counts as having acted. 30 adds less than a full raise, so nobody may raise again."),
    BettingCase("a checker after a short opening all-in", "B4", (25, 1000, 1000), "c c x x x 5", "seat 1: call 5",
                "A check counts as having acted; 5 is less than the minimum bet of 20."),
    BettingCase("short all-ins that add up", "B4", (1000, 1000, 1000, 1000, 150, 190), "100 150 190 c f f",
                "seat 3: call 90, raise 270-1000",
                "100 to 190 is 90, at least the full raise of 80: betting is open again for the raiser."),
    BettingCase("a stack that equals the price", "B5", (1000, 1000, 40), "40 c", "seat 2: call 20",
                "Seat 2 has 20 chips left, exactly the price."),
    BettingCase("the caller covers everybody", "B5", (60, 60, 1000), "60 c", "seat 2: call 40",
                "Both opponents are all-in: nobody is left to raise against."),
    BettingCase("a short big blind", "B6", (1000, 1000, 15), "", "seat 0: call 20, raise 40-1000",
                "The price is the nominal big blind, even if its poster had only 15."),
    BettingCase("the big blind's option", "B8", (1000,) * 3, "c c", "seat 2: check, raise 40-1000",
                "The big blind has not acted yet and may raise."),
    BettingCase("heads-up, before the flop", "B8", (1000, 1000), "", "seat 0: call 10, raise 40-1000",
                "Heads-up the button posts the small blind and acts first."),
    BettingCase("heads-up, after the flop", "B8", (1000, 1000), "c x", "seat 1: check, raise 20-980",
                "After the flop the button acts last."),
    BettingCase("a stack between call and minimum raise", "B3", (1000, 1000, 150), "100 f",
                "seat 2: call 80, raise 150-150",
                "Less than a full raise is allowed only as an all-in."),
    BettingCase("a stack below the call", "B6", (1000, 1000, 60), "100 f", "seat 2: call 40",
                "A call is capped by the stack."),
    BettingCase("one player with chips left", "B5", (1000, 1000, 60), "60 f c", NOBODY,
                "Nobody is left to bet against: the board is dealt and the hands are shown."),
    BettingCase("the minimum bet after the flop", "B3", (1000,) * 3, "100 c c", "seat 1: check, raise 20-900",
                "Every street begins with the minimum bet, whatever was raised before."),
)
