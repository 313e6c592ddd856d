"""Tell two recordings apart: where facts differ, and where only words do."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from .recording import about, kept

Kind = Literal["facts", "prose"]

SENTENCES = frozenset(
    {
        "about",
        "description",
        "detail",
        "doubts",
        "error",
        "help",
        "hint",
        "meaning",
        "message",
        "more",
        "notes",
        "remarks",
        "section",
        "summary",
        "tests",
        "text",
        "words",
    }
)
"""JSON fields that hold sentences, or lists of them. (`tests` are names of our own files.)"""
TITLED = frozenset({"about", "section", "properties", "enum", "openapi"})
"""An object with one of these fields has a title that is only words."""
FRAME = re.compile(r"[\u2500-\u257f]")
PLACE = re.compile(r"[\w./<>-]+:\d+(?::\d+)?(?=:)")
RULE = re.compile(r"\b(?:A-)?[A-Z]{3}-[A-Z]?\d+\b")
WIDTH = 150
FIRST = 6
"""So many differences of one case are shown."""


@dataclass(frozen=True)
class Difference:
    """One place where two answers differ."""

    kind: Kind
    where: str
    before: str
    after: str


def differences(a: Any, b: Any) -> list[Difference]:
    """Compare two answers to the same question."""
    return list(_answer(a, b))


def _answer(a: dict[str, Any], b: dict[str, Any]) -> Iterator[Difference]:
    for part in sorted({*a, *b} - {"asked"}):
        x, y = a.get(part), b.get(part)
        if _same(x, y):
            continue
        if part in ("stdout", "stderr", "body"):
            yield from _content(part, x, y)
        elif part == "files" and x and y:
            for name in sorted({*x, *y}):
                yield from _content(name, x.get(name), y.get(name))
        else:
            yield from _value(part, x, y, words=False)


def _content(where: str, a: Any, b: Any) -> Iterator[Difference]:
    if _same(a, b):
        return
    if not isinstance(a, dict) or not isinstance(b, dict):
        yield Difference("facts", where, _short(a), _short(b))
        return
    for kind in sorted({*a, *b}):
        if kind not in a or kind not in b:
            if not (a.get(kind) or b.get(kind)):
                continue  # nothing was said, in two ways
            yield Difference("facts", f"{where}, {kind}", _short(a.get(kind)), _short(b.get(kind)))
        elif kind == "text":
            yield from _words(where, "\n".join(a[kind]), "\n".join(b[kind]))
        elif kind == "board":
            yield from _board(where, a[kind], b[kind])
        elif kind == "digest" and "exact" in a and "exact" in b:
            continue  # the lines say it
        else:
            yield from _value(where, a[kind], b[kind], words=False)


def _words(where: str, a: str, b: str) -> Iterator[Difference]:
    """Compare prose: places in files and names of rules are facts even there."""
    if a == b:
        return
    for what, pattern in (("places", PLACE), ("rules", RULE)):
        x, y = (Counter(pattern.findall(text)) for text in (a, b))
        if x != y:
            lost, new = sorted((x - y).elements()), sorted((y - x).elements())
            yield Difference("facts", f"{where}, {what} named", _short(lost), _short(new))
    before, after = a.splitlines(), b.splitlines()
    same = Counter(before) & Counter(after)
    old, new_ = _without(before, same), _without(after, same)
    yield Difference("prose", where, _short(old or before), _short(new_ or after))


def _without(lines: list[str], same: Counter[str]) -> list[str]:
    left = Counter(same)
    out = []
    for line in lines:
        if left[line]:
            left[line] -= 1
        else:
            out.append(line)
    return out


def _board(where: str, a: list[str], b: list[str]) -> Iterator[Difference]:
    """Compare drawings: the words in them are prose, everything else is not."""
    x, y = ([_skeleton(line) for line in lines if FRAME.search(line)] for lines in (a, b))
    if x != y:
        yield from _value(f"{where}, drawing", x, y, words=False)
    else:
        yield from _words(where, "\n".join(a), "\n".join(b))


def _skeleton(line: str) -> str:
    line = re.sub(r"[^\W\d_]{3,}", "w", line)
    return re.sub(r"(w ?)+", "w", re.sub(r"([\u2500-\u257f ])\1+", r"\1", line)).strip()


def _value(where: str, a: Any, b: Any, *, words: bool) -> Iterator[Difference]:
    if _same(a, b):
        return
    if isinstance(a, dict) and isinstance(b, dict):
        if list(a) != list(b) and a.keys() == b.keys():
            yield Difference("facts", f"{where}, order", _short(list(a)), _short(list(b)))
        for key in [*a, *(k for k in b if k not in a)]:
            inner = f"{where}.{key}"
            if key not in a or key not in b:
                yield Difference("facts", inner, _there(a, key), _there(b, key))
            else:
                told = words or key in SENTENCES or (key == "title" and not TITLED.isdisjoint(a))
                told = told or (key == "columns" and "about" in a)
                yield from _value(inner, a[key], b[key], words=told)
    elif isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            kind: Kind = "prose" if words else "facts"
            sizes = f"{len(a)} items", f"{len(b)} items"
            yield Difference(kind, f"{where}, length", *sizes)
        for n, (x, y) in enumerate(zip(a, b, strict=False)):
            yield from _value(f"{where}[{n}]", x, y, words=words)
    elif words and isinstance(a, str) and isinstance(b, str):
        yield from _words(where, a, b)
    else:
        yield Difference("facts", where, _short(a), _short(b))


def _same(a: Any, b: Any) -> bool:
    """Tell whether two JSON values are written the same: 1 is neither 1.0 nor true."""
    return json.dumps(a) == json.dumps(b)


def _there(value: dict[str, Any], key: str) -> str:
    return _short(value[key]) if key in value else "(not there)"


def _short(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(x, str) for x in value):
        text = " / ".join(x.strip() for x in value[:4] if x.strip())
    else:
        text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"


# --- two recordings -----------------------------------------------------------------------------


def compare(a: Path, b: Path, *, facts_only: bool = False, every: bool = False) -> int:
    """Print the differences of two recordings; 0: none, 1: only prose, 2: facts."""
    before, after = kept(a), kept(b)
    whole = about(a)["whole"] and about(b)["whole"]
    print(f"{a}: {about(a)['tree']}\n{b}: {about(b)['tree']}\n")
    counted: Counter[Kind] = Counter()
    cases: dict[Kind, int] = {"facts": 0, "prose": 0}
    answers = 0
    for here, there, where in ((before, after, a), (after, before, b)):
        if alone := sorted(group for group in here if group not in there):
            print(f"only in {where}: {', '.join(alone)}\n")
            counted["facts"] += len(alone) * whole
    for group in (x for x in before if x in after):
        answers += len(before[group])
        for name in [*before[group], *(n for n in after[group] if n not in before[group])]:
            x, y = before[group].get(name), after[group].get(name)
            if x is None or y is None:
                found = [Difference("facts", "the case", *("there", "missing")[:: 1 if x else -1])]
            else:
                found = differences(x, y)
            kinds = Counter(d.kind for d in found)
            counted.update(kinds)
            for kind in cases:
                cases[kind] += bool(kinds[kind])
            shown = [d for d in found if d.kind == "facts" or not facts_only]
            if shown:
                asked = (x or y or {}).get("asked", "")
                _show(f"{group}/{name}", asked, shown, every=every)
    if not counted.total():
        print(f"equal: {answers} answers")
        return 0
    print(
        f"\n{answers} answers compared. Facts differ in {cases['facts']} of them "
        f"({counted['facts']} differences), prose in {cases['prose']} ({counted['prose']})."
    )
    return 2 if counted["facts"] else 1


def _show(case: str, asked: str, found: list[Difference], *, every: bool) -> None:
    print(f"== {case}\n   {_short(asked)}")
    found = sorted(found, key=lambda d: d.kind)
    for d in found if every else found[:FIRST]:
        print(f"   {d.kind} {d.where}\n     - {d.before}\n     + {d.after}")
    if len(found) > FIRST and not every:
        print(f"   … and {len(found) - FIRST} more")
