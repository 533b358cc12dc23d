"""`croupier referee`: ask every installed poker engine about betting situations, and print each engine's answer."""

from __future__ import annotations

from croupier.cli.app import as_json


def referee(*, json: bool = False) -> None:
    """Ask croupier, pokerkit, OpenSpiel and texasholdem about betting situations in which engines disagree. Engines
    that are not installed are left out.

    A tick marks an answer that agrees with our rules. To read a clause that is named, such as B4, type `croupier rules
    B4`. Blinds are 10/20.

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
