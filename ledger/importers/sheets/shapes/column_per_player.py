"""Results with one row per game and a column per player."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ledger.importers.parsing.scores import read_score
from ledger.importers.parsing.titles import squash
from ledger.importers.records import Location, Record, Refusal, Remark, printable
from ledger.importers.sheets.grid import Row
from ledger.importers.sheets.headings import can_be_name
from ledger.importers.sheets.list_cells import NO_WINNER, flags_of, names_in
from ledger.importers.sheets.sheet import Sheet, check_id, group_alike, play_record, shared_facts
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.results import Person, Standing

_DIGIT = re.compile(r"[0-9]")
_DATE = re.compile(r"\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d\d", re.ASCII)


class PlayerColumns:
    """Which columns of a sheet are players; `doubts` and `wrong` say how certain that is."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        others = sheet.header.others
        named = sheet.options.players
        if missing := [p for p in named if p not in others.values()]:
            raise Malformed(
                "no column is called {heading!r}", file=sheet.where.file, heading=missing[0]
            )
        self.people = {
            i: heading
            for i, heading in others.items()
            if (heading in named if named else can_be_name(heading) and self._scores(i))
        }
        self.notes = {i: h for i, h in others.items() if i not in self.people}
        self.doubts: list[Text] = []
        self.wrong = self._contradiction()
        if not named and self.wrong is None:
            self._doubt()

    def _cells(self, i: int) -> list[str]:
        return [r.cells[i] for r in self.sheet.rows if i < len(r.cells) and r.cells[i]]

    def _scores(self, i: int) -> bool:
        """Whether most cells of a column can be scores."""
        cells = self._cells(i)
        numbers = sum(1 for c in cells if _DIGIT.search(c) and not _DATE.match(c))
        return bool(cells) and 2 * numbers >= len(cells)

    def _winners(self) -> list[str]:
        at = self.sheet.header.at.get("winner")
        cells = [] if at is None else self._cells(at)
        names = (squash(name) for cell in cells for name in names_in(cell))
        return [name for name in names if name not in NO_WINNER]

    def _contradiction(self) -> Message | None:
        """Return why these columns can't be players; None if nothing speaks against it."""
        if not self.people:
            return Message("no column contains a player's scores")
        winners, known = self._winners(), {squash(h) for h in self.people.values()}
        if 2 * sum(name in known for name in winners) >= len(winners):
            return None
        at = self.sheet.header.at["winner"]
        examples = dict.fromkeys(n for cell in self._cells(at) for n in names_in(cell))
        unknown = [n for n in examples if squash(n) not in known][:3]
        return Message(
            "the column {column!r} names {winners}, but the columns with numbers are {others}: "
            "these aren't players",
            column=self.sheet.headings["winner"],
            winners=", ".join(unknown),
            others=", ".join(self.people.values()),
        )

    def _doubt(self) -> None:
        """Doubt names without a capital letter, unless one of them is among the winners."""
        small = [h for h in self.people.values() if h[:1].islower()]
        if small and not {squash(h) for h in small} & set(self._winners()):
            names = ", ".join(small[:5])
            self.doubts.append(Message("nothing shows that {names} are players", names=names))


def read_column_per_player(sheet: Sheet, columns: PlayerColumns) -> Iterator[Record]:
    """Yield the play of each row; an empty cell means that the player didn't take part."""
    people, notes = columns.people, columns.notes
    for heading in notes.values():
        yield Remark(
            Location(sheet.where.file, sheet.header.row, sheet.where.part),
            Message(
                "the column {column!r} doesn't contain a player's scores: it is kept as a remark",
                column=heading,
            ),
        )

    def who(row: Row) -> tuple[object, ...]:
        return tuple(i for i in people if i < len(row.cells) and row.cells[i])

    seen: dict[str, Row] = {}
    for row in group_alike(sheet, who):
        id = printable(sheet.header.cell(row, "id")) or None
        problems: list[Text] = []
        try:
            check_id(sheet, row, seen)
            first, _ = shared_facts(sheet, [row], problems, list(sheet.header.at))
            standings = _standings(row, people, first, problems)
            more = {
                h: row.cells[i] for i, h in notes.items() if i < len(row.cells) and row.cells[i]
            }
            yield play_record(sheet, first, standings, sheet.at(row), problems, more)
        except LedgerError as e:
            yield Refusal.of(e, sheet.at(row), id)


def _standings(
    row: Row, people: dict[int, str], first: dict[str, str], problems: list[Text]
) -> list[Standing]:
    scores = {h: row.cells[i] for i, h in people.items() if i < len(row.cells) and row.cells[i]}
    if not scores:
        raise Malformed("no player has a score in this row")
    won, began = (flags_of(first, f, list(scores), problems) for f in ("winner", "start"))
    out = []
    for i, (name, cell) in enumerate(scores.items()):
        score = read_score(cell)
        if score.problem:
            problems.append(Message.join(": ", [name, score.problem]))
        out.append(
            Standing(
                person=Person(name=name),
                score=score.text,
                parts=score.parts,
                total=score.total,
                won=won[i],
                began=began[i],
            )
        )
    return out
