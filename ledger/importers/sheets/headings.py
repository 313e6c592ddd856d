"""Finding out from its heading what a column of a sheet holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ledger.importers.parsing.titles import squash
from ledger.importers.records import Options
from ledger.kernel.errors import Ambiguous, Malformed

from .grid import Row

# English, Polish, Italian; for other headings, the user says what they are
HEADINGS: dict[str, tuple[str, ...]] = {
    "source": ("source", "źródło", "fonte"),
    "id": ("id", "play id", "uuid", "identyfikator", "identificativo"),
    "date": (
        *("date", "day", "played on", "play date", "date played", "played at"),
        *("data", "dzień", "giorno"),
    ),
    "time": ("time", "hour", "start time", "godzina", "czas", "ora"),
    "game": (
        *("game", "title", "game name", "game title", "bgg name"),
        *("gra", "tytuł", "nazwa gry", "gioco", "titolo"),
    ),
    "bgg": ("bgg", "bgg id", "bggid"),
    "place": (
        *("location", "where", "place played", "venue", "location name"),
        *("miejsce gry", "lokalizacja", "luogo"),
    ),
    "round": ("round", "match", "runda", "partia", "partita"),
    "rounds": ("rounds", "number of rounds", "liczba rund", "numero di round"),
    "minutes": (
        *("minutes", "duration", "length", "min", "duration min", "duration minutes", "play time"),
        *("minuty", "czas gry", "minuti", "durata"),
    ),
    "board": ("board", "variant", "plansza", "wariant", "tabellone", "variante"),
    "comment": (
        *("comment", "comments", "note", "notes", "remarks"),
        *("komentarz", "uwagi", "notatki", "commento", "commenti"),
    ),
    "quantity": ("quantity", "count", "ilość", "quantità"),
    "complete": ("complete", "completed", "finished", "ukończona", "completa"),
    "highest_wins": ("highest wins", "highestwins"),
    "cooperative": ("cooperative", "coop", "kooperacyjna", "cooperativo"),
    "player": ("player", "player name", "name", "who", "gracz", "imię", "giocatore", "nome"),
    "score": (
        *("score", "points", "result", "total", "scores", "total points", "total score"),
        *("final score", "vp", "victory points", "wynik", "punkty", "punteggio", "punti"),
    ),
    "rank": (
        *("rank", "ranking", "place", "position", "standing", "placement", "finish", "ranks"),
        *("miejsce", "pozycja", "posizione", "posto", "classifica"),
    ),
    "winner": (
        *("winner", "won", "win", "is winner", "winners", "has won"),
        *("wygrana", "zwycięzca", "wygrał", "vincitore", "vinto"),
    ),
    "start": (
        *("start", "start player", "first player", "started", "began"),
        *("pierwszy gracz", "zaczynał", "primo giocatore", "inizia"),
    ),
    "new": ("new", "new player", "first time", "nowy", "nuovo", "prima volta"),
    "seat": ("seat", "seat order", "stół", "posto a sedere"),
    "colour": ("colour", "color", "kolor", "colore"),
    "role": ("role", "faction", "rola", "frakcja", "ruolo", "fazione"),
    "team": ("team", "drużyna", "zespół", "squadra"),
    "player_ids": ("player ids", "player_ids"),
    "extra": ("extra",),
    "player_extra": ("player extra", "player_extra"),
    "installed": ("ledger game",),
    "game_id": ("game_id", "gameid", "id gry", "table_id", "id partita"),
    "seq": ("seq", "move", "move no", "nr", "ruch", "mossa", "numero"),
    "action": ("action", "verb", "akcja", "azione"),
    "args": ("args", "arguments", "details", "argumenty", "szczegóły", "argomenti", "dettagli"),
    "at": ("at", "datetime", "timestamp"),
    "players": ("players", "player names", "participants", "gracze", "giocatori"),
}
_FIELD_OF = {squash(text): field for field, texts in HEADINGS.items() for text in texts}
_NOT_NAMES = frozenset(
    squash(text)
    for text in (
        # BG Stats' own fields
        *("gameRefId", "playerRefId", "locationRefId", "playRefId", "refId", "uuid"),
        *("entryDate", "modificationDate", "bggLastSync", "bggYear", "bggId", "importPlayId"),
        *("nemestatsId", "scoringSetting", "rating", "usesTeams", "manualWinner", "ignored"),
        *("playImages", "metaData", "expansionPlays", "isAnonymous", "noPoints", "teamRole"),
        # what else people count
        *("number of players", "number players", "num players", "n players", "player count"),
        *("no of players", "players", "teams", "score difference", "scores difference"),
        *("difference", "margin", "average", "mean", "median", "level", "difficulty", "weight"),
        *("complexity", "age", "price", "cost", "turns", "hours", "seconds", "temperature"),
        *("year", "month", "week", "weekday", "quarter", "season", "session", "edition"),
        *("version", "expansion", "expansions", "game number", "game no", "number", "row"),
        *("rating", "bgg rating", "my rating", "fun", "mood", "wins", "losses", "draws", "money"),
        *("bid", "pot", "buy in", "tables", "copies", "cards", "deck size", "ocena gry", "fee"),
        *("minutes per player", "time per player", "attendance", "seed", "stake", "handicap"),
        *("index", "nth play", "play number", "plays", "liczba graczy", "rok", "ocena", "poziom"),
        *("różnica", "średnia", "numero giocatori", "anno", "voto", "livello", "differenza"),
    )
)
_PROGRAM_NAME = re.compile(r"[^\W\d_]*_\w*|[^\W\dA-Z_]+[A-Z]\w*")
_SEARCHED = 10
"""How many rows are searched for the headings; sometimes there is a title above them."""


class Header(NamedTuple):
    """Location the headings are, the column of each field, and all other columns by name."""

    row: int
    at: dict[str, int]
    others: dict[int, str]

    def cell(self, row: Row, field: str) -> str:
        """Return the cell of a field; an empty text if there isn't one."""
        i = self.at.get(field)
        return row.cells[i] if i is not None and i < len(row.cells) else ""


def is_other_number(heading: str) -> bool:
    """Whether a heading is a field of ours, or says that its column counts something else.

    Nobody is called `Level`, and programs, not people, write `scoreDifference` or `num_turns`.
    """
    key = squash(heading)
    return (
        key in _FIELD_OF or key in _NOT_NAMES or _PROGRAM_NAME.fullmatch(heading) is not None
    )


def find_header(rows: Sequence[Row], options: Options, name: str) -> Header | None:
    """Find the row of headings among the first rows."""
    best: Header | None = None
    for row in rows[:_SEARCHED]:
        if row.cells and row.cells[0].startswith("#"):
            continue
        header = _header(row, options)
        if best is None or len(header.at) > len(best.at):
            best = header
    if best is None or not best.at:
        return None
    heading = next(row for row in rows if row.number == best.row)
    seen = {heading.cells[i] for i in best.at.values()}
    for cell in best.others.values():
        if cell in seen:
            raise _duplicate(heading, name, cell)
        seen.add(cell)
    _check_named(best, heading, options, name)
    return best


def _header(row: Row, options: Options) -> Header:
    named = {squash(heading): field for field, heading in options.columns.items()}
    at: dict[str, int] = {}
    rank: dict[str, int] = {}
    others: dict[int, str] = {}
    for i, cell in enumerate(row.cells):
        key = squash(cell)
        field = named.get(key) or (None if cell in options.players else _FIELD_OF.get(key))
        if not cell or field is None or (field in options.columns and key not in named):
            if cell:
                others[i] = cell
            continue
        # if two columns fit, the one with the plainer heading wins
        order = -1 if key in named else [squash(t) for t in HEADINGS[field]].index(key)
        if field in at and order >= rank[field]:
            others[i] = cell
            continue
        if field in at:
            others[at[field]] = row.cells[at[field]]
        at[field], rank[field] = i, order
    return Header(row.number, at, dict(sorted(others.items())))


def _duplicate(row: Row, name: str, cell: str) -> Ambiguous:
    return Ambiguous(
        "two columns are called {heading!r}",
        file=name,
        line=row.number,
        hint="give each column a heading of its own",
        heading=cell,
    )


def _check_named(header: Header, row: Row, options: Options, name: str) -> None:
    for field, heading in options.columns.items():
        if field not in HEADINGS:
            known = ", ".join(HEADINGS)
            raise Malformed(
                "no field is called {field!r}; there are: {known}",
                file=name,
                field=field,
                known=known,
            )
        if field not in header.at:
            there = ", ".join(cell for cell in row.cells if cell)
            raise Malformed(
                "no column is called {heading!r}; the columns are {columns}",
                file=name,
                line=header.row,
                heading=heading,
                columns=there,
            )
