"""Help in groups, suggestions for mistyped names, completion, and no options nobody would type."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from croupier.cli import main
from croupier.cli.app import COMMANDS, GROUPS
from croupier.errors import unknown


def printed(capsys, *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def test_help_lists_every_command_once_under_its_group(capsys):
    text = printed(capsys, "--help")
    assert sum(len(group) for group in GROUPS.values()) == len(COMMANDS)
    starts = [text.index(f" {title} ") for title in GROUPS]
    assert starts == sorted(starts)
    assert all(f" {name} " in text for name in COMMANDS)


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"new", "study"}))
def test_no_option_is_offered_in_a_form_that_nobody_would_type(command, capsys):
    text = printed(capsys, command, "--help")
    assert "--empty-" not in text
    assert {word for word in text.split() if word.startswith("--no-")} <= {"--no-auto-buy"}


def test_options_of_the_arena_are_not_taken_by_position(capsys):
    assert main(["arena", "0.0.0.0"]) == 2
    assert "0.0.0.0" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "meant"), [
    (["sim", "--game", "holdm"], "holdem"), (["arena", "--game", "omahha"], "omaha"),
    (["match", "streng", "caller"], "strength"), (["arena", "--pace", "humann"], "human"),
    (["arena", "--timeouts", "chek-fold"], "check-fold"), (["equity", "AhKh", "QQ", "--game", "omha"], "omaha"),
    (["match", "caller", "random", "--standard", "hu-100b"], "hu-100bb"), (["score", "simple-pokr"], "simple-poker"),
    (["convert", "pyproject.toml", "out", "--format", "phhh"], "phh"), (["arena", "--reveal", "mtch"], "match"),
    (["match", "caller", "random", "--adjust", "ful"], "full"), (["rules", "hodlem"], "holdem"),
    (["play", "sting", "--level", "hrad"], "hard"), (["evolve", "--style", "balnced"], "balanced"),
    (["play", "stng"], "sting"), (["completion", "bsh"], "bash"),
])
def test_a_mistyped_name_gets_a_suggestion(arguments, meant, capsys):
    assert main(arguments) == 2
    error = " ".join(capsys.readouterr().err.split()).replace('"', "")
    assert f"id you mean {meant}?" in error


def test_a_name_like_no_other_gets_the_list():
    assert unknown("game", "chess", ["holdem", "omaha"]) == "there is no game 'chess': there are holdem, omaha"
    assert unknown("game", 5, ["holdem"]) == "there is no game 5: there are holdem"
    assert len(unknown("game", "x" * 10_000, ["holdem"])) < 100


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_that_the_shell_accepts(shell, capsys):
    script = printed(capsys, "completion", shell)
    assert all(command in script for command in COMMANDS)
    program = shutil.which(shell)
    if program is not None:
        subprocess.run([program, "-n"], input=script, text=True, check=True, timeout=300)
