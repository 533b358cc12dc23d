"""The referee: croupier answers every case by the rules, and other engines' differences are told."""

from __future__ import annotations

import json

import pytest

from croupier.adapters.referee import engines
from croupier.adapters.referee.cases import CASES, BettingCase, Decision
from croupier.adapters.referee.engines import EngineRefused
from croupier.adapters.referee.verdicts import answers
from croupier.cli import main
from croupier.rulebook import CLAUSES


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_croupier_answers_by_the_rules(case: BettingCase) -> None:
    assert case.clause in CLAUSES
    assert case.why
    decision = engines.croupier(case)
    assert (str(decision) if decision else "no decision") == case.answer


def test_pokerkit_differs_where_the_clauses_say_so() -> None:
    pytest.importorskip("pokerkit")
    differing = {each.case.name: each.differing for each in answers(["pokerkit"]) if each.differing}
    assert differing == {
        "a limper after a short all-in": {"pokerkit": "seat 0: call 10, raise 50-1000"},
        "a checker after a short opening all-in": {"pokerkit": "seat 1: call 5, raise 25-980"},
        "a short big blind": {"pokerkit": "seat 0: call 15, raise 35-1000"}}


def test_an_engine_of_your_own_takes_part(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stubborn(case: BettingCase) -> Decision | None:
        if case.line:
            raise EngineRefused("only the first decision")
        return Decision(0, 20, (40, 1000))

    monkeypatch.setitem(engines.ENGINES, "stubborn", stubborn)
    monkeypatch.setattr(engines, "installed", lambda: {"croupier": "1", "stubborn": "2"})
    assert main(["referee", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == len(CASES)
    assert rows[0]["answers"] == {"croupier": rows[0]["rule"], "stubborn": rows[0]["rule"]}
    assert rows[1]["answers"]["stubborn"] == "refused: only the first decision"
    assert main(["referee"]) == 0
    printed = capsys.readouterr().out
    assert "croupier differs in 0" in printed
    assert "✗ refused: only the first decision  (stubborn)" in printed
