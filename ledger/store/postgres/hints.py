"""Hints that games have grown, from process to process. They may be lost: nothing depends on them.

They are sent behind the appends, by a connection of their own that nobody waits for: a NOTIFY
inside the transaction of an append would make all of them wait for each other.
"""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from selectors import EVENT_READ, BaseSelector, DefaultSelector
from typing import NamedTuple

import psycopg
from psycopg.generators import execute
from psycopg.pq.abc import PGconn

from ledger.kernel.errors import LedgerError

from .database import PAUSE, Connection, Database

CHANNEL = "ledger_growth"
PAYLOAD = 7000
"""Bytes in one notification; PostgreSQL takes 8000."""
_NAME = re.compile(r"([a-z]+):([^:]+):([0-9]{1,18})")
"""A log in a hint: its part, its game, and the line to which it has grown."""
_NOTIFY = b"select pg_notify($1, $2)"


class Heard(NamedTuple):
    """A log that has grown, and to which line, by what a hint says."""

    part: str
    game: str
    seq: int


class HintSender:
    """Tells other processes which games have grown, those of one moment together.

    Whoever says so sends it, if the connection is free, and does not wait for the answer. If it is
    not, a thread sends what has gathered as soon as it is.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._grown: dict[str, int] = {}
        self._change = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._connection: Connection | None = None
        self._own = False
        """Whether the connection is the thread's own now."""

    def grew(self, grown: Mapping[str, int]) -> None:
        """Note to which lines games have grown."""
        with self._change:
            self._grown |= grown
            if self._closed or self._sent_at_once():
                return
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="ledger-hints", daemon=True)
                self._thread.start()
            self._change.notify()

    def _sent_at_once(self) -> bool:
        """Whether all that has gathered could be sent just now; needs the lock."""
        if self._connection is None or self._own:
            return False
        payload, *more = _payloads(self._grown)
        link = self._connection.pgconn
        try:
            link.consume_input()
            if more or link.is_busy():
                return False
            while link.get_result() is not None:  # the answers to what was sent before
                pass
            link.send_query_params(_NOTIFY, [CHANNEL.encode(), payload.encode()])
            link.flush()
        except psycopg.Error:
            return False
        self._grown = {}
        return True

    def process(self) -> int | None:
        """Return the process at the server that sends our hints, if there is one."""
        connection = self._connection
        return None if connection is None or connection.closed else connection.pgconn.backend_pid

    def close(self) -> None:
        """Send what is left, and end."""
        with self._change:
            self._closed = True
            self._change.notify()
        if self._thread is not None:
            self._thread.join(self._database.patience)

    # --- the thread -------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            with self._change:
                self._own = False
                self._change.wait_for(lambda: self._grown or self._closed)
                grown, self._grown = self._grown, {}
                self._own = True
            if not grown:
                break
            try:
                self._send(grown)
            except (psycopg.Error, LedgerError):
                self._drop()
                with self._change:
                    self._change.wait_for(lambda: self._closed, PAUSE)
        self._drop()

    def _send(self, grown: Mapping[str, int]) -> None:
        if self._connection is None:
            self._connection = self._database.connect()
            self._connection.execute("select set_config('synchronous_commit', 'off', false)")
        else:
            self._connection.wait(execute(self._connection.pgconn))  # what was sent at once
        for payload in _payloads(grown):  # mostly one
            self._connection.execute("select pg_notify(%s, %s)", [CHANNEL, payload])

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _payloads(grown: Mapping[str, int]) -> Iterator[str]:
    """Return what to say in notifications, in as few as it takes."""
    line = ""
    for name, seq in grown.items():
        text = f"{name}:{seq}"
        if line and len(line) + 1 + len(text) > PAYLOAD:
            yield line
            line = ""
        line = f"{line} {text}" if line else text
    yield line


def _heard(payload: str) -> Iterator[Heard]:
    """Read a notification; anybody can send one, so what we don't understand is left out."""
    for text in payload.split(" "):
        if found := _NAME.fullmatch(text):
            yield Heard(found[1], found[2], int(found[3]))


class HintListener:
    """Hears which games have grown, from whichever process."""

    def __init__(
        self,
        database: Database,
        on_hint: Callable[[Sequence[Heard] | None], None],
        own: Callable[[], int | None] = lambda: None,
    ) -> None:
        """`on_hint` gets logs, or None when anything may have happened: nobody was listening.

        `own`: the process at the server whose hints are ours, and nothing new to us.
        """
        self._database, self._on_hint, self._own = database, on_hint, own
        self._closed = threading.Event()
        self._wake, self._woken = socket.socketpair()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ledger-listen", daemon=True)
        self._thread.start()

    def wait_until_listening(self, timeout: float) -> None:
        """Wait until nothing more can be missed, but not for long."""
        self._listening.wait(timeout)

    def close(self) -> None:
        """End it."""
        self._closed.set()
        self._wake.close()
        self._thread.join(self._database.patience)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                with self._database.connect() as connection:
                    self._listen(connection)
            except (psycopg.Error, LedgerError):
                self._closed.wait(PAUSE)
        self._woken.close()

    def _listen(self, connection: Connection) -> None:
        connection.execute(f"listen {CHANNEL}")
        self._listening.set()
        self._on_hint(None)
        link = connection.pgconn
        with DefaultSelector() as waiting:
            waiting.register(link.socket, EVENT_READ)
            waiting.register(self._woken, EVENT_READ)
            self._hear(link, waiting)

    def _hear(self, link: PGconn, waiting: BaseSelector) -> None:
        while not self._closed.is_set():
            told: list[Heard] = []
            while (notice := link.notifies()) is not None:
                if notice.be_pid != self._own():  # whoever wrote it knows
                    told += _heard(notice.extra.decode(errors="replace"))
            if told:
                self._on_hint(told)
            # waits without looking up now and then: a service that has nothing to do does nothing
            waiting.select()
            link.consume_input()
