"""Describe a game in one sentence: how a player wins, what players do, and what is at stake."""

from __future__ import annotations

from croupier.games.genome.check import most_players
from croupier.games.genome.values import (
    AnyPhase,
    BettingPhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    GameGenome,
    MeldPhase,
    PassPhase,
    PlayPhase,
    RevealPhase,
    TrickPhase,
)

_AIMS = {"best_hand": "make the best hand", "high_card": "hold the highest card", "low_card": "hold the lowest card",
         "high_total": "collect the most points in your hand", "low_total": "keep the fewest points in your hand",
         "most_tricks": "take the most tricks", "fewest_tricks": "take the fewest tricks",
         "most_captured": "capture the most cards", "first_to_empty": "be the first to have no cards left",
         "high_score": "score the most points", "low_score": "score the fewest points",
         "first_to_score": "be the first to reach the target"}
_MEANS: tuple[tuple[type[AnyPhase], str], ...] = (
    (ClaimPhase, "claiming what need not be true"), (TrickPhase, "playing tricks"), (MeldPhase, "laying cards down"),
    (PlayPhase, "playing cards to the pile"), (PassPhase, "passing cards to your neighbour"),
    (ExchangePhase, "exchanging cards"), (DiscardPhase, "throwing cards away"))


def pitch(genome: GameGenome) -> str:
    """Return the sentence."""
    least, most = genome.setup.min_players, most_players(genome)
    players = f"{least}" if least == most else f"{least} to {most}"
    aim = genome.win_conditions[0].type
    means = [words for kind, words in _MEANS if any(isinstance(phase, kind) for phase in genome.phases)
             and not (kind is TrickPhase and aim in ("most_tricks", "fewest_tricks"))]
    means += _draws(genome)
    how = f" by {_and(means)}" if means else ""
    things = _things(genome)
    using = f", with {_and(things)}" if things else ""
    return f"A card game for {players} players: {_AIMS[aim]}{how}{using}{_stakes(genome)}."


def _draws(genome: GameGenome) -> list[str]:
    """Return in words how players draw cards, if this involves a choice or something that the other players see."""
    phases = [phase for phase in genome.phases if isinstance(phase, DrawPhase)]
    found = []
    if any(phase.source == "ask" for phase in phases):
        found.append("asking for ranks")
    if any(phase.source == "neighbour" for phase in phases):
        found.append("drawing from your neighbour's hand")
    if any(phase.source == "pile" or (phase.source == "deck" and not phase.mandatory) for phase in phases):
        found.append("drawing as you like")
    return found


def _things(genome: GameGenome) -> list[str]:
    """Return in words which open cards a game has."""
    found = []
    if genome.setup.board_cards or any(isinstance(phase, RevealPhase) for phase in genome.phases):
        found.append("a board that all share")
    if any(isinstance(phase, DrawPhase) and phase.face_up and phase.mandatory and phase.source == "deck"
           for phase in genome.phases):
        found.append("some cards open for all to see")
    return found


def _stakes(genome: GameGenome) -> str:
    rounds = sum(isinstance(phase, BettingPhase) for phase in genome.phases) * genome.turn_structure.rounds
    if not genome.bets or not rounds:
        return "; for points"
    return "; one betting round a hand" if rounds == 1 else f"; {rounds} betting rounds a hand"


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
