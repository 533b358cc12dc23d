# cython: nonecheck=True
# None is checked for here: Python code can pass it for an object of the core, and C code would crash
"""A deck and its rules as plain numbers for the engine. A *face* is the number of a card in the deck file. A role's
faces are consecutive.

The Narc's faces come first, then the Customer's, then the Player's. A card with the same name in two decks has two
faces.
"""

from __future__ import annotations

import cython

from croupier.betting.initiative import RESPOND
from croupier.errors import short
from croupier.games.api import Action, BadAction
from croupier.games.sting import constants
from croupier.games.sting.cards import KINDS, ROLES, BadDeck, Card
from croupier.games.sting.rules import Rules


class Layout:
    """A game's deck and rules in the form that the engine needs. A layout never changes."""

    def __init__(self, rules: Rules) -> None:
        if not cython.compiled:
            self.kind = [0] * constants.FACES_MAX
            self.price = [0] * constants.FACES_MAX
            self.multiplier = [0] * constants.FACES_MAX
            self.evidence = [0] * constants.FACES_MAX
            self.cover = [0] * constants.FACES_MAX
            self.heat = [0] * constants.FACES_MAX
            self.cost = [0] * constants.FACES_MAX
            self.penalty = [0] * constants.FACES_MAX
            self.threshold = [0] * constants.FACES_MAX
            self.deck = [0] * (3 * constants.PILE)
            self.deck_size = [0] * 3
            self.nervous_above = [0] * 3
            self.raises = [0] * (2 * constants.CHANCES)
            self.folds = [0] * (2 * constants.CHANCES)
        self.rules = rules
        self.hand = rules.hand
        self.rounds = rules.rounds
        self.max_raises = rules.max_raises
        self.respond = RESPOND[rules.respond]
        self.fine = rules.fine
        self.fold_fee = rules.fold_fee
        self.cards = [card for deck in rules.decks for card, _ in deck]
        self.owners = [role for role, deck in enumerate(rules.decks) for _ in deck]
        # made once, because `legal()` uses the same actions for every decision
        self.moves = [Action("RAISE", face) for face in range(len(self.cards))]
        for face, card in enumerate(self.cards):
            self.lay_face(face, card)
        self.lay_decks()
        for role, name in enumerate(ROLES):
            self.lay_mix(role, name)

    def lay_face(self, face: int, card: Card) -> None:
        """Copy a card's fields."""
        self.kind[face] = KINDS.index(card.kind)
        self.price[face] = card.price
        self.multiplier[face] = card.multiplier
        self.evidence[face] = card.evidence
        self.cover[face] = card.cover
        self.heat[face] = card.heat
        self.cost[face] = card.cost
        self.penalty[face] = card.penalty
        self.threshold[face] = card.threshold

    def lay_decks(self) -> None:
        """Copy every role's cards, one role after another."""
        face = 0
        for role, deck in enumerate(self.rules.decks):
            size = 0
            for _, count in deck:
                for _ in range(count):
                    self.deck[role * constants.PILE + size] = face
                    size += 1
                face += 1
            self.deck_size[role] = size

    def lay_mix(self, role: int, name: str) -> None:
        """Copy the percentages with which the house plays a role in each round, calm and nervous. A role without a mix
        always checks.
        """
        mix = self.rules.house.get(name)
        # -1 means never nervous
        self.nervous_above[role] = -1 if mix is None or mix.nervous_above is None else mix.nervous_above
        for round_no in range(self.rounds):
            # a deck has at most six rounds
            at = role * 6 + round_no
            self.raises[at] = 0 if mix is None else mix.raises[round_no]
            self.folds[at] = 0 if mix is None else mix.folds[round_no]
            self.raises[constants.CHANCES + at] = 0 if mix is None else mix.nervous_raises[round_no]
            self.folds[constants.CHANCES + at] = 0 if mix is None else mix.nervous_folds[round_no]

    def face_of(self, role: int, name: str) -> int:
        """Return the number of a role's card. Raise BadDeck if the role has no card of this name."""
        check_role(role)
        for face, card in enumerate(self.cards):
            if card.name == name and self.owners[face] == role:
                return face
        raise BadDeck(f"the {ROLES[role]} has no card {short(name)}")

    def checked_face(self, face: object) -> int:
        """Return the number of a card of this deck. Raise BadAction for any other value, because C arrays do not check
        their bounds (M1).
        """
        if type(face) is not int or not 0 <= face < len(self.cards):
            raise BadAction(f"{short(face)} is not a card of this deck: there are 0 to {len(self.cards) - 1}")
        return face

    def fresh(self, role: int) -> list[int]:
        """Return the faces of a role's whole deck."""
        check_role(role)
        return [self.deck[role * constants.PILE + place] for place in range(self.deck_size[role])]


def check_role(role: int) -> None:
    """Raise BadAction if there is no role with this number."""
    if not 0 <= role < len(ROLES):
        raise BadAction(f"{role} is not a role: there are 0 to {len(ROLES) - 1}")


def choice(layout: Layout, role: int, round_no: int, evidence: int, draw: int) -> int:
    """Return what the house does in a role (I7): FOLD_IT, RAISE_IT or CHECK_IT. `draw` is a random number below 100."""
    check_role(role)
    if not 0 < round_no <= layout.rounds:
        raise BadAction(f"{round_no} is not a round: there are 1 to {layout.rounds}")
    at = role * 6 + round_no - 1
    if layout.nervous_above[role] >= 0 and evidence > layout.nervous_above[role]:
        # the nervous percentages, if the open evidence is above the limit (I7)
        at += constants.CHANCES
    if draw < layout.folds[at]:
        return constants.FOLD_IT
    return constants.RAISE_IT if draw < layout.folds[at] + layout.raises[at] else constants.CHECK_IT
