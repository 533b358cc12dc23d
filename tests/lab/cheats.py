"""Games made by hand to fool the measures, and the gate that should stop each of them."""

from __future__ import annotations

from croupier.cards import RANKS
from croupier.games.genome.values import (
    BettingPhase,
    CardValue,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    HandEvaluation,
    PassPhase,
    PlayPhase,
    RevealPhase,
    ScoringRule,
    TrickPhase,
    WinCondition,
)
from genome.tables import genome

BET, LOW = BettingPhase(10, 2), "low"
"""`low`: no gate is sure to stop it, but it scores below every known game with decisions."""

CHEATS = {
    "coin flip: nothing to choose": ("choice", genome(DrawPhase(1), chips=0, cards=1, wins=("high_card",))),
    "war with a bet of nothing": ("choice", genome(PlayPhase(from_top=True), chips=0, cards=10, rounds=10,
                                                   tableau="war", wins=("most_captured",))),
    "cards passed back and forth, nothing compared": ("completeness", genome(
        PassPhase(1), PassPhase(1), BET, cards=2, wins=("low_score",), scoring=(ScoringRule("left", 1, rank="2"),))),
    "a long phase of throwing away": ("completeness", genome(*[DiscardPhase(10, False)] * 6, BET, cards=26, rounds=10)),
    "passing all you hold, again and again": (LOW, genome(
        *[PassPhase(2)] * 4, BettingPhase(10, 0), cards=2, ante=50, hands=50, wins=("high_card",), chips=1000)),
    "bets of one chip among thousands": ("betting", genome(BettingPhase(1, 0), cards=1, chips=10**6, ante=10**4,
                                                       wins=("high_card",), hands=100)),
    "endless evenings": ("length", genome(BettingPhase(1, 5), DrawPhase(1), BettingPhase(1, 5), chips=10**6,
                                          hands=1000)),
    "all showdowns tied": ("completeness", genome(BET, cards=1, ante=5, wins=("low_score",),
                                                  scoring=(ScoringRule("left", 5, rank="A"),))),
    "a bet nobody can pay": ("static", genome(BettingPhase(500), chips=100)),
    "chips that are never bet": ("static", genome(DrawPhase(1), chips=100)),
    "a score that nothing counts": ("static", genome(BET, wins=("high_score",))),
    "every card counts the same": ("completeness", genome(
        TrickPhase(2), BET, cards=4, ante=5, hands=20, wins=("high_total",),
        evaluation=HandEvaluation(card_values=tuple(CardValue(rank, 5) for rank in RANKS)))),
    "first player wins: no higher card may be played": ("fairness", genome(
        PlayPhase("higher", mandatory=False), BET, cards=1, ante=20, chips=200, hands=20, wins=("first_to_empty",))),
    "last player wins: the second sees the first's card": ("fairness", genome(
        PlayPhase(), PlayPhase(), PlayPhase(), BET, cards=3, ante=20, tableau="war", chips=300, hands=20,
        wins=("most_captured",))),
    "draws that hardly help": (LOW, genome(*[DrawPhase(1, False)] * 6, BET, cards=2, ante=5, hands=20,
                                           wins=("low_card",))),
    "exchanging cards nobody compares": ("completeness", genome(
        ExchangePhase(5), ExchangePhase(5), BET, cards=5, ante=5, hands=20, wins=("high_score",),
        scoring=(ScoringRule("left", 1, "clubs", "2"),))),
    "patterns that no hand can make": ("completeness", genome(
        RevealPhase(10), BET, cards=1, ante=5, hands=20, wins=("high_total",),
        evaluation=HandEvaluation("poker", bust_limit=15))),
    "one huge ante, then a bet": ("betting", genome(BettingPhase(1, 0), cards=5, chips=1000, ante=250, hands=4)),
    "a dead tie-break and a dead single pot": ("dead", genome(
        BettingPhase(5, 1), cards=5, chips=5000, ante=5, hands=10, side_pots=False,
        wins=("best_hand", "high_card", WinCondition("low_card")))),
    "the bets come before the cards": (LOW, genome(
        BettingPhase(10, 0), DrawPhase(9), cards=1, ante=50, chips=2000, hands=30, wins=("high_total",),
        max_players=2)),
}
