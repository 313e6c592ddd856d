"""Times, as stored in logs and as typed by people."""

from __future__ import annotations

import datetime as dt
import functools
import re
from contextlib import suppress

from ledger.kernel.errors import Malformed

_MINUTE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:\Z")
_SECONDS = re.compile(r"[0-5][0-9]\.[0-9]{3}Z\Z")
_TYPED = re.compile(r"@(?:(\d{4}-\d\d-\d\d)T)?(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?Z?\Z")
SET_CLOCK = dt.timedelta(days=1, hours=2)
"""How far off a clock may be; more than the time difference between any two places."""
LIFETIME = dt.timedelta(days=50 * 366)
"""Longer than any game takes."""


def utc_now() -> dt.datetime:
    """Return the current time."""
    return dt.datetime.now(dt.UTC)


def now() -> str:
    """Return the current time in the format of logs."""
    return format_time(utc_now())


def parse_time(at: str) -> dt.datetime:
    """Parse a full time and return it in UTC, which is assumed if it has no time zone.

    Raises `ValueError`.
    """
    time = dt.datetime.fromisoformat(at.replace("Z", "+00:00"))
    if time.tzinfo is None:  # read as UTC, so that it means the same everywhere
        time = time.replace(tzinfo=dt.UTC)
    try:
        return time.astimezone(dt.UTC)
    except OverflowError as e:
        raise ValueError(str(e)) from None


def format_time(time: dt.datetime) -> str:
    """Format a full time for a log: UTC with milliseconds."""
    return time.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def is_log_time(text: str) -> bool:
    """Whether a time is in the format of logs."""
    return _is_minute(text[:17]) and _are_seconds(text[17:])


@functools.lru_cache(maxsize=64)
def _is_minute(text: str) -> bool:
    return _MINUTE.match(text) is not None and is_time(text[:-1])


@functools.lru_cache(maxsize=256)
def _are_seconds(text: str) -> bool:
    return _SECONDS.match(text) is not None


def is_time(text: str) -> bool:
    """Whether a string is a date, or a date with a time."""
    try:
        dt.datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def possible_times(began: str) -> tuple[str, str]:
    """Return the earliest and latest times that a log may have whose game began at a given time."""
    first, last = "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"
    with suppress(ValueError, OverflowError):
        time = parse_time(began)
        with suppress(OverflowError):
            first = format_time(time - SET_CLOCK)
        with suppress(OverflowError):
            last = format_time(time + LIFETIME)
    return first, last


def local_time(at: str) -> str:
    """Convert a time in a log to this computer's local time, in the same format."""
    return format_time(parse_time(at).astimezone())


def utc_time(at: str) -> str:
    """Convert this computer's local time to a time for a log."""
    return format_time(parse_time(at).replace(tzinfo=None).astimezone(dt.UTC))


def clock_of(started: str | None) -> str | None:
    """Return the time from which later times of day are counted, if a game's start gives one."""
    try:
        return None if started is None else format_time(parse_time(started))
    except ValueError:
        return None


def short_time(clock: str | None, at: str) -> str:
    """Format a time for a session, without the date if it follows from the clock."""
    time = parse_time(at)
    text = time.strftime("%H:%M:%S")
    if ms := time.microsecond // 1000:
        text += f".{ms:03d}"
    if clock is None or not dt.timedelta(0) <= time - parse_time(clock) < dt.timedelta(days=1):
        text = f"{time.date().isoformat()}T{text}"
    return f"@{text} "


def read_time(word: str, clock: str | None) -> str:
    """Return the full time for `@19:42`: the next such time after the clock.

    Raises `Malformed` if it isn't a time, or if no date is known for it.
    """
    m = _TYPED.match(word)
    if m is None:
        raise Malformed(
            "{word} isn't a time; write @19:42, @19:42:05 or @2026-03-01T19:42", word=word
        )
    date, hour, minute, second, ms = m.groups()
    try:
        dt.time(int(hour), int(minute), int(second or 0))  # first, as it may be wrong on any day
        day = dt.date.fromisoformat(date) if date else parse_time(clock).date() if clock else None
        if day is None:
            raise Malformed(
                "no date is known for {word}: write `started: 2026-03-01` in the header, or the "
                "first time as @2026-03-01T19:42",
                word=word,
            )
        time = dt.datetime(
            day.year,
            day.month,
            day.day,
            int(hour),
            int(minute),
            int(second or 0),
            int((ms or "0").ljust(3, "0")) * 1000,
            tzinfo=dt.UTC,
        )
        if not date and clock is not None and time < parse_time(clock):
            time += dt.timedelta(days=1)
    except (ValueError, OverflowError):
        raise Malformed(
            "{word} isn't a real time: check the date, the hour and the minutes", word=word
        ) from None
    return format_time(time)
