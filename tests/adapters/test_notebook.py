"""The notebook for researchers runs from its first cell to its last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.extras
NOTEBOOK = Path(__file__).parents[2] / "examples" / "research.ipynb"


def test_every_cell_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for package in ("numpy", "pandas", "matplotlib", "pyarrow"):
        pytest.importorskip(package, reason="the extras `envs`, `data` and `notebook` are not installed")
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {"__name__": "notebook"}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec(compile("".join(cell["source"]), f"research.ipynb, cell {number}", "exec"), names)
    assert len(names["frame"]) > 1000  # type: ignore[arg-type]
    assert abs(names["weights"]).max() > 0.1  # type: ignore[arg-type, attr-defined, operator]
    assert "<svg" in names["hands"][0]._repr_svg_()  # type: ignore[index]
    assert "learned is ahead of caller" in capsys.readouterr().out
