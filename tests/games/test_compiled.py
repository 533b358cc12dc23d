"""The core is compiled where a compiler is at hand: a failed build must not pass in silence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from importlib import import_module
from pathlib import Path

import pytest

import croupier

CORE_WANTED = os.environ.get("CROUPIER_CORE")
SOURCE = Path(__file__).resolve().parents[2] / "src"
CORE = [".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for path in sorted(SOURCE.rglob("*.pxd")) if path.name not in ("__init__.pxd", "constants.pxd")]


def interpreted_on_purpose() -> bool:
    return Path(croupier.__file__).resolve().is_relative_to(SOURCE) or CORE_WANTED == "interpreted"


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


def imported(folder: Path, core: str) -> subprocess.CompletedProcess[str]:
    """Import croupier from a folder in a fresh interpreter, with this CROUPIER_CORE."""
    return subprocess.run([sys.executable, "-c", "import croupier"], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(folder), "CROUPIER_CORE": core})


def test_a_missing_compiled_core_is_an_error_if_asked_for(tmp_path):
    for path in (SOURCE / "croupier").rglob("*.py"):
        copy = tmp_path / path.relative_to(SOURCE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    assert "CROUPIER_CORE=compiled, but the core is not compiled" in imported(tmp_path, "compiled").stderr
    assert imported(tmp_path, "").returncode == 0
