"""Reading scores the way people write them: `16+1-3`, `7,5`, `½`, any kind of minus; no `eval`."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from decimal import Context, Decimal
from typing import Any, Literal, NamedTuple, TypeAlias

from ledger.kernel.message import Message
from ledger.library.records.numbers import MAX_DIGITS

MAX_TEXT = 1000
"""The longest score that is read, in characters."""

_MINUS = str.maketrans(
    dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\u2014\ufe63\uff0d", "-") | {"\uff0b": "+"}
)
_EXACT = Context(prec=100)
_GROUPED = (
    r"[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]+"
    r"|[0-9]{1,3}(?:\.[0-9]{3}){2,}|[0-9]{1,3}(?:,[0-9]{3}){2,}"
    r"|[0-9]{1,3}(?:[ \u00a0\u202f'’][0-9]{3})+(?:[.,][0-9]+)?"
)
"""Numbers with thousands and decimals that can't be confused: `1.234,5`, `1 234`, `1'234.5`."""

_FRACTIONS = {"¼": ".25", "½": ".5", "¾": ".75"}
_HALF = re.compile(r"(?:([0-9]{1,4})\s+)?1/2")
_UNIT = re.compile(
    r"(?:[€$£]\s*)(?P<after>[+-]?[0-9.,].*)|(?P<before>.*[0-9½¼¾])\s*(?:[€$£]|zł|"
    r"(?:pts?|points?|p|pkt|punkt(?:y|ów|e)?|punti|pt|vp|vps|victory points|puntos)\.?)",
    re.IGNORECASE | re.DOTALL,
)
"""A number with what it counts: `45 pts`, `€ 45`."""

_BRACKETS = re.compile(r"(.*[0-9½¼¾])\s*\(([^()]{1,40})\)", re.DOTALL)
"""A score with something in brackets, such as what broke a tie: `120 (3)`."""

_TERM = re.compile(
    rf"\s*([+-]?)\s*(-?)\s*((?:{_GROUPED})(?![0-9.,])|[0-9]*[¼½¾]"
    r"|[0-9]+(?:[.,][0-9]+)?|[.,][0-9]+)\s*"
)
_DANGLING = re.compile(r"(?<=[0-9])\s*[+-]\s*\Z")
"""A trailing sign, left by a calculator when the last number was never typed: `86+84+`."""

_THOUSANDS = re.compile(r"[0-9]{1,3}([.,])[0-9]{3}")
"""Ambiguous numbers: 1,234 is over a thousand to some people, and just over one to others."""

_WITH_DECIMALS = re.compile(
    r"(?:[0-9]*|[0-9]{1,3}(?:[.,][0-9]{3})+)([.,])(?:[0-9]{1,2}|[0-9]{4,})"
    r"|[0-9]{1,3}(?:\.[0-9]{3})+(,)[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+(\.)[0-9]+"
)
Decimals: TypeAlias = Literal["comma", "point"]
"""The character before the decimals of a number."""

_SIGNS: Mapping[str, Decimals] = {",": "comma", ".": "point"}


class Score(NamedTuple):
    """A score as written, with its parts and their total, or with the `problem` it has."""

    text: str | None = None
    parts: tuple[str, ...] = ()
    total: str | None = None
    problem: Message | None = None


def sniff_decimals(cells: Iterable[str]) -> tuple[Decimals | None, str | None]:
    """Return the character before decimals in some cells, and a cell where that isn't certain."""
    signs: set[str] = set()
    unclear: str | None = None
    for cell in cells:
        if _THOUSANDS.fullmatch(cell):
            unclear = unclear or cell
        elif m := _WITH_DECIMALS.fullmatch(cell):
            signs.add(next(filter(None, m.groups())))
    return (_SIGNS[signs.pop()], None) if len(signs) == 1 else (None, unclear)


def read_score(value: Any, decimals: Decimals | None = None) -> Score:
    """Read a score: a number, or a sum of numbers as a string.

    `decimals` says whether 1,234 or 1.234 is over a thousand; without it, 1,234 isn't read.
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return Score()
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return Score(str(value)[:80], problem=_no_score(str(value)))
    text = value.strip() if isinstance(value, str) else write_number(Decimal(repr(value)))
    return _read(text, decimals)


@functools.lru_cache(maxsize=4096)
def _read(text: str, decimals: Decimals | None) -> Score:
    if len(text) > MAX_TEXT:
        return Score(text, problem=_no_score(text))
    plain = text.translate(_MINUS)
    if m := _HALF.fullmatch(plain):
        plain = f"{m.group(1) or ''}½"
    elif m := _UNIT.fullmatch(plain):
        plain = m.group("after") or m.group("before")
    terms = _terms(plain, decimals)
    if terms is None and (m := _BRACKETS.fullmatch(plain)):
        inner = _read(m.group(1), decimals)
        if inner.total is not None:
            problem = Message(
                "of the score {text!r}, only {total} counts", text=text[:80], total=inner.total
            )
            return inner._replace(text=text, problem=problem)
    if terms is None:
        return Score(text, problem=_no_score(text))
    total = terms[0]
    for term in terms[1:]:
        total = _EXACT.add(total, term)
    parts = tuple(write_number(t) for t in terms) if len(terms) > 1 else ()
    return Score(text, parts, write_number(total))


def _no_score(text: str) -> Message:
    return Message("score {text!r} isn't a number or a sum of numbers", text=text[:80])


def _terms(text: str, decimals: Decimals | None) -> list[Decimal] | None:
    """Split `16+1-3` or `16--3` into its numbers; None for anything but a sum."""
    out: list[Decimal] = []
    at = 0
    text = _DANGLING.sub("", text)
    while at < len(text):
        m = _TERM.match(text, at)
        if m is None or not (m.group(1) if out else not m.group(2)):
            return None
        digits = m.group(3)
        number = _number(digits, decimals)
        if number is None:
            return None
        out.append(-number if (m.group(1) == "-") != bool(m.group(2)) else number)
        at = m.end()
    return out or None


def _number(digits: str, decimals: Decimals | None) -> Decimal | None:
    """Return the number that digits with points and commas stand for, if that is certain."""
    digits = re.sub(r"[ \u00a0\u202f'’]", "", digits)
    if digits[-1] in _FRACTIONS:
        return Decimal(digits[:-1] + _FRACTIONS[digits[-1]])
    if len(digits) > MAX_DIGITS:
        return None
    signs = [c for c in digits if c in ".,"]
    if m := _THOUSANDS.fullmatch(digits):
        if decimals is None and m.group(1) == ",":
            return None
        thousands = decimals is not None and _SIGNS[m.group(1)] != decimals
        return Decimal(re.sub("[.,]", "" if thousands else ".", digits))
    if len(signs) > 1:
        last = signs[-1] if signs[-1] != signs[0] else ""
        whole, _, part = digits.rpartition(last) if last else (digits, "", "0")
        return Decimal(re.sub("[.,]", "", whole) + "." + part)
    return Decimal(digits.replace(",", "."))


def write_number(number: Decimal) -> str:
    """Return a decimal without an exponent and without trailing zeros."""
    if not number:
        return "0"
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
