"""Cleaning up a sheet: totals, row numbers, and what columns like `place` and `id` contain."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ledger.importers.parsing.titles import squash
from ledger.importers.records import Choice, Doubt, Options
from ledger.kernel.message import Message
from ledger.library.people.matching import exact
from ledger.library.records.numbers import whole

from .grid import Row
from .headings import Header
from .list_cells import are_pairs, find_list_format, is_list

SUMS = frozenset(
    (
        "total",
        "totals",
        "sum",
        "grandtotal",
        "razem",
        "suma",
        "lacznie",
        "totale",
        "totali",
        "somma",
    )
)
"""Names of rows and columns that are totals of others."""

_SUMMARIES = frozenset(
    " ".join(
        (
            "average avg mean median best worst highest lowest max min maximum minimum count stdev",
            "wins losses winrate totalwins gamesplayed plays played rank ranking place points",
            "srednia mediana najlepszy najwiecej najmniej wygrane zwyciestwa partie liczbagier",
            "miejsce punkty media massimo minimo vittorie partite migliore punti",
            "durchschnitt schnitt summe gesamt siege moyenne somme victoires promedio victorias",
        )
    ).split()
)
"""Names of rows without a date that say something about all the others."""

_NOT_PLAYED = frozenset(
    " ".join(
        (
            "postponed cancelled canceled rescheduled notplayed przelozony przelozone przelozona",
            "odwolany odwolane odwolana rinviata rinviato annullata annullato verschoben abgesagt",
        )
    ).split()
)
"""What says that a game which was planned didn't take place."""

_ABOUT_PLAY = ("id", "date", "time", "game", "place", "round")
"""Columns that can have a number although nobody played."""

_OUTCOMES = ("score", "rank", "winner")

_PLACE_OR_RANK = frozenset(("place", "miejsce", "posto"))
_PLACE = re.compile(r"\d{1,9}(?:\.|[.,]00?|st|nd|rd|th|º|°|ª)?", re.ASCII | re.IGNORECASE)
_DURATION = re.compile(
    r"\d{1,4}(?:[.,]\d+)?|\d{1,4} ?(?:m|min|mins|minutes?|minut[yi]?)\.?"
    r"|\d{1,2} ?(?:h|hrs?|hours?|godz)\.?(?: ?\d{1,2} ?(?:m|min|mins|minutes?)?\.?)?",
    re.ASCII | re.IGNORECASE,
)
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?", re.ASCII)
_SHORT_CLOCK = re.compile(r"0?[0-5]:[0-5]\d(?::00)?", re.ASCII)
"""Times like 1:30, which would be in the small hours if they were times of day."""

_ENTERED = frozenset(("timestamp", "sygnaturaczasowa", "informazionicronologiche"))
"""Headings that forms use for the time when a row was entered."""

_INDEX = re.compile(r"(?:Unnamed: \d+|index|level_\d)?", re.IGNORECASE)
"""Headings that data frames use for row numbers, if they use any."""


_RESULT = re.compile(r"[\d½.,/]{1,6}\s*[:–—-]\s*[\d½.,/]{1,6}(?!\S*\d)", re.ASCII)
"""A result between two, as `2:1` or `10-8`."""

_MATCHES = frozenset(
    (
        *("match", "matchup", "fixture", "pairing", "versus", "vs", "opponents"),
        *("mecz", "para", "spotkanie", "incontro", "sfida", "begegnung", "paarung", "partido"),
    )
)
"""Headings of columns that name both sides."""


class CleanSheet(NamedTuple):
    """A sheet with only results; `remarks` have their lines, `surplus` are rows that are too wide.

    `doubts` say what the user should look at before the sheet is imported. `far` means that what a
    row says can depend on any row below it.
    """

    header: Header
    rows: Sequence[Row]
    surplus: frozenset[int]
    remarks: Sequence[tuple[int, Message]]
    doubts: Sequence[Doubt]
    far: bool = False


def clean_up(header: Header, heading: Row, rows: Sequence[Row], options: Options) -> CleanSheet:
    """Return the sheet with only its results, and remarks on what was left out or guessed."""
    remarks: list[tuple[int, Message]] = []
    doubts: list[Doubt] = []
    if header.guessed:
        headings = ", ".join(heading.cells[header.at[field]] for field in header.guessed)
        doubts.append(
            Doubt(
                Message(
                    "what these headings mean is guessed from their words: {headings}",
                    headings=headings,
                )
            )
        )
    header = _find_times(header, heading, rows, options, doubts)
    if (doubt := _numbered_games(header, heading, rows, options)) is not None:
        doubts.append(doubt)
    numbers = _row_numbers(heading, rows, options)
    header = header._replace(others={i: h for i, h in header.others.items() if i not in numbers})
    header = _find_place_column(header, heading, rows, options, remarks)
    header = _find_players_column(header, heading, rows, options)
    header = _without_sums(header, options, remarks)
    kept = []
    about = {header.at[f] for f in _ABOUT_PLAY if f in header.at} | numbers
    for row, who in zip(rows, header.column(rows, "player"), strict=True):
        if (why := _not_played(header, row, about)) is not None:
            text = Message("{word!r}: this row is no play and is left out", word=why)
            remarks.append((row.number, text))
        elif (name := _is_sum(header, who, row)) is None:
            kept.append(row)
        else:
            text = Message("{name!r} sums up other rows and is no play: it is left out", name=name)
            remarks.append((row.number, text))
    every = kept
    kept = _without_rounds(header, heading, kept, doubts)
    width = len(heading.cells)
    surplus = frozenset(
        row.number for row in kept if len(row.cells) > width and any(row.cells[width:])
    )
    header = _find_id_column(header, heading, kept, options, remarks, doubts)
    for i, cell in enumerate(heading.cells):
        unnamed = not cell and i not in numbers
        lost = [r for r in kept if i < len(r.cells) and r.cells[i]] if unnamed else []
        if lost:
            text = Message("column {n} has no heading: its cells are left out", n=i + 1)
            remarks.append((lost[0].number, text))
    return CleanSheet(header, kept, surplus, remarks, doubts, kept is not every)


def _not_played(header: Header, row: Row, about: set[int]) -> str | None:
    """Return the word that says that a row without results wasn't played; None if it was."""
    results = [cell for f in _OUTCOMES if (cell := header.cell(row, f))]
    if any(squash(cell) not in _NOT_PLAYED for cell in results):
        return None
    rest = [(i, cell) for i, cell in enumerate(row.cells) if cell and i not in about]
    said = next((cell for _, cell in rest if squash(cell) in _NOT_PLAYED), None)
    return None if any(map(str.isdigit, "".join(cell for _, cell in rest))) else said


def _find_times(
    header: Header, heading: Row, rows: Sequence[Row], options: Options, doubts: list[Doubt]
) -> Header:
    """Decide whether `time` is a duration, and whether a timestamp is when a game was played."""
    at = dict(header.at)
    if {"action", "seq"} & at.keys():
        return header

    def cells(field: str) -> list[str]:
        return list(filter(None, header.column(rows, field)))

    if "start" in at and "time" not in at and "start" not in options.columns:
        values = cells("start")
        if values and all(_CLOCK.fullmatch(cell) for cell in values):
            at["time"] = at.pop("start")
    if "time" in at and "time" not in options.columns and "minutes" not in at:
        values = cells("time")
        if values and all(_DURATION.fullmatch(cell) for cell in values):
            at["minutes"] = at.pop("time")
        elif values and all(_SHORT_CLOCK.fullmatch(cell) for cell in values):
            text = Message(
                "{example!r} in the column {column!r} could be a time of day or how long it took",
                example=values[0],
                column=heading.cells[at["time"]],
            )
            name = heading.cells[at["time"]]
            ways = (
                Choice("column", f"minutes={name}", Message("how long it took"), shown=True),
                Choice("column", f"time={name}", Message("the time of day")),
            )
            doubts.append(Doubt(text, ways))
            at["minutes"] = at.pop("time")
    if "at" in at and "date" not in at:
        name = heading.cells[at["at"]]
        if squash(name) in _ENTERED and "at" not in options.columns:
            text = Message(
                "the column {column!r} may say when a row was entered: it is taken for when the "
                "game was played",
                column=name,
            )
            doubts.append(
                Doubt(
                    text,
                    (Choice("column", f"date={name}", Message("when it was played"), shown=True),),
                )
            )
        at["date"] = at.pop("at")
    return header._replace(at=at)


def _numbered_games(
    header: Header, heading: Row, rows: Sequence[Row], options: Options
) -> Doubt | None:
    """Doubt titles that are merely consecutive numbers: 1, 2, 3."""
    first = whole(header.cell(rows[0], "game")) if len(rows) > 1 else None
    if "game" in options.columns or first not in (0, 1):
        return None
    numbers = list(map(whole, header.column(rows, "game")))
    steps = {
        b - a if a is not None and b is not None else -1 for a, b in itertools.pairwise(numbers)
    }
    if not steps <= {0, 1} or 1 not in steps:
        return None
    name = heading.cells[header.at["game"]]
    text = Message(
        "the column {column!r} counts 1, 2, 3: these may not be titles of games", column=name
    )
    return Doubt(text, (Choice("column", f"game={name}", Message("titles of games"), True),))


def _row_numbers(heading: Row, rows: Sequence[Row], options: Options) -> set[int]:
    """Find the columns that only number the rows, as data frames write them."""
    out = set()
    for i, cell in enumerate(heading.cells):
        if _INDEX.fullmatch(cell) is None or cell in (*options.columns.values(), *options.players):
            continue
        numbers = [whole(r.cells[i]) if i < len(r.cells) else None for r in rows]
        if numbers and all(
            a is not None and b is not None and a < b for a, b in itertools.pairwise([-1, *numbers])
        ):
            out.add(i)
    return out


def _find_players_column(
    header: Header, heading: Row, rows: Sequence[Row], options: Options
) -> Header:
    """Decide whether a column has one player, all of them, or only the number of players."""
    at, others = dict(header.at), dict(header.others)
    if "action" in at or "seq" in at:  # in a sheet of moves, `players` are the seats
        return header

    def cells(field: str) -> list[str]:
        return list(filter(None, header.column(rows, field)))

    if "players" in at and "players" not in options.columns:
        values = cells("players")
        if "player" in at or 2 * sum(whole(cell) is not None for cell in values) > len(values):
            i = at.pop("players")
            others[i] = heading.cells[i]
    if not {"player", "players"} & at.keys():
        pairs = _find_pairs(header, heading, rows, options)
        if pairs is not None:
            at = {f: i for f, i in at.items() if i != pairs} | {"players": pairs}
            others.pop(pairs, None)
    if "score" in at and not {"player", "players"} & at.keys() and "score" not in options.columns:
        values = cells("score")  # `Ana 51, Bo 43` says who played, too
        form = find_list_format(values, heading.cells[at["score"]])
        if values and (form.scored is not None or form.ordered or form.numbered):
            at["players"] = at.pop("score")
    if "player" in at and "players" not in at and "installed" not in at:
        values = cells("player")
        if values and 2 * sum(n for c, n in Counter(values).items() if is_list(c)) > len(values):
            at["players"] = at.pop("player")
    return header._replace(at=at, others=dict(sorted(others.items())))


def _find_pairs(header: Header, heading: Row, rows: Sequence[Row], options: Options) -> int | None:
    """Return the column that names two sides, as `Ana - Bo` does, if another has their result."""

    def cells(i: int) -> list[str]:
        return [row.cells[i] for row in rows if i < len(row.cells) and row.cells[i]]

    said = {*options.columns.values(), *options.players}
    free = [*header.others, *(header.at[f] for f in ("round",) if f in header.at)]
    results = [i for i in (*header.others, header.at.get("score")) if i is not None]
    for i in free:
        if heading.cells[i] in said or not are_pairs(cells(i)):
            continue
        named = squash(heading.cells[i]) in _MATCHES
        if named or any(_are_results(cells(j)) for j in results if j != i):
            return i
    return None


def _are_results(cells: Sequence[str]) -> bool:
    return bool(cells) and all(_RESULT.match(cell) for cell in cells)


def _find_id_column(
    header: Header,
    heading: Row,
    rows: Sequence[Row],
    options: Options,
    remarks: list[tuple[int, Message]],
    doubts: list[Doubt],
) -> Header:
    """Decide whether ids identify plays; they may number the games that somebody owns."""
    at, others = dict(header.at), dict(header.others)
    if "installed" in at or "action" in at or "seq" in at:
        return header
    if "id" in at and "id" not in options.columns and _has_mixed_ids(header, "id", rows):
        name = heading.cells[at["id"]]
        others[at.pop("id")] = name
        doubts.append(
            Doubt(
                Message(
                    "the column {column!r} has the same number for different plays, so it doesn't "
                    "tell them apart: it is kept as a remark",
                    column=name,
                )
            )
        )
    if "id" not in at and "date" not in at and "game_id" in at and "player" in at:
        name = heading.cells[at["game_id"]]
        if not _has_mixed_ids(header, "game_id", rows, most=False):
            at["id"] = at.pop("game_id")
            text = Message("the column {column!r} is used as the id of each play", column=name)
            remarks.append((header.row, text))
    return header._replace(at=at, others=dict(sorted(others.items())))


def _has_mixed_ids(header: Header, field: str, rows: Sequence[Row], *, most: bool = True) -> bool:
    """Whether most rows (or any) share their id with a row that must be from another play."""
    plays: dict[str, list[tuple[str, str, str]]] = {}
    facts = zip(*(header.column(rows, f) for f in ("date", "game", "player")), strict=True)
    for id, said in zip(header.column(rows, field), facts, strict=True):
        if id:
            plays.setdefault(id, []).append(said)
    mixed = []
    for alike in plays.values():
        again = "player" in header.at and len({exact(who) for _, _, who in alike}) < len(alike)
        about = {(date, game) for date, game, _ in alike}
        if again or (len(about) > 1 and len({(date, squash(game)) for date, game in about}) > 1):
            mixed.append(len(alike))
    # one id that is there twice is a slip, but many are the numbers of something else
    return len(mixed) > 1 and 2 * sum(mixed) > len(rows) if most else bool(mixed)


def _find_place_column(
    header: Header,
    heading: Row,
    rows: Sequence[Row],
    options: Options,
    remarks: list[tuple[int, Message]],
) -> Header:
    """Decide whether a `place` column says where they played or who came first."""
    at, others = dict(header.at), dict(header.others)
    candidates = [i for i in (at.get("rank"), *others) if i is not None]
    for i in candidates:
        name = heading.cells[i]
        if squash(name) not in _PLACE_OR_RANK or name in options.columns.values():
            continue
        cells = [r.cells[i] for r in rows if i < len(r.cells) and r.cells[i]]
        numbers = sum(1 for c in cells if _PLACE.fullmatch(c))
        if "place" in at or not cells or ("player" in at and 2 * numbers > len(cells)):
            continue
        if at.get("rank") == i:
            del at["rank"]
        others.pop(i, None)
        at["place"] = i
        text = Message(
            "the column {column!r} is read as the place where it was played; if it is a rank, use "
            "--column rank={column}",
            column=name,
        )
        remarks.append((header.row, text))
    return header._replace(at=at, others=others)


def _without_sums(header: Header, options: Options, remarks: list[tuple[int, Message]]) -> Header:
    """Leave out columns that are totals of others, as no player is called Total."""
    if "player" in header.at:
        return header
    at, others = dict(header.at), dict(header.others)
    for i, name in header.others.items():
        if squash(name) in SUMS and name not in options.players:
            del others[i]
            text = Message(
                "the column {column!r} is a total, not a player: it is left out", column=name
            )
            remarks.append((header.row, text))
    return header._replace(at=at, others=others)


def _without_rounds(
    header: Header, heading: Row, rows: list[Row], doubts: list[Doubt]
) -> list[Row]:
    """Keep the totals of plays that are written down round by round."""
    totals = [
        row
        for row, cell in zip(rows, header.column(rows, "round"), strict=True)
        if cell and not cell.isdecimal() and squash(cell) in SUMS
    ]
    if not totals:
        return rows
    text = Message(
        "the column {column!r} has totals, so the rows above them are taken for the rounds of one "
        "play: only the totals are read",
        column=heading.cells[header.at["round"]],
    )
    doubts.append(Doubt(text))
    return totals


def _is_sum(header: Header, who: str, row: Row) -> str | None:
    """Return the name of a row of totals or averages, given its player; None for any other row."""
    first = next(filter(None, row.cells), "")
    if "date" in header.at and not first.isdecimal() and squash(first) in _SUMMARIES:
        of_player = row.cells.index(first) == header.at.get("player")
        if not of_player and header.cell(row, "date") in ("", first):
            return first
    return next((x for x in (who, first) if not x.isdecimal() and squash(x) in SUMS), None)
