"""House bots with characters: one player whose traits come from data files, for every poker game."""

from __future__ import annotations

from croupier.bots.characters.character import Character as Character
from croupier.bots.characters.traits import CHARACTERS as CHARACTERS
from croupier.bots.characters.traits import LEVELS as LEVELS
from croupier.bots.characters.traits import line_up as line_up
