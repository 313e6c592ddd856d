"""The table of a run: before, now and the others in one, with what we aim at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.console import Console
from rich.table import Table as Grid

from .claims import Claim
from .contest import Costs

STYLES = {"aim met": "green", "floor met": "yellow", "MISSED": "bold red", "": "dim"}


class Row(NamedTuple):
    """A claim, judged: its ratio before (if that was measured) and now."""

    part: str
    claim: Claim
    ours: float | None
    theirs: float | None
    before: float | None
    ratio: float | None

    @property
    def verdict(self) -> str:
        """How good it is now; nothing if it was not measured."""
        return "" if self.ratio is None else self.claim.verdict(self.ratio)


def judged(
    part: str,
    claims: Iterable[Claim],
    now: Costs,
    before: Costs | None,
    theirs: Costs,
) -> list[Row]:
    """Judge what was measured of some claims."""
    rows = []
    for claim in claims:
        other = None
        if claim.theirs is not None:
            other = theirs.get(claim.theirs, now.get(claim.theirs))
        old = None if before is None else claim.ratio(before, theirs)
        rows.append(Row(part, claim, now.get(claim.ours), other, old, claim.ratio(now, theirs)))
    return rows


def show(console: Console, title: str, rows: Sequence[Row], *, with_before: bool) -> None:
    """Print a table of judged claims."""
    headings = ["", "ours", "theirs", *(["before"] if with_before else []), "ratio"]
    grid = Grid(*headings, "aim", "floor", "", title=title, title_justify="left")
    grid.columns[0].no_wrap = True
    for column in grid.columns[1:-1]:
        column.justify = "right"
    for row in rows:
        claim = row.claim
        cells = [claim.what, _shown(claim, row.ours), _shown(claim, row.theirs)]
        if with_before:
            cells.append(_number(row.before))
        sign = "≤" if claim.less else "≥"
        verdict = row.verdict
        cells += [_number(row.ratio), f"{sign} {claim.aim:g}", f"{sign} {claim.floor:g}"]
        grid.add_row(*cells, f"[{STYLES[verdict]}]{verdict or 'not measured'}[/]")
    console.print(grid)


def _shown(claim: Claim, cost: float | None) -> str:
    if cost is None:
        return "-"
    if not claim.less:
        return f"{1 / cost:,.0f}/s"
    return f"{cost * 1e3:,.0f} ms" if claim.theirs else _number(cost)


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.2f}"


def conclude(console: Console, rows: Sequence[Row]) -> int:
    """Say what is missed and where others are faster; return the exit code."""
    lost = [r for r in rows if r.ratio is not None and r.claim.lost(r.ratio)]
    for row in lost:
        console.print(f"we lose: {row.part}, {row.claim.what}: {row.ratio:.2f}", highlight=False)
    counts = {v: sum(r.verdict == v for r in rows) for v in STYLES}
    console.print(
        f"{len(rows)} rows: {counts['aim met']} aims met, {counts['floor met']} floors met, "
        f"{counts['MISSED']} missed, {counts['']} not measured",
        highlight=False,
    )
    return 1 if counts["MISSED"] else 0
