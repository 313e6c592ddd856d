"""Hints that games have grown, from process to process. They may be lost: nothing depends on them.

They are sent behind the appends, by a connection of their own that nobody waits for: a NOTIFY
inside the transaction of an append would make all of them wait for each other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator

import psycopg

from ledger.kernel.errors import LedgerError

from .database import PAUSE, Connection, Database

CHANNEL = "ledger_growth"
PAYLOAD = 7000
"""Bytes in one notification; PostgreSQL takes 8000."""
LOOK = 0.25
"""Seconds after which whoever listens looks whether the store was closed."""


class HintSender:
    """Tells other processes which games have grown, those of one moment together."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._grown: dict[str, int] = {}
        self._change = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._connection: Connection | None = None

    def grew(self, name: str, seq: int) -> None:
        """Note that a game has grown to a line."""
        with self._change:
            self._grown[name] = seq
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._run, name="ledger-hints", daemon=True)
                self._thread.start()
            self._change.notify()

    def close(self) -> None:
        """Send what is left, and end."""
        with self._change:
            self._closed = True
            self._change.notify()
        if self._thread is not None:
            self._thread.join(self._database.patience)

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._grown or self._closed)
                grown, self._grown = self._grown, {}
            if not grown:
                break
            try:
                self._send(f"{name}:{seq}" for name, seq in grown.items())
            except (psycopg.Error, LedgerError):
                self._drop()
                with self._change:
                    self._change.wait_for(lambda: self._closed, PAUSE)
        self._drop()

    def _send(self, names: Iterable[str]) -> None:
        if self._connection is None:
            self._connection = self._database.connect()
            self._connection.execute("select set_config('synchronous_commit', 'off', false)")
        for payload in _payloads(names):  # mostly one
            self._connection.execute("select pg_notify(%s, %s)", [CHANNEL, payload])

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _payloads(names: Iterable[str]) -> Iterator[str]:
    """Put as many names together as one notification takes."""
    line = ""
    for name in names:
        if line and len(line) + 1 + len(name) > PAYLOAD:
            yield line
            line = ""
        line = f"{line} {name}" if line else name
    yield line


class HintListener:
    """Hears which games have grown, from whichever process."""

    def __init__(self, database: Database, on_hint: Callable[[str | None], None]) -> None:
        """`on_hint` gets a name, or None when anything may have happened: nobody was listening."""
        self._database, self._on_hint = database, on_hint
        self._closed = threading.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ledger-listen", daemon=True)
        self._thread.start()

    def wait_until_listening(self, timeout: float) -> None:
        """Wait until nothing more can be missed, but not for long."""
        self._listening.wait(timeout)

    def close(self) -> None:
        """End it."""
        self._closed.set()
        self._thread.join(self._database.patience)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                with self._database.connect() as connection:
                    self._listen(connection)
            except (psycopg.Error, LedgerError):
                self._closed.wait(PAUSE)

    def _listen(self, connection: Connection) -> None:
        connection.execute(f"listen {CHANNEL}")
        self._listening.set()
        self._on_hint(None)
        while not self._closed.is_set():
            for notice in connection.notifies(timeout=LOOK):
                for name in notice.payload.split(" "):
                    self._on_hint(name)
                if self._closed.is_set():
                    return
