"""From a hand as told to a record: PHH's seat order, its columns and its actions.

PHH counts seats from the left of the button, the button last. Blinds stand with the seat that pays them (but with two
players in PHH's own way, small blind first, though the button, p2, pays it); a newcomer's live post is negative; dead
money is taken off the starting stack and stands in `_dead_money` (ruling N7). Who sits at the table but takes no part
is `_inactive`.

Cards are told where they were dealt, if the text shows them then (to the hero) or at no proper place: folded face
up, mucked but seen in the summary. A hand that is shown is told where it is shown.
"""

from __future__ import annotations

from decimal import ROUND_DOWN
from typing import Any

from croupier.games.poker.rules import PokerRules
from croupier.notation.pokerstars.cards import Holdings
from croupier.notation.pokerstars.story import Post, Step, Story
from croupier.notation.record import HandRecord, Number


def record_of(story: Story, source: str, key: str, line: int) -> HandRecord:
    """The record of a hand."""
    return _Recorder(story).record(source, key, line)


def seat_order(numbers: list[int], button: int | None) -> list[int]:
    """Places in PHH's order: clockwise from the left of the button; from the lowest seat where there is no button."""
    first = 0 if button is None else button
    return sorted(range(len(numbers)), key=lambda place: (numbers[place] <= first, numbers[place]))


class _Recorder:
    """Turns one story into a record."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.order = seat_order(story.numbers, story.button)
        self.place = {seat: place for place, seat in enumerate(self.order)}
        self.rules = story.header.rules
        self.actions: list[str] = []
        self.lines: list[int] = []
        self.live = [seat for seat in self.order if seat in story.took_part]
        self.shown: set[int] = set()
        self.drawn: list[Step] = []
        self.line = 0
        self.unsupported = story.unsupported

    def record(self, source: str, key: str, line: int) -> HandRecord:
        """All fields, in PHH's order."""
        fields: dict[str, Any] = {"variant": self.variant()}
        fields.update(self.stakes())
        if self.rules is not None:
            self.play(self.rules)
        fields["actions"] = self.actions
        fields.update(self.story.header.facts)
        fields.update(self.place_facts())
        fields.update(self.money())
        if self.unsupported:
            fields["_unsupported"] = self.unsupported
        return HandRecord(fields, source, key, line, self.lines)

    def variant(self) -> str:
        """The PHH code, or the room's words for a game we do not play."""
        header = self.story.header
        return self.rules.code if self.rules else f"{header.game} {header.limit}"

    def column(self, values: list[Any]) -> list[Any]:
        """Values of the text's seats in PHH's order."""
        return [values[seat] for seat in self.order]

    # -- stakes --------------------------------------------------------------------------------------------------------

    def stakes(self) -> dict[str, Any]:
        """Antes, blinds, bet sizes and starting stacks."""
        antes, equal = self.antes()
        dead = self.dead()
        stacks = self.column(self.story.stacks)
        fields: dict[str, Any] = {"ante_trimming_status": equal, "antes": antes}
        if self.rules is None or not self.rules.has_bring_in:
            fields["blinds_or_straddles"] = self.blinds()
        fields.update(self.bets())
        fields["starting_stacks"] = [stack - less for stack, less in zip(stacks, dead, strict=True)]
        if any(dead):
            fields["_dead_money"] = dead
        return fields

    def antes(self) -> tuple[list[Number], bool]:
        """Each seat's ante, nominal where a stack was too short, and whether everybody antes alike."""
        paid: list[Number] = [0] * len(self.order)
        short = set()
        for post in self.story.posts:
            if post.kind == "ante":
                paid[self.place[post.seat]] += post.amount
                if post.all_in:
                    short.add(self.place[post.seat])
        nominal = max(paid)
        payers = [place for place, amount in enumerate(paid) if amount]
        equal = all(paid[place] == nominal or place in short for place in payers) and len(payers) > 1
        column = [nominal if equal and amount else amount for amount in paid]
        return column[::-1] if len(column) == 2 else column, equal

    def dead(self) -> list[Number]:
        """Dead money: a second small blind, the small part of small & big blinds."""
        column: list[Number] = [0] * len(self.order)
        for post in self.story.posts:
            if post.kind == "dead":
                column[self.place[post.seat]] += post.amount
            elif post.kind == "both":
                column[self.place[post.seat]] += post.amount - self.live_part(post)
        return column

    def live_part(self, post: Post) -> Number:
        """What of a post counts as a bet."""
        big = self.nominal("big")
        return min(post.amount, big) if post.kind == "both" and big else post.amount

    def nominal(self, kind: str) -> Number:
        """A blind as the header gives it, 0 where it does not."""
        header = self.story.header
        if header.stakes is None or (self.is_fixed() and kind == "small"):
            return 0
        return header.stakes[0 if self.is_fixed() or kind == "small" else 1]

    def is_fixed(self) -> bool:
        """Whether the header's stakes are bets, not blinds."""
        return self.story.header.limit in ("Limit", "Fixed Limit")

    def blinds(self) -> list[Number]:
        """Blinds and straddles, newcomers' posts negative, in PHH's way."""
        column: list[Number] = [0] * len(self.order)
        big_is_posted = False
        for post in self.story.posts:
            if post.kind in ("ante", "dead"):
                continue
            extra = post.kind in ("big", "both") and big_is_posted
            big_is_posted = big_is_posted or post.kind in ("big", "both")
            amount = self.live_part(post)
            if post.all_in:
                amount = max(amount, self.nominal("small" if post.kind == "small" else "big"))
            if post.all_in and post.kind == "straddle":
                amount = max(amount, 2 * max(column))  # the least that a straddle stands for (B8)
            column[self.place[post.seat]] += -amount if extra else amount
        return column[::-1] if len(column) == 2 else column

    def bets(self) -> dict[str, Any]:
        """Smallest bet, or the fixed bets and the bring-in."""
        header = self.story.header
        posted = [post.amount for post in self.story.posts if post.kind in ("big", "button")]
        if not self.is_fixed():
            fields = {"min_bet": self.nominal("big") or max(posted, default=0)}
        else:
            small, big = header.stakes or (max(posted, default=0), 2 * max(posted, default=0))
            fields = {"small_bet": small, "big_bet": big}
        if self.rules is not None and self.rules.has_bring_in:
            fields = {"bring_in": self.bring_in(next(iter(fields.values()))), **fields}
        return fields

    def bring_in(self, small_bet: Number) -> Number:
        """The bring-in: as paid, or as the next player called it where its payer was short.

        The text does not tell it where the opener completed: half a small bet stands for it, in whole units, or less
        where the completion was an all-in for no more than that.
        """
        opening = [step for step in self.story.steps if step.kind in ("bring_in", "call", "bet", "raise")][:2]
        if opening and opening[0].kind == "bring_in":
            called = opening[1].amount if len(opening) == 2 and opening[1].kind == "call" else 0
            return max(opening[0].amount, called)
        completed = opening[0].amount if opening else small_bet
        half = small_bet // 2 if isinstance(small_bet, int) else (small_bet / 2).quantize(small_bet, ROUND_DOWN)
        return half if 0 < half < completed else min([post.amount for post in self.story.posts] + [completed])

    # -- the play ------------------------------------------------------------------------------------------------------

    def play(self, rules: PokerRules) -> None:
        """The actions, the dealer's among them."""
        self.holdings = Holdings(rules, self.story)
        self.line = self.story.steps[0].line if self.story.steps else 0
        if not rules.has_bring_in:
            self.deal_holes(0)
        for step in self.story.steps:
            self.line = step.line
            self.step(step)
        self.flush_draws()
        self.table_the_rest()

    def say(self, action: str) -> None:
        """Write an action down."""
        self.actions.append(action)
        self.lines.append(self.line)

    def name(self, seat: int) -> str:
        """p1, p2, ..."""
        return f"p{self.place[seat] + 1}"

    def deal_holes(self, street: int) -> None:
        """The dealer's hole cards of a street, for everybody still in."""
        for seat in self.live:
            cards = self.holdings.dealt(seat, street)
            if cards:
                self.say(f"d dh {self.name(seat)} {cards}")

    def step(self, step: Step) -> None:
        """One step of the story."""
        kind = step.kind
        if kind in ("discard", "pat"):
            self.say(f"{self.name(step.seat)} sd {self.holdings.discard(step)}".rstrip())
            self.drawn.append(step)
        elif kind == "street":
            self.begin_street(step)
        elif kind in ("show", "muck"):
            self.table(step)
        elif kind in _BETTING:
            self.flush_draws()
            self.bet(step)

    def begin_street(self, step: Step) -> None:
        """The cards of a street."""
        self.flush_draws()
        stud = self.rules is not None and self.rules.has_bring_in
        if stud and not step.cards:
            self.deal_holes(int(step.amount))
        elif step.cards:
            self.say(f"d db {step.cards}")

    def flush_draws(self) -> None:
        """The dealer's answer to the discards of a draw, once all of them are in."""
        for step in self.drawn:
            cards = self.holdings.drawn(step)
            if cards:
                self.say(f"d dh {self.name(step.seat)} {cards}")
        self.drawn = []

    def bet(self, step: Step) -> None:
        """A fold, check, call, bet, raise or bring-in."""
        if step.kind == "fold" and step.seat in self.live:
            self.live.remove(step.seat)
        sized = f" {step.amount}" if step.kind in ("bet", "raise") else ""
        self.say(f"{self.name(step.seat)} {_BETTING[step.kind]}{sized}")

    # -- the showdown --------------------------------------------------------------------------------------------------

    def table(self, step: Step) -> None:
        """A hand is shown or mucked; part of a hand shown at the showdown is a muck."""
        if step.seat in self.shown or step.seat not in self.live or (len(self.live) < 2 and not step.cards):
            return
        self.flush_draws()
        self.shown.add(step.seat)
        whole = step.kind == "show" and (self.holdings.is_whole(step.cards) or len(self.live) < 2)
        self.say(f"{self.name(step.seat)} sm {self.holdings.in_order(step.seat, step.cards) if whole else ''}".rstrip())

    def table_the_rest(self) -> None:
        """Hands the showdown did not mention: shown in the summary, or mucked by those who won nothing."""
        if len(self.live) < 2 or not any(step.kind == "showdown" for step in self.story.steps):
            return
        for seat in [seat for seat in self.live if seat not in self.shown]:
            how, cards = self.story.tabled.get(seat, ("", ""))
            if how != "showed" and self.story.ledger.collected[seat]:
                self.unsupported = self.unsupported or f"{self.story.names[seat]} won without showing a hand"
            self.table(Step(self.line, "show" if how == "showed" else "muck", seat, cards=cards))

    # -- the rest ------------------------------------------------------------------------------------------------------

    def place_facts(self) -> dict[str, Any]:
        """Where the hand was played, and by whom."""
        story = self.story
        facts: dict[str, Any] = {"venue": "PokerStars", "hand": story.header.hand, "table": story.table,
                                 "seats": self.column(story.numbers), "players": self.column(story.names)}
        if story.seat_count is not None:
            facts["seat_count"] = max(story.seat_count, max(story.numbers))
        if self.rules is not None and len(self.holdings.heroes) == 1:
            facts["author"] = story.names[min(self.holdings.heroes)]
        inactive = [0 if seat in story.took_part else 1 for seat in self.order]
        if any(inactive):
            facts["_inactive"] = inactive
        if story.button is not None and story.button not in story.numbers:
            facts["_button"] = story.button
        if story.header.title not in ("Hand", "Game"):
            facts["_title"] = story.header.title
        if story.header.cap is not None:
            facts["_cap"] = story.header.cap
        return facts

    def money(self) -> dict[str, Any]:
        """The accounting."""
        ledger, story = self.story.ledger, self.story
        facts: dict[str, Any] = {"finishing_stacks": self.column(ledger.final),
                                 "winnings": self.column(ledger.collected),
                                 "_put": self.column(ledger.put), "_uncalled": self.column(ledger.uncalled)}
        if ledger.total_pot is not None:
            facts["_total_pot"], facts["_rake"] = ledger.total_pot, ledger.rake
        if story.cash_outs:
            facts["_cash_outs"] = self.column([story.cash_outs.get(seat, 0) for seat in range(len(story.names))])
        facts["_posts"] = [[self.name(post.seat), post.words, post.amount] for post in story.posts]
        problem = story.strangers[0] if story.strangers else ledger.problem()
        if problem:
            facts["_unbalanced"] = problem
        if story.unread:
            facts["_unread"] = story.unread
        return facts


_BETTING = {"fold": "f", "check": "cc", "call": "cc", "bet": "cbr", "raise": "cbr", "bring_in": "pb"}
