"""Charts as files, drawn with Altair; they load nothing from the network."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from rich.cells import cell_len

from ledger.index.reports.report import Report
from ledger.kernel.errors import Malformed

from .chart import Chart, DataPoint, Row, chart_of, count_text, scale

_ANGLE = "\ue000"
_EMBED = {"actions": {"export": True, "source": False, "compiled": False, "editor": False}}
"""The menu of the page lets people save the chart; the editor would be on another site."""
WIDTH, HEIGHT = 640, 360
ACROSS = 3
"""How many games are drawn side by side."""
LETTER = 6
"""The approximate width of a letter below a picture."""
BLUE = "#4c78a8"
PLAIN = "#aab2bb"
"""The colour of a bar that has none of its own, next to bars that do."""
ONCE = 0.35
"""The opacity of a bar that is based on a single play."""


def picture(
    report: Report,
    rows: Sequence[Row],
    kind: str,
    values: Mapping[str, Any] | None = None,
    lang: str = "en",
) -> bytes:
    """Draw a report as svg, png or html.

    Raises `Malformed` if Altair isn't installed or the report has no plot.
    """
    chart = chart_of(report, rows, values or {}, lang)
    try:
        altair: Any = import_module("altair")
        import_module("vl_convert")
    except ImportError:
        raise Malformed(
            "pictures need Altair", hint='pip install "tabletop-ledger[plot]"; --plot draws here'
        ) from None
    # Altair doesn't escape strings in its script, and a name must not be able to end it
    held = (lambda text: text.replace("<", _ANGLE)) if kind == "html" else str
    made = _panels(altair, chart, held)
    if kind == "png":
        data = io.BytesIO()
        made.save(data, format="png", scale_factor=2)
        return data.getvalue()
    text = io.StringIO()
    if kind == "html":
        made.save(text, format="html", inline=True, embed_options=_EMBED)
        return text.getvalue().replace(_ANGLE, "\\u003c").replace("\\ue000", "\\u003c").encode()
    made.save(text, format="svg")
    return text.getvalue().encode()


def _panels(altair: Any, chart: Chart, held: Any) -> Any:
    """Return one picture per game, arranged in a grid, each with a scale of its own."""
    _ = chart.words.gettext
    panels = chart.panels() or {"": []}
    alone = list(panels) == [""]
    side = WIDTH if alone else WIDTH // ACROSS
    counts = _counts(chart, panels, side)
    said = [chart.about, "" if alone else _titled(chart.y)]
    if chart.counted and counts is not count_text:
        said.append(_titled(_(chart.counted.key)))
    if not chart.points:
        said.append(_titled(_("no games yet")))
    about = [held(text) for text in said if text]
    title = altair.TitleParams(held(chart.title), subtitle=about, anchor="start")
    if alone:
        return _panel(altair, chart, panels[""], held, counts, named=True).properties(
            title=title, width=side, height=HEIGHT
        )
    parts = [
        _panel(altair, chart, points, held, counts, named=False).properties(
            title=altair.TitleParams(held(name), anchor="start", fontSize=12),
            width=side,
            height=side,
        )
        for name, points in panels.items()
    ]
    return altair.concat(*parts, columns=ACROSS, title=title)


def _counts(
    chart: Chart, panels: Mapping[str, Sequence[DataPoint]], width: int
) -> Callable[[Chart, DataPoint], str]:
    """Return how to label bars with their counts: in words if all of them fit, or as numbers."""
    if chart.kind != "bar":
        return count_text
    for points in panels.values():
        if not _fit((count_text(chart, point) for point in points), points, width):
            return lambda _chart, point: "" if point.plays is None else str(point.plays)
    return count_text


def _fit(texts: Iterable[str], points: Sequence[DataPoint], width: int) -> bool:
    """Return whether these labels fit side by side, one below each bar."""
    bars = len({point.label for point in points})
    return all(LETTER * (cell_len(text) + 1) * bars <= width for text in texts)


def _panel(
    altair: Any,
    chart: Chart,
    points: Sequence[DataPoint],
    held: Any,
    counts: Callable[[Chart, DataPoint], str],
    *,
    named: bool,
) -> Any:
    """Return the picture of one game; if `named`, it is the only one and has a titled y axis."""
    numbers = chart.kind != "bar" and all(point.at is not None for point in points)
    alone = {point.line: point for point in reversed(points) if point.plays == 1}
    plain = PLAIN if any(point.tone for point in points) else BLUE
    values = [
        {
            "x": point.at if numbers else held(point.label),
            "y": point.value,
            "line": held(point.line),
            "tone": point.tone or plain,
            "once": ONCE if point.plays == 1 else 1.0,
            "count": counts(chart, point),
            "begins": point is alone.get(point.line),
        }
        for point in points
    ]
    base = altair.Chart(altair.Data(values=values))
    low, high = scale((m.value for m in points if m.value is not None), from_zero=False)
    ground = altair.Scale(zero=True) if chart.kind == "bar" else altair.Scale(domain=[low, high])
    if chart.kind != "bar" and low == high:
        ground = altair.Scale(zero=False)
    fields: dict[str, Any] = {
        "x": _across(altair, chart, points, held, WIDTH if named else WIDTH // ACROSS, numbers),
        "y": altair.Y("y:Q", title=held(_titled(chart.y)) if named else "", scale=ground),
    }
    if chart.kind == "bar":
        bars = base.mark_bar().encode(
            color=altair.Color("tone:N", scale=None),
            opacity=altair.Opacity("once:Q", scale=None),
            **fields,
        )
        if not any(point.plays is not None for point in points):
            return bars
        for side, baseline, dy in (("datum.y >= 0", "bottom", -2), ("datum.y < 0", "top", 3)):
            told = base.transform_filter(side).mark_text(
                baseline=baseline, dy=dy, fontSize=9, color="#777777"
            )
            bars += told.encode(text="count:N", x=fields["x"], y=fields["y"])
        return bars
    if any(point.line for point in points):
        fields["color"] = altair.Color("line:N", title="")
    kinds = {"line": base.mark_line, "point": base.mark_point}
    drawn = kinds[chart.kind]().encode(**fields)
    if chart.kind == "point" or not any(point.plays == 1 for point in points):
        return drawn
    once = base.transform_filter("datum.once < 1").mark_point(filled=False, size=30)
    told = base.transform_filter("datum.begins").mark_text(
        align="right", dx=-4, dy=-9, fontSize=9, color="#777777"
    )
    return drawn + once.encode(**fields) + told.encode(text="count:N", x=fields["x"], y=fields["y"])


def _across(
    altair: Any, chart: Chart, points: Sequence[DataPoint], held: Any, width: int, numbers: bool
) -> Any:
    """Return the x axis; names are written horizontally if they fit below their bars."""
    title = held(_titled(chart.x))
    if numbers:
        return altair.X("x:Q", title=title, scale=altair.Scale(zero=False, nice=False))
    flat = _fit((point.label for point in points), points, width)
    return altair.X("x:N", title=title, sort=None, axis=altair.Axis(labelAngle=0 if flat else -60))


def _titled(text: str) -> str:
    return text[:1].upper() + text[1:]
