"""Compile the core: every module with a .pxd beside it becomes a C extension, where a C compiler is at hand.

Constants that compiled code uses stand once, in modules named `constants.py` (`BETTING = 1`). For each such module
this file writes a `constants.pxd` with the same names as a C enum, so that `constants.BETTING` is a constant in C too.
"""

from __future__ import annotations

import ast
import os
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
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


def write_enum(module: Path) -> None:
    """Write the .pxd of a module of constants, only if it changed: a newer file makes Cython compile all its users."""
    names: dict[str, int] = {}
    exec(compile(ast.parse(module.read_text()), str(module), "exec"), {}, names)
    lines = [f"    {name} = {value}" for name, value in names.items() if type(value) is int]
    text = "\n".join([f"# Written by setup.py from {module.name}: change that file.", "cdef enum:", *lines, ""])
    pxd = module.with_suffix(".pxd")
    if not pxd.exists() or pxd.read_text() != text:
        pxd.write_text(text)


def core_modules() -> list[Extension]:
    """Return an extension for each module that has its C types in a .pxd file; `constants.py` modules stay Python."""
    for module in SOURCE.rglob("constants.py"):
        write_enum(module)
    paths = sorted(pxd.with_suffix(".py") for pxd in SOURCE.rglob("*.pxd")
                   if pxd.name not in ("__init__.pxd", "constants.pxd"))
    return [Extension(".".join(path.relative_to(SOURCE).with_suffix("").parts), [str(path)],
                      extra_compile_args=["-O3", "-fno-tree-loop-distribute-patterns", "-w"]) for path in paths]


def compiled_core() -> list[Extension]:
    """The C extensions, each optional: a machine without a compiler still installs and runs interpreted."""
    if os.environ.get("CROUPIER_INTERPRETED"):
        return []
    from Cython.Build import cythonize

    extensions = cythonize(core_modules(), compiler_directives=DIRECTIVES, build_dir="build/c",
                           nthreads=os.cpu_count() or 1, quiet=True, include_path=[str(SOURCE)])
    for extension in extensions:
        extension.optional = True
    return list(extensions)


class ParallelBuild(build_ext):
    """Compile the extensions on all processors: the build takes minutes, and setuptools uses one unless told."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()


if __name__ == "__main__":  # cythonize starts processes that may import this file again
    setup(ext_modules=compiled_core(), cmdclass={"build_ext": ParallelBuild})
