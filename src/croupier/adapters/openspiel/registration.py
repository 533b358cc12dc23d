"""Register croupier's games with OpenSpiel: importing this module is enough.

    pyspiel.load_game("croupier_leduc_poker")
"""

from __future__ import annotations

from typing import Any

import pyspiel

from croupier.adapters.encoding.choose import VERSION, encoding_of, names
from croupier.adapters.openspiel.game import SpielGame


def _class_of(name: str) -> Any:
    """Return a class that OpenSpiel can make the game from; it keeps classes until the process ends."""
    class NamedGame(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(encoding_of(name, hands=1), name.removesuffix(f"-{VERSION}"))
    return NamedGame


def _register() -> dict[str, str]:
    found = {}
    for name in names():
        made = _class_of(name)
        kind = made().type
        pyspiel.register_game(kind, made)
        found[kind.short_name] = name
    return found


NAMES = _register()
"""The versioned names of environments by OpenSpiel's names."""
