"""Act for the dealer: seat players, deal, open streets, fold absent players, and show hands.

`advance` goes on until a player has to decide or the hand is over. It folds a player who paused or left when it is that
player's turn; if that player is all-in, it stays in for its pots (N4). It also folds a player whose time has run out
(N11, policy `fold` of B14). At the showdown it shows every hand that was not mucked.

There is no clock if the time limit is 0 or missing. Time stamps are milliseconds. In a hand with a time limit, the
dealer's own log lines are stamped too, so that the first player's clock has a start.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.table.dicts import log as words
from croupier.table.dicts.reading import TableHand, read
from croupier.table.dicts.settings import clock, limit_ms
from croupier.table.dicts.writing import Hand, written
from croupier.table.play import HandInPlay
from croupier.table.replay_cache import keep, replayed
from croupier.table.seats import Lineup, cash, undealt
from croupier.table.timeouts import chosen

_VERBS = {"FOLD": "f", "CHECK": "cc", "BRING_IN": "pb", "STAND_PAT": "sd"}


def advance(hand: Hand, now: float | None = None) -> Hand:
    """Return the hand advanced to the next decision. Return the same object if there is nothing to do."""
    state = read(hand)
    at = clock(now)
    if not state.is_dealt:
        seating = begin(state)
        # too few players: return the same object, so that a host sees that nothing happened
        if seating.waits:
            return hand
        state = with_lineup(state, seating)
        hand = dict(state.hand)
    play = replayed(state)
    mark = at if limit_ms(hand, None) else None
    lines = [words.stamped(line, mark) for line in run(play, at)]
    log = [*state.log, *lines]
    # stored under the longer log, because the next call will come with that log
    keep(play, log)
    return {**hand, "actions": log} if lines else hand


def begin(state: TableHand) -> Lineup:
    """Return the lineup of a hand that is not dealt yet: who is dealt in, and who posts."""
    # `next_hand` or a host has already written the blinds: keep them if their players still play
    if any(state.blinds) or state.spots.bb is None:
        posted = [seat.number for seat, blind in zip(state.seats, state.blinds) if blind]
        return undealt(state.seats, state.stakes, state.spots, posted)
    # the table waited for players: move the blinds on from its last hand
    return cash(state.seats, state.stakes, state.spots)


def with_lineup(state: TableHand, seating: Lineup) -> TableHand:
    """Seat the players of a hand that is about to be dealt. Return the hand unchanged if that changes nothing."""
    if _differs(state, seating):
        return read(written(state, seating, paid=any(state.blinds)))
    return state


def _differs(state: TableHand, seating: Lineup) -> bool:
    """Return True if the lineup differs from what the hand's dict says."""
    posts = {seat.number: blind for seat, blind in zip(state.seats, state.blinds) if blind}
    before = [(seat.player, seat.number, seat.stack, seat.intent, seat.inactive, seat.debt) for seat in state.seats]
    after = [(seat.player, seat.number, seat.stack, seat.intent, seat.inactive, seat.debt) for seat in seating.seats]
    return posts != seating.posts or before != after


def run(play: HandInPlay, now: int | None) -> Iterator[str]:
    """Yield the log lines that need no player's decision, after playing each one in the engine."""
    while not play.hand.is_over:
        lines = list(_step(play, now))
        # a player has to decide, or cards cannot be shown because nobody knows them
        if not lines:
            return
        for line in lines:
            play.take(line)
            # the dealer's own line starts the next player's clock
            play.clock_from = play.clock_from if now is None else now
            yield line


def _step(play: HandInPlay, now: int | None) -> Iterator[str]:
    """Yield the next log lines: dealt cards, a showdown, or the fold of a player who left or ran out of time."""
    if play.hand.awaits == "cards":
        yield from play.dealer()
    elif play.hand.awaits == "show":
        yield from _show_down(play)
    elif play.actor is not None:
        seat = play.state.seats[play.actor]
        # a player with an intent other than 0 is folded, even if `merge` has not yet marked the seat inactive (N4)
        if seat.inactive or seat.intent or is_late(play, play.actor, now):
            yield give_up(play)


def give_up(play: HandInPlay) -> str:
    """Return the log line for a player who does not act: the action that B14's policy `fold` chooses, usually a fold.
    """
    return f"p{(play.actor or 0) + 1} {_VERBS[chosen('fold', play.hand.legal().kinds) or 'STAND_PAT']}"


def _show_down(play: HandInPlay) -> Iterator[str]:
    """Return the log lines that show every live hand not yet shown or mucked; none if some cards are unknown."""
    left = [place for place in play.showing_order() if place not in play.shown]
    # the hand was dealt without a seed, so only the players know their cards and have to show them
    if any("??" in play.cards_of(place) for place in play.live if place not in play.mucked):
        return
    yield from (f"p{place + 1} sm {play.cards_of(place)}" for place in left)


# -- clocks ------------------------------------------------------------------------------------------------------------


def auto(hand: Hand, now: float | None = None) -> Hand:
    """Fold the player whose time has run out or, at the showdown, muck that player's hand.

    A hand is shown instead of mucked if the player is all-in, or if no other hand is left for some pot (N11). If
    nobody's time has run out, return the same object.
    """
    state = read(hand)
    at = clock(now)
    if not state.is_dealt:
        return hand
    play = replayed(state)
    line = _late_action(play, at)
    keep(play, state.log)
    if line is None:
        return hand
    return {**hand, "actions": [*state.log, words.stamped(line, at)]}


def _late_action(play: HandInPlay, now: int | None) -> str | None:
    """Return the action of the player whose time has run out, or None if all have time left."""
    place = play.turn
    if place is None or not is_late(play, place, now):
        return None
    return give_up(play) if play.actor is not None else _muck_or_show(play, place)


def _muck_or_show(play: HandInPlay, place: int) -> str:
    """Return the log line by which a player mucks, or shows if it must."""
    if play.may_muck(place):
        return f"p{place + 1} sm"
    return f"p{place + 1} sm {play.cards_of(place)}"


def is_late(play: HandInPlay, place: int, now: int | None) -> bool:
    """Return True if a player's time has run out. The time runs from the last action that has a time stamp."""
    limit = limit_ms(play.state.hand, place)
    # without a limit nobody is ever late (N11)
    if not limit or now is None:
        return False
    since = play.clock_from
    # without any time stamp in the log the clock has not started
    return since is not None and now - since >= limit
