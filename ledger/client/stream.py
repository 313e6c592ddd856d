"""A live stream of a game that survives any break: nothing is missing, nothing comes twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from ledger.kernel.errors import Damaged, LedgerError
from ledger.kernel.log.codec import MAX_LINE, Header, chained
from ledger.protocol.errors import Unreachable
from ledger.protocol.schemas import ProblemDetails

from .errors import error_from_problem
from .transport import Backoff, Retryable, Transport

LIVED = 1.0
"""Seconds after which a connection counts as a good one, even if nothing came."""
MAX_GROUP = 64 * 1024 * 1024
"""The most bytes that a group may have."""

_header = msgspec.json.Decoder(Header)
_problem = msgspec.json.Decoder(ProblemDetails)


class Message(NamedTuple):
    """One message of a stream: its kind, and its lines."""

    event: str
    data: list[bytes]


def messages(blocks: Iterator[bytes]) -> Iterator[Message]:
    """Cut the bytes of a stream into messages; one that is cut off is dropped."""
    data: list[bytes] = []
    event, size = "message", 0
    for line in _lines(blocks):
        size += len(line)
        if size > MAX_GROUP:
            raise Unreachable("a message of the stream has no end")
        if not line:
            if data:
                yield Message(event, data)
            event, data, size = "message", [], 0
            continue
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            data.append(value)
        elif name == b"event":
            event = value.decode("utf-8", "replace")


def _lines(blocks: Iterator[bytes]) -> Iterator[bytes]:
    # only at newlines: texts of players may hold signs that Python also takes for line ends
    rest = b""
    for block in blocks:
        *whole, rest = (rest + block).split(b"\n")
        for line in whole:
            yield line.removesuffix(b"\r")
        if len(rest) > MAX_LINE + 64:
            raise Unreachable("a line of the stream has no end")


class Stream:
    """The groups of a game from the line behind `after`; ends with the game.

    Every line is checked to follow the one before it, by its number and by its digest. After a
    break it goes on behind the last whole group; `notice` is told of breaks and of a game that
    can no longer be written.
    """

    def __init__(
        self,
        transport: Transport,
        path: str,
        *,
        after: int = 0,
        params: dict[str, Any] | None = None,
        notice: Callable[[LedgerError], None] = lambda error: None,
    ) -> None:
        self.last = after
        self._transport, self._path, self._params = transport, path, params or {}
        self._notice = notice
        self._digest: str | None = None if after else ""
        self._cmd: int | None = None if after else -1

    def __iter__(self) -> Iterator[list[bytes]]:
        backoff: Backoff | None = None
        while True:
            start = time.monotonic()
            try:
                with self._transport.listen(self._path, self._params, self.last) as blocks:
                    for message in messages(blocks):
                        if message.event == "end":
                            return
                        if message.event == "failed":
                            self._failed(message)
                        elif message.event == "group" and (group := self._take(message.data)):
                            backoff = None
                            yield group
                broke: LedgerError = Unreachable(
                    f"the stream from {self._transport.base} broke off"
                )
                after = None
            except Retryable as e:
                broke, after = e.error, e.after
            if time.monotonic() - start > LIVED:
                backoff = None  # it was fine until now, there was just nothing to send
            if backoff is None:
                backoff = Backoff(self._transport.patience)
            elif not backoff.noticed:  # what is fixed at once isn't worth mentioning
                backoff.noticed = True
                self._notice(broke)
            if not backoff.wait(after):
                raise broke

    def _failed(self, message: Message) -> None:
        try:
            self._notice(error_from_problem(_problem.decode(b"\n".join(message.data)), 503))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._notice(Unreachable("the server says that something is wrong with the game"))

    def _take(self, raws: list[bytes]) -> list[bytes]:
        """Return the lines of a group that are new, all or none."""
        headers = [self._header(raw) for raw in raws]
        if headers[-1].seq <= self.last:
            return []  # sent twice
        last, digest, cmd = self.last, self._digest, self._cmd
        if digest is None:  # begun in the middle, perhaps of a group
            last = headers[0].seq - 1
        for i, (raw, header) in enumerate(zip(raws, headers, strict=True)):
            due = header.digest if digest is None else chained(digest, raw)
            if not raw.endswith(f',"digest":"{due}"}}'.encode()) or header.seq != last + 1:
                raise self._torn(last + 1)
            if (cmd is not None and header.cmd != cmd + 1) or header.more != (i < len(raws) - 1):
                raise self._torn(last + 1)
            last, digest = header.seq, header.digest
        self.last, self._digest, self._cmd = last, digest, headers[-1].cmd
        return raws

    def _header(self, raw: bytes) -> Header:
        try:
            return _header.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise self._torn(self.last + 1) from None

    def _torn(self, line: int) -> Damaged:
        return Damaged(
            f"the stream from {self._transport.base} doesn't go on where it was: line {line} "
            "doesn't follow from the lines before it"
        )
