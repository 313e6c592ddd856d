"""Other programs' JSON, one element at a time; anything ambiguous is refused."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message
from ledger.library.records.numbers import MAX_DIGITS

from .decoding import decode, unmarked_utf16
from .limits import MAX_ENTRIES, MAX_RECORD, MAX_VALUES, MIB

_BYTE = re.compile(r"\(byte (\d+)\)")
_SPACE = re.compile(rb"[ \t\r\n]*")
_KEY = re.compile(rb'[ \t\r\n,]*("(?:[^"\\]|\\.)*")[ \t\r\n]*:[ \t\r\n]*', re.DOTALL)
_ESCAPES = re.compile(
    rb"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)
_HALF = 6
"""The length of an escape for half a character: `\\ud83d` without its other half."""

_object = msgspec.json.Decoder(dict[str, msgspec.Raw])
_array = msgspec.json.Decoder(list[msgspec.Raw])


class Piece(NamedTuple):
    """The bytes of a JSON value, with its line and its path."""

    raw: bytes
    line: int
    path: str
    file: str

    def members(self) -> dict[str, Piece]:
        """Return the members of an object."""
        found = _decoded(self, _object, Message("an object {…}"))
        out: dict[str, Piece] = {}
        at, line = self.raw.find(b"{") + 1, self.line
        for _ in range(len(self.raw)):
            m = _KEY.match(self.raw, at)
            if m is None:
                break
            key = strict(m.group(1))
            line += self.raw.count(b"\n", at, m.end())
            raw = bytes(found.get(key, b""))
            # if a key is there twice, the decoder keeps the last value
            if key in out or not self.raw.startswith(raw or b"?", m.end()):
                raise self._error(_twice(key), line)
            path = f"{self.path}.{key[:40]}" if self.path else key[:40]
            out[key] = Piece(raw, line, path, self.file)
            line += raw.count(b"\n")
            at = m.end() + len(raw)
        return out

    def elements(self) -> Iterator[Piece]:
        """Yield the elements of a list, each with its line."""
        at, line = 0, self.line
        found = _decoded(self, _array, Message("a list […]"))
        if len(found) > MAX_ENTRIES:
            many = Message(
                "{path} has more than {limit} entries", path=self.path, limit=MAX_ENTRIES
            )
            raise self._error(many, line)
        for i, raw in enumerate(found):
            # there is nothing but whitespace and a comma between elements
            text = bytes(raw)
            start = self.raw.index(text, at)
            line += self.raw.count(b"\n", at, start)
            yield Piece(text, line, f"{self.path}[{i}]", self.file)
            at = start + len(text)
            line += text.count(b"\n")

    def value(self) -> Any:
        """Return the value, read strictly."""
        try:
            if len(self.raw) > MAX_RECORD:
                raise Malformed("it is larger than {limit} MiB", limit=MAX_RECORD // MIB)
            return strict(self.raw)
        except Malformed as e:
            e.file, e.line = self.file, self.line
            raise

    @property
    def kind(self) -> str:
        """The first character of the value: `{`, `[`, `"`, or something else."""
        return chr(self.raw.lstrip()[0]) if self.raw.strip() else ""

    def _error(self, message: Message, line: int) -> Malformed:
        return Malformed(message, file=self.file, line=line)


def document(data: bytes, name: str) -> Piece:
    """Return a whole file as one piece, after making sure that it is JSON."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or unmarked_utf16(data) is not None:
        data = decode(data, name).text.encode("utf-8", "surrogatepass")
    data = data.removeprefix(b"\xef\xbb\xbf")
    start = _SPACE.match(data)
    skipped = start.end() if start else 0
    if data.count(b",") > MAX_VALUES:
        raise Malformed(
            "it contains more than {limit} values, which is the limit",
            file=name,
            limit=MAX_VALUES,
        )
    piece = Piece(data[skipped:].rstrip(b" \t\r\n"), data.count(b"\n", 0, skipped) + 1, "", name)
    _decoded(piece, msgspec.json.Decoder(msgspec.Raw), Message("JSON"))
    return piece


def mend(data: bytes) -> tuple[bytes, int]:
    """Replace half characters, which apps leave when they truncate text; also count them."""
    count = 0

    def whole(m: re.Match[bytes]) -> bytes:
        nonlocal count
        if len(m.group()) != _HALF:
            return m.group()
        count += 1
        return b"\\ufffd"

    return (_ESCAPES.sub(whole, data), count) if b"\\u" in data else (data, 0)


def _decoded(piece: Piece, decoder: msgspec.json.Decoder[Any], what: Message) -> Any:
    try:
        return decoder.decode(piece.raw)
    except RecursionError:
        why = Message("it is nested too deeply")
    except UnicodeDecodeError:
        why = Message("this isn't UTF-8 text")
    except msgspec.ValidationError:
        start = piece.raw[:20].decode("utf-8", "replace")
        where = piece.path or Message("the file")
        why = Message(
            "{where} must be {what}, but starts with {start!r}", where=where, what=what, start=start
        )
    except msgspec.DecodeError as e:
        m = _BYTE.search(str(e))
        at = min(int(m.group(1)), len(piece.raw)) if m else len(piece.raw)
        at -= "trailing" in str(e)  # it names the byte after the first of these
        before = piece.raw[:at]
        raise Malformed(
            "the file ends too early" if m is None else "this isn't JSON",
            file=piece.file,
            line=piece.line + before.count(b"\n"),
            column=at - before.rfind(b"\n"),
        ) from None
    raise Malformed(why, file=piece.file, line=piece.line)


# --- one value --------------------------------------------------------------------------------


class _Unfit(ValueError):
    def __init__(self, text: Message) -> None:
        super().__init__(text)
        self.text = text


def strict(raw: bytes | str) -> Any:
    """Read a JSON value; refuse duplicate keys, NaN and numbers beyond 64 bits."""
    try:
        text = raw.decode() if isinstance(raw, bytes) else raw
        return _decoder.decode(text)
    except _Unfit as e:
        raise Malformed(e.text) from None
    except RecursionError:
        raise Malformed("it is nested too deeply") from None
    except UnicodeDecodeError as e:
        raise Malformed("byte 0x{byte:02x} isn't UTF-8", byte=e.object[e.start]) from None
    except json.JSONDecodeError:
        raise Malformed("this isn't JSON") from None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        keys = [k for k, _ in pairs]
        twice = next(k for k in keys if keys.count(k) > 1)
        raise _Unfit(_twice(twice))
    return out


def _twice(key: str) -> Message:
    return Message("the key {key!r} appears twice in one object", key=key[:40])


def _whole(text: str) -> int:
    if len(text.lstrip("-")) > MAX_DIGITS:
        raise _Unfit(
            Message(
                "a number of {count} digits is too large; the limit is {limit}",
                count=len(text),
                limit=MAX_DIGITS,
            )
        )
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _Unfit(Message("the number {number} is too large", number=text[:40]))
    return number


def _constant(text: str) -> None:
    raise _Unfit(Message("{text} isn't a number in JSON", text=text))


_decoder = json.JSONDecoder(
    object_pairs_hook=_pairs,
    parse_int=_whole,
    parse_float=_finite,
    parse_constant=_constant,
)
