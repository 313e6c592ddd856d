"""Logs that end too early, and logs that were changed."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path

import pytest

from common.refusals import tells
from ledger.kernel.log.codec import ReadError
from ledger.kernel.log.events import Sealed
from ledger.store import Damaged, FolderStore, Missing

from .campaign import OPENED, entries
from .faults import FakeFiles


def log() -> tuple[bytes, list[int]]:
    """Return a sealed log with a batch in it, and where its groups end."""
    files = FakeFiles()
    store = FolderStore("/games", files=files)
    store.create("g", entries(OPENED, "set up"), "open")
    store.append("g", 2, "a", entries("a", "b"))
    store.append_many("g", 4, [("c", entries("c", "d")), ("e", entries("e", "f"))])
    head = store.append("g", 8, "g", entries("g" * 90)).head
    store.append("g", 9, None, entries(Sealed(head=head.digest, lines=9)))
    lines = list(store.read("g"))
    sizes = list(accumulate(len(raw) + 1 for raw in lines))
    return bytes(files.known["g.jsonl"].cache), [0, *(sizes[n - 1] for n in (2, 4, 6, 8, 9, 10))]


LOG, ENDS = log()
assert len(LOG) == ENDS[-1]


def test_cut_at_every_byte():
    for cut in range(len(LOG)):
        files = FakeFiles({"g.jsonl": LOG[:cut]})
        store = FolderStore("/games", files=files)
        good = max(end for end in ENDS if end <= cut)
        try:
            head = store.reopen("g")
        except Missing:
            assert good == 0
        else:
            made = store.append("g", head.seq, "more", entries("more"))
            more = b"".join(raw + b"\n" for raw in made.lines)
            assert files.known["g.jsonl"].disk == LOG[:good] + more
        if good:
            assert ("g.torn-1" in files.known) == (good < cut)
        else:
            assert "g.jsonl" not in files.known
            store.create("g", entries(OPENED))
            assert store.games() == ["g"]
        if good < cut:
            assert files.known["g.torn-1"].disk == LOG[good:cut]


def test_torn_ends_are_kept_apart(tmp_path: Path):
    path = tmp_path / "g.jsonl"
    for n in (1, 2, 3):
        path.write_bytes(LOG[: ENDS[2] + n])
        with FolderStore(tmp_path) as store:
            assert store.status("g").state == "open"
            error = store.status("g").error
            assert isinstance(error, ReadError) and error.problem == "torn"
            assert store.reopen("g").seq == 4
            assert store.status("g").error is None
    torn = sorted(p for p in tmp_path.iterdir() if "torn" in p.name)
    assert [p.name for p in torn] == ["g.torn-1", "g.torn-2", "g.torn-3"]
    assert [p.read_bytes() for p in torn] == [LOG[ENDS[2] : ENDS[2] + n] for n in (1, 2, 3)]


def refused(data: bytes) -> Damaged:
    """Open a log that must be refused and left alone."""
    files = FakeFiles({"g.jsonl": data})
    store = FolderStore("/games", files=files)
    with pytest.raises(Damaged, match="the log is left as it is") as e:
        store.append("g", 10, None, entries("x"))
    assert not files.calls and list(files.known) == ["g.jsonl"]
    assert store.status("g").state == "damaged"
    with pytest.raises(Damaged):
        store.head("g")
    assert not files.locks, "the lock was not given back"
    return e.value


def test_a_flipped_bit_before_the_last_group():
    unsealed = LOG[: ENDS[5]]
    for at in range(ENDS[4]):
        data = bytearray(unsealed)
        data[at] ^= 1 << at % 8
        error = refused(bytes(data))
        assert error.line is not None and error.line <= 1 + unsealed[:at].count(b"\n")


def test_a_flipped_bit_in_the_last_group_cannot_be_told_from_a_torn_one():
    for at in range(ENDS[4], ENDS[5]):
        data = bytearray(LOG[: ENDS[5]])
        data[at] ^= 1 << at % 8
        files = FakeFiles({"g.jsonl": bytes(data)})
        assert FolderStore("/games", files=files).reopen("g").seq == 8
        assert files.known["g.torn-1"].disk == data[ENDS[4] :]


def test_lines_removed_doubled_or_swapped():
    lines = LOG.splitlines(keepends=True)
    for n in range(8):
        refused(b"".join(lines[:n] + lines[n + 1 :]))
        refused(b"".join(lines[: n + 1] + lines[n:]))
        refused(b"".join([*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]))
    refused(LOG + lines[-1])


def test_a_batch_is_torn_as_one():
    """A later group of the same flush proves nothing about the one before it."""
    batch = LOG[: ENDS[4]]
    data = batch.replace(b'"text":"c"', b'"text":"x"')
    files = FakeFiles({"g.jsonl": data})
    assert FolderStore("/games", files=files).reopen("g").seq == 4
    assert files.known["g.torn-1"].disk == data[ENDS[2] :]


def test_reading_a_damaged_log_gives_its_good_part():
    store = FolderStore(
        "/games", files=FakeFiles({"g.jsonl": LOG.replace(b'"text":"e"', b'"text":"E"')})
    )
    got = []
    with pytest.raises(Damaged) as e:
        for raw in store.read("g"):
            got.append(raw)
    assert got == LOG.splitlines()[:6]
    assert tells(str(e.value), "/games/g.jsonl:7")
    assert list(store.read("g", 2, 6)) == got[1:]
    assert store.status("g").head.seq == 6


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"shopping list\n", "opened"),
        (b"\0" * 600, "opened"),
        (LOG[ENDS[1] :], "opened"),
        (b"x" * 5_000_000, "opened"),
    ],
    ids=["text", "zeros", "headless", "long"],
)
def test_what_is_no_log_is_left_alone(data: bytes, why: str):
    assert tells(str(refused(data)), why)


def test_a_log_of_a_newer_program_is_left_alone(monkeypatch: pytest.MonkeyPatch):
    from msgspec.structs import replace

    files = FakeFiles()
    FolderStore("/games", files=files).create("g", entries(replace(OPENED, format=9)))
    error = refused(bytes(files.known["g.jsonl"].cache))
    assert tells(str(error), "9")
