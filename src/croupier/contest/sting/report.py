"""Report the study of the sting in Markdown, which is also readable in a terminal, and as an SVG picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from croupier.contest.sting.study import Study, actions_by_round, folds_right, gain_of, holders, stakes_by_round
from croupier.stats import Interval

KINDS = {"CHECK": "#90a4ae", "RAISE": "#ef6c00", "FOLD": "#5d4037", "CONTINUE": "#66bb6a"}


def report(study: Study) -> str:
    """Return the whole report."""
    name, ours, played = study.strongest
    line, theirs = study.best_line
    head = (f"The sting, {study.deck}: {study.hands} hands a run, {study.runs} runs of each thinking player, seed "
            f"{study.seed}. Figures are cash a run with 95 % intervals.")
    told = [head, _verdict(study, name, ours, line, theirs)]
    told += ["Fixed lines, the best and the plainest of each family, on fresh seeds "
             f"({study.tried} lines were tried):\n\n" + table(("line", "cash a run"), study.lines)]
    told += ["Players who think:\n\n" + table(("player", "cash a run", "to the best line"), [
        (label, mean, percent(gain_of(mean, theirs))) for label, mean, _ in study.minds])]
    told += ["What each choice is worth (the strongest look-ahead without it):\n\n" + table(
        ("player", "cash a run", "to all choices"), [(label, mean, percent(gain_of(mean, ours)))
                                                    for label, mean in study.forgoing])]
    told += ["What each rule is worth (the strongest look-ahead under others):\n\n" + table(
        ("rule", "cash a run", "to the rules as they are"), [(label, mean, percent(gain_of(mean, ours)))
                                                            for label, mean in study.changed])]
    told += ["What the best player did, in percent of his turns:\n\n" + action_table(study)]
    told += ["What hangs on a decision (the best action over the next best, cash):\n\n" + table(
        ("round", "cash"), [(place, f"{row['mean']:.1f} ± {row['margin']:.1f}")
                            for place, row in stakes_by_round(played.turns).items()])]
    told += ["How often a fold was right, and what it saved when it was:\n\n" + table(
        ("where", "percent", "saved"), [(place, f"{row['percent']:.1f}", f"{row['saved']:.1f}")
                                        for place, row in folds_right(played.turns).items()])]
    first = ", ".join(f"{role} {count}" for role, count in holders(played.held).items())
    ends = ", ".join(f"{why} {count}" for why, count in sorted(played.ends.items()))
    told += [f"First raises of a betting round: {first}. Runs ended by: {ends}."]
    return "\n\n".join(told)


def _verdict(study: Study, name: str, ours: Interval, line: str, theirs: Interval) -> str:
    gain = study.gain
    verdict = ("No fixed line keeps up with decisions" if gain.low > 0 else
               "A fixed line does as well as the best decisions found")
    return (f"{verdict}: {name} wins {ours} a run, the best line ({line}) {theirs}; that is {percent(gain)}.")


def percent(gain: Interval) -> str:
    """Return a gain as text, in percent."""
    return f"{gain.mean:+.1f} ± {gain.margin:.1f} %"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table with aligned columns."""
    cells = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(head))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def action_table(study: Study) -> str:
    """Return a table of the actions by round and state."""
    shares = actions_by_round(study.strongest[2].turns)
    rows = [(place, *(f"{row.get(kind, 0.0):.1f}" for kind in KINDS), int(row["turns"]))
            for place, row in shares.items()]
    return table(("where", *(kind.lower() for kind in KINDS), "turns"), rows)


# -- the picture -------------------------------------------------------------------------------------------------------

LEFT, WIDE, ROW = 340, 420, 22


def as_svg(study: Study) -> str:
    """Return a picture with bars for the winnings of lines and players, and for the actions of the best player in each
    round.
    """
    rows = [(label, mean, "#78909c") for label, mean in study.lines]
    rows += [(label, mean, "#1565c0") for label, mean, _ in study.minds]
    rows += [(label, mean, "#00838f") for label, mean in study.forgoing]
    most = max(mean.high for _, mean, _ in rows)
    parts = [_text(10, 20, f"The sting, {study.deck}: cash a run, 95 % intervals", 15)]
    y = 36
    for label, mean, colour in rows:
        parts.append(_bar(y, label, mean, most, colour))
        y += ROW
    y += 24
    parts.append(_text(10, y - 6, f"What {study.strongest[0]} does", 15))
    for place, shares in actions_by_round(study.strongest[2].turns).items():
        parts.append(_stack(y + 4, place, shares))
        y += ROW
    legend = "".join(f'<rect x="{LEFT + 105 * at}" y="{y + 12}" width="12" height="12" fill="{colour}"/>'
                     + _text(LEFT + 105 * at + 17, y + 22, kind.lower(), 12)
                     for at, (kind, colour) in enumerate(KINDS.items()))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDE + 110}" height="{y + 36}" '
            f'font-family="sans-serif"><rect width="100%" height="100%" fill="white"/>{"".join(parts)}{legend}</svg>\n')


def _text(x: float, y: float, words: str, size: int, anchor: str = "start") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}">{escape(words)}</text>'


def _bar(y: int, label: str, mean: Interval, most: float, colour: str) -> str:
    scale = WIDE / most
    low, high = max(0.0, mean.low) * scale, mean.high * scale
    return (_text(LEFT - 8, y + 13, label, 12, "end")
            + f'<rect x="{LEFT}" y="{y + 2}" width="{max(0.0, mean.mean) * scale:.1f}" height="14" fill="{colour}"/>'
            + f'<path d="M{LEFT + low:.1f} {y + 9}H{LEFT + high:.1f}" stroke="black"/>'
            + _text(LEFT + high + 6, y + 13, f"{mean.mean:.0f}", 12))


def _stack(y: int, place: str, shares: dict[str, float]) -> str:
    parts, x = [_text(LEFT - 8, y + 13, f"{place} ({shares['turns']:.0f} turns)", 12, "end")], float(LEFT)
    for kind, colour in KINDS.items():
        width = shares.get(kind, 0.0) * WIDE / 100
        parts.append(f'<rect x="{x:.1f}" y="{y + 2}" width="{width:.1f}" height="14" fill="{colour}"/>')
        x += width
    return "".join(parts)
