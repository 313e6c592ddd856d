"""Tables that belong together: plays, their scores, and lists of players, games and locations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ledger.importers.parsing.titles import squash
from ledger.kernel.message import Message

from .grid import Row
from .lists import find_lists
from .roles import role_of

_NAMES = ("name", "playername", "gamename", "locationname", "title", "bggname")
_OF_GAME = {"bggid": "bgg id", "highestwins": "highest wins", "cooperative": "cooperative"}
_FOUND = 0.9
"""If so many of a column's cells are ids of another table, that is what they are."""


class Named(NamedTuple):
    """A table: what it is called where it comes from, what that says of it, and its rows."""

    name: str
    label: str
    rows: Sequence[Row]


class Related(NamedTuple):
    """Several tables as one: that of `name`, with what the `others` say; and what was left out."""

    name: str
    others: tuple[str, ...]
    rows: list[Row]
    remarks: tuple[Message, ...] = ()


def relate(tables: Sequence[Named]) -> Related | None:
    """Put the tables of an export together; None if they don't refer to each other."""
    by_role: dict[str, _Table] = {}
    for table in tables:
        role = role_of(table.label)
        if role is None or role in by_role or not table.rows:
            continue
        by_role[role] = _Table(role, table)
    plays, scores = by_role.get("plays"), by_role.get("scores")
    if plays is None:
        return None
    lists = [t for role in ("players", "games", "locations") if (t := by_role.get(role))]
    used: list[_Table] = []
    found = _translated(plays, lists, used)
    if scores is None:
        if not used:
            return None
        return Related(plays.name, tuple(t.name for t in used), found)
    link = _link(scores, plays)
    if link is None:
        return None
    return _joined(plays, found, scores, _translated(scores, lists, used), link, used)


class _Table:
    """A table of an export: its headings, its rows, and its rows by their ids."""

    def __init__(self, role: str, table: Named) -> None:
        self.role, self.name = role, table.name
        self.heading, *self.rows = table.rows
        self.keys = [squash(cell) for cell in self.heading.cells]

    def column(self, *keys: str) -> int | None:
        """Return the first column with one of these headings."""
        return next((self.keys.index(key) for key in keys if key in self.keys), None)

    def cell(self, row: Row, i: int | None) -> str:
        """Return a cell; an empty text if there isn't one."""
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


def _link(scores: _Table, plays: _Table) -> tuple[int, int] | None:
    """Return the column of the scores that names the play, and the one of the plays it means."""
    best = (_FOUND, -1, -1)
    for mine in plays.ids():
        known = {plays.cell(row, mine) for row in plays.rows}
        for i, key in enumerate(scores.keys):
            if key not in ("id", "uuid", "play", "playid", "playrefid", "playuuid", "sessionid"):
                continue
            share = _share([scores.cell(row, i) for row in scores.rows], known)
            best = max(best, (share, -i, -mine), key=lambda x: x[0])
    return (-best[1], -best[2]) if best[1] != -1 or best[2] != -1 else None


def _translated(table: _Table, lists: Sequence[_Table], used: list[_Table]) -> list[Row]:
    """Return a table's rows with names instead of ids; note which lists were used for that."""
    heading, rows = list(table.heading.cells), [list(row.cells) for row in table.rows]
    for i, key in enumerate(table.keys):
        if "playerrefid" in table.keys and key in ("rank", "seatorder"):
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
    numbers = [row.number for row in table.rows]
    return [
        Row(table.heading.number, heading),
        *(Row(n, cells) for n, cells in zip(numbers, rows, strict=True)),
    ]


def _names(other: _Table, key: str, cells: Sequence[str]) -> dict[str, str] | None:
    """Return what cells with ids of a list mean; None if they aren't its ids."""
    one, name = other.role.removesuffix("s"), other.column(*_NAMES)
    about = one in key or (one == "player" and key.startswith(("winner", "start")))
    if name is None or not about or key.endswith("name"):
        return None
    lists = find_lists(cells, key)
    parts = {cell: [item.text for item in lists.items(cell)] for cell in cells}
    for mine in other.ids():
        found = {other.cell(row, mine): other.cell(row, name) for row in other.rows}
        if _share([part for said in parts.values() for part in said], set(found)) >= _FOUND:
            return {
                cell: "; ".join(found.get(part, part) for part in said)
                for cell, said in parts.items()
            }
    return None


def _add_facts(
    other: _Table, heading: list[str], ids: Sequence[str], rows: Sequence[list[str]]
) -> None:
    """Add what the list of games says that plays don't: how it is won, its number at BGG."""
    facts = [(i, name) for key, name in _OF_GAME.items() if (i := other.column(key)) is not None]
    found = {other.cell(row, mine): row for mine in other.ids() for row in other.rows}
    for i, name in facts if other.role == "games" else ():
        if name in heading:
            continue
        for row, id in zip(rows, ids, strict=True):
            row += [""] * (len(heading) - len(row))
            row.append(other.cell(found[id], i) if id in found else "")
        heading.append(name)


def _joined(
    plays: _Table,
    told: list[Row],
    scores: _Table,
    scored: list[Row],
    link: tuple[int, int],
    used: Sequence[_Table],
) -> Related:
    """Put the row of its play before each row of scores."""
    theirs, mine = link
    taken = {squash(cell) for cell in told[0].cells}
    columns = [i for i in range(len(scored[0].cells)) if i != theirs]
    names = [scored[0].cells[i] for i in columns]
    names = [f"{name} (player)" if squash(name) in taken else name for name in names]
    keys = [i for i in plays.ids() if i != mine]
    kept = [i for i in range(len(told[0].cells)) if i != mine and i not in keys]
    by_id = {plays.cell(row, mine): row for row in told[1:]}
    heading = ["id", *(told[0].cells[i] for i in kept), *names]
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
    return Related(
        scores.name, (plays.name, *(t.name for t in used)), out, tuple(remarks) if empty else ()
    )
