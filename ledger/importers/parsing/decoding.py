"""The bytes of a file, within limits, and their text in any encoding."""

from __future__ import annotations

import codecs
import os
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message

from .limits import MAX_FILE, MIB

PEEK = 64 * 1024
"""How many bytes are needed to recognise a file."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Bytes that are letters in only one of the two old code pages.
_POLISH = frozenset("ąćęłńśźżĄĆĘŁŃŚŹŻ".encode("cp1250"))
_WESTERN = frozenset("àèìòùÀÈÌÒÙäëïöüßâêîôûãõåøæ".encode("cp1252")) - _POLISH


class Decoded(NamedTuple):
    """Some text, its encoding, and why that encoding was chosen if it isn't the usual one."""

    text: str
    encoding: str
    remark: Message | None = None


def load(data: bytes | Path, name: str, limit: int = MAX_FILE) -> bytes:
    """Return the bytes of a file; raise `Malformed` if there are more than the limit."""
    if isinstance(data, Path):
        with data.open("rb") as file:
            if os.fstat(file.fileno()).st_size > limit:
                raise too_large(name, limit)
            return read_all(file, name, limit)
    if len(data) > limit:
        raise too_large(name, limit)
    return data


def read_all(file: BinaryIO, name: str, limit: int = MAX_FILE) -> bytes:
    """Read a stream in blocks; raise `Malformed` if there is more than the limit."""
    out = bytearray()
    while block := file.read(MIB):
        out += block
        if len(out) > limit:
            raise too_large(name, limit)
    return bytes(out)


def too_large(name: str, limit: int) -> Malformed:
    """Return the error for a file that is too large."""
    return Malformed(
        "it is larger than {limit} MiB, which is the limit", file=name, limit=limit // MIB
    )


def peek(data: bytes | Path) -> bytes:
    """Return the first bytes of a file."""
    if isinstance(data, Path):
        with data.open("rb") as file:
            return file.read(PEEK)
    return data[:PEEK]


def unmarked_utf16(data: bytes) -> str | None:
    """Return the UTF-16 that some text is in, judging by its zero bytes; None for anything else."""
    head = data[: PEEK // 16 * 2]
    if len(data) % 2 and len(data) <= len(head):
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    if (
        5 * max(even, odd) < len(head) // 2
        or max(even, odd) < 3
        or min(even, odd) * 20 > max(even, odd)
    ):
        return None
    found = "utf-16-le" if odd > even else "utf-16-be"
    return None if "\0" in head.decode(found, "ignore") else found


def decode(data: bytes, name: str, encoding: str | None = None) -> Decoded:
    """Return a file's text: UTF-8, whatever its byte order mark says, or an old code page."""
    if encoding is not None:
        return Decoded(_strict(data, name, encoding), encoding)
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return Decoded(_strict(data[len(mark) :], name, marked), marked)
    if (unmarked := unmarked_utf16(data)) is not None:
        return Decoded(_strict(data, name, unmarked), unmarked)
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as e:
        line = data.count(b"\n", 0, e.start) + 1
        if b"\0" in data:
            raise Malformed(
                "byte 0x{byte:02x} isn't UTF-8 text",
                file=name,
                line=line,
                hint="save the file as UTF-8",
                byte=data[e.start],
            ) from None
        page = "cp1250" if _count(data, _POLISH) > _count(data, _WESTERN) else "cp1252"
        remark = Message(
            "byte 0x{byte:02x} on line {line} isn't UTF-8: the file is read as {encoding}",
            byte=data[e.start],
            line=line,
            encoding=page,
        )
        return Decoded(_strict(data, name, page), page, remark)


def _strict(data: bytes, name: str, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except LookupError:
        raise Malformed(
            "there is no encoding called {encoding!r}", file=name, encoding=encoding
        ) from None
    except UnicodeDecodeError as e:
        line = data.count(b"\n", 0, e.start) + 1
        raise Malformed(
            "byte 0x{byte:02x} isn't {encoding} text",
            file=name,
            line=line,
            hint="save the file as UTF-8",
            byte=data[e.start],
            encoding=encoding,
        ) from None


def _count(data: bytes, letters: frozenset[int]) -> int:
    return sum(data.count(bytes([b])) for b in letters)
