"""Board Game Arena: a player's list of tables, and the log of a single table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.records.dates import unix
from ledger.library.records.merge import TOLD_BY
from ledger.library.records.numbers import whole

from .parsing.fields import Fields
from .parsing.limits import MAX_RECORD
from .parsing.scores import read_score
from .parsing.strict_json import Piece, document
from .parsing.titles import Titles
from .records import Location, Options, Record, Refusal, make_record, printable

_GAME_END = 99
"""The state that every BGA game ends in."""

NO_GAME = Message("a BGA log doesn't say which game it is: add --game NAME")


def response_data(data: bytes, name: str) -> dict[str, Piece]:
    """Return the data in BGA's response; raise `Malformed` if BGA reported an error instead."""
    top = document(data, name).members()
    status = top["status"].value() if "status" in top else 1
    if status not in (1, "1", True) or ("error" in top and "data" not in top):
        if "error" in top:
            said = str(top["error"].value())[:200]
            raise Malformed("BGA answered with an error: {said}", file=name, said=said)
        said = str(status)[:200]
        raise Malformed("BGA answered with an error: status {status}", file=name, status=said)
    if "data" not in top or top["data"].kind != "{":
        raise Malformed("this isn't an answer from BGA: it has no `data`", file=name)
    return top["data"].members()


# --- tables -----------------------------------------------------------------------------------


def read_tables(data: bytes, name: str, titles: Titles) -> Iterator[Record]:
    """Yield every table of a list."""
    inner = response_data(data, name)
    if "tables" not in inner:
        raise Malformed("this isn't a list of tables: it has no `data.tables`", file=name)
    if _foreign(inner["tables"]):
        raise Malformed("this isn't a list of BGA tables: none has a table_id", file=name)
    for element in inner["tables"].elements():
        where = Location(name, element.line, element.path)
        id: str | None = None
        try:
            table = element.value()
            if not isinstance(table, dict):
                raise Malformed("a table must be an object {…}")
            id = printable(str(table.get("table_id") or "")) or None
            yield _table(table, titles, where)
        except LedgerError as e:
            yield Refusal.of(e, where, id)


def _foreign(tables: Piece) -> bool:
    """Whether there are several tables and none of them looks like one from BGA."""
    values = []
    for element in tables.elements():
        try:
            values.append(element.value())
        except Malformed:
            return False
        if not isinstance(values[-1], dict) or "table_id" in values[-1]:
            return False
    return len(values) > 1


def _table(table: dict[str, Any], titles: Titles, where: Location) -> Record:
    problems: list[Text] = []
    f = Fields(table, problems)
    key = f.text("table_id")
    if key is None:
        raise Malformed("the table has no table_id")
    title = f.text("game_name")
    if title is None:
        raise Malformed("the table has no game_name")
    match = titles.find(title)
    if match.problem:
        problems.append(match.problem)
    ids = _joined(f, "players") or []
    names = _joined(f, "player_names") or ids
    columns = {
        "players": ids or names,
        "scores": _joined(f, "scores"),
        "ranks": _joined(f, "ranks"),
    }
    for what, values in columns.items():
        if values is not None and len(values) != len(names):
            raise Malformed(
                "it has {names} player_names, but {values} {what}",
                names=len(names),
                values=len(values),
                what=what,
            )
    standings = []
    for i, person in enumerate(names):
        row = Fields({k: v[i] for k, v in columns.items() if v}, problems, person)
        score = read_score(row.any("scores"))
        if score.problem:
            problems.append(Message.join(": ", [person, score.problem]))
        place = row.number("ranks", unset=0)
        row.any("players")
        standings.append(
            Standing(
                person=Person(name=person or "?", ids={"bga": ids[i]} if ids and ids[i] else {}),
                score=score.text,
                parts=score.parts,
                total=score.total,
                place=place,
                extra=row.extra(),
            )
        )
    start, end = f.number("start", unset=0), f.number("end", unset=0)
    extra: dict[str, Any] = {TOLD_BY: "list", "start": start, "end": end}
    when = unix(start) if start else None
    if when:
        extra["zone"] = when.zone
    complete = extra["normalend"] = f.flag("normalend")
    extra = {k: v for k, v in extra.items() if v is not None} | f.extra()
    return make_record(
        PlayRecord(
            source="bga",
            key=key,
            title=title,
            game=match.game,
            date=when.date if when else None,
            time=when.time if when else None,
            minutes=_minutes(start, end),
            complete=complete is not False,
            standings=tuple(standings),
            extra=extra,
        ),
        where,
        problems,
    )


def _joined(f: Fields, name: str) -> list[str] | None:
    """Take a list that is written as a single string, such as `51,43`; None if there isn't one."""
    value = f.left.get(name)
    if isinstance(value, list):
        f.any(name)
        return ["" if v is None else str(v) for v in value]
    text = f.text(name)
    return None if text is None else [part.strip() for part in text.split(",")]


def _minutes(start: int | None, end: int | None) -> int | None:
    return (round((end - start) / 60) or None) if start and end and end >= start else None


# --- the log of one table ---------------------------------------------------------------------


class _Log:
    """What has been collected so far from the packets of a log."""

    def __init__(self) -> None:
        self.id: str | None = None
        self.count = self.size = 0
        self.packets: list[dict[str, Any]] = []
        self.timing: dict[int, int] = {}
        self.first: int | None = None
        self.last: int | None = None
        self.ended = False
        self.named: dict[str, str] = {}

    def add(self, piece: Piece) -> None:
        """Add a packet."""
        packet = piece.value()
        if not isinstance(packet, dict):
            raise Malformed("{path} must be an object {{…}}", path=piece.path)
        self.count += 1
        self.size += len(piece.raw)
        if self.size <= MAX_RECORD // 2:
            self.packets.append(packet)
        if self.id is None and packet.get("table_id") is not None:
            self.id = printable(str(packet["table_id"]))
        move, time = whole(packet.get("move_id")), whole(packet.get("time"))
        if time:
            self.first = time if self.first is None else min(self.first, time)
            self.last = time if self.last is None else max(self.last, time)
            if move is not None:  # several packets share a move
                self.timing.setdefault(move, time)
        data = packet.get("data")
        for each in data if isinstance(data, list) else [data]:
            if isinstance(each, dict) and isinstance(each.get("args"), dict):
                self._note(each.get("type"), each["args"])

    def _note(self, kind: Any, args: dict[str, Any]) -> None:
        if kind == "gameStateChange" and whole(args.get("id")) == _GAME_END:
            self.ended = True
        if args.get("player_id") and args.get("player_name"):
            self.named.setdefault(str(args["player_id"]), str(args["player_name"]))


def read_log(data: bytes, name: str, titles: Titles, options: Options) -> Iterator[Record]:
    """Yield the one game in a log: its players, its times, and every packet unchanged."""
    inner = response_data(data, name)
    packets = inner.get("logs") or inner.get("data")
    if packets is None:
        raise Malformed("this isn't the log of a table: it has no `data.logs`", file=name)
    where = Location(name)
    log = _Log()
    try:
        for piece in packets.elements():
            log.add(piece)
        if log.id is None:
            raise Malformed("no packet of the log names its table_id")
        others = {k: v.value() for k, v in inner.items() if v is not packets}
        yield _log(log, others, titles, options, where)
    except LedgerError as e:
        yield Refusal.of(e, where, log.id)


def _log(
    log: _Log, others: dict[str, Any], titles: Titles, options: Options, where: Location
) -> Record:
    problems: list[Text] = []
    title = options.game or "?"
    if title == "?":
        problems.append(NO_GAME)
    if not log.ended:
        problems.append(Message("the log doesn't contain the end of the game (state 99)"))
    standings = tuple(_people(others.pop("players", None), log.named, problems))
    when = unix(log.first) if log.first else None
    extra: dict[str, Any] = {k: v for k, v in others.items() if v not in (None, "", [], {})}
    extra[TOLD_BY] = "log"
    extra["timing"] = [[move, time] for move, time in log.timing.items()]
    if log.count == len(log.packets):
        extra["packets"] = log.packets
    else:
        problems.append(
            Message(
                "its {count} packets are too large to keep; only their times are kept",
                count=log.count,
            )
        )
    if when:
        extra |= {"zone": when.zone, "start": log.first, "end": log.last}
    return make_record(
        PlayRecord(
            source="bga",
            key=log.id or "",
            title=title,
            game=titles.find(title, short=True).game,
            date=when.date if when else None,
            time=when.time if when else None,
            minutes=_minutes(log.first, log.last),
            complete=log.ended,
            standings=standings,
            extra=extra,
        ),
        where,
        problems,
    )


def _people(players: Any, named: dict[str, str], problems: list[Text]) -> Iterator[Standing]:
    """Yield the players that the file lists or, failing that, those its packets name."""
    listed = list(players.values()) if isinstance(players, dict) else players
    if not isinstance(listed, list) or not listed:
        listed = [{"id": id, "name": name} for id, name in named.items()]
    for i, player in enumerate(listed):
        if not isinstance(player, dict):
            raise Malformed("players[{i}] must be an object {{…}}", i=i)
        f = Fields(player, problems, f"players[{i}]")
        id, name, colour = f.text("id"), f.text("name"), f.text("color")
        yield Standing(
            person=Person(name=name or "?", ids={"bga": id} if id else {}),
            colour=colour,
            extra=f.extra(),
        )
