"""Making sure that nothing that leaves the library names people the user wants forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.kernel.errors import LedgerError
from ledger.kernel.replay.log_reader import read
from ledger.library.journal.catalogue import GameEntry
from ledger.library.journal.facts import Fact, LogAdded, ResultAdded, describe
from ledger.library.library import Library
from ledger.library.people.forgotten import ForgottenPeople, without_seats
from ledger.library.stores.log_files import GAMES


def forgotten_seats(log: Path) -> frozenset[int]:
    """Return the seats of a log (counted from 0) whose players its library has forgotten.

    The result is empty if the log isn't in a library.
    """
    library = Library.around(log)
    if library is None:
        return frozenset()
    return ForgottenPeople(library.catalogue).seats(log.stem)


@contextmanager
def without_forgotten(log: Path, seats: frozenset[int] | None = None) -> Iterator[Path]:
    """Yield a log, or a copy of it in which the people its library has forgotten are anonymous."""
    seats = forgotten_seats(log) if seats is None else seats
    if not seats:
        yield log
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder) / log.name
        copy.write_bytes(without_seats(read(log.read_bytes(), file=str(log)).lines, seats)[1])
        yield copy


@contextmanager
def library_without_forgotten(library: Library) -> Iterator[Library | None]:
    """Yield a copy of a library with forgotten people made anonymous; None if there are none."""
    forgotten = ForgottenPeople(library.catalogue)
    if not forgotten:
        yield None
        return
    with TemporaryDirectory() as folder:
        copy = Library(folder)
        (copy.folder / GAMES).mkdir()
        with copy.writing() as writer:
            found = (_fact(entry, forgotten, copy.folder) for entry in library.games())
            facts = [fact for fact in found if fact is not None]
            writer.say([*facts, *forgotten.rulings(library.catalogue.people.rulings)])
        yield copy


def _fact(entry: GameEntry, forgotten: ForgottenPeople, folder: Path) -> Fact | None:
    """Put a game's log into the copy, and return the fact that adds the game."""
    if entry.path is None:
        return ResultAdded(id=forgotten.id(entry), revision=1, played=forgotten.played(entry))
    try:
        reading = read(entry.path.read_bytes()[: entry.size], file=str(entry.path))
    except (OSError, LedgerError):
        return None  # there is no telling whom it names
    lines, data = without_seats(reading.lines, forgotten.seats(entry.id))
    (folder / GAMES / entry.path.name).write_bytes(data)
    log = describe(lines, len(data))
    return LogAdded(id=entry.id, identity=f"copy:{entry.id}", revision=1, log=log)
