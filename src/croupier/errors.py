"""The base of every exception that croupier raises on purpose.

    try:
        hand = croupier.holdem(10, 20).deal(stacks)
    except croupier.Error as error:
        print(error)

Each kind of refusal has a class of its own beside the code that raises it; most are ValueErrors too.
"""

from __future__ import annotations


class Error(Exception):
    """The base of every exception that croupier raises on purpose."""
