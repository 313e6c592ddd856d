"""A disk that fails: the game can be read but not played on, until it is opened again."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from ledger.kernel.replay.log_reader import read
from ledger.service.write_check import GOOD_FOR, WriteCheck, disk_probe
from ledger.store.files import Mode, RealFiles

from ..checked_service import CheckedService, error
from ..failing_disk import FailingFiles
from ..in_process_service import StreamReader


@pytest.fixture
def disk() -> FailingFiles:
    return FailingFiles()


@pytest.fixture
def failing_disk(tmp_path: Path, disk: FailingFiles) -> Iterator[CheckedService]:
    with CheckedService(tmp_path / "library", files=disk) as serving:
        yield serving
        serving.check_logs()


def play(s: CheckedService, game: str, seat: int, move: str, **more: Any) -> httpx.Response:
    return s.post(f"/games/{game}/commands", s.viewer(game, seat), move=move, **more)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("fdatasync", errno.EIO),
        ("fdatasync", errno.ENOSPC),
        ("write", errno.ENOSPC),
        ("half", errno.ENOSPC),
    ],
)
def test_a_failed_disk_and_what_comes_after(
    failing_disk: CheckedService, disk: FailingFiles, call: str, code: int
) -> None:
    s = failing_disk
    game, other = s.create("splash"), s.create("splash")
    first = play(s, game, 1, "fish", key="one").json()
    well = s.get(f"/games/{game}", s.viewer(game, 1))
    health = s.get("/health").json()
    assert health == {"status": "ok", "writable": True, "read_only": 0, "message": None}

    disk.fail_on(game, call, code)
    failed = play(s, game, 2, "fish", key="two")
    said = error(failed, 503, "failed")
    assert failed.headers["retry-after"]
    assert said["detail"]

    # it can be read, as it was
    facts = s.get(f"/games/{game}", s.viewer(game, 1)).json()
    assert (facts["status"], facts["version"]) == ("read-only", first["version"])
    known = {"If-None-Match": well.headers["etag"]}
    assert s.get(f"/games/{game}", s.viewer(game, 1), headers=known).status_code == 200
    for path in ("/events", "/state", "/legal", "/verify", "/export", "/export?to=session"):
        answer = s.get(f"/games/{game}{path}", s.viewer(game, 1))
        assert answer.status_code == 200, answer.text
    listed = {g["id"]: g["status"] for g in s.get("/games", s.token("admin")).json()["games"]}
    assert listed == {game: "read-only", other: "running"}
    for path, body in (("commands", {"move": "fish"}), ("notes", {"text": "hm"}), ("undo", {})):
        error(s.post(f"/games/{game}/{path}", s.viewer(game, None), **body), 503, "failed")
    health = s.get("/health")
    assert (health.status_code, health.json()["status"], health.json()["read_only"]) == (
        200,
        "degraded",
        1,
    )
    assert "ledger_read_only_games 1.0" in s.get("/metrics", s.token("admin")).text

    # others go on
    assert play(s, other, 1, "fish").status_code == 201

    # while the disk fails opening it again does not help; afterwards it does
    still = s.post(f"/games/{game}/reopen", s.token("admin"))
    if call != "half":  # an end that was torn cannot be cut off without a disk to move it to
        assert still.json()["status"] in ("read-only", "running")
    disk.recover()
    well = s.post(f"/games/{game}/reopen", s.token("admin"))
    assert (well.status_code, well.json()["status"]) == (200, "running")
    again = play(s, game, 2, "fish", key="two")
    assert again.status_code in (200, 201)  # it may have reached the disk after all
    keys = [x.key for x in read(s.log(game)).lines if isinstance(x.key, str)]
    assert sorted(keys) == ["1:one", "2:two"]
    assert play(s, game, 1, "fish").status_code == 201
    assert s.get("/health").json()["status"] == "ok"
    s.restart()
    assert play(s, game, 2, "fish", key="three").status_code == 201


def test_a_reader_is_told_of_the_failure_and_stays(
    failing_disk: CheckedService, disk: FailingFiles
) -> None:
    s = failing_disk
    game = s.create("splash")
    play(s, game, 1, "fish")

    async def follow() -> bytes:
        reader = StreamReader(s.app, f"/games/{game}/stream", s.viewer(game, 1))
        await reader.until(lambda body: body.count(b"event: group") == 2)
        disk.fail_on(game, "fdatasync", errno.EIO)
        transport = httpx.ASGITransport(s.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            await client.post(
                f"/api/v1/games/{game}/commands",
                json={"move": "fish"},
                headers={"Authorization": f"Bearer {s.viewer(game, 2)}"},
            )
        body = await reader.until(lambda body: b"event: failed" in body)
        assert not reader.task.done()
        disk.recover()
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            await client.post(
                f"/api/v1/games/{game}/reopen",
                headers={"Authorization": f"Bearer {s.token('admin')}"},
            )
        await reader.until(lambda _: reader.task.done())  # to come back once the game is open again
        await reader.leave()
        return body

    s.viewer(game, 2)
    s.token("admin")
    body = s.run(follow())
    assert b'"kind":"failed"' in body
    assert str(s.folder).encode() not in body
    # the flush failed, but the line had reached the file: it is settled now, and seen
    s.created.clear()
    assert s.get(f"/games/{game}/verify", s.viewer(game, None)).json()["verdict"] == "legal"


def test_a_game_whose_seal_fails_is_sealed_later(
    failing_disk: CheckedService, disk: FailingFiles
) -> None:
    s = failing_disk
    game = s.create("osaka")
    referee = s.token("admin")
    real, calls = disk.fdatasync, []

    def second_fails(fd: int) -> None:
        calls.append(fd)
        if len(calls) > 1:
            raise OSError(errno.EIO, "bad")
        real(fd)

    disk.fdatasync = second_fails  # type: ignore[method-assign]
    error(s.post(f"/games/{game}/abandon", referee, reason="late", key="a"), 503, "failed")
    facts = s.get(f"/games/{game}", referee).json()
    assert (facts["status"], facts["result"]["reason"]) == ("read-only", "late")
    # it is over: closed and opened with the disk still failing, it can be read
    assert s.post(f"/games/{game}/reopen", referee).status_code == 200
    assert s.get(f"/games/{game}/events", referee).status_code == 200
    disk.fdatasync = real  # type: ignore[method-assign]
    assert s.post(f"/games/{game}/reopen", referee).json()["status"] == "over"
    again = s.post(f"/games/{game}/abandon", referee, reason="late", key="a")
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    assert read(s.log(game)).lines[-1].type == "sealed"


def test_a_game_that_ended_without_its_seal_is_read_even_if_the_disk_is_full(
    failing_disk: CheckedService, disk: FailingFiles
) -> None:
    s = failing_disk
    game = s.create("osaka")
    s.post(f"/games/{game}/abandon", s.token("admin"), reason="late")
    s.stop()
    path = s.folder / "games" / f"{game}.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    disk.fail_on(game, "write", errno.ENOSPC)
    s.start()
    facts = s.get(f"/games/{game}", s.token("admin")).json()
    assert (facts["status"], facts["version"]) == ("read-only", 7)
    disk.recover()
    facts = s.post(f"/games/{game}/reopen", s.token("admin")).json()
    assert (facts["status"], facts["version"]) == ("over", 8)


# --- without anybody's help -------------------------------------------------------------------


def wait_until(s: CheckedService, done: Callable[[], bool], seconds: float = 10.0) -> None:
    """Let the service run until something holds."""
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until, "it did not come to pass"
        s.run(asyncio.sleep(0.1))


@pytest.mark.parametrize("call", ["fdatasync", "write", "half"])
def test_a_game_heals_when_there_is_space_again(
    failing_disk: CheckedService, disk: FailingFiles, call: str
) -> None:
    s = failing_disk
    game = s.create("splash")
    first = play(s, game, 1, "fish", key="one").json()
    disk.fail_on(game, call, errno.ENOSPC)
    error(play(s, game, 2, "fish", key="two"), 503, "failed")
    s.run(asyncio.sleep(1.5))  # nothing is tried as long as the disk is full
    assert s.get(f"/games/{game}", s.viewer(game, 1)).json()["status"] == "read-only"
    assert s.get("/health").json()["writable"] is False
    assert s.app.metrics.value("ledger_library_writable") == 0

    disk.recover()
    seen = f"/games/{game}", s.viewer(game, 1)
    wait_until(s, lambda: s.get(*seen).json()["status"] == "running")
    assert s.app.metrics.value("ledger_healed_games_total") == 1
    assert s.get(*seen).json()["version"] >= first["version"]
    again = play(s, game, 2, "fish", key="two")
    assert again.status_code in (200, 201)
    keys = [x.key for x in read(s.log(game)).lines if isinstance(x.key, str)]
    assert sorted(keys) == ["1:one", "2:two"]
    wait_until(s, lambda: s.get("/ready").status_code == 200)
    assert s.get("/health").json()["status"] == "ok"


def test_a_bad_disk_waits_for_somebody(failing_disk: CheckedService, disk: FailingFiles) -> None:
    s = failing_disk
    game = s.create("splash")
    disk.fail_on(game, "write", errno.EIO)
    error(play(s, game, 1, "fish"), 503, "failed")
    wait_until(s, lambda: s.get("/ready").status_code == 200)  # one bad file is not the disk
    disk.recover()
    s.run(asyncio.sleep(2.5))
    assert s.get(f"/games/{game}", s.viewer(game, 1)).json()["status"] == "read-only"
    assert s.app.metrics.value("ledger_healed_games_total") == 0


def test_a_library_that_cannot_be_written_is_told_though_nobody_plays(
    failing_disk: CheckedService, disk: FailingFiles
) -> None:
    s = failing_disk
    game = s.create("splash")
    real = disk.open

    def read_only(path: Path, mode: Mode) -> int:
        if mode != "read":
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return real(path, mode)

    disk.open = read_only  # type: ignore[method-assign]
    wait_until(s, lambda: s.get("/ready").status_code == 503)
    health = s.get("/health")
    assert (health.status_code, health.json()["status"]) == (200, "degraded")
    assert health.json()["writable"] is False
    s.app.registry._close(s.app.registry.open_games[game])
    # opened while nothing can be written, it is read; and it heals too
    assert s.get(f"/games/{game}", s.viewer(game, 1)).json()["status"] == "read-only"
    del disk.open
    wait_until(s, lambda: play(s, game, 1, "fish").status_code == 201)
    assert s.get("/ready").status_code == 200


def test_the_disk_is_not_asked_more_than_once_a_second(tmp_path: Path) -> None:
    asked: list[Path] = []

    class Counting(RealFiles):
        def open(self, path: Path, mode: Mode) -> int:
            asked.append(path)
            return super().open(path, mode)

    now = [100.0]
    check = WriteCheck(disk_probe(tmp_path, Counting()), clock=lambda: now[0])

    async def ask(times: int) -> set[str | None]:
        return set(await asyncio.gather(*(check.problem() for _ in range(times))))

    assert asyncio.run(ask(20)) == {None}
    assert asyncio.run(ask(20)) == {None}
    assert len(asked) == 1
    now[0] += GOOD_FOR
    asyncio.run(ask(1))
    assert len(asked) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.service.write_check.PATIENCE", 0.05)
    go = threading.Event()

    class Hanging(RealFiles):
        def fdatasync(self, fd: int) -> None:
            go.wait(5)

    async def ask() -> None:
        check = WriteCheck(disk_probe(tmp_path, Hanging()))
        assert await check.problem() is not None
        go.set()

    asyncio.run(ask())


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder))
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("nobody may mount a disk here")
    try:
        yield folder
    finally:
        subprocess.run(("umount", str(folder)), check=True)


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    with CheckedService(small_disk / "library") as s:
        game = s.create("splash")
        assert play(s, game, 1, "fish").status_code == 201
        s.viewer(game, 2)
        with suppress(OSError), (small_disk / "rubbish").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1024))
        long = {"text": "ż" * 4000}  # longer than what is left of a page
        told = s.post(f"/games/{game}/notes", s.viewer(game, 2), key="n", **long)
        error(told, 503, "failed")
        wait_until(s, lambda: s.get("/ready").status_code == 503)
        (small_disk / "rubbish").unlink()
        wait_until(s, lambda: s.get("/ready").status_code == 200)
        seen = f"/games/{game}", s.viewer(game, 1)
        wait_until(s, lambda: s.get(*seen).json()["status"] == "running")
        assert s.post(f"/games/{game}/notes", s.viewer(game, 2), key="n", **long).status_code == 201
        s.check_logs()
