"""How a sheet is interpreted, for the user to see before it is imported."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

from ledger.importers.field_names import FIELD_NAMES
from ledger.importers.records import ColumnPreview, ImportedPlay, Record, SheetPreview
from ledger.kernel.message import Message, Text
from ledger.kernel.results import PlayRecord, Standing

from .reading import Reading

_PLAYS = 3
_PLAYERS = 12
_WIDEST = 32
_MEANINGS: Mapping[str, Message] = {
    "id": Message("the id of the play"),
    "source": Message("where the play comes from"),
    "game": Message("which game"),
    "bgg": Message("the game's number at BGG"),
    "place": Message("where it was played"),
    "round": Message("which of several plays on one day"),
    "rounds": Message("how many rounds"),
    "minutes": Message("how long it took"),
    "hours": Message("how many hours it took"),
    "lowest_wins": Message("whether fewest points win"),
    "scoring": Message("whether most or fewest points win"),
    "quantity": Message("how many plays the row stands for"),
    "complete": Message("whether it was finished"),
    "highest_wins": Message("whether the most points win"),
    "player": Message("who played"),
    "players": Message("who played"),
    "rank": Message("who came first, second, …"),
    "winner": Message("who won"),
    "start": Message("who began"),
    "new": Message("who was new to the game"),
    "game_id": Message("kept as a remark"),
    "extra": Message("extra"),
    "player_ids": Message("player ids"),
    "player_extra": Message("player extra"),
    "installed": Message("installed"),
    "seq": Message("seq"),
    "action": Message("action"),
    "args": Message("args"),
    "at": Message("at"),
}


def preview(reading: Reading, records: Iterable[Record]) -> SheetPreview:
    """Return how each column is interpreted, and the first plays."""
    found = list(itertools.islice((r.played for r in records if isinstance(r, ImportedPlay)), 200))
    names = list(dict.fromkeys(s.person.name for p in found for s in p.standings))
    names = list(reading.people.values()) or names
    choices = dict.fromkeys(choice for doubt in reading.doubts for choice in doubt.choices)
    return SheetPreview(
        table=reading.sheet.where.text,
        shape=reading.shape,
        columns=tuple(_columns(reading)),
        players=tuple(names[:_PLAYERS]),
        more_players=max(len(names) - _PLAYERS, 0),
        plays=tuple(_play_line(p) for p in found[:_PLAYS]),
        doubts=tuple(doubt.text for doubt in reading.doubts),
        wrong=reading.wrong,
        choices=tuple(choices),
    )


def _columns(reading: Reading) -> Iterable[ColumnPreview]:
    sheet = reading.sheet
    fields = {i: field for field, i in sheet.header.at.items()}
    for i, heading in enumerate(sheet.heading.cells):
        cells = (r.cells[i] for r in sheet.rows if i < len(r.cells) and r.cells[i])
        example = next(cells, "")[:_WIDEST]
        field = fields.get(i)
        if field is not None:
            meaning: Text = _MEANINGS.get(field) or FIELD_NAMES[field]
        elif i in reading.columns:
            meaning = reading.columns[i]
        else:
            kept = i in sheet.header.others
            meaning = Message("kept as a remark") if kept else Message("left out")
        if i in sheet.header.labels:
            field = None  # no column that a mapping could name
        if heading or example:
            yield ColumnPreview(heading, field, meaning, example, i in reading.people)


def _play_line(played: PlayRecord) -> str:
    """Return a play as one line, with places in brackets, + within teams, and stars for winners."""
    sides: dict[object, list[Standing]] = {}
    for i, standing in enumerate(played.standings):
        sides.setdefault(i if standing.team is None else standing.team, []).append(standing)
    who = ", ".join(" + ".join(map(_standing, side)) for side in sides.values())
    return "  ".join(part for part in (played.date, played.title, who) if part)


def _standing(s: Standing) -> str:
    points = "" if (score := s.total or s.score) is None else f" {score}"
    place = "" if s.place is None else f" ({s.place})"
    return f"{s.person.name}{points}{place}{'*' if s.won else ''}"
