"""A PostgreSQL database with a library's tables: connections, timeouts and migrations."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import resources
from time import monotonic, sleep
from typing import Any, LiteralString, Self, TypeVar

import psycopg
from psycopg import sql
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from ledger.kernel.errors import Failed, Malformed

from .errors import failed, is_lost, may_open_soon, parse, shown

# The pool logs its own troubles; those that matter reach the caller as our errors.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

T = TypeVar("T")

CONNECTIONS = 8
"""The maximum number of connections for reading; one more writes, and one listens."""
PATIENCE = 15.0
"""Seconds to wait for a database that doesn't respond before raising an error.

A single connection that stays silent is dropped after half that time, and another one is tried.
"""
LAST_TRY = 0.75
"""Seconds that a small change is still given when the caller's time has nearly run out."""
RECONNECT = 2.0
"""Seconds after which the pool gives up reconnecting, so that its pauses start out short again."""
PAUSE = 0.1
"""Seconds to wait before trying again."""
LONG = 600.0
"""Seconds allowed for changing tables or copying many logs at once."""
_FOR_CHANGES = """
select set_config('statement_timeout', '0', false),
    set_config('lock_timeout', %s, false),
    set_config('idle_in_transaction_session_timeout', %s, false),
    case when current_setting('synchronous_commit') not in ('on', 'remote_apply')
        then set_config('synchronous_commit', 'on', false) end
"""
"""Whatever is acknowledged must be on the disk, regardless of the server's own settings.

A statement that waits too long for a lock is refused by the server, which has then stored nothing.
If a process is stopped between two statements of a transaction, the server soon rolls it back and
lets others continue; when the process wakes up, its connection is lost.
"""
SETTLE = "select pg_logical_emit_message(true, 'ledger', '')"
"""Adds nothing, but is acknowledged like an append, once everything before it is safe too."""
LET_GO = (
    "select pg_cancel_backend(pid) from pg_stat_activity where pid = %s and wait_event = 'SyncRep'"
)
"""Ends the wait for a standby after its client has left, which the server wouldn't notice.

The waiting commit remains, unacknowledged; a later `SETTLE` waits for it too.
"""
_LOCK = 0x6C656467
"""The advisory lock held while the tables are being changed."""


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that gives up when the server doesn't respond at all, not even with an error."""

    silence = PATIENCE / 2
    """Seconds to wait for the server before giving up."""
    server_process = 0
    """The id of the server's process, kept after the connection is closed."""

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """Wait, but not forever."""
        return super().wait(_until(gen, monotonic() + self.silence, self), *args, **options)

    @contextmanager
    def unhurried(self) -> Iterator[None]:
        """Give the server enough time to change many rows."""
        before, self.silence = self.silence, LONG
        try:
            yield
        finally:
            self.silence = before


def _until(gen: Any, deadline: float, connection: Connection) -> Any:
    """Pass a wait through until it ends; if time runs out first, close the connection for good."""
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and monotonic() > deadline:
                connection.pgconn.finish()
                raise psycopg.OperationalError
            wanted = gen.send(ready)
    except StopIteration as e:
        return e.value


class Database:
    """A database in use; safe to share between threads, but not with a forked child."""

    def __init__(
        self,
        address: str,
        *,
        connections: int = CONNECTIONS,
        patience: float = PATIENCE,
        write_patience: float | None = None,
    ) -> None:
        """Connect, and bring the tables up to date.

        `write_patience`: seconds after which a small change that can't be made is an error; without
        it, the same as `patience`.
        """
        self._parts, self.name, self.patience = parse(address), shown(address), patience
        self.write_patience = patience if write_patience is None else write_patience
        self._mutex = threading.Lock()
        self._closed = False
        self._milliseconds = str(round(patience * 1000))
        self._pause = str(round(patience * 1000 / 5))
        self._pool = ConnectionPool(
            kwargs={"connect_timeout": max(2, round(patience / 3)), **self._options()},
            connection_class=Connection,
            configure=self._configure_reader,
            min_size=0,
            max_size=connections,
            timeout=patience,
            max_waiting=0,
            reconnect_timeout=RECONNECT,
            open=False,
        )
        self._bring_up_to_date()
        self._pool.open()

    def _options(self) -> dict[str, Any]:
        given = {
            "keepalives_idle": 10,
            "keepalives_interval": 3,
            "keepalives_count": 3,
            "tcp_user_timeout": self._milliseconds,
            "application_name": "ledger",
        }
        return {**given, **self._parts, "autocommit": True}

    def _configure_reader(self, connection: Connection) -> None:
        """Make the server cancel slow queries, and show only what is safely committed.

        A change is never cancelled: a commit that took too long may be here but not on the standby.
        After a crash such commits become visible, so a new connection waits until they are safe.
        """
        connection.silence = self.patience / 2
        connection.execute(_FOR_CHANGES, ["0", self._pause])
        connection.execute(SETTLE)
        limit = [self._milliseconds]
        connection.execute("select set_config('statement_timeout', %s, false)", limit)

    # --- asking -----------------------------------------------------------------------------

    def connect(self, silence: float | None = None) -> Connection:
        """Return a connection for the caller's own use; raises psycopg's errors unchanged.

        `silence`: seconds allowed for one statement, if it may take longer than usual.
        """
        return self._connect(silence or self.patience / 2, "0", self.patience)

    def connect_to_write(self, seconds: float | None = None) -> Connection:
        """Return a connection for small changes; each gets a response within `seconds`."""
        silence = self.write_patience / 2 if seconds is None else seconds
        locked = str(max(1, round(silence * 1000 * 0.75)))  # earlier, so the refusal arrives
        return self._connect(silence, locked, self.write_patience)

    def _connect(self, silence: float, locked: str, patience: float) -> Connection:
        if self._closed:
            raise self.closed()
        timeout = max(2, round(patience / 3))
        connection = Connection.connect(**{"connect_timeout": timeout, **self._options()})
        connection.silence = silence
        connection.server_process = connection.pgconn.backend_pid
        connection.execute(_FOR_CHANGES, [locked, self._pause])
        return connection

    def ask(
        self,
        query: LiteralString,
        parameters: Sequence[object] | Mapping[str, object] = (),
        *,
        patience: float | None = None,
    ) -> list[tuple[Any, ...]]:
        """Run a query and return its rows; `patience`: seconds to wait, if less than usual."""
        most = patience or self.patience

        def work(seconds: float) -> list[tuple[Any, ...]]:
            with self._pool.connection(min(seconds, RECONNECT)) as connection:
                connection.silence = most / 2
                try:
                    return connection.execute(query, parameters).fetchall()
                finally:
                    connection.silence = self.patience / 2

        return self._retrying(work, most)

    def change(self, work: Callable[[Connection], T], *, unhurried: bool = False) -> T:
        """Make a change that may safely be made twice; repeat it if the connection is lost.

        `unhurried`: whether it is a large change. Violations of a unique key are raised unchanged.
        """

        def change(seconds: float) -> T:
            quick = max(LAST_TRY, min(seconds, self.write_patience / 2))
            with self.connect(LONG) if unhurried else self.connect_to_write(quick) as connection:
                return work(connection)

        return self._retrying(change, self.patience if unhurried else self.write_patience)

    def change_cache(self, work: Callable[[Connection], T]) -> T:
        """Change data that can be rebuilt, in one transaction that needn't be durable at once."""

        def change(seconds: float) -> T:
            pooled = self._pool.connection(min(seconds, RECONNECT))
            with pooled as connection, connection.transaction():
                connection.execute("set local synchronous_commit to off")
                return work(connection)

        return self._retrying(change, self.write_patience)

    def _retrying(self, work: Callable[[float], T], patience: float) -> T:
        deadline = monotonic() + patience
        while True:
            try:
                return work(max(deadline - monotonic(), 0.01))
            except PoolClosed:
                raise self.closed() from None
            except psycopg.errors.UniqueViolation:
                raise
            except (psycopg.Error, PoolTimeout) as e:
                if not is_lost(e) or monotonic() > deadline:
                    raise self.failure(e) from None
                sleep(PAUSE)

    def failure(self, error: Exception) -> Failed:
        """Return the error to show to people."""
        return failed(error, self.name)

    def closed(self) -> Failed:
        """Return the error for using the store after it was closed."""
        return Failed("this store was closed; open it again")

    def close(self) -> None:
        """Close every connection."""
        with self._mutex:
            self._closed = True
        self._pool.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- tables -----------------------------------------------------------------------------

    def _bring_up_to_date(self) -> None:
        deadline = monotonic() + self.patience
        while True:
            try:
                with self.connect(LONG) as connection:
                    connection.execute("select pg_current_xact_id()")  # a standby refuses it
                    return self._migrate(connection)
            except psycopg.Error as e:
                if not may_open_soon(e) or monotonic() > deadline:
                    raise self.failure(e) from None
                sleep(PAUSE)

    def _migrate(self, connection: Connection) -> None:
        """Apply all missing migrations or none, while other processes wait."""
        known = migrations()
        if self._version(connection, len(known)) == len(known):
            return
        with connection.transaction():
            connection.execute("select pg_advisory_xact_lock(%s)", [_LOCK])
            connection.execute("create schema if not exists ledger")
            connection.execute(
                "create table if not exists ledger.migrations "
                "(number integer primary key, name text not null, "
                "applied timestamptz not null default now())"
            )
            done = self._version(connection, len(known))
            for number, (name, text) in enumerate(known, 1):
                if number > done:
                    connection.execute(sql.SQL(text))
                    connection.execute(
                        "insert into ledger.migrations (number, name) values (%s, %s)",
                        [number, name],
                    )

    def _version(self, connection: Connection, known: int) -> int:
        found = connection.execute("select to_regclass('ledger.migrations')").fetchone()
        if found is None or found[0] is None:
            return 0
        ((done,),) = connection.execute("select coalesce(max(number), 0) from ledger.migrations")
        if done > known:
            raise Malformed(
                "the tables in this database have version {done}, but this program knows only "
                "{known}: you need a newer version",
                file=self.name,
                done=done,
                known=known,
            )
        return int(done)


def migrations() -> list[tuple[str, str]]:
    """Return every migration in order: its name and its statements."""
    folder = resources.files(__package__) / "migrations"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return [(f.name.removesuffix(".sql"), f.read_text("utf-8")) for f in files]
