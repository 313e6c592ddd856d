"""Live streams of games that survive any break: nothing is missing, nothing comes twice."""

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
"""After this many seconds, a connection counts as good even if nothing came."""
MAX_GROUP = 64 * 1024 * 1024
"""The most bytes that a group may have."""

_PLACE = re.compile(r"[!-~]{1,200}")
"""What goes back to the server, in a header, as the place to go on from."""

_header = msgspec.json.Decoder(Header)
_problem = msgspec.json.Decoder(ProblemDetails)
_game_group = msgspec.json.Decoder(GameGroup)
_game_problem = msgspec.json.Decoder(GameProblem)
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
T = TypeVar("T")
Notice = Callable[[LedgerError], None]


class StreamMessage(NamedTuple):
    """One message of a stream: its kind, its lines, and the place behind it."""

    event: str
    data: list[bytes]
    id: str | None = None


def messages(blocks: Iterator[bytes]) -> Iterator[StreamMessage]:
    """Split the bytes of a stream into messages, without one that is cut off at the end."""
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
    # only at newlines: players' texts may have characters that Python counts as line ends
    rest = bytearray()  # of a line that comes in pieces, perhaps byte by byte
    for block in blocks:
        first, *others = block.split(b"\n")
        rest += first
        for more in others:
            yield bytes(rest).removesuffix(b"\r")
            rest[:] = more
        if len(rest) > MAX_LINE + 64:
            raise Unreachable("a line of the stream never ends")


class LineChain:
    """The end of a game's stream; every line must follow the one before, by number and digest."""

    def __init__(self, base: str, *, after: int = 0, whole: bool) -> None:
        """Begin behind a line; `whole`: at the first one, so that its digest is known."""
        self._base, self.last = base, after
        self._size = 0
        self._digest: str | None = "" if whole else None
        self._cmd: int | None = -1 if whole else None

    def take(self, raws: list[bytes]) -> list[bytes]:
        """Return the lines of a group that are new, all or none."""
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
    """A stream that goes on where it was after each break; `notice` is told what is wrong."""

    def __init__(
        self, transport: Transport, path: str, params: dict[str, Any], notice: Notice
    ) -> None:
        self._transport, self._path, self._params = transport, path, params
        self._notice = notice
        self.connected = False
        """Whether the server is sending."""

    @abstractmethod
    def _place(self) -> str | None:
        """Return behind which message to go on; None: at the beginning."""

    @abstractmethod
    def _take(self, message: StreamMessage) -> T | None:
        """Return what is new in a group."""

    @abstractmethod
    def _problem(self, data: bytes) -> LedgerError:
        """Return what a message says that is wrong."""

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
                backoff = None  # it was fine until now, there was just nothing to send
            if backoff is None:
                backoff = Backoff(self._transport.patience)
            elif not backoff.noticed:  # what is fixed at once isn't worth mentioning
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
    """The groups of a game from the line behind `after`; ends with the game.

    After a break it goes on behind the last whole group; `notice` is told of breaks and of a game
    that can no longer be written.
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
        """The last line that came."""
        return self._chain.last

    def _place(self) -> str | None:
        return str(self.last) if self.last else None

    def _take(self, message: StreamMessage) -> list[bytes]:
        return self._chain.take(message.data)

    def _problem(self, data: bytes) -> LedgerError:
        return error_from_problem(_problem.decode(data), 503)


class NewLines(NamedTuple):
    """Lines of one game that belong together, from `first` on, and the place behind them."""

    id: str
    game: str
    viewer: int | None
    first: int
    lines: list[bytes]
    cursor: str


class AllGamesStream(ResumedStream[NewLines]):
    """The groups of every game that the token may see, as they came; it has no end.

    `cursor` is the place behind the last one: keep it, and begin there the next time. `notice` is
    told of breaks, and of games that the server can't read.
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
