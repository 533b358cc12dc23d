"""Provide environments for reinforcement learning (needs the extra `envs`).

    table_env("holdem-v1", seats=6)                     PettingZoo: every seat is an agent
    SeatEnv("holdem-v1", opponents=["caller"])          Gymnasium: one seat against bots
    VectorTables(croupier.holdem(sb=1, bb=2), 4096)     many poker tables at once on numpy arrays

Names are imported when they are first used, so that the compiled core in this package can be used without PettingZoo,
Gymnasium and numpy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.adapters.encoding.choose import encoding_of as encoding_of
    from croupier.adapters.encoding.choose import names as names
    from croupier.adapters.encoding.poker_actions import SizedActions as SizedActions
    from croupier.adapters.envs.aec import table_env as table_env
    from croupier.adapters.envs.seat_env import SeatEnv as SeatEnv
    from croupier.adapters.envs.vector import VectorTables as VectorTables

_HOME = {"SeatEnv": "envs.seat_env", "SizedActions": "encoding.poker_actions", "VectorTables": "envs.vector",
         "encoding_of": "encoding.choose", "names": "encoding.choose", "table_env": "envs.aec"}

__all__ = ["SeatEnv", "SizedActions", "VectorTables", "encoding_of", "names", "table_env"]


def __getattr__(name: str) -> object:
    """Import a name when it is first used. If its package is not installed, the error names the missing extra."""
    if name not in _HOME:
        raise AttributeError(f"croupier.adapters.envs has no {name!r}")
    try:
        return getattr(import_module(f"croupier.adapters.{_HOME[name]}"), name)
    except ModuleNotFoundError as error:
        if error.name in ("numpy", "gymnasium", "pettingzoo"):
            raise ModuleNotFoundError(f"{name} needs {error.name}: pip install 'croupier[envs]'",
                                      name=error.name) from None
        raise
