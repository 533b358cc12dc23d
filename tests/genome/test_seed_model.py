"""The engine beside seed 001's own pseudocode: every menu, every chip, over random games of several hands."""

from __future__ import annotations

from random import Random

import pytest

from croupier.games.api import Action
from croupier.games.genome.values import BettingPhase

from .seed_model import Model, Player
from .tables import genome


def values_of(state, hand):
    """The rank each seat was dealt in a hand, from the story: some hands play themselves when all are all-in."""
    values, at = [-1] * state.players, -1
    for event in state.events:
        at += event.kind == "HAND"
        if event.kind == "DEAL" and at == hand:
            values[event.seat] = event.cards[0].rank
    return values


@pytest.mark.parametrize("seed", range(150))
def test_engine_and_model_agree(seed):
    rng = Random(seed)
    phases = [BettingPhase(rng.choice((1, 5, 10, 25)), rng.randint(0, 4)) for _ in range(rng.randint(1, 3))]
    chips, ante, side_pots = rng.choice((25, 60, 100)), rng.choice((0, 0, 3, 10)), rng.random() < 0.6
    players = rng.randint(2, 6)
    made = genome(*phases, cards=1, chips=chips, ante=ante, wins=("high_card",), hands=30, side_pots=side_pots)
    state = made.game().start(players, seed)
    stacks, hand, start = [chips] * players, 0, 0
    while hand < state.hand_no or not state.is_over:
        stacks = play_hand(state, stacks, start, phases, ante, side_pots, hand, rng)
        hand += 1
        start = next((seat % players for seat in range(start + 1, start + players) if stacks[seat % players]), start)
        assert state.hand_no >= hand
    assert state.stacks == stacks
    assert state.hand_no == 30 or sum(1 for own in stacks if own) == 1


def play_hand(state, stacks, start, phases, ante, side_pots, hand, rng):
    """Play one hand in both; return the stacks after it by the model."""
    model = Model([Player(own, has_folded=own == 0) for own in stacks], start=start)
    model.ante(ante)
    for phase in phases:
        model.begin_round(phase.min_bet, phase.max_raises)
        while (seat := model.actor()) is not None:
            assert (state.actor, state.hand_no) == (seat, hand)
            assert set(state.legal().kinds) == model.moves(seat)
            assert [state.stacks[at] for at in range(len(stacks)) if model.can_act(model.players[at])] == \
                [player.chips for player in model.players if model.can_act(player)]
            kind = rng.choice(sorted(model.moves(seat)))
            state.apply(Action(kind))
            model.act(kind)
    model.award(values_of(state, hand), side_pots)
    return [player.chips for player in model.players]
