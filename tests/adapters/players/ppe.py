"""Players written for PyPokerEngine, as its own documentation shows them."""

import random

from pypokerengine.players import BasePokerPlayer


class Quiet(BasePokerPlayer):
    def receive_game_start_message(self, game_info):
        self.info = game_info

    def receive_round_start_message(self, round_count, hole_card, seats):
        pass

    def receive_street_start_message(self, street, round_state):
        pass

    def receive_game_update_message(self, action, round_state):
        pass

    def receive_round_result_message(self, winners, hand_info, round_state):
        pass


class Fish(Quiet):
    def declare_action(self, valid_actions, hole_card, round_state):
        call = valid_actions[1]
        return call["action"], call["amount"]


class Wild(Quiet):
    """Raises, calls and folds at random, within what it is told is valid."""

    def __init__(self):
        super().__init__()
        self.rng = random.Random(5)

    def declare_action(self, valid_actions, hole_card, round_state):
        choice = self.rng.choice(("fold", "call", "call", "raise", "raise"))
        bounds = valid_actions[2]["amount"]
        if choice == "raise" and bounds["max"] != -1:
            return "raise", self.rng.choice((bounds["min"], bounds["max"], self.rng.randint(bounds["min"],
                                                                                           bounds["max"])))
        return ("fold", 0) if choice == "fold" else ("call", valid_actions[1]["amount"])
