"""Convert the decisions of recorded hands to Arrow tables and Parquet files (needs the extra `data`)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.adapters.data.arrow import batches as batches
    from croupier.adapters.data.arrow import frame as frame
    from croupier.adapters.data.arrow import write_parquet as write_parquet

__all__ = ["batches", "frame", "write_parquet"]


def __getattr__(name: str) -> object:
    """Import a name when it is first used. If pyarrow is not installed, the error names the missing extra."""
    if name not in __all__:
        raise AttributeError(f"croupier.adapters.data has no {name!r}")
    try:
        return getattr(import_module("croupier.adapters.data.arrow"), name)
    except ModuleNotFoundError as error:
        if error.name == "pyarrow":
            raise ModuleNotFoundError(f"{name} needs pyarrow: pip install 'croupier[data]'", name="pyarrow") from None
        raise
