"""Finding the complete, good groups of a log without knowing its game."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec import UNSET

from ledger.kernel.errors import Malformed
from ledger.kernel.log.chain import chain_through
from ledger.kernel.log.codec import (
    MAX_LINE,
    Head,
    Header,
    ReadError,
    chained,
    fault_at,
    read_opened,
    recorded_digest,
    split,
)
from ledger.kernel.message import Message

ReadBytes = Callable[[int, int], bytes]
"""Reads bytes from a log: given (offset, size), returns at most `size` bytes, none at the end."""

BLOCK = 1 << 20
_OPENED = b'{"type":"opened"'
_header = msgspec.json.Decoder(Header)


class LineIndex:
    """Where each good line and group of a log is, and its command keys.

    It only ever grows by whole groups. `head` is set last, so a thread that sees a new head also
    sees everything that belongs to it.
    """

    __slots__ = ("ends", "flush", "flushed", "head", "keys", "size", "starts")

    def __init__(self) -> None:
        self.starts = array("Q")
        self.ends = array("Q")
        self.keys: dict[str, int] = {}
        self.size = 0
        self.flush = 0  # where the last flush starts
        self.flushed = 0  # how far a reader has flushed what others wrote
        self.head = Head()

    def add(self, raws: Sequence[bytes], head: Head, key: str | None, *, batched: bool) -> None:
        """Add one group; `batched` if it was written in the same flush as the group before it."""
        if not batched:
            self.flush = self.size
        for raw in raws:
            self.starts.append(self.size)
            self.size += len(raw) + 1
        self.ends.append(head.seq)
        if key is not None:
            self.keys.setdefault(key, head.cmd)
        self.head = head

    def still_matches(self, read: ReadBytes) -> bool:
        """Whether the last line is still where it was."""
        if not self.size:
            return True
        start = self.starts[-1]
        return read(start, self.size - start).endswith(self.head.digest.encode() + b'"}\n')

    def group(self, cmd: int) -> tuple[int, int]:
        """Return the numbers of a group's first and last lines."""
        return (self.ends[cmd - 1] + 1 if cmd else 1), self.ends[cmd]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Return where the bytes of lines `first` to `last` start and end."""
        end = self.starts[last] if last < len(self.starts) else self.size
        return self.starts[first - 1], end


def header(raw: bytes) -> Header:
    """Read the header of a line from any game."""
    return _header.decode(raw)


def scan(read: ReadBytes, index: LineIndex, *, file: str) -> Malformed | None:
    """Add the good groups that follow to an index; return what stopped it, if anything did.

    A `ReadError` with the problem "torn" means an end that was never acknowledged. Any other error
    means that nothing more may be written to the log.
    """
    _add_intact(read, index)
    prev, cmd, seq = index.head.digest, index.head.cmd + 1, index.head.seq
    sealed = index.head.sealed
    group: list[bytes] = []
    key: str | None = None
    for raw in _lines(read, index.size):
        if raw is None or recorded_digest(raw) != chained(prev, raw):
            return _judge(read, seq, prev, cmd, file)
        seq += 1
        try:
            if seq == 1:
                read_opened(raw, file=file)
            h = header(raw)
        except Malformed as e:
            return e
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            deep = isinstance(e, RecursionError)
            reason = Message("it is nested too deeply") if deep else str(e)
            return _schema(Message("this line can't be read: {reason}", reason=reason), seq, file)
        if sealed:
            return _schema(Message("nothing may follow the seal"), seq, file)
        if h.seq != seq or h.cmd != cmd:
            return _schema(unexpected_line(seq, cmd, h), seq, file)
        if seq > 1 and h.type == "opened":
            return _schema(Message("a log can be opened only once"), seq, file)
        if not group:
            key = None if h.key is UNSET else h.key
        group.append(raw)
        prev = h.digest
        if not h.more:
            sealed = h.type == "sealed"
            index.add(group, Head(seq, cmd, prev, sealed), key, batched=h.after is not UNSET)
            group = []
            cmd += 1
    if group or not seq:
        torn = ReadError(
            "torn",
            "the last group isn't complete" if group else "the log is empty",
            line=index.head.seq + 1,
        )
        return _named(torn, file)
    return None


def _add_intact(read: ReadBytes, index: LineIndex) -> None:
    """Add groups a block at a time, as fast as possible; `scan` examines whatever doesn't fit."""
    while not index.head.sealed:
        block = read(index.size, BLOCK)
        lines = block[: block.rfind(b"\n") + 1]
        raws = lines.split(b"\n")[:-1]
        if not raws:
            return
        seq, cmd, added = index.head.seq, index.head.cmd + 1, 0
        try:
            if not seq:
                read_opened(raws[0])
            found = _header.decode_lines(lines)
        except (Malformed, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return
        chain, digests = index.head.digest.encode(), [h.digest for h in found]
        if chain_through(chain, lines, digests) is None:
            return
        for n, h in enumerate(found, 1):
            seq += 1
            if (
                h.seq != seq
                or h.cmd != cmd
                or h.type == "sealed"
                or (seq > 1) == (h.type == "opened")
            ):
                return
            if not h.more:
                key, batched = found[added].key, h.after is not UNSET
                head = Head(seq, cmd, h.digest)
                index.add(raws[added:n], head, None if key is UNSET else key, batched=batched)
                cmd, added = cmd + 1, n
        if not added:
            return


def _lines(read: ReadBytes, offset: int) -> Iterator[bytes | None]:
    """Yield complete lines; for one that is cut off or too long, yield None and stop."""
    rest = b""
    while block := read(offset, BLOCK):
        offset += len(block)
        parts = (rest + block).split(b"\n")
        rest = parts.pop()
        for raw in parts:
            yield raw if len(raw) <= MAX_LINE else None
        if len(rest) > MAX_LINE:
            break
    if rest:
        yield None


def _judge(read: ReadBytes, bad: int, prev: str, cmd: int, file: str) -> Malformed:
    """Decide whether a bad end is torn or damaged, which means reading the whole log."""
    data = b"".join(iter_blocks(read))
    if bad == 0 and not data.startswith(_OPENED[: len(data)]):
        return Malformed("a game log starts with an `opened` line", file=file, line=1)
    return _named(fault_at(split(data, file=file), bad, prev, cmd), file)


def iter_blocks(read: ReadBytes, offset: int = 0) -> Iterator[bytes]:
    """Yield the bytes of a log from an offset to its end."""
    while block := read(offset, BLOCK):
        offset += len(block)
        yield block


def unexpected_line(seq: int, cmd: int, found: Header) -> Message:
    """Return a message saying that a line has the wrong number or belongs to another group."""
    return Message(
        "expected line {seq} of command {cmd}, found line {found} of command {found_cmd}",
        seq=seq,
        cmd=cmd,
        found=found.seq,
        found_cmd=found.cmd,
    )


def _schema(message: Message, seq: int, file: str) -> ReadError:
    return _named(ReadError("schema", message, line=seq, seq=seq), file)


def _named(error: ReadError, file: str) -> ReadError:
    error.file = file
    return error
