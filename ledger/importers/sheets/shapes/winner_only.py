"""Results of which only the winners are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.importers.parsing.titles import squash
from ledger.importers.records import Doubt
from ledger.importers.sheets.grid import Row
from ledger.importers.sheets.list_cells import NO_WINNER, names_in
from ledger.importers.sheets.reading import Reading
from ledger.importers.sheets.sheet import Sheet, column_cells, looks_like_names
from ledger.kernel.message import Message, Text
from ledger.library.records.numbers import whole

from .column_per_player import PlayerColumns
from .seats import NO_PLAYERS, Seat, read_seats

_COUNTS = frozenset(
    (
        *("players", "number of players", "num players", "player count", "no of players"),
        *("players count", "n players", "how many players", "gracze", "liczba graczy"),
        *("giocatori", "numero giocatori", "numero di giocatori"),
    )
)
_COUNT_KEYS = frozenset(map(squash, _COUNTS))
_MOST = 100


def find_winner_only(sheet: Sheet) -> Reading | None:
    """Read a sheet that says who won but, at most, how many others played."""
    at = sheet.header.at
    if "winner" not in at or {"player", "players"} & at.keys() or sheet.options.players:
        return None
    if PlayerColumns(sheet).people or not looks_like_names(column_cells(sheet, at["winner"])):
        return None
    counts = [i for i, heading in sheet.header.others.items() if squash(heading) in _COUNT_KEYS]
    count = next((i for i in counts if all(whole(c) for c in column_cells(sheet, i))), None)
    doubts = []
    if count is None or len(column_cells(sheet, count)) < len(sheet.rows):
        text = Message(
            "only the winners are named: where nothing says how many played, one player without a "
            "name stands for the others"
        )
        doubts.append(Doubt(text))
    return Reading(
        sheet,
        Message("a row per play, with its winner only"),
        read_seats(sheet, _Winners(sheet, count), sheet.header.others, NO_PLAYERS),
        columns={} if count is None else {count: Message("how many played")},
        doubts=tuple(doubts),
    )


class _Winners(NamedTuple):
    """The winners, and nameless players for the others."""

    sheet: Sheet
    counted: int | None

    def names(self, row: Row) -> Sequence[str]:
        return names_in(self.sheet.header.cell(row, "winner"))

    def seats(self, row: Row, first: dict[str, str], problems: list[Text]) -> Sequence[Seat]:
        names = [n for n in names_in(first.pop("winner", "")) if squash(n) not in NO_WINNER]
        said = row.cells[self.counted] if self.counted is not None else ""
        most = min(whole(said) or len(names) + 1, _MOST)
        if not names and not said:
            return []
        score = first.pop("score", "") if len(names) == 1 else ""
        won = [Seat({"player": name, "winner": "1", "score": score}) for name in names]
        lost = "0" if names else ""
        return won + [Seat({"player": "?", "winner": lost})] * max(most - len(names), 0)
