"""Pictures, pages and casts of a game, for `ledger export`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from ledger.cli.logs import log_at, seen_by

if TYPE_CHECKING:
    from ledger.viewer.model import Model

PICTURES = ("svg", "html", "gif-frames", "cast")


class Shape(NamedTuple):
    """How a game is drawn, and for whom."""

    viewer: str | None
    lang: str
    at: int | None
    turn: int | None
    width: int
    height: int
    step: str
    speed: float
    light: bool


def draw(file: Path, to: str, shape: Shape, out: Path | None) -> bytes | None:
    """Return a game as a picture, a page or a cast; None if it was written as a folder."""
    from ledger.kernel.log.codec import encode
    from ledger.kernel.log.viewers import viewer_of

    with log_at(file) as reading:
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
    from ledger.kernel.errors import Malformed

    if at is not None and turn is not None:
        raise typer.BadParameter("give a line or a turn, not both", param_hint="--at, --turn")
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

    title = f"{model.game.meta.title}: {', '.join(model.names)}"
    if to == "svg":
        rows = made.screen_at(model, shape.width, shape.height, at)
        return svg(rows, model.source.path.name, light=shape.light)
    screens = made.screens(model, shape.width, shape.height, shape.step)
    if to == "html":
        return made.page(screens, title)
    return "".join(made.cast(screens, shape.width, shape.height, title, speed=shape.speed))


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
        screens = made.screens(model, shape.width, shape.height, shape.step)
        for n, rows in enumerate(screens, 1):
            picture = svg(rows, model.source.path.name, light=shape.light)
            write_whole(out / f"{n:0{len(str(total))}d}.svg", picture.encode())
            done(n)
    say(f"{out}: {total} pictures")
