"""How a table is read, to be shown to the user before it is taken."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from ledger.importers.records import ColumnReading, Found, Record, TableReading
from ledger.kernel.results import PlayRecord

from .sheet import Sheet

_PLAYS = 3
_PLAYERS = 12
_WIDEST = 32
_MEANINGS = {
    "id": "the id of the play",
    "source": "where the play comes from",
    "game": "which game",
    "bgg": "the game's number at BGG",
    "place": "where it was played",
    "round": "which of several plays of a day",
    "rounds": "how many rounds",
    "minutes": "how long it took",
    "quantity": "how many plays the row stands for",
    "complete": "whether it was finished",
    "highest_wins": "whether most points win",
    "player": "who played",
    "players": "who played",
    "rank": "who came first, second, …",
    "winner": "who won",
    "start": "who began",
    "new": "who was new to the game",
    "game_id": "kept as a remark",
}


def show_reading(
    sheet: Sheet,
    shape: str,
    records: Iterable[Record],
    *,
    players: Mapping[int, str] | None = None,
    doubts: Sequence[str] = (),
    wrong: str | None = None,
) -> TableReading:
    """Return what each column is taken for, and the first plays; `players` are columns."""
    found = list(itertools.islice((r.played for r in records if isinstance(r, Found)), 200))
    names = list(dict.fromkeys(s.person.name for p in found for s in p.standings))
    names = list((players or {}).values()) or names
    return TableReading(
        table=str(sheet.where),
        shape=shape,
        columns=tuple(_columns(sheet, players or {})),
        players=tuple(names[:_PLAYERS]),
        more_players=max(len(names) - _PLAYERS, 0),
        plays=tuple(_told(p) for p in found[:_PLAYS]),
        doubts=tuple(doubts),
        wrong=wrong,
    )


def _columns(sheet: Sheet, players: Mapping[int, str]) -> Iterable[ColumnReading]:
    fields = {i: field for field, i in sheet.header.at.items()}
    for i, heading in enumerate(sheet.heading.cells):
        cells = (r.cells[i] for r in sheet.rows if i < len(r.cells) and r.cells[i])
        example = next(cells, "")[:_WIDEST]
        field = fields.get(i)
        if field is not None:
            meaning = _MEANINGS.get(field, field.replace("_", " "))
        elif i in players:
            meaning = "the scores of a player"
        else:
            meaning = "kept as a remark" if i in sheet.header.others else "left out"
        if heading or example:
            yield ColumnReading(heading, field, meaning, example, i in players)


def _told(played: PlayRecord) -> str:
    """Return a play in one line; a star marks who won."""
    who = ", ".join(
        f"{s.person.name}{'' if (points := s.total or s.score) is None else f' {points}'}"
        f"{'*' if s.won else ''}"
        for s in played.standings
    )
    return "  ".join(part for part in (played.date, played.title, who) if part)
