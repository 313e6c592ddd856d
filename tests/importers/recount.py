"""A second reader of plain tables, which shares no code with the importers and knows far less.

It knows a row per player, a column per player, players in one cell and numbered columns, by a few
headings; anything else it doesn't count (None). What it counts, an import has to count too.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from typing import NamedTuple

FIELDS = {
    "date": ("date", "data", "datum", "playdate"),
    "game": ("game", "gra", "gioco", "bggname"),
    "player": ("player", "gracz", "giocatore", "player_name"),
    "players": ("players", "participants"),
    "score": ("score", "scores", "punkty", "punteggio", "total_points", "points"),
    "winner": ("winner", "won", "is_winner", "zwycięzca", "vincitore", "iswinner"),
    "key": ("id", "round", "location", "lokalizacja", "luogo", "time", "game_id", "bgg"),
}
OTHERS = (
    *("comment", "rank", "start", "weather", "mood", "minutes", "corporation", "role", "", "index"),
    *(
        "quantity",
        "total",
        "totale",
        "razem",
        "suma",
        "source",
        "place",
        "miejsce",
        "level",
        "colour",
        "team",
    ),
)
YES = ("1", "1.0", "true", "yes", "x", "won", "w", "tak")
NO = ("0", "0.0", "false", "no", "lost", "l", "", "nie")
SUMMARIES = ("average", "avg", "mean", "wins", "best", "worst", "total", "media", "razem")
NUMBER = re.compile(r"-?\d+(?:[.,]\d{1,2})?")
COUNTED = re.compile(r"(\d+) ?(?:pts|pkt|€)|[€$](\d+)")
SIDES = (("home", "away"), ("white", "black"))
RESULT = re.compile(r"(\d+|\d*½)[-:](\d+|\d*½)(?: \(.*\))?")
NAMED = re.compile(r"(player|score) (\d)")


class Counted(NamedTuple):
    """A play: its date and game, the score of everybody (if it is a plain number), who won."""

    date: str
    game: str
    scores: frozenset[tuple[str, float | None]]
    winners: frozenset[str] | None


def recount(text: str) -> list[Counted] | None:
    """Return the plays of a table; None if this isn't a table that can be counted so simply."""
    lines = text.lstrip("\ufeff").splitlines(keepends=True)
    if max(map(len, lines)) > 10_000 or "'" in text:
        return None
    split = max(",;\t|", key=lines[0].count)
    rows = [[c.strip() for c in row] for row in csv.reader(lines, delimiter=split)]
    rows = [row for row in rows if any(row) and not row[0].startswith("#")]
    rows = [rows[0], *(row for row in rows[1:] if row != rows[0])]
    head = [cell.casefold() for cell in rows[0]]
    rows = [row for row in rows if not _sums_up(row, head)]
    at = {f: head.index(w) for f, words in FIELDS.items() for w in words if w in head and w}
    if any(len(row) > len(head) for row in rows) or not {"player", "players"} & at.keys() - {""}:
        return None if any(len(row) > len(head) for row in rows) else _by_columns(rows, head, at)
    known = {h for words in FIELDS.values() for h in words} | set(OTHERS)
    if set(head) - known or ("player" in at and "players" in at):
        return None
    return _tall(rows, head, at) if "player" in at else _listed(rows, at)


def _sums_up(row: list[str], head: list[str]) -> bool:
    """Whether a row has the averages or the wins of all others."""
    dated = [i for i, h in enumerate(head) if h in FIELDS["date"]]
    first = next(cell for cell in row if cell).casefold()
    return first in SUMMARIES and all(row[i].casefold() in ("", first) for i in dated[:1])


def _cell(row: list[str], at: dict[str, int], field: str) -> str:
    i = at.get(field)
    return row[i] if i is not None and i < len(row) else ""


def _date(text: str) -> str | None:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text) or not text:
        return text
    if m := re.fullmatch(r"(\d\d?)\.(\d\d?)\.(\d{4})", text):
        return f"{m[3]}-{int(m[2]):02}-{int(m[1]):02}"
    return None


def _number(text: str) -> float | None:
    if m := COUNTED.fullmatch(text):
        text = m[1] or m[2]
    if m := re.fullmatch(r"(\d*)½", text):
        return int(m[1] or 0) + 0.5
    return float(text.replace(",", ".")) if NUMBER.fullmatch(text) else None


def _tall(rows: list[list[str]], head: list[str], at: dict[str, int]) -> list[Counted] | None:
    keys = [i for i, h in enumerate(head) if h in FIELDS["key"]]
    plays: dict[tuple[str, ...], dict[str, tuple[float | None, str]]] = {}
    number: dict[tuple[str, ...], int] = defaultdict(int)
    for row in rows[1:]:
        who, day = _cell(row, at, "player"), _date(_cell(row, at, "date"))
        if re.search(r"\d[.,]\d{3}", _cell(row, at, "score")):
            return None  # thousands
        if not who or day is None or not (day or keys) or len(row) < len(head):
            return None
        base = (day, _cell(row, at, "game").casefold(), *(row[i] for i in keys))
        if who in plays.get((*base, str(number[base])), {}):
            number[base] += 1
        seats = plays.setdefault((*base, str(number[base])), {})
        seats[who] = (_number(_cell(row, at, "score")), _cell(row, at, "winner").casefold())
    out = []
    for key, seats in plays.items():
        flags = [flag for _, flag in seats.values()]
        if not all(flag in YES or flag in NO for flag in flags):
            return None
        won = frozenset(who for who, (_, flag) in seats.items() if flag in YES)
        scores = frozenset((who, score) for who, (score, _) in seats.items())
        out.append(Counted(key[0], key[1], scores, won if "winner" in at else None))
    return out


def _listed(rows: list[list[str]], at: dict[str, int]) -> list[Counted] | None:
    out = []
    for row in rows[1:]:
        day, who = _date(_cell(row, at, "date")), _cell(row, at, "players")
        if day is None or not re.fullmatch(r"[\w ]+(?:[;|,][\w ]+)+", who) or "score" in at:
            return None
        names = [name.strip() for name in re.split("[;|,]", who)]
        said = [n.strip() for n in re.split("[;|,=]", _cell(row, at, "winner")) if n.strip()]
        if set(said) & set(YES + NO):
            return None
        won = frozenset(n for n in names if n in said)
        winners = won if "winner" in at else None
        scores = frozenset((n, None) for n in names)
        out.append(Counted(day, _cell(row, at, "game").casefold(), scores, winners))
    return out


def _by_columns(rows: list[list[str]], head: list[str], at: dict[str, int]) -> list[Counted] | None:
    """Count a column per player, or two sides with a result between them."""
    for one, two in SIDES:
        if {one, two, "result"} <= set(head):
            return _between(rows, at, [head.index(one), head.index(two), head.index("result")])
    taken = {*at.values(), *(i for i, h in enumerate(head) if h in OTHERS)}
    free = [i for i in range(len(head)) if i not in taken]
    pairs = {m[0]: i for i in free if (m := NAMED.fullmatch(head[i]))}
    if (pairs and len(pairs) != len(free)) or any(re.search("score|wins", head[i]) for i in free):
        return None if not pairs or len(pairs) != len(free) else _paired(rows, at, pairs)
    out = []
    for row in rows[1:]:
        day = _date(_cell(row, at, "date"))
        cells = {i: row[i] for i in free if i < len(row) and row[i]}
        seats = {rows[0][i]: _number(cell) for i, cell in cells.items()}
        if any(NUMBER.fullmatch(cell) is None for cell in cells.values()):
            return None
        if day is None or not seats or ("winner" in at and max(seats.values()) <= len(seats)):
            return None  # these could be places
        said = [n.strip() for n in re.split("[;|,&/=]", _cell(row, at, "winner")) if n.strip()]
        said = list(seats) if said in (["both"], ["all"]) else said
        named = frozenset(n for n in seats if n.casefold() in [s.casefold() for s in said])
        winners = named if "winner" in at else None
        game = _cell(row, at, "game").casefold()
        out.append(Counted(day, game, frozenset(seats.items()), winners))
    return out


def _between(rows: list[list[str]], at: dict[str, int], sides: list[int]) -> list[Counted] | None:
    """Count `Home, Away, Result`."""
    out = []
    for row in rows[1:]:
        one, two, said = (row[i] for i in sides)
        m = RESULT.fullmatch(said.replace("1/2", "½"))
        day = _date(_cell(row, at, "date"))
        if m is None or day is None:
            return None
        scores = frozenset(((one, _number(m[1])), (two, _number(m[2]))))
        out.append(Counted(day, _cell(row, at, "game").casefold(), scores, None))
    return out


def _paired(rows: list[list[str]], at: dict[str, int], pairs: dict[str, int]) -> list[Counted]:
    """Count pairs of `Player 1, Score 1`."""
    return [
        Counted(
            _date(_cell(row, at, "date")) or "?",
            _cell(row, at, "game").casefold(),
            frozenset(
                (row[i], _number(_cell(row, pairs, f"score {h[-1]}")))
                for h, i in pairs.items()
                if h.startswith("player") and _cell(row, pairs, h)
            ),
            None,
        )
        for row in rows[1:]
    ]
