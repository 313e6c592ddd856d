"""A game as self-contained files: a page with a slider, a cast, numbered pictures."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Sequence

from rich.color import Color, ColorSystem, ColorType
from rich.style import Style

from .controller import Controller
from .drawing.paint import Painter, Row, Rows
from .model import Model


def stops(model: Model, step: str) -> Sequence[int]:
    """Return the lines to show: every event, or the end of every turn."""
    if step == "turn":
        return [run.last for run in model.source.turns]
    return range(1, model.last + 1)


def screens(model: Model, width: int, height: int, step: str = "event") -> Iterator[Rows]:
    """Yield the screens of a game from its first line to its last."""
    controller = _counted(model)
    for seq in stops(model, step):
        controller.move(seq, by_turns=step == "turn")
        yield controller.show(width, height).rows


def screen_at(model: Model, width: int, height: int, seq: int) -> Rows:
    """Return one screen of a game."""
    controller = _counted(model)
    controller.move(seq)
    return controller.show(width, height).rows


def _counted(model: Model) -> Controller:
    """Return a controller for drawing only, with nothing left to count."""
    controller = Controller(model, paint=Painter())
    if model.viewer is not None:
        model.notes.clear()  # their author may have seen more than this seat
    controller.work(float("inf"))
    return controller


# --- a cast -------------------------------------------------------------------------------------


def cast(
    shown: Iterator[Rows], width: int, height: int, title: str, *, speed: float = 2.0
) -> Iterator[str]:
    """Yield the lines of an asciinema cast; each event repaints only what changed."""
    head = {"version": 2, "width": width, "height": height, "title": title}
    yield json.dumps(head) + "\n"
    before: Rows = [[] for _ in range(height)]
    at = 0.0
    for n, rows in enumerate(shown):
        changed = "".join(
            f"\x1b[{y + 1};1H{_ansi(row)}" for y, row in enumerate(rows) if row != before[y]
        )
        start = "\x1b[?25l\x1b[2J" if n == 0 else ""
        yield json.dumps([round(at, 3), "o", start + changed]) + "\n"
        before, at = rows, at + 1 / speed


def _ansi(row: Row) -> str:
    return "".join(
        (style or Style.null()).render(text, color_system=ColorSystem.TRUECOLOR)
        for text, style, _ in row
    )


# --- a page -------------------------------------------------------------------------------------


def page(shown: Iterator[Rows], title: str) -> str:
    """Return a page with all screens and a slider; it loads nothing from the network."""
    lines: dict[str, int] = {}
    looks: dict[str, str] = {}
    indexes = [
        [lines.setdefault(_markup(row, looks), len(lines)) for row in rows] for rows in shown
    ]
    styles = "".join(f".{name}{{{css}}}" for css, name in looks.items())
    data = json.dumps({"rows": list(lines), "shown": indexes}, separators=(",", ":"))
    return (
        PAGE.replace("%TITLE%", html.escape(title))
        .replace("%STYLES%", styles)
        .replace("%LAST%", str(len(indexes) - 1))
        .replace("%DATA%", data.replace("<", "\\u003c"))
    )


def _markup(row: Row, looks: dict[str, str]) -> str:
    out = []
    for text, style, _ in row:
        css = _css(style) if style is not None else ""
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
pre{font:13px/1.25 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow:auto;margin:0}
b{font-weight:normal}%STYLES%
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
