"""Settle a hand: compare hands, divide pots, give out odd chips (B11, B12).

Each layer of the pot is divided among the best of the hands that can win it. In a hi/lo game the best qualifying low
gets half of each layer, and the odd chip goes to the high hand. Odd chips of a tie go to the winners one at a time,
starting left of the button. In stud, odd chips go to the winner whose five winning cards contain the highest card. If
the highest cards have equal ranks, suits decide.
"""

from __future__ import annotations

import cython

from croupier.betting import constants as betting
from croupier.betting.order import how_many, next_seat
from croupier.betting.round import Round
from croupier.games.poker import constants
from croupier.games.poker.deal import Deal
from croupier.games.poker.engine.hand_cards import HandCards
from croupier.games.poker.engine.log import HandLog
from croupier.ranking import constants as ranking

if not cython.compiled:
    from croupier.betting.pots import layer, level_above, reaching
    from croupier.ranking.kernel import board_key, high_with, strength


def settle(deal: Deal, around: Round, cards: HandCards, log: HandLog) -> None:
    """Pay every layer of the pot to its winners."""
    if around.live & (around.live - 1) == 0:  # everybody else has folded: the last seat wins without showing (B12)
        # the whole pot, including side pots, is one award, because there is no other hand to compare with
        award(deal, around, cards, log, around.pot(), around.live)
        around.sweep()
        return
    compare(deal, around, cards, log)
    # -1, so that a live seat that has put in nothing can still win a first layer of dead money only
    floor = -1
    level = level_above(around.total, around.live, around.seats, floor)
    extra = around.dead_money
    while level != betting.NO_LEVEL:
        following = level_above(around.total, around.live, around.seats, level)
        # the fast path for by far the most frequent showdown
        if floor < 0 and following == betting.NO_LEVEL:  # one pot: all live seats have put in the same amount
            award(deal, around, cards, log, around.pot(), around.live)
            break
        # the last layer includes all chips above it, because a folded player may have put in more than any live one
        # (B11)
        top = level if following != betting.NO_LEVEL else around.begun
        amount = extra + layer(around.total, around.seats, 0 if floor < 0 else floor, top)
        if amount > 0:
            award(deal, around, cards, log, amount, reaching(around.total, around.live, around.seats, level))
            # every live seat can win dead money, so it goes into the first layer (B7)
            extra = 0
        floor = level
        level = following
    around.sweep()


# -- compare hands -----------------------------------------------------------------------------------------------------


def compare(deal: Deal, around: Round, cards: HandCards, log: HandLog) -> None:
    """Log the hands that are shown, and compute the strength of every live hand."""
    for place in range(cards.board_count):
        cards.common[place] = deal.deck[cards.board_places[place]]
    if log.is_kept:
        log_shown(deal, around, log)
    # hold'em has its own fast path, because most simulations play it
    if deal.layout.high == ranking.HIGH and cards.board_count == 5 and deal.layout.low == ranking.NO_HAND:
        compare_holdem(deal, around, cards)
    else:
        compare_any(deal, around, cards)


def log_shown(deal: Deal, around: Round, log: HandLog) -> None:
    """Log who shows, from the left of the button."""
    seat = deal.button
    for _ in range(how_many(around.live)):
        seat = next_seat(around.seats, around.live, seat)
        log.add(constants.SHOWN, seat, 0)


def compare_holdem(deal: Deal, around: Round, cards: HandCards) -> None:
    """Compute the strength of hold'em hands on a full board. The part that depends only on the board is computed once.
    """
    key = board_key(cards.common, 5)
    seat = deal.button
    for _ in range(how_many(around.live)):
        seat = next_seat(around.seats, around.live, seat)
        cards.value[seat] = high_with(key, cards.common, 5, deal.deck[cards.hole_places[seat * constants.SLOTS]],
                                      deal.deck[cards.hole_places[seat * constants.SLOTS + 1]])


def compare_any(deal: Deal, around: Round, cards: HandCards) -> None:
    """Compute the strength of the hands of any game, high and (in a hi/lo game) low."""
    for seat in range(around.seats):
        if (around.live >> seat) & 1:
            cards.gather(seat)
            cards.value[seat] = strength(deal.layout.high, cards.own, cards.held[seat], cards.common,
                                         cards.board_count)
            if deal.layout.low != ranking.NO_HAND:
                cards.low_value[seat] = strength(deal.layout.low, cards.own, cards.held[seat], cards.common,
                                                 cards.board_count)


def best_high(cards: HandCards, contenders: int) -> int:
    """Return the set of contenders with the highest value."""
    best = 0
    for seat in range(cards.seats):
        value = cards.value[seat] * ((contenders >> seat) & 1)
        # written so that it compiles without a branch, which the processor would often mispredict
        best = value if value > best else best
    winners = 0
    for seat in range(cards.seats):
        winners |= (cards.value[seat] == best) << seat
    return winners & contenders


def best_low(cards: HandCards, contenders: int) -> int:
    """Return the set of contenders with the best qualifying low, empty if none qualifies."""
    # a hand without a qualifying low has the value 0 and must not win half a pot
    best = 1
    winners = 0
    for seat in range(cards.seats):
        if (contenders >> seat) & 1:
            if cards.low_value[seat] > best:
                best = cards.low_value[seat]
                winners = 0
            if cards.low_value[seat] == best:
                winners |= 1 << seat
    return winners


# -- divide pots -------------------------------------------------------------------------------------------------------


def award(deal: Deal, around: Round, cards: HandCards, log: HandLog, amount: int, contenders: int) -> None:
    """Divide one layer of the pot among its winners."""
    if log.is_kept:
        log.add(constants.POT, 0, amount)
    if contenders & (contenders - 1) == 0:
        share(deal, around, cards, log, amount, contenders, constants.WON_HIGH)
        return
    lows = best_low(cards, contenders) if deal.layout.low != ranking.NO_HAND else 0
    if lows:
        # rounded down: the odd chip goes to the high hand (B11)
        share(deal, around, cards, log, amount // 2, lows, constants.WON_LOW)
        amount -= amount // 2
    share(deal, around, cards, log, amount, best_high(cards, contenders), constants.WON_HIGH)


def share(deal: Deal, around: Round, cards: HandCards, log: HandLog, amount: int, winners: int, kind: int) -> None:
    """Divide an amount evenly among the winners, with odd chips one at a time."""
    count = how_many(winners)
    each = amount // count
    odd = amount - each * count
    if odd > 0 and deal.layout.stud:
        share_by_card(deal, around, cards, log, each, odd, winners, kind)
        return
    # winners are paid in order from the left of the button, so the first winners get the odd chips (B11)
    seat = deal.button
    for _ in range(count):
        seat = next_seat(around.seats, winners, seat)
        pay(around, log, seat, each + (1 if odd > 0 else 0), kind)
        odd -= 1


def pay(around: Round, log: HandLog, seat: int, amount: int, kind: int) -> None:
    """Give chips of the pot to a seat."""
    # if a pot has fewer chips than winners, some winners get 0 chips; this is not logged as an award
    if amount > 0:
        around.win(seat, amount)
        if log.is_kept:
            log.add(kind, seat, amount)


# -- odd chips of stud -------------------------------------------------------------------------------------------------


def share_by_card(deal: Deal, around: Round, cards: HandCards, log: HandLog, each: int, odd: int, winners: int,
                  kind: int) -> None:
    """Give the odd chips to the winner whose five cards contain the highest card, by rank and then by suit."""
    left = winners
    while left:
        best = -1
        chosen = 0
        for seat in range(around.seats):
            if (left >> seat) & 1:
                card = top_card(deal, cards, seat, kind == constants.WON_LOW)
                if card > best:
                    best = card
                    chosen = seat
        pay(around, log, chosen, each + (1 if odd > 0 else 0), kind)
        odd -= 1
        left &= ~(1 << chosen)


def top_card(deal: Deal, cards: HandCards, seat: int, is_low: bool) -> int:
    """Return the highest of a seat's five winning cards. Aces count low for a low hand. If different fives have this
    value, return the highest card among all of them.
    """
    kind = deal.layout.low if is_low else deal.layout.high
    cards.gather(seat)
    count = cards.held[seat]
    for place in range(cards.board_count):
        # the shared card of stud with eight players may be one of the five
        cards.own[count] = cards.common[place]
        count += 1
    # several sets of five cards can have this value: the one with the highest card counts
    wanted = cards.low_value[seat] if kind == deal.layout.low else cards.value[seat]
    best = 0
    for chosen in range(1 << count):
        if how_many(chosen) == 5 and five_value(cards, kind, count, chosen) == wanted:
            card = five_top(cards, kind, count, chosen)
            if card > best:
                best = card
    return best


def five_value(cards: HandCards, kind: int, count: int, chosen: int) -> int:
    """Return the strength of five of a seat's cards; `chosen` is the set of their slots."""
    size = 0
    for slot in range(count):
        if (chosen >> slot) & 1:
            cards.five[size] = cards.own[slot]
            size += 1
    return strength(kind, cards.five, 5, cards.common, 0)


def five_top(cards: HandCards, kind: int, count: int, chosen: int) -> int:
    """Return the highest of five of a seat's cards, by rank and then by suit."""
    best = 0
    for slot in range(count):
        if (chosen >> slot) & 1:
            # adding one rank modulo 52 makes the ace the lowest card
            card = cards.own[slot] + 4
            if kind != ranking.HIGH and card >= 52:
                card -= 52
            # card numbers compare ranks first and then suits, spades highest
            if card > best:
                best = card
    return best
