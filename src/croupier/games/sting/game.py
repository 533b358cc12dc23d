"""The sting as a game: a deck with its rules, from which runs are started.

    game = Sting()                          # or Sting("tuned"), Sting("mine.toml"), Sting(rules)
    run = game.start(seed=7)
    run = game.start(seed=7, hands=1, deal={"player": ["Liquor", "Alibi", "Safe House"]})
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from os import PathLike

from croupier.errors import short
from croupier.games.api import Dealer
from croupier.games.sting.cards import ROLES, BadDeck
from croupier.games.sting.decks.reader import load
from croupier.games.sting.layout import Layout
from croupier.games.sting.playout import Playout
from croupier.games.sting.rules import CASH_MAX, HANDS_MAX, Rules, whole
from croupier.games.sting.run import Run, started

SEEDS = 1 << 64


class Sting:
    """The game with one deck; starting runs does not change it."""

    def __init__(self, deck: Rules | str | PathLike[str] = "seed") -> None:
        self.rules = deck if isinstance(deck, Rules) else load(deck)
        self.layout = Layout(self.rules)

    def __reduce__(self) -> tuple[type[Sting], tuple[Rules]]:
        # pickled as its rules only, because the layout contains C arrays
        return Sting, (self.rules,)

    @property
    def name(self) -> str:
        """Return the name of the deck."""
        return self.rules.name

    @property
    def players(self) -> range:
        """Return the possible numbers of players, which is only 3: Narc, Customer and Player."""
        return range(3, 4)

    def start(self, players: int | None = None, seed: int | None = None, *, hands: int | None = None,
              cash: int | None = None, heat: int | None = None, deal: Mapping[str, Sequence[str]] | None = None,
              dealer: Dealer | None = None) -> Run:
        """Start a run. The defaults of hands, cash and heat are in the deck file.

        `deal` names the first cards that each role draws. The other cards are drawn with the seed or, in each hand,
        with random numbers from the dealer.
        """
        if players not in (None, 3) or type(players) is bool:
            raise BadDeck(f"the sting is for 3 players, not {short(players)}")
        seed = secrets.randbits(64) if seed is None else whole("seed", seed, 0, SEEDS - 1)
        hands = whole("hands", self.rules.hands if hands is None else hands, 1, HANDS_MAX)
        cash = whole("cash", self.rules.cash if cash is None else cash, 0, CASH_MAX)
        heat = whole("heat", self.rules.heat if heat is None else heat, -CASH_MAX, CASH_MAX)
        return started(self.layout, cash, heat, hands, seed, self._stacked(deal or {}), dealer)

    def playout(self) -> Playout:
        """Return a playout, which plays runs by built-in policies."""
        return Playout(self.layout)

    def _stacked(self, deal: Mapping[str, Sequence[str]]) -> list[list[int]]:
        """Return the numbers of the cards that each role draws first."""
        strangers = [role for role in deal if role not in ROLES]
        if strangers:
            raise BadDeck(f"there is no role {short(strangers[0])}: there are {', '.join(ROLES)}")
        stacked = []
        for seat, role in enumerate(ROLES):
            faces = [self.layout.face_of(seat, name) for name in deal.get(role, ())]
            # refuse more copies of a card than the deck has, because they would be skipped silently
            missing = Counter(faces) - Counter(self.layout.fresh(seat))
            if missing:
                name = self.layout.cards[next(iter(missing))].name
                raise BadDeck(f"the {role} has not that many cards {name!r}")
            stacked.append(faces)
        return stacked

    def __str__(self) -> str:
        return str(self.rules)
