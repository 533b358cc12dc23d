"""Compile the core: every module with a .pxd beside it becomes a C extension, where a C compiler is at hand."""

from __future__ import annotations

import os
from pathlib import Path

from setuptools import setup
from setuptools.extension import Extension

SOURCE = Path("src")
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "annotation_typing": False,  # Python's `int` hints must not turn C integers into objects
    "freethreading_compatible": True,
    "auto_pickle": False,
}


def core_modules() -> list[Extension]:
    """An extension for each module that has C types written down beside it."""
    paths = sorted(pxd.with_suffix(".py") for pxd in SOURCE.rglob("*.pxd") if pxd.name != "__init__.pxd")
    return [Extension(".".join(path.relative_to(SOURCE).with_suffix("").parts), [str(path)],
                      extra_compile_args=["-O3", "-fno-tree-loop-distribute-patterns", "-w"]) for path in paths]


def compiled_core() -> list[Extension]:
    """The C extensions, each optional: a machine without a compiler still installs and runs interpreted."""
    if os.environ.get("CROUPIER_INTERPRETED"):
        return []
    from Cython.Build import cythonize

    extensions = cythonize(core_modules(), compiler_directives=DIRECTIVES, build_dir="build/c",
                           nthreads=0, quiet=True, include_path=[str(SOURCE)])
    for extension in extensions:
        extension.optional = True
    return list(extensions)


setup(ext_modules=compiled_core())
