"""Register croupier's games with Gymnasium and PettingZoo when this module is imported.

    gymnasium.make("croupier.adapters.envs.registration:croupier/holdem-v1", opponents=["caller"])
    pettingzoo.make("aec", "croupier/holdem-v1", seats=6)
"""

from __future__ import annotations

import gymnasium
import pettingzoo

from croupier.adapters.encoding.choose import names

IDS = tuple(f"croupier/{name}" for name in names())
"""The registered ids, one for each versioned name of a game."""

for _id, _name in zip(IDS, names(), strict=True):
    gymnasium.register(_id, "croupier.adapters.envs.seat_env:SeatEnv", kwargs={"game": _name})
    pettingzoo.register("aec", _id, "croupier.adapters.envs.aec:table_env", kwargs={"game": _name})
