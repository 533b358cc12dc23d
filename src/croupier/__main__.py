"""`python -m croupier` is the `croupier` command."""

from __future__ import annotations

import sys

from croupier.cli import main

sys.exit(main())
