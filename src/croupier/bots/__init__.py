"""Players: the `Bot` class to subclass, the house bots, and bots loaded from files.

    bots.named("strength")        one of the house bots
    bots.load("mybot.py")         the bot in a file
    bots.names()                  who is in the house
"""

from __future__ import annotations

from croupier.bots.base import BadBot, Bot, BrokenBot, listens, name_of
from croupier.bots.house import raise_by_pot
from croupier.bots.load import BotLike, load, named, names, seat

__all__ = ["BadBot", "Bot", "BotLike", "BrokenBot", "listens", "load", "name_of", "named", "names", "raise_by_pot",
           "seat"]
