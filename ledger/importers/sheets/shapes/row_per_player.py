"""Results with one row per player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from ledger.importers.parsing.fields import DRAWN, Fields, read_flag, read_result
from ledger.importers.parsing.scores import read_score
from ledger.importers.parsing.titles import squash
from ledger.importers.records import Choice, Doubt, Record, Refusal, printable
from ledger.importers.sheets.grid import Columns, Row
from ledger.importers.sheets.headings import is_other_number
from ledger.importers.sheets.list_cells import STARRED, doubt_noted, doubt_pairs, names_in
from ledger.importers.sheets.reading import Reading
from ledger.importers.sheets.sections import date_in
from ledger.importers.sheets.sheet import (
    OF_IDENTITY,
    OF_PLAY,
    Sheet,
    column_cells,
    columns_of_play,
    identity,
    json_cell,
    play_record,
    shared_facts,
)
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.results import Person, Standing
from ledger.library.people.matching import exact, is_nobody
from ledger.library.records.numbers import whole

from .seats import ordinal

_OUTCOMES = frozenset(("score", "rank", "winner"))

_GUESSED = ("id", "date", "time", "round")
"""Columns that show which rows belong to the same play."""

_SUMS_OF_PLAYS = frozenset(
    map(
        squash,
        (
            *("wins", "losses", "draws", "ties", "games", "games played", "played", "plays"),
            *("matches", "win rate", "win percentage", "win %", "won games", "total wins"),
            *("wygrane", "przegrane", "rozegrane", "mecze", "vittorie", "sconfitte", "giocate"),
        ),
    )
)
"""Headings found in a table of standings."""

_TRUSTED = 0.75
"""The share of plays in which rank and winner have to agree for the rank to be trusted."""


def find_row_per_player(sheet: Sheet) -> Reading | None:
    """Read a sheet with one row per player; rows that share their facts form a play."""
    if "player" not in sheet.header.at:
        return None
    doubts = []
    sheet, starred = _without_stars(_with_results(sheet))
    if starred is not None:
        doubts.append(starred)
    if (doubt := _lists(sheet)) is not None:
        doubts.append(doubt)
    who = column_cells(sheet, sheet.header.at["player"])
    doubts += [*doubt_noted(who), *doubt_pairs(who)]
    if (doubt := _standings_table(sheet)) is not None:
        doubts.append(doubt)
    wrong = _sums_up(sheet) or _columns_of_days(sheet)
    if wrong is None and (doubt := _unscored(sheet)) is not None:
        doubts.append(doubt)
    plays = _plays(sheet)
    if (doubt := _guessed(sheet, plays)) is not None:
        doubts.append(doubt)
    doubted = _distrusted(sheet, plays)
    if doubted is not None:
        sheet, doubt = doubted
        doubts.append(doubt)
    return Reading(
        sheet,
        Message("a row per player"),
        _records(sheet, plays),
        doubts=tuple(doubts),
        wrong=wrong,
    )


def _columns_of_days(sheet: Sheet) -> Message | None:
    """Return why a table with a column for each evening can't be read so."""
    days = [h for h in sheet.header.others.values() if date_in(h) is not None]
    if len(days) < 2:
        return None
    return Message(
        "the columns {columns} are days: turn the table, so that each of them has a row, and each "
        "player a column",
        columns=", ".join(days[:3]),
    )


def _sums_up(sheet: Sheet) -> Message | None:
    """Return why a table that only counts the plays of each player can't be read."""
    at = sheet.header.at
    if {*_GUESSED, "score", "rank", "winner"} & at.keys():
        return None
    columns = [h for h in sheet.header.others.values() if squash(h) in _SUMS_OF_PLAYS]
    if not columns:
        return None
    return Message(
        "{columns} count plays: this table sums up what happened in many of them, and each "
        "play needs a row of its own",
        columns=", ".join(columns),
    )


def _unscored(sheet: Sheet) -> Doubt | None:
    """Doubt a table that doesn't say how anybody did, if some of its columns may."""
    if _OUTCOMES & sheet.header.at.keys():
        return None
    header = sheet.header
    numbers = [
        h
        for i, h in header.others.items()
        if (cells := column_cells(sheet, i))
        and not is_other_number(h)
        and all(read_score(cell, "point").total is not None for cell in cells)
    ]
    if not numbers:
        return None
    text = Message(
        "no column is known to say how the players did; it may be one of these: {columns}",
        columns=", ".join(numbers[:5]),
    )
    score = Message("it has the scores")
    ways = tuple(Choice("column", f"score={name}", score) for name in numbers[:5])
    return Doubt(text, ways)


def _lists(sheet: Sheet) -> Doubt | None:
    """Doubt names that are lists of names."""
    column = sheet.headings["player"]
    cells = column_cells(sheet, sheet.header.at["player"])
    several = [cell for cell in cells if cell.count(",") > 1]  # "Doe, Jane" is one person
    if 2 * len(several) < max(len(cells), 1):
        return None
    return Doubt(
        Message(
            "the cells of {column!r} look like lists of players, as {example!r}: "
            "`--column players={column}` reads them so",
            column=column,
            example=several[0][:40],
        )
    )


class _Play(NamedTuple):
    """The rows of a play; `again` if only a returning player separates it from the previous one."""

    rows: list[Row]
    again: bool


def _plays(sheet: Sheet) -> list[_Play]:
    """Return the rows of each play; plays that differ only in their results come together."""
    at = sheet.header.at
    named = Columns([at[f] for f in ("id", "date", "game") if f in at])
    telling = Columns([at[f] for f in OF_IDENTITY if f in at])
    groups: dict[tuple[tuple[str, ...], int], list[Row]] = {}
    players: dict[tuple[tuple[str, ...], int], set[str]] = {}
    count: Counter[tuple[str, ...]] = Counter()
    told: tuple[str, ...] | None = None
    same: tuple[str, ...] = ()
    key: tuple[tuple[str, ...], int] | None = None
    for row, name in zip(sheet.rows, sheet.header.column(sheet.rows, "player"), strict=True):
        who = exact(name)
        if (cells := telling.cells(row)) != told:
            told, same = cells, identity(sheet, row)
        # below a row that names the game, there are often only the players
        if key is None or not named.at or any(named.cells(row)):
            key = same, count[same]
            # a player who is already in it must be playing another game
            again = who in players.get(key, ()) and not is_nobody(who)
            if again and not sheet.header.cell(row, "id"):
                count[same] += 1
                key = same, count[same]
        groups.setdefault(key, []).append(row)
        players.setdefault(key, set()).add(who)
    if not any(count.values()):
        return [_Play(rows, again=False) for rows in groups.values()]
    alike: dict[tuple[tuple[str, ...], frozenset[str]], list[tuple[tuple[str, ...], int]]] = {}
    for key in groups:
        alike.setdefault((key[0], frozenset(players[key])), []).append(key)
    return [_Play(groups[key], key[1] > 0) for plays in alike.values() for key in plays]


def _records(sheet: Sheet, plays: Sequence[_Play]) -> Iterator[Record]:
    reader = _PlayReader(sheet)
    return (reader.record(play.rows, again=play.again) for play in plays)


def _with_results(sheet: Sheet) -> Sheet:
    """Return the sheet with scores like W and L read as winners, and 1st and 2nd as ranks."""
    at = sheet.header.at
    if "score" not in at or "score" in sheet.options.columns:
        return sheet
    cells = [c for c in column_cells(sheet, at["score"]) if c.lower() not in DRAWN]
    for field, fits in (("winner", _is_result), ("rank", _is_ordinal)):
        if cells and field not in at and all(map(fits, cells)):
            kept = {f: i for f, i in at.items() if f != "score"} | {field: at["score"]}
            return sheet._replace(header=sheet.header._replace(at=kept))
    return sheet


def _without_stars(sheet: Sheet) -> tuple[Sheet, Doubt | None]:
    """Return the sheet with the stars after names turned into a column of winners."""
    header = sheet.header
    i = header.at["player"]
    marked = [STARRED.fullmatch(row.cells[i]) if i < len(row.cells) else None for row in sheet.rows]
    if "winner" in header.at or not any(marked):
        return sheet, None
    end = max(len(sheet.heading.cells), *(len(row.cells) for row in sheet.rows))
    rows = []
    for row, m in zip(sheet.rows, marked, strict=True):
        cells = [*row.cells, *[""] * (end - len(row.cells)), "0" if m is None else "1"]
        if m is not None:
            cells[i] = m.group(1)
        rows.append(Row(row.number, cells))
    heading = [*sheet.heading.cells, *[""] * (end - len(sheet.heading.cells)), "*"]
    text = Message(
        "a mark after a name in the column {column!r} is taken for who won",
        column=sheet.headings["player"],
    )
    return sheet._replace(
        header=header._replace(at={**header.at, "winner": end}),
        heading=Row(sheet.heading.number, heading),
        rows=rows,
    ), Doubt(text)


def _standings_table(sheet: Sheet) -> Doubt | None:
    """Doubt a sheet whose rows look like totals over many plays."""
    if set(_GUESSED) & sheet.header.at.keys():
        return None
    sums = [h for h in sheet.header.others.values() if squash(h) in _SUMS_OF_PLAYS]
    if not sums:
        return None
    text = Message(
        "these columns count plays, so a row may be all plays of a player instead of one: "
        "{columns}",
        columns=", ".join(sums),
    )
    return Doubt(text)


def _is_result(cell: str) -> bool:
    return read_result(cell) is not None


def _is_ordinal(cell: str) -> bool:
    return ordinal(cell) != cell


def _guessed(sheet: Sheet, plays: Sequence[_Play]) -> Doubt | None:
    """Doubt plays that are only separated by a player who reappears."""
    at = sheet.header.at
    split = sum(play.again for play in plays)
    if not split:
        return None
    if not any(field in at for field in _GUESSED):
        text = Message(
            "nothing says which rows are of one play, so each ends where a player comes back: "
            "{count} plays; a column `date`, `round` or `id` would say it",
            count=len(plays),
        )
        return Doubt(text)
    if "winner" not in at:
        return None
    odd = 0
    for play in plays:
        flags = [read_flag(sheet.header.cell(row, "winner")) for row in play.rows]
        odd += play.again and "team" not in at and None not in flags and sum(map(bool, flags)) != 1
    if not odd:
        return None
    text = Message(
        "several plays of a day and game are told apart only by a player who comes back, and "
        "{count} of them don't have one winner; a column `round` or `id` would say it",
        count=odd,
    )
    return Doubt(text)


def _distrusted(sheet: Sheet, plays: Sequence[_Play]) -> tuple[Sheet, Doubt] | None:
    """Return the sheet without its ranks if they contradict who won and so can't be ranks."""
    at = sheet.header.at
    if "rank" not in at or "rank" in sheet.options.columns:
        return None
    told = agreed = 0
    for play in plays:
        flags = _winners(sheet, play.rows)
        won = [read_flag(flag) for flag in flags or _cells(sheet, play.rows, "winner")]
        ranks = [whole(ordinal(cell)) for cell in _cells(sheet, play.rows, "rank")]
        if not any(won) or all(won) or None in ranks:
            continue
        told += 1
        agreed += all(bool(w) == (rank == 1) for w, rank in zip(won, ranks, strict=True))
    if not told or agreed >= _TRUSTED * told:
        return _unordered(sheet, plays) if not told else None
    text = Message(
        "the column {column!r} contradicts who won in {odd} of {count} plays, so it isn't taken "
        "for places but kept as a remark",
        column=sheet.headings["rank"],
        odd=told - agreed,
        count=told,
    )
    return _without_rank(sheet, text)


def _unordered(sheet: Sheet, plays: Sequence[_Play]) -> tuple[Sheet, Doubt] | None:
    """Return the sheet without its ranks if neither the most nor the fewest points rank first."""
    if "score" not in sheet.header.at:
        return None
    told = most = fewest = 0
    for play in plays:
        ranks = [whole(ordinal(cell)) for cell in _cells(sheet, play.rows, "rank")]
        scores = [
            read_score(cell, sheet.decimals).total for cell in _cells(sheet, play.rows, "score")
        ]
        pairs = {(r, Decimal(x)) for r, x in zip(ranks, scores, strict=True) if r and x}
        if len(pairs) < 2 or len(pairs) < len(play.rows) or len({x for _, x in pairs}) < 2:
            continue
        told += 1
        order = [x for _, x in sorted(pairs)]
        fewest += order == sorted(order)
        most += order == sorted(order, reverse=True)
    if told < 3 or max(most, fewest) >= _TRUSTED * told:
        return None
    text = Message(
        "the column {column!r} follows the scores in only {count} of {told} plays, so it isn't "
        "taken for places but kept as a remark",
        column=sheet.headings["rank"],
        count=max(most, fewest),
        told=told,
    )
    return _without_rank(sheet, text)


def _without_rank(sheet: Sheet, text: Message) -> tuple[Sheet, Doubt]:
    at = sheet.header.at
    name = sheet.headings["rank"]
    header = sheet.header._replace(
        at={f: i for f, i in at.items() if f != "rank"},
        others=dict(sorted({**sheet.header.others, at["rank"]: name}.items())),
    )
    choices = (
        Choice("column", f"seat={name}", Message("the order of the seats")),
        Choice("column", f"rank={name}", Message("places all the same")),
    )
    return sheet._replace(header=header), Doubt(text, choices)


def _cells(sheet: Sheet, rows: Sequence[Row], field: str) -> list[str]:
    return [sheet.header.cell(row, field) for row in rows]


_KNOWN = 20_000
"""How many different standings are kept."""


class _PlayReader:
    """Makes plays of a sheet's rows; rows that say the same about a player share one standing."""

    def __init__(self, sheet: Sheet) -> None:
        at, others = sheet.header.at, sheet.header.others
        self._sheet = sheet
        self._facts = columns_of_play(sheet)
        self._fields = [field for field in at if field not in OF_PLAY]
        self._headings = list(others.values())
        self._seat = Columns([*(at[field] for field in self._fields), *others])
        self._player = self._fields.index("player")
        self._winner = self._fields.index("winner") if "winner" in at else None
        self._known: dict[tuple[str | None, tuple[str, ...]], Standing] = {}

    def record(self, rows: list[Row], *, again: bool) -> Record:
        """Return the play in some rows; `again` if only a returning player starts it."""
        sheet = self._sheet
        where = sheet.at(rows[0])
        problems: list[Text] = []
        id = printable(sheet.header.cell(rows[0], "id")) or None
        try:
            said = list(map(self._seat.cells, rows))
            listed = [who for cells in said if (who := exact(cells[self._player]))]
            # our own tables say who is anonymous, and may have two people of one name
            ours = "installed" in sheet.header.at and sheet.header.cell(rows[0], "source")
            if not ours and (twice := _twice(listed)) is not None:
                raise Malformed("{name!r} appears twice in one play", name=twice)
            if again:
                problems.append(
                    Message(
                        "a row above has {name!r} in the same game on the same day, so this is "
                        "another play; a column `round` or `id` tells plays apart",
                        name=listed[0],
                    )
                )
            first, differences = shared_facts(sheet, rows, problems, self._facts)
            if other := next(
                (n for n, said in differences.items() if {"date", "game"} <= said.keys()), None
            ):
                raise Malformed(
                    "row {row} has the same id {id!r} but a different date and a different game",
                    row=other,
                    id=id,
                )
            seats = [(row, cells) for row, cells in zip(rows, said, strict=True) if any(cells)]
            won = None
            if self._winner is not None and not all(map(self._says_who_won, said)):
                won = _winners(sheet, [row for row, _ in seats])
            standings = [
                self._standing(row, cells, differences, problems, won[i] if won else None)
                for i, (row, cells) in enumerate(seats)
            ]
            return play_record(sheet, first, standings, where, problems)
        except LedgerError as e:
            return Refusal.of(e, where, id)

    def _says_who_won(self, cells: Sequence[str]) -> bool:
        """Whether the column for winners has a flag here, or nothing, instead of a name."""
        text = cells[self._winner or 0]
        return not text or read_flag(text) is not None

    def _standing(
        self,
        row: Row,
        cells: tuple[str, ...],
        differ: dict[int, dict[str, str]],
        problems: list[Text],
        won: str | None,
    ) -> Standing:
        """Return how the player in a row did, noting what can't be understood in `problems`."""
        if row.number in differ:
            return self._read(row, cells, differ[row.number], problems, won)
        found = self._known.get((won, cells))
        if found is None:
            before = len(problems)
            found = self._read(row, cells, {}, problems, won)
            if len(problems) == before:  # problems have the number of their row
                if len(self._known) >= _KNOWN:
                    self._known.clear()
                self._known[won, cells] = found
        return found

    def _read(
        self,
        row: Row,
        cells: tuple[str, ...],
        differ: dict[str, str],
        problems: list[Text],
        won: str | None,
    ) -> Standing:
        values = dict(zip(self._fields, cells, strict=False))
        unknown = dict(zip(self._headings, cells[len(self._fields) :], strict=True))
        if won is not None:
            values["winner"] = won
        f = Fields(values, problems, Message("row {n}", n=row.number))
        name = f.text("player") or "?"
        score = read_score(f.any("score"), self._sheet.decimals)
        if score.problem:
            problems.append(Message.join(": ", [name, score.problem]))
        if rank := f.left.get("rank"):
            f.left["rank"] = ordinal(rank)
        if f.left.get("winner", "").lower() in DRAWN:
            f.left["result"] = f.left.pop("winner")
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
        extra |= {heading: cell for heading, cell in unknown.items() if cell} | differ
        return Standing(
            person=Person(name=name, ids={k: str(v) for k, v in ids.items()}),
            score=score.text,
            parts=score.parts,
            total=score.total,
            extra=extra,
            **fields,
        )


def _twice(names: Sequence[str]) -> str | None:
    """Return the first name that is there more than once and says who it is; None if none is."""
    if len(set(names)) == len(names):
        return None
    people = [name for name in names if not is_nobody(name)]
    return next((name for name in people if people.count(name) > 1), None)


def _winners(sheet: Sheet, rows: list[Row]) -> list[str] | None:
    """Return a flag for each row if the winner column has names instead of flags."""
    cell = sheet.header.cell
    said = dict.fromkeys(text for row in rows if (text := cell(row, "winner")))
    if all(read_flag(text) is not None for text in said):
        return None
    named = {squash(name) for text in said for name in names_in(text)}
    players = [squash(cell(row, "player")) for row in rows]
    if not named or not named <= set(players):
        return None
    return ["1" if player in named else "0" for player in players]
