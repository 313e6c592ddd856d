"""Deciding what an append does in any store: refuse it, repeat an earlier result, or write."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from ledger.kernel.errors import Conflict, Illegal, Malformed, Stale
from ledger.kernel.log.codec import MAX_LINE, Head, stamp
from ledger.kernel.log.events import Entry, Event, Opened, Sealed, line_type, tag

from .line_index import LineIndex, header
from .store import Appended, Batch, Expected, stale_line

_KEY = re.compile(r"[!-~]{1,128}")
_decoders: dict[type[Event], msgspec.json.Decoder[Any]] = {}


class LogEnd(NamedTuple):
    """The end of a log, and a way to look up which lines a command key wrote."""

    head: Head
    written: Callable[[str], tuple[bytes, ...] | None]


class StampedGroup(NamedTuple):
    """A group with its place in the log, ready to be written."""

    raws: tuple[bytes, ...]
    head: Head
    key: str | None
    batched: bool


class Plan(NamedTuple):
    """What to write, and the results to return once it is durable."""

    steps: list[StampedGroup]
    answers: list[Appended]

    @property
    def data(self) -> bytes:
        """The bytes of all new groups."""
        return b"".join(raw + b"\n" for step in self.steps for raw in step.raws)

    def enter(self, index: LineIndex) -> None:
        """Add the new groups to an index once they are durable."""
        for step in self.steps:
            index.add(step.raws, step.head, step.key, batched=step.batched)


def plan(game_id: str, known: LogEnd, expected: Expected, batch: Batch) -> Plan:
    """Check groups against a log and place them after its last line.

    Raises `Stale`, `Conflict` or `Illegal` if they can't be appended to this log, and `Malformed`
    if they couldn't be in any.
    """
    if not batch:
        raise Malformed("there is nothing to append")
    keys = [check_key(key) for key, _ in batch if key is not None]
    if len(set(keys)) != len(keys):
        raise Malformed("two groups of one batch have the same command key")
    result = Plan([], [])
    head = known.head
    for key, entries in batch:
        if not entries:
            raise Malformed("a group needs at least one event")
        lines = None if key is None else known.written(key)
        if key is not None and lines is not None:
            if result.steps:
                raise Conflict(
                    "the command key {key!r} was used before, but an earlier key in the same "
                    "batch was not",
                    key=key,
                )
            answer = repeated_answer(key, lines, entries[0])
            result.answers.append(answer)
            expected = answer.head
            continue
        check_group(entries, opening=head.seq == 0)
        if not result.steps:
            check_end(game_id, known.head, expected)
        step = _stamp(head, entries, key, known.head.seq if result.steps else None)
        result.steps.append(step)
        result.answers.append(Appended(head.seq + 1, step.head.seq, step.head, step.raws))
        head = step.head
    if len(result.steps) > 1 and any(step.head.sealed for step in result.steps):
        # An intact seal proves what comes before it, so that must be durable already.
        raise Malformed("a seal must be appended on its own, after everything else is stored")
    return result


def check_key(key: str) -> str:
    """Return the command key; raise `Malformed` if it couldn't be sent as a header."""
    if not _KEY.fullmatch(key):
        raise Malformed("a command key is 1 to 128 visible ASCII characters, without spaces")
    return key


def check_group(entries: Sequence[Entry], *, opening: bool) -> None:
    """Raise `Malformed` for a group that can't be in a log."""
    opened = [isinstance(e.data, Opened) for e in entries]
    if opening and not opened[0]:
        raise Malformed("a log starts with an `opened` event")
    if any(opened[1:] if opening else opened):
        raise Malformed("a log can be opened only once")
    if len(entries) > 1 and any(isinstance(e.data, Sealed) for e in entries):
        raise Malformed("a seal must be a group of its own")


def check_end(game_id: str, head: Head, expected: Expected) -> None:
    """Refuse an append that doesn't follow the last line."""
    if head.sealed:
        raise Illegal("this log is sealed: nothing can be added; branch it to play on")
    seq = expected.seq if isinstance(expected, Head) else expected
    if head.seq != seq:
        raise Stale(
            "{game} is at line {last}, not {expected}: somebody else wrote first",
            seq=head.seq,
            game=game_id,
            last=head.seq,
            expected=seq,
        )
    if isinstance(expected, Head) and expected.digest != head.digest:
        raise stale_line(game_id, seq, head)


def repeated_answer(key: str, lines: tuple[bytes, ...], first: Entry | None = None) -> Appended:
    """Return the original result for a key that was used before; refuse if the request differs."""
    last = header(lines[-1])
    if first is not None and not same_command(lines[0], first):
        raise Conflict(
            "the command key {key!r} was used for another command (number {number})",
            key=key,
            number=last.cmd,
        )
    return Appended(last.seq - len(lines) + 1, last.seq, Head.of(last), lines, repeated=True)


def same_command(raw: bytes, entry: Entry) -> bool:
    """Whether a stored first event and a new one are the same request.

    The first event holds every choice the player made. The events that follow from it aren't
    compared, because a retry rolls the dice again, and neither is the time.
    """
    old, cls = header(raw), type(entry.data)
    if old.type != tag(cls) or old.by != entry.by:
        return False
    try:
        was = msgspec.json.decode(old.data, type=cls)
        now = msgspec.json.decode(msgspec.json.encode(entry.data), type=cls)
    except msgspec.DecodeError:
        return False
    if isinstance(was, Opened) and isinstance(now, Opened):
        was = msgspec.structs.replace(was, started=now.started)
    return bool(was == now)


def _stamp(
    head: Head, entries: Sequence[Entry], key: str | None, after: int | None
) -> StampedGroup:
    """Place a group after `head`; refuse anything that couldn't be read back once written."""
    sealed = entries[0].data
    if isinstance(sealed, Sealed) and (sealed.head, sealed.lines) != (head.digest, head.seq):
        raise Malformed(
            "the seal doesn't name the last line ({last}) and its digest", last=head.seq
        )
    try:
        _, text, new = stamp(head, entries, key=key, after=after)
        raws = tuple(text.split(b"\n")[:-1])
        for raw, entry in zip(raws, entries, strict=True):
            _decoder(type(entry.data)).decode(raw)
    except (TypeError, ValueError, OverflowError, RecursionError) as e:
        raise Malformed(
            "an event in this group can't be written: {reason}", reason=str(e)
        ) from None
    longest = max(map(len, raws))
    if longest > MAX_LINE:
        raise Malformed(
            "an event in this group takes {size} bytes; {limit} is the limit",
            size=longest,
            limit=MAX_LINE,
        )
    return StampedGroup(raws, new, key, after is not None)


def _decoder(cls: type[Event]) -> msgspec.json.Decoder[Any]:
    found = _decoders.get(cls)
    if found is None:
        found = _decoders[cls] = msgspec.json.Decoder(line_type(cls))
    return found
