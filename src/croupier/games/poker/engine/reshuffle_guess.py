# cython: boundscheck=True, wraparound=True
# bounds are checked here: places come from the log of a record, which may be wrong
"""Guess the hidden cards of a draw game after the muck was shuffled back into the deck.

A *stock* is a range of places from which cards are dealt. The deck is the first stock, and every reshuffled muck is
another. All players see which places a seat holds, discards or folds. So all players know the *sources* of each stock:
the places whose cards were shuffled into it. Only the order of the cards in a stock is hidden, and every order is
equally likely.

A guess is made backwards, from the last stock to the deck. If the seat saw a card that was dealt from a stock, this
card was at one of the stock's sources before: at the place where the seat saw it last, or at a hidden place. The guess
chooses one of the possible places at random. If that place belongs to an earlier stock, the card is traced back again,
until its place in the deck is found. Cards that the seat never saw are placed at random. After one reshuffle every deck
that fits is equally likely. After several reshuffles, each card is placed with its own probabilities, without regard to
the places that other cards already take.
"""

from __future__ import annotations

from croupier.games.poker import constants
from croupier.games.poker.log_events import unpack
from croupier.rng import Rng

TRIES = 1000
"""The number of attempts. An attempt fails if two cards need the same place; the next one then starts from the
beginning.
"""


class Stocks:
    """The stocks of a hand, with their places and sources, computed from the public log."""

    def __init__(self, size: int, log: list[int]) -> None:
        if not 0 <= size <= 52:
            raise ValueError(f"{size} cards: a deck has at most 52")
        # the deck is stock 0, and every place belongs to it at first
        self.stock_of = [0] * size
        self.places = [range(size)]
        self.sources: list[list[int]] = [[]]
        self.goes_to: dict[int, int] = {}
        self._lying = set(range(size))  # the current place of every card
        self._held: dict[int, list[int]] = {}
        self._thrown: list[int] = []
        for entry in log:
            self._read(entry & 31, entry >> 5 & 15, entry >> 9)

    def _read(self, kind: int, seat: int, amount: int) -> None:
        if kind == constants.DEALT_DOWN or kind == constants.DEALT_UP:
            self._held.setdefault(seat, []).extend(unpack(amount))
        elif kind == constants.FOLDED:
            # a folded hand goes to the muck, so its places can be sources of the next stock
            self._held.pop(seat, None)
        elif kind == constants.DISCARDED:
            self._thrown = [slot for slot in range(len(self._held[seat])) if amount >> slot & 1]
        elif kind == constants.DREW:
            self._draw(self._held[seat], unpack(amount))

    def _draw(self, held: list[int], places: list[int]) -> None:
        """Put new cards into the discarded slots, one at a time, and reshuffle the muck when the deck has run out."""
        # all discards of this draw are removed first, or the player could draw a card that he is discarding
        thrown = {held[slot] for slot in self._thrown}
        for slot, place in zip(self._thrown, places):
            if place >= len(self.stock_of):
                self._come_back(thrown)
            held[slot] = place

    def _come_back(self, thrown: set[int]) -> None:
        """Make a stock of all cards that no live seat holds, except those that the player drawing has just discarded
        (B15).
        """
        out = thrown.union(*self._held.values())
        # sorted by place, as the engine collects them, because a guess must not depend on the order of a Python set
        sources = sorted(self._lying - out)
        stock, start = len(self.sources), len(self.stock_of)
        self.sources.append(sources)
        self.goes_to.update(dict.fromkeys(sources, stock))
        self.stock_of += [stock] * len(sources)
        self.places.append(range(start, len(self.stock_of)))
        # the reshuffled cards are now at their new places, and no longer at their sources
        self._lying = (self._lying & out).union(self.places[stock])


class Seen:
    """The cards that one seat saw, by place, and what follows from them about where each card was before."""

    def __init__(self, stocks: Stocks, cards: list[int]) -> None:
        self.stocks = stocks
        self.cards = {place: cards[place] for place in range(len(stocks.stock_of)) if cards[place] < constants.UNKNOWN}
        self._chances: dict[int, list[float]] = {}

    def hidden_from(self, card: int, stock: int) -> int:
        """Return the stock into which a card was shuffled after the seat last saw it. Only sightings before `stock`
        count.
        """
        # if the seat has seen the card several times, the last place before this stock counts
        before = [place for place, seen in self.cards.items() if seen == card and self.stocks.stock_of[place] < stock]
        return self.stocks.goes_to.get(max(before), stock) if before else 0

    def chances(self, origin: int) -> list[float]:
        """Return a list with one chance for each stock (the deck and every reshuffled muck). For a stock after
        `origin`, this is the chance that a hidden card of `origin` is at one given hidden place of that stock.
        """
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
            # the card is equally likely at each hidden place; places that the seat has seen hold other cards
            found[stock] = ways / hidden if hidden else 0.0
        return found


class Trace:
    """One guess: the card at each place decided so far, and the source of each place."""

    def __init__(self, seen: Seen, chance: Rng) -> None:
        self.seen, self.stocks, self.chance = seen, seen.stocks, chance
        self.cards = dict(seen.cards)
        self.source: dict[int, int] = {}

    def fits(self) -> bool:
        """Return True if the guessed cards fit together. Trace the cards of every stock, from the last stock to the
        first, back to their places. The cards do not fit if two of them need the same place.
        """
        return all(self._trace(stock) for stock in range(len(self.stocks.sources) - 1, 0, -1))

    def _trace(self, stock: int) -> bool:
        """Choose a source for each place of a stock, beginning with the cards that have the fewest possible sources."""
        sources = self.stocks.sources[stock]
        places = self.stocks.places[stock]
        known = {self.cards[place]: place for place in sources if place in self.cards}
        free = [place for place in places if place not in self.cards]
        wanted = [(self.seen.hidden_from(self.cards[place], stock), place) for place in places if place in self.cards]
        # a card that went out of sight late can have been at fewer places than a card that was never seen before
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
        """Return a hidden source, chosen at random by the weights, or -1 if no source is left."""
        weights = [0.0 if place in self.cards else chances[self.stocks.stock_of[place]] for place in sources]
        # `Rng` gives whole numbers; 32 bits decide among at most 52 places
        lot = sum(weights) * self.chance.below(1 << 32) / (1 << 32)
        drawn = -1
        for place, weight in zip(sources, weights):
            # if rounding leaves a small remainder of the lot, the last source with a weight is chosen
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
        """Return a list of the cards of the deck, followed by one number for each reshuffled card: the place where it
        was dealt first.
        """
        known = set(self.cards.values())
        unseen = self._mixed([card for card in range(52 - size, 52) if card not in known])
        deck = [self.cards[place] if place in self.cards else unseen.pop() for place in range(size)]
        first = list(range(size))
        for place in range(size, len(self.stocks.stock_of)):
            # the source of a place is an earlier place, so its own first place is known already
            first.append(first[self.source[place]])
        return deck + first[size:]


def guessed_deck(log: list[int], cards: list[int], size: int, chance: Rng) -> list[int]:
    """Return a guessed deck that fits a log and the cards that one seat saw, as `Trace.deck_and_returns` describes it.

    Return an empty list if no deck fits, which happens if a record was dealt by other rules than ours (B15).
    """
    seen = Seen(Stocks(size, log), cards)
    for _ in range(TRIES):
        trace = Trace(seen, chance)
        if trace.fits():
            return trace.deck_and_returns(size)
    return []
