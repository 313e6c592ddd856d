"""Pictures, pages and casts of a game, for `ledger export`.

A picture is the board as the browser draws it; with `--terminal` it is a screen of `ledger replay`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from ledger.cli.logs import log_at, seen_by
from ledger.kernel.errors import Malformed

if TYPE_CHECKING:
    from ledger.kernel.log.codec import Reading
    from ledger.viewer.model import Model

PICTURES = ("svg", "png", "html", "gif-frames", "cast")
SCREENS = ("gif-frames", "cast")
"""What is made of screens of the terminal alone."""
COLUMNS, PIXELS = 120, 1000
"""How wide a screen and a picture are, unless somebody says so."""
WIDTHS = {True: (40, 400), False: (240, 2400)}
"""From where to where a screen (True) and a picture (False) can be drawn."""


class Shape(NamedTuple):
    """How a game is drawn, and for whom; what is None is up to the kind of picture."""

    viewer: str | None
    lang: str
    at: int | None
    turn: int | None
    width: int | None
    height: int
    step: str
    speed: float
    light: bool | None
    terminal: bool
    all_eyes: bool


def draw(file: Path, to: str, shape: Shape, out: Path | None) -> bytes | None:
    """Return a game as a picture, a page or a cast; None if it was written as a folder."""
    screens = shape.terminal or to in SCREENS
    _check(to, shape, out, screens)
    with log_at(file) as reading:
        if screens:
            return _screens(file, reading, to, shape, out)
        if to == "html":
            from ledger.viewer.notes import read_notes, side_file

            from .game_page import game_page

            notes, _ = read_notes(side_file(file))
            return game_page(reading, shape.viewer, shape.lang, notes, all_eyes=shape.all_eyes)
        return _board(reading, to, shape)


def _check(to: str, shape: Shape, out: Path | None, screens: bool) -> None:
    """Refuse options that don't go together, and what can't be made here."""
    from ledger.web.picture import can_make_png

    if to == "png" and out is None and sys.stdout.isatty():
        raise typer.BadParameter("png isn't for the screen", param_hint="--out")
    if to == "png" and screens:
        raise typer.BadParameter("is for svg and html", param_hint="--terminal")
    if to == "png" and not can_make_png():
        raise Malformed(
            "PNG pictures need the extra `plot`",
            hint='pip install "tabletop-ledger[plot]", or --to svg',
        )
    if shape.all_eyes and (to != "html" or screens):
        raise typer.BadParameter("is for the page: --to html", param_hint="--all-eyes")
    if shape.all_eyes and shape.viewer is not None:
        raise typer.BadParameter("give one or the other", param_hint="--as, --all-eyes")
    if shape.at is not None and shape.turn is not None:
        raise typer.BadParameter("give a line or a turn, not both", param_hint="--at, --turn")
    least, most = WIDTHS[screens]
    if shape.width is not None and not least <= shape.width <= most:
        unit = "columns" if screens else "pixels"
        raise typer.BadParameter(f"is from {least} to {most} {unit} here", param_hint="--width")


# --- boards as the browser draws them -----------------------------------------------------------


def _board(reading: Reading, to: str, shape: Shape) -> bytes:
    """Return one position as a picture."""
    from ledger.kernel.log.replay import Replay
    from ledger.kernel.log.viewers import viewer_of
    from ledger.web.chapters import position
    from ledger.web.picture import png, svg

    lines = seen_by(reading, viewer_of(reading.opened, shape.viewer))
    replay = Replay(reading.game, lines)
    try:
        at = len(lines) if shape.at is None else shape.at
        if shape.turn is not None:
            at = replay.turn_end(shape.turn)
        shown = position(replay, at, shape.lang)
    except IndexError as e:
        raise Malformed(str(e)) from None
    drawn = svg(
        reading.game,
        shown.scene,
        shape.width or PIXELS,
        own=lines[0].data.view or 0,
        moved=shown.moved,
        dark=shape.light is False,
    )
    return png(drawn) if to == "png" else drawn.encode()


# --- screens of the terminal --------------------------------------------------------------------


def _screens(file: Path, reading: Reading, to: str, shape: Shape, out: Path | None) -> bytes | None:
    from ledger.kernel.log.codec import encode
    from ledger.kernel.log.viewers import viewer_of

    viewer = viewer_of(reading.opened, shape.viewer)
    lines = seen_by(reading, viewer)
    data = reading.raw if lines is reading.lines else encode(lines)
    model = _model(file, data, viewer, shape.lang)
    if to == "gif-frames":
        _folder(model, shape, out)
        return None
    return _drawn(model, to, shape, _place(model, shape.at, shape.turn)).encode()


def _model(file: Path, data: bytes, viewer: int | None, lang: str) -> Model:
    from ledger.viewer.log_source import LogSource
    from ledger.viewer.model import Model

    source = LogSource(file, data=data)
    source.read_all()
    return Model(source, viewer=viewer, lang=lang)


def _place(model: Model, at: int | None, turn: int | None) -> int:
    found = model.last if at is None else at
    if turn is not None:
        end = model.source.turn_end(turn)
        if end is None:
            raise Malformed(f"there is no turn {turn}")
        found = end
    if found > model.last:
        raise Malformed(f"there is no line {found}: this log has 1 to {model.last}")
    return found


def _drawn(model: Model, to: str, shape: Shape, at: int) -> str:
    """Return one screen as a picture, or all of them as a page or a cast."""
    from ledger.viewer import export as made
    from ledger.viewer.drawing.screenshot import svg

    width = shape.width or COLUMNS
    title = f"{model.game.meta.title}: {', '.join(model.names)}"
    if to == "svg":
        rows = made.screen_at(model, width, shape.height, at)
        return svg(rows, model.source.path.name, light=bool(shape.light))
    screens = made.screens(model, width, shape.height, shape.step)
    if to == "html":
        return made.page(screens, title)
    return "".join(made.cast(screens, width, shape.height, title, speed=shape.speed))


def _folder(model: Model, shape: Shape, out: Path | None) -> None:
    """Write a folder of numbered pictures, for making a film."""
    from ledger.cli.files import write_whole
    from ledger.viewer import export as made
    from ledger.viewer.drawing.screenshot import svg

    from .console import progress, say

    if out is None:
        raise typer.BadParameter("gif-frames needs a folder", param_hint="--out")
    total = len(made.stops(model, shape.step))
    out.mkdir(parents=True)
    with progress("drawing", total) as done:
        screens = made.screens(model, shape.width or COLUMNS, shape.height, shape.step)
        for n, rows in enumerate(screens, 1):
            picture = svg(rows, model.source.path.name, light=bool(shape.light))
            write_whole(out / f"{n:0{len(str(total))}d}.svg", picture.encode())
            done(n)
    say(f"{out}: {total} pictures")
