"""What a table says most often is written by short cuts: they say byte for byte what the typed frames would say."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import protocol
from croupier.arena.core.config import Level
from croupier.arena.core.plays.event_frames import EventFrames
from croupier.arena.core.plays.poker import PokerPlay
from croupier.arena.core.tables.public_state import PublicState
from croupier.games.api import PUBLIC
from croupier.games.poker.event_stream import EventStream
from croupier.games.poker.rules import RULES
from croupier.games.registry import poker_at as game_at


def played(variant: str, seed: int):
    """A hand at a table whose seats are not all taken, stopped at every prompt."""
    rng = random.Random(seed)
    seats = sorted(rng.sample(range(6), rng.randint(2, 6)))
    level = Level(sb=rng.choice((1, 5, 50)), bb=100, ante=rng.choice((0, 0, 7)))
    deck = list(range(16, 52) if RULES[variant].deck == 36 else range(52))
    rng.shuffle(deck)
    stacks = {seat: rng.choice((rng.randint(1, 400), rng.randint(100, 20_000))) for seat in seats}
    game = game_at(variant, level.sb, level.bb, level.ante)
    play = PokerPlay(game, level, f"H-2026-11-16-{seed:05d}", stacks, rng.choice(seats), deck)
    while True:
        yield play, rng
        if play.is_over:
            return
        play.hand.apply(rng.choice(list(play.hand.legal())))


@given(st.integers(0, 2**32))
def test_a_prompt_is_the_act_frame_encoded_at_every_decision_of_a_holdem_hand(seed):
    for play, rng in played("NT", seed):
        play.events()
        if not play.is_over:
            args = play.actor, rng.randint(0, 99), rng.choice((0, 2000))
            assert play.prompt(*args) == protocol.encode(play.act(*args))


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("seed", range(5))
def test_a_move_alone_is_told_as_the_engines_event_would_be(variant, seed):
    stream, frames = EventStream(), None
    moves = 0
    for play, _ in played(variant, seed):
        if frames is None:
            frames = EventFrames(play.hand_id, play.seats, play.index[play.button], play.plain)
        before = play.stream.count
        told_short = [protocol.encode(frame) for frame in play.events("timeout")]
        moves += play.stream.count == before + 1
        events = stream.news(play.hand, lambda play=play: play.hand.observe(PUBLIC)._hand)
        assert told_short == [protocol.encode(frame) for frame in frames.make(events, play.is_over, "timeout")]
        assert frames.raiser == play.frames.raiser
    assert moves, "no move came alone: the short cut was never taken"


def test_B7_B11_an_ante_that_goes_back_is_told_to_the_chip():
    """98 of seat 3's 110 were never at stake: told as a layer of its own, taken back, and the ledger agrees."""
    level, stacks = Level(sb=10, bb=20, ante=100), {1: 12, 3: 1000}
    play = PokerPlay(game_at("NT", 10, 20, 100), level, "H-2026-11-17-00001", stacks, 3, list(range(52)))
    ledger = PublicState.of("T-1", play.hand_id, 3, stacks, "PRE_FLOP")
    frames = play.events()
    for frame in frames:
        ledger.feed(frame)
    awards = [frame for frame in frames if isinstance(frame, protocol.PotAward)]
    assert [(frame.seat, frame.amount) for frame in awards if frame.uncalled is True] == [(3, 98)]
    assert sum(frame.amount for frame in awards if frame.uncalled is not True) == 24
    assert play.is_over
    assert ledger.stacks() == play.stacks()
