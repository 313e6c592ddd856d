"""A sample evening, typed at the prompts of `ledger record` in a terminal."""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pexpect  # type: ignore[import-untyped]
import pyte

from scripts import ROOT
from scripts.console import say

SIZES = ((80, 24), (120, 40), (200, 50), (40, 12), (100, 30))
LOOKS = ("?", "help", "board", "legal", "why", "rules")
"""What only shows something."""
QUIET = 0.06
"""Seconds without output after which a prompt is taken to wait."""
SLIPS = {
    "mistyped": 0.06,
    "another line": 0.04,
    "undo": 0.05,
    "undo and redo": 0.04,
    "help": 0.03,
    "resize": 0.05,
    "kill": 0.03,
}
"""What goes wrong before a line, and how often."""


class Moment(NamedTuple):
    """Where a recording is: what the prompt asks, and how many lines of the log are in effect."""

    prompt: str
    live: int
    pending: tuple[str, ...]


class Sample(NamedTuple):
    """A sample evening: what its header says, and its lines without times and remarks."""

    game: str
    box: str | None
    lines: list[str]
    log: Path


class Stuck(Exception):
    """The recording doesn't go on as it should."""


def sample(game: str) -> Sample:
    """Read a sample session."""
    text = (ROOT / "replays" / f"{game}-2p.session").read_text("utf-8")
    head, _, body = text.partition("\n\n")
    header = dict(line.split(": ", 1) for line in head.splitlines())
    lines = [line.split(" ", 1)[1] if line[0] == "@" else line for line in body.split("\n") if line]
    lines = [line for line in lines if not line.startswith(("result ", "#"))]
    return Sample(game, header.get("box"), lines, ROOT / "replays" / f"{game}-2p.jsonl")


class Recording:
    """`ledger record` in a terminal of its own."""

    def __init__(self, evening: Sample, log: Path) -> None:
        self.evening, self.log = evening, log
        self.size = SIZES[1]
        self.child: pexpect.spawn
        self.screen: pyte.Screen
        box = ("--box", evening.box) if evening.box else ()
        self._start("record", evening.game, "--players", "Ana,Bartek", "--out", str(log), *box)

    def _start(self, *args: str) -> None:
        self.screen = pyte.Screen(*self.size)
        self._stream = pyte.Stream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "ledger.cli", *args, "--no-board"],
            env={**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "LEDGER_LANG": "en"},
            dimensions=self.size[::-1],
            encoding="utf-8",
        )
        self.child.delaybeforesend = None
        self.wait()

    def wait(self, seconds: float = 20.0) -> None:
        """Wait until a prompt waits for a line; raise `Stuck` if none comes."""
        until, heard = time.monotonic() + seconds, False
        while time.monotonic() < until:
            try:
                self._stream.feed(self.child.read_nonblocking(65536, QUIET))
                heard = True
            except pexpect.TIMEOUT:
                if heard and self.prompt is not None:
                    return
            except pexpect.EOF:
                raise Stuck(f"it has ended:\n{self.seen}") from None
        raise Stuck(f"no prompt came:\n{self.seen}")

    @property
    def seen(self) -> str:
        """What is on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display if line.strip())

    @property
    def prompt(self) -> str | None:
        """The prompt at which nothing has been typed, or None if there is none."""
        at = self.screen.cursor
        text = self.screen.display[at.y][: at.x]
        return text.strip() if text.endswith(("> ", "] ")) else None

    def enter(self, line: str) -> None:
        """Type a line and wait for the next prompt."""
        self.child.send(line + "\r")
        self.wait()

    def moment(self) -> Moment:
        """Return where the recording is."""
        return Moment(
            self.prompt or "",
            len(live_events(self.log)) if self.log.exists() else 0,
            self._pending(),
        )

    def _pending(self) -> tuple[str, ...]:
        """Return what is typed of a move that waits for its results, without what was undone."""
        file = self.log.with_name(self.log.name + ".pending")
        kept: list[str] = []
        for line in json.loads(file.read_bytes())["lines"] if file.exists() else ():
            if line in LOOKS:
                continue
            if line != "undo":
                kept.append(line)
            elif kept:
                kept.pop()
        return tuple(kept)

    def resize(self, size: tuple[int, int]) -> None:
        """Make the window another size."""
        self.size = size
        self.screen.resize(size[1], size[0])
        self.child.setwinsize(size[1], size[0])
        time.sleep(2 * QUIET)
        self.child.send("\x0c")  # the emulator doesn't rewrap what it has: draw it once more
        self.wait()

    def kill(self, half: str) -> None:
        """Kill the program in the middle of a line, and continue the log."""
        self.child.send(half)
        time.sleep(QUIET)
        self.child.kill(signal.SIGKILL)
        self.child.close()
        self._start("record", str(self.log))

    def end(self) -> None:
        """Press Enter to seal the log, and wait for the end."""
        self.child.send("\r")
        self.child.expect(pexpect.EOF, timeout=20)
        self.child.close()


def live_events(log: Path) -> list[object]:
    """Return what is in effect in a log, without how it was recorded."""
    from ledger.kernel.log.events import Noted, Opened, Sealed
    from ledger.kernel.replay.log_reader import read
    from ledger.kernel.replay.replay import live

    lines = live(read(log.read_bytes()).lines)
    return [x.data for x in lines if not isinstance(x.data, Opened | Sealed | Noted)]


def as_typed(line: str, prompt: str) -> str:
    """Return what a person types of a line: without what the prompt says already."""
    asked = prompt.removesuffix(">")
    name, comma, _ = asked.partition(", ")
    for said in (asked, name if comma else "", asked.split(" ")[-1]):
        if said and line.startswith(said + " "):
            return line[len(said) + 1 :]
    return line


def mangled(rng: random.Random, line: str) -> str:
    """Return a line with a typing mistake in a word of at least four letters."""
    words = line.split(" ")
    long = [i for i, word in enumerate(words) if len(word) > 3 and word.isalpha()]
    if not long:
        return "#" if not words else f"{words[0]}q" + "".join(f" {word}" for word in words[1:])
    i = rng.choice(long)
    at = rng.randrange(1, len(words[i]) - 1)
    word = words[i]
    words[i] = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return " ".join(words) if words[i] != word else f"{word}q"


class Evening:
    """One evening, typed with or without slips."""

    def __init__(self, evening: Sample, log: Path, seed: int | None) -> None:
        self.sample, self.rng = evening, random.Random(seed)
        self.slips = {} if seed is None else SLIPS
        self.recording = Recording(evening, log)
        self.moments: list[Moment] = []
        self.keys: Counter[str] = Counter()
        self.typed: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.refused: list[str] = []

    def play(self, upto: int | None = None) -> None:
        """Type the whole evening, or its first lines."""
        lines = self.sample.lines[:upto]
        at = 0
        while at < len(lines):
            self._confirm()
            del self.moments[at:]
            self.moments.append(self.recording.moment())
            for slip, often in self.slips.items():
                if self.rng.random() < often:
                    at = self._slip(slip, at, lines)
            line = lines[at]
            del self.moments[at:]
            before = self.recording.moment()
            self.moments.append(before)
            text = as_typed(line, before.prompt)
            self.recording.enter(text)
            if self.recording.moment() == before:
                self.refused.append(f"{before.prompt} {text}\n{self.recording.seen}")
                raise Stuck(f"refused: {self.refused[-1]}")
            kind = "move" if "," in before.prompt else "draw" if before.live else "set-up"
            self.keys[kind] += len(text) + 1
            self.typed[kind] += 1
            at += 1
        self._confirm()
        if upto is None:
            self.recording.end()

    def _confirm(self) -> None:
        """Say that the set-up is right."""
        if "[Y/n]" in (self.recording.prompt or ""):
            self.recording.enter("")

    def _slip(self, slip: str, at: int, lines: list[str]) -> int:
        """Make a mistake before a line and put it right; return which line is next."""
        now, rec = self.recording.moment(), self.recording
        if not now.live and slip in ("kill", "undo", "undo and redo", "another line"):
            return at  # a set-up is written only when it is complete
        self.found[slip] += 1
        if slip == "mistyped":
            rec.enter(mangled(self.rng, as_typed(lines[at], now.prompt)))
            if rec.moment() != now:
                self.found["mistyped, and read"] += 1
                say(f"read: {rec.seen.splitlines()[-4:]}")
                return self._undone(at)
        elif slip == "another line":
            wrong = as_typed(self.rng.choice(lines), now.prompt)
            rec.enter(wrong)
            if rec.moment() != now:
                self.found["another line, and read"] += 1
                return self._undone(at)
        elif slip == "undo":
            rec.enter("undo")
            if rec.moment() != now:
                return self._line_of(at)
        elif slip == "undo and redo":
            rec.enter("undo")
            if rec.moment() != now:
                rec.enter("redo")
                if rec.moment() != now:
                    return self._line_of(at)
        elif slip == "help":
            rec.enter(self.rng.choice(LOOKS))
        elif slip == "resize":
            rec.resize(self.rng.choice(SIZES))
        elif slip == "kill":
            typed = as_typed(lines[at], now.prompt)
            rec.kill(typed[: len(typed) // 2])
        if slip in ("help", "resize", "kill") and rec.moment() != now:
            raise Stuck(f"{slip} changed something: {now} is {rec.moment()}\n{rec.seen}")
        return at

    def _undone(self, at: int) -> int:
        """Take back what was read, with its whole move; return the line that is next."""
        self.recording.enter("undo")
        return self._line_of(at)

    def _line_of(self, at: int) -> int:
        """Return the line that was typed at this moment before, undoing more if there is none.

        A move at the prompt of a result that may be unseen records that nobody saw it, and a redo
        after a move that was dropped brings back the one undone before.
        """
        for _ in range(6):
            moment = self.recording.moment()
            for i in range(min(at, len(self.moments) - 1), -1, -1):
                if self.moments[i] == moment:
                    return i
            self.recording.enter("undo")
        raise Stuck(f"undo leads to no moment before:\n{self.recording.seen}")


def differences(evening: Sample, log: Path) -> Iterator[str]:
    """Yield where a log isn't the sample."""
    meant, found = live_events(evening.log), live_events(log)
    if len(meant) != len(found):
        yield f"{len(found)} events in effect, not {len(meant)}"
    for n, (a, b) in enumerate(zip(meant, found, strict=False), 1):
        if a != b:
            yield f"event {n} is {b}, not {a}"
