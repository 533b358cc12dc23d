"""Make a playable game from a genome. The genome is checked once; the game can be started as often as you like.

    game = genome.game()
    state = game.start(players=3, seed=5)               every hand is dealt by a fast generator of this seed

The caller passes in the random numbers. The only random input of a hand is the order of its deck: dealing, drawing and
turning up cards take the next card, and no card returns to the deck. A host that must not choose the cards (ruling T6)
passes in a deck for each hand:

    state = game.begin(players=3, chips=[500, 500, 80])     no hand is dealt yet
    while not state.is_over:
        state.next_hand(fair_deck(match_id, secret, hand_no, nonces, game.deck))     all of `game.deck`, in any order
        while state.actor is not None:                      None between two hands and at the end
            state.apply(...)

`state.is_between_hands` is True while the game waits for a deck. `state.deal(chance)` shuffles a deck with the random
numbers of a `games.api.Chance`. After `game.start(3, dealer=dealer)` the game gets the random numbers of each hand from
a `games.api.Dealer`. The same decks and actions give the same game. Copies (`clone`) are exact and wait for decks too.
`redeal` and `observe` deal the cards that a viewer cannot see again with their own seed, and never reveal the deck that
was passed in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from secrets import randbits

from croupier.cards import BadCards, CardsLike, parse, text
from croupier.errors import short
from croupier.games.api import Dealer
from croupier.games.genome.check import Fault, faults, hand_sizes, most_players, steps_max
from croupier.games.genome.engine.playout import Playout
from croupier.games.genome.engine.policies import POLICIES
from croupier.games.genome.engine.program import Program
from croupier.games.genome.state import State, deal_game, open_game, start_game
from croupier.games.genome.values import DECKS, BadGenome, GameGenome, whole


@dataclass(frozen=True)
class GenomeGame:
    """A playable game. The constructor raises BadGenome, with the reasons, if the genome cannot be played."""

    genome: GameGenome
    faults: tuple[Fault, ...] = field(init=False, compare=False, repr=False)
    """The faults that are not fatal: rules that have no effect."""

    def __post_init__(self) -> None:
        if not isinstance(self.genome, GameGenome):
            raise BadGenome(f"a GameGenome is wanted, not {type(self.genome).__name__}")
        found = faults(self.genome)
        # other faults are stored: a game with a part that has no effect can be played, and the lab reports it
        if any(fault.fatal for fault in found):
            raise BadGenome("; ".join(str(fault) for fault in found if fault.fatal))
        object.__setattr__(self, "faults", tuple(found))

    @property
    def name(self) -> str:
        """Return the game's name."""
        return self.genome.name

    def __str__(self) -> str:
        return self.genome.name

    @property
    def players(self) -> range:
        """Return the possible numbers of players."""
        return range(self.genome.setup.min_players, most_players(self.genome) + 1)

    @cached_property
    def program(self) -> Program:
        """Return the game as numbers."""
        # computed for the largest number of players, so that one program works for every number
        steps = steps_max(self.genome, most_players(self.genome))
        return Program(self.genome, hand_sizes(self.genome), steps)

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """Return the cards from which each hand is dealt, in order."""
        return DECKS[self.genome.setup.initial_deck]

    def start(self, players: int | None = None, seed: int | None = None, deck: CardsLike | None = None, *,
              hands: int | None = None, chips: Sequence[int] | None = None, dealer: Dealer | None = None) -> State:
        """Start a game and deal its first hand. The game ends after at most `hands` hands.

        `deck` gives the first cards of the first hand in the order in which they are dealt: one at a time from seat 0,
        then the board, then the pile, then cards that are drawn. The other cards are shuffled with `seed`, or with a
        seed from the operating system. A `dealer` gives the random numbers of each hand instead. `chips` gives each
        seat its own stack.
        """
        stacks = self._stacks(players, chips)
        if dealer is not None:
            if seed is not None or deck is not None:
                raise BadGenome("a dealer deals every card: give no seed and no deck")
            return deal_game(open_game(self.program, len(stacks), stacks, hands), dealer)
        return start_game(self.program, len(stacks), _seed(seed), self._front(deck), stacks, hands)

    def begin(self, players: int | None = None, *, hands: int | None = None,
              chips: Sequence[int] | None = None) -> State:
        """Return a new game that waits for the deck of each hand: `state.next_hand(deck)`."""
        stacks = self._stacks(players, chips)
        return open_game(self.program, len(stacks), stacks, hands)

    def _stacks(self, players: int | None, chips: Sequence[int] | None) -> list[int]:
        """Return the chips that each seat begins with; raise BadGenome for an impossible number of players or chips."""
        usual = self.genome.setup.starting_chips
        if chips is None:
            return [usual] * self.seats(players)
        if not isinstance(chips, Sequence) or isinstance(chips, str | bytes):
            raise BadGenome(f"chips are a list with a number for each seat, not {short(chips)}")
        # without `players`, the length of `chips` is the number of players
        if self.seats(len(chips) if players is None else players) != len(chips):
            raise BadGenome(f"chips for {len(chips)} seats, but {short(players)} players")
        if usual == 0 and any(chips):
            raise BadGenome(f"{self.name} is played without chips")
        stacks = [whole(amount, 0, 10**12, "chips") for amount in chips]
        # seats without chips are allowed, because a host may resume a game in which some players are out (G5)
        if usual > 0 and sum(amount > 0 for amount in stacks) < 2:
            raise BadGenome(f"at least two seats must have chips, not {short(chips)}")
        return stacks

    def playout(self, players: int | None = None, seed: int | None = None,
                policy: str | tuple[str, ...] = "random") -> Playout:
        """Return a table that plays games by itself in compiled code. `policy` is one policy for all seats or a tuple
        with one for each seat. `mcts:200` searches with 200 iterations for each decision, and `mcts` with 100.
        """
        seats = self.seats(players)
        if not isinstance(policy, str | Sequence):
            raise BadGenome(f"a policy is a name, or there is one for each seat, not {short(policy)}")
        # a str must not be treated as a sequence of letters
        names = (policy,) * seats if isinstance(policy, str) else tuple(policy)
        if len(names) != seats:
            raise BadGenome(f"{len(names)} policies for {seats} seats: one for all, or one each")
        table = Playout(self.program, seats, _seed(seed))
        for seat, name in enumerate(names):
            self._seat(table, seat, name)
        return table

    def _seat(self, table: Playout, seat: int, name: str) -> None:
        iterations = _iterations(name) if isinstance(name, str) else None
        if iterations is not None:
            table.set_search(seat, iterations)
        elif isinstance(name, str) and name in POLICIES:
            table.set_policy(seat, POLICIES[name])
        else:
            raise BadGenome(f"there is no policy {short(name)}: there are {', '.join(POLICIES)} and mcts:ITERATIONS")

    def seats(self, players: int | None) -> int:
        """Return the number of players; None means the smallest possible number. Raise BadGenome if this many players
        cannot play the game.
        """
        seats = self.players[0] if players is None else players
        if type(seats) is not int or seats not in self.players:
            allowed = f"{self.players[0]}" if len(self.players) == 1 else f"{self.players[0]} to {self.players[-1]}"
            raise BadGenome(f"{self.name} is for {allowed} players, not {short(seats)}")
        return seats

    def _front(self, deck: CardsLike | None) -> list[int]:
        front = parse(deck) if deck is not None else []
        strangers = [card for card in front if card not in self.deck]
        if strangers:
            raise BadCards(f"{text(strangers)} is not in the deck {self.genome.setup.initial_deck}")
        return front


def _iterations(name: str) -> int | None:
    """Return the number of iterations in the name of a search policy, or None for other policies."""
    # at most seven digits, so that a longer number is refused before it is converted
    found = re.fullmatch("mcts(?::([0-9]{1,7}))?", name)
    count = int(found[1] or 100) if found else 0
    return count if 0 < count <= 10**6 else None


def _seed(seed: int | None) -> int:
    return randbits(64) if seed is None else whole(seed, 0, 2**64 - 1, "a seed")
