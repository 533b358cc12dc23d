"""One raise stays on a short path through the server (issue 24, part 8)."""

from __future__ import annotations

import pytest
from bench.__main__ import compiled
from bench.walk import CALLS_MAX, FILES_MAX, lines, walked

SOURCES_FILES, SOURCES_CALLS = 33, 185
"""What the path may be long with the sources of the core, whose calls are counted, too."""


@pytest.mark.parametrize("sources", [False, True], ids=["installed", "sources"])
def test_24_8_a_raise_passes_few_files_and_calls(sources):
    if not sources and not compiled():
        pytest.skip("the core is not compiled here")
    found = walked(sources=sources)
    print("\n".join(lines("as traced", found)))
    files, calls = (SOURCES_FILES, SOURCES_CALLS) if sources else (FILES_MAX, CALLS_MAX)
    assert found["files"] < files, found["calls of a file"]
    assert found["calls"] < calls, "\n".join(found["order"])
    assert found["files"] > 10  # something was traced
    for part in ("arena/server/sockets.py", "arena/journal/sqlite.py", "arena/core/tables/base.py"):
        assert part in found["calls of a file"]
