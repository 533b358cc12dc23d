"""Run bots in processes of their own, with limits on time, memory, processes, files and output.

    bot = isolate("mybot.py", BotLimits(move_time_ms=500))   # or "package.module:Class", "exec:./mybot", "ws://host:1"
    bot.set_game(game); action = bot.act(view)              # a Bot like any other; BotFault names what went wrong
    bot.close()                                             # ends all its processes; bot.log is the path of its log

`print(protection_here())` prints what this machine can enforce. `docs/contests.md` explains how isolation works and
what it does not protect from. `docs/json-bots.md` explains how a program in another language plays.
"""

from __future__ import annotations

from croupier.bots.isolation.bot import ProgramBot, PythonBot, RemoteBot, isolate
from croupier.bots.isolation.faults import BotFault
from croupier.bots.isolation.limits import BotLimits, Protection, protection_here

__all__ = ["BotFault", "BotLimits", "ProgramBot", "Protection", "PythonBot", "RemoteBot", "isolate", "protection_here"]
