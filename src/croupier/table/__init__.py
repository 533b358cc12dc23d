"""A table that players join, leave, pause at and return to, from hand to hand.

    from croupier import table

    hand = table.merge(server, client, balances=None, now=None)     what a client may change, and nothing else
    table.refusal(server, client)                                   why something was not taken, or None
    hand = table.advance(hand, now)                                 deals, opens streets, folds absentees, shows down
    hand = table.auto(hand, now)                                    folds a player whose time has run out
    hand = table.finish(hand); hand = table.next_hand(hand)         results; the hand that follows
    view = table.personalize(hand, player)                          what one player may see
    table.status(hand, player=None)                                 whose turn, what is legal, pots, street, results
    table.record(hand)                                              a PHH record of it, to be saved and replayed

    table.join(view, player, stack, seat=None); table.pause(view, player); table.wait_for_bb(view, player)
    table.resume(view, player); table.leave(view, player)           a client's own wishes, to be sent and merged

Hands are JSON-like dicts. Every function returns a new dict and changes nothing in place. A dict that is not a hand of
a table raises `BadTable`, with a reason and the ruling's clause. `LiveTable` keeps the seats of a cash table in whole
chips, without dicts.
"""

from croupier.table.amounts import BadTable as BadTable
from croupier.table.dealing import advance as advance
from croupier.table.dealing import auto as auto
from croupier.table.dicts.records import record as record
from croupier.table.ending import finish as finish
from croupier.table.ending import next_hand as next_hand
from croupier.table.joining import join as join
from croupier.table.joining import leave as leave
from croupier.table.joining import pause as pause
from croupier.table.joining import resume as resume
from croupier.table.joining import wait_for_bb as wait_for_bb
from croupier.table.joining import why_not_join as why_not_join
from croupier.table.live import CashRules as CashRules
from croupier.table.live import LiveSeat as LiveSeat
from croupier.table.live import LiveTable as LiveTable
from croupier.table.live import Moved as Moved
from croupier.table.merging import merge as merge
from croupier.table.merging import refusal as refusal
from croupier.table.seeing import personalize as personalize
from croupier.table.status import Status as Status
from croupier.table.status import status as status

__all__ = ["BadTable", "CashRules", "LiveSeat", "LiveTable", "Moved", "Status", "advance", "auto", "finish", "join",
           "leave", "merge", "next_hand", "pause", "personalize", "record", "refusal", "resume", "status",
           "wait_for_bb", "why_not_join"]
