"""Recordings that are left in the middle, and taken up again."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.terminal import Terminal

from .steps import Failed

SET_UP = ("R2 R2 B3 Y5 G5", "R5 R5 R5", "Y5 Y5", "Y3 Y3 Y2", "")
MOVES = ("claim red", "claim blue", "take R2", "take R2", "take B3")
HALF, DRAWN, REST = "buy Y5 Y5", "B2 B2", "G2 G2 G2"
PARTS = 4
"""In so many parts a recording is typed."""


def pause(bench: Bench) -> None:
    """Record the first part of a game into `paused.jsonl`; the others are in `rest-1.txt` etc."""
    bench.samples("klongs-2p.session")
    body = bench.path("replays/klongs-2p.session").read_text("utf-8").partition("\n\n")[2]
    lines = body.splitlines(keepends=True)
    starts = [n for n, line in enumerate(lines) if n and line.startswith("@")]
    cuts = [0, *(starts[len(starts) * n // PARTS] for n in range(1, PARTS)), len(lines)]
    parts = ["".join(lines[a:b]) for a, b in itertools.pairwise(cuts)]
    for n, part in enumerate(parts[1:], 1):
        bench.write(f"rest-{n}.txt", part)
    bench.call("record", "klongs", "--players", "Ana,Bartek", "--out", "paused.jsonl",
               stdin=parts[0])  # fmt: skip
    if not bench.path("paused.jsonl").exists():
        raise Failed("nothing was recorded from a pipe")


def record_on(bench: Bench, part: int) -> None:
    """Type the next part of the paused recording into a pipe."""
    rest = bench.path(f"rest-{part}.txt").read_text("utf-8")
    name = f"record-on-{part}"
    said = bench.run(name, "record", "paused.jsonl", stdin=rest, files=("paused.jsonl",))
    if said.code:
        raise Failed(f"`ledger record` ends with {said.code}: {said.err[:300]}")


def begin_move(bench: Bench, name: str) -> None:
    """Record a game at a terminal whose power fails while the results of a move are typed."""
    log, pending = bench.path(name), bench.path(f"{name}.pending")
    with Terminal(bench, "record", "osaka", "--players", "Ana,Bartek", "--no-board", "--out",
                  name) as terminal:  # fmt: skip
        terminal.settle()
        for line in SET_UP:
            terminal.enter(line)
        for line in MOVES:
            size = log.stat().st_size if log.exists() else 0
            if not terminal.enter(line, _grown(log, size)):
                raise Failed(f"`{line}` was not recorded at a terminal: {terminal.shown[-500:]!r}")
        if not terminal.enter(HALF, pending.exists):
            raise Failed("half a move was not kept beside the log")
        if not terminal.enter(DRAWN, _grown(pending, pending.stat().st_size)):
            raise Failed("the first result of half a move was not kept beside the log")


def complete_move(bench: Bench, name: str) -> None:
    """Complete the move at a terminal, and type another one."""
    log, pending = bench.path(name), bench.path(f"{name}.pending")
    with Terminal(bench, "record", name, "--no-board") as terminal:
        terminal.settle()
        if not terminal.enter(REST, _grown(log, log.stat().st_size)):
            raise Failed(f"the rest of a move was not recorded: {terminal.shown[-500:]!r}")
        if not terminal.enter("take B2", _grown(log, log.stat().st_size)):
            raise Failed(f"no move could follow: {terminal.shown[-500:]!r}")
        terminal.settle()
        code = terminal.leave()
    if pending.exists():
        raise Failed("what was kept beside the log is still there")
    answer = {"asked": "the rest of a move", "exit": code, "files": {"log": bench.file(name)}}
    bench.note(f"completed-{name}", answer)
    bench.run(f"completed-{name}-verify", "verify", name, "--json")


def _grown(path: Path, size: int) -> Callable[[], bool]:
    return lambda: path.exists() and path.stat().st_size > size
