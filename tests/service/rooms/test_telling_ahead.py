"""Long logs are told before anybody asks, each once, and never to the wrong eyes."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from ledger.kernel.replay.redact import redact
from ledger.service.rooms import telling_ahead
from ledger.service.rooms.last_chapters import Eyes, LastChapters
from ledger.service.rooms.telling_ahead import TellingAhead, Wish, tell

from ..in_process_service import InProcessService
from ..sample_libraries import table_of

TABLE = table_of("osaka")
SEATS = len(TABLE.lines[0].data.seats)
EVERY = 3 * (SEATS + 2)
"""Three languages, each seat, spectators, and who sees all."""


@pytest.fixture(autouse=True)
def every_log_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LastChapters, "long", 1)
    monkeypatch.setattr(TellingAhead, "long", 1)
    monkeypatch.setattr(TellingAhead, "start_seconds", 0.0)


@pytest.fixture
def s(tmp_path: Path) -> Iterator[InProcessService]:
    with InProcessService(tmp_path / "library") as serving:
        serving.add("evening", TABLE.bytes())
        yield serving


def kept(s: InProcessService) -> list[Path]:
    folder = s.folder / ".service" / "last-chapters"
    return sorted(folder.iterdir()) if folder.exists() else []


def until(s: InProcessService, ready: Callable[[], bool]) -> None:
    """Let a service work until something is so."""
    for _ in range(600):
        if ready():
            return
        assert s.get("/health").status_code == 200
        time.sleep(0.05)
    raise AssertionError("it takes too long")


def test_a_log_that_no_service_ever_read_is_at_hand(s: InProcessService) -> None:
    assert kept(s) == []
    s.restart()
    until(s, lambda: s.app.service.ahead.logs == 1)
    assert len(kept(s)) == EVERY
    told = {}
    for viewer in (None, 0, 1):
        for lang in ("en", "pl"):
            path = f"/games/evening/chapters/0?lang={lang}"
            told[viewer, lang] = s.get(path, s.viewer("evening", viewer)).json()
    assert s.app.service.chapters.scenes == 0
    assert s.get("/games/evening", s.viewer("evening", None)).status_code == 200  # now it is open
    for (viewer, lang), chapter in told.items():
        path = f"/games/evening/chapters/0?lang={lang}"
        assert s.get(path, s.viewer("evening", viewer)).json() == chapter
    assert s.app.service.chapters.scenes > 0


def test_nothing_is_told_twice(s: InProcessService, monkeypatch: pytest.MonkeyPatch) -> None:
    s.restart()
    until(s, lambda: s.app.service.ahead.logs == 1)
    dates = [path.stat().st_mtime_ns for path in kept(s)]
    s.restart()
    until(s, lambda: "evening" in s.app.service.ahead._done)
    s.app.service.ahead._pool.submit(lambda: None).result(20)  # it has looked
    assert s.app.service.ahead.logs == 0
    assert [path.stat().st_mtime_ns for path in kept(s)] == dates


def test_a_log_that_changed_since_is_told_anew(s: InProcessService) -> None:
    s.restart()
    until(s, lambda: s.app.service.ahead.logs == 1)
    file = s.folder / "games" / "evening.jsonl"
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))
    s.restart()
    until(s, lambda: s.app.service.ahead.logs == 1)


def test_short_logs_are_left_alone(s: InProcessService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TellingAhead, "long", len(TABLE.lines) + 1)
    s.restart()
    s.app.service.ahead._pool.submit(lambda: None).result(20)
    assert s.app.service.ahead._done == {}
    assert kept(s) == []


def test_a_log_with_a_fault_keeps_nobody_from_the_others(s: InProcessService) -> None:
    bad = TABLE.bytes().replace(b'"turn":', b'"turn":1', 1)
    (s.folder / "games" / "evening.jsonl").write_bytes(bad)
    s.add("night", table_of("osaka", seed=4).bytes())
    s.add("one-view", redact(TABLE.game, TABLE.lines, 1)[1])
    s.restart()
    until(s, lambda: "one-view" in s.app.service.ahead._done)
    s.app.service.ahead._pool.submit(lambda: None).result(20)
    assert {path.name.partition(".")[0] for path in kept(s)} == {"night"}


def test_who_asks_while_it_is_told_waits_for_that(tmp_path: Path) -> None:
    """Nothing is made twice; who has waited long enough makes it."""
    with InProcessService(tmp_path / "library") as s:
        s.add("evening", TABLE.bytes())
        ahead, eyes = s.app.service.ahead, Eyes("evening", 1, "en")
        assert not ahead.wait(eyes)
        ahead._at = "evening"
        start = time.monotonic()
        assert ahead.wait(eyes)
        assert time.monotonic() - start >= telling_ahead.PATIENCE * 0.9
        ahead._made.add(eyes)
        start = time.monotonic()
        assert ahead.wait(eyes)
        assert time.monotonic() - start < telling_ahead.PATIENCE / 2
        ahead._at = None


def test_the_process_tells_every_pair_of_eyes(tmp_path: Path) -> None:
    wish = msgspec.json.encode(Wish(str(tmp_path), "evening"))
    said = io.BytesIO()
    tell(io.BytesIO(wish + b"\n" + TABLE.bytes()), said)
    eyes = [msgspec.json.decode(line, type=Eyes) for line in said.getvalue().splitlines()]
    assert len(set(eyes)) == len(list(tmp_path.iterdir())) == EVERY
    assert eyes[0] == Eyes("evening", None, "en")
