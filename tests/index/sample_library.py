"""What stands on the test library's shelves."""

from __future__ import annotations

import functools
from pathlib import Path

import msgspec

from ledger.kernel.game.registry import installed
from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import Entry, Noted, Opened, Seat
from ledger.kernel.replay.log_reader import read
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from scripts.common.simulated_library import game_of

NAMES = ("Ana", "Bartek", "Celina", "Dario", "Ewa")
GAMES = tuple(installed())


@functools.cache
def simulated(n: int, seed: int = 1) -> tuple[str, bytes]:
    """Play a game; the odd ones of some seeds take moves back."""
    return game_of(n, seed, NAMES, GAMES, undo=0.3)


def add(library: Library, id: str, data: bytes) -> None:
    """Take a log into a library."""
    with library.writing() as writer:
        lines = read(data).lines
        writer.add_log(f"id:{id}", id, describe(lines, len(data)), data)


def stock(library: Library, games: int = 30) -> None:
    """Fill a library: games of three kinds, an unknown one, results, and a merged player."""
    with library.writing() as writer:
        for n in range(games):
            id, data = simulated(n)
            lines = read(data).lines
            writer.add_log(f"id:{id}", id, describe(lines, len(data)), data)
        lines, data = unknown()
        writer.add_log("id:chess", "chess", describe(lines, len(data)), data)
        for played in results():
            writer.add_result(played)
        people = writer.catalogue.people
        writer.say([people.merging("Ana", "Ana Nowak")])


def unknown():
    """Return a log of a game that is not installed."""
    opened = Opened(
        game="chess", rules="chess/1", box="", seats=(Seat(name="Ana"), Seat(name="Xi"))
    )
    lines, data, head = [], b"", Head()
    for event in (opened, Noted(text="e4"), Noted(text="e5")):
        made, raw, head = stamp(head, [Entry(data=event, turn=0)])
        lines += made
        data += raw
    return lines, data


def forged() -> bytes:
    """Return a log whose chain is whole, but whose events can't be folded."""
    head, data = Head(), b""
    for line in read(simulated(0)[1]).lines:
        event = line.data
        if hasattr(event, "seat") and line.seq > 20:
            event = msgspec.structs.replace(event, seat=9)
        _, raw, head = stamp(head, [Entry(data=event, turn=line.turn, by=line.by, at="never")])
        data += raw
    return data


def results() -> list[PlayRecord]:
    """Return games without moves, one of them of an installed game."""
    return [
        PlayRecord(
            source="bgstats", key="1", title="Chess", date="2024-02-03", minutes=30,
            standings=(
                Standing(person=Person(name="Ana Nowak"), score="1", total="1", place=1, won=True),
                Standing(person=Person(name="Xi"), score="0", total="0", place=2, won=False),
            ),
        ),
        PlayRecord(
            source="bgstats", key="2", title="Traders of Osaka", game="osaka", date="2024-02-??",
            standings=(
                Standing(person=Person(name="Ana"), score="7.5", total="7.5", place=2, won=False),
                Standing(person=Person(name="Ewa"), score="9", total="9", place=1, won=True),
            ),
        ),
    ]  # fmt: skip


def rows(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {
        str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()
    }
