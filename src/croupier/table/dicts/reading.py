"""Read a table's dict: turn it into a checked `TableHand`, or refuse it with a reason.

Missing optional fields count as zero (old records have no `_intents`). `seatCount` may be written `[6]` (N1); without a
variant the game is no-limit hold'em, and without `seats` the seats are 1, 2, ... Contradictions are refused: lists of
wrong length, a seat taken twice, an active player in debt, two players without a big blind (N9). Only known fields are
read, and the size of a value is checked before its content.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from croupier.games.poker.rules import ALL_RULES, PokerRules
from croupier.notation.record import paid
from croupier.notation.table_dict.blind_seats import stated_or_read
from croupier.notation.table_dict.positions import is_tables
from croupier.table.amounts import BadTable, dict_amount, exact, places_in, short, units
from croupier.table.blinds import SEATS_MAX, Spots, Stakes, roles, stakes_in
from croupier.table.dicts import log as words
from croupier.table.dicts.imported import as_tables
from croupier.table.dicts.settings import check_settings
from croupier.table.seats import INTENTS, SeatedPlayer

COLUMNS = ("players", "startingStacks", "blindsOrStraddles", "antes", "seats", "finishingStacks", "winnings",
           "timeBanks", "_inactive", "_intents", "_deadBlinds", "_deadMoney", "_antes", "_venueIds", "_topUps")
"""Fields that hold a list with one entry for each player."""
NAME_MAX = 64
_DECIMAL = re.compile(r"[0-9]{1,10}\.[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class TableHand:
    """A hand of a table with every field checked. Columns are in the order of the dict, and amounts are in units."""

    hand: Mapping[str, Any]
    rules: PokerRules
    count: int
    places: int
    """The number of decimal places of the table's unit."""
    hand_places: int
    """The number of decimal places of the hand's unit.

    Only the amounts of the hand's players decide it. Otherwise a joiner with cents would make pots split into cents.
    """
    like: type
    """The Python type that the dict uses for amounts with a decimal point."""
    seats: tuple[SeatedPlayer, ...]
    blinds: tuple[int, ...]
    posts: tuple[int, ...]
    """Live posts of newcomers. The dict writes them as negative blinds (N12)."""
    antes: tuple[int, ...]
    dead: tuple[int, ...]
    log: list[str]
    stakes: Stakes
    spots: Spots
    bets: tuple[int, int, int]
    """The minimum bet, the big bet and the bring-in."""
    is_tables: bool
    """True if a table wrote the dict, False if it is an imported record."""

    @property
    def unit(self) -> int:
        """Return how many of the table's units make one unit of the hand."""
        return int(10 ** (self.places - self.hand_places))

    @property
    def members(self) -> list[int]:
        """Return the columns of the players in this hand: active players, and players who paused after the deal (N4).
        """
        return [place for place, seat in enumerate(self.seats) if seat.plays or seat.dealt]

    @property
    def is_dealt(self) -> bool:
        """Return True if the hand has begun: its log holds more than messages."""
        return any(not words.is_message(line) for line in self.log)

    @property
    def starting_chips(self) -> int:
        """Return the sum of the starting stacks and the dead money, in units (N7)."""
        return sum(seat.stack for seat in self.seats) + sum(self.dead)

    def dict_amount(self, amount: int) -> Any:
        """Return an amount, given in units, as the dict writes amounts."""
        return dict_amount(amount, self.places, self.like)

    def column_of(self, player: object) -> int | None:
        """Return a player's column, or None if the player is not in the dict."""
        for place, seat in enumerate(self.seats):
            if seat.player == player:
                return place
        return None


def read(hand: object) -> TableHand:
    """Read a dict and check every field. Raise BadTable if it is not a table's hand."""
    if not isinstance(hand, Mapping):
        raise BadTable(f"a hand is an object, not {type(hand).__name__}")
    rules = _rules(hand)
    names = _players(hand)
    count = seat_count(hand)
    if len(names) > count:
        raise BadTable(f"{len(names)} players at {count} seats")
    return DictReader(as_tables(hand, rules), rules, names, count, is_tables(hand)).state()


def _rules(hand: Mapping[str, Any]) -> PokerRules:
    variant = hand.get("variant", "NT")
    rules = ALL_RULES.get(variant) if type(variant) is str else None
    if rules is None:
        raise BadTable(f"variant {short(variant)} is not a game played here", "N12")
    return rules


def _players(hand: Mapping[str, Any]) -> list[str]:
    names = hand.get("players")
    if names is None and type(hand.get("startingStacks")) is list:
        # allow one more than a table has, so that too many players are refused below instead of cut off
        return [f"p{place + 1}" for place in range(min(len(hand["startingStacks"]), SEATS_MAX + 1))]
    if type(names) is not list:
        raise BadTable(f"players {short(names)} are not a list")
    if len(names) > SEATS_MAX:
        raise BadTable(f"{len(names)} players: a table has {SEATS_MAX} seats at most")
    for name in names:
        check_name(name)
    if len(set(names)) < len(names):
        raise BadTable("a player's name occurs twice in players")
    return names


def check_name(name: object) -> None:
    """Raise BadTable if a value cannot be a player's name."""
    if type(name) is not str or not name.strip() or len(name) > NAME_MAX or not name.isprintable():
        raise BadTable(f"{short(name)} is not a name: 1 to {NAME_MAX} printable characters")


def seat_count(hand: Mapping[str, Any]) -> int:
    """Return the number of seats; `[6]` is read as 6 (N1)."""
    count = hand.get("seatCount", SEATS_MAX)
    if type(count) is list and len(count) == 1:
        count = count[0]
    if type(count) is not int or not 1 <= count <= SEATS_MAX:
        raise BadTable(f"seatCount {short(count)} is not one of 1..{SEATS_MAX}", "N1")
    return count


class DictReader:
    """Reads one dict. Each list of the dict has as many entries as `players`."""

    def __init__(self, hand: Mapping[str, Any], rules: PokerRules, names: list[str], count: int,
                 of_table: bool) -> None:
        self.hand = hand
        self.of_table = of_table
        self.rules = rules
        self.names = names
        self.count = count
        self.like: type = float

    def state(self) -> TableHand:
        """Read all fields as exact amounts, and convert the amounts to one unit."""
        self.log = words.checked(self.hand.get("actions", []))
        check_settings(self.hand)
        if "startingStacks" not in self.hand and self.names:
            raise BadTable("the hand has no startingStacks")
        self.stacks, self.antes = self.amounts("startingStacks"), self.amounts("antes")
        self.debts, self.dead = self.amounts("_deadBlinds"), self.amounts("_deadMoney")
        self.blinds, self.posts = self.posted()
        self.bets = [self.amount(name) for name in ("minBet", "smallBet", "bigBet", "bringIn")]
        # amounts that concern the whole hand: if any of them has decimals, the hand is counted in cents or smaller
        self.shared = [*self.blinds, *self.posts, *self.dead, *self.bets, *_log_amounts(self.log)]
        return self.counted(self.amounts("_antes") if "_antes" in self.hand else self.antes, self.known())

    def counted(self, nominal: list[Any], known: list[Any]) -> TableHand:
        """Convert the amounts to the smallest unit that any of them needs, and return the state."""
        self.places = places_in([*self.stacks, *self.antes, *self.debts, *self.shared, *known,
                                 *self.amounts("finishingStacks"), *self.amounts("_topUps")])
        count = self.in_units
        seats = self.seats(count(self.stacks), count(self.debts), words.dealt_columns(self.log))
        dead, blinds = count(self.dead), count(self.blinds)
        # in a table's own dict `_deadBlinds` is a debt; in an imported record of an active seat it was paid
        if "_intents" not in self.hand and "_deadMoney" not in self.hand:  # an imported record (N7)
            dead = tuple(paid([seat.debt for seat in seats], [seat.inactive for seat in seats]))
            seats = tuple(replace(seat, debt=0) if seat.plays else seat for seat in seats)
        small, smaller, big, bring_in = count(self.bets)
        spots, stakes = self.stakes(seats, blinds, small or smaller, count(known), count(nominal))
        self.check(seats, blinds, stakes)
        # the first of minBet, smallBet, the big blind and the button's blind that is not 0 (B3)
        least = small or smaller or stakes.big or stakes.button
        return TableHand(self.hand, self.rules, self.count, self.places, self.hand_places(seats), self.like, seats,
                         blinds, count(self.posts), count(self.antes), dead, self.log, stakes, spots,
                         (least, big or 2 * least, bring_in), self.of_table)

    def in_units(self, values: list[Any]) -> tuple[int, ...]:
        """Return exact amounts in the table's unit."""
        return tuple([units(value, self.places) for value in values] if self.places else values)

    def hand_places(self, seats: tuple[SeatedPlayer, ...]) -> int:
        """Return the decimal places that the amounts of this hand's players need."""
        if not self.places:
            return 0
        played = list(self.shared)
        for place, seat in enumerate(seats):
            if seat.plays or seat.dealt:
                played += [self.stacks[place], self.antes[place], self.debts[place]]
        return places_in(played)

    # -- columns -------------------------------------------------------------------------------------------------------

    def column(self, name: str) -> list[Any]:
        """Return a list of the dict, one entry per player. Return zeros if the field is missing."""
        entries = self.hand.get(name)
        if entries is None:
            return [0] * len(self.names)
        if type(entries) is not list or len(entries) != len(self.names):
            found = f"{len(entries)} entries" if type(entries) is list else short(entries)
            raise BadTable(f"{name} holds {found} for {len(self.names)} players")
        return entries

    def amounts(self, name: str) -> list[Any]:
        """Return a list of the dict as exact amounts, one per player."""
        found = []
        for entry in self.column(name):
            # fast path: nearly all entries are whole chips
            if type(entry) is not int or not 0 <= entry < 1_000_000:
                self.notice(entry)
                entry = exact(entry, name)
            found.append(entry)
        return found

    def amount(self, name: str) -> Any:
        """Return one exact amount, 0 if the field is missing."""
        value = self.hand.get(name, 0)
        self.notice(value)
        return exact(0 if value is None else value, name)

    def notice(self, value: object) -> None:
        """Remember the Python type of an amount with a decimal point."""
        if type(value) is Decimal:
            self.like = Decimal

    def posted(self) -> tuple[list[Any], list[Any]]:
        """Return the blinds and the live posts of newcomers. The dict writes a live post as a negative number (N12)."""
        column = self.column("blindsOrStraddles")
        blinds, posts = [], []
        for entry in column:
            is_number = entry.is_finite() if type(entry) is Decimal else type(entry) in (int, float)
            is_post = is_number and entry < 0
            found = exact(-entry if is_post else entry, "blindsOrStraddles")
            blinds.append(0 if is_post else found)
            posts.append(found if is_post else 0)
            self.notice(entry)
        return blinds, posts

    def marks(self, name: str, known: range | None, words: str) -> list[int]:
        """Return a list of whole numbers, one per player. Raise BadTable if one is not allowed."""
        column = self.column(name)
        for mark in column:
            if type(mark) is not int or (known is not None and mark not in known):
                raise BadTable(f"{name} holds {short(mark)}, which is not {words}")
        return column

    def seats(self, stacks: tuple[int, ...], debts: tuple[int, ...], dealt: set[int]) -> tuple[SeatedPlayer, ...]:
        """Return the seats. Raise BadTable if a seat number occurs twice or an active seat has a debt."""
        intents = self.marks("_intents", INTENTS, "0, 1, 2 or 3")
        # any number other than 0 means inactive (N9)
        inactive = [mark != 0 for mark in self.marks("_inactive", None, "a whole number")]
        numbers = self.hand.get("seats")
        numbers = list(range(1, len(self.names) + 1)) if numbers is None else self.column("seats")
        for number in numbers:
            if type(number) is not int or not 1 <= number <= self.count:
                raise BadTable(f"seat {short(number)} is not one of 1..{self.count}")
        if len(set(numbers)) < len(numbers):
            raise BadTable("a seat is taken twice")
        # in an imported record the entries may be dead blinds that active players have paid
        if "_intents" in self.hand:
            for name, mark, debt in zip(self.names, inactive, debts):
                if debt and not mark:
                    raise BadTable(f"{name} is active and in debt: an impossible state", "N7")
        return tuple([SeatedPlayer(name, numbers[at], stacks[at], intents[at], inactive[at], debts[at], at in dealt)
                      for at, name in enumerate(self.names)])

    # -- stakes --------------------------------------------------------------------------------------------------------

    def known(self) -> list[Any]:
        """Return the sizes in `_blinds`: small, big, button, straddles, antes.

        The dict has this field when the players' posts do not show all sizes.
        """
        found = self.hand.get("_blinds")
        if found is None:
            return [0, 0, 0]
        if not isinstance(found, Mapping):
            raise BadTable(f"_blinds {short(found)} are not an object")
        lists = [found.get("straddles", []), found.get("antes", [])]
        for entries in lists:
            if type(entries) is not list or len(entries) > SEATS_MAX:
                raise BadTable(f"_blinds holds {short(entries)}, which is not a short list")
        values = [found.get("small", 0), found.get("big", 0), found.get("button", 0), *lists[0], *lists[1]]
        return [exact(value, "_blinds") for value in values]

    def stakes(self, seats: tuple[SeatedPlayer, ...], blinds: tuple[int, ...], min_bet: int, known: tuple[int, ...],
               nominal: tuple[int, ...]) -> tuple[Spots, Stakes]:
        """Return the seats and the sizes of the blinds."""
        if self.rules.has_bring_in:
            return Spots(), Stakes(antes=_antes(seats, nominal, None))
        found = self.hand.get("_blinds") or {}
        straddles = len(found.get("straddles", []))
        before = Stakes(known[0], known[1], known[3:3 + straddles], known[2], known[3 + straddles:])
        column = {seat.number: blind for seat, blind in zip(seats, blinds)}
        spots = self.spots(column, min_bet)
        players = {seat.number: blind for seat, blind in zip(seats, blinds) if blind or seat.plays or seat.dealt}
        # if the button posts the only blind, the posts show no small blind
        is_button_blind = self.rules.button_blind and sum(blind > 0 for blind in blinds) <= 1
        stakes = stakes_in(players, Spots(spots.bb, spots.bb) if is_button_blind else spots, before, min_bet)
        if is_button_blind:
            stakes = Stakes(0, stakes.big, antes=before.antes)
        paid = _antes(seats, nominal, spots.bb)
        return spots, Stakes(stakes.small, stakes.big, stakes.straddles, stakes.button, paid or before.antes)

    def spots(self, column: dict[int, int], min_bet: int) -> Spots:
        """Return the seats in `_bb`, `_sb` and `_button`. If the posted blinds contradict these fields, derive the
        seats from the posted blinds.
        """
        kept = [self.hand.get(name) for name in ("_bb", "_sb", "_button")]
        for name, number in zip(("_bb", "_sb", "_button"), kept):
            if number is not None and (type(number) is not int or not 1 <= number <= SEATS_MAX):
                raise BadTable(f"{name} {short(number)} is not a seat", "N5")
        return stated_or_read(kept, column, min_bet)

    def check(self, seats: tuple[SeatedPlayer, ...], blinds: tuple[int, ...], stakes: Stakes) -> None:
        """Raise BadTable if two or more players are active and nobody posts a big blind, or if too many are active.

        In a dealt hand, a player of that hand must have posted it.
        """
        # players who paused after the deal are still in this hand, but need not have posted
        playing = sum(seat.plays for seat in seats)
        dealt = any(seat.dealt for seat in seats)
        posted = max((blind for seat, blind in zip(seats, blinds) if not dealt or seat.plays or seat.dealt), default=0)
        if playing > 1 and posted < (stakes.big if dealt and stakes.big else 1) and not self.rules.has_bring_in:
            raise BadTable(f"{playing} active players and no big blind", "N5")
        if playing > self.rules.seats:
            raise BadTable(f"{playing} active players: {self.rules.name} is played by {self.rules.seats} at most")


def _antes(seats: tuple[SeatedPlayer, ...], nominal: tuple[int, ...], bb: int | None) -> tuple[int, ...]:
    """Return the ante sizes: one for all if every player pays the same, else one for each role (N17)."""
    everybody = {seat.number: ante for seat, ante in zip(seats, nominal)}
    playing = {seat.number: everybody[seat.number] for seat in seats if seat.plays or seat.dealt} or everybody
    if not any(playing.values()):
        return ()
    if len(set(playing.values())) == 1:
        return tuple(set(playing.values()))
    return tuple(playing[number] for number in roles(list(playing), bb))


def _log_amounts(log: list[str]) -> list[Decimal]:
    """Return the bets in the log that have a decimal point."""
    found = []
    for line in log:
        if "." in line and " cbr " in line:
            word = words.bare(line).split()[-1]
            if _DECIMAL.fullmatch(word):
                found.append(Decimal(word))
    return found
