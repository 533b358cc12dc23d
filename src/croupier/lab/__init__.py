"""Describe card games as data (genomes), change them, score them and breed new ones.

    genome = lab.load("simple-poker")           a known game, or a file
    child = lab.mutate(genome, Random(1))       always a sound game
    print(lab.rulebook(child))                  rules to play from
    state = child.game().start(players=3, seed=5)
"""

from __future__ import annotations

from os import PathLike, fspath
from os.path import exists

from croupier.errors import unknown
from croupier.games.genome.check import Fault, faults
from croupier.games.genome.files import dumps, loads
from croupier.games.genome.files import read as _read
from croupier.games.genome.files import write as save
from croupier.games.genome.known import known as _known
from croupier.games.genome.known import names
from croupier.games.genome.rulebook import rulebook
from croupier.games.genome.values import (
    BadGenome,
    BettingAction,
    BettingPhase,
    BlindsPhase,
    CardValue,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    GameGenome,
    HandEvaluation,
    HandPattern,
    MeldPhase,
    PassPhase,
    PlayPhase,
    RankEffect,
    RevealPhase,
    ScoringRule,
    SetupRules,
    TrickPhase,
    TurnStructure,
    WinCondition,
)
from croupier.lab.breeding import operators
from croupier.lab.breeding.operators import crossover, mutate
from croupier.lab.breeding.random_games import random_genome

__all__ = ["BadGenome", "BettingAction", "BettingPhase", "BlindsPhase", "CardValue", "ClaimPhase", "DiscardPhase",
           "DrawPhase", "ExchangePhase", "Fault", "GameGenome", "HandEvaluation", "HandPattern", "MeldPhase",
           "PassPhase", "PlayPhase", "RankEffect", "RevealPhase", "ScoringRule", "SetupRules", "TrickPhase",
           "TurnStructure", "WinCondition", "crossover", "dumps", "faults", "load", "loads", "mutate", "names",
           "operators", "random_genome", "rulebook", "save"]


def load(name: str | PathLike[str]) -> GameGenome:
    """Return a known game by its name, or load a genome from a file."""
    if not isinstance(name, str | PathLike):
        raise BadGenome(f"a game's name or a file is wanted, not {type(name).__name__}")
    text = fspath(name)
    if text in names():
        return _known(text)
    if not exists(text) and not text.endswith(".json") and "/" not in text:
        raise BadGenome(f"{unknown('game', text, names())}; a file ends in .json")
    return _read(text)
