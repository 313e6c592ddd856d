"""Live streams from games that survive any lost connection: no line is missing or repeated."""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from ledger.kernel.errors import Damaged, LedgerError
from ledger.kernel.log.codec import MAX_LINE, Header, chained
from ledger.kernel.message import Message
from ledger.protocol.errors import Unreachable
from ledger.protocol.schemas import GameGroup, GameProblem, ProblemDetails

from .errors import error_from_problem
from .transport import MAX_BODY, Backoff, Retryable, Transport

LIVED = 1.0
"""A connection that lasts this many seconds counts as good even if nothing arrived."""
MAX_GROUP = 64 * 1024 * 1024
"""The maximum size of a group in bytes."""

_PLACE = re.compile(r"[!-~]{1,200}")
"""What a cursor must look like to be sent back to the server in a header."""

_header = msgspec.json.Decoder(Header)
_problem = msgspec.json.Decoder(ProblemDetails)
_game_group = msgspec.json.Decoder(GameGroup)
_game_problem = msgspec.json.Decoder(GameProblem)
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
T = TypeVar("T")
Notice = Callable[[LedgerError], None]


class StreamMessage(NamedTuple):
    """One message in a stream: its kind, its lines, and the cursor after it."""

    event: str
    data: list[bytes]
    id: str | None = None


def messages(blocks: Iterator[bytes]) -> Iterator[StreamMessage]:
    """Split the bytes of a stream into messages, dropping one that is cut off at the end.

    Raises `Unreachable` for a message that never ends.
    """
    data: list[bytes] = []
    event, size = "message", 0
    id: str | None = None
    for line in _lines(blocks):
        size += len(line)
        if size > MAX_GROUP:
            raise Unreachable("a message of the stream never ends")
        if not line:
            if data:
                yield StreamMessage(event, data, id)
            event, data, size, id = "message", [], 0, None
            continue
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            data.append(value)
        elif name == b"event":
            event = value.decode("utf-8", "replace")
        elif name == b"id":
            id = value.decode("utf-8", "replace")


def _lines(blocks: Iterator[bytes]) -> Iterator[bytes]:
    # only at newlines: players' texts may contain characters that Python treats as line breaks
    rest = bytearray()  # the start of a line that arrives in pieces
    for block in blocks:
        first, *others = block.split(b"\n")
        rest += first
        for more in others:
            yield bytes(rest).removesuffix(b"\r")
            rest[:] = more
        if len(rest) > MAX_LINE + 64:
            raise Unreachable("a line of the stream never ends")


class LineChain:
    """Checks that every line of a game's stream follows the previous one, by number and digest."""

    def __init__(self, base: str, *, after: int = 0, whole: bool) -> None:
        """Begin after a line; `whole`: at the start of the log, before its first line."""
        self._base, self.last = base, after
        self._size = 0
        self._digest: str | None = "" if whole else None
        self._cmd: int | None = -1 if whole else None

    def take(self, raws: list[bytes]) -> list[bytes]:
        """Return the lines of a group if they are new, or an empty list if it was sent before.

        Raises `Damaged` if they don't follow, and `Unreachable` if there is no end of them.
        """
        headers = [self._header(raw) for raw in raws]
        if not headers:
            raise self._torn(self.last + 1)
        if headers[-1].seq <= self.last:
            return []  # sent twice
        last, digest, cmd = self.last, self._digest, self._cmd
        if digest is None:  # we started in the middle, perhaps of a group
            last = headers[0].seq - 1
        for i, (raw, header) in enumerate(zip(raws, headers, strict=True)):
            due = header.digest if digest is None else chained(digest, raw)
            if not raw.endswith(f',"digest":"{due}"}}'.encode()) or header.seq != last + 1:
                raise self._torn(last + 1)
            if (cmd is not None and header.cmd != cmd + 1) or header.more != (i < len(raws) - 1):
                raise self._torn(last + 1)
            last, digest = header.seq, header.digest
        self._size += sum(map(len, raws))
        if self._size > MAX_BODY:
            raise Unreachable("the log from {base} has no end", base=self._base)
        self.last, self._digest, self._cmd = last, digest, headers[-1].cmd
        return raws

    def _header(self, raw: bytes) -> Header:
        try:
            return _header.decode(raw)
        except _UNREADABLE:
            raise self._torn(self.last + 1) from None

    def _torn(self, line: int) -> Damaged:
        return Damaged(
            "the stream from {base} doesn't continue where it left off: line {number} doesn't "
            "follow from the lines before it",
            base=self._base,
            number=line,
        )


class ResumedStream(ABC, Generic[T]):
    """A stream that resumes after each lost connection; `notice` is called with the problems."""

    def __init__(
        self, transport: Transport, path: str, params: dict[str, Any], notice: Notice
    ) -> None:
        self._transport, self._path, self._params = transport, path, params
        self._notice = notice
        self.connected = False
        """Whether the connection is open."""

    @abstractmethod
    def _place(self) -> str | None:
        """Return the cursor of the message to resume after; None means the beginning."""

    @abstractmethod
    def _take(self, message: StreamMessage) -> T | None:
        """Return whatever is new in a group; None if nothing is."""

    @abstractmethod
    def _problem(self, data: bytes) -> LedgerError:
        """Return the problem that a message reports."""

    def __iter__(self) -> Iterator[T]:
        backoff: Backoff | None = None
        while True:
            start = time.monotonic()
            try:
                with self._transport.listen(self._path, self._params, self._place()) as blocks:
                    self.connected = True
                    for message in messages(blocks):
                        if message.event == "end":
                            return
                        if message.event == "failed":
                            self._failed(message)
                        elif message.event in ("group", "begin") and (group := self._take(message)):
                            backoff = None
                            yield group
                broke: LedgerError = Unreachable(
                    "the stream from {base} was cut off", base=self._transport.base
                )
                after = None
            except Retryable as e:
                broke, after = e.error, e.after
            finally:
                self.connected = False
            if time.monotonic() - start > LIVED:
                backoff = None  # it was fine until now; there was just nothing to send
            if backoff is None:
                backoff = Backoff(self._transport.patience)
            elif not backoff.noticed:  # a quick recovery isn't worth mentioning
                backoff.noticed = True
                self._notice(broke)
            if not backoff.wait(after):
                raise broke

    def _failed(self, message: StreamMessage) -> None:
        try:
            self._notice(self._problem(b"\n".join(message.data)))
        except _UNREADABLE:
            self._notice(Unreachable("the server says that something is wrong with a game"))


class Stream(ResumedStream[list[bytes]]):
    """The groups of a game after the line `after`; ends with the game.

    After a lost connection it resumes after the last complete group. `notice` is called when the
    connection is lost, and when the game can no longer be written to.
    """

    def __init__(
        self,
        transport: Transport,
        path: str,
        *,
        after: int = 0,
        params: dict[str, Any] | None = None,
        notice: Notice = lambda error: None,
    ) -> None:
        super().__init__(transport, path, params or {}, notice)
        self._chain = LineChain(transport.base, after=after, whole=not after)

    @property
    def last(self) -> int:
        """The last line received."""
        return self._chain.last

    def _place(self) -> str | None:
        return str(self.last) if self.last else None

    def _take(self, message: StreamMessage) -> list[bytes]:
        return self._chain.take(message.data)

    def _problem(self, data: bytes) -> LedgerError:
        return error_from_problem(_problem.decode(data), 503)


class NewLines(NamedTuple):
    """Lines of one game that belong together, numbered from `first`, and the cursor after them."""

    id: str
    game: str
    viewer: int | None
    first: int
    lines: list[bytes]
    cursor: str


class AllGamesStream(ResumedStream[NewLines]):
    """The groups of every game that the token may see, as they arrive; it never ends.

    `cursor` is the position after the last group: keep it to resume there next time. `notice` is
    called when the connection is lost, and about games that the server can't read.
    """

    def __init__(self, transport: Transport, *, after: str, notice: Notice) -> None:
        super().__init__(transport, "/stream", {}, notice)
        self.cursor = after
        self._whole = after == "start"
        self._chains: dict[str, LineChain] = {}

    def _place(self) -> str:
        return self.cursor

    def _take(self, message: StreamMessage) -> NewLines | None:
        if message.id and not _PLACE.fullmatch(message.id):
            raise self._unreadable()
        if message.event == "begin":
            self.cursor = message.id or self.cursor
            return None
        try:
            group = _game_group.decode(b"\n".join(message.data))
        except _UNREADABLE:
            raise self._unreadable() from None
        raws = [bytes(raw) for raw in group.events]
        chain = self._chains.get(group.id)
        if chain is None:
            chain = LineChain(self._transport.base, whole=self._whole)
            self._chains[group.id] = chain
        lines = chain.take(raws)
        self.cursor = message.id or self.cursor
        first = chain.last - len(lines) + 1
        new = NewLines(group.id, group.game, group.viewer, first, lines, self.cursor)
        return new if lines else None

    def _unreadable(self) -> Damaged:
        return Damaged(
            "the stream from {base} contains a message that can't be read",
            base=self._transport.base,
        )

    def _problem(self, data: bytes) -> LedgerError:
        said = _game_problem.decode(data)
        error = error_from_problem(said.problem, 503)
        error.text = Message.join(": ", [said.id, error.text])
        return error
