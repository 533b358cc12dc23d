"""Ask an engine about a case and return its answer. To add an engine, write a function like these.

The function for an engine (its adapter) takes a case and plays its line. The function returns the `Decision` that the
engine then offers, or None if the engine offers none. It raises `EngineRefused` if the engine does not accept the line.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from croupier.adapters.referee.cases import BLINDS, BettingCase, Decision
from croupier.errors import Error

Engine = Callable[[BettingCase], Decision | None]
HOLE_CARDS, BOARD = 2, (0, 3, 1, 1)


class EngineRefused(Error):  # noqa: N818 - what happened
    """Raised if an engine does not accept the actions of a case."""


def order(seats: int) -> list[int]:
    """Return the seats in order from the small blind. The button is seat 0."""
    return [0, 1] if seats == 2 else [*range(1, seats), 0]


def croupier(case: BettingCase) -> Decision | None:
    """Return croupier's own answer to a case."""
    from croupier.games.poker.game import holdem

    hand = holdem(*BLINDS).deal(list(case.stacks), button=0, seed=1)
    for word in case.line.split():
        act = {"f": hand.fold, "x": hand.check, "c": hand.call}.get(word)
        if act is None:
            hand.raise_to(int(word))
        else:
            act()
    if hand.actor is None:
        return None
    legal = hand.legal()
    least, most = legal.min_raise_to, legal.max_raise_to
    return Decision(hand.actor, legal.call or 0, None if least is None or most is None else (least, most))


def pokerkit(case: BettingCase) -> Decision | None:
    """Ask pokerkit about a case, and return its answer. pokerkit's player 0 is the small blind, or heads-up the big
    blind.
    """
    from pokerkit import Automation, NoLimitTexasHoldem

    seats = order(len(case.stacks)) if len(case.stacks) > 2 else [1, 0]
    automatic = tuple(each for each in Automation if each is not Automation.RUNOUT_COUNT_SELECTION)
    state = NoLimitTexasHoldem.create_state(automatic, True, 0, BLINDS, BLINDS[1],
                                            tuple(case.stacks[seat] for seat in seats), len(seats))
    for word in case.line.split():
        if word == "f":
            state.fold()
        elif word in "xc":
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(int(word))
    if state.actor_index is None:
        return None
    least, most = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
    raises = None if least is None or most is None else (int(least), int(most))
    return Decision(seats[state.actor_index], int(state.checking_or_calling_amount or 0), raises)


def openspiel(case: BettingCase) -> Decision | None:
    """Return the answer of OpenSpiel's universal_poker to a case. The size of its raises includes the chips put in on
    earlier streets.
    """
    import pyspiel

    seats = order(len(case.stacks))
    if any(case.stacks[seat] < blind for seat, blind in zip(seats, BLINDS)):
        # refused here, because OpenSpiel would end the whole process
        raise EngineRefused("a blind must not exceed the stack")
    game = pyspiel.load_game("universal_poker", {
        "betting": "nolimit", "numPlayers": len(seats), "numRounds": 4, "numSuits": 4, "numRanks": 13,
        "numHoleCards": HOLE_CARDS, "numBoardCards": " ".join(map(str, BOARD)), "bettingAbstraction": "fullgame",
        "blind": " ".join(map(str, [*BLINDS, *[0] * (len(seats) - 2)])),
        "firstPlayer": "1 2 2 2" if len(seats) == 2 else "3 1 1 1",
        "stack": " ".join(str(case.stacks[seat]) for seat in seats)})
    state, chips = game.new_initial_state(), _Chips(case.stacks, seats)
    _deal(state, chips)
    for word in case.line.split():
        player = state.current_player()
        action = {"f": 0, "x": 1, "c": 1}.get(word) or (0 if word == "f" else chips.before[player] + int(word))
        if action not in state.legal_actions():
            raise EngineRefused(f"{word} is not legal")
        chips.act(player, word)
        state.apply_action(action)
        _deal(state, chips)
    if state.is_terminal():
        return None
    player = state.current_player()
    raises = [action - chips.before[player] for action in state.legal_actions() if action > 1]
    return Decision(seats[player], chips.owed(player), (raises[0], raises[-1]) if raises else None)


class _Chips:
    """Counts the chips that players have put in on earlier streets and on this one, for an engine that does not report
    them.
    """

    def __init__(self, stacks: tuple[int, ...], seats: list[int]) -> None:
        self.stacks = [stacks[seat] for seat in seats]
        self.before = [0] * len(seats)
        self.bets = [*BLINDS, *[0] * (len(seats) - 2)]
        self.bets = [min(bet, stack) for bet, stack in zip(self.bets, self.stacks)]
        self.price = BLINDS[1]

    def owed(self, player: int) -> int:
        """Return the price of a call, which is at most the stack."""
        left = self.stacks[player] - self.before[player] - self.bets[player]
        return min(left, max(0, self.price - self.bets[player]))

    def act(self, player: int, word: str) -> None:
        """Add an action's chips."""
        if word == "c":
            self.bets[player] += self.owed(player)
        elif word not in "fx":
            self.bets[player] = self.price = int(word)

    def next_street(self) -> None:
        """Begin a street with no bets."""
        self.before = [before + bet for before, bet in zip(self.before, self.bets)]
        self.bets, self.price = [0] * len(self.bets), 0


def _deal(state: Any, chips: _Chips) -> None:
    """Deal cards as long as OpenSpiel's state is a chance node. Cards after the hole cards begin a new street."""
    holes = not state.history()
    if state.is_chance_node() and not holes:
        chips.next_street()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])


def texasholdem(case: BettingCase) -> Decision | None:
    """Return texasholdem's answer to a case. The blinds and the button are set before its first hand."""
    from texasholdem import ActionType, HandPhase, TexasHoldEm

    game = TexasHoldEm(buyin=1000, big_blind=BLINDS[1], small_blind=BLINDS[0], max_players=len(case.stacks))
    game.btn_loc = len(case.stacks) - 1  # the engine moves the button to seat 0 when the hand starts
    for player, stack in zip(game.players, case.stacks):
        player.chips = stack
    game.start_hand()
    for word in case.line.split():
        kinds = {"f": ActionType.FOLD, "x": ActionType.CHECK, "c": ActionType.CALL}
        all_in = word.isdigit() and int(word) == game.player_bet_amount(game.current_player) + \
            game.players[game.current_player].chips
        kind = ActionType.ALL_IN if all_in else kinds.get(word, ActionType.RAISE)
        total = int(word) if kind is ActionType.RAISE else None
        if not game.validate_move(action=kind, total=total):
            raise EngineRefused(f"{word} is not legal")
        game.take_action(kind, total=total)
    if not game.is_hand_running() or game.hand_phase is HandPhase.SETTLE:
        return None
    seat = game.current_player
    most = game.player_bet_amount(seat) + game.players[seat].chips
    raises = [total for total in range(1, most + 1) if game.validate_move(action=ActionType.RAISE, total=total)]
    return Decision(seat, game.chips_to_call(seat), (raises[0], raises[-1]) if raises else None)


ENGINES: dict[str, Engine] = {"croupier": croupier, "pokerkit": pokerkit, "open_spiel": openspiel,
                              "texasholdem": texasholdem}
"""Adapters by the name of their package."""


def installed() -> dict[str, str]:
    """Return the installed engines and their versions."""
    from croupier import __version__

    found = {"croupier": __version__}
    for name in list(ENGINES)[1:]:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
