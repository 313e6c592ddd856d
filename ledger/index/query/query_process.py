"""The library owner's queries, in a process that can't use more than it is allowed.

The engine checks neither its deadline nor its memory limit within one step of a query, and a step
can be enormous. So the process that answers has a hard limit on its memory, and is ended when its
time is up. It is kept for the next query, because starting one takes longer than most queries.

Where the system has no such limit (Windows, and macOS for memory), we check how much memory the
process occupies while we wait for it.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, TYPE_CHECKING, Any, Literal, NamedTuple, Self

from ledger.kernel.errors import Illegal, LedgerError, Malformed
from ledger.system.memory import machine_memory, resident
from ledger.system.processes import (
    Child,
    ForkedCopy,
    NoLimit,
    cores,
    limit_self,
    raise_open_files,
    single_threaded,
    start_python,
    stop,
)

from .result import SECONDS, Field, QueryResult, optional

if TYPE_CHECKING:
    import duckdb

LEAST = 256 * 1024**2
"""The least memory a query gets, in bytes."""
BATCH = 5000
LOOK = 0.1
"""Seconds between two checks of a process that the system doesn't limit."""
FILES = 4096
"""How many files a query may have open: enough for a large lake."""
_OWN = 1024**3
_OWN_PER_CORE = 16 * 1024**2
"""Address space that the program and its threads take up before any query."""
_GRACE = 2.0
"""Seconds past the deadline after which the process ends itself, in case its parent is gone."""
_ARENAS = -8
"""The `mallopt` parameter for the number of memory arenas, each of which takes address space."""
_SIZE = struct.Struct(">Q")

Wanted = Literal["rows", "arrow", "file", "tables", "meta", "needs"]


class ProcessRequest(NamedTuple):
    """A request about an index: for rows, an Arrow table, a Parquet file, metadata or needs."""

    file: str
    memory: int
    wanted: Wanted = "rows"
    sql: str = ""
    params: Mapping[str, Any] | None = None
    seconds: float = SECONDS
    writable: str | None = None


def usual_memory() -> int:
    """Return how much memory a query may use by default: half of the machine's."""
    return max(machine_memory() // 2, LEAST)


# --- the parent -------------------------------------------------------------------------------


class QueryProcess:
    """A process that answers one query at a time; a new query ends an unfinished one.

    If `copied`, and if this process has a single thread, it starts as a fork, which is ready much
    sooner. Whatever this process has in memory then counts towards its limit, so this suits only
    programs known to be small.
    """

    def __init__(self, memory: int | None = None, *, copied: bool = False) -> None:
        self.memory = max(memory or usual_memory(), LEAST)
        self._child = _Child(self.memory, copied=copied and single_threaded())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._child.end()

    def about(self, file: Path, writable: Path | None = None) -> IndexQueries:
        """Return an object for queries on one index; `writable` is the only file they may write."""
        return IndexQueries(self, file, writable)

    def read_meta(self, file: Path) -> dict[str, str]:
        """Return the metadata of an index; raise `Malformed` if the file isn't one."""
        request = ProcessRequest(file=str(file), memory=self.memory, wanted="meta")
        found: dict[str, str] = self._send(request).next("meta")
        return found

    def needs_course(self, sql: str) -> Callable[[], bool]:
        """Start working out whether a query needs the course of games; return a function for the
        result.

        Until another query is sent, no thread is started in this process.
        """
        request = ProcessRequest(file="", memory=self.memory, wanted="needs", sql=sql)
        child = self._send(request, alone=True)

        def found() -> bool:
            try:
                return bool(child.next("needs"))
            except Illegal:  # it is too much even to parse: that is reported when it is answered
                return True

        return found

    def _send(self, request: ProcessRequest, *, alone: bool = False) -> _Child:
        """Send a request to a process that is free, starting a new one if need be."""
        if not self._child.free:
            self._child.end()
            self._child = _Child(self.memory)
        self._child.send(request, alone=alone)
        return self._child


class IndexQueries:
    """Queries on one index."""

    def __init__(self, process: QueryProcess, file: Path, writable: Path | None) -> None:
        self._process, self._file = process, str(file)
        self._writable = None if writable is None else str(writable)

    def ask(
        self, sql: str, params: Mapping[str, Any] | None = None, *, seconds: float = SECONDS
    ) -> QueryResult:
        """Run one query; its rows are fetched later."""
        child = self._sent("rows", sql, params, seconds)
        return _ChildResult(child, child.next("fields"))

    def table(
        self, sql: str, params: Mapping[str, Any] | None = None, *, seconds: float = SECONDS
    ) -> tuple[list[Field], Any]:
        """Run one query; return its columns and the result as an Arrow table (needs pyarrow)."""
        ipc = optional("pyarrow.ipc")
        fields, data = self._sent("arrow", sql, params, seconds).next("arrow")
        return [Field(*field) for field in fields], ipc.open_stream(data).read_all()

    def save(
        self, sql: str, params: Mapping[str, Any] | None = None, *, seconds: float = SECONDS
    ) -> int:
        """Write a query's result to the writable file as Parquet; return its row count."""
        rows: int = self._sent("file", sql, params, seconds).next("saved")
        return rows

    def columns(self) -> dict[str, list[str]]:
        """Return the tables and views that can be queried, with their columns."""
        found: dict[str, list[str]] = self._sent("tables", "", None, SECONDS).next("tables")
        return found

    def _sent(
        self, wanted: Wanted, sql: str, params: Mapping[str, Any] | None, seconds: float
    ) -> _Child:
        return self._process._send(
            ProcessRequest(
                file=self._file,
                memory=self._process.memory,
                wanted=wanted,
                sql=sql,
                params=params,
                seconds=seconds,
                writable=self._writable,
            )
        )


class _ChildResult(QueryResult):
    """A query result whose rows come from another process."""

    def __init__(self, child: _Child, fields: list[tuple[str, str]]) -> None:
        super().__init__([Field(*field) for field in fields])
        self._child = child

    def _fetched(self, size: int) -> Iterator[list[tuple[Any, ...]]]:
        while rows := self._child.next("rows"):
            yield rows


class _Child:
    """The process, and the messages it has sent that haven't been read yet."""

    def __init__(self, memory: int, *, copied: bool = False) -> None:
        self._memory = memory
        self._process: Child = (
            ForkedCopy(_serve_copied, quiet=True)
            if copied
            else start_python(
                "ledger.index.query.query_process", quiet=True, extra={"MALLOC_ARENA_MAX": "1"}
            )
        )
        self._said: SimpleQueue[bytes | None] = SimpleQueue()
        self._wanted = threading.Semaphore(2)  # how many batches it may be ahead of its reader
        self._limited = True
        self._left = 0.0
        self._seconds = 0.0
        self.free = True
        # not before the first query: until then, an index may be built by forks of this process
        self._listening = threading.Thread(target=self._listen, daemon=True)

    def send(self, request: ProcessRequest, *, alone: bool = False) -> None:
        """Send a request; replies come from `next`. If `alone`, no thread is started to listen for
        them.
        """
        if self._listening.ident is None and not alone:
            self._listening.start()
        self.free = False
        self._left = self._seconds = request.seconds
        assert self._process.stdin is not None  # noqa: S101
        try:
            _write(self._process.stdin, request)
        except OSError:
            raise self._gone() from None

    def next(self, kind: str) -> Any:
        """Return the value of the next message, which must be of this kind; raise the error it
        reports.
        """
        try:
            said = self._heard()
        except BaseException:  # Ctrl-C, too: nobody is waiting for the rest
            self.end()
            raise
        if said is None:
            self.end()
            raise self._gone()
        self._wanted.release()
        what, value = _unpacked(said)
        if what == "limited":
            self._limited = value
            return self.next(kind)
        if what == "error":
            made, facts, well = value
            self.free = well
            raise made(**facts)
        assert what == kind, what  # noqa: S101
        if what != "fields" and not (what == "rows" and value):
            self.free = True
        return value

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.free = False
        self._wanted.release()
        stop(self._process)

    def _heard(self) -> bytes | None:
        """Wait for a message, for as long as the query may take."""
        if self._listening.ident is None:
            assert self._process.stdout is not None  # noqa: S101
            self._wanted.acquire()
            return _read(self._process.stdout)  # it ends itself when its time is up
        until = time.monotonic() + self._left
        while (left := until - time.monotonic()) > 0:
            try:
                said = self._said.get(timeout=left if self._limited else min(left, LOOK))
            except Empty:
                if not self._limited and resident(self._process.pid) > self._memory:
                    raise self._gone() from None
            else:
                self._left = until - time.monotonic()
                return said
        raise _too_long(self._seconds)

    def _listen(self) -> None:
        out = self._process.stdout
        assert out is not None  # noqa: S101
        with suppress(OSError, ValueError):
            while (said := _read(out)) is not None:
                self._wanted.acquire()
                self._said.put(said)
        self._said.put(None)

    def _gone(self) -> Illegal:
        return Illegal(
            "this query needs more memory than the {memory} it is allowed",
            hint="--memory allows more; or ask for fewer or narrower rows",
            memory=_size(self._memory),
        )


def _too_long(seconds: float) -> Illegal:
    return Illegal(
        "this query takes longer than {seconds:g} seconds",
        hint="--timeout allows more time",
        seconds=seconds,
    )


def _size(count: int) -> str:
    return f"{count / 1024**3:.1f} GB" if count >= 1024**3 else f"{count // 1024**2} MB"


# --- the process ------------------------------------------------------------------------------


def _write(pipe: IO[bytes], value: Any) -> None:
    data = pickle.dumps(value, protocol=5)
    pipe.write(_SIZE.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def _read(pipe: IO[bytes]) -> bytes | None:
    """Read one pickled value written by our own process; None at the end."""
    head = pipe.read(_SIZE.size)
    if len(head) < _SIZE.size:
        return None
    (size,) = _SIZE.unpack(head)
    data = pipe.read(size)
    return data if len(data) == size else None


def _unpacked(data: bytes) -> Any:
    return pickle.loads(data)  # noqa: S301 - it comes from ourselves alone


def _said(request: ProcessRequest) -> Iterator[tuple[str, Any]]:
    """Run a request and yield its reply in parts."""
    import duckdb

    from .ask import ask, columns_by_table, save
    from .connect import connect

    if request.wanted == "needs":
        from .needs import needs_course

        yield "needs", needs_course(request.sql)
        return
    writable = None if request.writable is None else Path(request.writable)
    memory = f"{request.memory * 3 // 4 // 1024**2}MiB"
    try:
        con = connect(Path(request.file), memory=memory, writable=writable)
    except duckdb.Error:
        raise not_an_index(request.file) from None
    try:
        if request.wanted == "meta":
            yield "meta", _about(con, request.file)
            return
        if request.wanted == "tables":
            yield "tables", columns_by_table(con)
            return
        if request.wanted == "file" and writable is not None:
            yield "saved", save(con, request.sql, request.params, writable, seconds=float("inf"))
            return
        found = ask(con, request.sql, request.params, seconds=float("inf"))
        fields = [tuple(field) for field in found.fields]
        if request.wanted == "arrow":
            yield "arrow", (fields, _stream(found.arrow()))
            return
        yield "fields", fields
        for rows in found.batches(BATCH):
            yield "rows", rows
        yield "rows", []
    finally:
        con.close()


def _about(con: duckdb.DuckDBPyConnection, file: str) -> dict[str, str]:
    import duckdb

    from .ask import about

    try:
        return about(con)
    except duckdb.Error:
        raise not_an_index(file) from None


def not_an_index(file: str) -> Malformed:
    """Return the error for a file that the engine can't open as an index."""
    return Malformed("this isn't an index", file=file)


def _stream(table: Any) -> bytes:
    sink = optional("pyarrow").BufferOutputStream()
    with optional("pyarrow.ipc").new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def _answered(request: ProcessRequest) -> Iterator[tuple[str, Any]]:
    """Yield the reply to a request, or its error and whether this process can still be used."""
    import duckdb

    try:
        yield from _said(request)
    except LedgerError as e:
        names = ("rule", "file", "line", "column", "source", "about")
        well = not isinstance(e.__context__, duckdb.OutOfMemoryException)
        facts = {name: getattr(e, name) for name in names}
        yield "error", (type(e), {"message": e.text, "hint": e.advice, **facts}, well)


def _limit(memory: int) -> bool:
    try:
        limit_self(memory=memory + _OWN + cores() * _OWN_PER_CORE)
    except NoLimit:
        return False
    return True


def _serve_copied(asked: IO[bytes], told: IO[bytes]) -> None:
    """Answer requests in a fork of the process that sends them."""
    import ctypes

    with suppress(AttributeError):  # other systems' libraries don't have it
        ctypes.CDLL(None).mallopt(_ARENAS, 1)
    _serve(asked, told)


def _serve(asked: IO[bytes], told: IO[bytes]) -> None:
    from . import ask, connect  # noqa: F401 - so that they are there when the first question comes

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when it ends
    raise_open_files(FILES)
    limited = False
    while (sent := _read(asked)) is not None:
        request: ProcessRequest = _unpacked(sent)
        if not limited:
            limited = _limit(request.memory)
            _write(told, ("limited", limited))
        answered = _answered(request)
        while (said := _before_the_end(request.seconds + _GRACE, answered)) is not None:
            _write(told, said)


def _before_the_end(seconds: float, answered: Iterator[tuple[str, Any]]) -> tuple[str, Any] | None:
    """Return the next part of a reply; if that takes too long, end the process."""
    last = threading.Timer(seconds, os._exit, [1])
    last.daemon = True
    last.start()
    try:
        return next(answered, None)
    finally:
        last.cancel()


if __name__ == "__main__":
    with suppress(BrokenPipeError, MemoryError):
        _serve(sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)
