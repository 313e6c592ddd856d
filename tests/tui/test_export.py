"""Screens of the terminal as stills, pages, casts and folders of pictures."""

import html
import io
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import msgspec
import pyte
import pytest

from common.refusals import tells
from ledger.cli.app import run as command
from ledger.testing.effort import CAMPAIGN
from ledger.tui.drawing.paint import plain_text
from ledger.tui.export import DrawnScreens, ScreenRange, draw_screens, page, screens
from ledger.tui.notes import add_note, side_file

from .conftest import GAMES

STILL = ("--to", "svg", "--terminal", "--turn", 3)
PAGE = ("--to", "html", "--terminal")


@pytest.fixture
def run(capsys):
    def go(*args):
        with pytest.raises(SystemExit) as e:
            command([str(a) for a in args])
        out = capsys.readouterr()
        return e.value.code or 0, out.out, out.err

    return go


@pytest.mark.parametrize("name", GAMES)
def test_a_still(run, log, tmp_path, name):
    out = tmp_path / "x.svg"
    assert run("export", log(name), *STILL, "--out", out)[0] == 0
    picture = out.read_text()
    ET.fromstring(picture)  # noqa: S314 # our own
    assert not re.search(r"url\(\"?http|href=|@import|@font-face|<image|<script", picture)
    again = tmp_path / "y.svg"
    run("export", log(name), *STILL, "--out", again)
    assert again.read_text() == picture


@pytest.mark.parametrize("name", GAMES if CAMPAIGN else ["istanbul", "splash"])
def test_casts_and_pages_hold_every_screen(run, log, model, tmp_path, name):
    every = [plain_text(rows) for rows in screens(model(name), 80, 24, "turn")]
    _cast_plays(every, run, log(name), tmp_path / "x.cast")
    _page_holds(every, run, log(name), tmp_path / "x.html")


def _cast_plays(every, run, path, out):
    args = ("--to", "cast", "--step", "turn", "--width", 80, "--height", 24, "--speed", 4)
    assert run("export", path, *args, "--out", out)[0] == 0
    head, *rows = map(json.loads, out.read_text().splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    for i, ((at, kind, data), wanted) in enumerate(zip(rows, every, strict=True)):
        assert (at, kind) == (i / 4, "o")
        stream.feed(data)
        shown = "".join(line.rstrip() + "\n" for line in screen.display)
        assert shown == wanted


def _page_holds(every, run, path, out):
    """It holds every screen and asks nobody."""
    args = (*PAGE, "--step", "turn", "--width", 80, "--height", 24)
    assert run("export", path, *args, "--out", out)[0] == 0
    text = out.read_text()
    assert "default-src 'none'" in text
    assert not re.search(r"https?:|src=|href=|@import|url\(", text)
    data = json.loads(re.search(r"const data = (.*);\n", text)[1])
    for indexes, wanted in zip(data["shown"], every, strict=True):
        lines = [re.sub(r"<[^>]*>", "", data["rows"][i]) for i in indexes]
        shown = "".join(html.unescape(line).rstrip() + "\n" for line in lines)
        assert shown == wanted


def test_a_page_escapes_what_it_shows(log, tmp_path):
    evil = '</script><script>alert(1)</script><b onclick="x">&amp;'
    text = page([DrawnScreens([[(evil, "")]], [[0]])], evil)
    assert text.count("<script>") == 1
    assert "alert(1)</script>" not in text
    assert "<title>&lt;/script&gt;" in text


def test_pictures_for_a_film(run, log, tmp_path):
    out = tmp_path / "film"
    args = ("export", log("splash"), "--to", "gif-frames", "--step", "turn", "--out", out)
    assert run(*args)[0] == 0
    names = sorted(p.name for p in out.iterdir())
    assert names == [f"{n:02d}.svg" for n in range(1, len(names) + 1)]
    code, _, err = run(*args)
    assert (code, tells(err, str(out))) == (1, True)
    assert run("export", log(), "--to", "gif-frames")[0] == 2


def test_a_seats_page_holds_only_what_the_seat_saw(log, model, run, tmp_path):
    out = tmp_path / "x.html"
    run("export", log("splash"), *PAGE, "--as", "1", "--out", out)
    m = model("splash")
    m.look(1)
    hidden = [m.say(x.data) for x in m.lines if m.say(x.data) != m.say(m.event(x.seq))]
    assert hidden
    text = out.read_text()
    for told in hidden:
        assert told not in text


def test_notes_of_one_who_saw_all_are_not_in_a_seats_page(log, run):
    path = log("splash")
    add_note(side_file(path), 3, "Bartek bluffs")
    assert "Bartek bluffs" in run("export", path, *PAGE)[1]
    assert "Bartek bluffs" not in run("export", path, *PAGE, "--as", "1")[1]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--at", 9999), "9999"),
        (("--turn", 9999), "9999"),
        (("--at", 3, "--turn", 1), ""),
    ],
)
@pytest.mark.parametrize("kind", [(), ("--terminal",)], ids=["board", "screen"])
def test_what_is_not_there(run, log, args, why, kind):
    code, _, err = run("export", log(), "--to", "svg", *kind, *args)
    assert code == 2
    assert tells(err, why)


# --- what is imported -------------------------------------------------------------------------


def test_only_the_viewer_imports_textual(log):
    path = str(log())
    commands = [
        ["replay", path, "--at", "9"],
        ["replay", path, "--json"],
        ["replay", path],
        ["export", path, "--to", "svg"],
        ["export", path, "--to", "svg", "--terminal"],
        ["log", path],
    ]
    code = (
        "import sys, ledger.cli\n"
        f"for sys.argv[1:] in {commands!r}:\n"
        "    try: ledger.cli.main()\n"
        "    except SystemExit as e: assert not e.code\n"
        "    assert not any(m.partition('.')[0] == 'textual' for m in sys.modules), sys.argv\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_only_the_shell_knows_textual():
    code = (
        "import sys, ledger.tui.controller, ledger.tui.export, ledger.tui.comparison\n"
        "import ledger.tui.drawing.screenshot\n"
        "assert not any(m.partition('.')[0] == 'textual' for m in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("option", ["--play", "--follow", "--compare=x.jsonl"])
def test_what_needs_a_terminal_says_so(run, log, option, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    code, _, err = run("replay", log(), option)
    assert code == 2
    assert tells(err, "terminal")


# --- several processes ------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["cast", "html"])
def test_a_part_is_drawn_as_it_is_in_the_whole(log, to):
    """Whoever draws which screens, and in which order: the same bytes."""
    path = log("splash")
    whole = ScreenRange(
        path=str(path), data=path.read_bytes(), viewer=None, lang="en", width=80, height=24,
        step="event", to=to, first=0, end=24,
    )  # fmt: skip
    kind = DrawnScreens if to == "html" else list[str]

    def drawn(first, end):
        part = msgspec.structs.replace(whole, first=first, end=end)
        return msgspec.msgpack.decode(draw_screens(msgspec.msgpack.encode(part)), type=kind)

    cut = [drawn(first, first + 8) for first in (16, 0, 8)]
    parts = [cut[1], cut[2], cut[0]]
    if to == "html":
        assert page(parts, "x") == page([drawn(0, 24)], "x")
    else:
        assert [screen for part in parts for screen in part] == drawn(0, 24)
