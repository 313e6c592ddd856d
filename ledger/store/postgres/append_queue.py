"""Group commit: everything waiting to be appended is written in one statement.

Each process has one thread that writes. A statement takes everything that has queued up while the
previous one was being flushed, and each append in it succeeds or is refused on its own. If the
connection is lost on the way, nobody knows whether the statement was carried out. The very same
rows are then sent again, with the same tickets. Since each place in a log holds only one row,
either they are stored now, or they were stored before, or another row has taken the place; the
tickets of the stored rows show which.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from time import monotonic, sleep
from typing import NamedTuple
from uuid import UUID, uuid4

import psycopg

from ledger.kernel.errors import Failed
from ledger.kernel.log.codec import Head
from ledger.store.groups import Group

from .database import LAST_TRY, LET_GO, PAUSE, SETTLE, Connection, Database
from .errors import is_lost, leaves_unsure

APPENDS = 512
"""The maximum number of appends in one statement."""
MOMENT = 0.01
"""Upper limit, in seconds, for measuring a flush; a batch waits a fraction of it for others."""
BYTES = 8 << 20
"""The approximate number of bytes in one statement."""

_INSERT = """
with offered as (
    select * from unnest(
        %s::text[], %s::text[], %s::bigint[], %s::bigint[], %s::bigint[], %s::text[], %s::boolean[],
        %s::text[], %s::uuid[], %b::bytea[], %s::text[], %s::boolean[]
    ) as o (
        game, part, first, last, command, digest, sealed, key, ticket, body, before, starts
    )
), taken as (
    insert into ledger.log_groups
        (game, part, first, last, command, digest, sealed, key, ticket, body)
    select game, part, first, last, command, digest, sealed, key, ticket, body
    from offered as o
    where starts and (first = 1 or exists (
        select from ledger.log_groups as p
        where p.game = o.game and p.part = o.part
            and p.first = (
                select max(q.first) from ledger.log_groups as q
                where q.game = o.game and q.part = o.part and q.first < o.first
            )
            and p.last = o.first - 1 and p.digest = o.before and not p.sealed
    ))
    order by game, part, first
    on conflict do nothing
    returning ticket
), followed as (
    insert into ledger.log_groups
        (game, part, first, last, command, digest, sealed, key, ticket, body)
    select game, part, first, last, command, digest, sealed, key, ticket, body
    from offered
    where not starts and ticket in (select ticket from taken)
)
select ticket from taken
"""
_PROBE = """
insert into ledger.log_groups
    (game, part, first, last, command, digest, sealed, key, ticket, body)
values (%s, %s, 1, 1, 1, '', false, %s, %s, %s)
"""
PROBE_PATIENCE = 2.0
"""How many seconds a probe waits to find out whether anything can be stored."""
PROBE_SIZE = 1024
"""How many bytes a probe stores: a table without room for them has none for a move."""
_STANDING = """
select g.ticket
from unnest(%s::text[], %s::text[], %s::bigint[]) as o (game, part, first)
join ledger.log_groups as g using (game, part, first)
"""


class Append(NamedTuple):
    """Groups for one log, all to be stored after line `before` or none; `stored` gets the result.

    Without groups, it is a probe that asks whether anything could be stored.
    """

    game: str
    before: Head
    groups: Sequence[Group]
    ticket: UUID
    deadline: float
    stored: Future[bool]

    @property
    def size(self) -> int:
        """Roughly how many bytes it has."""
        return sum(len(raw) for group in self.groups for raw in group.lines)


class AppendQueue:
    """Takes appends from any thread, and writes them in one thread of its own."""

    def __init__(
        self, database: Database, part: str, on_stored: Callable[[dict[str, int]], None]
    ) -> None:
        """`on_stored` is called with the games that grew and their last lines; it must be quick."""
        self._database, self._part, self._on_stored = database, part, on_stored
        self._waiting: list[Append] = []
        self._change = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._connection: Connection | None = None
        self._warned = False
        self._left: int | None = None  # the server's process that may still wait for a standby
        self._crowd, self._took = 1, 0.0  # how many may come next, and how long a flush took

    # --- for everybody ----------------------------------------------------------------------

    def append(self, game: str, before: Head, groups: Sequence[Group]) -> bool:
        """Store groups after a line, all or none; False if the log no longer ends there.

        Raises `Failed` if the database didn't respond in time. Then it is unknown whether they were
        stored; sending the same command key again finds out.
        """
        return self._wait(game, before, groups, self._database.write_patience)

    def probe(self) -> None:
        """Store a group that nobody ever sees: it is rolled back in the same transaction.

        It takes the same path as every append, over the same connection, so anything that would
        stop an append stops it too: a lost connection, a database or user that is read-only, a
        table that is locked or has no room, a standby that doesn't confirm. Raises `Failed` then.
        """
        self._wait("", Head(), (), min(PROBE_PATIENCE, self._database.write_patience))

    def _wait(self, game: str, before: Head, groups: Sequence[Group], seconds: float) -> bool:
        made = Append(game, before, groups, uuid4(), monotonic() + seconds, Future())
        with self._change:
            if self._closed:
                raise self._database.closed()
            self._waiting.append(made)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="ledger-append", daemon=True)
                self._thread.start()
            self._change.notify()
        try:
            return made.stored.result(seconds + LAST_TRY)
        except TimeoutError:
            raise self._unknown() from None

    def close(self) -> None:
        """Finish the appends already queued, and refuse any that come later."""
        with self._change:
            self._closed = True
            self._change.notify()
        if self._thread is not None:
            self._thread.join(2 * self._database.patience)

    # --- the thread -------------------------------------------------------------------------

    def _run(self) -> None:
        while batch := self._gather():
            start = monotonic()
            self._write(batch)
            self._took = min(monotonic() - start, MOMENT)
            self._crowd = len(batch) + len(self._waiting)
        if self._connection is not None:
            self._connection.close()

    def _gather(self) -> list[Append]:
        with self._change:
            self._change.wait_for(lambda: self._waiting or self._closed)
            # Callers that have just been served will soon be back: together they cost one flush.
            crowd, short = self._crowd, self._took / 4
            self._change.wait_for(lambda: len(self._waiting) >= crowd or self._closed, short)
            size = count = 0
            for made in self._waiting[:APPENDS]:
                if count and size + made.size > BYTES:
                    break
                size, count = size + made.size, count + 1
            batch, self._waiting = self._waiting[:count], self._waiting[count:]
            return batch

    def _write(self, batch: list[Append], unsure: bool = False) -> None:
        """Write a batch, trying again after a lost connection for as long as anyone is waiting.

        `unsure`: whether it may already be stored.
        """
        trouble = psycopg.Error()
        while batch := self._in_time(batch, unsure, trouble):
            try:
                stored = self._send(batch, unsure)
            except psycopg.Error as e:
                if is_lost(e):
                    trouble, unsure = e, unsure or leaves_unsure(e)
                    self._drop_connection()
                    if e.sqlstate is not None:  # the server gives a reason, enough for a probe
                        for made in batch:
                            if not made.groups:
                                self._refuse(made, e)
                        batch = [made for made in batch if made.groups]
                    sleep(PAUSE)
                    continue
                if len(batch) > 1:  # one of them is to blame; don't fail the others
                    for made in batch:
                        self._write([made], unsure)
                else:
                    self._refuse(batch[0], e)
            except BaseException as e:  # nobody must be left waiting for a dead thread
                for made in batch:
                    made.stored.set_exception(e)
            else:
                # hint to others first: the caller here has plenty of work to do with the result
                grown = {
                    m.game: m.groups[-1].head.seq for m in batch if m.groups and m.ticket in stored
                }
                if grown:
                    self._on_stored(grown)
                for made in batch:
                    made.stored.set_result(made.ticket in stored)
            return

    def _refuse(self, made: Append, error: psycopg.Error) -> None:
        """Resolve an append that the database refused: a key already used, or a real failure."""
        if isinstance(error, psycopg.errors.UniqueViolation):
            made.stored.set_result(False)
        else:
            made.stored.set_exception(self._database.failure(error))

    def _in_time(self, batch: list[Append], unsure: bool, trouble: Exception) -> list[Append]:
        """Fail the appends whose deadline has passed; return the others."""
        now = monotonic()
        for made in batch:
            if now > made.deadline:
                known = self._database.failure(trouble)
                made.stored.set_exception(self._unknown() if unsure and made.groups else known)
        return [made for made in batch if now <= made.deadline]

    def _unknown(self) -> Failed:
        failure = Failed(
            "the database didn't say whether this was stored",
            file=self._database.name,
            hint="send it again with the same command key: it is never stored twice",
        )
        failure.may_pass = True
        return failure

    def _send(self, batch: Sequence[Append], unsure: bool) -> set[UUID]:
        """Store a batch, and return the tickets of the appends that are stored."""
        connection = self._connected()
        left = max(made.deadline for made in batch) - monotonic()
        connection.silence = max(LAST_TRY, min(left, self._database.write_patience / 2))
        rows = [
            (
                *(made.game, self._part, group.first, group.head.seq, group.head.cmd),
                *(group.head.digest, group.head.sealed, group.key, made.ticket, group.data),
                *(made.before.digest, n == 0),
            )
            for made in batch
            for n, group in enumerate(made.groups)
        ]
        stored = self._probed(connection, batch)
        if rows:
            columns = [list(column) for column in zip(*rows, strict=True)]
            stored |= {row[0] for row in connection.execute(_INSERT, columns)}
        if unsure and len(stored) < len(batch):
            places = [(m.game, self._part, m.groups[0].first) for m in batch if m.groups]
            found = connection.execute(_STANDING, [list(c) for c in zip(*places, strict=True)])
            stored |= {row[0] for row in found}
            self._warned = True  # stored rows may not be on the standby yet
        while self._warned:  # a commit didn't wait for the standby: wait for a later one
            self._warned = False
            connection.execute(SETTLE)
        return stored

    def _probed(self, connection: Connection, batch: Sequence[Append]) -> set[UUID]:
        """If there are probes, find out whether anything can be stored; return their tickets."""
        asking = {made.ticket for made in batch if not made.groups}
        if asking:
            with connection.transaction():
                with connection.transaction(force_rollback=True):
                    name = str(uuid4())
                    row = (name, self._part, name, name, os.urandom(PROBE_SIZE))
                    connection.execute(_PROBE, row)
                connection.execute(SETTLE)
        return asking

    def _connected(self) -> Connection:
        if self._connection is None or self._connection.closed:
            self._connection = self._database.connect_to_write()
            if self._left is not None:
                self._connection.execute(LET_GO, [self._left])
                self._left = None
            self._connection.add_notice_handler(self._notice)
        return self._connection

    def _notice(self, told: psycopg.errors.Diagnostic) -> None:
        """Note a warning: it may mean that the commit didn't wait for the standby."""
        self._warned = self._warned or told.severity_nonlocalized == "WARNING"

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self._left = connection.server_process
            connection.close()
