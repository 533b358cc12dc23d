"""House bots with characters. One class plays them all, in every poker game; the traits come from data files."""

from __future__ import annotations

from croupier.bots.characters.character import Character as Character
from croupier.bots.characters.traits import CHARACTERS as CHARACTERS
from croupier.bots.characters.traits import LEVELS as LEVELS
from croupier.bots.characters.traits import line_up as line_up
