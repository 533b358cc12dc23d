"""A new hand at a table: its name and number, its deck by T6, what everybody is told of it first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from croupier.arena import messages as told
from croupier.arena.dealing import hand_id, public_seed
from croupier.arena.forcing import Posts
from croupier.arena.gameledger import GameLedger
from croupier.arena.gameplay import GamePlay
from croupier.arena.inplay import InPlay
from croupier.arena.ledger import Ledger
from croupier.arena.match import Match
from croupier.arena.play import PokerPlay

if TYPE_CHECKING:
    from croupier.arena.table import ArenaTable


def new_hand(table: ArenaTable, match: Match, button: int, stacks: dict[int, int], nonces: dict[int, str], now: int,
             posts: Posts | None = None) -> InPlay:
    """The match's next hand, its number counted already; `posts` says who posts what at a cash table."""
    config, no, name = table.config, match.hand_no, hand_id(now, table.numbers.next())
    level, hosted = config.level(no), config.hosted
    start = told.StartHand(
        hand_id=name, seed=public_seed(match.key.match_id, no), button=button,
        stacks=[told.SeatStack(seat=seat, stack=stack) for seat, stack in stacks.items()], sb=level.sb, bb=level.bb,
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
        start.spots, start.dead = posts.spots, [told.Dead(seat=seat, amount=chips)
                                                for seat, chips in posts.dead.items()] or UNSET
    ledger = Ledger.of(table.table_id, name, button, stacks, game.rules.streets[0].name)
    return InPlay(PokerPlay(game, level, name, stacks, button, deck, posts, muck), start, ledger, now)
