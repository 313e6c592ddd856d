"""Sheets that refer to each other by ids: plays, scores, players, games and locations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ledger.importers.parsing.titles import squash
from ledger.kernel.message import Message

from .grid import Row
from .list_cells import find_list_format
from .roles import role_of

_NAMES = ("name", "playername", "gamename", "locationname", "title", "bggname")
_OF_GAME = {"bggid": "bgg id", "highestwins": "highest wins", "cooperative": "cooperative"}
_ENOUGH = 0.9
"""The share of a column's cells that must be ids from another sheet to make it a reference."""


class NamedSheet(NamedTuple):
    """A sheet; `label` is the part of its name that says what it contains."""

    name: str
    label: str
    rows: Sequence[Row]


class LinkedSheets(NamedTuple):
    """Several sheets as one: the sheet `name`, with the facts in the `others` added to its rows."""

    name: str
    others: tuple[str, ...]
    rows: list[Row]
    remarks: tuple[Message, ...] = ()


def link_sheets(sheets: Sequence[NamedSheet]) -> LinkedSheets | None:
    """Join the sheets of an export; None if they don't refer to each other."""
    by_role: dict[str, _LinkedSheet] = {}
    for sheet in sheets:
        role = role_of(sheet.label)
        if role is None or role in by_role or not sheet.rows:
            continue
        by_role[role] = _LinkedSheet(role, sheet)
    plays, scores = by_role.get("plays"), by_role.get("scores")
    if plays is None:
        return None
    lists = [t for role in ("players", "games", "locations") if (t := by_role.get(role))]
    used: list[_LinkedSheet] = []
    found = _with_names(plays, lists, used)
    if scores is None:
        if not used:
            return None
        return LinkedSheets(plays.name, tuple(t.name for t in used), found)
    link = _link(scores, plays)
    if link is None:
        return None
    return _join(plays, found, scores, _with_names(scores, lists, used), link, used)


class _LinkedSheet:
    """A sheet with a known role."""

    def __init__(self, role: str, sheet: NamedSheet) -> None:
        self.role, self.name = role, sheet.name
        self.heading, *self.rows = sheet.rows
        self.keys = [squash(cell) for cell in self.heading.cells]

    def column(self, *keys: str) -> int | None:
        """Return the first column with one of these headings."""
        return next((self.keys.index(key) for key in keys if key in self.keys), None)

    def cell(self, row: Row, i: int | None) -> str:
        """Return a cell, or an empty string if there isn't one."""
        return row.cells[i] if i is not None and i < len(row.cells) else ""

    def ids(self) -> Iterator[int]:
        """Yield the columns that can identify a row."""
        one = self.role.removesuffix("s")
        for i, key in enumerate(self.keys):
            if key in ("id", "uuid", "refid", f"{one}id", f"{one}refid", f"{one}uuid"):
                cells = [self.cell(row, i) for row in self.rows]
                if all(cells) and len(set(cells)) == len(cells):
                    yield i


def _share(cells: Sequence[str], known: set[str]) -> float:
    said = [cell for cell in cells if cell]
    return sum(cell in known for cell in said) / len(said) if said else 0.0


def _link(scores: _LinkedSheet, plays: _LinkedSheet) -> tuple[int, int] | None:
    """Return the column of the scores that refers to plays, and the plays' column it refers to."""
    best = (_ENOUGH, -1, -1)
    for mine in plays.ids():
        known = {plays.cell(row, mine) for row in plays.rows}
        for i, key in enumerate(scores.keys):
            if key not in ("id", "uuid", "play", "playid", "playrefid", "playuuid", "sessionid"):
                continue
            share = _share([scores.cell(row, i) for row in scores.rows], known)
            best = max(best, (share, -i, -mine), key=lambda x: x[0])
    return (-best[1], -best[2]) if best[1] != -1 or best[2] != -1 else None


def _with_names(
    sheet: _LinkedSheet, lists: Sequence[_LinkedSheet], used: list[_LinkedSheet]
) -> list[Row]:
    """Return a sheet's rows with names in place of ids; add the lists used to `used`."""
    heading, rows = list(sheet.heading.cells), [list(row.cells) for row in sheet.rows]
    for i, key in enumerate(sheet.keys):
        if "playerrefid" in sheet.keys and key in ("rank", "seatorder"):
            for row in rows:  # BG Stats writes 0 for none
                row[i : i + 1] = ["" if cell == "0" else cell for cell in row[i : i + 1]]
        for other in lists:
            names = _names(other, key, [cell for row in rows for cell in row[i : i + 1] if cell])
            if names is None:
                continue
            plain = re.sub(r"(?:refid|id|uuid|ref)(s?)\Z", r"\1", key)
            heading[i] = plain or other.role.removesuffix("s")
            said = [row[i] if i < len(row) else "" for row in rows]
            _add_facts(other, heading, said, rows)
            for row in rows:
                row[i : i + 1] = [names.get(cell, cell) for cell in row[i : i + 1]]
            if other not in used:
                used.append(other)
            break
    numbers = [row.number for row in sheet.rows]
    return [
        Row(sheet.heading.number, heading),
        *(Row(n, cells) for n, cells in zip(numbers, rows, strict=True)),
    ]


def _names(other: _LinkedSheet, key: str, cells: Sequence[str]) -> dict[str, str] | None:
    """Return the names for the ids in some cells; None if they aren't ids from this list."""
    one, name = other.role.removesuffix("s"), other.column(*_NAMES)
    about = one in key or (one == "player" and key.startswith(("winner", "start")))
    if name is None or not about or key.endswith("name"):
        return None
    lists = find_list_format(cells, key)
    parts = {cell: [item.text for item in lists.items(cell)] for cell in cells}
    for mine in other.ids():
        found = {other.cell(row, mine): other.cell(row, name) for row in other.rows}
        if _share([part for said in parts.values() for part in said], set(found)) >= _ENOUGH:
            return {
                cell: "; ".join(found.get(part, part) for part in said)
                for cell, said in parts.items()
            }
    return None


def _add_facts(
    other: _LinkedSheet, heading: list[str], ids: Sequence[str], rows: Sequence[list[str]]
) -> None:
    """Add the columns of the list of games that plays lack: how a game is won, and its BGG id."""
    facts = [(i, name) for key, name in _OF_GAME.items() if (i := other.column(key)) is not None]
    found = {other.cell(row, mine): row for mine in other.ids() for row in other.rows}
    for i, name in facts if other.role == "games" else ():
        if name in heading:
            continue
        for row, id in zip(rows, ids, strict=True):
            row += [""] * (len(heading) - len(row))
            row.append(other.cell(found[id], i) if id in found else "")
        heading.append(name)


def _join(
    plays: _LinkedSheet,
    facts: list[Row],
    scores: _LinkedSheet,
    scored: list[Row],
    link: tuple[int, int],
    used: Sequence[_LinkedSheet],
) -> LinkedSheets:
    """Put the facts about its play in front of each row of scores."""
    theirs, mine = link
    taken = {squash(cell) for cell in facts[0].cells}
    columns = [i for i in range(len(scored[0].cells)) if i != theirs]
    names = [scored[0].cells[i] for i in columns]
    names = [f"{name} (player)" if squash(name) in taken else name for name in names]
    keys = [i for i in plays.ids() if i != mine]
    kept = [i for i in range(len(facts[0].cells)) if i != mine and i not in keys]
    by_id = {plays.cell(row, mine): row for row in facts[1:]}
    heading = ["id", *(facts[0].cells[i] for i in kept), *names]
    out, seen = [Row(scored[0].number, heading)], set[str]()
    for row in scored[1:]:
        id = scores.cell(row, theirs)
        play = by_id.get(id)
        seen.add(id)
        before = [plays.cell(play, i) if play is not None else "" for i in kept]
        out.append(Row(row.number, [id, *before, *(scores.cell(row, i) for i in columns)]))
    empty = len(by_id.keys() - seen)
    remarks = [
        Message(
            "{count} plays of {table} have no scores: they are left out",
            count=empty,
            table=plays.name,
        )
    ]
    return LinkedSheets(
        scores.name, (plays.name, *(t.name for t in used)), out, tuple(remarks) if empty else ()
    )
