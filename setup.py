"""Compile the core: every module with a .pxd beside it becomes a C extension, where a C compiler is at hand.

The core is compiled as a whole or not at all: compiled modules call each other in C, so that one that could not be
built would break the others. Without a compiler the same files run interpreted; `CROUPIER_CORE=compiled` makes that an
error, `CROUPIER_CORE=interpreted` compiles nothing.

What keeps the build short, measured on the whole core:
- C functions are optimized fully (-O3); the Python wrappers and the set-up of modules around them, nine tenths of
  Cython's C code, only lightly (-Og), and nothing carries debug information: a third of the C compiler's time. Modules
  whose Python methods are called for every action, or that handle objects for every line of a text (`DRIVEN`), are
  optimized more (-O1): in the others the C compiler calls the functions that count Python's references. At -O2 they
  took twice as long to compile and were 2 to 4 % faster; with -O0 for the others a hand in the core took 1.4 times as
  long;
- pip runs this file three times, and modules are translated only when it builds;
- code that Cython repeats in every module is built once, in `croupier._cyutility`;
- Cython and the C compiler run on all processors.

What makes the core fast: Cython calls a function of another module through a pointer, which no C compiler can inline.
So the modules that spend their time in such calls (`INLINING`) are given copies of the C functions that they call
(`Inliner`). The copies are taken from Cython's C code at every build; the rules stay in one place.

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
LIGHT, WHOLE = "-Og", "-O1"
"""Levels for gcc; the C functions of the core carry an attribute for -O3."""
DRIVEN = {"croupier.betting.checked", "croupier.games.poker.deal", "croupier.games.poker.hand",
          "croupier.games.poker.legal", "croupier.games.poker.start", "croupier.notation.pokerstars.hand_parser",
          "croupier.notation.pokerstars.player_lines", "croupier.notation.pokerstars.reader",
          "croupier.notation.pokerstars.record_builder", "croupier.ranking.calls",
          "croupier.ranking.equities.questions", "croupier.ranking.ranges"}
INLINING = {"croupier.games.poker.engine.engine", "croupier.games.poker.engine.playout", "croupier.games.poker.hand",
            "croupier.ranking.batch"}
OTHERS = ["-O3"]
HOT = """#if defined(__GNUC__) && !defined(__clang__)
#define CROUPIER_C_FUNCTION __attribute__((optimize("O3", "no-tree-loop-distribute-patterns")))
#else
#define CROUPIER_C_FUNCTION
#endif
#include "Python.h\""""
MARK = "CROUPIER_C_FUNCTION "
C_FUNCTION = re.compile(r"^(static [^;=\n]*\b__pyx_f_\w+\([^;{]*\) \{)", re.MULTILINE)
C_BODY = re.compile(r"^(?:CROUPIER_C_FUNCTION )?(static [^;=\n]*\b(__pyx_f_\w+)\([^;{]*\)) \{\n.*?^\}\n",
                    re.MULTILINE | re.DOTALL)
C_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
C_CALL = re.compile(r"\b(__pyx_f_\w+)\(")
C_CALL_ON = re.compile(r"(?<=[^\w*])(__pyx_f_\w+)\(([\w.>-]+)")
C_METHOD_CALL = re.compile(r"\(\(struct __pyx_vtabstruct_(\w+) \*\)[\w.>-]+->__pyx_vtab\)->(\w+)\(")
C_OF_PYTHON = re.compile(r"\bPy(?!_ssize_t\b)[A-Z_]\w*|\b__Pyx\w*|__pyx_L1_error")
C_NAME = re.compile(r"\b__pyx_(?:v|e|t|obj|vtabstruct)_8croupier\w+")
FINAL_CLASS = re.compile(r"^@cython\.final\n(?:@.*\n)*cdef class (\w+)", re.MULTILINE)


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


def core() -> list[Extension]:
    """Return the C extensions, each optional: a machine without a compiler still installs and runs interpreted."""
    if CORE == "interpreted":
        return []
    extensions = [*core_modules(), Extension(SHARED, [f"{SHARED}.c"])]
    for extension in extensions:
        extension.optional = CORE != "compiled"
    return extensions


def translate(extensions: list[Extension]) -> None:
    """Translate the modules to C, and let each extension be built from what came of it."""
    from Cython.Build import cythonize

    begun = time.monotonic()
    say(f"translating {len(extensions)} modules to C")
    translated = cythonize(extensions, compiler_directives=DIRECTIVES, build_dir=str(BUILD),
                           nthreads=os.cpu_count() or 1, quiet=True, include_path=[str(SOURCE)],
                           shared_utility_qualified_name=SHARED)
    for extension, made in zip(extensions, translated, strict=True):
        assert extension.name == made.name
        extension.sources = made.sources
        mark_c_functions(Path(extension.sources[0]))
    inline_calls(extensions)
    say(f"translated in {time.monotonic() - begun:.0f} s; compiling them takes about a minute on two "
        "processors")


def mark_c_functions(path: Path) -> None:
    """Mark the C functions of a translated module, as opposed to its Python wrappers, to be optimized fully."""
    code = path.read_text(encoding="utf-8")
    if MARK not in code:
        code = C_FUNCTION.sub(MARK + r"\1", code.replace('#include "Python.h"', HOT, 1))
        path.write_text(code, encoding="utf-8")


class Inliner:
    """Copies C functions from the modules that define them into those that call them, where they can be inlined.

    A function can be copied if its body touches no Python object and names only what the calling module declares.
    A call of a method goes through a table of pointers; it is replaced only if the class is final, so that no
    subclass can put another method there.
    """

    def __init__(self, paths: dict[str, Path]) -> None:
        self.bodies: dict[str, str] = {}
        self.signatures: dict[str, str] = {}
        self.final: dict[str, str] = {}
        self.methods: dict[str, tuple[str, str]] = {}
        for name, path in paths.items():
            for found in C_BODY.finditer(path.read_text(encoding="utf-8")):
                self.signatures[found[2]] = found[1]
                self.bodies[found[2]] = C_COMMENT.sub("", found[0]).removeprefix(MARK)
            module = "_".join(f"{len(part)}{part}" for part in name.split("."))
            pxd = (SOURCE / name.replace(".", "/")).with_suffix(".pxd")
            for one in FINAL_CLASS.findall(pxd.read_text() if pxd.exists() else ""):
                prefix = self.final[f"{module}_{one}"] = f"__pyx_f_{module}_{len(one)}{one}_"
                self.methods |= {method: (f"{module}_{one}", method.removeprefix(prefix)) for method in self.bodies
                                 if method.startswith(prefix)}

    def inlined(self, code: str) -> str:
        """Return the C code of a module with copies of the functions of other modules that it calls."""
        own = {found[2] for found in C_BODY.finditer(code)}
        copied: dict[str, str] = {}
        waiting = [code]
        while waiting:
            for name in self.called(waiting.pop()):
                if name not in own and name not in copied and self.can_move(name, code):
                    copied[name] = self.bodies[name]
                    waiting.append(copied[name])
        first = C_BODY.search(code)
        if first is None or not copied:
            return code
        functions = [MARK + self.direct(self.through_table(body, copied), copied) for body in copied.values()]
        prototypes = [self.direct(self.signatures[name], copied) + ";\n" for name in copied]
        head, tail = code[:first.start()], self.direct(code[first.start():], copied)
        return "".join([head, *prototypes, "\n", *functions, "\n", tail])

    def called(self, code: str) -> list[str]:
        """Return the names of the C functions that some code calls."""
        methods = [self.final[owner] + method for owner, method in C_METHOD_CALL.findall(code) if owner in self.final]
        return sorted({*C_CALL.findall(code), *methods} & self.bodies.keys())

    def can_move(self, name: str, code: str, known: frozenset[str] = frozenset()) -> bool:
        """Return True if a copy of the function can be compiled in this module's code, as those known already can."""
        body, known = self.bodies[name], known | {name}
        return (not C_OF_PYTHON.search(body) and all(one in code for one in C_NAME.findall(body))
                and all(other in self.methods or f"(*{other})" in code or self.can_move(other, code, known)
                        for other in C_CALL.findall(body) if other in self.bodies and other not in known))

    def direct(self, code: str, copied: dict[str, str]) -> str:
        """Return some code whose calls of copied functions call the copies, under names of their own."""
        def method(found: re.Match[str]) -> str:
            name = self.final.get(found[1], "") + found[2]
            return f"{name}(" if name in copied else found[0]

        def function(found: re.Match[str]) -> str:
            return f"croupier_{found[1]}(" if found[1] in copied else found[0]

        return C_CALL.sub(function, C_METHOD_CALL.sub(method, code))

    def through_table(self, body: str, copied: dict[str, str]) -> str:
        """Return a copied function whose calls of methods that stay in their module go through the class's table."""
        def call(found: re.Match[str]) -> str:
            if found[1] in copied or found[1] not in self.methods:
                return found[0]
            owner, name = self.methods[found[1]]
            return f"((struct __pyx_vtabstruct_{owner} *){found[2]}->__pyx_vtab)->{name}({found[2]}"

        return C_CALL_ON.sub(call, body)


def inline_calls(extensions: list[Extension]) -> None:
    """Give the modules of INLINING copies of the C functions that they call, in a file beside Cython's."""
    inliner = Inliner({extension.name: Path(extension.sources[0]) for extension in extensions})
    for extension in extensions:
        if extension.name in INLINING:
            source = Path(extension.sources[0])
            code = inliner.inlined(source.read_text(encoding="utf-8"))
            path = source.with_suffix(".inlined.c")
            if not path.exists() or path.read_text(encoding="utf-8") != code:  # a newer file is compiled again
                path.write_text(code, encoding="utf-8")
            extension.sources[0] = str(path)


class Build(build_ext):
    """Compile on all processors, and all modules or none."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        # Not before: pip runs this file three times, and only the last time to build.
        if self.extensions:
            translate(self.extensions)
        super().run()

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
    setup(ext_modules=core(), cmdclass={"build_ext": Build})
