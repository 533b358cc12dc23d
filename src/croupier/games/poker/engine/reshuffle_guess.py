# cython: boundscheck=True, wraparound=True
# bounds are checked here: places come from the log of a record, which may be wrong
"""Guess the hidden cards of a draw game after the muck was shuffled back into the deck.

A *stock* is a range of places from which cards are dealt. The deck is the first stock; every muck that came back is
another. Everybody can see which places a seat holds, discards or folds. So everybody knows the *sources* of each stock,
which are the places whose cards went into it. Only the order in which its cards came out is hidden; every order is
equally likely.

A guess is made backwards, from the last stock to the deck. A card that the seat saw come out of a stock must have been
at one of its sources: where the seat saw it last, or at a hidden place. Such a place is chosen at random and traced
back in turn until the card is in the deck. All other cards are placed at random. After one reshuffle every deck that
fits is equally likely; after several, each card is placed by its own chances, ignoring how the places of different
cards exclude each other.
"""

from __future__ import annotations

from croupier.games.poker import constants
from croupier.games.poker.log_events import unpack
from croupier.rng import Rng

TRIES = 1000
"""Attempts before giving up. An attempt fails when two cards need the same place; the next attempt then starts from the
beginning.
"""


class Stocks:
    """The stocks of a hand, with their places and sources, which the log makes public."""

    def __init__(self, size: int, log: list[int]) -> None:
        if not 0 <= size <= 52:
            raise ValueError(f"{size} cards: a deck has at most 52")
        # the deck is stock 0, so a card seen nowhere earlier starts there
        self.stock_of = [0] * size
        self.places = [range(size)]
        self.sources: list[list[int]] = [[]]
        self.goes_to: dict[int, int] = {}
        self._lying = set(range(size))  # the present place of every card
        self._held: dict[int, list[int]] = {}
        self._thrown: list[int] = []
        for entry in log:
            self._read(entry & 31, entry >> 5 & 15, entry >> 9)

    def _read(self, kind: int, seat: int, amount: int) -> None:
        if kind == constants.DEALT_DOWN or kind == constants.DEALT_UP:
            self._held.setdefault(seat, []).extend(unpack(amount))
        elif kind == constants.FOLDED:
            # a folded hand lies in the muck: its places can be sources of the next stock
            self._held.pop(seat, None)
        elif kind == constants.DISCARDED:
            self._thrown = [slot for slot in range(len(self._held[seat])) if amount >> slot & 1]
        elif kind == constants.DREW:
            self._draw(self._held[seat], unpack(amount))

    def _draw(self, held: list[int], places: list[int]) -> None:
        """Put new cards into the discarded slots, one at a time; the muck comes back when it is needed."""
        # all discards of this draw at once, or the first new card could be the second one thrown away
        thrown = {held[slot] for slot in self._thrown}
        for slot, place in zip(self._thrown, places):
            if place >= len(self.stock_of):
                self._come_back(thrown)
            held[slot] = place

    def _come_back(self, thrown: set[int]) -> None:
        """Make a stock of all cards that no live seat holds and the drawer has not just discarded (B15)."""
        out = thrown.union(*self._held.values())
        # in the order of places, as the engine collects them: a guess must not depend on the order of a set
        sources = sorted(self._lying - out)
        stock, start = len(self.sources), len(self.stock_of)
        self.sources.append(sources)
        self.goes_to.update(dict.fromkeys(sources, stock))
        self.stock_of += [stock] * len(sources)
        self.places.append(range(start, len(self.stock_of)))
        # the cards that came back lie at their new places now, not at their sources
        self._lying = (self._lying & out).union(self.places[stock])


class Seen:
    """The cards that one seat saw, by place, and what they say about where each card was before."""

    def __init__(self, stocks: Stocks, cards: list[int]) -> None:
        self.stocks = stocks
        self.cards = {place: cards[place] for place in range(len(stocks.stock_of)) if cards[place] < constants.UNKNOWN}
        self._chances: dict[int, list[float]] = {}

    def hidden_from(self, card: int, stock: int) -> int:
        """Return the stock into which a card went after the seat last saw it, before it came out of this stock."""
        # the seat may have seen the same card several times: the last place before this stock counts
        before = [place for place, seen in self.cards.items() if seen == card and self.stocks.stock_of[place] < stock]
        return self.stocks.goes_to.get(max(before), stock) if before else 0

    def chances(self, origin: int) -> list[float]:
        """Return the chance that a card hidden in one stock is at each hidden place of the later stocks."""
        if origin not in self._chances:
            self._chances[origin] = self._spread(origin)
        return self._chances[origin]

    def _spread(self, origin: int) -> list[float]:
        found = [0.0] * len(self.stocks.sources)
        found[origin] = 1.0
        for stock in range(origin + 1, len(found)):
            hidden = sum(1 for place in self.stocks.places[stock] if place not in self.cards)
            ways = sum([found[self.stocks.stock_of[place]] for place in self.stocks.sources[stock]
                        if place not in self.cards])
            # the card is equally likely at each hidden place; the seen ones are known to hold other cards
            found[stock] = ways / hidden if hidden else 0.0
        return found


class Trace:
    """One guess: the card at each place that is decided, and the source of every place."""

    def __init__(self, seen: Seen, chance: Rng) -> None:
        self.seen, self.stocks, self.chance = seen, seen.stocks, chance
        self.cards = dict(seen.cards)
        self.source: dict[int, int] = {}

    def fits(self) -> bool:
        """Trace every stock, from the last one back; return False if two cards needed the same place."""
        return all(self._trace(stock) for stock in range(len(self.stocks.sources) - 1, 0, -1))

    def _trace(self, stock: int) -> bool:
        """Find a source for each place of a stock, beginning with the cards that have the fewest possible sources."""
        sources = self.stocks.sources[stock]
        places = self.stocks.places[stock]
        known = {self.cards[place]: place for place in sources if place in self.cards}
        free = [place for place in places if place not in self.cards]
        wanted = [(self.seen.hidden_from(self.cards[place], stock), place) for place in places if place in self.cards]
        # a card that vanished into a late stock can have come from fewer places than one from the deck
        for origin, place in sorted(wanted, reverse=True):
            card = self.cards[place]
            source = known[card] if card in known else self._drawn(sources, self.seen.chances(origin))
            if source < 0:
                return False
            self.cards[source] = card
            self.source[place] = source
        taken = set(self.source.values())
        self.source.update(zip(free, self._mixed([place for place in sources if place not in taken])))
        return True

    def _drawn(self, sources: list[int], chances: list[float]) -> int:
        """Return a hidden source, drawn at random with its probability, or -1 if none is left."""
        weights = [0.0 if place in self.cards else chances[self.stocks.stock_of[place]] for place in sources]
        # `Rng` gives whole numbers; 32 bits decide among at most 52 places
        lot = sum(weights) * self.chance.below(1 << 32) / (1 << 32)
        drawn = -1
        for place, weight in zip(sources, weights):
            # the last source with a weight stays chosen if rounding leaves a little of the lot over
            if weight > 0 and lot >= 0:
                drawn = place
            lot -= weight
        return drawn

    def _mixed(self, things: list[int]) -> list[int]:
        """Return the list in a random order."""
        for at in range(len(things) - 1, 0, -1):
            other = self.chance.below(at + 1)
            things[at], things[other] = things[other], things[at]
        return things

    def deck_and_returns(self, size: int) -> list[int]:
        """Return the deck, then for each later place the place in the deck where its card was first."""
        known = set(self.cards.values())
        unseen = self._mixed([card for card in range(52 - size, 52) if card not in known])
        deck = [self.cards[place] if place in self.cards else unseen.pop() for place in range(size)]
        first = list(range(size))
        for place in range(size, len(self.stocks.stock_of)):
            # sources of a place are earlier places, so their own first place is known already
            first.append(first[self.source[place]])
        return deck + first[size:]


def guessed_deck(log: list[int], cards: list[int], size: int, chance: Rng) -> list[int]:
    """Return a guessed deck and its returns (see `Trace.deck_and_returns`) that fit a log and what one seat saw.

    Return an empty list if none was found: the record was dealt by other rules than B15.
    """
    seen = Seen(Stocks(size, log), cards)
    for _ in range(TRIES):
        trace = Trace(seen, chance)
        if trace.fits():
            return trace.deck_and_returns(size)
    return []
