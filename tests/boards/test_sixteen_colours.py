"""On a terminal with sixteen colours, what has different colours still does."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.style import Style
from rich.text import Text

from ledger.boards.picture import INKS
from ledger.boards.sixteen_colours import in_sixteen
from ledger.kernel.game.registry import installed


def names(style: str) -> tuple[str | None, ...]:
    """Return the names of a style's colours on such a terminal."""
    found = in_sixteen(Style.parse(style))
    fore, back = (c.name if c is not None else None for c in (found.color, found.bgcolor))
    return fore, back


def test_the_colours_of_cubes_stay_apart():
    grounds = {colour: names(ink.face)[1] for colour, ink in INKS.items()}
    assert grounds == {
        "red": "red",
        "blue": "blue",
        "yellow": "bright_yellow",
        "green": "green",
        "brown": "yellow",
    }
    assert all(names(ink.face)[0] != names(ink.face)[1] for ink in INKS.values())


@pytest.mark.parametrize("game", sorted(installed()))
def test_the_seats_stay_apart(game):
    tones = installed()[game].pictures.seat_tones[: max(installed()[game].meta.players)]
    assert len({names(tone)[0] for tone in tones}) == len(tones)


def test_nothing_is_written_in_the_colour_of_its_ground():
    ink, ground = names("#b3261e on #b8322a")
    assert ink != ground


def test_what_has_sixteen_colours_stays():
    for style in ("", "bold red", "dim", "green on black", "default on default"):
        assert in_sixteen(Style.parse(style)) == Style.parse(style)


def test_the_command_line_uses_them(monkeypatch):
    from ledger.cli.output import console as module

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    out = module.console(width=20)
    out.file = io.StringIO()
    out._color_system = Console(force_terminal=True, color_system="standard")._color_system
    out.print(Text("x", INKS["green"].face))
    assert "42" in out.file.getvalue().split("m")[0].split(";")
