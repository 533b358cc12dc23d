"""`croupier referee`: put betting situations to every poker engine that is installed, and print who answers what."""

from __future__ import annotations

from croupier.cli.app import as_json


def referee(*, json: bool = False) -> None:
    """Put betting situations on which engines disagree to croupier, pokerkit, OpenSpiel and texasholdem, as installed.

    A tick means the answer of our rules, which the clause explains (`croupier rules B4`). Blinds are 10/20.

    Parameters
    ----------
    json
        Print a line of JSON for each case.
    """
    from croupier.adapters.referee.engines import installed
    from croupier.adapters.referee.verdicts import answers

    versions = installed()
    found = answers(versions)
    if json:
        for each in found:
            print(as_json({"case": each.case.name, "clause": each.case.clause, "stacks": each.case.stacks,
                           "line": each.case.line, "rule": each.case.answer, "answers": each.answers}))
        return
    print("engines: " + ", ".join(f"{name} {number}" for name, number in versions.items()))
    for each in found:
        agreeing = [name for name in each.answers if name not in each.differing]
        print(f"\n{each.case.clause}  {each.case.name}")
        print(f"    stacks {', '.join(map(str, each.case.stacks))}; actions: {each.case.line or 'none yet'}")
        print(f"    ✓ {each.case.answer}  ({', '.join(agreeing)})")
        for name, answer in each.differing.items():
            print(f"    ✗ {answer}  ({name})")
        print(f"    {each.case.why}")
    print(f"\n{len(found)} cases; " + ", ".join(f"{name} differs in {sum(name in each.differing for each in found)}"
                                              for name in versions))
