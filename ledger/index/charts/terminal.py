"""Charts for a terminal: bars and sparklines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ledger.index.query.formats import shown
from ledger.index.reports.report import Report

from .chart import Chart, DataPoint, Row, chart_of, count_text, scale

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

_STEPS = "▁▂▃▄▅▆▇█"
_EIGHTHS = " ▏▎▍▌▋▊▉"
LABEL = 40
NAME = 20


def bar(value: float, top: float, width: int) -> str:
    """Return a bar, drawn in eighths of a cell."""
    eighths = round(8 * width * value / top) if top > 0 else 0
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def sparkline(values: Sequence[float | None], low: float, high: float) -> str:
    """Return a row of blocks scaled between `low` and `high`, with gaps for missing values."""
    span = (high - low) or 1
    return "".join(" " if v is None else _STEPS[min(int((v - low) / span * 8), 7)] for v in values)


def draw(
    report: Report,
    rows: Sequence[Row],
    width: int,
    values: Mapping[str, Any] | None = None,
    lang: str = "en",
) -> RenderableType:
    """Draw a report for the terminal."""
    from rich.text import Text

    chart = chart_of(report, rows, values or {}, lang)
    _ = chart.words.gettext
    title = Text(chart.title, "bold")
    if chart.about:
        title.append(f" ({chart.about})", "dim")
    lines = [title]
    if not rows:
        return Text("\n").join([*lines, Text(_("no games yet"), "dim")])
    bars = chart.kind == "bar"
    lines.append(Text(f"{chart.x}: {chart.y}" if bars and chart.x else chart.y, "dim"))
    for name, points in chart.panels().items():
        if name:
            lines += [Text(), Text(name, "bold")]
        lines += _bars(chart, points, width) if bars else _lines(chart, points, width)
    return Text("\n").join(lines)


def _bars(chart: Chart, points: Sequence[DataPoint], width: int) -> Iterator[Text]:
    """Yield a row per bar: label, value, bar, and how much data it is based on."""
    from rich.cells import cell_len
    from rich.text import Text

    counts = [count_text(chart, point) for point in points]
    wide = min(max(cell_len(point.label) for point in points), LABEL)
    digits = max(len(point.text) for point in points)
    most = max(map(len, counts))
    top = max((abs(point.value) for point in points if point.value is not None), default=0)
    room = max(width - wide - digits - most - 6, 10)
    for point, count in zip(points, counts, strict=True):
        value = point.value or 0
        style = point.tone or ("red" if value < 0 else "cyan")
        line = Text(f"{_right(point.label, wide)}  {point.text:>{digits}}  ")
        line.append(bar(abs(value), top, room), f"dim {style}" if point.plays == 1 else style)
        yield line.append(f"  {count}" if count else "", "yellow" if point.plays == 1 else "dim")


def _lines(chart: Chart, points: Sequence[DataPoint], width: int) -> Iterator[Text]:
    """Yield a sparkline per line, and finally the ranges of both axes."""
    from rich.cells import cell_len
    from rich.text import Text

    xs = list(dict.fromkeys(point.label for point in points))
    series: dict[str, dict[str, DataPoint]] = {}
    for point in points:
        series.setdefault(point.line or chart.y, {})[point.label] = point
    low, high = scale((m.value for m in points if m.value is not None), from_zero=False)
    wide = min(max(map(cell_len, series)), NAME)
    room = max(width - wide - 24, 10)
    step = -(-len(xs) // room)
    _ = chart.words.gettext
    span = _("{first} to {last}")
    for name, line in sorted(series.items(), key=lambda s: -(_known(s[1], xs[::-1]) or 0)):
        values = _steps(line, xs, step)
        first, last = (shown(_known(line, order)) for order in (xs, xs[::-1]))
        text = Text(f"{_right(name, wide)}  ")
        for start, block in zip(range(0, len(xs), step), sparkline(values, low, high), strict=True):
            once = any(line[x].plays == 1 for x in xs[start : start + step] if x in line)
            text.append(block, "dim yellow" if once else "cyan")
        yield text.append(f"  {span.format(first=first, last=last)}", "dim")
    across = span.format(first=xs[0], last=xs[-1])
    across = f"{chart.x}: {across}" if chart.x else across
    height = f"{_('height')}: {span.format(first=shown(low), last=shown(high))}"
    yield Text(f"{'':>{wide}}  {across}; {height}", "dim")


def _right(text: str, wide: int) -> str:
    """Return a string right-aligned in `wide` cells, or cut to fit; a character can take two."""
    from rich.cells import cell_len, set_cell_size

    return (
        set_cell_size(text, wide) if cell_len(text) > wide else " " * (wide - cell_len(text)) + text
    )


def _steps(line: Mapping[str, DataPoint], xs: Sequence[str], step: int) -> list[float | None]:
    """Return the last known value at each step, from the first known value to the last."""
    out: list[float | None] = []
    known: float | None = None
    end = max((n for n, x in enumerate(xs) if _value(line, x) is not None), default=-1)
    for start in range(0, len(xs), step):
        for x in xs[start : start + step]:
            if (value := _value(line, x)) is not None:
                known = value
        out.append(known if start <= end else None)
    return out


def _value(line: Mapping[str, DataPoint], x: str) -> float | None:
    return line[x].value if x in line else None


def _known(line: Mapping[str, DataPoint], xs: Sequence[str]) -> float | None:
    """Return the first known value in this order."""
    return next((v for x in xs if (v := _value(line, x)) is not None), None)
