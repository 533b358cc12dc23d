"""How long a test waits for something that must happen.

The limits are reached only when a test fails. They say nothing about speed: a test must pass on a machine that is
slow, busy or throttled, so no test compares a measured time with a limit. Measurements belong to `bench`.
"""

import os

PATIENCE = float(os.environ.get("CROUPIER_PATIENCE", "300"))
"""Seconds to wait for one thing: a frame, a commit, the end of a process. Set it lower while you work on a test."""
WHOLE = 600.0
"""Seconds for the whole body of a test."""
