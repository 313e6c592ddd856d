"""Reports as charts: bars and sparklines in a terminal, Altair for files."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ledger.index.query.formats import shown
from ledger.kernel.errors import Malformed

from .catalogue import Plot, Report

if TYPE_CHECKING:
    from rich.console import RenderableType

Row = dict[str, Any]
_STEPS = "▁▂▃▄▅▆▇█"
_ANGLE = "\ue000"
_EIGHTHS = " ▏▎▍▌▋▊▉"
_EMBED = {"actions": {"export": True, "source": False, "compiled": False, "editor": False}}
"""The menu of a page lets people save the chart; the editor would be on another site."""


def _plan(report: Report) -> Plot:
    if report.plot is None:
        raise Malformed(
            f"the report {report.name} has no picture", hint="add `-- plot: bar X Y` to its header"
        )
    return report.plot


def _label(row: Row, x: str) -> str:
    """Return the label of a bar; `game+seat` joins two columns."""
    return " ".join(shown(row[name]) for name in x.split("+"))


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def bar(value: float, top: float, width: int) -> str:
    """Return a bar, drawn in eighths of a cell."""
    eighths = round(8 * width * value / top) if top > 0 else 0
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def sparkline(values: Sequence[float | None], low: float, high: float) -> str:
    """Return a row of blocks between two values, with gaps where there is none."""
    span = (high - low) or 1
    return "".join(" " if v is None else _STEPS[min(int((v - low) / span * 8), 7)] for v in values)


def draw(report: Report, rows: Sequence[Row], width: int) -> RenderableType:
    """Draw a report for the terminal."""
    from rich.text import Text

    plot = _plan(report)
    title = Text(f"{report.title}: {plot.y}", "bold")
    if not rows:
        return title.append("\nno games yet", "dim")
    lines = _bars(plot, rows, width) if plot.kind == "bar" else _lines(plot, rows, width)
    return Text("\n").join([title, *lines])


def _bars(plot: Plot, rows: Sequence[Row], width: int) -> Iterable[Any]:
    from rich.text import Text

    labels = [_label(row, plot.x)[:40] for row in rows]
    values = [_number(row[plot.y]) for row in rows]
    texts = [shown(row[plot.y]) for row in rows]
    wide, digits = max(map(len, labels)), max(map(len, texts))
    top = max((abs(v) for v in values if v is not None), default=0)
    room = max(width - wide - digits - 4, 10)
    for label, value, text in zip(labels, values, texts, strict=True):
        line = Text(f"{label:>{wide}}  {text:>{digits}}  ")
        yield line.append(
            bar(abs(value or 0), top, room), "red" if value is not None and value < 0 else "cyan"
        )


def _lines(plot: Plot, rows: Sequence[Row], width: int) -> Iterable[Any]:
    from rich.text import Text

    xs = list(dict.fromkeys(_label(row, plot.x) for row in rows))
    series: dict[str, dict[str, float | None]] = {}
    for row in rows:
        name = shown(row[plot.by]) if plot.by else plot.y
        series.setdefault(name, {})[_label(row, plot.x)] = _number(row[plot.y])
    known = [v for line in series.values() for v in line.values() if v is not None]
    low, high = min(known, default=0), max(known, default=0)
    wide = min(max(map(len, series)), 20)
    room = max(width - wide - 24, 10)
    step = -(-len(xs) // room)
    for name, line in sorted(series.items(), key=lambda s: -(_last(s[1], xs) or 0)):
        values = _steps(line, xs, step)
        ends = f"  {shown(_first(line, xs))} to {shown(_last(line, xs))}"
        text = Text(f"{name[:wide]:>{wide}}  ").append(sparkline(values, low, high), "cyan")
        yield text.append(ends, "dim")
    yield Text(f"{'':>{wide}}  {xs[0]} to {xs[-1]}, {shown(low)} to {shown(high)}", "dim")


def _steps(line: dict[str, float | None], xs: Sequence[str], step: int) -> list[float | None]:
    """Return the last known value at each step, from the first known one to the last."""
    out: list[float | None] = []
    known: float | None = None
    end = max((n for n, x in enumerate(xs) if line.get(x) is not None), default=-1)
    for start in range(0, len(xs), step):
        for x in xs[start : start + step]:
            if line.get(x) is not None:
                known = line[x]
        out.append(known if start <= end else None)
    return out


def _first(line: dict[str, float | None], xs: Sequence[str]) -> float | None:
    return next((line[x] for x in xs if line.get(x) is not None), None)


def _last(line: dict[str, float | None], xs: Sequence[str]) -> float | None:
    return next((line[x] for x in reversed(xs) if line.get(x) is not None), None)


def picture(report: Report, rows: Sequence[Row], kind: str) -> bytes:
    """Draw a report with Altair as svg, png or html; the file loads nothing from the network."""
    plot = _plan(report)
    try:
        altair: Any = import_module("altair")
        import_module("vl_convert")
    except ImportError:
        raise Malformed(
            "pictures need Altair", hint='pip install "tabletop-ledger[plot]"; --plot draws here'
        ) from None
    scale = _scale(plot, rows)
    values = [
        {
            "x": row[plot.x] if scale == "Q" else _label(row, plot.x),
            "y": _number(row[plot.y]),
            **_more(row),
        }
        for row in rows
    ]
    if kind == "html":
        # Altair doesn't escape texts in its script, and a name must not end it
        values = [{k: _held(v) for k, v in row.items()} for row in values]
    chart = altair.Chart(altair.Data(values=values), title=report.title)
    marks = {"bar": chart.mark_bar, "line": chart.mark_line, "point": chart.mark_point}
    fields: dict[str, Any] = {
        "x": altair.X(f"x:{scale}", title=plot.x.replace("+", ", "), sort=None),
        "y": altair.Y("y:Q", title=plot.y),
    }
    if plot.by:
        fields["color"] = altair.Color(f"{plot.by}:N", title=plot.by)
    made = marks[plot.kind]().encode(**fields).properties(width=640, height=360)
    if kind == "html":
        text = io.StringIO()
        made.save(text, format="html", inline=True, embed_options=_EMBED)
        page = text.getvalue().replace(_ANGLE, "\\u003c").replace("\\ue000", "\\u003c")
        return page.encode()
    if kind == "svg":
        text = io.StringIO()
        made.save(text, format="svg")
        return text.getvalue().encode()
    data = io.BytesIO()
    made.save(data, format="png", scale_factor=2)
    return data.getvalue()


def _scale(plot: Plot, rows: Sequence[Row]) -> str:
    """Return the type of the x axis: Q for numbers, N for names, as with bars."""
    counts = plot.kind != "bar" and all(isinstance(row.get(plot.x), int | float) for row in rows)
    return "Q" if counts else "N"


def _held(value: Any) -> Any:
    return value.replace("<", _ANGLE) if isinstance(value, str) else value


def _more(row: Row) -> Row:
    return {
        key: str(v) if isinstance(v, date | datetime | Decimal | list | dict) else v
        for key, v in row.items()
        if key not in ("x", "y")
    }
