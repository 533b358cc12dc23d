"""House bots with different styles of play. One class plays all of them in every poker game; their traits are in data
files.
"""

from __future__ import annotations

from croupier.bots.characters.character import Character as Character
from croupier.bots.characters.traits import CHARACTERS as CHARACTERS
from croupier.bots.characters.traits import LEVELS as LEVELS
from croupier.bots.characters.traits import line_up as line_up
