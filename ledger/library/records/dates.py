"""Reading dates in files; unknown digits are `?`, and ambiguous dates are never guessed."""

from __future__ import annotations

import datetime as dt
import functools
import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ledger.kernel.errors import Ambiguous, LedgerError, Malformed
from ledger.kernel.message import Message
from ledger.kernel.text.accents import plain_letters

Order: TypeAlias = Literal["dmy", "mdy", "ymd"]

_TIME = (
    r"(?:[T ,]+(\d{1,2}:\d\d(?::\d\d)?)(?:\.\d+)?"
    r"\s*([AaPp]\.?[Mm]\.?)?\s*(Z|(?:GMT|UTC)?[+-]\d\d?(?::?\d\d)?|GMT|UTC)?)?"
)
_YEAR_FIRST = re.compile(
    r"([\d?]{4})(?:[-./]([\d?]{1,2})(?:[-./]([\d?]{1,2}))?)?" + _TIME, re.ASCII
)
_YEAR_LAST = re.compile(r"(\d{1,2})([-./])(\d{1,2})\2(\d{4})" + _TIME, re.ASCII)
_SHORT_MONTH = r"([^\W\d_]{3,12})\.?"
_WEEKDAYS = frozenset(
    " ".join(
        (
            "monday tuesday wednesday thursday friday saturday sunday",
            "mon tue tues wed thu thur thurs fri sat sun",
            "poniedzialek wtorek sroda czwartek piatek sobota niedziela",
            "pon pn wt sr czw cz pt sob sb nd niedz",
            "lunedi martedi mercoledi giovedi venerdi sabato domenica lun mar mer gio ven sab dom",
            "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
            "mo di mi do fr sa so",
            "lundi mardi mercredi jeudi vendredi samedi dimanche jeu sam dim",
            "lunes martes miercoles jueves viernes sabado domingo mie jue vie",
        )
    ).split()
)
_WITH_MONTH = r"([^\W\d_]{3,12})\.?"
_WITH_WEEKDAY = re.compile(r"([^\W\d_]{2,14})\.?,?\s+(\S.*)", re.DOTALL)
_SHORT_YEAR = re.compile(r"(\d{1,2})([-./])(\d{1,2})\2(\d{2})" + _TIME, re.ASCII)
_MONTH = r"([^\W\d_]{3,12})\.?"
_YEAR = r"(\d{4}|['’]?\d{2})"
_DAY_FIRST = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|\.|º|°|er)?[\s/-]*(?:of\s+|de\s+)?"
    + _MONTH
    + r"[\s,/-]*(?:de\s+|del\s+)?"
    + _YEAR
    + r"(?:\s*r\.?)?"
    + _TIME
)
_MONTH_FIRST = re.compile(_MONTH + r"[\s-]+(\d{1,2})(?:st|nd|rd|th)?[\s,-]+" + _YEAR + _TIME)
_MONTH_INSIDE = re.compile(r"(\d{4})[\s/-]+" + _MONTH + r"[\s/-]+(\d{1,2})" + _TIME)
_MONTH_ALONE = re.compile(_MONTH + r"[\s,-]+(?:de\s+)?(\d{4})")
_MONTHS: dict[str, int] = {
    name: n
    for n, names in enumerate(
        (
            "january jan styczen stycznia sty gennaio gen januar janner janvier janv enero ene",
            "february feb luty lutego lut febbraio februar feber fevrier fevr fev febrero",
            "march mar marzec marca marzo marz mrz mars",
            "april apr kwiecien kwietnia kwi aprile avril avr abril abr",
            "may maj maja maggio mag mai mayo",
            "june jun czerwiec czerwca cze giugno giu juni juin junio",
            "july jul lipiec lipca lip luglio lug juli juillet juil julio",
            "august aug sierpien sierpnia sie agosto ago aout",
            "september sep sept wrzesien wrzesnia wrz settembre set sett septembre septiembre",
            "october oct pazdziernik pazdziernika paz ottobre ott oktober okt octobre octubre",
            "november nov listopad listopada lis novembre noviembre",
            "december dec grudzien grudnia gru dicembre dic dezember dez decembre diciembre",
        ),
        1,
    )
    for name in names.split()
}
"""Month names in English, Polish, Italian, German, French and Spanish, without accents."""

_CENTURY = 50
"""Two-digit years below this are in this century."""

_SERIAL = re.compile(r"(\d{5})(?:[.,](\d{1,12}))?", re.ASCII)
_CLOCK = re.compile(r"(\d{1,2}:\d\d(?::\d\d)?)(?:\.\d+)?\s*([AaPp]\.?[Mm]\.?)?", re.ASCII)
_EXCEL = dt.datetime(1899, 12, 30)
_SERIALS = range(20_000, 80_000)
"""Excel's day numbers from 1954 to 2119; other numbers aren't taken for days."""

_HINT = Message("write dates like 2026-03-01")


class When(NamedTuple):
    """A day and a time of day, each of them None if nothing is known about it."""

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
        year, month, day, *rest = m.groups()
        return When(_date(text, year, month, day), *_moment(text, *rest))
    if m := _YEAR_LAST.fullmatch(text):
        first, separator, second, year, *rest = m.groups()
        way = "dmy" if separator == "." or first == second else order
        if way is None or way == "ymd":
            way = _only_way(text, int(first), int(second))
        day, month = (first, second) if way == "dmy" else (second, first)
        return When(_date(text, year, month, day), *_moment(text, *rest))
    if m := _SHORT_YEAR.fullmatch(text):
        one, _, two, three, *rest = m.groups()
        ways = _short_ways(text)
        if order is not None:
            ways = [order]
        fits = dict.fromkeys(_ordered(text, way, one, two, three) or "" for way in ways)
        if len(fits) > 1:
            raise Ambiguous(
                "{text!r} could be {dates}",
                hint="no other date in the file settles it: give the order with --dates {orders}",
                text=text,
                dates=", ".join(fits),
                orders=Message("dmy, mdy or ymd") if "ymd" in ways else Message("dmy or mdy"),
            )
        if not ways:
            raise Malformed("{text!r} isn't a day in the calendar", hint=_HINT, text=text[:40])
        return When(next(iter(fits)) or None, *_moment(text, *rest))
    if (found := _written(text)) is not None:
        return found
    m = _WITH_WEEKDAY.fullmatch(text)
    if m is not None and plain_letters(m.group(1).casefold()) in _WEEKDAYS:
        if (found := _written(m.group(2))) is not None:
            return found
        if m.group(2)[0].isdecimal():
            return read_when(m.group(2), order)
    if (m := _SERIAL.fullmatch(text)) and int(m.group(1)) in _SERIALS:
        days = float(f"{m.group(1)}.{m.group(2) or 0}")
        moment = _EXCEL + dt.timedelta(seconds=round(days * 86400))
        return When(moment.date().isoformat(), moment.strftime("%H:%M:%S") if m.group(2) else None)
    raise Malformed("{text!r} isn't a date", hint=_HINT, text=text[:40])


def _written(text: str) -> When | None:
    """Read a date whose month is spelled out; return None for anything else."""
    rest: list[str | None]
    if m := _DAY_FIRST.fullmatch(text):
        day, name, year, *rest = m.groups()
    elif m := _MONTH_FIRST.fullmatch(text):
        name, day, year, *rest = m.groups()
    elif m := _MONTH_INSIDE.fullmatch(text):
        year, name, day, *rest = m.groups()
    elif m := _MONTH_ALONE.fullmatch(text):
        name, year = m.groups()
        day, rest = "??", [None, None, None]
    else:
        return None
    month = _MONTHS.get(plain_letters(name.casefold()))
    if month is None:
        return None
    return When(_date(text, _year(year), str(month), day), *_moment(text, *rest))


def _year(text: str) -> str:
    """Return a year as four digits."""
    digits = text.lstrip("'’")
    if len(digits) == 4:
        return digits
    return f"20{digits}" if int(digits) < _CENTURY else f"19{digits}"


def _short_ways(text: str) -> list[Order]:
    """Return the possible orders of a date with a two-digit year, the usual ones first."""
    m = _SHORT_YEAR.fullmatch(text)
    if m is None:
        return []
    one, separator, two, three = m.groups()[:4]

    def fits(way: Order) -> bool:
        try:
            return _ordered(text, way, one, two, three) is not None
        except Malformed:
            return False

    orders: tuple[Order, ...] = ("dmy",) if separator == "." else ("dmy", "mdy", "ymd")
    return [way for way in orders if fits(way)]


def _ordered(text: str, order: Order, one: str, two: str, three: str) -> str | None:
    """Read a date with a two-digit year and its parts in this order; None if they don't fit."""
    if order == "ymd":
        return _date(text, _year(one), two, three) if len(one) == 2 else None
    day, month = (one, two) if order == "dmy" else (two, one)
    return _date(text, _year(three), month, day)


def _moment(
    text: str, time: str | None, half: str | None, zone: str | None
) -> tuple[str | None, str | None]:
    """Return a time of day and its zone, as `18:30` and `+01:00`."""
    clock = _time(text, time)
    if clock is not None and half:
        hour = int(clock[:2])
        if not 1 <= hour <= 12:
            raise Malformed(
                "{text!r} isn't a time on the clock", hint="write times like 18:30", text=text[:40]
            )
        clock = f"{hour % 12 + 12 * (half[0] in 'pP'):02}{clock[2:]}"
    if zone is None or not zone.startswith(("GMT", "UTC")):
        return clock, zone
    m = re.fullmatch(r"([+-])(\d\d?):?(\d\d)?", zone[3:])
    return clock, "Z" if m is None else f"{m[1]}{m[2]:0>2}:{m[3] or '00'}"


@functools.lru_cache(maxsize=4096)
def read_clock(text: str | None) -> str | None:
    """Read a time of day."""
    text = (text or "").strip()
    if not text:
        return None
    m = _CLOCK.fullmatch(text)
    if m is None:
        raise Malformed(
            "{text!r} isn't a time of day", hint="write times like 18:30", text=text[:40]
        )
    return _moment(text, m.group(1), m.group(2), None)[0]


def unset_midnight(when: When) -> When:
    """Drop a time of exactly midnight, as programs fill that in when there isn't one."""
    return when._replace(time=None) if when.time == "00:00:00" else when


def sniff_order(texts: Iterable[str]) -> Order | None:
    """Return the only order of day, month and year that fits every date in a column, or None."""
    ways: set[Order] = set()
    short: list[str] = []
    fixed: set[str] = set()  # dates in whose form the order is certain
    for text in map(str.strip, texts):
        if text in fixed:
            continue
        if m := _SHORT_YEAR.fullmatch(text):
            short += [text] if m.group(2) != "." else []
            continue
        m = _YEAR_LAST.fullmatch(text)
        if m is None or m.group(2) == ".":
            fixed.add(text)
            continue
        if int(m.group(1)) > 12:
            ways.add("dmy")
        elif int(m.group(3)) > 12:
            ways.add("mdy")
    if not ways and short:
        return _sniff_short(short)
    return ways.pop() if len(ways) == 1 else None


def _sniff_short(texts: Sequence[str]) -> Order | None:
    """Return the order of dates with two-digit years, assuming that the year hardly changes."""
    ways = set.intersection(*(set(_short_ways(text)) for text in texts))
    if len(ways) == 1:
        return ways.pop()
    if "ymd" not in ways or len(ways) != 2:
        return None
    parts = [m.groups() for text in texts if (m := _SHORT_YEAR.fullmatch(text))]
    first, last = len({p[0] for p in parts}), len({p[3] for p in parts})
    if last < first:
        return next(way for way in ways if way != "ymd")
    return "ymd" if first < last and len(parts) > 2 else None


def unix(seconds: int) -> When:
    """Return the date and time of a Unix timestamp."""
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
    """Return a date with `?` for its unknown parts, which some programs write as 00."""
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
    """Return an error as one line."""
    if e.advice is None:
        return e.text
    return Message("{problem} ({hint})", problem=e.text, hint=e.advice)
