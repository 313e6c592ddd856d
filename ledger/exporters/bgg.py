"""Games as XML, in the form in which BGG lists them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from ledger.kernel.message import Message
from ledger.kernel.results import BY_LEDGER, PlayRecord, Standing
from ledger.kernel.text.safe import OBEYED
from ledger.library.records.outcomes import highest_wins

from .base import (
    COOPERATIVE,
    EXTRA,
    ID_ELSEWHERE,
    PART_OF_DATE,
    PLAYERS_FIELD,
    ROUNDS,
    TIME_ZONE,
    ExportedFile,
    Losses,
    score_of,
)

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML doesn't allow."""

_ESCAPES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "\r": "&#13;",
    "\n": "&#10;",
    "\t": "&#9;",
}
_PARTIAL = re.compile(r"\d{4}(?:-(?:\d\d|\?\?)){2}")


def write_bgg(plays: Iterable[PlayRecord], username: str = "") -> ExportedFile:
    """Return one page of plays."""
    losses = Losses()
    items = [_play(p, losses) for p in plays]
    head = {"username": username, "userid": "0", "total": str(len(items)), "page": "1"}
    head["comment"] = BY_LEDGER
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f"<plays{_attributes(head, losses)}>"]
    return ExportedFile("\n".join([*lines, *items, "</plays>", ""]).encode(), losses.messages())


def _play(p: PlayRecord, losses: Losses) -> str:
    lost = losses.unless
    lost(p.time is None, Message("the time"))
    lost(p.rounds is None, ROUNDS)
    lost(p.board is None, Message("the board"))
    lost(highest_wins(p), Message("that the lowest score wins"))
    lost(not p.cooperative, COOPERATIVE)
    ours = dict(p.extra) if p.source == "bgg" else {}
    lost("zone" not in p.extra, TIME_ZONE)
    lost(ours or not p.extra.keys() - {"zone"}, EXTRA)
    subtypes = ours.pop("subtypes", [])
    item = {"name": p.title, "objecttype": "thing", "objectid": str(p.bgg or 0)}
    item |= _texts(ours.pop("item", {}), losses)
    lost("elements" not in ours, Message("unknown elements"))
    attributes = {
        **_texts({k: v for k, v in ours.items() if k != "elements"}, losses),
        "id": p.key if p.source == "bgg" and ":" not in p.key else f"{quote(p.source)}:{p.key}",
        "date": _date(p, losses),
        "quantity": str(p.quantity),
        "length": str(p.minutes or 0),
        "incomplete": str(int(not p.complete)),
        "location": p.place or "",
    }
    out = [f"  <play{_attributes(attributes, losses)}>"]
    if subtypes:
        values = "".join(f"<subtype{_attributes({'value': s}, losses)}/>" for s in subtypes)
        out.append(f"    <item{_attributes(item, losses)}><subtypes>{values}</subtypes></item>")
    else:
        out.append(f"    <item{_attributes(item, losses)}/>")
    if p.comment is not None:
        out.append(f"    <comments>{_escaped(p.comment, losses)}</comments>")
    if p.standings:
        out.append("    <players>")
        out += [f"      <player{_attributes(_player(s, losses), losses)}/>" for s in p.standings]
        out.append("    </players>")
    return "\n".join([*out, "  </play>"])


def _date(p: PlayRecord, losses: Losses) -> str:
    if p.date is None:
        return "0000-00-00"
    known = _PARTIAL.fullmatch(p.date)
    losses.unless(known, PART_OF_DATE)
    return p.date.replace("??", "00") if known else "0000-00-00"


def _player(s: Standing, losses: Losses) -> dict[str, str]:
    lost = losses.unless
    for what in ("place", "began", "role", "team"):
        lost(getattr(s, what) is None, PLAYERS_FIELD[what])
    lost(s.person.ids.keys() <= {"bgg"}, ID_ELSEWHERE)
    extra = _texts(s.extra, losses)
    flags = {"new": s.first_time, "win": s.won}
    return {
        **extra,
        "username": s.person.ids.get("bgg", ""),
        "userid": extra.get("userid", "0"),
        "name": s.person.name,
        "startposition": "" if s.seat is None else str(s.seat),
        "color": s.colour or "",
        "score": score_of(s) or "",
        "rating": extra.get("rating", "0"),
        **{k: str(int(v)) for k, v in flags.items() if v is not None},
    }


def _texts(values: Mapping[str, Any], losses: Losses) -> dict[str, str]:
    """Return, as strings, the values that can be XML attributes."""
    out = {}
    for name, value in values.items():
        fits = isinstance(value, str) and re.fullmatch(r"[A-Za-z_][\w.-]*", name, re.ASCII)
        losses.unless(fits, EXTRA)
        if fits:
            out[name] = value
    return out


def _attributes(values: Mapping[str, str], losses: Losses) -> str:
    return "".join(f' {name}="{_escaped(value, losses)}"' for name, value in values.items())


def _escaped(text: str, losses: Losses) -> str:
    clean = _FORBIDDEN.sub("\ufffd", text)
    losses.unless(clean == text, Message("characters that XML doesn't allow"))
    escaped = "".join(_ESCAPES.get(ch, ch) for ch in clean)
    return OBEYED.sub(lambda m: f"&#{ord(m[0])};", escaped)
