"""`python -m tools.release`: build the source distribution and a wheel into dist/, and check both.

The wheel is installed into a clean virtual environment and tried; neither file may name a path of this machine or be
larger than expected. Nothing is uploaded.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
SIZE_MAX = 30_000_000
"""Bytes. The wheel is mostly the compiled core; ten times its size would mean that something else came along."""
SMOKE = (["--version"], ["sim", "--hands", "100000", "--seed", "1"], ["equity", "AhKh", "QQ+"],
         ["rank", "AhKhQhJhTh2c3d"], ["rules", "B4"])


class ReleaseError(Exception):
    """A distribution that must not be published."""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return what it printed; raise ReleaseError if it fails."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise ReleaseError(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def build() -> list[Path]:
    """Build both distributions from a clean folder and return their paths."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST)
    run(sys.executable, "-m", "twine", "check", "--strict", *DIST.iterdir())
    return sorted(DIST.iterdir())


def files_of(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the files in a distribution."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            yield from ((name, archive.read(name)) for name in archive.namelist())
        return
    with tarfile.open(path) as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file is not None:
                yield member.name, file.read()


def check_content(path: Path, root: Path = ROOT) -> None:
    """Raise ReleaseError if a distribution is too large or names a path of the machine that built it."""
    if path.stat().st_size > SIZE_MAX:
        raise ReleaseError(f"{path.name} has {path.stat().st_size:,} bytes, more than {SIZE_MAX:,}")
    needles = [str(folder).encode() for folder in (root, Path.home()) if folder != Path("/")]
    for name, content in files_of(path):
        for needle in needles:
            if needle in content:
                raise ReleaseError(f"{path.name}: {name} names {needle.decode()}, a folder of this machine")


def try_wheel(wheel: Path) -> None:
    """Install a wheel into a clean environment and run a few commands."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin")
        run(programs / "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=Path(folder))
        for arguments in SMOKE:
            print(run(programs / "croupier", *arguments, cwd=Path(folder)).splitlines()[0])


def main() -> int:
    """Build and check; print the files, or what is wrong with them."""
    try:
        files = build()
        for path in files:
            check_content(path)
        try_wheel(next(path for path in files if path.suffix == ".whl"))
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    for path in files:
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
