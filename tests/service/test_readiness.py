"""What `/ready` says and what a real write does: they agree, whatever is wrong with a database."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from common.postgres import Server, new_database, running
from store.wire import Wire

from .checked_service import error
from .sample_cluster import ClusterService

SOON = 10.0
"""Seconds within which readiness must follow the truth, in both directions."""
ANSWERED = 6.0
"""Seconds within which a write that can't succeed is refused: five, and one for a busy machine."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(own=True) as started:
        assert isinstance(started, Server)
        yield started


@pytest.fixture(scope="module")
def address(server: Server) -> Iterator[str]:
    with new_database(server) as made:
        yield made


class Trouble:
    """What can be done to a database, and to the way to it."""

    def __init__(self, server: Server, address: str, wire: Wire) -> None:
        self.server, self.address, self.wire = server, address, wire

    def say(self, *statements: str) -> None:
        with psycopg.connect(self.address, autocommit=True) as admin:
            for statement in statements:
                admin.execute(statement)

    @contextmanager
    def read_only(self) -> Iterator[None]:
        self.say("alter system set default_transaction_read_only = on", "select pg_reload_conf()")
        try:
            yield
        finally:
            self.say(
                "set default_transaction_read_only = off",
                "alter system reset default_transaction_read_only",
                "select pg_reload_conf()",
            )

    @contextmanager
    def no_room(self) -> Iterator[None]:
        self.say(
            "create function ledger.full() returns trigger language plpgsql as "
            "$$begin raise exception 'full' using errcode = 'disk_full'; end$$",
            "create trigger full_disk before insert on ledger.log_groups "
            "for each row execute function ledger.full()",
        )
        yield
        self.say("drop function ledger.full() cascade")

    @contextmanager
    def locked(self) -> Iterator[None]:
        with psycopg.connect(self.address) as other:
            other.execute("lock table ledger.log_groups in exclusive mode")
            yield

    @contextmanager
    def no_standby(self) -> Iterator[None]:
        self.say("alter system set synchronous_standby_names = 'away'", "select pg_reload_conf()")
        yield
        with psycopg.connect(self.address, autocommit=True) as admin:
            waiting = "select count(*) from pg_stat_activity where wait_event = 'SyncRep'"
            assert admin.execute(waiting).fetchone()[0] <= 2
        self.say("alter system reset synchronous_standby_names", "select pg_reload_conf()")

    @contextmanager
    def silent(self) -> Iterator[None]:
        self.wire.strike("hold", always=True)
        yield
        self.wire.fault = None
        self.wire.release()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        self.server.stop()
        yield
        self.server.start()


@pytest.fixture
def trouble(server: Server, address: str) -> Iterator[Trouble]:
    with tempfile.TemporaryDirectory(prefix="ledger-wire-") as folder:
        wire = Wire(address, Path(folder))
        yield Trouble(server, address, wire)
        wire.close()


def until(s: ClusterService, holds: Callable[[], bool], said: Callable[[], str] = str) -> None:
    """Wait for something, but not for long."""
    end = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < end, said()
        s.run(asyncio.sleep(0.1))


def agree(s: ClusterService, wrong: AbstractContextManager[Any], reason: str | None = None) -> None:
    """See that readiness and a write say the same while something is wrong, and afterwards."""
    game = s.create("osaka")
    admin, seat = s.token("admin"), s.viewer(game, 1)

    def note() -> Any:
        return s.post(f"/games/{game}/notes", seat, text="still there")

    assert s.get("/ready").status_code == 200
    assert note().status_code == 201
    with wrong:
        until(s, lambda: s.get("/ready").status_code == 503)
        health = s.get("/health").json()
        assert (health["writable"], health["status"]) == (False, "degraded")
        assert reason is None or reason in health["message"]
        start = time.monotonic()
        said = error(note(), 503, "failed")
        assert reason is None or reason in said["detail"]
        assert time.monotonic() - start < ANSWERED
        start = time.monotonic()
        made = s.post("/games", admin, game="osaka", seats=["Ana", "Bartek"])
        assert made.status_code >= 500
        assert time.monotonic() - start < ANSWERED
        assert s.get("/ready").status_code == 503
    until(s, lambda: s.get("/ready").status_code == 200, lambda: s.get("/health").text)
    assert note().status_code == 201
    assert s.get("/health").json()["status"] == "ok"


@pytest.fixture
def served(trouble: Trouble) -> Iterator[ClusterService]:
    with asyncio.Runner() as runner, ClusterService(trouble.wire.address, runner) as s:
        yield s


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (Trouble.read_only, "read-only"),
        (Trouble.no_room, "no room"),
        (Trouble.locked, "locked"),
        (Trouble.no_standby, None),
        (Trouble.silent, None),
        (Trouble.stopped, None),
    ],
)
def test_ready_means_that_a_move_can_be_stored(
    trouble: Trouble,
    served: ClusterService,
    wrong: Callable[[Trouble], AbstractContextManager[None]],
    reason: str | None,
) -> None:
    agree(served, wrong(trouble), reason)


def test_the_disk_of_the_database_is_really_full(
    server: Server, address: str, tmp_path: Path
) -> None:
    folder = Path(tempfile.mkdtemp(prefix="ledger-disk-"))
    mount = ("mount", "-t", "tmpfs", "-o", "size=2m,mode=0777", "tmpfs", str(folder))
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        folder.rmdir()
        pytest.skip("nobody may mount a disk here")
    rubbish = folder / "rubbish"

    @contextmanager
    def full() -> Iterator[None]:
        with suppress(OSError), rubbish.open("wb", buffering=0) as file:
            while True:
                file.write(os.urandom(4096))
        yield
        rubbish.unlink()

    try:
        place = folder / "data"
        place.mkdir()
        if os.geteuid() == 0:
            os.chown(place, 65534, 65534)
        with asyncio.Runner() as runner, ClusterService(address, runner) as s:
            with psycopg.connect(address, autocommit=True) as admin:
                admin.execute(f"create tablespace tiny location '{place}'")
                admin.execute("alter table ledger.log_groups set tablespace tiny")
            try:
                agree(s, full(), "no room")
            finally:
                with psycopg.connect(address, autocommit=True) as admin:
                    admin.execute("alter table ledger.log_groups set tablespace pg_default")
                    admin.execute("drop tablespace tiny")
    finally:
        subprocess.run(("umount", str(folder)), check=True)
        folder.rmdir()
