"""Results with one row per player."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ledger.importers.parsing.fields import Fields, read_flag
from ledger.importers.parsing.scores import read_score
from ledger.importers.parsing.titles import squash
from ledger.importers.records import Record, Refusal, printable
from ledger.importers.sheets.grid import Row
from ledger.importers.sheets.list_cells import names_in
from ledger.importers.sheets.sheet import (
    OF_PLAY,
    Sheet,
    identity,
    json_cell,
    play_record,
    shared_facts,
    unknown_cells,
)
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.results import Person, Standing
from ledger.library.people.matching import exact, is_nobody

_ORDINAL = re.compile(r"(\d{1,9})(?:\.|st|nd|rd|th|º|°|ª)", re.ASCII | re.IGNORECASE)


def read_row_per_player(sheet: Sheet) -> Iterator[Record]:
    """Yield the plays; rows with the same date, game, place and round make one play."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    players: dict[tuple[str, ...], set[str]] = {}
    count: Counter[tuple[str, ...]] = Counter()
    before: tuple[str, ...] | None = None
    cell = sheet.header.cell
    for row in sheet.rows:
        who = exact(cell(row, "player"))
        same = identity(sheet, row)
        named = [f for f in ("id", "date", "game") if f in sheet.header.at]
        if before is not None and named and not any(cell(row, f) for f in named):
            key = before  # below a row that names the game, there are often only the players
        else:
            # a player who is already in it must be playing another game
            again = not is_nobody(who) and who in players.get((*same, str(count[same])), ())
            count[same] += again and not cell(row, "id")
            key = (*same, str(count[same]))
        groups.setdefault(key, []).append(row)
        players.setdefault(key, set()).add(who)
        before = key
    alike: dict[tuple[tuple[str, ...], frozenset[str]], list[tuple[str, ...]]] = {}
    for key in groups:
        alike.setdefault((key[:-1], frozenset(players[key])), []).append(key)
    for plays in alike.values():
        yield from (_record(sheet, groups[key], again=key[-1] != "0") for key in plays)


def _record(sheet: Sheet, rows: list[Row], *, again: bool) -> Record:
    where = sheet.at(rows[0])
    problems: list[Text] = []
    id = printable(sheet.header.cell(rows[0], "id")) or None
    try:
        listed = [who for r in rows if (who := exact(sheet.header.cell(r, "player")))]
        # our own tables say who is anonymous, and may have two people of one name
        ours = "installed" in sheet.header.at and sheet.header.cell(rows[0], "source")
        people = [who for who in listed if not is_nobody(who)]
        twice = next((who for who in people if people.count(who) > 1), None)
        if twice is not None and not ours:
            raise Malformed("{name!r} appears twice in one play", name=twice)
        if again:
            problems.append(
                Message(
                    "a row above has {name!r} in the same game on the same day, so this is "
                    "another play; a column `round` or `id` tells plays apart",
                    name=listed[0],
                )
            )
        first, differences = shared_facts(sheet, rows, problems)
        if other := next(
            (n for n, said in differences.items() if {"date", "game"} <= said.keys()), None
        ):
            raise Malformed(
                "row {row} has the same id {id!r} but a different date and a different game",
                row=other,
                id=id,
            )
        seats = [row for row in rows if _has_player(sheet, row)]
        won = _winners(sheet, seats)
        standings = [
            _standing(sheet, row, differences, problems, won[i] if won else None)
            for i, row in enumerate(seats)
        ]
        return play_record(sheet, first, standings, where, problems)
    except LedgerError as e:
        return Refusal.of(e, where, id)


def _has_player(sheet: Sheet, row: Row) -> bool:
    """Whether any cell of a row is about a player."""
    at = sheet.header.at
    return any(sheet.header.cell(row, f) for f in at if f not in OF_PLAY) or bool(
        unknown_cells(sheet.header, row)
    )


def _winners(sheet: Sheet, rows: list[Row]) -> list[str] | None:
    """Return a flag for each row if the winner's column holds names instead of flags."""
    cell = sheet.header.cell
    said = dict.fromkeys(text for row in rows if (text := cell(row, "winner")))
    if all(read_flag(text) is not None for text in said):
        return None
    named = {squash(name) for text in said for name in names_in(text)}
    players = [squash(cell(row, "player")) for row in rows]
    if not named or not named <= set(players):
        return None
    return ["1" if player in named else "0" for player in players]


def _standing(
    sheet: Sheet,
    row: Row,
    differ: dict[int, dict[str, str]],
    problems: list[Text],
    won: str | None,
) -> Standing:
    header = sheet.header
    values = {f: header.cell(row, f) for f in header.at if f not in OF_PLAY}
    if won is not None:
        values["winner"] = won
    f = Fields(values, problems, Message("row {n}", n=row.number))
    name = f.text("player") or "?"
    score = read_score(f.any("score"))
    if score.problem:
        problems.append(Message.join(": ", [name, score.problem]))
    if m := _ORDINAL.fullmatch(f.left.get("rank", "")):
        f.left["rank"] = m.group(1)
    fields: dict[str, Any] = {
        "place": f.number("rank", least=1),
        "won": f.flag("winner"),
        "began": f.flag("start"),
        "first_time": f.flag("new"),
        "seat": f.number("seat", least=1),
        "colour": f.text("colour"),
        "role": f.text("role"),
        "team": f.text("team"),
    }
    ids = json_cell(f, "player_ids", problems)
    extra = json_cell(f, "player_extra", problems) | f.extra()
    extra |= unknown_cells(header, row) | differ.get(row.number, {})
    return Standing(
        person=Person(name=name, ids={k: str(v) for k, v in ids.items()}),
        score=score.text,
        parts=score.parts,
        total=score.total,
        extra=extra,
        **fields,
    )
