"""Ask every engine about every case, and compare the answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.adapters.referee.cases import CASES, NOBODY, BettingCase
from croupier.adapters.referee.engines import ENGINES, installed


@dataclass(frozen=True)
class CaseAnswers:
    """A case and the answer of each engine."""

    case: BettingCase
    answers: dict[str, str]

    @property
    def differing(self) -> dict[str, str]:
        """Return by engine the answers that differ from the answer of croupier's rules."""
        return {name: answer for name, answer in self.answers.items() if answer != self.case.answer}


def answer_of(name: str, case: BettingCase) -> str:
    """Return an engine's answer as text. If the engine raises an error, it does not accept the case."""
    try:
        decision = ENGINES[name](case)
    except Exception as error:  # an engine may raise any exception, which must not stop the other engines
        return f"refused: {str(error).splitlines()[0][:60] if str(error) else type(error).__name__}"
    return NOBODY if decision is None else str(decision)


def answers(names: Iterable[str] | None = None) -> list[CaseAnswers]:
    """Ask the named engines, or by default all installed ones, about every case."""
    asked = list(installed() if names is None else names)
    return [CaseAnswers(case, {name: answer_of(name, case) for name in asked}) for case in CASES]
