"""The viewer in a real terminal: pexpect types, pyte looks."""

import os
import re
import signal
import sys
import time

import pexpect
import pyte
import pytest

from ledger.testing.effort import CAMPAIGN

from .conftest import GAMES, sample

SIZES = ((80, 24), (120, 40), (200, 50))
ENV = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONUTF8": "1"}


class Screen:
    """A terminal with a program in it."""

    def __init__(self, args, size=(80, 24), env=None):
        width, height = size
        keep = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "ledger.cli", *map(str, args)],
            dimensions=(height, width),
            env={**keep, **ENV, **(env or {})},
            timeout=30,
        )
        self.child.delaybeforesend = None
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""

    def text(self):
        return "\n".join(self.screen.display)

    def until(self, wanted, seconds=30, *, there=True):
        """Look until a text is on the screen, or no more there."""
        end = time.monotonic() + seconds
        while (wanted in self.text()) != there:
            assert time.monotonic() < end, f"{wanted!r} {there=}:\n{self.text()}"
            try:
                data = self.child.read_nonblocking(65536, timeout=0.2)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                assert wanted in self.text(), self.text()
                return
            self.raw += data
            # pyte does not know these two and would print them: a question about the
            # keyboard, and the end of that mode
            self.stream.feed(data.replace(b"\x1b[>25u", b"").replace(b"\x1b[<u", b""))

    def keys(self, keys):
        self.child.send(keys)

    def resize(self, width, height):
        self.child.setwinsize(height, width)
        self.screen.resize(height, width)
        self.child.kill(signal.SIGWINCH)

    def quit(self):
        self.keys("q")
        self.child.expect(pexpect.EOF)
        self.child.close()
        return self.child.exitstatus


@pytest.fixture
def terminal():
    made = []

    def make(*args, **more):
        made.append(Screen(*args, **more))
        return made[-1]

    yield make
    for screen in made:
        screen.child.close(force=True)


@pytest.mark.parametrize("name", GAMES if CAMPAIGN else ["istanbul", "splash"])
def test_a_game_at_three_sizes(terminal, log, name):
    """One run per game: every size, most ways to move, and a resize while it plays."""
    path = log(name)
    last = len(sample(name).splitlines())
    t = terminal(["replay", path], size=SIZES[0])
    t.until("? help")
    t.until("Ledger")
    start = int(t.screen.display[-1].split("/")[0])
    for keys, wanted in (
        ("\x1b[C", f"{start + 1}/{last}"),
        ("l", f"{start + 2}/{last}"),
        ("\x1b[D", f"{start + 1}/{last}"),
        ("h", f"{start}/{last}"),
        ("\x1b[F", f"{last}/{last}"),
        ("\x1b[H", f"1/{last}"),
        ("G", f"{last}/{last}"),
        ("g", f"1/{last}"),
        ("12G", f"12/{last}"),
        (":20\r", f"20/{last}"),
        (":50%\r", f"{round(last / 2)}/{last}"),
        ("\t", "as Ana saw it"),
        ("\x1b[Z", "all open"),
        ("?", "next, previous event"),
        ("q", "Ledger"),
        ("i", '"type"'),
    ):
        t.keys(keys)
        t.until(wanted)
    t.keys("\x1b")  # with a key right behind it, it would be another key
    t.until('"type"', there=False)
    for keys, wanted in (
        ("m", "marked"),
        ("/zzzz\r", "'zzzz'"),
        ("g", f"1/{last}"),
    ):
        t.keys(keys)
        t.until(wanted)
    for size in SIZES[1:]:
        t.resize(*size)
        t.keys("5")
        t.until(f"{round(last / 2)}/{last}")
        t.until("Players")
    t.keys("g ")
    t.until("/s")
    t.resize(*SIZES[0])
    t.until("4/")
    t.keys(" ")
    t.until("? help")
    assert t.quit() == 0


def test_the_mouse(terminal, log):
    t = terminal(["replay", log()], size=(80, 24))
    t.until("? help")
    t.keys("\x1b[<0;80;23M\x1b[<0;80;23m")  # the right end of the timeline
    t.until("303/303")
    t.keys("\x1b[<0;80;23M\x1b[<32;41;23M\x1b[<0;41;23m")  # dragged to the middle
    t.until("154/303")
    t.keys("\x1b[<0;80;23M\x1b[<0;80;23m")
    t.until("303/303")
    t.keys("\x1b[<0;10;19M\x1b[<0;10;19m")  # an event
    t.until("300/303")


def test_no_colour_and_ascii(terminal, log):
    t = terminal(
        ["replay", log()],
        env={"NO_COLOR": "1", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
    )
    t.until("? help")
    t.keys("5")
    t.until("152/303")
    assert t.text().isascii()
    assert not re.search(rb"\x1b\[[0-9;]*3[0-8]m|38;[25];|48;[25];", t.raw)


def test_a_damaged_end_is_said_in_the_status_line(terminal, log):
    path = log(data=sample("osaka")[:-40])
    t = terminal(["replay", path], size=(120, 30))
    t.until("only the good part is shown")


def test_following(terminal, log):
    lines = sample("osaka").splitlines(keepends=True)
    path = log(data=b"".join(lines[:6]))
    t = terminal(["replay", path, "--follow"])
    t.until("6/6")
    t.until("live")
    with path.open("ab") as file:
        file.write(lines[6])
    t.until("7/7")
    t.keys("g")
    t.until("live, paused")


def test_comparing(terminal, log, tmp_path):
    path = log()
    short = tmp_path / "short.jsonl"
    short.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:7]))
    t = terminal(["replay", path, "--compare", short], size=(120, 40))
    t.until("first difference, line 8")


@pytest.mark.parametrize(
    "args",
    [["--at", "9"], ["--turn", "3"], ["--json"], ["--at", "9", "--as", "1"]],
)
def test_one_position_in_a_terminal_needs_no_viewer(terminal, log, args):
    t = terminal(["replay", log(), *args], size=(200, 50))
    t.child.expect(pexpect.EOF)
    t.child.close()
    assert t.child.exitstatus == 0
    assert b"\x1b[?1049h" not in t.child.before
