"""What the tests of this room share: the reference counts."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def reference() -> dict[str, Any]:
    """Exact counts and equities, enumerated elsewhere."""
    corpus = Path(os.environ.get("CROUPIER_CORPUS", ROOT.parent / "shared" / "corpus"))
    path = corpus / "reference" / "evaluator.json"
    if not path.exists():
        pytest.skip(f"no reference counts at {path}: set CROUPIER_CORPUS")
    found: dict[str, Any] = json.loads(path.read_text())
    return found
