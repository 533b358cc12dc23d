"""croupier runs betting card games: an exact and fast engine, rankings and equities, bots, and more.

Every name in `__all__` is loaded when it is first used, so that `import croupier` takes almost no time.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier import bots as bots
    from croupier import contest as contest
    from croupier import lab as lab
    from croupier import ranking as ranking
    from croupier import stats as stats
    from croupier import table as table
    from croupier.adapters.data import frame as frame
    from croupier.betting.pots import Pot as Pot
    from croupier.betting.rulebook import BadAmount as BadAmount
    from croupier.betting.rulebook import IllegalAction as IllegalAction
    from croupier.bots.base import BadBot as BadBot
    from croupier.bots.base import Bot as Bot
    from croupier.cards import BadCards as BadCards
    from croupier.cards import Card as Card
    from croupier.cards import Cards as Cards
    from croupier.contest.bus import BadSubscription as BadSubscription
    from croupier.contest.bus import Bus as Bus
    from croupier.contest.matches.match import match as match
    from croupier.contest.play import play as play
    from croupier.contest.runner import BotFailed as BotFailed
    from croupier.contest.seeds import BadContest as BadContest
    from croupier.contest.simulation.simulate import simulate as simulate
    from croupier.errors import Error as Error
    from croupier.games.api import ALL as ALL
    from croupier.games.api import PUBLIC as PUBLIC
    from croupier.games.api import Action as Action
    from croupier.games.api import BadAction as BadAction
    from croupier.games.poker.equities import equity as equity
    from croupier.games.poker.events import Acted as Acted
    from croupier.games.poker.events import Awarded as Awarded
    from croupier.games.poker.events import Board as Board
    from croupier.games.poker.events import Dealt as Dealt
    from croupier.games.poker.events import Drew as Drew
    from croupier.games.poker.events import Posted as Posted
    from croupier.games.poker.events import Returned as Returned
    from croupier.games.poker.events import Shown as Shown
    from croupier.games.poker.game import PokerGame as PokerGame
    from croupier.games.poker.game import badugi as badugi
    from croupier.games.poker.game import game as game
    from croupier.games.poker.game import holdem as holdem
    from croupier.games.poker.game import omaha as omaha
    from croupier.games.poker.game import omaha8 as omaha8
    from croupier.games.poker.game import razz as razz
    from croupier.games.poker.game import short_deck as short_deck
    from croupier.games.poker.game import single_draw as single_draw
    from croupier.games.poker.game import stud as stud
    from croupier.games.poker.game import stud8 as stud8
    from croupier.games.poker.game import triple_draw as triple_draw
    from croupier.games.poker.hand import ChipsLost as ChipsLost
    from croupier.games.poker.hand import Hand as Hand
    from croupier.games.poker.legal import Legal as Legal
    from croupier.games.poker.rules import BadSetup as BadSetup
    from croupier.games.poker.view import View as View
    from croupier.games.sting.cards import BadDeck as BadDeck
    from croupier.games.sting.game import Sting as Sting
    from croupier.notation.files import dumps as dumps
    from croupier.notation.files import load as load
    from croupier.notation.files import loads as loads
    from croupier.notation.files import save as save
    from croupier.notation.game_record import GameRecord as GameRecord
    from croupier.notation.game_record import load_games as load_games
    from croupier.notation.game_record import save_games as save_games
    from croupier.notation.record import BadRecord as BadRecord
    from croupier.notation.record import HandRecord as HandRecord
    from croupier.notation.recording import record_of as record_of
    from croupier.notation.replay import Replay as Replay
    from croupier.ranking import Rank as Rank
    from croupier.ranking import rank as rank
    from croupier.ranking.errors import BadEquity as BadEquity
    from croupier.ranking.errors import BadRange as BadRange

__version__ = "0.1.0"

_HOMES = {
    "croupier.adapters.data": ("frame",),
    "croupier.betting.pots": ("Pot",),
    "croupier.betting.rulebook": ("BadAmount", "IllegalAction"),
    "croupier.bots.base": ("BadBot", "Bot"),
    "croupier.cards": ("BadCards", "Card", "Cards"),
    "croupier.contest.bus": ("BadSubscription", "Bus"),
    "croupier.contest.matches.match": ("match",),
    "croupier.contest.play": ("play",),
    "croupier.contest.runner": ("BotFailed",),
    "croupier.contest.seeds": ("BadContest",),
    "croupier.contest.simulation.simulate": ("simulate",),
    "croupier.errors": ("Error",),
    "croupier.games.api": ("ALL", "PUBLIC", "Action", "BadAction"),
    "croupier.games.poker.equities": ("equity",),
    "croupier.games.poker.events": ("Acted", "Awarded", "Board", "Dealt", "Drew", "Posted", "Returned", "Shown"),
    "croupier.games.poker.game": ("PokerGame", "badugi", "game", "holdem", "omaha", "omaha8", "razz", "short_deck",
                                  "single_draw", "stud", "stud8", "triple_draw"),
    "croupier.games.poker.hand": ("ChipsLost", "Hand"),
    "croupier.games.poker.legal": ("Legal",),
    "croupier.games.poker.rules": ("BadSetup",),
    "croupier.games.poker.view": ("View",),
    "croupier.games.sting.cards": ("BadDeck",),
    "croupier.games.sting.game": ("Sting",),
    "croupier.notation.files": ("dumps", "load", "loads", "save"),
    "croupier.notation.game_record": ("GameRecord", "load_games", "save_games"),
    "croupier.notation.record": ("BadRecord", "HandRecord"),
    "croupier.notation.recording": ("record_of",),
    "croupier.notation.replay": ("Replay",),
    "croupier.ranking": ("Rank", "rank"),
    "croupier.ranking.errors": ("BadEquity", "BadRange"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}
_ROOMS = ("bots", "contest", "lab", "ranking", "stats", "table")

__all__ = sorted([*_HOME, *_ROOMS, "__version__"])


def __getattr__(name: str) -> object:
    """Load a public name when it is first used; from then on it is an ordinary attribute."""
    if name in _HOME:
        thing = getattr(import_module(_HOME[name]), name)
    elif name in _ROOMS:
        thing = import_module(f"croupier.{name}")
    else:
        raise AttributeError(f"croupier has no {name!r}")
    globals()[name] = thing
    return thing


def __dir__() -> list[str]:
    return list(__all__)


def _require_compiled_core() -> None:
    """Raise ImportError if the core would run interpreted: `CROUPIER_CORE=compiled` asks for this check."""
    from importlib.util import find_spec

    spec = find_spec("croupier.games.poker.hand")
    if spec is None or not str(spec.origin).endswith((".so", ".pyd")):
        raise ImportError("CROUPIER_CORE=compiled, but the core is not compiled here: install croupier with a C "
                          "compiler at hand, or unset CROUPIER_CORE to run it interpreted")


if os.environ.get("CROUPIER_CORE") == "compiled":
    _require_compiled_core()
