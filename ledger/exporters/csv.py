"""Games as a table with a row per player, which our own importer can read back completely."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from ledger.kernel.message import Message
from ledger.kernel.results import PlayRecord, Standing
from ledger.kernel.text.cells import cell
from ledger.kernel.text.safe import inert_json
from ledger.library.records.outcomes import highest_wins

from .base import ExportedFile, Losses, score_of

MAX_CELL = 512 * 1024
"""The maximum length of a cell, chosen so that every spreadsheet program accepts it."""

HEADINGS = (
    *("source", "id", "date", "time", "game", "bgg", "location", "rounds", "minutes", "board"),
    *("player", "score", "rank", "winner", "start", "new", "seat", "colour", "role", "team"),
    *("comment", "quantity", "complete", "highest wins", "cooperative"),
    *("player ids", "player extra", "extra", "ledger game"),
)


def write_csv(plays: Iterable[PlayRecord]) -> ExportedFile:
    """Return a table of results."""
    out = io.StringIO(newline="")
    # csv only quotes the line terminator's characters, and a cell may contain either of these
    table = csv.DictWriter(out, HEADINGS, lineterminator="\r\n")
    table.writeheader()
    losses = Losses()
    for played in plays:
        common = _play(played)
        for standing in played.standings or (None,):
            row = common if standing is None else {**common, **_standing(standing)}
            cells = {k: _cell(v) for k, v in row.items()}
            for heading, text in cells.items():
                losses.unless(
                    len(text) <= MAX_CELL, Message("values this long in {heading}", heading=heading)
                )
            table.writerow({k: v if len(v) <= MAX_CELL else "" for k, v in cells.items()})
    return ExportedFile(out.getvalue().encode(), losses.messages())


def _play(p: PlayRecord) -> dict[str, Any]:
    return {
        "source": p.source,
        "id": p.key,
        "date": p.date,
        "time": p.time,
        "game": p.title,
        "bgg": p.bgg,
        "location": p.place,
        "rounds": p.rounds,
        "minutes": p.minutes,
        "board": p.board,
        "comment": p.comment,
        "quantity": p.quantity,
        "complete": p.complete,
        "highest wins": highest_wins(p),
        "cooperative": p.cooperative,
        "extra": p.extra or None,
        "ledger game": p.game,
    }


def _standing(s: Standing) -> dict[str, Any]:
    return {
        "player": s.person.name,
        "score": score_of(s),
        "rank": s.place,
        "winner": s.won,
        "start": s.began,
        "new": s.first_time,
        "seat": s.seat,
        "colour": s.colour,
        "role": s.role,
        "team": s.team,
        "player ids": s.person.ids or None,
        "player extra": s.extra or None,
    }


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, dict):
        return inert_json(json.dumps(value, ensure_ascii=False))
    return cell(str(value))
