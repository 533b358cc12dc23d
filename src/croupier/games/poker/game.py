"""Deal hands of a poker game at certain stakes.

    game = holdem(sb=10, bb=20)
    hand = game.deal(stacks=[1000, 1000, 25], button=0, seed=7)

This module checks all arguments: seats, stacks, button, cards and amounts. A game is a frozen value, which dealing does
not change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from croupier.betting.forced import Forced
from croupier.betting.rulebook import BadAmount, all_chips, chips
from croupier.cards import UNKNOWN, BadCards, CardsLike, parse, text
from croupier.errors import short
from croupier.games.api import Chance, Dealer
from croupier.games.poker import constants
from croupier.games.poker.deal import Deal, Layout
from croupier.games.poker.hand import Hand, dealt
from croupier.games.poker.rules import MAX_BETS, NAMES, RULES, BadSetup, PokerRules, named, with_limit
from croupier.games.poker.start import HandStart

# the generator's state is one 64-bit number
SEEDS = 1 << 64
# the engine keeps the cap in a C int
_BETS_MAX = 1 << 30


@dataclass(frozen=True)
class PokerGame:
    """A poker game at certain stakes."""

    rules: PokerRules
    sb: int = 0
    bb: int = 0
    ante: int = 0
    bb_ante: int = 0
    straddles: tuple[int, ...] = ()
    button_blind: int = 0
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    max_bets: int = MAX_BETS
    """The maximum number of whole bets on a street in fixed limit (B13). The big blind or the completion is the first
    of them.
    """
    cap_heads_up: bool = False
    """True if the fixed-limit cap also applies when only two players are left who are not all-in. The games of the ACPC
    have this rule (B13).
    """
    name: str = field(default="", compare=False)
    # a cache by seats and button: the forced bets of hands in which every seat is dealt in
    _tables: dict[tuple[int, int], tuple[int, Forced]] = field(default_factory=dict, init=False, compare=False,
                                                              repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.rules, PokerRules):
            raise BadSetup(f"rules must be PokerRules, not {type(self.rules).__name__}; see croupier.game(code)")
        if isinstance(self.straddles, (str, bytes)) or not isinstance(self.straddles, Sequence):
            raise BadSetup("straddles must be a list of whole chips")
        for what in ("sb", "bb", "ante", "bb_ante", "button_blind", "bring_in", "small_bet", "big_bet"):
            chips(getattr(self, what), what)
        # a frozen dataclass refuses plain assignment even in its own __post_init__
        object.__setattr__(self, "straddles", tuple(all_chips(self.straddles, "straddles")))
        object.__setattr__(self, "name", self.name or self.rules.name)
        if chips(self.max_bets, "max_bets", 1) > _BETS_MAX:
            raise BadAmount(f"max_bets {self.max_bets} is above {_BETS_MAX}")
        if type(self.cap_heads_up) is not bool:
            raise BadSetup(f"cap_heads_up must be True or False, not {short(self.cap_heads_up)}")
        _check_stakes(self)

    def __getstate__(self) -> dict[str, object]:
        """Return the fields to pickle, without the caches, which are filled again when they are needed."""
        # `layout` is a compiled object, which cannot be pickled; another process makes its own
        return {**{what: value for what, value in self.__dict__.items() if what != "layout"}, "_tables": {}}

    @property
    def min_bet(self) -> int:
        """Return the smallest opening bet of the first street. This bet is the big blind unless the game sets another
        (B3).
        """
        return self.small_bet or self.bb or self.button_blind

    @cached_property
    def layout(self) -> Layout:
        """Return the rules and bet sizes as plain numbers."""
        return Layout(self.rules, self.min_bet, self.big_bet or self.min_bet, self.bring_in, self.max_bets,
                      self.cap_heads_up)

    @property
    def players(self) -> range:
        """Return the possible numbers of players."""
        return range(2, self.rules.seats + 1)

    def start(self, players: int | None = None, seed: int | None = None, *, hands: int | None = None,
              dealer: Dealer | None = None) -> Hand:
        """Deal a hand to players with 100 big blinds each (without blinds: 100 bets), the button in seat 0.

        A `dealer` gives the random numbers of the deck instead of a seed.
        """
        if hands not in (None, 1):
            raise BadSetup("a hand of poker is one hand: croupier.play plays several")
        seats = 2 if players is None else players
        if type(seats) is not int or seats not in self.players:
            raise BadSetup(f"{short(seats)} players: {self.rules.name} is played by 2 to {self.rules.seats}")
        stacks = [100 * (self.bb or self.min_bet)] * seats
        if dealer is None:
            return self.deal(stacks, 0, seed)
        if seed is not None:
            raise BadSetup("a dealer deals every card: give no seed")
        chance = dealer.chance(1)
        # the dealer's random numbers decide every card, so the seed 0 below has no effect on the cards dealt
        deck = _shuffled(self.rules.deck, chance)
        # each number is two random numbers of 32 bits, the most that `Chance.below` supports
        numbers = [chance.below(1 << 32) << 32 | chance.below(1 << 32) for _ in range(self.muck_numbers_needed(seats))]
        return self.deal(stacks, 0, 0, deck, muck_numbers=numbers or None)

    def deal(self, stacks: Sequence[int], button: int = 0, seed: int | None = None, deck: CardsLike | None = None, *,
             out: Collection[int] = (), dead: Sequence[int] | None = None,
             muck_numbers: Sequence[int] | None = None) -> Hand:
        """Deal a new hand: post the forced bets, deal the first cards.

        `deck` gives the first cards in the order they are dealt (B15); the rest follow from `seed`, or from
        `secrets` if no seed is given. Seats in `out` are not dealt in. `dead` is each seat's dead money, already in the
        pot and not part of its stack. `muck_numbers` (below 2^64, `muck_numbers_needed` of them) decide in which
        order discarded cards come back when the deck of a draw game runs out; without them the seed decides.
        """
        # unusual arguments take the slow path, which checks each argument and raises an error that names it
        if type(stacks) not in (list, tuple) or type(button) is not int or out != () or dead is not None:
            return self._deal_with_care(stacks, button, seed, deck, out, dead, muck_numbers)
        # the forced bets of a table are the same in every hand: reusing them makes a deal 5.5 times as fast (1.2 µs)
        known = self._tables.get((len(stacks), button))
        if known is None:
            return self._deal_with_care(stacks, button, seed, deck, out, dead, muck_numbers)
        deal = Deal(self.layout, known[1])
        deal.seat(len(stacks), known[0], button)
        # the fast check has found a wrong stack; the slow path raises the error that names it
        if not deal.take_stacks(stacks):
            _members(self, stacks, button, out)
        if deck is None and type(seed) is int and 0 <= seed < SEEDS:
            deal.shuffle(seed)
        else:
            _lay_deck(deal, self.rules, seed, deck)
        if muck_numbers is not None:
            _set_muck_numbers(deal, self, muck_numbers)
        return dealt(deal)

    def muck_numbers_needed(self, seats: int) -> int:
        """Return how many `muck_numbers` a hand with this many seats can use. This is 0 if the deck cannot run out."""
        rounds = 1 + sum(street.draw for street in self.rules.streets)
        cards = seats * rounds * sum(street.down + street.up for street in self.rules.streets)
        return cards if rounds > 1 and cards > self.rules.deck else 0

    def _deal_with_care(self, stacks: Sequence[int], button: int, seed: int | None, deck: CardsLike | None,
                        out: Collection[int], dead: Sequence[int] | None, muck_numbers: Sequence[int] | None) -> Hand:
        """Check every argument and deal a hand. `deal` calls this for the first hand at a table, and for hands with
        absent seats or dead money.
        """
        stacks, out = _listed(stacks, "stacks"), _listed(out, "out")
        members = _members(self, stacks, button, out)
        start = self.hand_start(len(stacks), members, button)
        for seat, stack in enumerate(stacks):
            start.set_stack(seat, stack)
        for seat, amount in enumerate(_dead_money(dead, len(stacks))):
            start.set_dead(seat, amount)
        deal = start.deal(self.layout)
        # cached only for a deal without absent seats and dead money, because the key of `_tables` is only seats and
        # button
        if not out and dead is None:
            self._tables[len(stacks), button] = members, deal.forced
        _lay_deck(deal, self.rules, seed, deck)
        if muck_numbers is not None:
            _set_muck_numbers(deal, self, muck_numbers)
        return dealt(deal)

    def facts(self, seats: int, members: int, button: int) -> Deal:
        """Return the starting facts of a hand at these seats. The caller must still set the deck and the stacks."""
        if not 2 <= seats <= self.rules.seats or not 0 < members < 1 << seats or not 0 <= button < seats:
            raise BadSetup(f"{seats} seats, members {members:b}, button {button} are not a table of {self.rules.name}")
        return self.hand_start(seats, members, button).deal(self.layout)

    def hand_start(self, seats: int, members: int, button: int, posts: Mapping[int, int] | None = None) -> HandStart:
        """Return the start of a hand with this game's forced bets. `posts` overrides who posts which blind."""
        start = HandStart(seats, members, button)
        start.everyone_antes(self.ante)
        # a live table decides who posts (N5, N6); a game without blinds ignores this
        if self.bb and posts is not None:
            for seat, amount in posts.items():
                start.post(seat, amount)
            return start
        if self.bb:
            start.post_blinds(self.sb, self.bb, self.bb_ante)
        for amount in self.straddles:
            start.straddle(amount)
        if self.button_blind:
            start.straddle_at(button, self.button_blind)
        return start

    def __str__(self) -> str:
        if self.rules.has_bring_in:
            return f"{self.name} {self.small_bet}/{self.big_bet}, ante {self.ante}, bring-in {self.bring_in}"
        blinds = f"{self.sb}/{self.bb}" if self.bb else f"button blind {self.button_blind}"
        return ", ".join([f"{self.name} {blinds}", *self._extras()])

    def _extras(self) -> list[str]:
        """Return a description of each stake that differs from the usual one at these blinds."""
        first = self.bb or self.button_blind
        fixed = self.rules.limit == "fixed"
        said = [("ante", self.ante), ("big-blind ante", self.bb_ante),
                ("straddles", "/".join(map(str, self.straddles))),
                ("button straddle", self.button_blind if self.bb else 0),
                ("bets", "" if not fixed or self.big_bet == 2 * self.small_bet == 2 * first
                 else f"{self.small_bet}/{self.big_bet}"),
                ("cap of bets", self.max_bets if self.max_bets != MAX_BETS else 0),
                ("least bet", 0 if fixed or self.min_bet == first else self.min_bet)]
        return [f"{what} {amount}" for what, amount in said if amount] + ["capped heads-up"] * self.cap_heads_up


def _check_stakes(game: PokerGame) -> None:
    if game.rules.has_bring_in:
        if game.sb or game.bb or game.bb_ante or game.straddles or game.button_blind:
            raise BadSetup(f"{game.rules.name} has antes and a bring-in, no blinds or straddles")
        if not 0 < game.bring_in <= game.small_bet:
            raise BadSetup(f"bring_in {game.bring_in} must be above 0 and at most the small bet of {game.small_bet}")
    elif not game.bb and not game.button_blind:
        raise BadSetup(f"{game.rules.name} needs a big blind (bb) above 0, or a button blind")
    elif game.bring_in:
        raise BadSetup(f"{game.rules.name} has blinds, no bring-in")
    if not game.bb and (game.bb_ante or game.straddles):
        raise BadSetup("a big-blind ante and straddles need a big blind (bb)")
    if game.sb > game.bb:
        raise BadSetup(f"the small blind of {game.sb} is above the big blind of {game.bb}")
    _check_bets(game)
    _check_straddles(game)


def _check_bets(game: PokerGame) -> None:
    """Check the two bets of a fixed limit. Under other limits check `small_bet`, which may set the smallest bet (B3).
    """
    if game.rules.limit != "fixed":
        if game.big_bet:
            raise BadSetup(f"a big bet of {game.big_bet} is for a fixed limit, not for {game.rules.name}")
        if game.max_bets != MAX_BETS:
            raise BadSetup(f"max_bets is for a fixed limit, not for {game.rules.name}")
        if game.cap_heads_up:
            raise BadSetup(f"cap_heads_up is for a fixed limit, not for {game.rules.name}")
    elif not game.small_bet:
        raise BadSetup(f"{game.rules.name} needs a small bet above 0")
    elif game.big_bet < game.small_bet:
        raise BadSetup(f"the big bet of {game.big_bet} is below the small bet of {game.small_bet}")


def _check_straddles(game: PokerGame) -> None:
    price = game.bb
    for amount in (*game.straddles, *([game.button_blind] if game.button_blind else [])):
        # each straddle at least doubles the one before it; the button's straddle is posted last
        if amount < 2 * price:
            raise BadSetup(f"a straddle of {amount} must at least double the price of {price} (B8)")
        price = amount


def _listed(things: object, what: str, most: int = 64) -> list[int]:
    """Return a copy as a list, so that the caller cannot change its length during the checks."""
    unordered = (str, bytes, dict) if what == "out" else (str, bytes, dict, set, frozenset)
    if isinstance(things, unordered) or not isinstance(things, Iterable):
        raise BadSetup(f"{what} must be a list of whole numbers, not {short(things)}")
    return list(islice(things, most))


def _members(game: PokerGame, stacks: Sequence[int], button: int, out: Collection[int]) -> int:
    """Return the set of seats that are dealt in, after checking every argument."""
    seats = len(stacks)
    if not 2 <= seats <= game.rules.seats:
        raise BadSetup(f"{seats} seats: {game.rules.name} is played by 2 to {game.rules.seats}")
    for seat in out:
        _check_seat(seat, seats, "out")
    for seat, stack in enumerate(stacks):
        chips(stack, f"stacks[{seat}]", 0 if seat in out else 1)
    _check_seat(button, seats, "button")
    members = sum(1 << seat for seat in range(seats) if seat not in out)
    playing = members.bit_count()
    if playing < 2:
        raise BadSetup(f"{playing} seat dealt in: a hand needs two")
    # heads-up the button decides who posts which blind, so it must be at a player; games without a big blind do not
    # need this
    if playing == 2 and game.bb and not members >> button & 1:
        raise BadSetup(f"seat {button} has the button but is not dealt in: heads-up it is one of the two (B8)")
    # without a big blind the button's blind is the only blind and not a straddle (short deck)
    extra = len(game.straddles) + (1 if game.button_blind and game.bb else 0)
    if extra > playing - 2:
        raise BadSetup(f"{extra} straddles at {playing} seats: the blinds do not straddle (B8)")
    if game.button_blind and not members >> button & 1:
        raise BadSetup(f"seat {button} has the button but is not dealt in, so it cannot post the button blind")
    return members


def _dead_money(dead: Sequence[int] | None, seats: int) -> list[int]:
    if dead is None:
        return []
    amounts = all_chips(_listed(dead, "dead"), "dead")
    if len(amounts) != seats:
        raise BadSetup(f"dead must be a list of whole chips, one for each of the {seats} seats")
    # each amount fits into 64 bits, but their sum, the pot, may not
    chips(sum(amounts), "the sum of dead")
    return amounts


def _check_seat(seat: object, seats: int, what: str) -> None:
    if type(seat) is not int or not 0 <= seat < seats:
        raise BadSetup(f"{what} {short(seat)} is not one of the seats 0..{seats - 1}")


def _lay_deck(deal: Deal, rules: PokerRules, seed: int | None, deck: CardsLike | None) -> None:
    """Put the given cards at the front of the deck, and shuffle the rest with the seed, or with a seed from `secrets`
    if none is given.
    """
    if seed is None:
        import secrets

        seed = secrets.randbits(64)
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise BadSetup("seed must be a whole number from 0 to 2^64 - 1")
    # checked before the shuffle, so that a refused deck changes nothing
    front = _front(rules, deck)
    deal.shuffle(seed)
    if front:
        given = set(front)
        # the other cards keep the order in which the seed shuffles a full deck, whatever cards are at the front
        rest = [] if len(front) == rules.deck else [card for card in deal.get_deck(rules.deck) if card not in given]
        deal.set_deck([*front, *rest])


def _shuffled(size: int, chance: Chance) -> list[int]:
    """Return a whole deck, shuffled with a dealer's random numbers."""
    cards = list(range(52 - size, 52))
    # Fisher-Yates; the last place is skipped because only one card is left, and must not use up a random number
    for at in range(size - 1):
        other = at + chance.below(size - at)
        cards[at], cards[other] = cards[other], cards[at]
    return cards


def _set_muck_numbers(deal: Deal, game: PokerGame, numbers: Sequence[int]) -> None:
    """Set the random numbers with which the muck is reshuffled. Raise BadSetup if there are too few numbers or if a
    number is out of range.
    """
    numbers = _listed(numbers, "muck_numbers", constants.RETURNED_MAX)
    if any(type(number) is not int or not 0 <= number < SEEDS for number in numbers):
        raise BadSetup("muck_numbers must be whole numbers from 0 to 2^64 - 1")
    needed = game.muck_numbers_needed(deal.seats)
    # with too few numbers the rest of the array would be zeros, and the last cards would not be shuffled
    if numbers and len(numbers) < needed:
        raise BadSetup(f"{len(numbers)} muck_numbers: a hand of {game.rules.name} at {deal.seats} seats needs {needed}")
    deal.set_muck_numbers(numbers)


def _front(rules: PokerRules, deck: CardsLike | None) -> list[int]:
    """Check the given cards and return their numbers."""
    # `parse` refuses a card that occurs twice
    front = parse(deck) if deck is not None else []
    if UNKNOWN in front:
        raise BadCards("?? cannot be dealt: a deck holds known cards")
    strangers = [card for card in front if card < 52 - rules.deck]
    if strangers:
        raise BadCards(f"{text(strangers)} is not in the deck of {rules.deck} cards (sixes to aces)")
    return front


# -- the games by name -------------------------------------------------------------------------------------------------


def game(name: str, **stakes: int | tuple[int, ...]) -> PokerGame:
    """Return a game by its PHH code or typed name: `game("F7S/8", ante=5, bring_in=10, small_bet=20, big_bet=40)`.

    `game("omaha5", sb=1, bb=2)` is five-card Omaha; `croupier play` lists all names. In fixed limit the small bet is
    one big blind and the big bet two, unless `small_bet` and `big_bet` are given.
    """
    rules = named(name) if isinstance(name, str) else None
    if rules is None or rules.code not in RULES:
        raise BadSetup(f"{short(name)} is not one of {', '.join(RULES)} ({', '.join(NAMES)})")
    known = {"sb", "bb", "ante", "bb_ante", "straddles", "button_blind", "bring_in", "small_bet", "big_bet", "max_bets",
             "cap_heads_up"}
    if set(stakes) - known:
        raise BadSetup(f"unknown stakes {', '.join(sorted(set(stakes) - known))}: there are {', '.join(sorted(known))}")
    small, big = _bets(rules, chips(stakes.get("bb", 0), "bb"), stakes.get("small_bet"), stakes.get("big_bet"))
    return PokerGame(rules, **{**stakes, "small_bet": small, "big_bet": big})  # type: ignore[arg-type]


def game_at(name: str, sb: int, bb: int, ante: int = 0, cap_heads_up: bool = False) -> PokerGame:
    """Return a game whose stakes are given as a small and a big blind. `PokerRules.stakes` translates the blinds into
    the stakes of each game.
    """
    rules = named(name) if isinstance(name, str) else None
    stakes = {} if rules is None else rules.stakes(chips(sb, "sb"), chips(bb, "bb"), chips(ante, "ante"))
    return game(name, **stakes, **({"cap_heads_up": True} if cap_heads_up else {}))


def _bets(rules: PokerRules, bb: int, small_bet: object = None, big_bet: object = None) -> tuple[int, int]:
    """Return the small and the big bet. The defaults are one and two big blinds in fixed limit, and 0 in other limits.
    """
    is_fixed = rules.limit == "fixed"
    small = (bb if is_fixed else 0) if small_bet is None else chips(small_bet, "small_bet", 1)
    return small, (2 * small if is_fixed else 0) if big_bet is None else chips(big_bet, "big_bet", 1)


def _board_game(code: str, limit: str, sb: int, bb: int, ante: int, bb_ante: int, straddles: Sequence[int],
                button_straddle: int, small_bet: int | None, big_bet: int | None, max_bets: int,
                cap_heads_up: bool) -> PokerGame:
    rules = with_limit(RULES[code], limit)
    small, big = _bets(rules, chips(bb, "bb"), small_bet, big_bet)
    return PokerGame(rules, sb=sb, bb=bb, ante=ante, bb_ante=bb_ante, straddles=straddles,  # type: ignore[arg-type]
                     button_blind=button_straddle, small_bet=small, big_bet=big, max_bets=max_bets,
                     cap_heads_up=cap_heads_up)


def holdem(sb: int = 1, bb: int = 2, ante: int = 0, bb_ante: int = 0, straddles: Sequence[int] = (),
           limit: str = "no", *, button_straddle: int = 0, small_bet: int | None = None,
           big_bet: int | None = None, max_bets: int = MAX_BETS, cap_heads_up: bool = False) -> PokerGame:
    """Return Texas hold'em. `limit` is "no", "pot" or "fixed". In fixed limit the small bet is one big blind and the
    big bet two, unless they are given.

    Under other limits `small_bet` is the smallest bet of every street; it is the big blind unless given.
    """
    return _board_game("NT", limit, sb, bb, ante, bb_ante, straddles, button_straddle, small_bet, big_bet,
                       max_bets, cap_heads_up)


def omaha(sb: int = 1, bb: int = 2, ante: int = 0, bb_ante: int = 0, straddles: Sequence[int] = (),
          limit: str = "pot", *, button_straddle: int = 0, small_bet: int | None = None,
          big_bet: int | None = None, max_bets: int = MAX_BETS, cap_heads_up: bool = False) -> PokerGame:
    """Return Omaha: four cards each, of which exactly two are used."""
    return _board_game("PO", limit, sb, bb, ante, bb_ante, straddles, button_straddle, small_bet, big_bet,
                       max_bets, cap_heads_up)


def omaha8(sb: int = 1, bb: int = 2, ante: int = 0, bb_ante: int = 0, straddles: Sequence[int] = (),
           limit: str = "fixed", *, button_straddle: int = 0, small_bet: int | None = None,
           big_bet: int | None = None, max_bets: int = MAX_BETS, cap_heads_up: bool = False) -> PokerGame:
    """Return Omaha hi/lo: the best low of eight or better gets half the pot."""
    return _board_game("FO/8", limit, sb, bb, ante, bb_ante, straddles, button_straddle, small_bet, big_bet,
                       max_bets, cap_heads_up)


def short_deck(ante: int = 1, button_blind: int | None = None, sb: int = 0, bb: int = 0,
               limit: str = "no") -> PokerGame:
    """Return short-deck hold'em: the deck has 36 cards, everyone antes, and the button posts a blind (twice the ante
    unless given).
    """
    rules = with_limit(RULES["NS"], limit)
    if button_blind is None:
        button_blind = 0 if bb else 2 * chips(ante, "ante")
    small, big = _bets(rules, chips(bb, "bb") or chips(button_blind, "button_blind"))
    return PokerGame(rules, sb=sb, bb=bb, ante=ante, button_blind=button_blind, small_bet=small, big_bet=big)


_STUD = RULES["F7S"].stakes(2, 4)


def _stud(code: str, ante: int, bring_in: int, small_bet: int, big_bet: int | None) -> PokerGame:
    small, big = _bets(RULES[code], 0, small_bet, big_bet)
    return PokerGame(RULES[code], ante=ante, bring_in=bring_in, small_bet=small, big_bet=big)


def stud(ante: int = _STUD["ante"], bring_in: int = _STUD["bring_in"], small_bet: int = _STUD["small_bet"],
         big_bet: int | None = None) -> PokerGame:
    """Return fixed-limit seven-card stud."""
    return _stud("F7S", ante, bring_in, small_bet, big_bet)


def stud8(ante: int = _STUD["ante"], bring_in: int = _STUD["bring_in"], small_bet: int = _STUD["small_bet"],
          big_bet: int | None = None) -> PokerGame:
    """Return fixed-limit seven-card stud hi/lo."""
    return _stud("F7S/8", ante, bring_in, small_bet, big_bet)


def razz(ante: int = _STUD["ante"], bring_in: int = _STUD["bring_in"], small_bet: int = _STUD["small_bet"],
         big_bet: int | None = None) -> PokerGame:
    """Return fixed-limit razz: the best ace-to-five low wins."""
    return _stud("FR", ante, bring_in, small_bet, big_bet)


def single_draw(sb: int = 1, bb: int = 2, ante: int = 0) -> PokerGame:
    """Return no-limit deuce-to-seven with one draw."""
    return game("N2L1D", sb=sb, bb=bb, ante=ante)


def triple_draw(sb: int = 1, bb: int = 2, ante: int = 0) -> PokerGame:
    """Return fixed-limit deuce-to-seven with three draws; big bets are two big blinds."""
    return game("F2L3D", sb=sb, bb=bb, ante=ante)


def badugi(sb: int = 1, bb: int = 2, ante: int = 0) -> PokerGame:
    """Return fixed-limit badugi with three draws: the lowest hand of four cards of different suits wins."""
    return game("FB", sb=sb, bb=bb, ante=ante)
