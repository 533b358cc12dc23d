"""Do what the dealer does without being asked: seat players, deal, open streets, fold absent players, show hands.

`advance` goes on until somebody at the table has to decide or the hand is over. A player who paused or left is folded
when its turn comes; an all-in seat stays in for its pots (N4). A player whose clock has run out is folded (N11, B14's
`fold`). With a time limit of 0 or none, no clock runs. Time stamps are milliseconds; where a hand has a time limit the
dealer stamps its own lines, so that the first player's clock is known. At the showdown every hand that was not mucked
is shown.
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
        # too few players: the same object, so that a host sees that nothing happened
        if seating.waits:
            return hand
        state = seated(state, seating)
        hand = dict(state.hand)
    play = replayed(state)
    mark = at if limit_ms(hand, None) else None
    lines = [words.stamped(line, mark) for line in run(play, at)]
    log = [*state.log, *lines]
    # under the longer log: the next call will bring it back
    keep(play, log)
    return {**hand, "actions": log} if lines else hand


def begin(state: TableHand) -> Lineup:
    """Decide who takes part in a hand that is not dealt yet."""
    # blinds are written already, by `next_hand` or by a host: they stay where they can
    if any(state.blinds) or state.spots.bb is None:
        posted = [seat.number for seat, blind in zip(state.seats, state.blinds) if blind]
        return undealt(state.seats, state.stakes, state.spots, posted)
    return cash(state.seats, state.stakes, state.spots)  # a table that waited moves on from its last hand


def seated(state: TableHand, seating: Lineup) -> TableHand:
    """Seat the players of a hand that is about to be dealt. Return the hand unchanged if that changes nothing."""
    if _is_new(state, seating):
        return read(written(state, seating, paid=any(state.blinds)))
    return state


def _is_new(state: TableHand, seating: Lineup) -> bool:
    """Return True if the lineup differs from what the hand's dict says."""
    posts = {seat.number: blind for seat, blind in zip(state.seats, state.blinds) if blind}
    before = [(seat.player, seat.number, seat.stack, seat.intent, seat.inactive, seat.debt) for seat in state.seats]
    after = [(seat.player, seat.number, seat.stack, seat.intent, seat.inactive, seat.debt) for seat in seating.seats]
    return posts != seating.posts or before != after


def run(play: HandInPlay, now: int | None) -> Iterator[str]:
    """Yield the lines that follow without a decision, playing each one."""
    while not play.hand.is_over:
        lines = list(_step(play, now))
        # somebody has to decide, or cards cannot be shown
        if not lines:
            return
        for line in lines:
            play.take(line)
            # the dealer's own line starts the next player's clock
            play.clock_from = play.clock_from if now is None else now
            yield line


def _step(play: HandInPlay, now: int | None) -> Iterator[str]:
    """Yield the next lines: cards, a showdown, or the fold of a player who left or ran out of time."""
    if play.hand.awaits == "cards":
        yield from play.dealer()
    elif play.hand.awaits == "show":
        yield from _show_down(play)
    elif play.actor is not None:
        seat = play.state.seats[play.actor]
        # an intent other than 0 folds even before `merge` has marked the seat inactive (N4)
        if seat.inactive or seat.intent or is_late(play, play.actor, now):
            yield give_up(play)


def give_up(play: HandInPlay) -> str:
    """Return the line that folds a player who does not act (B14's `fold`)."""
    return f"p{(play.actor or 0) + 1} {_VERBS[chosen('fold', play.hand.legal().kinds) or 'STAND_PAT']}"


def _show_down(play: HandInPlay) -> Iterator[str]:
    """Return lines that show every live hand that has not been shown or mucked. Return no lines if some cards are
    unknown.
    """
    left = [place for place in play.showing_order() if place not in play.shown]
    # dealt without a seed: only the players know their cards, so they have to show them
    if any("??" in play.cards_of(place) for place in play.live if place not in play.mucked):
        return
    yield from (f"p{place + 1} sm {play.cards_of(place)}" for place in left)


# -- clocks ------------------------------------------------------------------------------------------------------------


def auto(hand: Hand, now: float | None = None) -> Hand:
    """Fold the player whose time has run out or, at the showdown, muck its hand. Return the same object if nobody's
    time has run out.

    An all-in hand is always shown. So is a hand that is the only one left for some pot (N11).
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
    """Return the line that mucks a hand, or shows it if it must be shown."""
    if play.may_muck(place):
        return f"p{place + 1} sm"
    return f"p{place + 1} sm {play.cards_of(place)}"


def is_late(play: HandInPlay, place: int, now: int | None) -> bool:
    """Return True if a player's time has run out, counted from the last action with a time stamp."""
    limit = limit_ms(play.state.hand, place)
    # a limit of 0 or none never folds anybody (N11)
    if not limit or now is None:
        return False
    since = play.clock_from
    # a hand without any time stamp has no clock yet
    return since is not None and now - since >= limit
