"""A table's name: short, and nothing in it that cannot be seen."""

from __future__ import annotations

import pytest

from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.core.host import NAME_MAX, Host


@pytest.mark.parametrize("name", ["", "a\0b", "a\nb", "T-1\u202e", "x" * (NAME_MAX + 1)])
def test_names_that_cannot_be(name):
    with pytest.raises(BadArena, match="a table's name"):
        Host({"T-1": TableConfig(), name: TableConfig()})


@pytest.mark.parametrize("name", ["T-1", "Зал 2", "x" * NAME_MAX, "final table"])
def test_names_that_can_be(name):
    assert name in Host({name: TableConfig()}).tables
