"""Let Ctrl-C stop long loops of compiled code, in which the interpreter does not check for it by itself."""

from __future__ import annotations

import cython


def check_signals() -> None:
    """Raise KeyboardInterrupt if the user has pressed Ctrl-C; call it now and then in a loop that may take long."""
    if cython.compiled:
        PyErr_CheckSignals()  # type: ignore[name-defined]  # noqa: F821 - a C function of the .pxd file
