"""What strangers may ask in SQL: over a file that holds only what any spectator could see.

Each question runs in a process of its own that has little and can be killed; few run at once.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from ledger.index.library_index import Index
from ledger.index.query.sandbox import ROWS, Reply, Request
from ledger.index.reports.catalogue import Report, UnknownReport, find_report
from ledger.index.reports.catalogue import reports as shipped
from ledger.kernel.errors import Failed, Illegal, LedgerError, Malformed, Missing
from ledger.library.library import Library
from ledger.protocol.errors import Busy

from .mirror import PublicMirror

CHILDREN = 2
"""Questions that run at once."""

QUEUE = 8
"""Questions that run or wait; one more is turned away at once."""

PATIENCE = 5.0
"""Seconds that a question waits for its turn."""

SECONDS = 10.0
MEMORY = 1024**3
MAX_SQL = 20_000
MAX_ANSWER = 8 * 1024**2

_HINTS = {
    "--param": "give it in `params`",
    "--timeout": None,
    "`ledger tables`": "`show tables` lists them",
    "`ledger reports`": "GET /api/v1/reports lists them",
}
"""Hints of the command line, as they read over HTTP."""


class PublicQueries:
    """The public side of a library, made in a folder of its own; safe to use from threads."""

    def __init__(
        self,
        library: Library,
        folder: Path,
        *,
        children: int = CHILDREN,
        queue: int = QUEUE,
        patience: float = PATIENCE,
    ) -> None:
        self._copy = PublicMirror(library, folder)
        self._index = Index(self._copy.library)
        self._patience = patience
        self._queue = threading.BoundedSemaphore(queue)
        self._turn = threading.BoundedSemaphore(children)
        self._writing = threading.Lock()
        self._ready: str | None = None
        self._asked = self.running = 0
        self._counting = threading.Lock()

    @property
    def waiting(self) -> int:
        """How many questions wait for their turn."""
        return max(self._asked - self.running, 0)

    # --- asking -----------------------------------------------------------------------------

    def ask(
        self,
        sql: str,
        params: Mapping[str, Any] | None = None,
        limit: int = 1000,
        seconds: float = SECONDS,
    ) -> Reply:
        """Answer a question, or say what is wrong with it and nothing else."""
        if len(sql) > MAX_SQL:
            raise Malformed(f"this statement has {len(sql):,} characters; the limit is {MAX_SQL:,}")
        request = Request(
            sql=sql,
            params=dict(params or {}),
            limit=max(min(limit, ROWS), 1),
            seconds=min(seconds, SECONDS),
            memory=MEMORY,
            most=MAX_ANSWER,
        )
        try:
            msgspec.json.encode(request)
        except (UnicodeEncodeError, OverflowError, TypeError, RecursionError):
            raise Malformed("this question has characters that can't be written") from None
        with self._slot():
            try:
                return self._answer(request)
            except (Failed, OSError):  # the file is broken or gone: it is only a cache
                self._ready = None
            try:
                return self._answer(request)
            except (Failed, OSError) as e:
                raise _unavailable() from e

    def _answer(self, request: Request) -> Reply:
        self._refresh(self._patience)
        try:
            return self._index.ask_apart(request, refresh=False)
        except (Malformed, Illegal) as e:
            raise _public_error(e) from None

    def report(self, name: str, given: Mapping[str, str] | None = None, limit: int = 1000) -> Reply:
        """Answer a named question."""
        try:
            found = find_report(name)
            values = found.values({k: _value(v) for k, v in (given or {}).items()})
        except UnknownReport as e:
            raise _public_error(Missing(e.message, hint=e.hint)) from None
        except Malformed as e:
            raise _public_error(e) from None
        return self.ask(found.sql, values, limit)

    def reports(self) -> list[Report]:
        """Return every named question that comes with the program or a game."""
        return list(shipped().values())

    # --- keeping up -------------------------------------------------------------------------

    def refresh(self) -> int:
        """Take in what changed; return how many games that were."""
        return self._refresh(None)

    def _refresh(self, patience: float | None) -> int:
        if self._fresh():
            return 0
        if not self._writing.acquire(timeout=-1 if patience is None else patience):
            raise Busy(
                "the games are still being loaded for questions", hint="ask again in a few seconds"
            )
        try:
            if self._fresh():
                return 0
            taken = self._copy.refresh()
            self._index.refresh()
            self._ready = self._copy.library.version
        except (LedgerError, OSError) as e:
            raise _unavailable() from e
        finally:
            self._writing.release()
        return taken

    def _fresh(self) -> bool:
        try:
            return self._copy.fresh() and self._ready == self._copy.library.version
        except OSError:
            return False

    @contextmanager
    def _slot(self) -> Iterator[None]:
        """Wait for a turn, not for long."""
        busy = Busy("too many questions at once", hint="ask again in a few seconds")
        if not self._queue.acquire(blocking=False):
            raise busy
        self._count(asked=1)
        try:
            if not self._turn.acquire(timeout=self._patience):
                raise busy
            self._count(running=1)
            try:
                yield
            finally:
                self._count(running=-1)
                self._turn.release()
        finally:
            self._count(asked=-1)
            self._queue.release()

    def _count(self, *, asked: int = 0, running: int = 0) -> None:
        with self._counting:
            self._asked += asked
            self.running += running


def _value(text: str) -> Any:
    """Read the value of a parameter: a number, true, false, null, or a text."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return text
    return found if found is None or isinstance(found, bool | int | float) else text


def _unavailable() -> Failed:
    """Say that it is our fault, and nothing about where or why: the log of the service has that."""
    return Failed(
        "questions can't be answered at the moment", hint="tell whoever runs this service"
    )


def _public_error(error: LedgerError) -> LedgerError:
    """Return an error as it may leave: without the command line's words and without a file."""
    hint = error.hint
    for words, here in _HINTS.items():
        if hint is not None and words in hint:
            hint = here
    return type(error)(
        error.message, line=error.line, column=error.column, source=error.source, hint=hint
    )
