"""The documentation site builds without a warning, which checks every internal link; contributors' files are true."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tools import release

import croupier

ROOT = Path(__file__).parents[2]
CONTRIBUTORS = ["CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "docs/compatibility.md", "docs/index.md"]


@pytest.mark.extras
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="make test-extras installs Sphinx")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "docs", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert croupier.__version__ in index


def test_every_page_is_in_the_sites_table_of_contents() -> None:
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    contents = "".join(re.findall(r"```{toctree}\n(.*?)```", index, re.DOTALL))
    listed = {line.strip() for line in contents.splitlines()}
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"index"}
    assert pages <= listed


@pytest.mark.parametrize("page", CONTRIBUTORS)
def test_files_and_commands_that_contributors_read_of_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert ((ROOT / page).parent / target).exists(), target
    for path in re.findall(r"`((?:src|tests|docs|tools|bench)/[\w/.]+)`", text):
        assert (ROOT / path).exists(), path
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"\bmake ([a-z-]+)\b", " ".join(re.findall(r"`[^`]+`|^make .*", text, re.MULTILINE))):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_make_help_lists_every_command_for_people() -> None:
    command = ["make", "--no-print-directory", "help"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {line.split()[1] for line in listed.splitlines()} == targets - {"chromium"}


def test_the_version_stands_in_one_place() -> None:
    for name in ("pyproject.toml", "CITATION.cff", "setup.py", "docs/conf.py"):
        assert f'"{croupier.__version__}"' not in (ROOT / name).read_text(encoding="utf-8")


def test_a_wheel_that_names_a_folder_of_this_machine_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / "croupier-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("croupier/module.py", f"PATH = '{tmp_path}'")
    release.check_content(wheel, root=tmp_path / "elsewhere")
    with pytest.raises(release.ReleaseError, match=r"module\.py names"):
        release.check_content(wheel, root=tmp_path)


def test_a_wheel_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "SIZE_MAX", 10)
    wheel = tmp_path / "croupier-1-py3-none-any.whl"
    wheel.write_bytes(b"x" * 11)
    with pytest.raises(release.ReleaseError, match="11 bytes"):
        release.check_content(wheel)
