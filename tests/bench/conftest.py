"""The bench is a package beside `tests`, not installed: let it be found however pytest was started."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
