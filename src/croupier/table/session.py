"""A table that lives: events in, effects out; no clock, sockets or randomness of its own.

    table = Table({"variant": "NT", "players": [], "startingStacks": [], "blindsOrStraddles": [], "minBet": 20,
                   "seatCount": 6, "hand": 0}, Options(time_limit_ms=20_000))
    effects = table.handle(Join("Ann", 2000), now=0)

It holds a hand in seed 004's notation (`table.hand`, readable at any moment) and the same hand in the engine, and does
everything with the functions of this package: what a client's dict may ask for is what an event may. A player who has
left gets no further state. A refused event changes nothing and gives `Refused`.
"""

from __future__ import annotations

from typing import Any

from croupier.games.api import Action
from croupier.notation.money import amount
from croupier.table.amounts import AMOUNT_MAX, BadTable, exact, places_in, short, spelled, units
from croupier.table.dealing import begin, run, seated
from croupier.table.dicts import log as words
from croupier.table.dicts.reading import read
from croupier.table.dicts.settings import clock
from croupier.table.dicts.writing import Hand
from croupier.table.ending import Ending, next_hand
from croupier.table.events import (
    Act,
    Asked,
    Began,
    Bought,
    Effect,
    Ended,
    Event,
    Gone,
    Intend,
    Join,
    NewLines,
    Next,
    Refused,
    Sat,
    Tick,
    TopUp,
    Waiting,
)
from croupier.table.joining import bought_in, with_player
from croupier.table.merging import act, message, with_intent
from croupier.table.options import Options, played_for
from croupier.table.play import Play, played
from croupier.table.seats import INTENTS, LEAVE, PLAY
from croupier.table.seeing import lines_for, personalize

_VERBS = {"FOLD": "f", "CHECK": "cc", "CALL": "cc", "BRING_IN": "pb", "STAND_PAT": "sd"}


class Table:
    """One table, hand after hand."""

    def __init__(self, hand: Hand, options: Options | None = None) -> None:
        """A table as a hand in the notation leaves it; BadTable where that is none."""
        self.options = options or Options()
        self.state = read({**hand, **self.options.settings()})
        self.play: Play | None = played(self.state) if self.state.is_dealt else None
        self.lines = list(self.state.log)
        self.left_with: dict[str, tuple[Any, int]] = {}
        self.paused_at: dict[str, int] = {}
        self.missed: dict[str, int] = {}
        self.asked: tuple[str, int] | None = None

    @property
    def hand(self) -> Hand:
        """The table in the notation, as it stands."""
        return {**self.state.hand, "actions": list(self.lines)}

    @property
    def is_in_hand(self) -> bool:
        """Whether a hand is being played."""
        return self.play is not None and not self.play.hand.is_over

    @property
    def actor(self) -> str | None:
        """The player who has to act."""
        place = None if self.play is None else self.play.actor
        return None if place is None else self.state.seats[place].player

    def handle(self, event: Event, now: float = 0) -> list[Effect]:
        """Take an event at a time in milliseconds and give what follows from it."""
        player = getattr(event, "player", None)
        kept = (self.state, self.play, list(self.lines), dict(self.left_with), dict(self.paused_at), dict(self.missed),
                self.asked)
        taken = 0 if self.play is None else self.play.taken
        try:
            at = clock(now) or 0
            return self._take(event, at)
        except BadTable as refused:
            self.state, self.play, self.lines, self.left_with, self.paused_at, self.missed, self.asked = kept
            if self.play is not None:
                self._take_back(taken)
            return [Refused(player if type(player) is str else None, refused.reason, refused.clause)]

    def _take_back(self, taken: int) -> None:
        """The hand as its log has it, where more was played than that before the refusal."""
        assert self.play is not None
        self.play.state = self.state
        if self.play.taken != taken:
            self.play = played(read(self.hand))

    def _take(self, event: Event, now: int) -> list[Effect]:
        if isinstance(event, Join):
            return self._join(event, now)
        if isinstance(event, Intend):
            return self._intend(event.player, event.intent, now)
        if isinstance(event, Act):
            return self._act(event, now)
        if isinstance(event, TopUp):
            return self._top_up(event)
        if isinstance(event, Tick):
            return self._tick(now)
        if isinstance(event, Next):
            return self._next(event.seed, now)
        raise BadTable(f"{short(event)} is no event of a table", "N3")

    # -- seats ---------------------------------------------------------------------------------------------------------

    def _join(self, event: Join, now: int) -> list[Effect]:
        """Seat a newcomer, free of debt, within the buy-in limits."""
        self._check_buy_in(event.player, exact(event.stack, "the buy-in"), now)
        if type(event.intent) is not int or event.intent not in (0, 1, 2):
            raise BadTable(f"nobody sits down with intent {short(event.intent)}", "N2")
        stack = bought_in(event.stack, event.player, None)
        hand = with_player(self.hand, self.state, event.player, stack, event.seat, event.intent)
        self._write(hand)
        self.left_with.pop(event.player, None)
        if event.intent:
            self.paused_at[event.player] = now
        return [Bought(event.player, stack), self._sat(event.player)]

    def _check_buy_in(self, player: str, stack: Any, now: int) -> None:
        """Raise `BadTable` if a buy-in is outside the limits, or less than a recent leaver took away (N8)."""
        least, most = self._limits()
        kept, until = self.left_with.get(player, (0, 0))
        if now < until:
            if stack < kept:
                raise BadTable(f"{player} left with {kept} and cannot come back with {stack} yet", "N8")
            most = max(most, kept) if most else most
        if stack < least or (most and stack > most):
            raise BadTable(f"a buy-in of {stack} is outside {least}..{most or 'no limit'}", "N14")

    def _limits(self) -> tuple[Any, Any]:
        """The least and the most to sit down with, in the dict's numbers."""
        big, least, most = self.state.stakes.big, self.options.buy_in_min, self.options.buy_in_max
        return (amount(20 * big, self.state.places) if least is None else exact(least, "buy_in_min"),
                amount(200 * big, self.state.places) if most is None else exact(most, "buy_in_max"))

    def _intend(self, player: str, intent: int, now: int) -> list[Effect]:
        """A player's wish; out of the hand from now on where it wants out (N4)."""
        place = self._place(player)
        if type(intent) is not int or intent not in INTENTS:
            raise BadTable(f"intent {short(intent)} is none of 0, 1, 2, 3", "N3")
        if intent == self.state.seats[place].intent:
            return []
        self._write(with_intent(self.hand, self.state, place, intent))
        if intent in (PLAY, LEAVE):
            self.paused_at.pop(player, None)
        else:
            self.paused_at.setdefault(player, now)
        return [self._sat(player), *self._go_on(now)]

    def _place(self, player: str) -> int:
        """The column of a player who has not left."""
        place = self.state.column_of(player)
        if place is None:
            raise BadTable(f"{short(player)} does not sit here", "N3")
        if self.state.seats[place].has_left:
            raise BadTable(f"{player} has left the table", "N4")
        return place

    def _top_up(self, event: TopUp) -> list[Effect]:
        """Chips to be added before the next hand; never beyond the largest buy-in."""
        place = self._place(event.player)
        chips = exact(event.amount, "the top-up")
        if not self.options.top_up or not chips:
            raise BadTable("this table takes no top-ups" if chips else "a top-up of 0 adds nothing", "N14")
        added = list(self.state.hand.get("_topUps") or [0] * len(self.state.seats))
        added[place] = self._spelled(exact(added[place], "_topUps") + chips)
        self._write({**self.hand, "_topUps": added})
        return []

    def _spelled(self, number: Any) -> Any:
        """A number in the spelling of the dict."""
        places = places_in([number])
        return spelled(units(number, places), places, self.state.like)

    def _cut_top_ups(self) -> list[Effect]:
        """Before the next hand: top-ups cut down to the largest buy-in; what is left of them is bought."""
        added = self.state.hand.get("_topUps")
        if not added:
            return []
        stacks = self.state.hand.get("finishingStacks") or self.state.hand["startingStacks"]
        most, cut = self._limits()[1], []
        for seat, chips, stack in zip(self.state.seats, added, stacks):
            room = max(0, most - exact(stack, "stack")) if most else AMOUNT_MAX
            cut.append(0 if seat.intent == LEAVE else self._spelled(min(exact(chips, "_topUps"), room)))
        self._write({**self.hand, "_topUps": cut})
        return [Bought(seat.player, chips) for seat, chips in zip(self.state.seats, cut) if chips]

    def _is_over(self) -> bool:
        return self.play is not None and self.play.hand.is_over

    def _sat(self, player: str) -> Sat:
        place = self.state.column_of(player)
        assert place is not None
        seat = self.state.seats[place]
        return Sat(player, seat.number, self.state.hand["startingStacks"][place], seat.intent, seat.inactive,
                   spelled(seat.debt, self.state.places, self.state.like))

    def _write(self, hand: Hand) -> None:
        """Take a changed dict; the hand in play goes on with its seats as they are now."""
        self.state = read(hand)
        if self.play is not None:
            self.play.state = self.state

    # -- the hand ------------------------------------------------------------------------------------------------------

    def _act(self, event: Act, now: int) -> list[Effect]:
        """A player's own action in turn, or a message at any time."""
        place = self._place(event.player)
        line = self._words(event.action, place)
        if words.is_message(line):
            return self._say([message(line, self.lines, now)])
        if self.play is None:
            raise BadTable("no hand is being played", "B10")
        if self.state.seats[place].inactive:
            raise BadTable(f"{event.player} sits out and does not act", "N4")
        taken = act(self.play, place, line)
        self.play.clock_from = now
        self.missed.pop(event.player, None)
        return [*self._say([words.stamped(taken, now)]), *self._go_on(now)]

    def _words(self, action: object, place: int) -> str:
        """An action as a line of the log."""
        name = f"p{place + 1}"
        if isinstance(action, Action):
            if action.kind in ("BET", "RAISE", "RAISE_TO") and type(action.amount) is int:
                return f"{name} cbr {spelled(action.amount, self.state.hand_places)}"
            if action.kind == "DISCARD":
                return f"{name} sd {action.cards}".strip()
            if action.kind in ("COMPLETE", "ALL_IN"):
                return self._sized(name, action.kind)
            action = _VERBS.get(action.kind, action.kind)
        if type(action) is not str or not action.strip() or len(action) > words.LINE_MAX:
            raise BadTable(f"{short(action)} is no action", "B10")
        return f"{name} {action}"

    def _sized(self, name: str, kind: str) -> str:
        """All-in and completions by the amount they stand for."""
        legal = self.play.hand.legal() if self.play is not None else None
        total = None if legal is None else legal.min_raise_to if kind == "COMPLETE" else legal.all_in
        if legal is None or total is None:
            raise BadTable(f"{kind} is not possible now", "B4")
        if kind == "ALL_IN" and legal.max_raise_to != total:
            return f"{name} cc"
        return f"{name} cbr {spelled(total, self.state.hand_places)}"

    def _go_on(self, now: int) -> list[Effect]:
        """Whatever follows by itself, then who is asked, or how the hand ended."""
        if self.play is None or "finishingStacks" in self.state.hand:
            return []
        effects: list[Effect] = []
        lines = [words.stamped(line, now) for line in run(self.play, None)]
        if lines:
            self.play.clock_from = now
            effects += self._say(lines)
        if self.play.hand.is_over:
            return [*effects, self._end()]
        player = self.actor
        if player is None:
            return effects
        asked = (player, sum(not words.is_message(line) for line in self.lines))
        if asked == self.asked:
            return effects
        self.asked = asked
        limit, since = self.options.time_limit_ms, self.play.clock_from
        return [*effects, Asked(player, None if not limit or since is None else since + limit)]

    def _policy(self, player: str) -> str:
        """What is done for a player whose time has run out: check-fold after too many times in a row (B14)."""
        strikes = self.options.strikes
        return "check-fold" if strikes and self.missed.get(player, 0) > strikes else self.options.timeout

    def _played_for(self, policy: str, now: int) -> str:
        """Act for the player whose turn it is."""
        assert self.play is not None
        line = played_for(self.play, policy)
        self.play.take(line)
        self.play.clock_from = now
        return words.stamped(line, now)

    def _say(self, lines: list[str]) -> list[Effect]:
        """New lines to everybody who still sits here, each as it may see them, and to onlookers."""
        if not lines:
            return []
        self.lines += lines
        places: list[int | None] = [place for place, seat in enumerate(self.state.seats) if not seat.has_left]
        places.append(None)
        return [NewLines(None if place is None else self.state.seats[place].player, tuple(seen))
                for place, seen in zip(places, lines_for(self.play, lines, places))]

    def _end(self) -> Ended:
        """The hand is over: its results are written into the notation."""
        assert self.play is not None
        ended = Ending(self.state, self.play)

        def column(amounts: list[int]) -> list[Any]:
            return [spelled(whole, self.state.places, self.state.like) for whole in amounts]

        self._write({**self.hand, "finishingStacks": column(ended.stacks), "winnings": column(ended.winnings),
                     "rake": spelled(ended.rake, self.state.places, self.state.like)})
        return Ended(tuple(seat.player for seat in self.state.seats), tuple(column(ended.stacks)),
                     tuple(column(ended.winnings)), spelled(ended.rake, self.state.places, self.state.like))

    # -- time ----------------------------------------------------------------------------------------------------------

    def _tick(self, now: int) -> list[Effect]:
        """Pauses that are too long end in leaving; a clock that has run out is played for (B14)."""
        effects: list[Effect] = []
        longest = self.options.pause_max_ms
        for paused, since in list(self.paused_at.items()):
            if longest is not None and now - since >= longest:
                effects += self._intend(paused, LEAVE, now)
        player = self.actor
        if self.play is None or player is None or not self.options.time_limit_ms:
            return effects
        if now - (self.play.clock_from or 0) < self.options.time_limit_ms:
            return effects
        self.missed[player] = self.missed.get(player, 0) + 1
        return [*effects, *self._say([self._played_for(self._policy(player), now)]), *self._go_on(now)]

    # -- the next hand -------------------------------------------------------------------------------------------------

    def _next(self, seed: int | str | None, now: int) -> list[Effect]:
        """Let leavers go, move the blinds, deal; or wait for players."""
        if self.is_in_hand:
            raise BadTable("the hand is not complete", "N12")
        if seed is None and self.state.hand.get("seed") is None:
            raise BadTable("there is no seed to deal from", "T6")
        effects = self._cut_top_ups()
        fresh = next_hand(self.hand, seed)
        effects += [self._gone(place, now) for place, seat in enumerate(self.state.seats)
                    if seat.player not in fresh["players"]]
        self.play, self.lines, self.asked = None, [], None
        before = {seat.player: seat for seat in self.state.seats}
        self.state = read(fresh)
        seating = begin(self.state)
        effects += [self._sat(seat.player) for seat in self.state.seats if seat != before.get(seat.player)]
        if seating.waits:
            return [*effects, Waiting(tuple(seat.player for seat in self.state.seats))]
        self.state = seated(self.state, seating)
        self.play = played(self.state)
        self.play.clock_from = now
        for seat in self.state.seats:
            if seat.plays:
                self.paused_at.pop(seat.player, None)
        return [*effects, self._began(), *self._go_on(now)]

    def _gone(self, place: int, now: int) -> Gone:
        """Return a leaver's chips; its stack is remembered where the options say so, its debt never (N8)."""
        seat = self.state.seats[place]
        column = self.state.hand.get("finishingStacks") or self.state.hand["startingStacks"]
        stack = exact(column[place], "stack")
        if stack and self.options.leaver_memory_ms:
            self.left_with = {player: kept for player, kept in self.left_with.items() if kept[1] > now}
            self.left_with[seat.player] = (stack, now + self.options.leaver_memory_ms)
        for memory in (self.paused_at, self.missed):
            memory.pop(seat.player, None)
        return Gone(seat.player, column[place])

    def _began(self) -> Began:
        hand, size = self.state.hand, len(self.state.seats)
        zeros = [0] * size
        return Began(hand.get("hand"), tuple(hand["players"]), tuple(hand["startingStacks"]),
                     tuple(hand.get("blindsOrStraddles") or zeros), tuple(hand.get("antes") or zeros),
                     tuple(hand.get("_deadMoney") or zeros))

    def view(self, player: str) -> Hand | None:
        """The table as a player may see it, in the notation; None for who has left and gets no further state."""
        place = self.state.column_of(player)
        return None if place is not None and self.state.seats[place].has_left else personalize(self.hand, player)
