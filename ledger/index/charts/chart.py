"""The contents of a chart, however it is drawn: bars or lines, labels, and a panel per game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations
from typing import Any, NamedTuple

from ledger.index.query.formats import shown
from ledger.index.reports.report import Report
from ledger.kernel.errors import Malformed
from ledger.kernel.text.translations import translator
from ledger.kernel.words.sentences import N_, NN_

Row = dict[str, Any]


class CountText(NamedTuple):
    """How a chart says how many plays a mark is based on: in words, or as a number it explains."""

    words: tuple[str, str]
    key: str


COUNTS = {
    "games": CountText(NN_("{count} play", "{count} plays"), N_("small numbers: plays")),
    "moves": CountText(NN_("{count} move", "{count} moves"), N_("small numbers: moves")),
}
"""Columns that say how much data a row is based on, and what they count."""
WORDS = {
    "name": N_("player"),
    "player": N_("player"),
    "opponent": N_("opponent"),
    "players": N_("number of players"),
    "who": "",
    "colour": "",
    "seat": N_("seat"),
    "round": N_("round"),
    "month": N_("month"),
}
"""Axis titles for columns that occur in many reports."""
TONES = {
    "red": "#c8362a",
    "blue": "#2463ad",
    "yellow": "#e0a81e",
    "green": "#2f8250",
    "brown": "#7b4a21",
    "white": "#d9d2c5",
    "black": "#333333",
    "orange": "#d9792a",
    "purple": "#7a4fa3",
    "pink": "#e58fb5",
    "grey": "#8a8a8a",
    "gray": "#8a8a8a",
}
"""Values that name a colour are drawn in it."""
PEOPLE = {"name", "opponent", "player", "who"}
"""Columns of people's names: somebody called Brown isn't drawn in brown."""


class DataPoint(NamedTuple):
    """A bar, or a point on a line."""

    panel: str
    label: str
    line: str
    value: float | None
    text: str
    plays: int | None
    """How many plays it is based on, if the report says so."""
    at: float | None
    """Its position on a numeric axis."""
    tone: str | None = None
    """The colour of the thing it represents."""


class Chart(NamedTuple):
    """A chart: its title, the meaning of its axes, and every mark on it."""

    kind: str
    title: str
    about: str
    x: str
    y: str
    counted: CountText | None
    points: list[DataPoint]
    words: NullTranslations = NullTranslations()
    """The catalogue for our own texts."""

    def panels(self) -> dict[str, list[DataPoint]]:
        """Return the marks of each panel, in order; if the chart isn't split by game, "" is the
        only one.
        """
        out: dict[str, list[DataPoint]] = {}
        for point in self.points:
            out.setdefault(point.panel, []).append(point)
        return out


def chart_of(
    report: Report, rows: Sequence[Row], values: Mapping[str, Any], lang: str = "en"
) -> Chart:
    """Return the chart of a report; `values` are its parameters, which the title mentions.

    Raises `Malformed` if the report has no plot.
    """
    report, words = report.in_language(lang), translator("ledger.index", "index", lang)
    plot = report.plot
    if plot is None:
        raise Malformed(
            "the report {name} has no picture",
            hint="add `-- plot: bar X Y` to its header",
            name=report.name,
        )
    split, labels = _columns(plot.x)
    counted = next((c for c in COUNTS if rows and c in rows[0] and c != plot.y), "")
    points = []
    tones = {} if PEOPLE & set(labels) else TONES
    for row in rows:
        at = row[labels[0]] if len(labels) == 1 else None
        value = row[plot.y]
        label = _label({**row, **{c: report.word(c, row[c]) for c in labels}}, labels)
        points.append(
            DataPoint(
                panel=", ".join(_panel_name(row, column, words) for column in split),
                label=label,
                line=shown(report.word(plot.by, row[plot.by])) if plot.by else "",
                value=None if value is None else float(value),
                text=shown(value),
                plays=int(row[counted]) if counted and row[counted] is not None else None,
                at=float(at) if isinstance(at, int | float) else None,
                tone=tones.get(_label(row, labels).lower()),
            )
        )
    usual = report.values({})
    named = [
        f"{name}: {shown(value)}"
        for name, value in values.items()
        if value is not None and (name == "game" or value != usual.get(name))
    ]
    return Chart(
        kind=plot.kind,
        title=report.title,
        about=", ".join(named),
        x=", ".join(filter(None, (_meaning(report, column, words) for column in labels))),
        y=_meaning(report, plot.y, words),
        counted=COUNTS.get(counted),
        points=points,
        words=words,
    )


def count_text(chart: Chart, point: DataPoint) -> str:
    """Return how much data a mark is based on, such as `12 plays`."""
    if point.plays is None or chart.counted is None:
        return ""
    return chart.words.ngettext(*chart.counted.words, point.plays).format(count=point.plays)


def scale(values: Iterator[float], *, from_zero: bool) -> tuple[float, float]:
    """Return where a scale begins and ends: bars start at zero, others where the data does."""
    known = list(values)
    low, high = min(known, default=0.0), max(known, default=0.0)
    return (min(low, 0.0), max(high, 0.0)) if from_zero else (low, high)


def _columns(x: str) -> tuple[list[str], list[str]]:
    """Return the columns that define panels and those of the axis; games never share a panel."""
    columns = x.split("+")
    return (columns[:-1], columns[-1:]) if columns[0] == "game" else ([], columns)


def _panel_name(row: Row, column: str, words: NullTranslations) -> str:
    """Return the title of a panel, such as `osaka` or `3 players`."""
    text, n = shown(row[column]), words.ngettext
    if column != "players":
        return text
    number = int(text) if text.isdecimal() else 0
    return n("{count} player", "{count} players", number).format(count=text)


def _label(row: Row, columns: Sequence[str]) -> str:
    """Return the label below a bar, with a game's resource names written as words."""
    said = {column: shown(row[column]) for column in columns}
    if "resource" in said:
        said["resource"] = said["resource"].replace("_", " ")
    return " ".join(said.values())


def _meaning(report: Report, column: str, words: NullTranslations) -> str:
    """Return what a column means, as the title of an axis."""
    if text := report.columns.get(column):
        return text.partition(";")[0]
    text = WORDS.get(column, column.replace("_", " "))
    return words.gettext(text) if text else ""
