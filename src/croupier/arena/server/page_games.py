"""What the page knows of the poker games: a JavaScript module made from their rules, so that the page keeps no list."""

from __future__ import annotations

import json
from functools import cache

from croupier.games.poker.rules import ALL_RULES
from croupier.games.registry import variant_name


@cache
def games_module() -> str:
    """Return `games.js`: for each variant its title, the ranking of its high hand, its deck and its cards."""
    facts = {name: {"title": rules.title, "high": rules.high, "deck": rules.deck,
                    "cards": rules.hole_cards}
             for rules in ALL_RULES.values() for name in {rules.code, variant_name(rules.code)}}
    return f"export const games = {json.dumps(facts, ensure_ascii=False)};\n"
