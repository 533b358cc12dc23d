"""Write the `act` frames of no-limit hold'em straight from the engine: a server sends one for every action.

The frames are equal, byte for byte, to an encoded `protocol.Act` (tests compare the two), but need not make its dozen
objects. For six players a frame takes 0.9 instead of 6.4 µs, 3 % of the cost of an action. Without this module an
action would cost about 2.15 times as much as constant frames, and the limit is 2.1 (`bench arena`). The text about a
player is written again only if a value in it has changed. The frames contain public facts and the cards that are passed
in as text. `Hand.observe` decides which cards those may be.
"""

from __future__ import annotations

import cython

from croupier.games.poker.hand import Hand


class Prompter:
    """Writes the prompts of one hand."""

    def __init__(self, head: str, table: str, seats: tuple[int, ...], begun: list[int]) -> None:
        """Begin a hand. `head` is the text of an `act` frame up to the seat number, `table` is the JSON of the field
        `table`, and `begun` are the chips by place before any post.
        """
        if not cython.compiled:
            self.stacks = [0] * 10
            self.bets = [0] * 10
        self.head, self.table, self.seats, self.begun = head, table, seats, begun
        self.rows = [""] * len(seats)
        """The text about each player. `stacks`, `bets` and `live` are the values from which it was written."""
        self.live = 0

    def act(self, hand: Hand, hole: str, board: list[str], decision: int, time_ms: int, raiser: int | None) -> bytes:
        """Return the `act` frame of the seat to act. `hole` has the seat's cards as JSON."""
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
        """Write the text about a player again."""
        chips = hand.engine.round
        live = chips.live >> place & 1
        stack = self.stacks[place] = chips.stack[place]
        bet = self.bets[place] = chips.bet[place]
        self.rows[place] = (
            f'{{"seat":{self.seats[place]},"stack":{stack},"has_folded":{"false" if live else "true"},'
            f'"committed":{bet},"total_in_pot":{self.begun[place] - stack},'
            f'"all_in":{"true" if live and stack == 0 else "false"}}}')
