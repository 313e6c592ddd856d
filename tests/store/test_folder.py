"""What is special about files: locks, failures, readers beside a writer."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.refusals import refuses
from ledger.kernel.log.events import Entry
from ledger.store import Failed, FolderStore, Locked, Missing, line_index
from ledger.store import folder as folder_module
from ledger.store import log_writer as writer_module

from .campaign import GAME, OPENED, entries
from .faults import Crash, FakeFiles


def made(files: FakeFiles) -> FolderStore:
    store = FolderStore("/games", files=files)
    store.create(GAME, entries(OPENED), "open")
    return store


def test_files(tmp_path: Path):
    with FolderStore(tmp_path / "a" / "b") as store:
        store.create("g", entries(OPENED))
        store.append("g", 1, None, entries("x"))
        folder = tmp_path / "a" / "b"
        assert sorted(p.name for p in folder.iterdir()) == [".locks", "g.jsonl"]
        (folder / "notes.txt").write_text("x")
        (folder / "Not An Id.jsonl").write_text("x")
        (folder / "h.new").write_text("x")
        assert store.games() == ["g"]
    assert (folder / "g.jsonl").read_bytes().count(b"\n") == 2


def test_readers_leave_no_trace(tmp_path: Path):
    with FolderStore(tmp_path) as store:
        store.create("g", entries(OPENED))
    log = tmp_path / "g.jsonl"
    log.write_bytes(log.read_bytes() + b"torn")
    before = (log.read_bytes(), log.stat().st_mtime_ns)
    with FolderStore(tmp_path) as store:
        assert store.head("g").seq == 1
        assert len(list(store.read("g"))) == 1
        assert store.recall("g", "k") is None
        with pytest.raises(Missing):
            store.append("no", 0, None, entries("x"))
    with FolderStore(tmp_path / "none") as store:
        assert store.games() == []
    assert (log.read_bytes(), log.stat().st_mtime_ns) == before
    assert [p.name for p in tmp_path.iterdir()] == ["g.jsonl"]


def test_one_writer(tmp_path: Path):
    with FolderStore(tmp_path) as first, FolderStore(tmp_path) as second:
        first.create("g", entries(OPENED))
        with pytest.raises(Locked):
            second.append("g", 1, None, entries("x"))
        first.append("g", 1, None, entries("x"))
        assert second.head("g").seq == 2
        first.release("g")
        second.append("g", 2, None, entries("y"))
        with pytest.raises(Locked):
            first.append("g", 3, None, entries("z"))
        assert first.head("g").seq == 3


def test_after_a_failed_flush_nothing_is_written_until_reopened():
    files = FakeFiles(at=9, what="EIO")
    store = made(files)
    first = store.append(GAME, 1, "a", entries("a"))
    assert files.calls[-1] == "fdatasync" and len(files.calls) == 7
    with refuses(Failed, "g.jsonl"):
        store.append(GAME, 2, "b", entries("b"))
    assert store.status(GAME).state == "failed"
    count = len(files.calls)
    for key in ("b", "c"):
        with pytest.raises(Failed, match="read-only until reopened"):
            store.append(GAME, 2, key, entries(key))
    assert len(files.calls) == count, "a failed log was touched"
    # Readers see what is durable, and no more.
    assert store.head(GAME) == first.head
    assert list(store.read(GAME))[1:] == list(first.lines)
    assert store.append(GAME, 1, "a", entries("a")).lines == first.lines
    # The group was written whole, so that reopening makes it durable and answers for it.
    assert store.reopen(GAME).seq == 3
    assert store.append(GAME, 2, "b", entries("b")).repeated
    assert store.append(GAME, 3, "c", entries("c")).last == 4


def test_half_a_group_goes_when_reopened():
    files = FakeFiles(at=6, what="half EIO")
    store = made(files)
    with pytest.raises(Failed):
        store.append(GAME, 1, "a", entries("a", "b"))
    assert store.reopen(GAME).seq == 1
    assert not store.append(GAME, 1, "a", entries("a", "b")).repeated
    assert "g.torn-1" in files.known


def test_an_interrupted_append_is_a_failed_one():
    class Interrupted(FakeFiles):
        def write(self, fd: int, data: memoryview) -> int:
            super().write(fd, data[: len(data) // 2] if self.what else data)
            if self.what:
                raise KeyboardInterrupt
            return len(data)

    files = Interrupted()
    store = made(files)
    files.what = "half"
    with pytest.raises(KeyboardInterrupt):
        store.append(GAME, 1, "a", entries("a"))
    files.what = ""
    with pytest.raises(Failed):
        store.append(GAME, 1, "a", entries("a"))
    assert store.reopen(GAME).seq == 1


def test_a_creation_that_failed_can_be_repeated():
    for at in range(1, 6):
        files = FakeFiles(at=at, what="EIO")
        store = FolderStore("/games", files=files)
        with pytest.raises(Failed):
            store.create(GAME, entries(OPENED), "open")
        assert not files.locks and not files.fds
        assert store.create(GAME, entries(OPENED), "open").seq == 1
        assert store.append(GAME, 1, None, entries("a")).last == 2


def test_what_is_not_durable_is_not_seen():
    class Watched(FakeFiles):
        store: FolderStore | None = None

        def fdatasync(self, fd: int) -> None:
            if self.store is not None:
                seq, lines = self.store.head(GAME).seq, list(self.store.read(GAME))
                seen.append((seq, len(lines), self.store.recall(GAME, "a")))
            super().fdatasync(fd)

    seen = []
    files = Watched()
    files.store = made(files)
    files.store.append(GAME, 1, "a", entries("a", "b"))
    assert seen == [(1, 1, None)]


def test_what_another_process_wrote_is_flushed_before_it_is_an_answer():
    files = FakeFiles()
    store = made(files)
    inode = files.known[f"{GAME}.jsonl"]
    other = FolderStore("/games", files=files)
    made_there = store.append(GAME, 1, "a", entries("a"))
    inode.disk = inode.disk[:-9]  # as if the writer had not flushed yet
    assert other.head(GAME).seq == 2
    assert other.recall(GAME, "a").lines == made_there.lines
    assert inode.disk == bytes(inode.cache)
    assert inode.disk.endswith(made_there.lines[-1] + b"\n")


def test_somebody_else_changed_the_log(tmp_path: Path):
    with FolderStore(tmp_path) as store:
        store.create("g", entries(OPENED))
        log = tmp_path / "g.jsonl"
        log.write_bytes(log.read_bytes() + b"hello\n")
        with pytest.raises(Failed):
            store.append("g", 1, None, entries("x"))
        assert store.reopen("g").seq == 1
        store.append("g", 1, None, entries("x"))


def test_a_log_is_taken_up_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from_where: list[int] = []
    plain = line_index.scan

    def scan(read, index, *, file):
        from_where.append(index.head.seq)
        return plain(read, index, file=file)

    monkeypatch.setattr(writer_module, "scan", scan)
    log = tmp_path / "g.jsonl"
    with FolderStore(tmp_path) as store, FolderStore(tmp_path) as other:
        store.create("g", entries(OPENED))
        store.release("g")
        assert store.resume("g").seq == 1
        store.append("g", 1, None, entries("x"))
        store.release("g")
        other.append("g", 2, None, entries("y"))
        other.release("g")
        assert store.resume("g").seq == 3
        assert from_where == [1, 0, 2]
        store.release("g")
        log.write_bytes(log.read_bytes()[:-9])
        assert store.resume("g").seq == 2, "a torn end was never acknowledged"
        store.release("g")
        log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:1]))
        assert store.resume("g").seq == 1
        store.append("g", 1, None, entries("z"))
        assert store.reopen("g").seq == 2
        assert from_where[-1] == 0, "afresh is afresh"


def test_a_replaced_log_is_read_anew(tmp_path: Path):
    one, two = tmp_path / "one", tmp_path / "two"
    for path, texts in ((one, ["a", "b"]), (two, ["c"])):
        with FolderStore(path) as store:
            store.create("g", entries(OPENED))
            for n, text in enumerate(texts, 1):
                store.append("g", n, text, entries(text))
    reader = FolderStore(one)
    assert reader.head("g").seq == 3
    (two / "g.jsonl").replace(one / "g.jsonl")
    assert reader.head("g").seq == 2
    assert reader.recall("g", "c") is not None and reader.recall("g", "a") is None


def test_few_indexes_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(folder_module, "KEPT", 2)
    with FolderStore(tmp_path) as store:
        for name in "abcd":
            store.create(name, entries(OPENED))
    reader = FolderStore(tmp_path)
    assert [reader.head(name).seq for name in reader.games() * 2] == [1] * 8
    assert len(reader._read_only) == 2


def test_a_closed_store_writes_nothing(tmp_path: Path):
    store = FolderStore(tmp_path)
    store.create("g", entries(OPENED))
    store.close()
    for call in (
        lambda: store.append("g", 1, None, entries("x")),
        lambda: store.create("h", entries(OPENED)),
        lambda: store.reopen("g"),
    ):
        with pytest.raises(Failed):
            call()
    assert store.head("g").seq == 1


def test_a_folder_in_the_way(tmp_path: Path):
    (tmp_path / "g.jsonl").mkdir()
    store = FolderStore(tmp_path)
    with pytest.raises(Failed):
        store.head("g")
    with refuses(Failed, "g.jsonl"):
        store.append("g", 1, None, entries("x"))
    (tmp_path / "file").write_text("x")
    with pytest.raises(Failed):
        FolderStore(tmp_path / "file").create("g", entries(OPENED))


def test_a_crash_gives_the_lock_back():
    files = FakeFiles(at=6, what="crash")
    with pytest.raises(Crash):
        made(files).append(GAME, 1, None, entries("x"))
    after = FolderStore("/games", files=files.revive())
    assert after.append(GAME, 1, None, [Entry(data=entries("x")[0].data, turn=3)]).last == 2
