"""Pictures, pages and casts of a game, for `ledger export`.

A picture is the board the way the browser draws it; with `--terminal` it is a screen of `ledger
replay`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import typer

from ledger.cli.files.logs import line_of, log_at, seen_by
from ledger.cli.language import t, tn
from ledger.kernel.errors import Malformed

from .console import progress, say

if TYPE_CHECKING:
    from ledger.kernel.replay.log_reader import Reading
    from ledger.tui.export import ScreenRange
    from ledger.tui.model import Model

PICTURES = ("svg", "png", "html", "gif-frames", "cast")
SCREENS = ("gif-frames", "cast")
"""The formats that always consist of terminal screens."""
SCREENS_AT_ONCE = 16
"""How many screens a process draws before it gets more work."""
COLUMNS, PIXELS = 120, 1000
"""The default widths of a screen and of a picture."""
WIDTHS = {True: (40, 400), False: (240, 2400)}
"""The smallest and largest widths of a screen (True) and of a picture (False)."""


class Shape(NamedTuple):
    """How to draw a game, and for whom; None leaves the choice to the kind of picture."""

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


def draw(file: Path, to: str, shape: Shape, out: Path | None, jobs: int | None = 1) -> bytes | None:
    """Return a game as a picture, a page or a cast; None if it was written to a folder."""
    screens = shape.terminal or to in SCREENS
    _check(to, shape, out, screens)
    with log_at(file) as reading:
        if screens:
            return _screens(file, reading, to, shape, out, jobs)
        if to == "html":
            from ledger.tui.notes import read_notes, side_file

            from .game_page import game_page

            notes, _ = read_notes(side_file(file))
            return game_page(reading, shape.viewer, shape.lang, notes, all_eyes=shape.all_eyes)
        return _board(reading, to, shape)


def _check(to: str, shape: Shape, out: Path | None, screens: bool) -> None:
    """Refuse options that don't go together, and formats that can't be produced here."""
    from ledger.web.picture import can_make_png

    if to == "png" and out is None and sys.stdout.isatty():
        raise typer.BadParameter(
            "a png can't be printed on the screen; name a file", param_hint="--out"
        )
    if to == "png" and screens:
        raise typer.BadParameter("only works with svg and html", param_hint="--terminal")
    if to == "png" and not can_make_png():
        raise Malformed(
            "PNG pictures need the extra `plot`",
            hint='pip install "tabletop-ledger[plot]", or --to svg',
        )
    if shape.all_eyes and (to != "html" or screens):
        raise typer.BadParameter("only works with --to html", param_hint="--all-eyes")
    if shape.all_eyes and shape.viewer is not None:
        raise typer.BadParameter("give only one of these", param_hint="--as, --all-eyes")
    if shape.at is not None and shape.turn is not None:
        raise typer.BadParameter("give a line or a turn, not both", param_hint="--at, --turn")
    least, most = WIDTHS[screens]
    if shape.width is not None and not least <= shape.width <= most:
        unit = "columns" if screens else "pixels"
        raise typer.BadParameter(
            f"must be from {least} to {most} {unit} here", param_hint="--width"
        )


# --- boards as the browser draws them -----------------------------------------------------------


def _board(reading: Reading, to: str, shape: Shape) -> bytes:
    """Return one position as a picture."""
    from ledger.kernel.log.seat_lookup import viewer_of
    from ledger.kernel.replay.replay import Replay
    from ledger.web.chapters import position
    from ledger.web.picture import png, svg

    lines = seen_by(reading, viewer_of(reading.opened, shape.viewer))
    replay = Replay(reading.game, lines)
    shown = position(replay, line_of(replay, shape.at, shape.turn), shape.lang)
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


def _screens(
    file: Path, reading: Reading, to: str, shape: Shape, out: Path | None, jobs: int | None
) -> bytes | None:
    from ledger.kernel.log.codec import encode
    from ledger.kernel.log.seat_lookup import viewer_of
    from ledger.tui import export as made
    from ledger.tui.drawing.screenshot import svg

    viewer = viewer_of(reading.opened, shape.viewer)
    lines = seen_by(reading, viewer)
    data = reading.raw if lines is reading.lines else encode(lines)
    whole = made.ScreenRange(
        path=str(file),
        data=data,
        viewer=viewer,
        lang=shape.lang,
        width=shape.width or COLUMNS,
        height=shape.height,
        step=shape.step,
        to=to,
        light=bool(shape.light),
    )
    model = made.model_of(whole)
    title = f"{model.game.meta.title}: {', '.join(model.names)}"
    at = _place(model, shape.at, shape.turn)
    if to == "svg":
        rows = made.screen_at(model, whole.width, whole.height, at)
        return svg(rows, file.name, light=whole.light).encode()
    total = len(made.stops(model, shape.step))
    parts = (_read(to, answer) for answer in _drawn(whole, total, jobs))
    if to == "html":
        return made.page(parts, title).encode()
    every = (screen for part in parts for screen in part)
    if to == "cast":
        cast = made.cast(every, whole.width, whole.height, title, speed=shape.speed)
        return "".join(cast).encode()
    _folder(every, total, out)
    return None


def _drawn(whole: ScreenRange, total: int, jobs: int | None) -> Iterator[bytes]:
    """Yield the screens of a game, drawn in batches by as many processes as is worthwhile."""
    from ledger.cli.worker_pools import pool_for
    from ledger.tui.export import draw_screens

    starts = range(0, total, SCREENS_AT_ONCE)
    parts = (
        msgspec.structs.replace(whole, first=first, end=min(first + SCREENS_AT_ONCE, total))
        for first in starts
    )
    with pool_for(jobs, None, len(starts)) as pool, progress(t("drawing"), total) as done:
        task = f"{draw_screens.__module__}:{draw_screens.__name__}"
        for n, answer in enumerate(pool.run(task, map(msgspec.msgpack.encode, parts)), 1):
            done(min(n * SCREENS_AT_ONCE, total))
            yield answer


def _read(to: str, answer: bytes) -> Any:
    from ledger.tui.export import DrawnScreens

    return msgspec.msgpack.decode(answer, type=DrawnScreens if to == "html" else list[str])


def _place(model: Model, at: int | None, turn: int | None) -> int:
    found = model.last if at is None else at
    if turn is not None:
        end = model.source.turn_end(turn)
        if end is None:
            raise Malformed("there is no turn {turn}", turn=turn)
        found = end
    if found > model.last:
        raise Malformed(
            "there is no line {found}: this log has 1 to {last}", found=found, last=model.last
        )
    return found


def _folder(pictures: Iterable[str], total: int, out: Path | None) -> None:
    """Write a folder of numbered pictures for making a film: either all of them or none."""
    from ledger.cli.files.plain_files import write_whole

    if out is None:
        raise typer.BadParameter("gif-frames needs a folder", param_hint="--out")
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as beside:
        made = Path(beside) / out.name
        made.mkdir()
        for n, picture in enumerate(pictures, 1):
            write_whole(made / f"{n:0{len(str(total))}d}.svg", picture.encode())
        made.rename(out)
    say(f"{out}: {tn('{count} picture', '{count} pictures', total)}")
