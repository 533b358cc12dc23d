"""What all tests share: hypothesis settings, Ctrl-C, and a path on which `tests` itself is found.

Hypothesis looks at new examples in every run and prints the seed to repeat them (`--hypothesis-seed`).
`CROUPIER_EXAMPLES=fixed` takes the same examples every time: `make test` runs the properties compiled with new examples
and interpreted with the fixed ones. Where `CI` is set, the fixed ones are the default, so that a change is judged by
itself; the nightly run looks for new ones.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
FIXED = os.environ.get("CROUPIER_EXAMPLES", "fixed" if os.environ.get("CI") else "new") == "fixed"
settings.register_profile("calm", deadline=None, max_examples=60, derandomize=FIXED, print_blob=True,
                          suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("calm")

if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # Shells start background jobs with Ctrl-C ignored, and every process started here would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose a seed for hypothesis where none was given, so that the report can print it. Workers take the same one."""
    if not FIXED and config.getoption("--hypothesis-seed", None) is None:
        seed = os.environ.setdefault("CROUPIER_HYPOTHESIS_SEED", str(secrets.randbelow(2**32)))
        config.option.hypothesis_seed = seed


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print how to repeat this run's examples."""
    words = "fixed examples" if FIXED else f"--hypothesis-seed={config.option.hypothesis_seed}"
    terminalreporter.write_line(f"hypothesis: {words}")
