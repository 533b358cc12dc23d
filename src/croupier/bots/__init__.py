"""Players: the `Bot` class to subclass, the house bots, and bots loaded from files.

    bots.named("tight")           one of the house bots
    bots.line_up("hard", 5)       names of house bots for a table of some level
    bots.load("mybot.py")         the bot in a file
    bots.names()                  who is in the house
"""

from __future__ import annotations

from croupier.bots.base import BadBot, Bot, BrokenBot, listens, name_of
from croupier.bots.characters import Character, line_up
from croupier.bots.house import raise_by_pot
from croupier.bots.load import BotLike, load, named, names, seat

__all__ = ["BadBot", "Bot", "BotLike", "BrokenBot", "Character", "line_up", "listens", "load", "name_of", "named",
           "names", "raise_by_pot", "seat"]
