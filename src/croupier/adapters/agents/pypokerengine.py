"""Use a player written for PyPokerEngine (`BasePokerPlayer`) as a croupier bot.

    pypokerengine:fish.py:Fish          a class of a file
    PyPokerEngineBot(Fish())            an object

The player gets PyPokerEngine's own messages: the start of the game, of each round and of each street, every action, the
result, and `declare_action(valid_actions, hole_card, round_state)`. Messages are delivered in order, right before the
player's next decision and at the end of the hand. If croupier allows no raise, the minimum and the maximum raise are
sent as -1. An answer that PyPokerEngine's rules do not allow (a call of another amount, an unknown word) is refused
with `GARBAGE`.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from pypokerengine.engine.card import Card as PpeCard
from pypokerengine.engine.hand_evaluator import HandEvaluator
from pypokerengine.players import BasePokerPlayer

from croupier.adapters.agents.loading import player_in
from croupier.adapters.hand_so_far import STREETS, HandSoFar, Put, refuse_other_games
from croupier.bots.base import Bot
from croupier.bots.isolation import BotFault, BotLimits, faults
from croupier.games.api import Action
from croupier.games.poker.events import Awarded, Board, Shown
from croupier.games.poker.view import View

ROUNDS = 1_000_000
"""The value of `max_round` in the game's information. croupier's bots do not know how many hands are played."""


def seat(text: str, limits: BotLimits | None = None, log: str | PathLike[str] | None = None,
         hidden: Sequence[str] = ()) -> Bot:
    """Return a croupier bot for the PyPokerEngine class that a text names. Raise BadBot if there is none."""
    return PyPokerEngineBot(player_in(text, BasePokerPlayer))


class PyPokerEngineBot(Bot):
    """A `BasePokerPlayer` in a seat."""

    def __init__(self, player: BasePokerPlayer) -> None:
        self.player = player
        self.name = type(player).__name__
        self.round_count = 0
        self.table: tuple[int, ...] = ()
        self.told = 0
        self.so_far: HandSoFar
        self.is_shown = False
        """True if the hand has reached its showdown."""

    # -- hooks ---------------------------------------------------------------------------------------------------------

    def on_hand_start(self, view: View) -> None:
        """Send the player the start of a round. If the players at the table have changed, first send the start of a
        game.
        """
        refuse_other_games(view, "PyPokerEngine")
        self.round_count += 1
        self.told, self.so_far, self.is_shown = 0, HandSoFar(view), False
        for event in view.events:
            if isinstance(event, Board):
                break
            if self.so_far.take(event) is None:  # all posts have been made, because this event is the deal
                break
            self.told += 1
        seats = tuple(sorted(self.so_far.order))
        if seats != self.table:
            self.table = seats
            self.player.set_uuid(uuid_of(view.seat))
            self.player.receive_game_start_message(self._game_information())
        self.player.receive_round_start_message(self.round_count, self._hole(view), self._seats())
        self.player.receive_street_start_message(STREETS[0], self._round_state(view))

    def act(self, view: View) -> Action:
        """Deliver pending messages, and return the action that the player declares. Raise BotFault(GARBAGE) if it is
        not a legal answer.
        """
        self._catch_up(view)
        answer = self.player.declare_action(self._valid_actions(view), self._hole(view), self._round_state(view))
        return _action(answer, view)

    def on_hand_end(self, view: View) -> None:
        """Deliver pending messages and the result."""
        self._catch_up(view)
        events, self.is_shown = view.events, len(self.so_far.live) > 1
        won = {event.seat for event in events if isinstance(event, Awarded)}
        shown = {event.seat: event.cards for event in events if isinstance(event, Shown)}
        community = [PpeCard.from_str(card_of(card)) for card in self.so_far.board]
        hand_info = [{"uuid": uuid_of(seat), "hand": HandEvaluator.gen_hand_rank_info(
            [PpeCard.from_str(card_of(str(card))) for card in cards], community)} for seat, cards in shown.items()]
        self.player.receive_round_result_message([each for each in self._seats() if int(each["uuid"][5:]) in won],
                                                 hand_info, self._round_state(view))

    def _catch_up(self, view: View) -> None:
        """Deliver actions and streets that the player has not received yet, each with the state after it."""
        events = view.events
        for event in events[self.told:]:
            put = self.so_far.take(event)
            if put is not None and put.kind not in ("ANTE", "BLIND"):
                news = {"player_uuid": uuid_of(put.seat), "action": _word(put).lower(),
                        "amount": 0 if put.kind == "FOLD" else put.to}
                self.player.receive_game_update_message(news, self._round_state(view))
            elif isinstance(event, Board):
                self.player.receive_street_start_message(STREETS[self.so_far.street], self._round_state(view))
        self.told = len(events)

    # -- PyPokerEngine's words -----------------------------------------------------------------------------------------

    def _hole(self, view: View) -> list[str]:
        return [card_of(str(card)) for card in view.hole]

    def _seats(self) -> list[dict[str, Any]]:
        return [{"name": f"seat {seat}", "uuid": uuid_of(seat), "stack": self.so_far.stacks[seat],
                 "state": self._state(seat)} for seat in self.table]

    def _state(self, seat: int) -> str:
        return "folded" if seat in self.so_far.folded else "allin" if self.so_far.is_all_in(seat) else "participating"

    def _blinds(self) -> list[Put]:
        return [put for put in self.so_far.history[0] if put.kind == "BLIND"]

    def _small_blind(self) -> int:
        blinds = self._blinds()
        return blinds[0].paid if blinds else 0

    def _game_information(self) -> dict[str, Any]:
        ante = next((put.paid for put in self.so_far.history[0] if put.kind == "ANTE"), 0)
        rule = {"initial_stack": max(self.so_far.start.values()), "max_round": ROUNDS,
                "small_blind_amount": self._small_blind(), "ante": ante, "blind_structure": {}}
        seats = [{**each, "stack": self.so_far.start[seat]} for seat, each in zip(self.table, self._seats())]
        return {"player_num": len(self.table), "rule": rule, "seats": seats}

    def _round_state(self, view: View) -> dict[str, Any]:
        so_far, table = self.so_far, self.table
        blinds = [table.index(put.seat) for put in self._blinds()]
        return {"street": "showdown" if self.is_shown else STREETS[so_far.street],
                "pot": self._pot(), "community_card": [card_of(card) for card in so_far.board],
                "dealer_btn": table.index(view.button) if view.button in table else 0,
                "next_player": "not_found" if view.actor is None else table.index(view.actor),
                "small_blind_pos": blinds[0] if blinds else 0, "big_blind_pos": blinds[-1] if blinds else 0,
                "round_count": self.round_count, "small_blind_amount": self._small_blind(), "seats": self._seats(),
                "action_histories": {name: [_history(put, self._small_blind()) for put in puts]
                                     for name, puts in zip(STREETS, so_far.history)}}

    def _pot(self) -> dict[str, Any]:
        """Return PyPokerEngine's pots: one for the bets up to each all-in, and one for the rest. The first is the main
        pot.
        """
        so_far = self.so_far
        caps = sorted(so_far.totals[seat] for seat in so_far.live if so_far.is_all_in(seat))
        pots, floor = [], 0
        for cap in [*caps, max(so_far.totals.values())]:
            amount = sum(min(total, cap) - min(total, floor) for total in so_far.totals.values())
            pots.append((amount, [uuid_of(seat) for seat in self.table
                                  if seat in so_far.live and so_far.totals[seat] >= cap]))
            floor = cap
        return {"main": {"amount": pots[0][0]},
                "side": [{"amount": amount, "eligibles": eligibles} for amount, eligibles in pots[1:]]}

    def _valid_actions(self, view: View) -> list[dict[str, Any]]:
        least, most = view.legal.min_raise_to, view.legal.max_raise_to
        return [{"action": "fold", "amount": 0}, {"action": "call", "amount": view.price},
                {"action": "raise", "amount": {"min": -1 if least is None else least,
                                               "max": -1 if most is None else most}}]


def uuid_of(seat: int | None) -> str:
    """Return the id of a seat in PyPokerEngine's messages."""
    return f"seat-{seat}"


def card_of(card: str) -> str:
    """Return a card as PyPokerEngine writes it: `Ah` is `HA`."""
    return card[1].upper() + card[0]


def _word(put: Put) -> str:
    return {"FOLD": "FOLD", "BET": "RAISE", "RAISE": "RAISE", "ANTE": "ANTE"}.get(put.kind, "CALL")


def _history(put: Put, small_blind: int) -> dict[str, Any]:
    """Return an entry of `action_histories`."""
    uuid = uuid_of(put.seat)
    if put.kind == "FOLD":
        return {"action": "FOLD", "uuid": uuid}
    if put.kind == "ANTE":
        return {"action": "ANTE", "amount": put.paid, "uuid": uuid}
    if put.kind == "BLIND":
        word = "SMALLBLIND" if put.to <= small_blind else "BIGBLIND"
        return {"action": word, "amount": put.to, "add_amount": put.raised_by, "uuid": uuid}
    entry = {"action": _word(put), "amount": put.to, "paid": put.paid, "uuid": uuid}
    return {**entry, "add_amount": put.raised_by} if entry["action"] == "RAISE" else entry


def _action(answer: Any, view: View) -> Action:
    """Return the action that a player declared. Raise BotFault if PyPokerEngine's rules do not allow the answer."""
    word, amount = answer if isinstance(answer, tuple | list) and len(answer) == 2 else (None, None)
    if word == "fold":
        return view.fold()
    if type(amount) is not int or word not in ("call", "raise"):
        raise BotFault(faults.GARBAGE, f"declare_action returned {answer!r:.60}, not (\"fold\" | \"call\" | \"raise\", "
                                       "amount)")
    reach = view.stack + view.bets[view.legal.seat or 0]
    if word == "raise":
        return view.all_in() if amount == reach else view.raise_to(amount)
    if amount != view.price and amount < reach:
        raise BotFault(faults.GARBAGE, f"it called {amount}, but the price is {view.price}")
    return view.call()
