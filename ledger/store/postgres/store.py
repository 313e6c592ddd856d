"""Logs in PostgreSQL, a row for each group. Any number of processes may write to any game."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import uuid4

from psycopg.errors import UniqueViolation

from ledger.kernel.errors import Conflict, Damaged, LedgerError, Malformed, Missing, Stale
from ledger.kernel.ids import check_id
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Entry
from ledger.kernel.message import Text
from ledger.store.append_plan import LogEnd, Plan, check_end, plan, repeated_answer
from ledger.store.groups import Group, read_groups
from ledger.store.store import Appended, Batch, Expected, LogSegment, OnHint, Status, Store

from .append_queue import AppendQueue
from .database import SETTLE, Connection, Database
from .hints import GrowthHint, HintListener, HintSender

ROWS = 256
"""The number of groups read at a time."""
FEW = 16
"""The same for a journal's first rows, as its groups can be large, and for several logs at once."""
BYTES = 4 << 20
"""The approximate number of bytes read at a time."""
PORTION = 64 << 20
"""The approximate number of bytes in one statement."""
GAMES, JOURNAL = "games", "journal"
"""The parts of a library that are logs."""
_INSERT = """
insert into ledger.log_groups
    (game, part, first, last, command, digest, sealed, key, ticket, body)
select * from unnest(
    %s::text[], %s::text[], %s::bigint[], %s::bigint[], %s::bigint[], %s::text[], %s::boolean[],
    %s::text[], %s::uuid[], %b::bytea[]
)
"""


class PostgresStore(Store):
    """Logs as rows. No game is ever locked: an append says which line it belongs after."""

    shared = True

    def __init__(self, database: Database | str, *, part: str = GAMES) -> None:
        """`database`: an address, or an open database that others share and that stays open."""
        super().__init__()
        self._own = isinstance(database, str)
        self._database = Database(database) if isinstance(database, str) else database
        self._part = part
        self._sender = HintSender(self._database)
        self._queue = AppendQueue(self._database, part, self._stored)
        self._listener: HintListener | None = None
        self._starting = threading.Lock()
        self._wanted: Collection[str] | None = None  # games to receive hints for; None: all
        self._closed = False

    # --- writing ----------------------------------------------------------------------------

    def create(self, game_id: str, entries: Sequence[Entry], key: str | None = None) -> Head:
        """Start a log with its opening group."""
        made = plan(check_id(game_id), LogEnd(Head(), _nothing), 0, [(key, entries)])
        if self._store(game_id, Head(), made):
            return made.answers[0].head
        known = self._known(game_id, [key])
        if key is None or known.written(key) is None:
            raise Conflict("there is already a game {game!r}", game=game_id)
        made = plan(game_id, known, 0, [(key, entries)])
        self._settle()
        return made.answers[0].head

    def append_many(self, game_id: str, expected: Expected, batch: Batch) -> list[Appended]:
        """Add several groups, all of them or none."""
        check_id(game_id)
        keys = [key for key, _ in batch]
        # A caller that gives the exact end of the log is usually right, so nothing has to be read.
        trusted = isinstance(expected, Head) and expected.seq > 0 and not expected.sealed
        if isinstance(expected, Head) and trusted:
            known = LogEnd(expected, _nothing)
        else:
            known = self._known(game_id, keys)
        while True:
            made = plan(game_id, known, expected, batch)
            if not made.steps:
                self._settle()
                return made.answers
            if self._store(game_id, known.head, made):
                return made.answers
            known = self._known(game_id, keys)

    def write_problem(self) -> Text | None:
        """Return what prevents logs from being written at the moment, or None."""
        try:
            self._queue.probe()
        except LedgerError as e:
            return e.text
        return None

    def _store(self, game_id: str, before: Head, made: Plan) -> bool:
        groups = [Group(step.raws, step.head, step.key) for step in made.steps]
        return self._queue.append(game_id, before, groups)

    def _settle(self) -> None:
        """Wait until what was read is safe: after a crash it may be here but not on the standby."""
        self._database.change(lambda connection: connection.execute(SETTLE))

    def put(self, segments: Sequence[LogSegment]) -> None:
        """Add groups copied from another store, in one transaction."""
        rows: list[tuple[Any, ...]] = []
        heads = self.heads(segment.game_id for segment in segments)
        ticket = uuid4()
        for game_id, after, data in segments:
            check_end(game_id, heads.get(check_id(game_id), Head()), after)
            seen: set[str] = set()
            if after.seq:
                seen.update(self._keys(game_id))
            for group in read_groups(data, after):
                # A log from elsewhere may have a key twice; the first one counts.
                key = None if group.key in seen else group.key
                seen.add(group.key or "")
                rows.append(
                    (
                        *(game_id, self._part, group.first, group.head.seq, group.head.cmd),
                        *(group.head.digest, group.head.sealed, key, ticket, group.data),
                    )
                )
        try:
            much = sum(len(row[-1]) for row in rows) > BYTES
            self._database.change(lambda c: _insert(c, rows), unhurried=much)
        except UniqueViolation:
            self._check_put(rows)
        self._stored({row[0]: row[3] for row in rows})

    def _check_put(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Raise `Stale` unless the rows are stored: the connection may have been lost meanwhile."""
        ends = {row[0]: (row[3], row[5]) for row in rows}
        for game_id, head in self.heads(ends).items():
            if (head.seq, head.digest) != ends[game_id]:
                raise Stale(
                    "{game} is at line {last} now: somebody else wrote first",
                    seq=head.seq,
                    game=game_id,
                    last=head.seq,
                )

    def _keys(self, game_id: str) -> Iterator[str]:
        query = (
            "select key from ledger.log_groups where game = %s and part = %s and key is not null"
        )
        return (row[0] for row in self._database.ask(query, [game_id, self._part]))

    def release(self, game_id: str) -> None:
        """Do nothing: no process holds a game."""

    def resume(self, game_id: str) -> Head:
        """Return where the log ends; no process holds it."""
        return self.head(game_id)

    def reopen(self, game_id: str) -> Head:
        """Return where the log ends; there is nothing to repair."""
        return self.head(game_id)

    def close(self) -> None:
        """Finish the appends already queued, and close the connections."""
        self._closed = True
        self._queue.close()
        self._sender.close()
        with self._starting:
            if self._listener is not None:
                self._listener.close()
        if self._own:
            self._database.close()

    # --- reading ----------------------------------------------------------------------------

    def recall(self, game_id: str, key: str) -> Appended | None:
        """Return the group written under a command key."""
        lines = self._known(game_id, [key]).written(key)
        if lines is None:
            return None
        self._settle()
        return repeated_answer(key, lines)

    def has(self, game_id: str) -> bool:
        """Whether the log exists."""
        return bool(self.heads([game_id]))

    def head(self, game_id: str) -> Head:
        """Return where the log ends."""
        found = self.heads([game_id])
        if game_id not in found:
            raise self._missing(game_id)
        return found[game_id]

    def heads(self, game_ids: Iterable[str]) -> dict[str, Head]:
        """Return where logs end, leaving out those that don't exist."""
        query = """
            select o.game, g.last, g.command, g.digest, g.sealed
            from unnest(%s::text[]) as o (game) cross join lateral (
                select * from ledger.log_groups as l where l.game = o.game and l.part = %s
                order by l.first desc limit 1
            ) as g
        """
        rows = self._database.ask(query, [list(map(check_id, game_ids)), self._part])
        return {row[0]: Head(*row[1:]) for row in rows}

    def changed(self, heads: Mapping[str, Head]) -> list[str]:
        """Return the logs that don't end where the caller expects; usually there are none."""
        query = """
            select o.game from unnest(%s::text[], %s::bigint[], %s::text[]) as o (game, seq, digest)
            where not exists (
                select from (
                    select last, digest from ledger.log_groups as l
                    where l.game = o.game and l.part = %s order by l.first desc limit 1
                ) as g where g.last = o.seq and g.digest = o.digest
            )
        """
        ends = heads.values()
        places = [list(heads), [head.seq for head in ends], [head.digest for head in ends]]
        return [row[0] for row in self._database.ask(query, [*places, self._part])]

    def status(self, game_id: str) -> Status:
        """Return the state of the log."""
        head = self.head(game_id)
        return Status("sealed" if head.sealed else "open", head)

    def games(self) -> list[str]:
        """Return the ids of all games."""
        query = "select game from ledger.log_groups where part = %s and first = 1"
        return sorted(row[0] for row in self._database.ask(query, [self._part]))

    def read(self, game_id: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Yield the raw lines `first` to `last`."""
        if first < 1:
            raise Malformed("there is no line {first}: lines are numbered from 1", first=first)
        few = FEW if self._part == JOURNAL else ROWS
        rows = self._forward(check_id(game_id), first, few)
        if not rows:
            self.head(game_id)  # raises if there is no such game
        return self._lines(game_id, rows, few, first, last)

    def first_lines(self, game_ids: Iterable[str]) -> dict[str, bytes]:
        """Return the raw first lines of logs."""
        query = """
            select game, body from ledger.log_groups
            where game = any(%s) and part = %s and first = 1
        """
        rows = self._database.ask(query, [list(map(check_id, game_ids)), self._part])
        return {game: body.partition(b"\n")[0] for game, body in rows}

    def _forward(self, game_id: str, seq: int, most: int = ROWS) -> list[tuple[int, bytes]]:
        """Return at most `most` groups, starting with the one that contains line `seq`."""
        query = """
            select first, body from ledger.log_groups
            where game = %(game)s and part = %(part)s and last >= %(seq)s and first >= coalesce((
                select max(first) from ledger.log_groups
                where game = %(game)s and part = %(part)s and first <= %(seq)s
            ), 1)
            order by first limit %(rows)s
        """
        values = {"game": game_id, "part": self._part, "seq": seq, "rows": most}
        return self._database.ask(query, values)

    def _lines(
        self, game_id: str, rows: list[tuple[int, bytes]], most: int, first: int, last: int | None
    ) -> Iterator[bytes]:
        """Yield lines; `most`: how many rows were asked for. Large groups come a few at a time."""
        while rows:
            size = sum(len(body) for _, body in rows)
            more = len(rows) == most
            most = max(1, min(ROWS, BYTES * len(rows) // size))
            for start, body in rows:
                if start > first:
                    raise Damaged(
                        "line {first} of {game} is missing from the database",
                        first=first,
                        game=game_id,
                    )
                raws = body.split(b"\n")[first - start : -1]
                yield from raws if last is None else raws[: max(last - first + 1, 0)]
                first += len(raws)
                if last is not None and first > last:
                    return
            rows = self._forward(game_id, first, most) if more else []

    def _known(self, game_id: str, keys: Sequence[str | None]) -> LogEnd:
        """Return what the next append needs to know."""
        query = """
            select last, command, digest, sealed, key, body from ledger.log_groups
            where game = %(game)s and part = %(part)s and key = any(%(keys)s)
            union all (
                select last, command, digest, sealed, key, body from ledger.log_groups
                where game = %(game)s and part = %(part)s order by first desc limit 1
            )
            order by last
        """
        asked = [key for key in keys if key is not None]
        values = {"game": check_id(game_id), "part": self._part, "keys": asked}
        rows = self._database.ask(query, values)
        if not rows:
            raise self._missing(game_id)
        written = {row[4]: tuple(row[5].split(b"\n")[:-1]) for row in rows if row[4] in asked}
        return LogEnd(Head(*rows[-1][:4]), written.get)

    def new_groups(self, heads: Mapping[str, Head]) -> dict[str, list[tuple[bytes, ...]]]:
        """Return the groups after a position in each of several logs, with one query."""
        query = """
            select o.game, g.first, g.last, g.digest, g.body
            from unnest(%s::text[], %s::bigint[]) as o (game, seq) cross join lateral (
                select * from ledger.log_groups as l
                where l.game = o.game and l.part = %s and l.first >= (
                    select max(first) from ledger.log_groups
                    where game = o.game and part = %s and first <= o.seq
                )
                order by l.first limit %s
            ) as g
        """
        places = [list(heads), [head.seq for head in heads.values()]]
        rows: dict[str, list[tuple[Any, ...]]] = {}
        for game_id, *row in self._database.ask(query, [*places, self._part, self._part, FEW]):
            rows.setdefault(game_id, []).append(tuple(row))
        found: dict[str, list[tuple[bytes, ...]]] = {}
        for game_id, some in rows.items():
            (_, *end, _), *behind = sorted(some)
            if tuple(end) == (heads[game_id].seq, heads[game_id].digest) and len(some) < FEW:
                found[game_id] = [tuple(body.split(b"\n")[:-1]) for _, _, _, body in behind]
        return found

    def _missing(self, game_id: str) -> Missing:
        return Missing("there is no game {game!r} here", game=game_id)

    # --- following --------------------------------------------------------------------------

    def watch(self, on_hint: OnHint) -> Any:
        """Call `on_hint` whenever a game may have grown, here or in another process."""
        stop = super().watch(on_hint)
        self._listen()
        return stop

    def limit_hints(self, game_ids: Collection[str] | None) -> None:
        """Limit the hints received from other processes to some games."""
        with self._starting:
            self._wanted = None if game_ids is None else frozenset(game_ids)
            if self._listener is not None:
                self._listener.hear(self._wanted)

    def _listen(self) -> None:
        """Start receiving hints from other processes."""
        with self._starting:
            if self._listener is None and not self._closed:
                self._listener = HintListener(
                    self._database,
                    self._heard,
                    own=self._sender.process,
                    part=self._part,
                    games=self._wanted,
                )

    def _heard(self, told: Sequence[GrowthHint] | None) -> None:
        if told is None:
            self._hint(None)
            return
        mine = {heard.game: heard.seq for heard in told if heard.part == self._part}
        if mine:
            self._hint(mine)

    def _stored(self, grown: Mapping[str, int]) -> None:
        self._sender.grew({f"{self._part}:{game_id}": seq for game_id, seq in grown.items()})
        self._hint(grown)


def _nothing(key: str) -> None:
    return None


def _insert(connection: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
    """Add rows, all or none; usually with one statement.

    `copy` isn't used: if this process were stopped in the middle of one, the server would wait for
    it, and so would others.
    """
    with connection.transaction():
        for portion in _portions(rows):
            columns = [list(column) for column in zip(*portion, strict=True)]
            connection.execute(_INSERT, columns)


def _portions(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[tuple[Any, ...]]]:
    start = size = 0
    for n, row in enumerate(rows, 1):
        size += len(row[-1])
        if size > PORTION or n == len(rows):
            yield rows[start:n]
            start, size = n, 0
