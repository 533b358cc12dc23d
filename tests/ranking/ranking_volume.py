"""How much to try: the interpreted core is some hundred times slower than the compiled one."""

from __future__ import annotations

from croupier.ranking import kernel


def volume(compiled: int, interpreted: int) -> int:
    """So many when compiled, so many when not."""
    return compiled if kernel.COMPILED else interpreted
