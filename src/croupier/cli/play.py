"""`croupier play GAME`: sit down at the terminal and play. `GAMES` is all there is to add for another game."""

from __future__ import annotations

from cyclopts import App

app = App(name="play", help="Play a game in the terminal.", suppress_keyboard_interrupt=False,
          result_action="return_value")

GAMES = {"sting": ("croupier.cli.play_sting:play", "Sell, keep your nerve, and do not get caught.")}
"""The games by name: where the command is, and what it is about; loaded when it is called."""

for _name, (_where, _words) in GAMES.items():
    app.command(_where, name=_name, help=_words)
