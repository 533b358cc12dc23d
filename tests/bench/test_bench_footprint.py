"""`import croupier` costs next to nothing: what is heavy is loaded by whoever asks for it."""

import pytest

from bench import footprint


def test_import_loads_nothing_heavy():
    assert footprint.unwanted() == []


def test_an_import_is_seen_by_the_check():
    assert footprint.unwanted("sqlite3") == ["sqlite3"]


def test_a_fresh_interpreter_is_charged_its_cpu_time():
    assert 0 < footprint.started("pass") < footprint.started("sum(range(10_000_000))")


def test_a_failing_import_is_an_import_error():
    with pytest.raises(ImportError, match="no_such_module"):
        footprint.started("import no_such_module")
