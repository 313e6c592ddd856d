"""Reading dates as files write them; unknown digits are `?`, and ambiguous dates aren't guessed."""

from __future__ import annotations

import datetime as dt
import functools
import re
from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from ledger.kernel.errors import Ambiguous, LedgerError, Malformed
from ledger.kernel.message import Message

Order: TypeAlias = Literal["dmy", "mdy"]

_TIME = r"(?:[T ,]+(\d{1,2}:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?"
_YEAR_FIRST = re.compile(
    r"([\d?]{4})(?:[-./]([\d?]{1,2})(?:[-./]([\d?]{1,2}))?)?" + _TIME, re.ASCII
)
_YEAR_LAST = re.compile(r"(\d{1,2})([-./])(\d{1,2})\2(\d{4})" + _TIME, re.ASCII)
_SHORT_YEAR = re.compile(r"\d{1,2}([-./])\d{1,2}\1\d{2}", re.ASCII)
_SERIAL = re.compile(r"(\d{5})(?:[.,](\d{1,12}))?", re.ASCII)
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.\d+)?", re.ASCII)
_EXCEL = dt.datetime(1899, 12, 30)
_SERIALS = range(20_000, 80_000)
"""Excel's day numbers from 1954 to 2119; no game was played on other days."""

_HINT = Message("write dates like 2026-03-01")


class When(NamedTuple):
    """A day and a time of day, each None if it isn't known at all."""

    date: str | None = None
    time: str | None = None
    zone: str | None = None


@functools.lru_cache(maxsize=4096)
def read_when(text: str | None, order: Order | None = None) -> When:
    """Read a date, with or without a time."""
    text = (text or "").strip()
    if not text:
        return When()
    if m := _YEAR_FIRST.fullmatch(text):
        year, month, day, time, zone = m.groups()
        return When(_date(text, year, month, day), _time(text, time), zone)
    if m := _YEAR_LAST.fullmatch(text):
        first, separator, second, year, time, zone = m.groups()
        way = "dmy" if separator == "." or first == second else order
        if way is None:
            way = _only_way(text, int(first), int(second))
        day, month = (first, second) if way == "dmy" else (second, first)
        return When(_date(text, year, month, day), _time(text, time), zone)
    if (m := _SERIAL.fullmatch(text)) and int(m.group(1)) in _SERIALS:
        days = float(f"{m.group(1)}.{m.group(2) or 0}")
        moment = _EXCEL + dt.timedelta(seconds=round(days * 86400))
        return When(moment.date().isoformat(), moment.strftime("%H:%M:%S") if m.group(2) else None)
    if _SHORT_YEAR.fullmatch(text):
        raise Malformed("the year of {text!r} has two digits", hint=_HINT, text=text)
    raise Malformed("{text!r} isn't a date", hint=_HINT, text=text[:40])


def read_clock(text: str | None) -> str | None:
    """Read a time of day."""
    text = (text or "").strip()
    if not text:
        return None
    if _CLOCK.fullmatch(text) is None:
        raise Malformed(
            "{text!r} isn't a time of day", hint="write times like 18:30", text=text[:40]
        )
    return _time(text, text.partition(".")[0])


def unset_midnight(when: When) -> When:
    """Drop a time of midnight, which programs fill in if there is none."""
    return when._replace(time=None) if when.time == "00:00:00" else when


def sniff_order(texts: Iterable[str]) -> Order | None:
    """Return the only order of day and month that fits all dates of a column, or None."""
    ways: set[Order] = set()
    for text in texts:
        m = _YEAR_LAST.fullmatch(text.strip())
        if m is None or m.group(2) == ".":
            continue
        if int(m.group(1)) > 12:
            ways.add("dmy")
        elif int(m.group(3)) > 12:
            ways.add("mdy")
    return ways.pop() if len(ways) == 1 else None


def unix(seconds: int) -> When:
    """Return date and time of a Unix time."""
    try:
        moment = dt.datetime.fromtimestamp(seconds, dt.UTC)
    except (ValueError, OverflowError, OSError):
        raise Malformed("{seconds} isn't a time in seconds since 1970", seconds=seconds) from None
    return When(moment.date().isoformat(), moment.strftime("%H:%M:%S"), "Z")


def _only_way(text: str, first: int, second: int) -> Order:
    if first > 12 or second > 12:
        return "dmy" if first > 12 else "mdy"
    raise Ambiguous(
        "{text!r} is day {first} of month {second} or day {second} of month {first}",
        hint="no other date in the file settles it: give the order with --dates dmy or --dates mdy",
        text=text,
        first=first,
        second=second,
    )


def _date(text: str, year: str, month: str | None, day: str | None) -> str | None:
    """Return a date with `?` for unknown parts, which some programs write as 00."""
    if year in ("0000", "????"):
        return None
    parts = [_part(month), _part(day)]
    try:
        if "?" not in year + "".join(parts):
            return dt.date(int(year), int(parts[0]), int(parts[1])).isoformat()
        # an unknown year may be a leap year
        whole_year = 2000 if "?" in year else int(year)
        dt.date(whole_year, int(parts[0].replace("?", "0")) or 1, 1)
        if parts[1].isdecimal() and not 1 <= int(parts[1]) <= 31:
            raise ValueError
    except ValueError:
        raise Malformed(
            "{text!r} isn't a day in the calendar", hint=_HINT, text=text[:40]
        ) from None
    return "-".join([year, *parts])


def _part(text: str | None) -> str:
    if text is None or not text.strip("0?"):
        return "??"
    return text.rjust(2, "0")


def _time(text: str, time: str | None) -> str | None:
    if time is None:
        return None
    hour, minute, *rest = (int(x) for x in time.split(":"))
    second = rest[0] if rest else None
    if hour > 23 or minute > 59 or (second or 0) > 59:
        raise Malformed(
            "{text!r} isn't a time on the clock", hint="write times like 18:30", text=text[:40]
        )
    return f"{hour:02}:{minute:02}" + ("" if second is None else f":{second:02}")


def problem_of(e: LedgerError) -> Message:
    """Return an error in one line."""
    if e.advice is None:
        return e.text
    return Message("{problem} ({hint})", problem=e.text, hint=e.advice)
