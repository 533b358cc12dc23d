"""Rounds and runs written as people would tell them: `line(round, "narc checks, customer raises")`."""

from __future__ import annotations

from croupier.betting.initiative import Initiative
from croupier.games.sting.cards import Card
from croupier.games.sting.events import HandBegan, Outcome, outcome
from croupier.games.sting.game import Sting
from croupier.games.sting.layout import Layout
from croupier.games.sting.rules import Rules
from croupier.games.sting.run import Run
from croupier.games.sting.totals import Totals

ROLES = {"narc": 0, "customer": 1, "player": 2}
KINDS = {"checks": "CHECK", "raises": "RAISE", "folds": "FOLD"}


def line(betting: Initiative, words: str) -> Initiative:
    """Let the roles act as the words say; each must be in turn."""
    for part in words.split(", "):
        role, verb = part.split()
        betting.act(ROLES[role], KINDS[verb])
    return betting


def three(narc: int = 3, customer: int = 3, player: int = 3, **options: object) -> Initiative:
    """Narc, Customer and Player with so many cards."""
    return Initiative([narc, customer, player], **options)  # type: ignore[arg-type]


# -- whole hands -----------------------------------------------------------------------------------------------------

SEED_GAME = Sting()
QUIET = {"narc": ["Donut Break"] * 8, "customer": ["Fair Deal"] * 3}
"""Draws of Narc and Customer that change nothing."""


def start(*player: str, hands: int = 1, **options: object) -> Run:
    """A run in which the Player draws these cards first and the others quiet ones, unless told otherwise."""
    deal = {**QUIET, "player": list(player), **options.pop("deal", {})}  # type: ignore[dict-item]
    return SEED_GAME.start(seed=1, hands=hands, deal=deal, **options)  # type: ignore[arg-type]


def play(run: Run, words: str) -> Run:
    """Let the roles act: `narc checks, player raises Liquor, player goes on`; each must be in turn."""
    for part in words.split(", "):
        role, verb, *card = part.split(" ", 2)
        assert run.actor == ROLES[role], f"{part}: {run!r}"
        if verb == "raises":
            run.raise_with(card[0])
        else:
            {"checks": run.check, "folds": run.fold, "goes": run.go_on}[verb]()
    return run


def checked(run: Run) -> Run:
    """Let everybody check to the end of this round's betting."""
    while run.state == "betting":
        run.check()
    return run


def totals(*names: str) -> Totals:
    """What cards come to, named as in the decks; the Player's where several have one, else the Narc's, Customer's."""
    layout = SEED_GAME.layout
    faces = [next(face for face in reversed(range(len(layout.cards))) if layout.cards[face].name == name)
             for name in names]
    return Totals(layout, faces)


def settled(cards: list[Card], cash: int = 0, heat: int = 0) -> Outcome:
    """How a hand with these cards comes out."""
    filler = tuple((card, 3) for card in (Card("blank", "modifier"),))
    deck = tuple((card, 1) for card in cards)
    layout = Layout(Rules("cards of a case", (filler, filler, deck + filler)))
    found = Totals(layout, range(2, 2 + len(cards)))
    return outcome(HandBegan(1, cash, heat), found, found.verdict(cash, heat))
