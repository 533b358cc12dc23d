"""croupier.Error stands above every exception of the package."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module

import croupier

SIGNALS = {"Closed", "Quit", "Finer", "Unusual", "Skip", "OutOfTime", "Terminated"}
"""Not errors: raised and caught inside the package to leave a loop."""


def exceptions():
    """Yield every exception class that a module of the package defines; skip modules that need a missing package."""
    for module in pkgutil.walk_packages(croupier.__path__, "croupier."):
        if module.name.endswith("__main__"):
            continue
        try:
            found = import_module(module.name)
        except ModuleNotFoundError as error:
            assert not str(error.name).startswith("croupier"), module.name
            continue
        for _, thing in inspect.getmembers(found, inspect.isclass):
            if issubclass(thing, BaseException) and thing.__module__ == module.name:
                yield thing


def test_every_exception_is_a_croupier_error():
    found = {thing for thing in exceptions() if thing is not croupier.Error}
    assert len(found) > 25
    assert {thing.__name__ for thing in found if not issubclass(thing, croupier.Error)} == SIGNALS


def test_no_two_exceptions_share_a_name():
    names = [thing.__name__ for thing in exceptions()]
    assert sorted({name for name in names if names.count(name) > 1}) == []
