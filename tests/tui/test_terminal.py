"""The viewer in a real terminal: pexpect types, pyte looks."""

import re
import signal
import time

import pexpect
import pyte
import pytest

from common.terminal import Terminal
from ledger.testing.effort import CAMPAIGN

from .conftest import GAMES, sample

SIZES = ((80, 24), (120, 40), (200, 50))
COLOURS = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONUTF8": "1"}


class Screen(Terminal):
    """A terminal with a screen to look at."""

    def __init__(self, *args, size=(80, 24), env=None):
        super().__init__(*args, size=size, env={**COLOURS, **(env or {})})
        self.screen = pyte.Screen(*size)
        self.stream = pyte.Stream(self.screen)
        self.raw = ""

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
            self.stream.feed(data.replace("\x1b[>25u", "").replace("\x1b[<u", ""))

    def resize(self, width, height):
        self.child.setwinsize(height, width)
        self.screen.resize(height, width)
        self.child.kill(signal.SIGWINCH)


@pytest.fixture
def viewer(terminal):
    """Start the viewer in a terminal."""

    def start(path, *args, **more):
        return terminal("replay", path, *args, kind=Screen, **more)

    return start


@pytest.mark.parametrize("name", GAMES if CAMPAIGN else ["istanbul", "splash"])
def test_a_game_at_three_sizes(viewer, log, name):
    """One run per game: every size, most ways to move, and a resize while it plays."""
    path = log(name)
    last = len(sample(name).splitlines())
    t = viewer(path, size=SIZES[0])
    t.until("? help")
    t.until("Key moments")
    t.type("q")
    t.until("Key moments", there=False)
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
        ("\x1b[Z", "all hands shown"),
        ("?", "next or previous event"),
        ("q", f"{round(last / 2)}/{last}"),
        ("i", '"type"'),
    ):
        t.type(keys)
        t.until(wanted)
    t.type("\x1b")  # with a key right behind it, it would be another key
    t.until('"type"', there=False)
    for keys, wanted in (
        ("m", "marked"),
        ("/zzzz\r", "'zzzz'"),
        ("g", f"1/{last}"),
    ):
        t.type(keys)
        t.until(wanted)
    for size in SIZES[1:]:
        t.resize(*size)
        t.type("5")
        t.until(f"{round(last / 2)}/{last}")
        t.until("Players")
    t.type("g ")
    t.until("/s")
    t.resize(*SIZES[0])
    t.until("4/")
    t.type(" ")
    t.until("? help")
    t.type("q")
    assert t.end()[0] == 0


def test_the_mouse(viewer, log):
    t = viewer(log(), size=(80, 24))
    t.until("? help")
    t.type("\x1b[<0;80;23M\x1b[<0;80;23m")  # the right end of the timeline
    t.until("303/303")
    t.type("\x1b[<0;80;23M\x1b[<32;41;23M\x1b[<0;41;23m")  # dragged to the middle
    t.until("154/303")
    t.type("\x1b[<0;80;23M\x1b[<0;80;23m")
    t.until("303/303")
    t.until("Key moments")
    t.type("\x1b[<0;10;21M\x1b[<0;10;21m")  # closes the result
    t.until("Key moments", there=False)
    t.type("\x1b[<0;10;21M\x1b[<0;10;21m")  # an event
    t.until("302/303")


def test_no_colour_and_ascii(viewer, log):
    t = viewer(
        log(),
        env={"NO_COLOR": "1", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
    )
    t.until("? help")
    t.type("5")
    t.until("152/303")
    assert t.text().isascii()
    assert not re.search(r"\x1b\[[0-9;]*3[0-8]m|38;[25];|48;[25];", t.raw)


def test_a_damaged_end_is_said_in_the_status_line(viewer, log):
    path = log(data=sample("osaka")[:-40])
    t = viewer(path, size=(120, 30))
    t.until("only the intact part is shown")


def test_following(viewer, log):
    lines = sample("osaka").splitlines(keepends=True)
    path = log(data=b"".join(lines[:6]))
    t = viewer(path, "--follow")
    t.until("6/6")
    t.until("live")
    with path.open("ab") as file:
        file.write(lines[6])
    t.until("7/7")
    t.type("g")
    t.until("live, paused")


def test_comparing(viewer, log, tmp_path):
    path = log()
    short = tmp_path / "short.jsonl"
    short.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:7]))
    t = viewer(path, "--compare", short, size=(120, 40))
    t.until("first difference, line 8")


@pytest.mark.parametrize(
    "args",
    [["--at", "9"], ["--turn", "3"], ["--json"], ["--at", "9", "--as", "1"]],
)
def test_one_position_in_a_terminal_needs_no_viewer(viewer, log, args):
    t = viewer(log(), *args, size=(200, 50))
    code, shown = t.end()
    assert (code, "\x1b[?1049h" in shown) == (0, False)
