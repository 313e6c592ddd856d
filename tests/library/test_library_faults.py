"""An import that dies, fails or loses power anywhere, made again, ends in the same library."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.kernel.errors import LedgerError
from ledger.library import writer as write_module
from ledger.library.journal.facts import Imported
from ledger.library.library import Library
from ledger.library.stores import log_files
from ledger.library.stores.log_files import LogFiles
from ledger.library.writer import LibraryWriter
from ledger.store import Failed
from store.faults import Crash, power_loss

from .sample_library import FakeTree, journal, played, put

FOLDER = Path("/lib")
RECORD = Imported(file="x", kind="csv", digest="d", new=9, known=0, changed=0, refused=0)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_module, "BATCH", 3)


def script(writer: LibraryWriter) -> Iterator[object]:
    """One import with everything in it; texts are long enough to cross sectors."""
    yield writer.add_result(played("p1", comment="a" * 300))
    yield put(writer, "a", "one", "x" * 700)
    yield put(writer, "b", "one")
    yield writer.add_result(played("p2"))
    yield put(writer, "a", "two", "y" * 400)
    yield writer.add_result(played("p1", comment="b" * 900))
    yield put(writer, "c", "one")
    yield put(writer, "a", "three")
    yield writer.say([RECORD], "2026-03-01T00:00:00.000Z")


def run(files: FakeTree, steps: int | None = None) -> int:
    """Import, or only so many steps of it; return how many facts were durable at the end."""
    done = 0
    with Library(FOLDER, files=files).writing() as writer:
        for _ in itertools.islice(script(writer), steps):
            done = len(writer.catalogue.entries)
    return done


def state(files: FakeTree) -> tuple[list[bytes], dict[str, bytes]]:
    """The journal without records of imports, and every log."""
    logs = {n: d for n, d in files.image().items() if n.endswith(".jsonl")}
    logs.pop(f"{FOLDER}/library.jsonl", None)
    return journal(Library(FOLDER, files=files)), logs


@pytest.fixture(scope="module")
def right() -> tuple[list[bytes], dict[str, bytes]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(write_module, "BATCH", 3)
        files = FakeTree()
        run(files)
    assert sorted(Path(n).name for n in state(files)[1]) == [
        "a.1.jsonl", "a.2.jsonl", "a.jsonl", "b.jsonl", "c.jsonl",
    ]  # fmt: skip
    return state(files)


def calls() -> int:
    files = FakeTree()
    run(files)
    return len(files.calls)


def check(files: FakeTree, right: object, where: object) -> None:
    """What is there can be read, and the import made again ends as if nothing had happened."""
    before = Library(FOLDER, files=files)
    for trouble in before.troubles():  # a log may wait for its line, but none may be lost
        told = str(trouble.message)
        assert trouble.id is None or "import it again" in told, (where, told)
    known = len(before.games())
    run(files)
    assert state(files) == right, where
    assert Library(FOLDER, files=files).troubles() == [], where
    assert known <= 5


def test_the_script_itself(right: tuple[list[bytes], dict[str, bytes]]):
    assert calls() > 40
    assert len(right[0]) == 1 + 8
    files = FakeTree()
    run(files)
    run(files)
    assert state(files) == right
    assert len(Library(FOLDER, files=files).catalogue.imports) == 2


def test_crash_at_every_call(right: object):
    for at in range(1, calls() + 1):
        files = FakeTree(at=at, what="crash")
        with pytest.raises(Crash):
            run(files)
        check(files.revive(), right, at)


@pytest.mark.parametrize("what", ["EIO", "ENOSPC", "half EIO"])
def test_error_at_every_call(right: object, what: str):
    for at in range(1, calls() + 1):
        files = FakeTree(at=at, what=what)
        with pytest.raises(Failed):
            run(files)
        assert not files.locks and not files.fds
        check(files, right, at)


def test_short_writes(right: object):
    files = FakeTree(short=100)
    run(files)
    assert state(files) == right


class Outage(FakeTree):
    """Remembers what the disk may hold before each call."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.when = at
        self.states: list[dict[str, bytes]] = []

    def watch(self) -> None:
        if len(self.calls) == self.when:
            self.states = list(power_loss(self, limit=12, seed=self.when))
            raise Crash


def outages(right: object, make: type[Outage] = Outage) -> int:
    count = 0
    for at in range(1, calls() + 1):
        files = make(at)
        with pytest.raises(Crash):
            run(files)
        for image in files.states:
            check(FakeTree(image), right, at)
            count += 1
    return count


def test_power_loss_at_every_call(right: object):
    assert outages(right) > 250


def test_what_was_flushed_survives():
    """After each flush the power fails at once: everything that was acknowledged is there."""
    for steps in range(1, 10):
        files = FakeTree()
        acked = run(files, steps)
        for image in power_loss(files, limit=20):
            after = FakeTree(image)
            assert len(Library(FOLDER, files=after).games()) == acked
            assert Library(FOLDER, files=after).troubles() == []


# --- mistakes that must be noticed ------------------------------------------------------------


class NoFileSync(Outage):
    def fsync(self, fd: int) -> None:
        self.step("fsync")


class NoFolderSync(Outage):
    def sync_folder(self, folder: Path) -> None:
        self.step("sync_folder")


@pytest.mark.parametrize("make", [NoFileSync, NoFolderSync])
def test_notices_a_flush_that_only_claims(right: object, make: type[Outage]):
    with pytest.raises((AssertionError, LedgerError)):
        outages(right, make)


def test_notices_a_log_that_is_replaced_before_the_old_one_is_kept(
    right: object, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(log_files, "_ends", lambda data, log: True)
    with pytest.raises(AssertionError):
        for at in range(1, calls() + 1):
            files = FakeTree(at=at, what="crash")
            with pytest.raises(Crash):
                run(files)
            check(files.revive(), right, at)


def test_notices_a_line_that_is_written_before_its_log(
    right: object, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(LogFiles, "_sync", lambda self: None)
    with pytest.raises(AssertionError):
        outages(right)
