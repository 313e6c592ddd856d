"""Working out what a column of a sheet contains from its heading."""

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
        *("date", "day", "played on", "play date", "date played", "played at", "game date"),
        *("date of play", "session date", "when", "data", "dzień", "data gry", "kiedy"),
        *("giorno", "data partita", "quando", "datum", "tag", "fecha", "jour"),
    ),
    "time": ("time", "hour", "start time", "godzina", "czas", "ora"),
    "game": (
        *("game", "title", "game name", "game title", "bgg name"),
        *("gra", "tytuł", "nazwa gry", "gioco", "titolo", "spiel", "jeu", "juego", "jogo"),
    ),
    "bgg": ("bgg", "bgg id", "bggid"),
    "place": (
        *("location", "where", "place played", "venue", "location name"),
        *("miejsce gry", "lokalizacja", "luogo", "ort", "lieu", "lugar"),
    ),
    "round": ("round", "match", "runda", "partia", "partita"),
    "rounds": ("rounds", "number of rounds", "liczba rund", "numero di round"),
    "minutes": (
        *("minutes", "duration", "length", "min", "duration min", "duration minutes", "play time"),
        *("mins", "time in min", "time in mins", "time in minutes", "time min", "time mins"),
        *("time minutes", "length min", "length mins", "length minutes", "length in minutes"),
        *("duration mins", "duration in min", "duration in minutes", "playing time", "game time"),
        *("game length", "game duration", "play length", "play duration", "time played"),
        *(
            "total time",
            "total minutes",
            "elapsed",
            "elapsed time",
            "minutes played",
            "play minutes",
        ),
        *("play time min", "play time minutes", "playing time min", "playing time minutes"),
        *("length of game", "duration of game", "session length", "how long"),
        *("minuty", "czas gry", "czas trwania", "czas w minutach", "czas gry min", "czas min"),
        *("długość", "długość gry", "ile trwało", "ile minut"),
        *("minuti", "durata", "durata min", "durata minuti", "durata in minuti", "tempo di gioco"),
        *("durata partita", "tempo", "dauer", "spieldauer", "spielzeit", "durée", "duración"),
    ),
    "hours": (
        *("hours", "hrs", "duration hours", "duration in hours", "length hours", "length in hours"),
        *("time in hours", "play time hours", "godziny", "ore"),
    ),
    "board": ("board", "variant", "plansza", "wariant", "tabellone", "variante"),
    "comment": (
        *("comment", "comments", "note", "notes", "remarks"),
        *("komentarz", "uwagi", "notatki", "commento", "commenti"),
    ),
    "quantity": ("quantity", "count", "ilość", "quantità"),
    "complete": ("complete", "completed", "finished", "ukończona", "completa"),
    "highest_wins": (
        *("highest wins", "highestwins", "high wins", "high score wins", "highest score wins"),
        *("most points win", "most points wins", "najwięcej wygrywa", "vince il più alto"),
        *("wygrywa najwyższy", "vince il punteggio più alto"),
    ),
    "lowest_wins": (
        *("lowest wins", "low wins", "low score wins", "lowest score wins", "fewest points win"),
        *("fewest points wins", "least points win", "najmniej wygrywa", "vince il più basso"),
        *("wygrywa najniższy", "vince il punteggio più basso"),
    ),
    "scoring": (
        *("scoring", "scoring type", "scoring direction", "score type", "win condition"),
        *("score direction", "who wins", "punktacja", "kto wygrywa", "tipo di punteggio"),
        *("chi vince",),
    ),
    "cooperative": ("cooperative", "coop", "kooperacyjna", "cooperativo"),
    "player": (
        *("player", "player name", "name", "who", "gracz", "imię", "giocatore", "nome"),
        *("spieler", "spielerin", "joueur", "joueuse", "jugador", "jugadora", "jogador"),
    ),
    "score": (
        *("score", "points", "result", "total", "scores", "total points", "total score"),
        *("final score", "vp", "victory points", "wynik", "punkty", "punteggio", "punti"),
        *("results", "wyniki", "risultato", "risultati", "punkte", "ergebnis", "ergebnisse"),
        *("résultat", "puntos", "puntuación", "resultado", "pontos"),
    ),
    "rank": (
        *("rank", "ranking", "place", "position", "standing", "placement", "finish", "ranks"),
        *("miejsce", "pozycja", "posizione", "posto", "classifica"),
    ),
    "winner": (
        *("winner", "won", "win", "is winner", "winners", "has won", "won by", "winning player"),
        *("wygrana", "zwycięzca", "wygrał", "vincitore", "vinto", "sieger", "siegerin", "gewinner"),
        *("gewonnen", "gagnant", "gagnante", "vainqueur", "ganador", "ganadora", "vencedor"),
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
    "at": ("at", "datetime", "timestamp", "sygnatura czasowa", "informazioni cronologiche"),
    "players": (
        *("players", "player names", "participants", "gracze", "giocatori"),
        *("losers", "other players", "przegrani", "pozostali", "perdenti", "altri giocatori"),
        *("mitspieler", "joueurs", "jugadores", "jogadores"),
    ),
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
        # other things that people count
        *("number of players", "number players", "num players", "n players", "player count"),
        *("no of players", "players", "teams", "score difference", "scores difference"),
        *("difference", "margin", "average", "mean", "median", "level", "difficulty", "weight"),
        *("complexity", "age", "price", "cost", "turns", "seconds", "temperature", "temp"),
        *("no", "nr", "num", "elo", "trump", "trumps", "tricks", "table", "beer", "beers"),
        *("year", "month", "week", "weekday", "quarter", "season", "session", "edition", "hour"),
        *("version", "expansion", "expansions", "game number", "game no", "number", "row"),
        *("rating", "bgg rating", "my rating", "fun", "mood", "wins", "losses", "draws", "money"),
        *("bid", "pot", "buy in", "tables", "copies", "cards", "deck size", "ocena gry", "fee"),
        *("best", "worst", "highest", "lowest", "top", "najlepszy", "migliore"),
        *("avg", "diff", "spread", "gap", "lead", "high score", "low score", "max", "min", "std"),
        *("link", "url", "photo"),
        *("start time", "end time", "end", "finish time", "koniec", "fine"),
        *("minutes per player", "time per player", "attendance", "seed", "stake", "handicap"),
        *("index", "nth play", "play number", "plays", "liczba graczy", "rok", "ocena", "poziom"),
        *("wk", "gameweek", "matchday", "legs", "sets", "stage", "etap", "etapa", "jornada"),
        *("kolejka", "sety", "giornata", "tappa", "spieltag", "kw", "sätze", "journée", "manche"),
        *("różnica", "średnia", "numero giocatori", "anno", "voto", "livello", "differenza"),
    )
)
_COUNTED = re.compile(r"[#%№∅⌀]|(?<!\S)[Øø](?!\S)")
"""Characters that show that a heading counts something: `Game #`, `Win %`."""

_WORDS = re.compile(r"[^\W\d_]+")
_GUESSES: tuple[tuple[str, str], ...] = (
    ("", r"how many|number of|ile (?:osób|graczy|rund)|ilu|quanti|quante|quale e il tuo nome"),
    ("", r"email|e-mail|your name"),
    (
        "minutes",
        r"how long|minutes|duration|length|jak długo|ile trwał|ile czasu|quanto tempo|durat",
    ),
    ("start", r"first player|went first|started|kto zaczyn|chi ha iniziato|pierwszy gracz"),
    ("winner", r"\bwon\b|\bwins?\b|winner|victor|wygra|zwycię|\bvin(?:to|citore|ce)\b"),
    ("score", r"scores?\b|points|punkt|wynik|punteggi|punti"),
    ("date", r"\bdate\b|\bwhen\b|what day|which day|kiedy|\bdata\b|quando|che giorno"),
    ("place", r"\bwhere\b|location|venue|gdzie|\bdove\b|\bluogo\b"),
    ("comment", r"comment|notes?\b|anything else|remarks?|uwagi|komentarz|\bnote\b|commenti"),
    ("game", r"\bgame\b|what did (?:you|we) play|\bgra\b|\bgrę\b|w co gra|\bgioco\b|a cosa"),
    ("players", r"\bplayed\b|players|participants|who was|kto gra|gracze|giocatori|chi ha giocato"),
    ("player", r"\bplayer\b|\bgracz\b|giocatore"),
)
"""Words in a form's questions, with the field that each is about; the first that fits is used."""

_PROGRAM_NAME = re.compile(r"[^\W\d_]*_\w*|[^\W\dA-Z_]+[A-Z]\w*")
_LONGEST = 300
"""The longest heading, in characters, that can be a question."""

_SEARCHED = 10
"""How many rows are searched for the headings, as there can be a title above them."""


class Header(NamedTuple):
    """Where the headings are, the column of each field, and all other columns by name.

    `guessed` are the fields whose headings were only understood through a word in them; `labels`
    are columns that were rows of their own.
    """

    row: int
    at: dict[str, int]
    others: dict[int, str]
    guessed: tuple[str, ...] = ()
    labels: tuple[int, ...] = ()

    def cell(self, row: Row, field: str) -> str:
        """Return the cell of a field, or an empty string if there isn't one."""
        i = self.at.get(field)
        return row.cells[i] if i is not None and i < len(row.cells) else ""

    def column(self, rows: Sequence[Row], field: str) -> list[str]:
        """Return the cells of a field in some rows; those that are missing are empty strings."""
        i = self.at.get(field)
        if i is None:
            return [""] * len(rows)
        return [row.cells[i] if i < len(row.cells) else "" for row in rows]


def is_other_number(heading: str) -> bool:
    """Whether a heading is one of our fields, or says that its column counts something else.

    Nobody is called `Level`, and it is programs rather than people that write `scoreDifference` or
    `num_turns`.
    """
    key = squash(heading)
    return key in _FIELD_OF or key in _NOT_NAMES or _PROGRAM_NAME.fullmatch(heading) is not None


def find_header(rows: Sequence[Row], options: Options, name: str) -> Header | None:
    """Find the row of headings among the first rows."""
    best = _with_guesses(best_header(rows, options), rows, options)
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


def best_header(rows: Sequence[Row], options: Options) -> Header | None:
    """Return the headings of that of the first rows with the most headings that we know."""
    best: Header | None = None
    for row in rows[:_SEARCHED]:
        if row.cells and row.cells[0].startswith("#"):
            continue
        header = header_of(row, options)
        if best is None or len(header.at) > len(best.at):
            best = header
    return best


def lies_on_its_side(rows: Sequence[Row]) -> bool:
    """Whether the headings of a sheet are in its first column instead of its first row."""
    first = [_FIELD_OF.get(squash(row.cells[0])) for row in rows[:_SEARCHED] if row.cells]
    across = [_FIELD_OF.get(squash(cell)) for cell in rows[0].cells[1:]] if rows else []
    down = {field for field in first if field is not None}
    return len(down) > 1 and bool({"date", "game"} & down) and not any(across)


def is_of_results(header: Header) -> bool:
    """Whether the headings can belong to results or moves."""
    at = header.at.keys()
    others = header.others or "score" in at
    return bool({"player", "players", "winner"} & at or (others and {"date", "game"} & at))


def _with_guesses(best: Header | None, rows: Sequence[Row], options: Options) -> Header | None:
    """Return the headings, interpreting the questions of a form if nothing else was understood."""
    first = next((r for r in rows if any(r.cells) and not r.cells[0].startswith("#")), None)
    if first is None or (best is not None and best.row != first.number and is_of_results(best)):
        return best
    header = best if best is not None and best.row == first.number else header_of(first, options)
    asks = [h for h in header.others.values() if h.endswith(("?", ":"))]
    if not asks and is_of_results(header):
        return best
    at, others = dict(header.at), dict(header.others)
    guessed = []
    for i, heading in header.others.items():
        if heading in options.players or not _is_phrase(heading):
            continue
        low = heading.casefold()
        field = next((f for f, words in _GUESSES if re.search(words, low)), "")
        if field and field not in at and field not in options.columns:
            at[field] = i
            del others[i]
            guessed.append(field)
    if not guessed:
        return best
    return Header(first.number, at, others, tuple(guessed))


def _is_phrase(heading: str) -> bool:
    return len(heading) <= _LONGEST and (
        heading.endswith(("?", ":")) or len(_WORDS.findall(heading)) > 2
    )


def header_of(row: Row, options: Options) -> Header:
    """Return what the cells of a row mean as headings."""
    named = {squash(heading): field for field, heading in options.columns.items()}
    at: dict[str, int] = {}
    rank: dict[str, int] = {}
    others: dict[int, str] = {}
    for i, cell in enumerate(row.cells):
        key = squash(cell)
        other = cell in options.players or _COUNTED.search(cell) is not None
        field = named.get(key) or (None if other else _FIELD_OF.get(key))
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
