"""Times as logs hold them and as people write them."""

from __future__ import annotations

import datetime as dt
import functools
import re

from ledger.kernel.errors import Malformed

_LOGGED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\Z")
_TYPED = re.compile(r"@(?:(\d{4}-\d\d-\d\d)T)?(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?Z?\Z")


def utc_now() -> dt.datetime:
    """Return what time it is."""
    return dt.datetime.now(dt.UTC)


def now() -> str:
    """Return what time it is, as logs write it."""
    return format_time(utc_now())


def parse_time(at: str) -> dt.datetime:
    """Read a full time."""
    time = dt.datetime.fromisoformat(at.replace("Z", "+00:00"))
    if time.tzinfo is None:  # the same everywhere, wherever it is read
        time = time.replace(tzinfo=dt.UTC)
    try:
        return time.astimezone(dt.UTC)
    except OverflowError as e:
        raise ValueError(str(e)) from None


def format_time(time: dt.datetime) -> str:
    """Write a full time: UTC with milliseconds."""
    return time.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


@functools.lru_cache(maxsize=16)
def is_log_time(text: str) -> bool:
    """Whether a time is written as logs write it; the events of a move share theirs."""
    return bool(_LOGGED.match(text)) and is_time(text[:-1])


def is_time(text: str) -> bool:
    """Whether a text is a day, or a time of one."""
    try:
        dt.datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def local_time(at: str) -> str:
    """Return a time of a log as the clock of this computer shows it, in the same shape."""
    return format_time(parse_time(at).astimezone())


def utc_time(at: str) -> str:
    """Return a time of this computer's clock as a log holds it."""
    return format_time(parse_time(at).replace(tzinfo=None).astimezone(dt.UTC))


def clock_of(started: str | None) -> str | None:
    """Return the time from which times of the day go on, if the start of a game is a time."""
    try:
        return None if started is None else format_time(parse_time(started))
    except ValueError:
        return None


def short_time(clock: str | None, at: str) -> str:
    """Write a time, without its date where the clock has just shown it."""
    time = parse_time(at)
    text = time.strftime("%H:%M:%S")
    if ms := time.microsecond // 1000:
        text += f".{ms:03d}"
    if clock is None or not dt.timedelta(0) <= time - parse_time(clock) < dt.timedelta(days=1):
        text = f"{time.date().isoformat()}T{text}"
    return f"@{text} "


def read_time(word: str, clock: str | None) -> str:
    """Return the full time of `@19:42`, going on from the clock."""
    m = _TYPED.match(word)
    if m is None:
        raise Malformed(f"{word} isn't a time; write @19:42, @19:42:05 or @2026-03-01T19:42")
    date, hour, minute, second, ms = m.groups()
    try:
        dt.time(int(hour), int(minute), int(second or 0))  # first: it is wrong on any day
        day = dt.date.fromisoformat(date) if date else parse_time(clock).date() if clock else None
        if day is None:
            raise Malformed(
                f"nobody said which day {word} is on: write `started: 2026-03-01` in the header, "
                "or the first time as @2026-03-01T19:42"
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
        say = f"{word} isn't a real time: check the date, the hour and the minutes"
        raise Malformed(say) from None
    return format_time(time)
