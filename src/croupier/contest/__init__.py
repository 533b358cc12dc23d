"""Let bots play against each other: games, duplicate matches, tournaments, and simulations in compiled code.

    play       a table of bots; stacks carry over from hand to hand
    match      a duplicate match: every deal is played from every seating
    Tournament matches of two among many bots: round robin, Swiss, elimination
    simulate   millions of hands with built-in policies
    Bus        delivers the events of a game to subscribers
"""

from __future__ import annotations

from croupier.contest.bus import BadSubscription, Bus, Subscription
from croupier.contest.events import (
    GameEnded,
    GameStarted,
    HandEnded,
    HandStarted,
    Happened,
    Left,
    PlayerEliminated,
    TableEvent,
    Warned,
)
from croupier.contest.league.bracket import Bracket
from croupier.contest.league.pairings import round_robin, swiss_round
from croupier.contest.league.ratings import Rating, rate
from croupier.contest.league.tournament import Tournament, TournamentResult, named_bots
from croupier.contest.matches.carried import BlindLevel
from croupier.contest.matches.match import match
from croupier.contest.play import play
from croupier.contest.players import Isolation
from croupier.contest.result import MatchResult, PlayResult
from croupier.contest.runner import BotFailed
from croupier.contest.seeds import BadContest
from croupier.contest.simulation.simulate import SimResult, simulate

__all__ = ["BadContest", "BadSubscription", "BlindLevel", "BotFailed", "Bracket", "Bus", "GameEnded", "GameStarted",
           "HandEnded", "HandStarted", "Happened", "Isolation", "Left", "MatchResult", "PlayResult",
           "PlayerEliminated", "Rating", "SimResult", "Subscription", "TableEvent", "Tournament", "TournamentResult",
           "Warned", "match", "named_bots", "play", "rate", "round_robin", "simulate", "swiss_round"]
