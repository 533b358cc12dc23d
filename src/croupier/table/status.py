"""Return what a client needs to draw a hand: whose turn it is, what is legal, the pots, the street, the results.

A client therefore needs no poker engine. Lists have one entry for each player, in the order of the dict, and amounts
are written as the dict writes them. The status for a player shows the same cards as `personalize`; everything else in
it is public.
"""

from __future__ import annotations

from typing import Any, TypedDict

from croupier.table.amounts import dict_amount
from croupier.table.dealing import begin
from croupier.table.dicts import log as words
from croupier.table.dicts.reading import TableHand, read
from croupier.table.dicts.writing import Hand
from croupier.table.ending import Ending
from croupier.table.play import HandInPlay
from croupier.table.replay_cache import keep, replayed
from croupier.table.seeing import view_of


class LegalActions(TypedDict):
    """The legal actions of the player whose turn it is. An amount is None if its action is not legal."""

    fold: bool
    check: bool
    call: Any
    """The chips that a call adds now."""
    minRaiseTo: Any
    """The smallest bet or raise, as a total for the street: `pN cbr 40`."""
    maxRaiseTo: Any
    bringIn: Any
    discard: bool
    """True if the player may discard (`pN sd 2c7d`) or stand pat (`pN sd`)."""
    muck: bool
    """True if the player may keep its cards face down at the showdown (`pN sm`)."""


class PotOf(TypedDict):
    """A main pot or side pot collected on earlier streets."""

    amount: Any
    columns: list[int]
    """The columns of the players who can win this pot."""


class Status(TypedDict):
    """The status of a hand. A list holds one entry for each player, in the order of the dict."""

    isOver: bool
    awaits: str | None
    """"players": there are too few to deal. "dealer": call `advance`. "action" or "show": the player of `turn` has to
    act or show. None: the hand is over.
    """
    turn: int | None
    player: str | None
    """The name of the player whose turn it is."""
    legal: LegalActions | None
    street: str | None
    """"PRE_FLOP", "FLOP", ... as in `Hand.street`; None before the deal."""
    board: list[str]
    pot: Any
    """All chips in the middle, with the bets of this street."""
    pots: list[PotOf]
    bets: list[Any]
    """Chips each player has put in on this street."""
    stacks: list[Any]
    inHand: list[bool]
    """True for players who can still win a pot."""
    cards: list[list[str]]
    """Hole cards; a card that may not be seen is "??"."""
    winnings: list[Any] | None
    """The chips that each player won from the pots, less rake; None until the hand is over."""


def status(hand: Hand, player: str | None = None) -> Status:
    """Return the status of a hand. With a `player`, it shows only the cards that this player may see.

    Raise `BadTable` if the dict is not a hand of a table or the engine refuses its log.
    """
    state = read(hand)
    if not state.is_dealt:
        return _before_the_deal(state)
    play = replayed(state)
    found = StatusReader(state, play, player).status()
    keep(play, state.log)
    return found


def _before_the_deal(state: TableHand) -> Status:
    """Return the status of a table whose next hand is not dealt yet."""
    size = len(state.seats)
    stacks = [state.dict_amount(seat.stack) for seat in state.seats]
    awaits = "players" if begin(state).waits else "dealer"
    return Status(isOver=False, awaits=awaits, turn=None, player=None, legal=None, street=None, board=[],
                  pot=0, pots=[], bets=[0] * size, stacks=stacks, inHand=[False] * size,
                  cards=[[] for _ in range(size)], winnings=None)


class StatusReader:
    """Reads the status of one hand from the engine."""

    def __init__(self, state: TableHand, play: HandInPlay, player: str | None) -> None:
        self.state = state
        self.play = play
        self.hand = play.hand
        self.player = player

    def status(self) -> Status:
        """Return all fields of the status."""
        awaits, turn = self.awaited()
        ending = Ending(self.state, self.play) if self.hand.is_over else None
        return Status(
            isOver=self.hand.is_over, awaits=awaits, turn=turn,
            player=None if turn is None else self.state.seats[turn].player,
            legal=None if turn is None else self.legal(turn), street=self.hand.street,
            # the engine may already hold board cards that the log does not name yet
            board=words.cards_in(str(self.hand.board))[:self.play.board],
            pot=0 if ending else self.dict_amount(self.hand.pot), pots=[] if ending else self.pots(),
            bets=self.row(self.hand.bets), stacks=self.stacks(ending), inHand=self.in_hand(), cards=self.cards(),
            winnings=None if ending is None else [*map(self.state.dict_amount, ending.winnings)])

    def awaited(self) -> tuple[str | None, int | None]:
        """Return what the hand waits for (as in `Status.awaits`), and the column whose turn it is."""
        if self.hand.is_over:
            return None, None
        turn = self.play.turn
        if turn is None:
            return "dealer", None
        if turn != self.play.actor:
            return "show", turn
        seat = self.state.seats[turn]
        # `advance` will fold this player without asking
        return ("dealer", None) if seat.inactive or seat.intent else ("action", turn)

    def legal(self, turn: int) -> LegalActions:
        """Return what the player listed at place `turn` of the dict may do now. `merge` accepts exactly these actions.
        """
        if self.play.actor is None:
            return LegalActions(fold=False, check=False, call=None, minRaiseTo=None, maxRaiseTo=None, bringIn=None,
                                discard=False, muck=self.play.may_muck(turn))
        legal = self.hand.legal()
        # `merge` enforces the same limit, so a client is never offered a raise that would be refused
        may_raise = self.play.taken <= words.RAISES_UNTIL
        return LegalActions(fold=legal.fold, check=legal.check, call=self.maybe(legal.call),
                            minRaiseTo=self.maybe(legal.min_raise_to) if may_raise else None,
                            maxRaiseTo=self.maybe(legal.max_raise_to) if may_raise else None,
                            bringIn=self.maybe(legal.bring_in), discard=legal.discard, muck=False)

    # -- by column -----------------------------------------------------------------------------------------------------

    def pots(self) -> list[PotOf]:
        """Return the pots collected on earlier streets, the main pot first."""
        return [PotOf(amount=self.dict_amount(pot.amount),
                      columns=sorted(self.play.columns[seat] for seat in pot.seats)) for pot in self.hand.pots]

    def dict_amount(self, amount: int) -> Any:
        """Return an amount of this hand, given in units, as the dict writes amounts."""
        return dict_amount(amount, self.state.hand_places, self.state.like)

    def maybe(self, amount: int | None) -> Any:
        """Return an amount as the dict writes it, or None for None."""
        return None if amount is None else self.dict_amount(amount)

    def row(self, amounts: list[int]) -> list[Any]:
        """Return amounts by engine seat as a list by column, with 0 for players who are not in the hand."""
        found = dict(zip(self.play.columns, amounts))
        return [self.dict_amount(found.get(place, 0)) for place in range(len(self.state.seats))]

    def stacks(self, ending: Ending | None) -> list[Any]:
        """Return the chips behind. Once the hand is over, the rake has been taken off."""
        stacks = [seat.stack for seat in self.state.seats] if ending is None else ending.stacks
        if ending is None:
            for place, chips in zip(self.play.columns, self.hand.stacks):
                stacks[place] = chips * self.state.unit
        return [*map(self.state.dict_amount, stacks)]

    def in_hand(self) -> list[bool]:
        """Return a list with one entry for each player of the dict: True if the player can still win a pot."""
        live = set() if self.hand.is_over else set(self.play.live) - self.play.mucked
        return [place in live for place in range(len(self.state.seats))]

    def cards(self) -> list[list[str]]:
        """Return the hole cards by column. A card that the viewer may not see is "??" (N10)."""
        held = [self.play.held.get(place, []) for place in range(len(self.state.seats))]
        if self.player is None:
            return [list(cards) for cards in held]
        own = self.state.column_of(self.player)
        seen = view_of(self.play, own)
        return [[card if place == own or card in seen else "??" for card in cards] for place, cards in enumerate(held)]
