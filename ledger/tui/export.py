"""A game as self-contained files: a page with a slider, a cast, numbered pictures."""

from __future__ import annotations

import functools
import html
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from rich.color import Color, ColorSystem, ColorType
from rich.style import Style

from .controller import Controller
from .drawing.paint import Painter, Row, Rows
from .drawing.screenshot import svg
from .log_source import LogSource
from .model import Model

FAR = -1_000_000
"""A place in the ledger far from the cursor, so that the cursor is shown in the middle."""


# --- screens, drawn here or by several processes -------------------------------------------------


class ScreenRange(msgspec.Struct, frozen=True, kw_only=True):
    """A range of screens to draw, from index `first` up to but not including `end`.

    `data` is the log as the viewer saw it; there may be notes next to `path`.
    """

    path: str
    data: bytes
    viewer: int | None
    lang: str
    width: int
    height: int
    step: str
    to: str
    light: bool = False
    first: int = 0
    end: int = 0


PageRow: TypeAlias = list[tuple[str, str]]
"""A row on a page: strings, each with its CSS."""


class DrawnScreens(msgspec.Struct, frozen=True):
    """Screens for a page: the distinct rows, and which of them each screen shows."""

    rows: list[PageRow]
    screens: list[list[int]]


def stops(model: Model, step: str) -> Sequence[int]:
    """Return the lines to show: every event, or the end of every turn."""
    if step == "turn":
        return [run.last for run in model.source.turns]
    return range(1, model.last + 1)


def draw_screens(data: bytes) -> bytes:
    """Draw a range of screens; a task that any worker can run."""
    job = msgspec.msgpack.decode(data, type=ScreenRange)
    before = int(job.to == "cast" and job.first > 0)  # a cast paints over the previous screen
    model = model_of(job)
    shown = screens(model, job.width, job.height, job.step, first=job.first - before, end=job.end)
    made: Any
    if job.to == "cast":
        made = list(_repainted(shown, job.height))[before:]
    elif job.to == "html":
        made = _rows(shown)
    else:
        made = [svg(rows, model.source.path.name, light=job.light) for rows in shown]
    return msgspec.msgpack.encode(made)


def model_of(job: ScreenRange) -> Model:
    """Return the model that a job's screens are drawn from."""
    return _model(job.path, job.data, job.viewer, job.lang)


@functools.lru_cache(maxsize=1)
def _model(path: str, data: bytes, viewer: int | None, lang: str) -> Model:
    """Return the model of a log, cached because the next job usually needs the same one."""
    source = LogSource(Path(path), data=data)
    source.read_all()
    return Model(source, viewer=viewer, lang=lang)


def screens(
    model: Model,
    width: int,
    height: int,
    step: str = "event",
    first: int = 0,
    end: int | None = None,
) -> Iterator[Rows]:
    """Yield the screens of a game, or those with index `first` up to but not including `end`."""
    controller = _counted(model)
    for seq in stops(model, step)[first:end]:
        controller.move(seq, by_turns=step == "turn")
        controller.screen.list_top = FAR  # so that a screen doesn't depend on the one before
        yield controller.show(width, height).rows


def screen_at(model: Model, width: int, height: int, seq: int) -> Rows:
    """Return one screen of a game."""
    controller = _counted(model)
    controller.move(seq)
    return controller.show(width, height).rows


def _counted(model: Model) -> Controller:
    """Return a controller used only for drawing, with all counting done."""
    controller = Controller(model, paint=Painter())
    if model.viewer is not None:
        model.notes.clear()  # their author may have seen more than this seat
    controller.work(float("inf"))
    return controller


# --- a cast -------------------------------------------------------------------------------------


def cast(
    shown: Iterable[str], width: int, height: int, title: str, *, speed: float = 2.0
) -> Iterator[str]:
    """Yield the lines of an asciinema cast, given what each screen repaints."""
    head = {"version": 2, "width": width, "height": height, "title": title}
    yield json.dumps(head) + "\n"
    at = 0.0
    for n, changed in enumerate(shown):
        start = "\x1b[?25l\x1b[2J" if n == 0 else ""
        yield json.dumps([round(at, 3), "o", start + changed]) + "\n"
        at += 1 / speed


def _repainted(shown: Iterable[Rows], height: int) -> Iterator[str]:
    """Yield terminal output that paints each screen over the previous one."""
    before: Rows = [[] for _ in range(height)]
    for rows in shown:
        yield "".join(
            f"\x1b[{y + 1};1H{_ansi(row)}" for y, row in enumerate(rows) if row != before[y]
        )
        before = rows


def _ansi(row: Row) -> str:
    return "".join(
        (style or Style.null()).render(text, color_system=ColorSystem.TRUECOLOR)
        for text, style, _ in row
    )


# --- a page -------------------------------------------------------------------------------------


def page(batches: Iterable[DrawnScreens], title: str) -> str:
    """Return a page with all screens and a slider; it loads nothing from the network."""
    lines: dict[str, int] = {}
    looks: dict[str, str] = {}
    indexes: list[list[int]] = []
    for batch in batches:
        known = [lines.setdefault(_markup(row, looks), len(lines)) for row in batch.rows]
        indexes += [[known[i] for i in screen] for screen in batch.screens]
    styles = "".join(f".{name}{{{css}}}" for css, name in looks.items())
    data = json.dumps({"rows": list(lines), "shown": indexes}, separators=(",", ":"))
    return (
        PAGE.replace("%TITLE%", html.escape(title))
        .replace("%STYLES%", styles)
        .replace("%LAST%", str(len(indexes) - 1))
        .replace("%DATA%", data.replace("<", "\\u003c"))
    )


def _rows(shown: Iterable[Rows]) -> DrawnScreens:
    """Return screens as strings with their CSS, each distinct row once."""
    known: dict[tuple[tuple[str, str], ...], int] = {}
    found = [
        [
            known.setdefault(
                tuple((text, _css(style) if style is not None else "") for text, style, _ in row),
                len(known),
            )
            for row in rows
        ]
        for rows in shown
    ]
    return DrawnScreens([list(row) for row in known], found)


def _markup(row: PageRow, looks: dict[str, str]) -> str:
    out = []
    for text, css in row:
        if css:
            name = looks.setdefault(css, f"s{len(looks)}")
            out.append(f'<b class="{name}">{html.escape(text)}</b>')
        else:
            out.append(html.escape(text))
    return "".join(out)


def _css(style: Style) -> str:
    ink, ground = _colour(style.color), _colour(style.bgcolor)
    if style.reverse:
        ink, ground = ground or "var(--ground)", ink or "var(--ink)"
    out = [f"color:{ink}"] if ink else []
    out += [f"background:{ground}"] if ground else []
    out += ["font-weight:bold"] if style.bold else []
    out += ["opacity:.6"] if style.dim else []
    out += ["font-style:italic"] if style.italic else []
    if style.strike or style.underline:
        out.append(f"text-decoration:{'line-through' if style.strike else 'underline'}")
    return ";".join(out)


def _colour(colour: Color | None) -> str:
    if colour is None or colour.is_default:
        return ""
    if colour.type == ColorType.STANDARD and colour.number is not None:
        return f"var(--c{colour.number % 8})"
    return colour.get_truecolor().hex


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>%TITLE%</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<style>
:root{--ink:#282828;--ground:#faf9f6;--c0:#3c3c3c;--c1:#be2832;--c2:#3c7828;--c3:#a06e00;
--c4:#2850aa;--c5:#96328c;--c6:#007882;--c7:#6e6e6e}
@media (prefers-color-scheme:dark){:root{--ink:#d9d9d9;--ground:#17181a;--c0:#555;--c1:#f26d78;
--c2:#8fc77a;--c3:#e0b95a;--c4:#7ea6f0;--c5:#d68ad0;--c6:#6cc7cf;--c7:#bbb}}
body{margin:1rem auto;width:max-content;max-width:100%;background:var(--ground);color:var(--ink);
font:14px system-ui,sans-serif}
pre{font:13px/15px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow:auto;margin:0}
b{font-weight:normal;display:inline-block;vertical-align:top;height:15px}%STYLES%
nav{display:flex;gap:.6rem;align-items:center;margin-top:.6rem}input{flex:1}
button{font:inherit;min-width:2.6rem}
</style></head><body>
<pre id="screen" aria-live="off"></pre>
<nav><button id="back" aria-label="previous">◂</button><button id="play">Play</button>
<button id="next" aria-label="next">▸</button>
<input id="at" type="range" min="0" max="%LAST%" value="0" aria-label="position">
<output id="where"></output></nav>
<script>
"use strict";
const data = %DATA%;
const get = id => document.getElementById(id), last = data.shown.length - 1;
let at = 0, timer = 0;
function show(n) {
  at = Math.min(Math.max(n, 0), last);
  get("screen").innerHTML = data.shown[at].map(i => data.rows[i]).join("\\n");
  get("at").value = at;
  get("where").value = (at + 1) + " / " + (last + 1);
}
function play() {
  if (timer) { clearInterval(timer); timer = 0; }
  else {
    if (at === last) show(0);
    timer = setInterval(() => at < last ? show(at + 1) : play(), 500);
  }
  get("play").textContent = timer ? "Pause" : "Play";
}
get("at").oninput = e => show(+e.target.value);
get("back").onclick = () => show(at - 1);
get("next").onclick = () => show(at + 1);
get("play").onclick = play;
const keys = {ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -last, End: last};
addEventListener("keydown", e => {
  if (e.key === " ") play();
  else if (e.key in keys) show(at + keys[e.key]);
  else return;
  e.preventDefault();
});
show(0);
</script></body></html>
"""
