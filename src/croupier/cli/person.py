"""Let a person at the terminal choose actions. List the choices by number, read what the person types, answer
questions, and refuse illegal actions.

Input is read line by line, so that a script can play a game: the same seed and the same lines give the same game.
`Desk` contains no rules of a game; the caller passes in the choices and the explanations.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from croupier.cards import Cards
from croupier.games.api import Action

YOU = 0
"""The person's seat."""
RED_SUITS = "hd"


class Quit(BaseException):
    """Raised when the person leaves the game. Code that catches the errors of bots does not catch this exception."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice that a person has: the name, other names, and the meaning."""

    words: str
    action: Action
    means: str = ""
    names: tuple[str, ...] = ()

    def is_called(self, typed: str) -> bool:
        """Return True if the typed text names this choice."""
        return typed in (self.words.lower(), *self.names)


class Desk:
    """Prints lines for a person and asks the person for actions."""

    def __init__(self, names: Sequence[str], help_words: str) -> None:
        self.names = ["You", *names]
        self.help_words = help_words
        self.console = Console(file=sys.stdout, highlight=False)

    # -- telling -------------------------------------------------------------------------------------------------------

    def say(self, words: str, style: str = "") -> None:
        """Print a line, with cards in their colours."""
        self.console.print(coloured(words, style))

    def about(self, words: str) -> str:
        """Replace seats by the players' names in a sentence, so that 'seat 0 checks' becomes 'You check'."""
        named = re.sub(r"\bseat (\d+) (\w+)", self._subject, words)
        named = re.sub(r"\bseat (\d+)", lambda seat: self._object(int(seat[1])), named)
        return named[0].upper() + named[1:]

    def _subject(self, found: re.Match[str]) -> str:
        seat, verb = int(found[1]), found[2]
        return f"You {_second_person(verb)}" if seat == YOU else f"{self.names[seat]} {verb}"

    def _object(self, seat: int) -> str:
        return "you" if seat == YOU else self.names[seat]

    # -- asking --------------------------------------------------------------------------------------------------------

    def ask(self, choices: Sequence[Offer], more: Callable[[str], Action | str | None],
            explain: Callable[[str], str]) -> Action:
        """Return the person's action. The person types the number or name of a choice, or something that `more`
        understands.

        `more` returns an action, a message that says what is wrong, or None if it does not understand the text.
        `explain` answers questions. Raise Quit if the person types q or the input ends.
        """
        listed = "   ".join(f"{number} {choice.words}" for number, choice in enumerate(choices, 1))
        while True:
            self.say(f"  {listed}", "bold")
            typed = " ".join(self._typed().split()).lower()
            if typed in ("q", "quit"):
                raise Quit
            if typed.startswith("?"):
                self._answer(typed[1:].strip(), choices, explain)
                continue
            found = _chosen(choices, typed) or more(typed)
            if isinstance(found, Action):
                return found
            self.say(f"  {found or f'{typed[:40]!r} is not something you can do now'}")

    def _typed(self) -> str:
        try:
            return self.console.input("[bold]number or name, ? help, q quit >[/] ")
        except EOFError:
            raise Quit from None

    def _answer(self, question: str, choices: Sequence[Offer], explain: Callable[[str], str]) -> None:
        if question:
            self.console.print(escape(explain(question)))
            return
        self.say(self.help_words)
        for number, choice in enumerate(choices, 1):
            if choice.means:
                self.say(f"  {number} {choice.words}: {choice.means}")
        self.console.print(escape(explain("")))


def _chosen(choices: Sequence[Offer], typed: str) -> Action | None:
    """Return the action with this number or name, or the only action whose name begins with the text. Return None if no
    single action matches.
    """
    if typed.isascii() and typed.isdigit() and len(typed) < 3 and 1 <= int(typed) <= len(choices):
        return choices[int(typed) - 1].action
    called = [choice.action for choice in choices if choice.is_called(typed)]
    begun = [choice.action for choice in choices if typed and choice.words.lower().startswith(typed)]
    return called[0] if called else begun[0] if len(begun) == 1 else None


def _second_person(verb: str) -> str:
    if verb in ("is", "has"):
        return {"is": "are", "has": "have"}[verb]
    return verb[:-2] if verb.endswith(("sses", "shes")) else verb[:-1] if verb.endswith("s") else verb


def coloured(words: str, style: str = "") -> Text:
    """Return the text with hearts and diamonds in red."""
    text = Text(words, style=style)
    text.highlight_regex(rf"(?<![A-Za-z])(?:[2-9TJQKA][{RED_SUITS}])+(?![A-Za-z])", "red")
    return text


def spaced(cards: Cards) -> str:
    """Return the names of cards, with spaces between them."""
    return " ".join(str(card) for card in cards)
