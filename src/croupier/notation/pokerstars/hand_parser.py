# cython: nonecheck=True, boundscheck=True, wraparound=True
"""Read the lines of one hand one at a time, and count its money at the same time.

`record_builder.py` makes the record from the result: the order of seats, the blinds and the actions.
"""

from __future__ import annotations

from croupier.betting.constants import SEATS_MAX
from croupier.notation.pokerstars import patterns
from croupier.notation.pokerstars.accounting import ChipLedger
from croupier.notation.pokerstars.hand_text import HandText, StatedPost, TextStep, new_step
from croupier.notation.pokerstars.header import read_header, table_line
from croupier.notation.pokerstars.player_lines import PlayerLine, PlayerNames, Scan, amount_of, cards_of, quick_cards
from croupier.notation.pokerstars.vocabulary import DEALS, POSTS, RUNS
from croupier.notation.record import BadRecord, Number

# far above every real hand; refuses a text that is made to fill the memory
STEPS_MAX = 1000
# enough unknown lines to show what was not understood
UNREAD_MAX = 20
_DRAWING = ("discard", "pat", "dealt")
_IN_CHIPS = " in chips)"
_UNCALLED = "Uncalled bet ("
_RETURNED = ") returned to "
_TOTAL = "Total pot "
_RAKE = " | Rake "
_CHATTER = (" leaves the table", " has returned", " is disconnected", " is connected", " has timed out", " sits out",
            " is sitting out", " will be allowed to play after the button")
_RUN_TWICE = "the board was run more than once"


class HandParser:
    """The parser of one hand. Call `take` for every line and then `finish`."""

    def __init__(self, header: str, line: int) -> None:
        self.line = line
        self.hand = HandText(read_header(header))
        self.names = PlayerNames([])
        self.scan = Scan()
        rules = self.hand.header.rules
        self.streets = self.hand.header.streets
        self.is_seating = True
        self.in_summary = False
        self.draws_unmarked = False
        self.street = 0
        self.seated = 0
        self.taken: set[str] = set()
        """The players' names without trailing blanks. Two names must not differ only in trailing blanks."""
        self.has_small_blind = False
        if rules is None:
            self.hand.unsupported = f"{self.hand.header.game} is not one of the games croupier plays"

    def take(self, line: str, number: int) -> None:
        """Parse one line of the hand."""
        self.line = number
        if self.in_summary:
            self.take_summary(line)
            return
        # seat lines come first: a player's name may look like anything else
        if not line or (line[0].isspace() and line.isspace()) or (self.is_seating and self.take_seating(line)):
            return
        self.close_seating()
        found = self.names.parse(line)
        if found is not None:
            self.act(found)
        elif not self.take_room(line):
            self.pass_over(line)

    def finish(self) -> HandText:
        """Return the whole hand. Raise BadRecord if fewer than two players have a seat."""
        self.close_seating()
        if len(self.hand.names) < 2:
            raise BadRecord(f"{len(self.hand.names)} seat lines: a hand needs two players")
        return self.hand

    def close_seating(self) -> None:
        """Prepare the names and stacks of all players. This is done once after all seat lines."""
        # only if new players were seated since the last call
        if self.seated < len(self.hand.names):
            self.seated = len(self.hand.names)
            self.names = PlayerNames(self.hand.names)
            self.hand.ledger = ChipLedger(self.hand.stacks)

    # -- the table -----------------------------------------------------------------------------------------------------

    def take_seating(self, line: str) -> bool:
        """Parse a table line or a seat line. Return False for any other line."""
        if line.startswith("Seat ") and self.take_seat(line):
            return True
        head = line.lstrip()
        table = table_line(line) if head.startswith("Table '") and not self.hand.names else None
        if table is not None:
            self.hand.table, self.hand.seat_count, self.hand.button = table
            return True
        match = patterns.SEAT.fullmatch(line) if head.startswith("Seat ") else None
        if match:
            self.sit(int(match["seat"]), match["name"], amount_of(match["stack"]))
        return match is not None

    def take_seat(self, line: str) -> bool:
        """Parse a seat line of the usual form, "Seat 3: name ($20 in chips)". Return False for any other line."""
        colon = line.find(": ", 5, 9)
        opened = line.rfind(" (")
        # parsed from both ends, because the name in the middle may contain colons and brackets
        if colon < 0 or opened <= colon + 2 or not line.endswith(_IN_CHIPS):
            return False
        number = line[5:colon]
        stack = self.scan.amount(line, opened + 2)
        if stack is None or self.scan.end != len(line) - len(_IN_CHIPS) or not (number.isascii() and number.isdigit()):
            return False
        if len(number) > 2:
            return False
        self.sit(int(number), line[colon + 2:opened], stack)
        return True

    def sit(self, number: int, name: str, stack: Number) -> None:
        """Seat one player of the hand."""
        hand = self.hand
        count = len(self.taken)
        self.taken.add(name.rstrip())
        # two names that differ only in trailing blanks could not be distinguished in later lines
        if len(self.taken) == count or number in hand.numbers:
            raise BadRecord(f"seat {number} or the name {name[:40]!r} is given twice", clause="N9")
        if len(hand.names) == SEATS_MAX:
            raise BadRecord(f"more than {SEATS_MAX} players", clause="N9")
        hand.numbers.append(number)
        hand.names.append(name)
        hand.stacks.append(stack)

    # -- the players ---------------------------------------------------------------------------------------------------

    def act(self, found: PlayerLine) -> None:
        """Process the line of a seated player."""
        self.is_seating = False
        kind = found.kind
        if kind == "collect":
            self.hand.ledger.collect(found.seat, found.amount)
        elif kind == "cash_out":
            self.hand.cash_outs[found.seat] = found.amount
        elif kind == "post" or kind == "straddle":
            self.post(found)
        elif kind == "discard" or kind == "pat":
            self.draw(found)
        elif kind != "away" and kind != "quiet":
            self.bet(found)

    def post(self, found: PlayerLine) -> None:
        """Process a post. Its words state the kind of forced bet."""
        hand = self.hand
        words = found.what or found.kind
        kind = POSTS.get(words)
        if kind is None:
            hand.unsupported = hand.unsupported or f"a post of {words[:40]!r} is not known"
            kind = "dead"
        if kind == "small":
            # a second small blind in a hand is a missed one, which is dead money
            kind = "dead" if self.has_small_blind else "small"
            self.has_small_blind = True
        live = found.amount
        # of "small & big blinds" the big blind is live and the rest dead
        if kind == "both" and hand.header.big_blind:
            live = min(live, hand.header.big_blind)
        # antes and dead money are not part of the bet on this street (B7)
        hand.ledger.pay(found.seat, live, kind != "ante" and kind != "dead")
        if live != found.amount:
            hand.ledger.pay(found.seat, found.amount - live, False)
        hand.posts.append(StatedPost(found.seat, kind, words, found.amount, found.all_in))
        hand.took_part.add(found.seat)
        self.bound(len(hand.posts))

    def draw(self, found: PlayerLine) -> None:
        """Process a discard. If the text does not mark the draw, the first discard begins it."""
        hand = self.hand
        if self.draws_unmarked:
            self.draws_unmarked = False
            self.begin_street(1, "")
        # in a draw game that croupier does not know, the first discard begins a street
        elif hand.header.rules is None and hand.steps and hand.steps[-1].kind not in _DRAWING:
            hand.ledger.next_street()
        self.step(found.kind, found.seat, found.amount, found.cards)

    def bet(self, found: PlayerLine) -> None:
        """Process a bet, a check, a fold, or a hand that is shown or mucked."""
        kind, amount, ledger = found.kind, found.amount, self.hand.ledger
        if kind == "raise":
            ledger.raise_to(found.seat, amount)
        elif kind == "call" or kind == "bring_in":
            ledger.pay(found.seat, amount, True)
        elif kind == "bet":
            ledger.pay(found.seat, amount, True)
            # PHH writes raise-to amounts, so a bet after a blind or bring-in includes it
            amount = ledger.street[found.seat]
        if found.capped and self.hand.unsupported is None:
            self.hand.unsupported = "the betting reached the table's cap, which stops it short of all-in"
        if (kind == "bet" or kind == "raise") and self.is_double_bet(amount):
            self.hand.unsupported = self.hand.unsupported or "a double bet on an open pair, which PHH's stud has not"
        self.step(kind, found.seat, amount, found.cards)

    def is_double_bet(self, amount: Number) -> bool:
        """Return True if a bet on fourth street in stud is a big bet, which the room allows if a player has an open
        pair.
        """
        header = self.hand.header
        if self.street != 1 or header.rules is None or header.rules.code != "F7S" or header.stakes is None:
            return False
        return amount == header.stakes[1] and not any(step.kind == "bet" for step in self.this_street())

    def this_street(self) -> list[TextStep]:
        """Return the steps of this street so far."""
        steps = self.hand.steps
        # computed only here, because only double bets in stud need it
        begun = max((at for at, step in enumerate(steps) if step.kind == "street"), default=-1)
        return steps[begun + 1:]

    def step(self, kind: str, seat: int, amount: Number, cards: str, held: str = "") -> None:
        """Add a step to the hand."""
        if seat >= 0:
            self.hand.took_part.add(seat)
        self.hand.steps.append(new_step(self.line, kind, seat, amount, cards, held))
        self.bound(len(self.hand.steps))

    def bound(self, count: int) -> None:
        """Raise BadRecord if the hand has more steps than any real hand."""
        if count > STEPS_MAX:
            raise BadRecord(f"more than {STEPS_MAX} actions in one hand")

    # -- the room ------------------------------------------------------------------------------------------------------

    def take_room(self, line: str) -> bool:
        """Parse a line that is not about a player's action: a street, cards dealt, chips returned. Return False for any
        other line.
        """
        if line.startswith("*** ") and self.take_mark(line):
            return True
        if line[0].isspace():
            mark = patterns.MARK.fullmatch(line)
            if mark:
                self.mark(mark["mark"], mark["cards"])
                return True
        if line.startswith(patterns.DEALT_TO):
            dealt = self.names.dealt(line)
            if dealt is None:
                return False
            self.step("dealt", dealt[0], 0, dealt[2], dealt[1])
            return True
        if not line.startswith(_UNCALLED):
            return False
        amount = self.scan.amount(line, len(_UNCALLED))
        if amount is not None and line.startswith(_RETURNED, self.scan.end):
            name = line[self.scan.end + len(_RETURNED):]
        else:
            match = patterns.UNCALLED.fullmatch(line)
            if match is None:
                return False
            amount, name = amount_of(match["amount"]), match["name"]
        seat = self.names.find(name)
        if seat < 0:
            return False
        self.hand.ledger.give_back(seat, amount)
        return True

    def take_mark(self, line: str) -> bool:
        """Parse a line such as "*** FLOP *** [2c 7d Ks]". Return False for any other line."""
        end = line.find(" ***", 4)
        name = line[4:end]
        if end < 5 or end > 44 or "*" in name:
            return False
        self.mark(name, line[end + 4:].lstrip())
        return True

    def mark(self, name: str, cards: str) -> None:
        """Begin a street, the showdown or the summary."""
        self.is_seating = False
        if name == "SUMMARY":
            self.in_summary = True
            return
        hand = self.hand
        # FIRST FLOP or SECOND FLOP in a hand that was run twice
        if name not in self.streets:
            name = self.without_run(name)
        if name.startswith(("SHOW DOWN", "SHOWDOWN")):
            hand.has_showdown = True
            self.step("showdown", -1, 0, "")
        elif name in self.streets:
            self.begin_street(self.streets[name], cards)
        elif name not in DEALS and name:
            if hand.header.rules is None:
                hand.ledger.next_street()
            else:
                hand.unsupported = hand.unsupported or f"line {self.line}: the street {name!r} is not known"

    def without_run(self, name: str) -> str:
        """Return the name of a street without FIRST, SECOND or THIRD, which number the boards of a hand that was run
        more than once.
        """
        for run in RUNS:
            # but FIRST DRAW is a street of triple draw
            if name.startswith(run) and name[len(run):] != "DRAW":
                self.hand.unsupported = _RUN_TWICE
                # only the first board is read, for the accounting
                return name[len(run):] if run == "FIRST " else ""
        return name

    def begin_street(self, street: int, cards: str) -> None:
        """Begin a street. The cards in the last brackets are the new board cards."""
        header = self.hand.header
        if street:
            self.hand.ledger.next_street()
        else:
            self.draws_unmarked = header.has_draws and len(header.sizes) == 2
        if street == 1 and header.has_draws:
            self.draws_unmarked = False
        self.street = street
        self.step("street", -1, street, last_cards(cards) if cards else "")

    def take_summary(self, line: str) -> None:
        """Parse a line of the summary: the pot and the rake, or cards shown or mucked."""
        if line.startswith("Seat "):
            # other lines of the summary only repeat what is known
            if "[" in line or "not awarded" in line:
                self.take_summary_seat(line)
        elif line.startswith(_TOTAL):
            self.take_total(line)
        elif patterns.TWICE.match(line):
            self.hand.unsupported = _RUN_TWICE

    def take_total(self, line: str) -> None:
        """Parse the line with the total pot and the rake."""
        ledger = self.hand.ledger
        pot = self.scan.amount(line, len(_TOTAL))
        if pot is not None and line.startswith(_RAKE, self.scan.end):
            rake = self.scan.amount(line, self.scan.end + len(_RAKE))
            if rake is not None:
                ledger.total_pot, ledger.rake = pot, rake
                return
        total = patterns.TOTAL.fullmatch(line)
        if total:
            ledger.total_pot, ledger.rake = amount_of(total["pot"]), amount_of(total["rake"])

    def take_summary_seat(self, line: str) -> None:
        """Parse the line of a seat in the summary: cards, and a pot whose winner sold it to the room."""
        hand = self.hand
        colon = line.find(": ", 5, 9)
        digits = line[5:colon] if colon > 0 else ""
        number = int(digits) if len(digits) < 3 and digits.isdecimal() else -1
        # no seat line had this number
        if number not in hand.numbers:
            return
        seat = hand.numbers.index(number)
        name = hand.names[seat]
        rest = line[colon + 2 + len(name):] if line.startswith(name, colon + 2) else ""
        quick = tabled_cards(rest)
        tabled = patterns.TABLED.search(rest) if quick is None else None
        if quick is not None:
            hand.tabled[seat] = quick
        elif tabled:
            hand.tabled[seat] = tabled["how"], cards_of(tabled["cards"])
        if seat in hand.cash_outs and not hand.ledger.collected[seat]:
            not_awarded = patterns.NOT_AWARDED.search(rest)
            if not_awarded:  # no "collected" line exists for this pot, so only the summary states its size
                hand.ledger.collect(seat, amount_of(not_awarded["amount"]))

    def pass_over(self, line: str) -> None:
        """Store an unknown line in the record, unless it is chat or a notice of the room."""
        # recognises the usual notices without a regular expression
        if line.endswith(_CHATTER) and ": " not in line and " collected " not in line:
            return
        moved = patterns.MOVES_CHIPS.fullmatch(line)
        # chat lines are excluded, because chat may quote a line of the game
        if ' said, "' not in line and (moved or patterns.UNCALLED.fullmatch(line)):
            self.hand.strangers.append(f"line {self.line} moves chips of a player without a seat")
        elif not patterns.CHATTER.fullmatch(line) and len(self.hand.unread) < UNREAD_MAX:
            self.hand.unread.append(f"{self.line}: {line[:200].strip()}")


def last_cards(words: str) -> str:
    """Return the cards in the last brackets of a line, as PHH writes them."""
    if words[-1] == "]":
        quick = quick_cards(words[words.rfind("[") + 1:-1])
        if quick is not None:
            return quick
    groups = patterns.BRACKETS.findall(words)
    return cards_of(groups[-1]) if groups else ""


def tabled_cards(words: str) -> tuple[str, str] | None:
    """Return how the cards in a summary line were seen and which cards they are: "showed" and "AhKd" for "showed [Ah
    Kd]". Return None if the line has no such cards.
    """
    opened = words.find(" [")
    closed = words.find("]", opened)
    if opened < 7 or closed < 0 or words[opened - 7] != " ":
        return None
    how = words[opened - 6:opened]
    cards = quick_cards(words[opened + 2:closed]) if how == "showed" or how == "mucked" else None
    return None if cards is None else (how, cards)
