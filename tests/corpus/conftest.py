"""Where the corpus of real hands is: $CROUPIER_CORPUS, or ../shared/corpus beside the repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The corpus, or a reason to skip."""
    path = Path(os.environ.get("CROUPIER_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus")
    if not (path / "expected.jsonl").exists():
        pytest.skip(f"no corpus at {path}: set CROUPIER_CORPUS")
    return path
