"""Strangers' queries, each in a tightly limited process of its own that can be killed.

The engine's own limits can't contain hostile SQL, so the process has hard ones: address space,
processor time, no writing of files, no environment. It opens the index read-only, with external
access off, and the parent kills it when its time is up. Its replies never reveal where a file is or
how the engine is configured.

A system without such limits (Windows, and macOS for memory) doesn't run strangers' queries; those
of the library's owner (`query_process`) work everywhere.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from ledger.kernel.errors import Failed, Illegal, LedgerError, Malformed
from ledger.kernel.message import Message
from ledger.system.processes import (
    NoLimit,
    give_way,
    has_limits,
    limit_self,
    start_python,
    stop,
)

MEMORY = 1024**3
SECONDS = 10.0
ROWS = 10_000
MAX_ANSWER = 64 * 1024**2
"""The longest reply that is read, in bytes."""
FILES = 64
"""How many files may be open at once."""


_ENVIRONMENT = {"MALLOC_ARENA_MAX": "1", "TZ": "UTC"}
"""The whole environment; without the first entry, idle threads would use up the address space."""

_UNSAFE = Message("queries aren't possible here: this system can't limit what a query uses")


class SandboxRequest(msgspec.Struct, kw_only=True):
    """A query, its index and its limits; `left_out` is a query for plays left out, by reason."""

    sql: str
    left_out: str | None = None
    file: str = ""
    params: dict[str, Any] = {}
    limit: int = ROWS
    seconds: float = SECONDS
    memory: int = MEMORY
    most: int = MAX_ANSWER
    files: int = FILES


class SandboxReply(msgspec.Struct, kw_only=True):
    """The result of a query, with `more` if it was cut at the limit, or the error as data."""

    columns: list[str] = []
    types: list[str] = []
    rows: list[list[Any]] = []
    more: bool = False
    left_out: dict[str, int] = {}
    kind: str | None = None
    error: dict[str, Any] | None = None


def ask_in_sandbox(request: SandboxRequest) -> SandboxReply:
    """Run a query in a process of its own.

    Raises `Failed` if this system can't limit queries, and otherwise whatever error the query led
    to.
    """
    if not has_limits():
        raise Failed(_UNSAFE)
    process = start_python("ledger.index.query.sandbox", quiet=True, environment=_ENVIRONMENT)
    try:
        out, _ = process.communicate(msgspec.json.encode(request), timeout=request.seconds)
    except subprocess.TimeoutExpired:
        raise Illegal(
            "this query takes longer than {seconds:g} seconds", seconds=request.seconds
        ) from None
    finally:
        stop(process)
    try:
        if not out or len(out) > MAX_ANSWER:
            raise ValueError
        reply = msgspec.json.decode(out, type=SandboxReply)
    except ValueError:  # including a reply that was cut off when the process ended
        raise Illegal("this query needs more memory or time than it is allowed") from None
    if reply.error is not None:
        kinds: dict[str | None, type[LedgerError]] = {"malformed": Malformed, "failed": Failed}
        facts = {**reply.error}
        for name in facts.keys() & {"message", "hint"}:
            facts[name] = facts[name] and Message.from_data(facts[name])
        raise kinds.get(reply.kind, Illegal)(**facts)
    return reply


def _limits(request: SandboxRequest) -> None:
    seconds = 2 * (int(request.seconds) + 1)  # it may use more than one core
    limit_self(memory=request.memory, seconds=seconds, file_size=0, files=request.files)
    give_way(5)  # let large queries wait, rather than everything else


def _answer(request: SandboxRequest) -> SandboxReply:
    import duckdb

    from .ask import ask, checked
    from .connect import connect
    from .formats import plain
    from .policy import check_names

    try:
        con = connect(Path(request.file), memory=f"{request.memory // 3 // 1024**2}MiB", threads=2)
    except duckdb.Error:
        raise Failed("the index can't be opened") from None
    try:
        checked(request.sql)
        check_names(con, request.sql)
        found = ask(con, request.sql, request.params, seconds=float("inf"))
        rows = found.rows(request.limit + 1)
        kinds = [f.type for f in found.fields]
        left_out = {}
        if (sql := request.left_out) is not None:
            params = {"game": request.params["game"]} if "$game" in sql else {}
            left_out = dict(ask(con, sql, params, seconds=float("inf")).rows())
        return SandboxReply(
            columns=found.columns,
            types=kinds,
            rows=[
                [plain(v, k) for v, k in zip(row, kinds, strict=True)]
                for row in rows[: request.limit]
            ],
            more=len(rows) > request.limit,
            left_out=left_out,
        )
    finally:
        con.close()


def answered(request: SandboxRequest) -> bytes:
    """Run a query in this process and return the reply as bytes; never raises or names a file."""
    from .policy import without_paths

    encoder = msgspec.json.Encoder(enc_hook=str, decimal_format="number")
    try:
        out = encoder.encode(_answer(request))
        if len(out) <= request.most:
            return out
        raise Illegal(
            "this answer has {size:,} bytes; {limit:,} is the limit",
            hint="ask for fewer rows or columns",
            size=len(out),
            limit=request.most,
        )
    except LedgerError as e:
        facts: dict[str, Any] = {k: getattr(e, k) for k in ("line", "column", "source")}
        given = f"{request.sql} {request.params}"
        facts["message"] = without_paths(e.text.to_data(), given)
        facts["hint"] = e.advice and without_paths(e.advice.to_data(), given)
        return encoder.encode(SandboxReply(kind=e.kind, error=facts))
    except (MemoryError, RuntimeError):  # including a thread that couldn't be started
        return _failed(Message("this query needs too much memory"))
    except Exception:  # a value that doesn't fit in a reply or a parameter
        return _failed(Message("this query can't be answered, or its answer can't be written"))


def _failed(message: Message, kind: str = "illegal") -> bytes:
    return msgspec.json.encode(SandboxReply(kind=kind, error={"message": message.to_data()}))


def _serve() -> None:
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=SandboxRequest)
    try:
        _limits(request)
    except NoLimit:
        sys.stdout.buffer.write(_failed(_UNSAFE, "failed"))
    else:
        sys.stdout.buffer.write(answered(request))


if __name__ == "__main__":
    _serve()
    sys.stdout.buffer.flush()
    os._exit(0)  # shutting down the engine cleanly would take as long as a small query
