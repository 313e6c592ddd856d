"""What the library's tests put on its shelves: small logs, results, and a machine with folders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import Entry, Line, Noted, Opened, Seat
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.journal.facts import JOURNAL, LogFacts, describe
from ledger.library.library import Library
from ledger.library.writer import AddResult, LibraryWriter
from ledger.store.files import Mode
from store.faults import FakeFiles


def person(name: str, **ids: str) -> Person:
    return Person(name=name, ids=ids)


def played(key: str, *who: Person | str, source: str = "bgstats", **facts) -> PlayRecord:
    persons = [person(p) if isinstance(p, str) else p for p in who or ("Ana", "Bartek")]
    standings = tuple(Standing(person=p, score=str(i)) for i, p in enumerate(persons))
    return PlayRecord(source=source, key=key, title="Chess", **{"standings": standings, **facts})


def log(id: str, *texts: str, names: tuple[str, ...] = ("Ana", "Bartek")) -> tuple[LogFacts, bytes]:
    """Make a log of a game that nobody has installed."""
    opened = Opened(
        game="shelf", rules="shelf/1", box="", id=id, seats=tuple(Seat(name=n) for n in names)
    )
    lines: list[Line] = []
    data, head = b"", Head()
    for event in (opened, *(Noted(text=t) for t in texts)):
        made, raw, head = stamp(head, [Entry(data=event, turn=0)])
        lines += made
        data += raw
    return describe(lines, len(data)), data


def put(writer: LibraryWriter, id: str, *texts: str) -> AddResult:
    return writer.add_log(f"id:shelf:{id}", id, *log(id, *texts))


def journal(library: Library) -> list[bytes]:
    """The lines of the journal but those about imports."""
    raws = library._files
    fd = raws.open(library.folder / f"{JOURNAL}.jsonl", "read")
    lines = raws.read(fd, 0, raws.size(fd)).splitlines()
    raws.close(fd)
    return [x for x in lines if not x.startswith(b'{"type":"imported')]


class FakeTree(FakeFiles):
    """The machine that can die, with folders: syncing one does nothing for the others."""

    def open(self, path: Path, mode: Mode) -> int:
        return super().open(_named(path), mode)

    def rename(self, old: Path, new: Path) -> None:
        super().rename(_named(old), _named(new))

    def exists(self, path: Path) -> bool:
        return str(path) in self.known

    def names(self, folder: Path) -> list[str]:
        return [Path(n).name for n in self.known if Path(n).parent == folder]

    def lock(self, path: Path) -> int:
        return super().lock(_named(path))

    def sync_folder(self, folder: Path) -> None:
        self.step("sync_folder")
        inside = {n: i for n, i in self.known.items() if Path(n).parent == folder}
        self.safe = {n: i for n, i in self.safe.items() if Path(n).parent != folder} | inside
        self.moves = [m for m in self.moves if Path(m[0]).parent != folder]

    def revive(self) -> FakeTree:
        after = FakeTree()
        after.known, after.safe, after.moves = self.known, self.safe, self.moves
        return after

    def image(self) -> dict[str, bytes]:
        return {name: bytes(inode.cache) for name, inode in self.known.items()}


def _named(path: Path) -> SimpleNamespace:
    return SimpleNamespace(name=str(path))


def files_below(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of a library but locks, which hold process numbers."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and ".locks" not in path.parts:
            yield str(path.relative_to(folder)), path.read_bytes()
