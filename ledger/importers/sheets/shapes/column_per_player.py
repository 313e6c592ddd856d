"""Results with one row per play and a column per player: scores, places, W and L, or marks."""

from __future__ import annotations

import itertools
import re
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from ledger.importers.parsing.fields import DRAWN, read_result
from ledger.importers.parsing.scores import read_score
from ledger.importers.parsing.titles import squash
from ledger.importers.records import (
    Cells,
    Choice,
    Doubt,
    Location,
    Record,
    Remark,
)
from ledger.importers.sheets.grid import Row
from ledger.importers.sheets.list_cells import NO_WINNER, doubt_pairs, names_in
from ledger.importers.sheets.reading import Reading
from ledger.importers.sheets.sheet import (
    Sheet,
    column_cells,
    identity,
    is_absent,
    looks_like_names,
)
from ledger.importers.sheets.slots import can_be_name, counts_plays, is_about, may_be_a_phrase
from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message, Text
from ledger.library.records.numbers import whole

from .seats import Seat, doubt_together, ordinal, read_seats

_DIGIT = re.compile("[0-9¼½¾]")
_OTHER = re.compile(
    r"\A(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d\d)|://|%"
    r"|(?:[^\W\d_][^\d_]*){12}|\d\s*(?:min|h|hrs?)\b",
    re.ASCII,
)
"""What a cell with a digit can be other than a score: a date, a link, a percentage, a duration."""

_CALENDAR = frozenset(
    " ".join(
        (
            "january february march april may june july august september october november",
            "december jan feb mar apr jun jul aug sep oct nov dec",
            "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun",
        )
    ).split()
)
_STARRED = re.compile(r"(.*[^\s*])\s*\*", re.DOTALL)
_WON = re.compile(
    r"(?P<before>\d[\d.,]{0,9})\s*(?:w|\((?:w|won|winner)\))|w\s+(?P<after>\d[\d.,]{0,9})",
    re.IGNORECASE | re.ASCII,
)
_WORDED = re.compile(r"[^\W\d_]{2,}[^\d]{0,40}\s\d{1,9}")
_MARKS = frozenset(("x", "✓", "✔", "•", "●", "*", "+", "yes", "tak", "sì", "si", "true"))
_BITS = frozenset(("0", "1", "0.0", "1.0"))
_YEARS = range(1900, 2100)
_DATED = frozenset(("date", "time", "id", "round", "game_id", "at"))
"""Columns of which a table of many plays has none."""

_BEHIND = re.compile(r"(\d{1,2}(?:\.|st|nd|rd|th|º|°|ª)?)\s*\([-\d.,]{1,10}\)")
_AWAY = frozenset(("f", "absent", "abs", "faltou", "ausente", "assente", "nieobecny", "nieobecna"))
"""What stands in a player's column for somebody who wasn't there."""

_RESULT = re.compile(r"\d{1,3}\s*:\s*\d{1,3}", re.ASCII)
"""What two sides have together, as 3:2."""

_LOOKED_AT = 200
"""How many rows have to show that a column is the sum of others."""

_SHORT = 8
"""The maximum length of a cell that is read as a score with something said about it."""

MEANINGS: Mapping[Cells, Message] = {
    "scores": Message("the scores of a player"),
    "places": Message("the places of a player"),
    "wins": Message("whether a player won"),
    "played": Message("whether a player took part"),
}
_FIELDS: Mapping[Cells, str] = {"scores": "score", "places": "rank", "wins": "winner"}
_SAYS: Mapping[Cells, Message] = {
    "scores": Message("the numbers are scores"),
    "places": Message("the numbers are places"),
    "wins": Message("they say who won"),
    "played": Message("they say who took part"),
}


def read_column_per_player(sheet: Sheet) -> Reading:
    """Read a sheet in which every player has a column."""
    found = PlayerColumns(sheet)
    return Reading(
        sheet,
        Message("a row per play, with a column per player"),
        _records(sheet, found),
        columns=dict.fromkeys(found.people, MEANINGS[found.cells]),
        people=found.people,
        doubts=(*found.doubts, *doubt_together(sheet)),
        wrong=found.wrong,
    )


class PlayerColumns:
    """The columns of a sheet that are players, what is in them, and how certain that is."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        others = sheet.header.others
        named = sheet.options.players
        if missing := [p for p in named if p not in others.values()]:
            raise Malformed(
                "no column is called {heading!r}", file=sheet.where.file, heading=missing[0]
            )
        self.doubts: list[Doubt] = []
        self.cells: Cells = "scores"
        self.people: dict[int, str] = {}
        if named:
            self.people = {i: h for i, h in others.items() if h in named}
        else:
            winners = {*self._winners()}
            names = {i: h for i, h in others.items() if can_be_name(h) or squash(h) in winners}
            names = {i: h for i, h in names.items() if not is_about(h, others.values())}
            months = {i for i, h in names.items() if squash(h) in _CALENDAR}
            if len(months) > 2:  # one of them is a person: Jan, April
                names = {i: h for i, h in names.items() if i not in months}
            for fits in (self._scores, self._results, self._marked):
                self.people = {i: h for i, h in names.items() if fits(i)}
                if self.people:
                    break
            self._leave_out_sums()
            self._leave_out_flags()
        self.notes = {i: h for i, h in others.items() if i not in self.people}
        self.wrong = self._contradiction()
        if self.wrong is None:
            self._find_cells()
            self._doubt_away()
            self._doubt_words()
            self._doubt_namesakes()
            if not named:
                self._doubt()

    def _cells_of(self, i: int) -> list[str]:
        return [cell for cell in column_cells(self.sheet, i) if not _is_away(cell)]

    def _counts_rows(self, i: int) -> bool:
        """Whether a column numbers the evenings: 1st, 1st, 2nd before the dates and titles."""
        at = self.sheet.header.at
        if any(i > at[field] for field in ("date", "game") if field in at):
            return False
        cells = column_cells(self.sheet, i)
        numbers = [None if ordinal(cell) == cell else whole(ordinal(cell)) for cell in cells]
        steps = {
            b - a if a is not None and b is not None else -1 for a, b in itertools.pairwise(numbers)
        }
        return steps <= {0, 1} and 1 in steps and numbers[0] == 1

    def _scores(self, i: int) -> bool:
        """Whether most cells of a column can be scores."""
        cells = [cell for cell in self._cells_of(i) if cell != "?"]
        if all(map(_RESULT.fullmatch, cells)) or self._counts_rows(i):
            return False
        numbers = sum(1 for c in cells if _may_be_score(c))
        if len(cells) > 2 and all((n := whole(c)) is not None and n in _YEARS for c in cells):
            return False
        return bool(cells) and 2 * numbers >= len(cells)

    def _results(self, i: int) -> bool:
        """Whether the cells of a column say in words who won and who lost."""
        cells = [c for c in self._cells_of(i) if c.lower() not in DRAWN]
        return bool(cells) and all(read_result(c) is not None for c in cells)

    def _marked(self, i: int) -> bool:
        """Whether a column contains only marks."""
        cells = self._cells_of(i)
        return bool(cells) and all(c.lower() in _MARKS for c in cells)

    def _leave_out_sums(self) -> None:
        """Leave out columns whose numbers follow from the others: totals, averages, the best."""
        columns, winners = list(self.people), set(self._winners())
        rows = [self._numbers(row, columns) for row in self.sheet.rows[:_LOOKED_AT]]
        found: dict[int, Message] = {}
        for order in (range(len(columns)), range(len(columns) - 1, -1, -1)):
            for n, own in enumerate(order):
                before = [other for other in order[:n] if other not in found]
                if own in found or squash(self.people[columns[own]]) in winners:
                    continue
                if (what := _follows(rows, own, before)) is not None:
                    found[own] = what
        for own, what in found.items():
            text = Message(
                "the column {column!r} is {what} of the others, so it isn't taken for a player",
                column=self.people.pop(columns[own]),
                what=what,
            )
            self.doubts.append(Doubt(text))

    def _numbers(self, row: Row, columns: Sequence[int]) -> list[Decimal | None]:
        """Return the numbers in some columns of a row."""
        cells = [row.cells[i] if i < len(row.cells) else "" for i in columns]
        totals = [read_score(c, self.sheet.decimals).total for c in cells]
        return [None if total is None else Decimal(total) for total in totals]

    def _leave_out_flags(self) -> None:
        """Leave out columns of only 0 and 1 next to columns of scores."""
        flags = {i: h for i, h in self.people.items() if set(self._cells_of(i)) <= _BITS}
        winners = set(self._winners()) if flags else set()
        flags = {i: h for i, h in flags.items() if squash(h) not in winners}
        if not flags:
            return
        rest = [
            n
            for i in self.people
            if i not in flags
            for cell in self._cells_of(i)
            if (n := whole(cell)) is not None
        ]
        if not rest or statistics.median(rest) < 5:
            return
        self.people = {i: h for i, h in self.people.items() if i not in flags}
        self.doubts.append(
            Doubt(
                Message(
                    "unlike the others, these columns have nothing but 0 and 1, so they are kept "
                    "as remarks and not taken for players: {columns}",
                    columns=", ".join(flags.values()),
                )
            )
        )

    def _winners(self) -> list[str]:
        at = self.sheet.header.at.get("winner")
        cells = [] if at is None else self._cells_of(at)
        names = (squash(name) for cell in cells for name in names_in(cell))
        return [name for name in names if name not in NO_WINNER]

    def _contradiction(self) -> Message | None:
        """Return why these columns can't be players, or None if they can."""
        if not self.people:
            return Message("no column contains a player's scores")
        if (tally := self._tally()) is not None:
            return tally
        winners, known = self._winners(), {squash(h) for h in self.people.values()}
        if 2 * sum(name in known for name in winners) >= len(winners):
            return None
        at = self.sheet.header.at["winner"]
        examples = dict.fromkeys(n for cell in self._cells_of(at) for n in names_in(cell))
        unknown = [n for n in examples if squash(n) not in known][:3]
        return Message(
            "the column {column!r} names {winners}, but the columns with numbers are {others}: "
            "these aren't players",
            column=self.sheet.headings["winner"],
            winners=", ".join(unknown),
            others=", ".join(self.people.values()),
        )

    def _tally(self) -> Message | None:
        """Return why these columns count plays, if their headings say so and nothing dates them."""
        columns = [h for h in self.people.values() if counts_plays(h)]
        if not columns or _DATED & self.sheet.header.at.keys():
            return None
        return Message(
            "{columns} count plays: this table sums up what happened in many of them, and each "
            "play needs a row of its own",
            columns=", ".join(columns),
        )

    # --- what the cells say ---------------------------------------------------------------------

    def _find_cells(self) -> None:
        """Work out what the cells mean, unless the user says."""
        if self.sheet.options.cells is not None:
            self.cells = self.sheet.options.cells
            return
        if all(self._results(i) for i in self.people):
            self.cells = "wins"
        elif all(self._marked(i) for i in self.people):
            self._take_marks()
        else:
            self._take_numbers()

    def _take_marks(self) -> None:
        """Take marks to show who took part if the winners are known; otherwise ask."""
        rows = [row for row in self._rows() if len(row) > 0]
        winners = "winner" in self.sheet.header.at
        alone = all(len(row) == 1 for row in rows)
        self.cells = "wins" if alone and not winners else "played"
        if not winners:
            self._ask(Message("a mark can mean who took part or who won"), "played", "wins")

    def _take_numbers(self) -> None:
        """Take numbers as scores, unless they look like places or flags for the winner."""
        if any(_starred(cell) is not None for i in self.people for cell in self._cells_of(i)):
            self.doubts.append(Doubt(Message("a mark after a number is taken for who won")))
        flags = places = True
        known: list[dict[str, int]] = []
        ordinals, behind = False, True
        for row in self._rows():
            if len(row) < 2:
                continue
            texts = {h: ordinal(_main(c)) for h, c in row.items()}
            numbers = {h: n for h, c in texts.items() if (n := whole(c)) is not None}
            flags = flags and set(numbers.values()) <= {0, 1} and sum(numbers.values()) == 1
            places = places and _is_ranking(list(numbers.values()))
            if len(numbers) < len(row) or not (flags or places):
                return
            ordinals = ordinals or any(ordinal(c) != c for c in row.values())
            behind = behind and all(_main(c) != c for c in row.values())
            known.append(numbers)
        if known and flags:
            self._take_flags(known)
        elif known and behind:
            self.cells = "places"
            text = Message("the numbers look like places, with the scores in brackets behind them")
            self._ask(text, "places", "scores")
        elif known:
            self._take_places(known, ordinals=ordinals)

    def _take_flags(self, rows: Sequence[Mapping[str, int]]) -> None:
        if len(rows) < 2 and len(rows[0]) < 3:
            return
        self.cells = "wins"
        if not self._agree(rows, max):
            self._ask(
                Message("in every row there is one 1 and the rest is 0: it could be who won"),
                *("wins", "scores"),
            )

    def _take_places(self, rows: Sequence[Mapping[str, int]], *, ordinals: bool) -> None:
        """Take numbers as places; with `ordinals`, some are written like `1st`."""
        if not ordinals and self._agree(rows, max):
            return
        if ordinals or self._agree(rows, min):
            self.cells = "places"
        elif len(rows) > 2 or any(len(row) > 2 for row in rows):
            self.cells = "places"
            self._ask(
                Message("the numbers of every row look like places: 1, 2, 3, …"),
                *("places", "scores"),
            )

    def _agree(
        self, rows: Sequence[Mapping[str, int]], best: Callable[[Iterable[int]], int]
    ) -> bool:
        """Whether the winner column names the players with the best number in every row."""
        named = self._named_winners()
        if not named or len(named) != len(rows):
            return False
        return all(
            won == {squash(h) for h, n in row.items() if n == best(row.values())}
            for won, row in zip(named, rows, strict=True)
        )

    def _named_winners(self) -> list[set[str]]:
        """Return the winners of each play with several players; empty if one isn't known."""
        header = self.sheet.header
        if "winner" not in header.at:
            return []
        out = []
        for row in self.sheet.rows:
            if len(self._row(row)) > 1:
                out.append({squash(name) for name in names_in(header.cell(row, "winner"))})
        return out if all(out) else []

    def _row(self, row: Row) -> dict[str, str]:
        return _present(self.people, row)

    def _rows(self) -> Iterator[dict[str, str]]:
        return (self._row(row) for row in self.sheet.rows)

    def _ask(self, text: Message, *ways: Cells) -> None:
        choices = tuple(Choice("cells", way, _SAYS[way], way == self.cells) for way in ways)
        self.doubts.append(Doubt(text, choices))

    def _doubt_scores(self) -> None:
        """Doubt scores if mostly neither the best nor the worst is that of a player who won."""
        rows = [row for row in self._rows() if len(row) > 1]
        numbers = [
            {squash(h): float(n) for h, c in row.items() if (n := whole(c)) is not None}
            for row in rows
        ]
        plays = [
            (won, scores)
            for won, scores in zip(self._named_winners(), numbers, strict=False)
            if len(scores) > 2 and won <= scores.keys()
        ]
        fitting = max(
            sum(all(scores[name] == best(scores.values()) for name in won) for won, scores in plays)
            for best in (max, min)
        )
        if 2 * fitting < len(plays):
            self.doubts.append(
                Doubt(
                    Message(
                        "the players who won have neither the most nor the fewest points: perhaps "
                        "not all of {names} are players (--player says who is)",
                        names=", ".join(self.people.values()),
                    )
                )
            )

    def _doubt_one(self) -> None:
        """Doubt that the only column of numbers is a player if another may name the players."""
        header = self.sheet.header
        if len(self.people) != 1 or self._winners():
            return
        plays = [identity(self.sheet, row) for row in self.sheet.rows]
        names = [h for i, h in self.notes.items() if looks_like_names(column_cells(self.sheet, i))]
        if len(set(plays)) == len(plays) or not names:
            return
        only = next(iter(self.people.values()))
        text = Message(
            "the only column of numbers, {column!r}, may have the scores of those in {others}",
            column=only,
            others=", ".join(names),
        )
        ways = tuple(
            Choice("column", f"player={name}", Message("it names the players"))
            for name in names
            if "player" not in header.at
        )
        self.doubts.append(Doubt(text, ways))

    def _doubt_tally(self) -> None:
        """Doubt scores if nothing says when a play was, and every game is there once."""
        at = self.sheet.header.at
        if self.sheet.options.cells is not None or _DATED & at.keys() or "winner" in at:
            return
        titles = [squash(self.sheet.header.cell(row, "game")) for row in self.sheet.rows]
        cells = [cell for row in self._rows() for cell in row.values()]
        scores = (read_score(cell, self.sheet.decimals).total for cell in cells)
        if len(titles) < 2 or len(set(titles)) < len(titles) or None in scores:
            return
        self._ask(
            Message(
                "nothing says when these were, and each game is there once: the numbers may count "
                "plays or wins, or rate the games, and then a row isn't a play"
            ),
            "scores",
        )

    def _doubt_words(self) -> None:
        """Doubt cells with a word before a number: `Ann 6` below `France` names who played it."""
        cells = [cell for i in self.people for cell in self._cells_of(i)]
        worded = [cell for cell in cells if _WORDED.fullmatch(cell)]
        if 2 * len(worded) <= len(cells):
            return
        text = Message(
            "{example!r} in the column {column!r} has a word before the number: it may name the "
            "player",
            example=worded[0][:40],
            column=next(h for i, h in self.people.items() if worded[0] in self._cells_of(i)),
        )
        self.doubts.append(Doubt(text))

    def _doubt_namesakes(self) -> None:
        """Doubt a player such as `Guest` if `Guest name` says who that was."""
        for i, note in self.notes.items():
            named = [h for h in self.people.values() if squash(note) in _names_of(h)]
            if named and looks_like_names(column_cells(self.sheet, i)):
                text = Message(
                    "the column {column!r} may say who {name!r} was", column=note, name=named[0]
                )
                self.doubts.append(Doubt(text))

    def _doubt_away(self) -> None:
        """Doubt that a letter says who wasn't there."""
        cells = (cell for i in self.people for cell in column_cells(self.sheet, i))
        if short := next((c for c in cells if len(c) == 1 and c.casefold() in _AWAY), None):
            text = Message("{cell!r} is taken for a player who wasn't there", cell=short)
            self.doubts.append(Doubt(text))

    def _doubt(self) -> None:
        """Doubt names that look like phrases, and scores that don't go with who won."""
        if self.cells == "scores":
            self._doubt_scores()
            self._doubt_tally()
        self._doubt_one()
        self.doubts += doubt_pairs(self.people.values())
        small = [h for h in self.people.values() if may_be_a_phrase(h)]
        if small and not {squash(h) for h in small} & set(self._winners()):
            names = ", ".join(small[:5])
            self.doubts.append(
                Doubt(Message("nothing shows that {names} are players", names=names))
            )


def _starred(cell: str) -> str | None:
    """Return the score in a cell that also says who won, as `61*` or `61 (W)`; else None."""
    if (m := _STARRED.fullmatch(cell)) is not None:
        return m.group(1)
    m = _WON.fullmatch(cell)
    return None if m is None else m["before"] or m["after"]


def _names_of(heading: str) -> set[str]:
    """Return what a column may be called that says who a player was."""
    ways = ("{} name", "{}'s name", "name of {}", "who was {}", "{} imię", "{} nome", "nome {}")
    return {squash(way.format(heading)) for way in ways}


def _is_away(cell: str) -> bool:
    """Whether a cell says that a player wasn't there: a dash, `absent`, F."""
    return is_absent(cell) or cell.casefold() in _AWAY


def _main(cell: str) -> str:
    """Return a place without the score behind it: 1 for `1 (50)`."""
    m = _BEHIND.fullmatch(cell)
    return cell if m is None else m.group(1)


def _may_be_score(cell: str) -> bool:
    """Whether a cell can be a score, perhaps with something about it."""
    if not _DIGIT.search(cell) or _OTHER.search(cell):
        return False
    return len(cell) <= _SHORT or read_score(cell, "point").total is not None


def _follows(
    rows: Sequence[Sequence[Decimal | None]], own: int, others: Sequence[int]
) -> Message | None:
    """Return what a number of every row is of those in other columns; None if it is a score."""
    ways, told = list(_SUMS), 0
    for row in rows if len(others) > 1 else ():
        number, numbers = row[own], [n for i in others if (n := row[i]) is not None]
        if number is None:
            continue
        ways = [way for way in ways if numbers and _is_rounded(number, way[2](numbers))]
        if not ways:
            return None
        told += len(set(numbers)) > 1 and max(numbers) > 1
    return next((what for what, least, _ in ways if told >= least), None)


def _is_rounded(shown: Decimal, exact: Decimal) -> bool:
    """Whether a number is another one, rounded as it is shown."""
    exponent = shown.as_tuple().exponent
    digits = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    return abs(shown - exact) <= Decimal(5).scaleb(-digits - 1)


_SUMS: Sequence[tuple[Message, int, Callable[[list[Decimal]], Decimal]]] = (
    (Message("the sum"), 2, lambda numbers: sum(numbers, Decimal(0))),
    (Message("the average"), 2, lambda numbers: sum(numbers, Decimal(0)) / len(numbers)),
    (Message("the highest"), 3, max),
    (Message("the lowest"), 3, min),
    (Message("the difference"), 3, lambda numbers: max(numbers) - min(numbers)),
)


def _is_ranking(numbers: Sequence[int]) -> bool:
    """Whether numbers are the places in a play: 1, 2, 3, or 1, 1, 3, or 1, 1, 2."""
    there = sorted(numbers)
    gaps = all(n == 1 + sum(m < n for m in there) for n in there)
    dense = set(there) == set(range(1, len(set(there)) + 1))
    return len(set(there)) > 1 and (gaps or dense)


def _records(sheet: Sheet, columns: PlayerColumns) -> Iterator[Record]:
    """Yield the play in each row; an empty cell means that the player didn't take part."""
    people, notes = columns.people, columns.notes
    for heading in notes.values():
        yield Remark(
            Location(sheet.where.file, sheet.header.row, sheet.where.part),
            Message(
                "the column {column!r} doesn't contain a player's scores: it is kept as a remark",
                column=heading,
            ),
        )
    missing = Message("no player has a score in this row")
    yield from read_seats(sheet, _Columns(people, _FIELDS.get(columns.cells)), notes, missing)


class _Columns(NamedTuple):
    """The players' columns, and the field that their cells belong to."""

    people: Mapping[int, str]
    field: str | None

    def names(self, row: Row) -> Sequence[str]:
        return list(_present(self.people, row))

    def seats(self, row: Row, first: dict[str, str], problems: list[Text]) -> Sequence[Seat]:
        cells = _present(self.people, row)
        starred = {h: own for h, c in cells.items() if (own := _starred(c)) is not None}
        if self.field == "score" and starred:
            return [
                Seat(
                    {
                        "player": h,
                        "score": starred.get(h, c),
                        "winner": "1" if h in starred else "0",
                    }
                )
                for h, c in cells.items()
            ]
        own = self.field
        if own == "rank" and all(_main(c) != c for c in cells.values()):  # `1 (50)`
            return [
                Seat({"player": h, "rank": _main(c), "score": c[len(_main(c)) :].strip(" ()")})
                for h, c in cells.items()
            ]
        return [Seat({"player": h} | ({own: c} if own else {})) for h, c in cells.items()]


def _present(people: Mapping[int, str], row: Row) -> dict[str, str]:
    """Return the cells of the players who took part."""
    cells = {h: row.cells[i] for i, h in people.items() if i < len(row.cells)}
    return {h: cell for h, cell in cells.items() if not _is_away(cell)}
