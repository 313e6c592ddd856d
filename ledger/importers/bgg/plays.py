"""BoardGameGeek: saved pages of the XML list of plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ledger.importers.parsing.fields import Fields
from ledger.importers.parsing.scores import read_score
from ledger.importers.parsing.titles import Titles
from ledger.importers.records import Location, Record, Refusal, Remark, make_record, printable
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.records.dates import read_when

from .xml_stream import Node, stream

_STRANGE = 100
"""If this many plays at the start don't look like BGG's, none of them will."""


def read_bgg(data: bytes | Path, name: str, titles: Titles) -> Iterator[Record]:
    """Yield every play on a saved page, or on several pages in one file."""
    strange: list[Record] = []
    known = False
    for item in stream(data, name):
        if isinstance(item, Remark):
            yield item
            continue
        record = _record(*item, name, titles)
        known = known or "id" in item[0].attributes or item[0].child("item") is not None
        if not known:
            strange.append(record)
            if len(strange) == _STRANGE:
                break
            continue
        yield from strange
        strange.clear()
        yield record
    if strange:
        raise Malformed(
            "this isn't a list of BGG plays: its plays have neither an id nor an <item>",
            file=name,
        )


def _record(node: Node, line: int, ours: bool, name: str, titles: Titles) -> Record:
    id = printable(node.attributes.get("id", "")) or None
    part = Message("play {id}", id=id) if id else Message("a play without id")
    where = Location(name, line, part)
    try:
        return _play(node, titles, where, ours=ours)
    except LedgerError as e:
        return Refusal.of(e, where, id)


def _play(node: Node, titles: Titles, where: Location, *, ours: bool) -> Record:
    problems: list[Text] = []
    f = Fields(node.attributes, problems)
    key = f.text("id")
    if key is None:
        raise Malformed("the play has no id")
    source, colon, own = key.partition(":") if ours else ("", "", "")
    item = node.child("item")
    if item is None:
        raise Malformed("the play has no <item>, so it isn't clear which game it is")
    thing = Fields(item.attributes, problems, "item")
    title = thing.text("name")
    if title is None:
        raise Malformed("the <item> of the play has no name")
    bgg = thing.number("objectid", unset=0)
    match = titles.find(title, bgg=bgg)
    if match.problem:
        problems.append(match.problem)
    if thing.left.get("objecttype") == "thing":
        thing.any("objecttype")
    when = read_when(f.text("date"))
    comments, players = node.child("comments"), node.child("players")
    quantity = f.number("quantity", least=1)
    fields: dict[str, Any] = {
        "minutes": f.number("length", unset=0),
        "place": f.text("location"),
        "complete": f.flag("incomplete") is not True,
        "comment": (comments.text.strip() or None) if comments else None,
        "quantity": 1 if quantity is None else quantity,
    }
    if f.left.get("nowinstats") == "0":  # it counts, as usual
        f.any("nowinstats")
    extra: dict[str, Any] = f.extra()
    if when.zone:
        extra["zone"] = when.zone
    if left := thing.extra():
        extra["item"] = left
    subtypes = item.child("subtypes")
    if subtypes and subtypes.children:
        extra["subtypes"] = [s.attributes.get("value", "") for s in subtypes.children]
    others = [_plain(c) for c in node.children if c.tag not in ("item", "comments", "players")]
    if others:
        extra["elements"] = others
    listed = [c for c in players.children if c.tag == "player"] if players else []
    return make_record(
        PlayRecord(
            source=unquote(source) if colon else "bgg",
            key=own if colon else key,
            title=title,
            game=match.game,
            bgg=bgg,
            date=when.date,
            time=when.time,
            standings=tuple(_standing(c, i, problems) for i, c in enumerate(listed, 1)),
            extra=extra,
            **fields,
        ),
        where,
        problems,
        echo=ours,
    )


def _standing(node: Node, i: int, problems: list[Text]) -> Standing:
    f = Fields(node.attributes, problems, Message("player {n}", n=i))
    username, userid = f.text("username"), f.text("userid")
    name = f.text("name") or username or "?"
    score = read_score(f.any("score"))
    if score.problem:
        problems.append(Message.join(": ", [name, score.problem]))
    fields: dict[str, Any] = {
        "won": f.flag("win"),
        "first_time": f.flag("new"),
        "seat": f.number("startposition", unset=0),
        "colour": f.text("color"),
    }
    if f.left.get("rating") == "0":  # not rated
        f.any("rating")
    extra = f.extra()
    if userid not in (None, "0"):
        extra["userid"] = userid
    return Standing(
        person=Person(name=name, ids={"bgg": username} if username else {}),
        score=score.text,
        parts=score.parts,
        total=score.total,
        extra=extra,
        **fields,
    )


def _plain(node: Node) -> dict[str, Any]:
    out: dict[str, Any] = {"tag": node.tag, **node.attributes}
    if node.text.strip():
        out["text"] = node.text.strip()
    if node.children:
        out["children"] = [_plain(c) for c in node.children]
    return out
