"""The prompts of a hand of no-limit hold'em, written straight from the engine: one for every action of a server.

They say byte for byte what `messages.Act` says when it is encoded (tests compare the two), without the dozen objects
that are made for that; what is said of a player who has done nothing since is not written again. Only open facts and
the cards handed in as text are in them: which those may be is decided elsewhere, by `Hand.observe`.
"""

from __future__ import annotations

import cython

from croupier.games.poker.hand import Hand


class Prompter:
    """One hand's prompts, seat by seat."""

    def __init__(self, head: str, table: str, seats: tuple[int, ...], begun: list[int]) -> None:
        """`head` is a frame's beginning up to the seat, `table` is JSON; `seats` are the table's numbers of the hand's
        seats, `begun` their chips before anything was posted."""
        if not cython.compiled:
            self.stacks = [0] * 10
            self.bets = [0] * 10
        self.head, self.table, self.seats, self.begun = head, table, seats, begun
        self.rows = [""] * len(seats)
        """What was last said of each player, and `stacks`, `bets` and `live` of which."""
        self.live = 0

    def act(self, hand: Hand, hole: str, board: list[str], decision: int, time_ms: int, raiser: int | None) -> bytes:
        """An `act` frame for the seat to act; `hole` is JSON already."""
        hand.engine.ask()
        chips = hand.engine.round
        turn = hand.engine.turn
        for place in range(hand.seats):
            if (self.stacks[place] != chips.stack[place] or self.bets[place] != chips.bet[place]
                    or (self.live ^ chips.live) >> place & 1 or not self.rows[place]):
                self.row(hand, place)
        self.live = chips.live
        owed = chips.to_call
        words = '"FOLD","CALL"' if owed > 0 else '"FOLD","CHECK"'
        amounts = f'"call_amount":{owed},' if owed > 0 else ""
        if chips.most > 0:
            words += ',"RAISE_TO"'
            amounts += f'"min_raise_to":{chips.least},"max_raise_to":{chips.most},'
        community = '["' + '","'.join(board) + '"]' if board else "[]"
        return (f'{self.head}{self.seats[turn]},"phase":"{hand.street}","you":{{"hole":{hole},'
                f'"stack":{chips.stack[turn]},"to_call":{owed},"time_ms":{time_ms},"committed":{chips.bet[turn]}}},'
                f'"table":{self.table},"players":[{",".join(self.rows)}],"community":{community},"legal":[{words}],'
                f'{amounts}"decision":{decision},"pot":{hand.pot},"current_bet":{chips.price},'
                f'"min_raise_increment":{chips.full_raise},"last_raiser":{"null" if raiser is None else raiser}}}'
                ).encode()

    def row(self, hand: Hand, place: int) -> None:
        """Write anew what is said of a player."""
        chips = hand.engine.round
        live = chips.live >> place & 1
        stack = self.stacks[place] = chips.stack[place]
        bet = self.bets[place] = chips.bet[place]
        self.rows[place] = (
            f'{{"seat":{self.seats[place]},"stack":{stack},"has_folded":{"false" if live else "true"},'
            f'"committed":{bet},"total_in_pot":{self.begun[place] - stack},'
            f'"all_in":{"true" if live and stack == 0 else "false"}}}')
