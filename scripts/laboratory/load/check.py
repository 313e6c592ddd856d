"""What must be true after a load run, looked up in the library itself."""

from __future__ import annotations

import hashlib
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.verify.verify import verify
from ledger.library.library import Library
from ledger.library.stores.log_files import GAMES

from .clients import GameTold, Told


class Checked(NamedTuple):
    """What was found: how much there is, and what is wrong with it."""

    games: int
    commands: int
    events: int
    lines_read: int
    faults: list[str]


def check(library: Path, told: Told, *, besides: int = 0) -> Checked:
    """Hold a library against what players and readers were told; it has some games besides."""
    faults = list(told.faults)
    events = commands = 0
    with ProcessPoolExecutor(2) as pool:
        for lines, wrong in pool.map(partial(_in_library, library), told.games, chunksize=8):
            events += lines
            faults += wrong
    commands = sum(len(game.acked) for game in told.games)
    readers = [reader for game in told.games for reader in game.readers]
    faults += [f"the library: {trouble}" for trouble in Library(library).troubles()]
    logs = len(list((library / GAMES).glob("*.jsonl")))
    if logs != len(told.games) + besides:
        faults.append(f"there are {logs} logs of {len(told.games)} games")
    return Checked(len(told.games), commands, events, sum(r.lines for r in readers), faults)


def _in_library(library: Path, told: GameTold) -> tuple[int, list[str]]:
    return check_game((library / GAMES / f"{told.id}.jsonl").read_bytes(), told)


def check_game(log: bytes, told: GameTold) -> tuple[int, list[str]]:
    """Check one game: its rules, its commands, what each reader saw; return how long it is."""
    faults: list[str] = []
    reading = read(log)
    report = verify(reading)
    if report.verdict != "legal" or report.problems:
        faults.append(f"verify: {report.verdict} {report.problems[:1]}")
    last = {line.cmd: line.seq for line in reading.lines}
    keys = [(line.key, last[line.cmd]) for line in reading.lines if line.key is not UNSET]
    wanted = Counter((a.key, a.version) for a in told.acked)
    found = Counter(key for key in keys[1:])  # the first is the game's own
    more = Counter({k: n for k, n in (found - wanted).items() if n > 1 or k[0] not in told.unsure})
    if more or wanted - found:
        faults.append(f"lost: {[*(wanted - found)][:3]}, not wanted: {[*more][:3]}")
    streams: dict[int | None, bytes] = {}
    for reader in told.readers:
        faults += reader.faults
        if reader.viewer not in streams:
            whole = reading.lines
            streams[reader.viewer] = (
                log if reader.viewer is None else redact(reading.game, whole, reader.viewer)[1]
            )
        stream = streams[reader.viewer]
        if reader.lines != len(reading.lines) or reader.ended != reading.head.sealed:
            faults.append(f"a reader saw {reader.lines} of {len(reading.lines)} lines")
        elif reader.digest != hashlib.sha256(stream).hexdigest():
            faults.append(f"reader {reader.viewer} did not see what is in the log")
    return len(reading.lines), [f"{told.id}: {fault}" for fault in faults]
