"""The link that passes a play to BG Stats, and the JSON in that link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ledger.importers.parsing.fields import Fields
from ledger.importers.parsing.limits import MIB
from ledger.importers.parsing.scores import read_score
from ledger.importers.parsing.strict_json import document
from ledger.importers.parsing.titles import Titles
from ledger.importers.records import Location, Record, Refusal, make_record
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.records.dates import read_when, unset_midnight

MAX_LINK = MIB
"""The longest link that is read, in bytes."""

_SOURCES = ("ledger", "bgstats", "bgg", "bga", "sheet")
"""Sources that only we use, so a link that names one comes from us."""


def read_link(data: bytes, name: str, titles: Titles) -> Iterator[Record]:
    """Yield the play on each line, which is either a link or the JSON from a link."""
    text = data.strip()
    if text.startswith(b"{"):
        yield _record(data, Location(name), titles)
        return
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        where = Location(name, number)
        try:
            payload = _payload(line)
        except LedgerError as e:
            yield Refusal.of(e, where)
            continue
        yield _record(payload, where, titles)


def _payload(line: bytes) -> bytes:
    if len(line) > MAX_LINK:
        raise Malformed("this link is longer than {limit} MiB", limit=MAX_LINK // MIB)
    try:
        link = line.decode().strip()
        found = parse_qs(urlsplit(link).query, max_num_fields=20, errors="strict").get("data", [])
    except ValueError:
        found = []
    if len(found) != 1:
        raise Malformed("this isn't a BG Stats link: it has no `data=…`")
    return found[0].encode("utf-8", "surrogatepass")


def _record(payload: bytes, where: Location, titles: Titles) -> Record:
    try:
        play = document(payload, where.file).value()
        if not isinstance(play, dict):
            raise Malformed("a play must be an object {…}")
        return _play(play, where, titles)
    except LedgerError as e:
        return Refusal.of(e, where) if where.line is None else Refusal(where, e.text)


def _play(play: dict[str, Any], where: Location, titles: Titles) -> Record:
    problems: list[Text] = []
    f = Fields(play, problems)
    key, source = f.text("sourcePlayId"), f.text("sourceName")
    if key is None:
        raise Malformed("the play has no sourcePlayId")
    game = f.any("game")
    if not isinstance(game, dict):
        raise Malformed("the play has no game {…}")
    of_game = Fields(game, problems, "game")
    title = of_game.text("name")
    if title is None:
        raise Malformed("the game has no name")
    bgg = of_game.number("bggId", unset=0)
    match = titles.find(of_game.text("sourceGameId"), title, bgg=bgg, short=True)
    if match.problem:
        problems.append(match.problem)
    when = unset_midnight(read_when(f.text("playDate")))
    players = f.any("players") or []
    if not isinstance(players, list):
        raise Malformed("players must be a list […]")
    fields: dict[str, Any] = {
        "minutes": f.number("durationMin", unset=0),
        "place": f.text("location"),
        "board": f.text("board"),
        "comment": f.text("comments"),
        "highest_wins": of_game.flag("highestWins") is not False,
    }
    extra = f.extra()
    if of_game.flag("noPoints"):
        extra["noPoints"] = True
    if left := of_game.extra():
        extra["game"] = left
    return make_record(
        PlayRecord(
            source=source or "bgstats-link",
            key=key,
            title=title,
            game=match.game,
            bgg=bgg,
            date=when.date,
            time=when.time,
            standings=tuple(
                _standing(p, i, source or "bgstats-link", problems) for i, p in enumerate(players)
            ),
            extra=extra,
            **fields,
        ),
        where,
        problems,
        echo=source in _SOURCES,
    )


def _standing(value: Any, i: int, source: str, problems: list[Text]) -> Standing:
    if not isinstance(value, dict):
        raise Malformed("players[{i}] must be an object {{…}}", i=i)
    f = Fields(value, problems, f"players[{i}]")
    id, name = f.text("sourcePlayerId"), f.text("name") or "?"
    score = read_score(f.any("score"))
    if score.problem:
        problems.append(Message.join(": ", [name, score.problem]))
    fields: dict[str, Any] = {
        "place": f.number("rank", unset=0),
        "won": f.flag("winner"),
        "began": f.flag("startPlayer"),
        "role": f.text("role"),
    }
    return Standing(
        person=Person(name=name, ids={source: id} if id and id != name else {}),
        score=score.text,
        parts=score.parts,
        total=score.total,
        extra=f.extra(),
        **fields,
    )
