"""Hints between processes that games have grown. They may be lost: nothing depends on them.

They are sent after the appends, on a connection of their own that nobody waits for: a NOTIFY inside
the transaction of an append would make all appends wait for each other.

Each log has a channel of its own, so that a process is woken only for games that someone follows
there. One more channel carries every hint, for processes that follow whole libraries.
"""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2s
from itertools import islice
from selectors import EVENT_READ, DefaultSelector
from typing import NamedTuple

import psycopg
from psycopg.generators import execute
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn

from ledger.kernel.errors import LedgerError

from .database import PAUSE, Connection, Database

CHANNEL = "ledger_growth"
"""The channel that carries every hint; a log's own channel is this name and a hash."""
CHANGES = 200
"""The number of channels added or dropped in one statement."""
AT_ONCE = 64
"""The maximum number of logs that hints are sent for without waiting for the connection."""
PAYLOAD = 7000
"""The number of bytes in one notification; PostgreSQL accepts at most 8000."""
EVERYTHING = ""
"""Means all games."""
_NAME = re.compile(r"([a-z]+):([^:]+):([0-9]{1,18})")
"""A log in a hint: its part, its game, and its last line."""
_NOTIFY = b"select pg_notify(c, t) from unnest($1::text[], $2::text[]) as h (c, t)"


class GrowthHint(NamedTuple):
    """A log that has grown, and its last line, according to a hint."""

    part: str
    game: str
    seq: int


class HintSender:
    """Tells other processes which games have grown, several at a time if they come close together.

    If the connection is free, the calling thread sends the hint itself and doesn't wait for the
    response. Otherwise a background thread sends everything that has queued up as soon as it is
    free.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._grown: dict[str, int] = {}
        self._change = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._connection: Connection | None = None
        self._own = False
        """Whether the background thread is using the connection now."""

    def grew(self, grown: Mapping[str, int]) -> None:
        """Note that games have grown, each to the given line."""
        with self._change:
            self._grown |= grown
            if self._closed or self._sent_at_once():
                return
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="ledger-hints", daemon=True)
                self._thread.start()
            self._change.notify()

    def _sent_at_once(self) -> bool:
        """Try to send everything queued up, without waiting; return whether it worked."""
        if self._connection is None or self._own:
            return False
        if len(self._grown) > AT_ONCE:
            return False
        link = self._connection.pgconn
        try:
            link.consume_input()
            if link.is_busy():
                return False
            while link.get_result() is not None:  # responses to what was sent before
                pass
            link.send_query_params(_NOTIFY, _told(self._grown))
            link.flush()
        except psycopg.Error:
            return False
        self._grown = {}
        return True

    def process(self) -> int | None:
        """Return the id of the server process that sends our hints, if there is one."""
        connection = self._connection
        return None if connection is None or connection.closed else connection.pgconn.backend_pid

    def close(self) -> None:
        """Send what is left, and stop."""
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
        link = self._connection.pgconn
        link.send_query_params(_NOTIFY, _told(grown))
        for result in self._connection.wait(execute(link)):
            if result.status != ExecStatus.TUPLES_OK:
                raise psycopg.OperationalError

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def channel(part: str, game: str) -> str:
    """Return the channel of a log: a hash, as ids can be longer than channel names."""
    return f"{CHANNEL}_{blake2s(f'{part}:{game}'.encode(), digest_size=8).hexdigest()}"


def _told(grown: Mapping[str, int]) -> list[bytes | None]:
    """Return channels and their payloads as PostgreSQL arrays; the names need no quoting."""
    said = [(CHANNEL, payload) for payload in _payloads(grown)]
    for name, seq in grown.items():
        part, _, game = name.partition(":")
        said.append((channel(part, game), f"{name}:{seq}"))
    return [b'{"%b"}' % '","'.join(column).encode() for column in zip(*said, strict=True)]


def _payloads(grown: Mapping[str, int]) -> Iterator[str]:
    """Pack the hints into as few notifications as possible."""
    line = ""
    for name, seq in grown.items():
        text = f"{name}:{seq}"
        if line and len(line) + 1 + len(text) > PAYLOAD:
            yield line
            line = ""
        line = f"{line} {text}" if line else text
    yield line


def _heard(payload: str) -> Iterator[GrowthHint]:
    """Read a notification; anyone can send one, so whatever we don't understand is ignored."""
    for text in payload.split(" "):
        if found := _NAME.fullmatch(text):
            yield GrowthHint(found[1], found[2], int(found[3]))


class HintListener:
    """Receives hints, from any process, that games have grown."""

    def __init__(
        self,
        database: Database,
        on_hint: Callable[[Sequence[GrowthHint] | None], None],
        own: Callable[[], int | None] = lambda: None,
        part: str = "",
        games: Collection[str] | None = None,
    ) -> None:
        """`on_hint` gets logs; None means that hints may have been missed, so any may have grown.

        `own`: returns the id of the server process that sends our own hints, which are ignored.
        `games`: the logs of `part` to receive hints for; None means all logs.
        """
        self._database, self._on_hint, self._own = database, on_hint, own
        self._part, self._wanted = part, games
        self._closed = threading.Event()
        self._wake, self._woken = socket.socketpair()
        self._wake.setblocking(False)
        self._woken.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="ledger-listen", daemon=True)
        self._thread.start()

    def hear(self, games: Collection[str] | None) -> None:
        """Receive hints for these games only, starting shortly; None means all games."""
        self._wanted = games
        with suppress(OSError):  # it is awake already, or has ended
            self._wake.send(b"!")

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()
        self._wake.close()
        self._thread.join(self._database.patience)

    # --- the thread -------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                with self._database.connect() as connection:
                    self._listen(connection.pgconn)
            except (psycopg.Error, LedgerError):
                self._closed.wait(PAUSE)
        self._woken.close()

    def _listen(self, link: PGconn) -> None:
        channels, settled = _Channels(link, self._part), False
        with DefaultSelector() as waiting:
            waiting.register(link.socket, EVENT_READ)
            waiting.register(self._woken, EVENT_READ)
            while not self._closed.is_set():
                self._hear(link)
                new = channels.taken_up()
                if settled and new:  # hints sent just before that were missed
                    every = EVERYTHING in new
                    self._on_hint(None if every else [GrowthHint(self._part, x, 0) for x in new])
                if channels.are(self._wanted) and not settled:
                    settled = True
                    self._on_hint(None)
                # waits without polling, so that an idle service uses no CPU
                waiting.select()
                with suppress(BlockingIOError):
                    self._woken.recv(4096)
                link.consume_input()

    def _hear(self, link: PGconn) -> None:
        told: list[GrowthHint] = []
        while (notice := link.notifies()) is not None:
            if notice.be_pid != self._own():  # our own writers already know
                told += _heard(notice.extra.decode(errors="replace"))
        if told:
            self._on_hint(told)


class _Channels:
    """The channels a connection listens to. Adding more blocks nobody and loses no hints."""

    def __init__(self, link: PGconn, part: str) -> None:
        self._link, self._part = link, part
        self._heard: set[str] = set()
        self._asked: set[str] | None = None
        self._are: object = self  # the games it was found to listen for

    def are(self, games: Collection[str] | None) -> bool:
        """Whether it listens for exactly these games; if not, start changing its channels."""
        if self._asked is not None:
            return False
        if games is self._are:
            return True
        wanted = {EVERYTHING} if games is None else games
        missing = set(islice((x for x in wanted if x not in self._heard), CHANGES))
        spare = set(islice((x for x in self._heard if x not in wanted), CHANGES))
        if not missing and not spare:
            self._are = games
            return True
        words = [f"listen {self._name(x)}" for x in missing]
        words += [f"unlisten {self._name(x)}" for x in spare]
        self._link.send_query("; ".join(words).encode())
        self._link.flush()
        self._heard -= spare
        self._asked = missing
        return False

    def taken_up(self) -> set[str]:
        """Return the games it has just begun to listen for, if the server has confirmed them."""
        if self._asked is None or self._link.is_busy():
            return set()
        while (result := self._link.get_result()) is not None:
            if result.status != ExecStatus.COMMAND_OK:
                raise psycopg.OperationalError
        new, self._asked = self._asked, None
        self._heard |= new
        return new

    def _name(self, game: str) -> str:
        return CHANNEL if game == EVERYTHING else channel(self._part, game)
