"""Encoding and decoding lines: one JSON object per line, each chained to the one before."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from ledger.kernel.errors import Malformed
from ledger.kernel.message import Text
from ledger.kernel.text.reasons import why

from .chain import DIGEST, SUFFIX, TAIL
from .events import FORMAT, Entry, Line, Opened, Sealed, line_type

MAX_LINE = 4 * 1024 * 1024
"""The maximum length of a line that can be read, in bytes."""

_SHAPE = re.compile(rb',"digest":"[0-9a-f]{32}"}\Z')
_JOINT = re.compile(rb'(?<=,"digest":"[0-9a-f]{32}"}).(?={"type":")', re.DOTALL)
_encoder = msgspec.json.Encoder()
_sha = hashlib.sha256


class Head(msgspec.Struct, frozen=True):
    """The end of a log: its last line, last command, last digest, and whether it is sealed."""

    seq: int = 0
    cmd: int = -1
    digest: str = ""
    sealed: bool = False

    @classmethod
    def of(cls, last: Line | Header) -> Head:
        """Return the head of a log, given its last line."""
        return cls(last.seq, last.cmd, last.digest, last.type == "sealed")

    def seal(self) -> Sealed:
        """Return the event that seals a log here."""
        return Sealed(head=self.digest, lines=self.seq)


class Header(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The header of a line of any game; the event is left undecoded."""

    type: str
    seq: int
    cmd: int
    more: bool
    turn: int
    by: int | None
    at: str | None
    key: str | msgspec.UnsetType = UNSET
    waived: tuple[str, ...] | msgspec.UnsetType = UNSET
    after: int | msgspec.UnsetType = UNSET
    data: msgspec.Raw
    digest: str


_header = msgspec.json.Decoder(Header)
_OPENED = line_type(Opened)
_opened = msgspec.json.Decoder(_OPENED)
Problem = Literal["digest", "torn", "schema"]


class ReadError(Malformed):
    """Why reading stopped: `torn` (never acknowledged), `digest` (damaged) or `schema`."""

    def __init__(
        self,
        problem: Problem,
        message: Text,
        *,
        line: int,
        seq: int | None = None,
        **values: Any,
    ) -> None:
        super().__init__(message, line=line, **values)
        self.problem: Problem = problem
        self.seq = seq


def stamp(
    head: Head, entries: Sequence[Entry], *, key: str | None = None, after: int | None = None
) -> tuple[list[Line], bytes, Head]:
    """Place a group at the end of a log; return its lines, their bytes and the new head."""
    lines: list[Line] = []
    out: list[bytes] = []
    seq, cmd, prev = head.seq, head.cmd + 1, head.digest
    chain = prev.encode()
    last = len(entries) - 1
    for i, entry in enumerate(entries):
        seq += 1
        line = line_type(type(entry.data))(
            seq=seq,
            cmd=cmd,
            more=i < last,
            turn=entry.turn,
            by=entry.by,
            at=entry.at,
            key=key if key is not None and i == 0 else UNSET,
            waived=entry.waived if entry.waived and i == 0 else UNSET,
            # On the last line, where a reader checks whether the group proves what comes before it.
            after=after if after is not None and i == last else UNSET,
            data=entry.data,
            digest="",
        )
        body = _encoder.encode(line)[: -len(SUFFIX) - 2]
        prev = _sha(chain + body).hexdigest()[:DIGEST]
        chain = prev.encode()
        msgspec.structs.force_setattr(line, "digest", prev)
        lines.append(line)
        out.append(body + SUFFIX + chain + b'"}\n')
    sealed = bool(entries) and isinstance(entries[-1].data, Sealed)
    return lines, b"".join(out), Head(seq, cmd, prev, sealed)


def encode(lines: Sequence[Line]) -> bytes:
    """Return the bytes of lines that already have their digests."""
    return b"".join(_encoder.encode(line) + b"\n" for line in lines)


def encode_chained(lines: Sequence[Line]) -> bytes:
    """Return the bytes of a whole log, given its lines.

    Raises `Malformed` if a line no longer fits its digest.
    """
    data, prev = encode(lines), ""
    for raw, line in zip(data.split(b"\n"), lines, strict=False):
        if chained(prev, raw) != line.digest:
            raise Malformed(
                "this event comes from an older version, so its line can't be rebuilt from it",
                line=line.seq,
                hint="keep the log's own bytes: use `Table.of(ledger.load(path))`",
            )
        prev = line.digest
    return data


def chained(prev: str, raw: bytes) -> str:
    """Return the digest that a raw line must have if it follows the digest `prev`."""
    return _sha(prev.encode() + raw[:-TAIL]).hexdigest()[:DIGEST]


def read_opened(raw: bytes, *, file: str | None = None) -> Opened:
    """Decode the first line of a log; raise `Malformed`, with the reason, if it isn't one."""
    if not raw.strip():
        raise Malformed("this file is empty; a game log starts with an `opened` line", file=file)
    try:
        kind = msgspec.json.decode(raw, type=_Peek)
        if kind.type != "opened":
            raise Malformed(
                "a game log starts with an `opened` line; this one starts with {type!r}",
                file=file,
                line=1,
                type=kind.type[:40],
            )
        if kind.data.format > FORMAT:
            raise Malformed(
                "this log has format {format}, but this program reads up to {format2}: "
                "you need a newer version",
                file=file,
                line=1,
                format=kind.data.format,
                format2=FORMAT,
            )
        return _opened.decode(raw).data  # type: ignore[no-any-return]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise Malformed("this is not a game log: {why}", file=file, line=1, why=why(e)) from None


class _PeekData(msgspec.Struct):
    format: int


class _Peek(msgspec.Struct):
    type: str
    data: _PeekData


def first_line(data: bytes, *, file: str | None = None) -> bytes:
    """Return the first line of a log, even if it has no newline; raise `Malformed` if it can't be
    one.
    """
    if data[:1000].lstrip().startswith(b"game:"):
        raise Malformed(
            "this is a session, not a log",
            file=file,
            hint="`ledger import {path} --out game.jsonl` turns it into a log",
            path=file or "FILE",
        )
    end = data.find(b"\n", 0, MAX_LINE + 1)
    if end < 0 and len(data) > MAX_LINE:
        raise Malformed(
            "the first line is longer than {max_line} bytes: this is not a game log",
            file=file,
            line=1,
            max_line=MAX_LINE,
        )
    return data if end < 0 else data[:end]


def split(data: bytes, *, file: str | None = None) -> list[bytes]:
    """Split bytes into lines, keeping the last one even if it has no newline."""
    first_line(data, file=file)
    raws = data.split(b"\n")
    if raws[-1] == b"":
        raws.pop()
    return raws


def fault_at(raws: list[bytes], bad: int, prev: str, cmd: int) -> ReadError:
    """Return the error for a bad line: a torn tail, or damage if a valid later group follows.

    A later group proves that everything before it was acknowledged, unless its `after` says that it
    was written in the same flush as what comes before it.
    """
    # A damaged newline joins two lines; split them to see whether both are intact.
    raws = [*raws[:bad], *_JOINT.split(raws[bad]), *raws[bad + 1 :]]
    recorded = [recorded_digest(r) for r in raws]
    for j in range(bad + 1, len(raws)):
        raw = raws[j]
        before = {recorded[j - 1], chained(prev, raws[bad]) if j == bad + 1 else None}
        if not any(p and recorded[j] == chained(p, raw) for p in before):
            continue
        try:
            h = _header.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        proof = h.after is UNSET or h.after > bad
        if (h.cmd > cmd or h.type == "sealed") and not h.more and proof:
            return ReadError(
                "digest",
                "this line was changed, or lines before it were added or removed; the log is "
                "intact up to line {intact}",
                line=bad + 1,
                intact=j + 1,
            )
    # A seal that lacks only its newline is torn, like any other line.
    if b'{"type":"sealed"' in raws[-1][:16] and recorded[-1] not in (None, chained(prev, raws[-1])):
        return ReadError(
            "digest",
            "this line doesn't follow from the line before it; the seal is broken",
            line=bad + 1,
        )
    return ReadError("torn", "the log is cut off or garbled from here to its end", line=bad + 1)


def recorded_digest(raw: bytes) -> str | None:
    """Return the digest at the end of a raw line, if it has one."""
    return raw[-DIGEST - 2 : -2].decode() if _SHAPE.search(raw[-TAIL:]) else None


def headers(data: bytes, *, file: str | None = None) -> list[Header]:
    """Read the headers of a log up to the first bad line, even if its game isn't installed.

    Raises `Malformed` if it isn't a game log.
    """
    raws = split(data, file=file)
    read_opened(raws[0] if raws else b"", file=file)
    out: list[Header] = []
    prev = ""
    for raw in raws:
        digest = chained(prev, raw)
        if recorded_digest(raw) != digest:
            break
        try:
            out.append(_header.decode(raw))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            break
        prev = digest
    return out
