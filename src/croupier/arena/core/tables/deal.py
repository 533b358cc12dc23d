"""A new hand at a table: its name and number, its deck by T6, what everybody is told of it first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from croupier import protocol
from croupier.arena.core.match_key import hand_id, public_seed
from croupier.arena.core.plays.any_game import GamePlay
from croupier.arena.core.plays.poker import PokerPlay
from croupier.arena.core.tables.hand import InPlay
from croupier.arena.core.tables.match_progress import Match
from croupier.arena.core.tables.public_game_state import GameLedger
from croupier.arena.core.tables.public_state import Ledger
from croupier.table.blinds import Spots
from croupier.table.forced_bets import Posts

if TYPE_CHECKING:
    from croupier.arena.core.tables.base import ArenaTable


def new_hand(table: ArenaTable, match: Match, button: int, stacks: dict[int, int], nonces: dict[int, str], now: int,
             posts: Posts | None = None) -> InPlay:
    """The match's next hand, its number counted already; `posts` says who posts what at a cash table."""
    config, no, name = table.config, match.hand_no, hand_id(now, table.numbers.next())
    level, hosted = config.level(no), config.hosted
    start = protocol.StartHand(
        hand_id=name, seed=public_seed(match.key.match_id, no), button=button,
        stacks=[protocol.SeatStack(seat=seat, stack=stack) for seat, stack in stacks.items()], sb=level.sb, bb=level.bb,
        ante=UNSET, deal=match.key.facts(no, nonces))
    if hosted is not None:
        other = GamePlay(hosted, name, stacks, button, match.key.chance(no, list(stacks), nonces))
        start.ante = hosted.ante or UNSET
        return InPlay(other, start, GameLedger.begun(table.table_id, name, button, stacks, other.has_chips), now)
    game = config.game(no)
    deck = match.key.deck(no, list(stacks), nonces, game.rules.deck)
    muck = match.key.muck_numbers(no, list(stacks), nonces, game.muck_numbers_needed(len(stacks)))
    start.ante = game.ante or UNSET
    if posts is not None:
        start.spots, start.dead = spot_seats(posts.spots), [protocol.DeadMoney(seat=seat, amount=chips)
                                                for seat, chips in posts.dead.items()] or UNSET
    ledger = Ledger.of(table.table_id, name, button, stacks, game.rules.streets[0].name)
    return InPlay(PokerPlay(game, level, name, stacks, button, deck, posts, muck), start, ledger, now)


def spot_seats(spots: Spots) -> protocol.SpotSeats:
    """Return the table's spots as frames write them: seats count from 0."""
    assert spots.button is not None
    assert spots.sb is not None
    assert spots.bb is not None
    return protocol.SpotSeats(button=spots.button - 1, sb=spots.sb - 1, bb=spots.bb - 1)
