"""The bars: what must be reached, what was reached, and the table that says so."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from bench.harness import Race

MET, MISSED, SKIPPED = "met", "missed", "skipped"


@dataclass(frozen=True)
class Bar:
    """One requirement and its figure; no figure, with the reason, where it could not be measured here."""

    name: str
    figure: float | None
    required: float
    unit: str = "×"
    at_most: bool = False
    note: str = ""

    @property
    def verdict(self) -> str:
        """Whether the bar was reached."""
        if self.figure is None:
            return SKIPPED
        reached = self.figure <= self.required if self.at_most else self.figure >= self.required
        return MET if reached else MISSED

    @property
    def row(self) -> tuple[str, str, str, str]:
        """The bar as it stands in the table."""
        figure = "–" if self.figure is None else f"{amount(self.figure)} {self.unit}"
        verdict = f"{SKIPPED}: {self.note}" if self.figure is None else self.verdict
        return self.name, figure, f"{'≤' if self.at_most else '≥'} {amount(self.required)} {self.unit}", verdict

    def as_json(self) -> dict[str, object]:
        """All there is to know about it."""
        return {**asdict(self), "verdict": self.verdict}


def ratio_bar(name: str, race: Race, ours: str, theirs: str | None, required: float) -> Bar:
    """A bar on how many times as fast as another we are."""
    theirs = theirs or race.best(but=ours)
    reason = race.missing(ours, theirs) if theirs else "no peer installed"
    if reason or theirs is None:
        return Bar(name, None, required, note=reason or "")
    return Bar(name, race.ratio(ours, theirs), required, note=f"against {theirs}")


def amount(figure: float) -> str:
    """A number short enough for a table."""
    return f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3g}"


def bar_table(bars: list[Bar]) -> str:
    """All bars as a Markdown table."""
    return markdown(("bar", "figure", "required", ""), [bar.row for bar in bars], "lrrl")


def race_table(race: Race, ours: str) -> str:
    """A race as a Markdown table, the fastest first, with our ratio to each."""
    names = sorted(race.rates, key=race.rate, reverse=True)
    rows = [(name, amount(race.rate(name)), f"{amount(race.ratio(ours, name))} ×" if ours in race.rates else "–")
            for name in names]
    rows += [(name, reason, "–") for name, reason in race.left_out.items()]
    return markdown((race.title, f"{race.unit}/s", f"{ours} to it"), rows, "lrr")


def markdown(head: tuple[str, ...], rows: list[tuple[str, ...]], sides: str) -> str:
    """A Markdown table that also reads well in a terminal."""
    widths = [max(len(cell) for cell in column) for column in zip(head, *rows, strict=True)]
    rule = [("-" * (width - 1) + ":" if side == "r" else "-" * width) if width > 1 else "-" * max(width, 3)
            for width, side in zip(widths, sides, strict=True)]
    return "\n".join(_line(row, widths, sides) for row in (head, tuple(rule), *rows))


def _line(cells: tuple[str, ...], widths: list[int], sides: str) -> str:
    padded = (cell.rjust(width) if side == "r" else cell.ljust(width)
              for cell, width, side in zip(cells, widths, sides, strict=True))
    return f"| {' | '.join(padded)} |"
