"""Play a run of the sting as a state machine: draw, betting, flip, decision; three rounds and the resolution.

    draw -> betting -> flip -> decision -> draw ...            rounds 1 and 2 (I5)
    draw -> betting -> flip -> resolution -> success or bust   the last round

Actions are not checked here (`run.py` does that); everything between two actions is done by the engine. Random numbers
come from a seed or from a dealer. A dealer gives a source of random numbers at the start of each hand, with which all
decks are shuffled (T6), so that copies of a run draw the same cards. The rules:

- each role has its own deck and draws up to a full hand at the start of each round, as long as the deck has cards;
- a raise plays a card face down; all cards of a round are flipped together and count from then on (I5);
- if the Player folds, the hand ends at once: the Player is safe but makes no profit, keeps unplayed cards, and the heat
  of flipped cards counts. If the Narc or the Customer folds, that role is out until the next hand (I4);
- cash, heat and the Player's deck carry over to the next hand, and the Player's played cards are lost. Narc and
  Customer begin each hand with their whole decks. A run ends on a bust, if the Player has too few cards for a hand, or
  after its number of hands (I8).

Cards are counted at the end of every hand, in production too.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from croupier.betting.initiative import Initiative
from croupier.errors import Error
from croupier.games.api import BadAction, Chance, Dealer
from croupier.games.sting import constants
from croupier.games.sting.layout import Layout
from croupier.games.sting.totals import Totals
from croupier.rng import scaled, seeded, stepped

if not cython.compiled:
    from croupier.betting.constants import NOBODY

PHASES = ("draw", "betting", "flip", "decision", "resolution", "success", "bust")
"""The names of the states of a hand, by number. A run that is over is in one of the last two states."""
ENDS = ("", "bust", "deck", "hands")
"""Why a run is over: a bust, too few cards for another hand, or all hands played. Empty if it is not over."""


class CardsLost(Error, AssertionError):  # noqa: N818 - what happened
    """Raised if cards are missing or were added. This is a bug in the engine, never the caller's fault."""


class Engine:
    """The state of a run."""

    phase: int
    round_no: int
    hand_no: int
    hands: int
    cash: int
    heat: int
    begun: int
    saved: int
    ended: int
    table_count: int
    flipped: int

    def __init__(self, layout: Layout) -> None:
        if not cython.compiled:
            self.pile = [0] * (3 * constants.PILE)
            self.size = [0] * 3
            self.hand = [0] * (3 * constants.HAND)
            self.held = [0] * 3
            self.table = [0] * constants.PILE
            self.owner = [0] * constants.PILE
            self.gone = [0] * constants.PILE
            self.gone_seen = [0] * constants.PILE
            self.stacked = [0] * (3 * constants.PILE)
            self.stacked_size = [0] * 3
        self.layout = layout
        self.betting = Initiative((0, 0, 0))
        self.betting.set_up(layout.rules.order, layout.max_raises, layout.respond)
        self.totals = Totals(layout)
        self.hand_no = 0
        self.log: list[tuple[int, int, int]] = []
        self.keeps_log = True
        self.dealer: Dealer | None = None

    # -- a run ---------------------------------------------------------------------------------------------------------

    def begin_run(self, cash: int, heat: int, hands: int, seed: int) -> None:
        """Begin a run with whole decks and deal the first hand."""
        self.cash = cash
        self.begun = cash
        self.heat = heat
        self.hands = hands
        self.saved = 0
        self.ended = 0
        self.hand_no = 0
        self.gone_count = 0
        self.table_count = 0
        # used if there is no dealer
        self.rng = seeded(seed)
        for role in range(3):
            self.held[role] = 0
            self.size[role] = self.layout.deck_size[role]
            for place in range(self.size[role]):
                self.pile[role * constants.PILE + place] = self.layout.deck[role * constants.PILE + place]
        self.begin_hand()

    def stack_deck(self, role: int, faces: Sequence[int]) -> None:
        """Set the next cards that a role draws."""
        if len(faces) > constants.PILE:
            raise BadAction(f"{len(faces)} cards are too many: a deck has at most {constants.PILE}")
        self.stacked_size[role] = len(faces)
        for place, face in enumerate(faces):  # the next card to draw is the last entry
            self.stacked[role * constants.PILE + len(faces) - 1 - place] = self.layout.checked_face(face)

    def begin_hand(self) -> None:
        """Begin a hand with an empty table, in which all roles take part."""
        self.hand_no += 1
        self.round_no = 0
        self.table_count = 0
        self.flipped = 0
        self.totals.clear()
        self.betting.sit_all()
        # once for each hand and for all decks together, so that the cards do not depend on which role draws first
        if self.dealer is not None:
            self.order_decks(self.dealer.chance(self.hand_no))
        self.note(constants.BEGAN, self.hand_no, self.cash)
        self.note(constants.HEATED, constants.PLAYER, self.heat)
        self.begin_round()

    def begin_round(self) -> None:
        """Draw up to a full hand and open the betting."""
        self.round_no += 1
        self.enter(constants.DRAW)
        for role in range(3):
            if self.betting.sits(role):
                # roles that have folded do not draw; a deck may run out in the middle of a hand
                while self.held[role] < self.layout.hand and self.size[role] > 0:
                    self.draw(role)
            # the betting round knows how many cards a role has, but not which
            self.betting.cards[role] = self.held[role]
        self.betting.open()
        self.enter(constants.BETTING)

    def draw(self, role: int) -> None:
        """Draw a card from the role's deck. Each card is equally likely, unless the caller set the next cards
        (`stack_deck`).
        """
        at = self.next_in_pile(role)
        self.size[role] -= 1
        face = self.pile[role * constants.PILE + at]
        # The last card of the pile takes the drawn card's place. This is correct because a pile has no order; with a
        # dealer the drawn card is itself the last one.
        self.pile[role * constants.PILE + at] = self.pile[role * constants.PILE + self.size[role]]
        self.hand[role * constants.HAND + self.held[role]] = face
        self.held[role] += 1
        self.note(constants.DREW, role, face)

    def order_decks(self, chance: Chance) -> None:
        """Shuffle every deck with a source of random numbers. Draws then take the last card of a deck."""
        for role in range(3):
            for at in range(self.size[role] - 1, 0, -1):
                other = chance.below(at + 1)
                face = self.pile[role * constants.PILE + at]
                self.pile[role * constants.PILE + at] = self.pile[role * constants.PILE + other]
                self.pile[role * constants.PILE + other] = face

    def next_in_pile(self, role: int) -> int:
        """Return the index of the next card in a role's pile."""
        if self.stacked_size[role] > 0:
            self.stacked_size[role] -= 1
            wanted = self.stacked[role * constants.PILE + self.stacked_size[role]]
            for at in range(self.size[role]):
                # a stacked card that is no longer in the deck is skipped
                if self.pile[role * constants.PILE + at] == wanted:
                    return at
        if self.dealer is not None:
            return self.size[role] - 1
        return self.below(self.size[role])

    def below(self, bound: int) -> int:
        """Return a random number below a bound."""
        self.rng = stepped(self.rng)
        return scaled(self.rng, bound)

    # -- actions -------------------------------------------------------------------------------------------------------

    def to_act(self) -> int:
        """Return the role to act, or NOBODY."""
        if self.phase == constants.BETTING:
            return self.betting.seat_at[self.betting.at]
        return constants.PLAYER if self.phase == constants.DECISION else NOBODY

    def act_check(self) -> None:
        """Check: stay in the hand without playing a card."""
        self.note(constants.CHECKED, self.to_act(), 0)
        self.betting.check()
        self.after_betting()

    def act_raise(self, slot: int) -> None:
        """Play the card in a slot of the hand, face down."""
        role = self.to_act()
        face = self.hand[role * constants.HAND + slot]
        self.held[role] -= 1
        # the other cards move up and keep their order, so that the hand looks the same to its owner
        for place in range(slot, self.held[role]):
            self.hand[role * constants.HAND + place] = self.hand[role * constants.HAND + place + 1]
        self.table[self.table_count] = face
        self.owner[self.table_count] = role
        self.table_count += 1
        self.note(constants.RAISED, role, face)
        self.betting.raise_one()
        self.after_betting()

    def act_fold(self) -> None:
        """Fold. If the Player folds, the hand ends."""
        role = self.to_act()
        self.note(constants.LEFT, role, 0)
        # the Player's fold ends the hand; after another role's fold the hand continues (I4)
        if role == constants.PLAYER:
            self.end_hand(constants.FOLDED)
        else:
            self.betting.fold()
            self.after_betting()

    def act_continue(self) -> None:
        """Go on to the next round."""
        self.note(constants.WENT_ON, constants.PLAYER, 0)
        self.begin_round()

    def after_betting(self) -> None:
        """Log the automatic checks of all-in roles. If the betting is over, flip the cards."""
        # logged before the flip, because these checks happen before it
        if self.betting.passed != 0:
            for role in self.betting.seats_of(self.betting.passed):
                self.note(constants.CHECKED, role, 1)
        if self.betting.at == NOBODY:
            self.flip()

    def flip(self) -> None:
        """Turn over all cards of the round together. After that go to the decision, or in the last round to the
        resolution.
        """
        self.enter(constants.FLIP)
        while self.flipped < self.table_count:
            face = self.table[self.flipped]
            self.note(constants.FLIPPED, self.owner[self.flipped], face)
            self.totals.lay(face)
            self.flipped += 1
        # after the last round the flip is followed by the resolution, without a decision (I5)
        if self.round_no < self.layout.rounds:
            self.enter(constants.DECISION)
        else:
            self.enter(constants.RESOLUTION)
            self.end_hand(self.totals.verdict(self.cash, self.heat))

    # -- the end of a hand ---------------------------------------------------------------------------------------------

    def end_hand(self, verdict: int) -> None:
        """Pay the profit, add the heat, and go on to the next hand or end the run."""
        self.note(constants.ENDED, verdict, 0)
        if (verdict == constants.COVERED or verdict == constants.INSURED) and self.totals.product != constants.NONE:
            # the Customer's payoff is the difference between the list price and what he paid
            self.saved += self.layout.price[self.totals.product] - self.totals.count_profit()
        self.cash = self.totals.cash_after(verdict, self.cash)
        self.heat = self.totals.heat_after(verdict, self.heat)
        # if several reasons apply, the first one counts: a bust comes before an empty deck (I8)
        if verdict >= constants.BUST:
            self.end_run(1)
        # unplayed cards go back into the deck, so they count (I8)
        elif self.size[constants.PLAYER] + self.held[constants.PLAYER] < self.layout.hand:
            self.end_run(2)
        elif self.hand_no == self.hands:
            self.end_run(3)
        else:
            self.enter(constants.SUCCESS)
            self.gather()
            self.begin_hand()

    def end_run(self, why: int) -> None:
        """End the run for one of the reasons in `ENDS`."""
        self.ended = why
        self.enter(constants.BUSTED if why == 1 else constants.SUCCESS)

    def gather(self) -> None:
        """Return all cards to their decks, except the cards that the Player played, which are lost."""
        for place in range(self.table_count):
            if self.owner[place] == constants.PLAYER:
                self.gone[self.gone_count] = self.table[place]
                # cards that were face down when the Player folded stay hidden from the other roles, in later hands too
                self.gone_seen[self.gone_count] = place < self.flipped
                self.gone_count += 1
            else:
                # Narc and Customer begin every hand with their whole decks (I8)
                self.put_back(self.owner[place], self.table[place])
        for role in range(3):
            for slot in range(self.held[role]):
                self.put_back(role, self.hand[role * constants.HAND + slot])
            self.held[role] = 0
        self.count_cards()

    def put_back(self, role: int, face: int) -> None:
        """Put a card back into its deck."""
        self.pile[role * constants.PILE + self.size[role]] = face
        self.size[role] += 1

    def count_cards(self) -> None:
        """Raise CardsLost unless every card is in its deck or was used up. This is called between hands."""
        for role in range(3):
            # only the Player's cards are used up
            gone = self.gone_count if role == constants.PLAYER else 0
            if self.size[role] + gone != self.layout.deck_size[role]:
                raise CardsLost(f"role {role} has {self.size[role]} cards and {gone} gone, "
                                f"of {self.layout.deck_size[role]}")

    # -- kept and copied -----------------------------------------------------------------------------------------------

    def enter(self, phase: int) -> None:
        """Set the state of the hand and log it."""
        self.phase = phase
        self.note(constants.ENTERED, phase, self.round_no)

    def note(self, kind: int, who: int, what: int) -> None:
        """Add an entry to the log, if one is kept."""
        if self.keeps_log:
            self.log.append((kind, who, what))

    def copy_engine(self, other: Engine) -> None:
        """Copy this engine, without its log, to another engine with the same layout."""
        other.phase = self.phase
        other.round_no = self.round_no
        other.hand_no = self.hand_no
        other.hands = self.hands
        other.cash = self.cash
        other.heat = self.heat
        other.begun = self.begun
        other.saved = self.saved
        other.ended = self.ended
        other.rng = self.rng
        other.dealer = self.dealer
        self.betting.copy_to(other.betting)
        self.totals.copy_to(other.totals)
        self.copy_cards(other)

    def copy_cards(self, other: Engine) -> None:
        """Copy all piles, hands and cards on the table to another engine."""
        other.table_count = self.table_count
        other.flipped = self.flipped
        other.gone_count = self.gone_count
        for place in range(self.table_count):
            other.table[place] = self.table[place]
            other.owner[place] = self.owner[place]
        for place in range(self.gone_count):
            other.gone[place] = self.gone[place]
            other.gone_seen[place] = self.gone_seen[place]
        for role in range(3):
            other.size[role] = self.size[role]
            other.held[role] = self.held[role]
            other.stacked_size[role] = self.stacked_size[role]
            for place in range(self.size[role]):
                other.pile[role * constants.PILE + place] = self.pile[role * constants.PILE + place]
            for place in range(self.held[role]):
                other.hand[role * constants.HAND + place] = self.hand[role * constants.HAND + place]
            for place in range(self.stacked_size[role]):
                other.stacked[role * constants.PILE + place] = self.stacked[role * constants.PILE + place]
