"""Compile the core: every module with a .pxd beside it becomes a C extension, where a C compiler is at hand.

The core is compiled as a whole or not at all: compiled modules call each other in C, so that one that could not be
built would break the others. Without a compiler the same files run interpreted; `CROUPIER_CORE=compiled` makes that an
error, `CROUPIER_CORE=interpreted` compiles nothing.

What keeps the build short, measured on the whole core:
- C functions are optimized fully (-O3); the Python wrappers and the set-up of modules around them, nine tenths of
  Cython's C code, only lightly (-Og), and nothing carries debug information: a third of the C compiler's time. Modules
  whose Python methods are called for every action (`DRIVEN`) are optimized as a whole;
- code that Cython repeats in every module is built once, in `croupier._cyutility`;
- Cython and the C compiler run on all processors.

Constants that compiled code uses are written once, in modules named `constants.py` (`BETTING = 1`). For each of them
this file writes a `constants.pxd` with the same names as a C enum, so that `constants.BETTING` is a constant in C too.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import time
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.extension import Extension

SOURCE = Path("src")
BUILD = Path("build/c")
SHARED = "croupier._cyutility"
CORE = os.environ.get("CROUPIER_CORE", "")
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
GCC = ["-g0", "-fno-tree-loop-distribute-patterns", "-w"]
LIGHT, WHOLE = "-Og", "-O2"
"""Levels for gcc; the C functions of the core carry an attribute for -O3."""
DRIVEN = {"croupier.betting.checked", "croupier.games.poker.deal", "croupier.games.poker.hand",
          "croupier.games.poker.legal", "croupier.games.poker.start", "croupier.ranking.calls",
          "croupier.ranking.equities.questions", "croupier.ranking.ranges"}
OTHERS = ["-O3"]
HOT = """#if defined(__GNUC__) && !defined(__clang__)
#define CROUPIER_C_FUNCTION __attribute__((optimize("O3", "no-tree-loop-distribute-patterns")))
#else
#define CROUPIER_C_FUNCTION
#endif
#include "Python.h\""""
C_FUNCTION = re.compile(r"^(static [^;=\n]*\b__pyx_f_\w+\([^;{]*\) \{)", re.MULTILINE)


def say(words: str) -> None:
    """Print what is being done: `pip install -v` and `python setup.py` show it."""
    print(f"croupier: {words}", file=sys.stderr, flush=True)


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
    return [Extension(".".join(path.relative_to(SOURCE).with_suffix("").parts), [str(path)]) for path in paths]


def compiled_core() -> list[Extension]:
    """Return the C extensions, each optional: a machine without a compiler still installs and runs interpreted."""
    if CORE == "interpreted":
        return []
    from Cython.Build import cythonize

    modules, begun = core_modules(), time.monotonic()
    say(f"translating {len(modules)} modules to C")
    extensions = cythonize([*modules, Extension(SHARED, [f"{SHARED}.c"])], compiler_directives=DIRECTIVES,
                           build_dir=str(BUILD), nthreads=os.cpu_count() or 1, quiet=True, include_path=[str(SOURCE)],
                           shared_utility_qualified_name=SHARED)
    for extension in extensions:
        extension.optional = CORE != "compiled"
        mark_c_functions(Path(extension.sources[0]))
    say(f"translated in {time.monotonic() - begun:.0f} s; compiling them takes about a minute on two "
        "processors")
    return list(extensions)


def mark_c_functions(path: Path) -> None:
    """Mark the C functions of a translated module, as opposed to its Python wrappers, to be optimized fully."""
    code = path.read_text(encoding="utf-8")
    if "CROUPIER_C_FUNCTION" not in code:
        code = C_FUNCTION.sub(r"CROUPIER_C_FUNCTION \1", code.replace('#include "Python.h"', HOT, 1))
        path.write_text(code, encoding="utf-8")


class Build(build_ext):
    """Compile on all processors, and all modules or none."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        """Compile with the flags that this compiler knows."""
        gcc = self.compiler.compiler_type in ("unix", "mingw32")
        for extension in self.extensions:
            level = WHOLE if extension.name in DRIVEN else LIGHT
            extension.extra_compile_args = [*GCC, level] if gcc else OTHERS
        begun = time.monotonic()
        super().build_extensions()
        missing = [extension.name for extension in self.extensions
                   if not os.path.exists(self.get_ext_fullpath(extension.name))]
        if missing:
            self.leave_interpreted(missing)
        elif self.extensions:
            say(f"compiled in {time.monotonic() - begun:.0f} s")

    def leave_interpreted(self, missing: list[str]) -> None:
        """Remove the modules that were built, since some are missing: the whole core then runs interpreted."""
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
        self.extensions = []
        say(f"{len(missing)} modules could not be compiled ({missing[0]}, ...): the core will run interpreted, slower "
            "and with the same results. Is there a C compiler?")


if __name__ == "__main__":  # cythonize starts processes that may import this file again
    setup(ext_modules=compiled_core(), cmdclass={"build_ext": Build})
