"""Crashes, disk errors and power losses at every call; and that this would notice a mistake."""

from __future__ import annotations

import pytest

from ledger.kernel.log.codec import recorded_digest, stamp
from ledger.store import append_plan as groups
from ledger.store import line_index as scan
from ledger.store.log_writer import LogWriter
from ledger.testing.effort import CAMPAIGN

from .campaign import (
    GAME,
    KEYS,
    Figures,
    Session,
    crashes,
    errors,
    outages,
    script_calls,
    sync_calls,
)
from .faults import FakeFiles


def clean(figures: Figures, *, states: int) -> None:
    assert figures.failures == {}
    assert figures.states >= states


def test_the_script_itself():
    session = Session(FakeFiles())
    session.run()
    assert list(session.acked) == KEYS
    assert len(script_calls()) == 30
    assert sorted(session.files.known) == ["g.jsonl", "g.torn-1"]


def test_crash_at_every_call():
    clean(crashes(), states=30)


def test_crash_at_every_call_of_short_writes():
    clean(crashes(short=100), states=60)


@pytest.mark.parametrize("what", ["EIO", "ENOSPC", "half EIO", "half"])
def test_error_at_every_call(what: str):
    figures = errors(what)
    clean(figures, states=60)
    assert figures.calls == (0 if what == "half" else 30)


def test_power_loss_at_every_call():
    clean(outages(None), states=1500)


@pytest.mark.parametrize("pad", range(512) if CAMPAIGN else [100, 201, 302, 403])
def test_power_loss_with_other_sectors(pad: int):
    clean(outages(None if CAMPAIGN else 100, pad=pad), states=200)


def test_power_loss_that_keeps_all_but_the_newline_of_the_seal():
    files = FakeFiles()
    Session(files).run()
    size = len(files.known[f"{GAME}.jsonl"].cache)
    clean(outages(400, pad=(1 - size) % 512), states=400)


@pytest.mark.parametrize("at", list(sync_calls()))
def test_power_loss_after_a_flush_that_failed(at: int):
    clean(outages(16, at=at, what="EIO"), states=60)


# --- mistakes that must be noticed ----------------------------------------------------------


class NoDataSync(FakeFiles):
    def fdatasync(self, fd: int) -> None:
        self.step("fdatasync")


class NoFileSync(FakeFiles):
    def fsync(self, fd: int) -> None:
        self.step("fsync")


class NoFolderSync(FakeFiles):
    def sync_folder(self, folder: object) -> None:
        self.step("sync_folder")


@pytest.mark.parametrize("make", [NoDataSync, NoFileSync, NoFolderSync])
def test_notices_a_flush_that_only_claims(make: type[FakeFiles]):
    assert outages(60, make=make).failures.total() > 20


def test_notices_a_chain_that_is_not_checked(monkeypatch: pytest.MonkeyPatch):
    files = FakeFiles()
    Session(files).run()
    # So that a whole sector lies inside a text: spoilt, it leaves a line that looks good.
    pad = (500 - bytes(files.known[f"{GAME}.jsonl"].cache).index(b"two ")) % 512
    monkeypatch.setattr(scan, "chained", lambda prev, raw: recorded_digest(raw) or "")
    assert any("spoilt" in f for f in outages(None, pad=pad).failures)


def test_notices_a_batch_that_does_not_say_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(groups, "stamp", lambda h, e, key, after: stamp(h, e, key=key))
    assert any("this line was changed" in f for f in outages(None).failures)


def test_notices_a_last_flush_that_is_not_written_again(monkeypatch: pytest.MonkeyPatch):
    def only_flush(self: LogWriter) -> None:
        self.files.fdatasync(self._fd)
        self.files.sync_folder(self.folder)

    monkeypatch.setattr(LogWriter, "_settle", only_flush)
    clean(crashes(), states=28)
    assert errors("EIO").failures.total() > 4


def test_notices_that_what_was_found_is_not_flushed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(LogWriter, "_settle", lambda self: None)
    assert any("not durable" in f for f in crashes().failures)


def test_notices_a_repair_that_throws_away(monkeypatch: pytest.MonkeyPatch):
    def only_cut(self: LogWriter) -> None:
        self.files.truncate(self._fd, self.index.size)
        self.files.fsync(self._fd)

    monkeypatch.setattr(LogWriter, "_repair", only_cut)
    assert any("cut bytes are lost" in f for f in outages(20).failures)
