"""A new hand at a table: its name and number, its deck by T6, what everybody is told of it first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import UNSET

from croupier import protocol
from croupier.arena.core.config import TableConfig
from croupier.arena.core.match_key import MatchKey, hand_id, public_seed
from croupier.arena.core.plays.any_game import GamePlay
from croupier.arena.core.plays.play import Play
from croupier.arena.core.plays.poker import PokerPlay
from croupier.arena.core.tables.hand import InPlay
from croupier.arena.core.tables.match_progress import Match
from croupier.table.blinds import Spots
from croupier.table.forced_bets import Posts

if TYPE_CHECKING:
    from croupier.arena.core.tables.base import ArenaTable


def new_hand(table: ArenaTable, match: Match, button: int, stacks: dict[int, int], nonces: dict[int, str], now: int,
             posts: Posts | None = None) -> InPlay:
    """The match's next hand, its number counted already; `posts` says who posts what at a cash table."""
    config, no, name = table.config, match.hand_no, hand_id(now, table.numbers.next())
    level = config.level(no)
    start = protocol.StartHand(
        hand_id=name, seed=public_seed(match.key.match_id, no), button=button,
        stacks=[protocol.SeatStack(seat=seat, stack=stack) for seat, stack in stacks.items()], sb=level.sb, bb=level.bb,
        ante=UNSET, deal=match.key.facts(no, nonces))
    play = deal_play(config, match.key, no, name, stacks, button, nonces, posts)
    start.ante = level.ante or UNSET
    if posts is not None:
        start.spots, start.dead = spot_seats(posts.spots), [protocol.DeadMoney(seat=seat, amount=chips)
                                                            for seat, chips in posts.dead.items()] or UNSET
    return InPlay(play, start, table.table_id, now)


def deal_play(config: TableConfig, key: MatchKey, hand_no: int, hand_id: str, stacks: Mapping[int, int], button: int,
              nonces: Mapping[int, str], posts: Posts | None = None) -> Play:
    """Deal a hand, or start a game, of a table's variant; all its chance comes from the hand key (T6)."""
    hosted, seats = config.hosted, list(stacks)
    if not hosted.is_poker:
        return GamePlay(hosted, hand_id, stacks, button, key.dealer(hand_no, seats, nonces))
    game = config.game(hand_no)
    deck = key.deck(hand_no, seats, nonces, game.rules.deck)
    muck = key.muck_numbers(hand_no, seats, nonces, game.muck_numbers_needed(len(seats)))
    return PokerPlay(game, config.level(hand_no), hand_id, stacks, button, deck, posts, muck)


def spot_seats(spots: Spots) -> protocol.SpotSeats:
    """Return the table's spots as frames write them: seats count from 0."""
    assert spots.button is not None
    assert spots.sb is not None
    assert spots.bb is not None
    return protocol.SpotSeats(button=spots.button - 1, sb=spots.sb - 1, bb=spots.bb - 1)
