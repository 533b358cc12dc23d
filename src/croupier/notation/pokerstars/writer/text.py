"""Write a record as PokerStars text: replay it in the engine, write each line, and check the arithmetic.

    print(write(record))

Before the text is returned, it is read back to check that the money balances (collected + rake = total pot, uncalled
bets returned) and that the bets are the same. `docs/pokerstars.md` lists what the format cannot express: some of it is
left out, and some is refused with BadRecord.
"""

from __future__ import annotations

from croupier.games.poker.events import Acted, Returned
from croupier.notation.pokerstars.reader import read
from croupier.notation.pokerstars.writer.awards import settle
from croupier.notation.pokerstars.writer.head import Headlines
from croupier.notation.pokerstars.writer.replay import ParsedAction, RecordPlay
from croupier.notation.record import BadRecord, HandRecord, Number
from croupier.notation.replay import Replay
from croupier.notation.table_dict.positions import by_position

_MARKS = {"PRE_FLOP": "HOLE CARDS", "FLOP": "FLOP", "TURN": "TURN", "RIVER": "RIVER", "PRE_DRAW": "DEALING HANDS",
          "THIRD": "3rd STREET", "FOURTH": "4th STREET", "FIFTH": "5th STREET", "SIXTH": "6th STREET",
          "SEVENTH": "RIVER", "DRAW_1": "FIRST DRAW", "DRAW_2": "SECOND DRAW", "DRAW_3": "THIRD DRAW"}
"""The room's mark for each of our streets. A single draw has no mark."""
_FOLDED = {"PRE_FLOP": "before Flop", "FLOP": "on the Flop", "TURN": "on the Turn", "RIVER": "on the River",
           "PRE_DRAW": "before the Draw", "THIRD": "on the 3rd Street", "FOURTH": "on the 4th Street",
           "FIFTH": "on the 5th Street", "SIXTH": "on the 6th Street", "SEVENTH": "on the River",
           "DRAW_1": "after the 1st Draw", "DRAW_2": "after the 2nd Draw", "DRAW_3": "after the 3rd Draw"}


def write(record: HandRecord) -> str:
    """Return the PokerStars text of a finished hand, with a line break at the end."""
    if record.get("_unbalanced"):
        raise BadRecord(f"a hand that does not balance is not written: {record['_unbalanced']}", record.line)
    record = by_position(record)
    text = _Writer(record).write()
    _check(record, text)
    return text


def _check(record: HandRecord, text: str) -> None:
    """Read the text back. Raise BadRecord unless it balances and states the same bets."""
    # the text is correct if our own reader gets the same hand from it
    again = next(read(text))
    if again.get("_unbalanced"):
        raise BadRecord(f"this hand cannot be written so that it balances: {again['_unbalanced']}", record.line)
    if _bets(again) != _bets(record):
        raise BadRecord("this hand cannot be written as PokerStars text: it would read back differently", record.line)
    # only a straddle can change its size, so only hands with straddles are replayed twice
    if _has_straddle(record) and Replay(again).status != "ok" == Replay(record).status:
        raise BadRecord("this hand cannot be written as PokerStars text: a straddle that was paid short reads back as "
                        "a smaller one, and the bets after it do not fit it", record.line)


def _has_straddle(record: HandRecord) -> bool:
    """Return True if anybody posted a straddle. The text states only what was paid and not the nominal size."""
    blinds: list[Number] = record.get("blinds_or_straddles") or []
    return len([blind for blind in blinds if blind > 0]) > 2


def _bets(record: HandRecord) -> list[list[str]]:
    """Return the players' bets, checks, calls and folds, without hands shown."""
    words = [action.split("#")[0].split()[:2] for action in record.actions]
    return [word for word in words if word and word[0] != "d" and word[1:] != ["sm"]]


def bracket(cards: str) -> str:
    """Return cards as the room writes them: "AhKd" becomes "[Ah Kd]"."""
    return "[" + " ".join(cards[at:at + 2] for at in range(0, len(cards), 2)) + "]"


class _Writer:
    """Writes one hand."""

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        self.play = RecordPlay(record)
        self.head = Headlines(self.play)
        self.hand = self.play.hand
        self.lines: list[str] = []
        self.names = self.head.names
        self.seen: dict[int, str] = {}
        """For each seat, the cards that have been written so far."""
        self.discards: dict[int, str] = {}
        self.tabled: dict[int, str] = {}
        """For each seat at the showdown, the cards that it shows. The text is empty for a hand that is mucked or kept
        face down.
        """
        self.late: dict[int, str] = {}
        self.folded: dict[int, str] = {}
        self.board = ""
        self.street = ""
        self.acted = 0
        self.short = 0
        """The difference between a raise in the engine and in the record, if a short raise put the only opponent
        all-in.
        """
        self.written_late = self._written_late()
        """Seats whose known cards are not written as "Dealt to". They are written when the player folds, mucks or wins.
        """

    def _written_late(self) -> set[int]:
        """Return the seats whose known cards are not written as "Dealt to". In a board game with a hero these are all
        other players who do not show at the showdown.

        Without a hero, it is the only player with known cards, if this player folds, because "Dealt to" would turn this
        player into the hero.
        """
        author = self.record.get("author")
        if self.play.rules.has_bring_in or self.play.rules.has_draws:
            return set()
        steps = [action.split("#")[0].split() for action in self.record.actions]
        shown = {words[0] for words in steps if len(words) == 3 and words[1] == "sm" and "??" not in words[2]}
        if author not in self.names:
            known = [words[2] for words in steps if words[:2] == ["d", "dh"] and set(words[-1]) != {"?"}]
            folded = {words[0] for words in steps if len(words) > 1 and words[1] == "f"}
            return {int(known[0][1:]) - 1} if len(known) == 1 and known[0] in folded else set()
        return {seat for seat, name in enumerate(self.names) if name != author and f"p{seat + 1}" not in shown}

    def write(self) -> str:
        """Return the text."""
        # computed by an earlier replay, because this line must be written right after the bet, before the engine
        # returns the chips
        self.returned = _returns(self.record)
        self.lines += self.head.lines()
        self.play.run(self.step)
        self.lines += self.showdown()
        self.lines += settle(self.play, self.head).lines
        self.lines += self.late_shows()
        self.lines += self.summary()
        return "\n".join(self.lines) + "\n"

    def say(self, seat: int, words: str) -> None:
        """Write a player's line."""
        self.lines.append(f"{self.names[seat]}: {words}")

    def money(self, units: int) -> str:
        """Return an amount with its currency."""
        return self.head.money(units)

    # -- steps ---------------------------------------------------------------------------------------------------------

    def step(self, step: ParsedAction) -> None:
        """Write the lines of one step, before it is played."""
        if step.verb in ("sm", "db", "sd"):  # a blind may be uncalled before any action
            self.give_back()
        if step.verb == "sm":
            self.table(step)
            return
        if not step.verb or step.seat >= self.play.seats:
            return
        self.mark(step)
        if step.verb == "dh":
            self.dealt(step.seat, step.cards)
        elif step.verb == "sd":
            self.discard(step.seat, step.cards)
        elif step.verb != "db":
            self.bet(step.seat, step)

    def table(self, step: ParsedAction) -> None:
        """Store a hand that is shown or mucked. If a hand is mentioned several times, the last time counts. If all
        others have folded, it is a late show.
        """
        cards = step.cards if step.cards != "-" else self.seen.get(step.seat, "")
        if self.hand.is_over and not self.tabled:
            self.late[step.seat] = cards.replace("??", "")
        else:
            # removed first, so that the last mention determines the order of the showdown
            self.tabled.pop(step.seat, None)
            self.tabled[step.seat] = "" if "??" in cards else cards

    def mark(self, step: ParsedAction) -> None:
        """Write the mark of a street, before its first line."""
        street = self.hand.street
        if step.verb == "db":
            seen = f" {bracket(self.board)}" if self.board else ""
            self.lines.append(f"*** {_MARKS[street]} ***{seen} {bracket(step.cards)}")
            self.board += step.cards
        elif street != self.street and not (street == "DRAW_1" and len(self.play.rules.streets) == 2):
            self.lines.append(f"*** {_MARKS[street]} ***")
        self.street = street

    def dealt(self, seat: int, cards: str) -> None:
        """Write the cards dealt to known hands, and the open cards of unknown stud hands."""
        old = self.kept(seat)
        self.seen[seat] = old + cards
        if set(cards) == {"?"} or seat in self.written_late:
            return
        # of another player's stud hand only the open cards are written
        if self.play.rules.has_bring_in and "??" in old + cards[:-2]:
            old, cards = old.replace("??", ""), cards[-2:] if not old and cards[:4] == "????" else cards
        before = f" {bracket(old)}" if old else ""
        self.lines.append(f"Dealt to {self.names[seat]}{before} {bracket(cards)}")

    def kept(self, seat: int) -> str:
        """Return a seat's cards without those it discarded."""
        cards = [self.seen.get(seat, "")[at:at + 2] for at in range(0, len(self.seen.get(seat, "")), 2)]
        gone = self.discards.pop(seat, "")
        for at in range(0, len(gone), 2):
            card = gone[at:at + 2] if gone[at:at + 2] in cards else "??"
            if card in cards:
                cards.remove(card)
        return "".join(cards)

    def discard(self, seat: int, cards: str) -> None:
        """Write a draw."""
        count = len(cards) // 2
        if not count:
            known = self.seen.get(seat, "")
            self.say(seat, "stands pat" + (f" on {bracket(known)}" if known and "??" not in known else ""))
            return
        named = f" {bracket(cards)}" if "??" not in cards else ""
        self.say(seat, f"discards {count} card{'s' if count > 1 else ''}{named}")
        self.discards[seat] = cards

    def bet(self, seat: int, step: ParsedAction) -> None:
        """Write a fold, check, call, bet, raise or bring-in."""
        hand, legal = self.hand, self.hand.legal()
        if hand.actor != seat:  # this seat need not act (B5); every action except a check is refused
            self.say(seat, "checks")
            return
        if step.verb == "f":
            self.folded[seat] = hand.street
            self.say(seat, "folds" + self.known(seat))
        elif step.verb == "cc" and legal.check:
            self.say(seat, "checks")
        elif step.verb == "cc":
            self.say(seat, f"calls {self.money(legal.call or 0)}{self.all_in(seat, legal.call or 0)}")
        elif step.verb == "pb":
            self.say(seat, f"brings in for {self.money(legal.bring_in or 0)}{self.all_in(seat, legal.bring_in or 0)}")
        else:
            self.raised(seat, step.amount)
        self.acted += 1
        self.give_back()

    def known(self, seat: int) -> str:
        """Return the cards of a seat in `written_late`, in brackets after a space. Return "" if they are unknown."""
        cards = self.seen.get(seat, "").replace("??", "")
        return f" {bracket(cards)}" if cards and seat in self.written_late else ""

    def raised(self, seat: int, to: int) -> None:
        """Write a bet or a raise."""
        price, moved = self.hand.price, to - self.hand.bets[seat]
        self.short = max(0, (self.hand.legal().min_raise_to or 0) - to)
        words = f"raises {self.money(to - price)} to {self.money(to)}" if price else f"bets {self.money(to)}"
        self.say(seat, words + self.all_in(seat, moved))

    def all_in(self, seat: int, moved: int) -> str:
        """Return the words for an all-in if a bet takes the whole stack, or "" if not."""
        return " and is all-in" if moved == self.hand.stacks[seat] else ""

    def give_back(self) -> None:
        """Write the line of a returned bet, right after the action that left it uncalled."""
        for seat, amount in self.returned.pop(self.acted, ()):
            # the engine played a short raise as a minimum raise; this part was never bet in the record
            if amount == self.short:
                continue
            amount -= self.short
            self.lines.append(f"Uncalled bet ({self.money(amount)}) returned to {self.names[seat]}")

    # -- the end -------------------------------------------------------------------------------------------------------

    def showdown(self) -> list[str]:
        """Write the hands shown and mucked, in the order of the record."""
        if not self.tabled:
            return []
        lines = ["*** SHOW DOWN ***"]
        for seat, shown in self.tabled.items():
            cards = self.tabled[seat] = self.completed(seat, shown)
            words = self.hand.words(seat) if cards else ""
            comment = f" ({words})" if words else ""
            lines.append(f"{self.names[seat]}: " + (f"shows {bracket(cards)}{comment}" if cards else "mucks hand"))
        return lines

    def completed(self, seat: int, shown: str) -> str:
        """Return a shown hand with the cards that it got after it was shown."""
        known = self.seen.get(seat, "")
        return known if shown and len(known) > len(shown) and "??" not in known else shown

    def late_shows(self) -> list[str]:
        """Return the lines of hands shown after everybody else folded."""
        return [f"{self.names[seat]}: shows {bracket(cards)}" for seat, cards in self.late.items() if cards]

    def summary(self) -> list[str]:
        """Return the summary, seat by seat."""
        # computed after `showdown`, which completes the hands shown
        settled = settle(self.play, self.head)
        lines = ["*** SUMMARY ***", settled.total]
        if self.board:
            lines.append(f"Board {bracket(self.board)}")
        for seat in self.head.by_number():
            if seat not in self.play.inactive:
                lines.append(f"Seat {self.head.numbers[seat]}: {self.names[seat]}{self.head.role(seat)} "
                             f"{self.outcome(seat, settled.won.get(seat, 0))}")
        return lines

    def outcome(self, seat: int, won: int) -> str:
        """Return the words that say how the hand ended for a seat."""
        shown = self.tabled.get(seat, "")
        words = self.hand.words(seat) if shown else ""
        with_words = f" with {words}" if words else ""
        if seat in self.folded:
            nothing = self.hand.payoffs[seat] == 0 and not self.play.dead[seat]
            return f"folded {_FOLDED[self.folded[seat]]}" + (" (didn't bet)" if nothing else "")
        if shown:
            ending = f"won ({self.money(won)})" if won else "lost"
            return f"showed {bracket(shown)} and {ending}{with_words}{self.cash_out(seat, won)}"
        if won:
            return f"collected ({self.money(won)})"
        return "mucked" + self.known(seat)

    def cash_out(self, seat: int, won: int) -> str:
        """Return the words at the end of a summary line for a player who sold a share of the pot to the room."""
        if not self.play.cash_outs[seat]:
            return ""
        return " (pot not awarded as player cashed out)" if won else " (cashed out)."


def _returns(record: HandRecord) -> dict[int, list[tuple[int, int]]]:
    """Return the uncalled bets. The key is the number of actions before the return; the values are pairs of seat and
    amount.
    """
    returns: dict[int, list[tuple[int, int]]] = {}
    acted = 0
    for event in RecordPlay(record).run().events:
        if isinstance(event, Acted):
            acted += 1
        elif isinstance(event, Returned):
            returns.setdefault(acted, []).append((event.seat, event.amount))
    return returns

