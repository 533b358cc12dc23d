"""The core is compiled where a compiler is at hand: a failed build must not pass in silence."""

from __future__ import annotations

import os
import shutil
import sysconfig
from importlib import import_module
from pathlib import Path

import pytest

import croupier

SOURCE = Path(__file__).resolve().parents[2] / "src"
CORE = [".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for path in sorted(SOURCE.rglob("*.pxd")) if path.name not in ("__init__.pxd", "constants.pxd")]


def interpreted_on_purpose() -> bool:
    return Path(croupier.__file__).resolve().is_relative_to(SOURCE) or bool(os.environ.get("CROUPIER_INTERPRETED"))


def compiler() -> bool:
    return shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0]) is not None


def test_there_is_a_core():
    assert "croupier.games.poker.hand" in CORE
    assert "croupier.betting.round" in CORE


@pytest.mark.skipif(interpreted_on_purpose(), reason="the interpreted run: PYTHONPATH=src")
@pytest.mark.skipif(not compiler(), reason="no C compiler here")
@pytest.mark.parametrize("module", CORE)
def test_the_core_is_compiled(module):
    assert import_module(module).__file__.endswith((".so", ".pyd"))
