"""`croupier completion SHELL`: print a completion script for a shell."""

from __future__ import annotations

from typing import Literal

Shell = Literal["bash", "zsh", "fish"]


def completion(shell: Shell, /) -> None:
    """Print a script that completes commands and options when you press Tab.

    For bash, add this line to ~/.bashrc: eval "$(croupier completion bash)"

    Parameters
    ----------
    shell
        bash, zsh or fish.
    """
    from croupier.cli.app import build

    print(build().generate_completion(prog_name="croupier", shell=shell))
