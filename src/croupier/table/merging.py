"""Merge into the server's dict what a client may change: its intent, its own actions in turn, its column when it joins.

All other changes by a client are ignored (N3). The client's log must begin with the server's log, as far as the client
has it, and every line that the client appended must be a legal action of its own player. If one line is not legal, the
client's actions are dropped, and only its intent is taken. If nothing can be taken, `merge` returns the server's own
object, and `refusal` returns the reason as a sentence.

The host must make sure that `author` really sent the dict. This module does not check the author.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from croupier.notation.money import amount
from croupier.notation.record import paid
from croupier.table.amounts import BadTable, places_in, same, short, units
from croupier.table.dicts import log as words
from croupier.table.dicts.reading import TableHand, read
from croupier.table.dicts.settings import clock, limit_ms
from croupier.table.dicts.writing import Hand
from croupier.table.joining import joined
from croupier.table.play import ILLEGAL, HandInPlay
from croupier.table.replay_cache import keep, replayed
from croupier.table.seats import INTENTS, LEAVE, PLAY

_NUMBER = re.compile(r"[0-9]{1,13}(\.[0-9]{1,4})?")
LINES_MAX = 32
"""The most lines that one dict may append. More are refused before any of them is replayed."""


def merge(server: Hand, client: Mapping[str, Any], balances: Mapping[str, Any] | None = None,
          now: float | None = None) -> Hand:
    """Return the server's hand with the changes that this client may make, or `server` itself if there are none.

    The client's actions are stamped with `now`, in milliseconds. A buy-in is cut down to the player's balance.
    """
    return merge_with_reason(server, client, balances, now)[0]


def refusal(server: Hand, client: Mapping[str, Any], balances: Mapping[str, Any] | None = None,
            now: float | None = None) -> str | None:
    """Return why something in a client's dict was not accepted. Return None if everything was accepted."""
    return merge_with_reason(server, client, balances, now)[1]


def merge_with_reason(server: Hand, client: Mapping[str, Any], balances: Mapping[str, Any] | None = None,
                      now: float | None = None) -> tuple[Hand, str | None]:
    """Return the merged hand, and the reason if something was not accepted, else None."""
    try:
        state = read(server)
    # a broken hand of the server's own must not be blamed on the client
    except BadTable as damage:
        return server, f"the server's hand is broken: {damage.reason}"
    try:
        at = clock(now)
        author = _author(client)
        place = state.column_of(author)
        # an author who does not sit here asks to join
        if place is None:
            return joined(server, state, client, author, balances), None
        return _own(server, state, client, author, place, at)
    except BadTable as refused:
        return server, refused.reason


def _author(client: object) -> str:
    if not isinstance(client, Mapping):
        raise BadTable(f"a hand is an object, not {type(client).__name__}", "N3")
    author = client.get("author")
    if type(author) is not str or not author:
        raise BadTable("the hand has no author", "N3")
    return author


def _own(server: Hand, state: TableHand, client: Mapping[str, Any], author: str, place: int,
         now: int | None) -> tuple[Hand, str | None]:
    """Merge a seated player's intent and actions."""
    if state.seats[place].has_left:
        # intent 3 is final
        raise BadTable(f"{author} has left the table", "N4")
    intent = _intent(client, author, place, state.seats[place].intent)
    hand = server
    if intent != state.seats[place].intent:
        hand = with_intent(state.hand, state, place, intent)
    try:
        lines = _lines(state, client, place, now)
    # drop the actions, but take the intent (N3)
    except BadTable as refused:
        return hand, refused.reason
    if not lines:
        return hand, None
    hand = {name: value for name, value in hand.items() if name != "author"}
    hand["actions"] = [*state.log, *lines]
    _use_bank(hand, state, place, now)
    return hand, None


def _intent(client: Mapping[str, Any], author: str, place: int, now: int) -> int:
    """Return the author's intent from the client's dict. If the client's list is too short, return the old intent."""
    names, intents = client.get("players"), client.get("_intents")
    # a client that sends no intents changes none
    if intents is None:
        return now
    if type(names) is list and len(names) <= 64:
        if names.count(author) != 1:
            raise BadTable(f"{author} is not in players exactly once", "N3")
        # the client's columns may be in another order, or the client may be listed last
        place = names.index(author)
    if type(intents) is not list:
        raise BadTable(f"_intents {short(intents)} are not a list", "N3")
    if place >= len(intents):
        return now
    # read the author's entry only: a client cannot change other players' intents
    intent = intents[place]
    if type(intent) is not int or intent not in INTENTS:
        raise BadTable(f"intent {short(intent)} is not 0, 1, 2 or 3", "N3")
    return intent


def with_intent(server: Mapping[str, Any], state: TableHand, place: int, intent: int) -> Hand:
    """Return the hand with a player's new intent (N4).

    If a player in the hand pauses or leaves, it is inactive from now on and is folded at its turn.
    """
    hand = {name: value for name, value in server.items() if name != "author"}
    intents = [seat.intent for seat in state.seats]
    inactive = [int(seat.inactive) for seat in state.seats]
    intents[place] = intent
    # `next_hand` makes a player active again, because it charges the debts (N4)
    inactive[place] = 1 if intent != PLAY else inactive[place]
    hand["_intents"], hand["_inactive"] = intents, inactive
    if "_deadBlinds" not in hand:
        hand["_deadBlinds"] = [0] * len(intents)
    # an imported record: an active seat's entry is a dead blind that it has paid, not a debt (N7)
    elif "_intents" not in server:
        hand.setdefault("_deadMoney", paid(hand["_deadBlinds"], [seat.inactive for seat in state.seats]))
        hand["_deadBlinds"] = [0 if seat.plays else debt for seat, debt in zip(state.seats, hand["_deadBlinds"])]
    return hand


# -- actions -----------------------------------------------------------------------------------------------------------


def _lines(state: TableHand, client: Mapping[str, Any], place: int, now: int | None) -> list[str]:
    """Return the lines that the client appended to the log, with our time stamp.

    Raise BadTable unless every line is a legal action of the client's own player.
    """
    log = client.get("actions")
    if log is None:
        return []
    words.checked(log)
    # a late dict of the last hand may have a log that begins in the same way: `d dh p1 ????`
    if "hand" in client and not same(client["hand"], state.hand.get("hand")):
        raise BadTable(f"actions of hand {short(client['hand'])}, but this is {short(state.hand.get('hand'))}", "N3")
    # `zip` ends with the shorter log, so a client that lags behind need only agree with what it has
    for at, (ours, theirs) in enumerate(zip(state.log, log), 1):
        if not words.agree(ours, theirs):
            raise BadTable(f"the logs part at action {at}: {short(ours)} here, {short(theirs)} there", "N3")
    fresh = log[len(state.log):]
    # reject a flood of lines here, before any of them is replayed
    if len(fresh) > LINES_MAX or len(log) > words.LOG_MAX:
        raise BadTable(f"{len(fresh)} actions at once: {LINES_MAX} at most", "N3")
    return _taken(state, place, fresh, now) if fresh else []


def _taken(state: TableHand, place: int, fresh: list[str], now: int | None) -> list[str]:
    """Take one player's new lines in the engine, one by one, and return them."""
    play: HandInPlay | None = None
    lines: list[str] = []
    for line in fresh:
        if words.column(line) != place:
            raise BadTable(f"{short(line)} is not the author's own action", "N3")
        if words.is_message(line):
            lines.append(message(line, [*state.log, *lines], now))
            continue
        if state.seats[place].inactive or state.seats[place].intent == LEAVE:
            raise BadTable(f"{state.seats[place].player} sits out and does not act", "N4")
        # build the engine's hand only if a line is not a message
        play = play or replayed(state)
        lines.append(words.stamped(act(play, place, line), now))
    if play is not None:
        keep(play, [*state.log, *lines])
    return lines


def message(line: str, log: list[str], now: int | None) -> str:
    """Return a player's chat message with our time stamp.

    Raise BadTable unless it is one printable line and the log has room for another message.
    """
    text = words.without_stamp(line)
    if sum(map(words.is_message, log)) >= words.MESSAGES_MAX:
        raise BadTable(f"{words.MESSAGES_MAX} messages have been said in this hand: no more", "N3")
    if len(text) > words.MESSAGE_MAX or not text.isprintable():
        raise BadTable(f"a message is one printable line of at most {words.MESSAGE_MAX} characters", "N3")
    return text if now is None else f"{text} #{now}"


def act(play: HandInPlay, place: int, line: str) -> str:
    """Play an action of the player to act in the engine, and return it as a log line.

    Raise BadTable if the engine refuses it.
    """
    parts = words.bare(line).split()
    player = play.state.seats[place].player
    if len(parts) < 2 or place not in play.engine_seat:
        raise BadTable(f"{short(line)} is not an action of {player}", "N3")
    if parts[1] == "sm":
        parts = _shown(play, place, parts)
    elif play.actor != place:
        raise BadTable(f"{player} acts out of turn", "B8")
    elif parts[1] == "cbr" and len(parts) == 3:
        _check_raise(play, parts[2])
    elif words.is_call_with_amount(parts):
        _check_call(play, parts[2])
        parts = parts[:2]
    try:
        play.take(" ".join(parts))
    except ILLEGAL as refused:
        raise BadTable(f"{short(line)}: {getattr(refused, 'reason', refused)}",
                       str(getattr(refused, "clause", "N3"))) from None
    return " ".join(parts)


def _check_raise(play: HandInPlay, text: str) -> None:
    """Raise BadTable for a raise outside the legal range. Only imported records may contain illegal raises."""
    legal, places = play.hand.legal(), play.state.hand_places
    # otherwise raises by 1 with stacks of 10^11 would never end
    if play.taken > words.RAISES_UNTIL:
        raise BadTable(f"after {words.RAISES_UNTIL} actions no further raise is possible", "N3")
    if not _NUMBER.fullmatch(text) or places_in([Decimal(text)]) > places:
        raise BadTable(f"{short(text)} is not an amount in this hand's unit", "M1")
    total = units(Decimal(text), places)
    least, most = legal.min_raise_to, legal.max_raise_to
    if least is None or most is None:
        raise BadTable(f"a bet or raise to {text}: none is possible now", "B4")
    if not least <= total <= most:
        raise BadTable(f"a bet or raise to {text} is outside {amount(least, places)}..{amount(most, places)}", "B3")


def _check_call(play: HandInPlay, text: str) -> None:
    """Raise BadTable for a call with a wrong amount. The amount must be the chips added now, or the total for the
    street (B9).
    """
    hand, places = play.hand, play.state.hand_places
    owed = hand.legal().call or 0
    right = {owed, owed + hand.bets[hand.actor or 0]}
    if not _NUMBER.fullmatch(text) or Decimal(text).scaleb(places) not in right:
        raise BadTable(f"a call of {short(text)}: it is {amount(owed, places)}", "B9")


def _shown(play: HandInPlay, place: int, parts: list[str]) -> list[str]:
    """Check a showdown action: shown cards must be those that were dealt, and a muck must be allowed (N11)."""
    own = play.cards_of(place)
    if place in play.shown or place not in play.live:
        raise BadTable(f"{play.state.seats[place].player} has no hand to show", "B12")
    if len(parts) == 2:
        if play.hand.awaits == "show" and not play.may_muck(place):
            raise BadTable("this hand has to be shown", "N11")
        return parts
    if len(parts) != 3 or "??" in own or (parts[2] != "-" and sorted(words.cards_in(parts[2])) != sorted(
            words.cards_in(own))):
        raise BadTable("cards that were not dealt cannot be shown", "N9")
    # write the cards in the order dealt: a player may show them in any order
    return [parts[0], parts[1], own]


def _use_bank(hand: Hand, state: TableHand, place: int, now: int | None) -> None:
    """Subtract the time used beyond the limit from the player's time bank."""
    banks, since = hand.get("timeBanks"), words.last_stamp(state.log)
    base = limit_ms(hand, None)
    if type(banks) is not list or place >= len(banks) or not base or now is None or since is None:
        return
    used = now - since - base
    if used > 0 and any(not words.is_message(line) for line in hand["actions"][len(state.log):]):
        # the time left of limit and bank together, less the limit
        left = max(Decimal(0), Decimal(limit_ms(hand, place) - base - used) / 1000)
        hand["timeBanks"] = [*banks[:place], float(left) if left % 1 else int(left), *banks[place + 1:]]
