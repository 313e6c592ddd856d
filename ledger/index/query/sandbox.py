"""Questions of strangers: each in a process of its own, which has little and can be killed.

The engine's own limits do not contain hostile SQL, so the process has hard ones: address space,
processor time, no file that it could write, no environment. It opens the index read-only, with
external access off, and the parent kills it when its time is up. Nothing that it answers tells
where a file lies or how the engine is set.

A system that has no such limits (Windows, and macOS for memory) answers no questions of
strangers: those who run `ledger query` there ask in their own process, as everywhere.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from ledger.kernel.errors import Failed, Illegal, LedgerError, Malformed
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
"""Bytes of the longest answer that is read."""


_ENVIRONMENT = {"MALLOC_ARENA_MAX": "1", "TZ": "UTC"}
"""All of it: without the first, threads that do nothing would use up the address space."""

_UNSAFE = "questions cannot be asked here: this system cannot limit what a question uses"


class Request(msgspec.Struct, kw_only=True):
    """A question: to which index, with what limits."""

    sql: str
    file: str = ""
    params: dict[str, Any] = {}
    limit: int = ROWS
    seconds: float = SECONDS
    memory: int = MEMORY
    most: int = MAX_ANSWER


class Reply(msgspec.Struct, kw_only=True):
    """An answer, cut after the limit (`more`), or why there is none."""

    columns: list[str] = []
    types: list[str] = []
    rows: list[list[Any]] = []
    more: bool = False
    kind: str | None = None
    error: dict[str, Any] | None = None


def ask_apart(request: Request) -> Reply:
    """Ask in a process of its own; raises what a person should know."""
    if not has_limits():
        raise Failed(_UNSAFE)
    process = start_python("ledger.index.query.sandbox", quiet=True, environment=_ENVIRONMENT)
    try:
        out, _ = process.communicate(msgspec.json.encode(request), timeout=request.seconds)
    except subprocess.TimeoutExpired:
        raise Illegal(f"this question takes more than {request.seconds:g} seconds") from None
    finally:
        stop(process)
    try:
        if not out or len(out) > MAX_ANSWER:
            raise ValueError
        reply = msgspec.json.decode(out, type=Reply)
    except ValueError:  # also an answer that was cut when the process came to its end
        raise Illegal("this question needs more memory or time than it may use") from None
    if reply.error is not None:
        kinds: dict[str | None, type[LedgerError]] = {"malformed": Malformed, "failed": Failed}
        raise kinds.get(reply.kind, Illegal)(**reply.error)
    return reply


def _limits(request: Request) -> None:
    seconds = 2 * (int(request.seconds) + 1)  # it may use more than one processor
    limit_self(memory=request.memory, seconds=seconds, file_size=0, files=64)
    give_way(5)  # whoever asks for much waits, not the others


def _answer(request: Request) -> Reply:
    import duckdb

    from .ask import ask, checked
    from .connect import connect
    from .formats import plain
    from .policy import check_names

    try:
        con = connect(Path(request.file), memory=f"{request.memory // 3 // 1024**2}MiB", threads=2)
    except duckdb.Error:
        raise Failed("the index cannot be opened") from None
    try:
        checked(request.sql)
        check_names(con, request.sql)
        found = ask(con, request.sql, request.params, seconds=float("inf"))
        rows = found.rows(request.limit + 1)
        kinds = [f.type for f in found.fields]
        return Reply(
            columns=found.columns,
            types=kinds,
            rows=[
                [plain(v, k) for v, k in zip(row, kinds, strict=True)]
                for row in rows[: request.limit]
            ],
            more=len(rows) > request.limit,
        )
    finally:
        con.close()


def answered(request: Request) -> bytes:
    """Answer a question in this process, as it leaves: never an exception, never a file's name."""
    from .policy import without_paths

    encoder = msgspec.json.Encoder(enc_hook=str, decimal_format="number")
    try:
        out = encoder.encode(_answer(request))
        if len(out) <= request.most:
            return out
        raise Illegal(
            f"this answer has {len(out):,} bytes; {request.most:,} is the limit",
            hint="ask for fewer rows or columns",
        )
    except LedgerError as e:
        facts = {k: getattr(e, k) for k in ("message", "line", "column", "source", "hint")}
        given = f"{request.sql} {request.params}"
        facts |= {k: without_paths(facts[k], given) for k in ("message", "hint")}
        return encoder.encode(Reply(kind=e.kind, error=facts))
    except (MemoryError, RuntimeError):  # also a thread that could not be started
        return _failed("this question needs too much memory")
    except Exception:  # a value that no answer or parameter can hold
        return _failed("this cannot be asked, or its answer can't be written")


def _failed(message: str, kind: str = "illegal") -> bytes:
    return msgspec.json.encode(Reply(kind=kind, error={"message": message}))


def _serve() -> None:
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=Request)
    try:
        _limits(request)
    except NoLimit:
        sys.stdout.buffer.write(_failed(_UNSAFE, "failed"))
    else:
        sys.stdout.buffer.write(answered(request))


if __name__ == "__main__":
    _serve()
