"""The prompt of a no-limit hold'em seat, written straight from the engine: one is sent for every action of a server.

It says byte for byte what `messages.Act` says when it is encoded (tests compare the two), without the dozen objects
that are made for that. Only open facts and the cards handed in as text are in it: which those may be is decided
elsewhere, by `Hand.observe`.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.games.poker.hand import Hand


def act(hand: Hand, head: str, table: str, hole: str, board: Sequence[str], seats: tuple[int, ...], begun: list[int],
        decision: int, time_ms: int, raiser: int | None) -> str:
    """An `act` frame for the seat to act; `head` is its beginning up to the seat, `table`, `hole` are JSON already.

    `seats` are the table's numbers of the hand's seats, `begun` their chips before anything was posted.
    """
    hand.ask()
    chips = hand.round
    turn = hand.turn
    players = []
    for place in range(hand.seats):
        live = chips.live >> place & 1
        stack = chips.stack[place]
        players.append(f'{{"seat":{seats[place]},"stack":{stack},"has_folded":{"false" if live else "true"},'
                       f'"committed":{chips.bet[place]},"total_in_pot":{begun[place] - stack},'
                       f'"all_in":{"true" if live and stack == 0 else "false"}}}')
    owed = chips.to_call
    words = '"FOLD","CALL"' if owed > 0 else '"FOLD","CHECK"'
    amounts = f'"call_amount":{owed},' if owed > 0 else ""
    if chips.most > 0:
        words += ',"RAISE_TO"'
        amounts += f'"min_raise_to":{chips.least},"max_raise_to":{chips.most},'
    community = '["' + '","'.join(board) + '"]' if board else "[]"
    return (f'{head}{seats[turn]},"phase":"{hand.street}","you":{{"hole":{hole},"stack":{chips.stack[turn]},'
            f'"to_call":{owed},"time_ms":{time_ms},"committed":{chips.bet[turn]}}},"table":{table},'
            f'"players":[{",".join(players)}],"community":{community},"legal":[{words}],{amounts}'
            f'"decision":{decision},"pot":{hand.pot},"current_bet":{chips.price},'
            f'"min_raise_increment":{chips.full_raise},"last_raiser":{"null" if raiser is None else raiser}}}')
