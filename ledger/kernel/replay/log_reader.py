"""Reading a log with its game: the intact part, and what stopped the reading."""

from __future__ import annotations

import warnings

import msgspec

from ledger.kernel.errors import BrokenGame, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.chain import SUFFIX, TAIL, chain_through
from ledger.kernel.log.codec import (
    MAX_LINE,
    Head,
    ReadError,
    chained,
    fault_at,
    first_line,
    read_opened,
    split,
)
from ledger.kernel.log.events import Event, Line, Opened, Sealed, line_type
from ledger.kernel.message import Message
from ledger.kernel.text.reasons import why

_OPENED = line_type(Opened)
_AT_ENDS = {_OPENED, line_type(Sealed)}
"""Lines that may only be first (`opened`) or last (`sealed`) in a log."""


class Reading(msgspec.Struct, frozen=True):
    """The intact part of a log, in whole groups, and the error that ended it, if any.

    `raw` are the bytes as they were read; in `lines`, events of older versions have been converted.
    """

    game: Game
    opened: Opened
    lines: list[Line]
    head: Head
    raw: bytes
    error: ReadError | None = None

    @property
    def size(self) -> int:
        """The number of intact bytes."""
        return len(self.raw)

    @property
    def open(self) -> bool:
        """Whether more lines can follow."""
        return not self.head.sealed


def read(
    data: bytes, *, file: str | None = None, game: Game | None = None, briefly: bool = False
) -> Reading:
    """Read a log: the intact part, and the error that ended it, if any.

    Raises `Malformed` if this isn't a log, or is a log of a different game than `game`, and
    `BrokenGame` if its game can't be loaded. `briefly` no longer has any effect.
    """
    if briefly:
        warnings.warn("`briefly` does nothing any more", DeprecationWarning, stacklevel=2)
    first = first_line(data, file=file)
    if first.startswith(b'{"type":') and first.endswith(b"\r"):
        raise Malformed(
            "its lines end in CRLF: an editor or git changed them; change them back to LF",
            file=file,
            line=1,
        )
    opened = read_opened(first, file=file)
    if game is None:
        try:
            game = find_game(opened.game)
        except BrokenGame as e:
            e.file = file
            raise
        except Malformed as e:
            raise Malformed(e.text, file=file, line=1) from None
    if game.meta.name != opened.game:
        raise Malformed(
            "this is a log of {game}, not of {name}",
            file=file,
            line=1,
            game=opened.game,
            name=game.meta.name,
        )
    if (intact := _read_intact(game, data)) is not None:
        return Reading(game, opened, intact, Head.of(intact[-1]), data)
    raws = split(data, file=file)
    lines, error = _decode(game, data, raws)
    ends_whole = data.endswith(b"\n")
    return _check(game, opened, data, raws, lines, error, ends_whole)


def _read_intact(game: Game, data: bytes) -> list[Line] | None:
    """Read an intact log as fast as possible; None if there is a fault for `_check` to find."""
    if len(data) > MAX_LINE and max(map(len, data.split(b"\n"))) > MAX_LINE:
        return None
    try:
        lines: list[Line] = game.rules.decoder.decode_lines(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if chain_through(b"", data, [line.digest for line in lines]) is None:
        return None
    cmd = 0
    for seq, line in enumerate(lines, 1):
        if line.seq != seq or line.cmd != cmd:
            return None
        if not line.more:
            cmd += 1
    if not lines or lines[-1].more or not _AT_ENDS.isdisjoint(map(type, lines[1:-1])):
        return None
    if type(lines[-1]) is _OPENED and len(lines) > 1:
        return None
    return upcast(game, lines)


def _decode(game: Game, data: bytes, raws: list[bytes]) -> tuple[list[Line], Message | None]:
    """Decode as many lines as possible; also return why the next one couldn't be decoded."""
    if max(map(len, raws)) <= MAX_LINE and b"\n\n" not in data and not data.startswith(b"\n"):
        try:
            return upcast(game, game.rules.decoder.decode_lines(data)), None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass  # the loop below finds the line
    lines: list[Line] = []
    for raw in raws:
        try:
            if len(raw) > MAX_LINE:
                return upcast(game, lines), Message("it is longer than {n} bytes", n=MAX_LINE)
            lines.append(game.rules.decoder.decode(raw))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            return upcast(game, lines), why(e)
    return upcast(game, lines), None


def upcast(game: Game, lines: list[Line]) -> list[Line]:
    """Convert events of older versions into today's."""
    casts = game.rules.upcasts
    if not casts:
        return lines
    out = []
    for line in lines:
        if (cast := casts.get(type(line.data))) is not None:
            data: Event = line.data
            while cast is not None:
                data = cast(data)
                cast = casts.get(type(data))
            header = {k: getattr(line, k) for k in line.__struct_fields__}
            line = line_type(type(data))(**{**header, "data": data})
        out.append(line)
    return out


def _check(
    game: Game,
    opened: Opened,
    data: bytes,
    raws: list[bytes],
    lines: list[Line],
    undecoded: Message | None,
    ends_whole: bool,
) -> Reading:
    """Check the chain and the groups; keep the whole groups before the first fault."""
    prev = ""
    cmd, more, good, good_digest, good_cmd = -1, False, 0, "", -1
    error: ReadError | None = None
    sealed = False
    n = len(lines)
    for i, raw in enumerate(raws):
        seq = i + 1
        digest = chained(prev, raw)
        if raw[-TAIL:] != SUFFIX + digest.encode() + b'"}' or (seq == len(raws) and not ends_whole):
            error = fault_at(raws, i, prev, cmd if more else cmd + 1)
            break
        if i >= n:
            error = ReadError(
                "schema",
                "this line can't be read: {undecoded}",
                line=seq,
                seq=seq,
                undecoded=undecoded,
            )
            break
        line = lines[i]
        expected = cmd if more else cmd + 1
        if sealed or line.seq != seq or line.cmd != expected or line.digest != digest:
            error = ReadError(
                "schema",
                "nothing may come after the seal"
                if sealed
                else "expected line {expected_line} of command {expected}, "
                "found line {found_line} of command {found}",
                line=seq,
                seq=seq,
                expected_line=seq,
                expected=expected,
                found_line=line.seq,
                found=line.cmd,
            )
            break
        if i and isinstance(line.data, Opened):
            error = ReadError("schema", "a log can have only one `opened` line", line=seq, seq=seq)
            break
        prev, cmd, more = digest, expected, line.more
        if not more:
            good, good_digest, good_cmd = seq, digest, cmd
            sealed = isinstance(line.data, Sealed)
    if error is None and more:
        error = ReadError(
            "torn",
            "the last group isn't complete (it starts at line {first})",
            line=good + 1,
            first=good + 1,
        )
    size = sum(len(r) + 1 for r in raws[:good])
    head = Head(good, good_cmd, good_digest, sealed)
    return Reading(game, opened, lines[:good], head, data[:size], error)
