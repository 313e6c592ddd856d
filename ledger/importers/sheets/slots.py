"""Headings that refer to a seat in a play: `Player 1`, `1st`, `SB Score`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ledger.importers.parsing.titles import squash

from .headings import HEADINGS, is_other_number

_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[^\W\dA-Z_])(?=[A-Z])")
_OF_SEAT = ("score", "rank", "winner", "start", "new", "seat", "colour", "role")
"""What a column can say about a seat other than who sat there."""

_ATTRIBUTES = {
    squash(text): field
    for field in _OF_SEAT
    for text in HEADINGS[field]
    if " " not in text and "_" not in text
} | {
    **dict.fromkeys(("pts", "pkt", "pt", "scored", "punkte", "puntos"), "score"),
    **dict.fromkeys(("pl", "pos", "plc", "msc"), "rank"),
    **dict.fromkeys(("character", "race", "class", "deck", "hero", "civ", "civilization"), "role"),
    **dict.fromkeys(("postac", "rasa", "talia", "personaggio", "razza"), "role"),
}
_PLAYER = frozenset(
    (
        *("player", "p", "member", "participant", "person", "name", "user", "opponent"),
        *("gracz", "g", "imie", "osoba", "przeciwnik", "uczestnik"),
        *("giocatore", "nome", "avversario", "partecipante", "spieler", "joueur", "jugador"),
    )
)
_SIDES = {"home": 1, "host": 1, "white": 1, "away": 2, "guest": 2, "visitor": 2, "black": 2}
_SIDES |= {"heim": 1, "gast": 2, "weiss": 1, "schwarz": 2}
_SIDES |= {"gospodarz": 1, "gosc": 2, "biale": 1, "czarne": 2, "bianco": 1, "nero": 2}
_TEAM = frozenset(("team", "side", "druzyna", "zespol", "squadra", "mannschaft"))
_FILLER = frozenset(("s", "of", "no", "nr", "num", "number", "the", "final", "total", "end"))
_ORDINAL_ENDS = frozenset(("st", "nd", "rd", "th", "º", "°", "ª", "er", "o", "a", "e"))
_ORDINALS = {
    word: n
    for n, words in enumerate(
        (
            "first pierwszy pierwsze pierwsza primo prima gold zloto oro",
            "second drugi drugie druga secondo seconda silver srebro argento",
            "third trzeci trzecie trzecia terzo terza bronze braz bronzo",
            "fourth czwarty czwarte czwarta quarto quarta",
            "fifth piaty piate piata quinto quinta",
            "sixth szosty szoste szosta sesto sesta",
        ),
        1,
    )
    for word in words.split()
}
_FIRST = frozenset(("winner", "winning", "zwyciezca", "vincitore"))
_LAST = frozenset(("loser", "losing", "przegrany", "perdente", "sconfitto"))
_LONGEST = 80
"""The longest heading in characters; no name is longer."""

_LETTERS = "abcdefgh"


class Slot(NamedTuple):
    """The seat that a column is about, and what it says about that seat.

    `finish` is the place given in the heading, `team` and `number` are the numbers in it, and
    `field` is `player`, `team` (its members) or one of the fields of a player.
    """

    field: str
    finish: int | None = None
    team: int | None = None
    number: int | None = None
    bare: bool = False


def read_slot(heading: str) -> Slot | None:
    """Return the seat that a heading is about; None if it isn't about one."""
    if len(heading) > _LONGEST:
        return None
    words = [squash(w) or w for w in _TOKEN.findall(_CAMEL.sub(" ", heading))]
    field: str | None = None
    finish: int | None = None
    team: int | None = None
    number: int | None = None
    last = ""
    i = 0
    while i < len(words):
        word = words[i]
        following = words[i + 1] if i + 1 < len(words) else ""
        if word.isdigit():
            n = int(word[:4])
            if following in _ORDINAL_ENDS and finish is None:
                finish, i = n, i + 1
            elif last == "team" and team is None:
                team = n
            elif number is None:
                number = n
            else:
                return None
        elif len(word) == 1 and word in _LETTERS and last in ("player", "team", "field"):
            n = _LETTERS.index(word) + 1
            if last == "team":
                team = n
            elif number is None and i == len(words) - 1:
                number = n
            else:
                return None
        elif word in _SIDES and number is None:
            number = _SIDES[word]
        elif word in _ORDINALS and finish is None:
            finish = _ORDINALS[word]
        elif word == "runner" and following == "up":
            finish, i = 2, i + 1
        elif word in _LAST and len(words) <= 3:
            finish = 2
        elif word in _FIRST and len(words) > 1 and finish is None and not number:
            finish = 1
        elif word in _TEAM:
            last, i = "team", i + 1
            continue
        elif word in _PLAYER:
            if word in ("opponent", "przeciwnik", "avversario"):
                number = 2
            field = field or "player"
            last, i = "player", i + 1
            continue
        elif word in _ATTRIBUTES:
            field = _ATTRIBUTES[word] if field in (None, "player") else field
            last, i = "field", i + 1
            continue
        elif word not in _FILLER:
            return None
        last, i = "", i + 1
    if finish is not None and field == "rank":  # `1st place`, `Miejsce 1.`
        field = None
    if finish is not None and field == "player":  # the first player needn't come first
        finish, number = None, number or finish
    if finish is None and team is None and number is None:
        return Slot(field, bare=True) if field in ("player", "score", "rank", "winner") else None
    if field is None:
        field = "team" if team is not None and number is None else "player"
    return Slot(field, finish, team, number)


def is_side(heading: str) -> bool:
    """Whether a heading is one word for a side, as `Home` or `Guest` are."""
    return squash(heading) in _SIDES


def names_seats(headings: Iterable[str]) -> bool:
    """Whether some headings are those of two seats: `White, Black`, `Player 1, Player 2`."""
    found = (read_slot(heading) for heading in headings if any(map(str.isalpha, heading)))
    return len({slot.number for slot in found if slot is not None and slot.field == "player"}) > 1


class NamedSlot(NamedTuple):
    """A column about one player who is named in the heading: `SB Score`, `Points (Ana)`."""

    name: str
    field: str


_BEFORE = re.compile(r"(?P<name>.*[^\W_])\W*[\s_(:–—-]\W*(?P<what>[^\W\d_]+)\W*", re.DOTALL)
_AFTER = re.compile(r"(?P<what>[^\W\d_]+)\W*[\s_(:–—-]\W*(?P<name>.*[^\W_])\W*", re.DOTALL)
_POSSESSIVE = re.compile(r"['’]s\Z")
_NO_NAME = frozenset(
    (
        *("final", "total", "high", "low", "best", "max", "min", "average", "avg", "mean", "end"),
        *("team", "game", "bonus", "base", "raw", "our", "their", "your", "combined", "round"),
        *("winning", "losing", "winner", "loser", "highest", "lowest", "number", "of", "the"),
        *("player", "players", "opponent", "bgg", "expected", "sum", "victory", "start"),
        *("razem", "suma", "koncowy", "najlepszy", "sredni", "finale", "totale", "medio"),
    )
)


def read_named_slot(heading: str) -> NamedSlot | None:
    """Return the player named in a heading and what it says about them; None if it names nobody."""
    for pattern in (_BEFORE, _AFTER) if len(heading) <= _LONGEST else ():
        m = pattern.fullmatch(heading.strip())
        if m is None:
            continue
        field = _ATTRIBUTES.get(squash(m["what"]))
        name = _POSSESSIVE.sub("", m["name"].strip())
        words = [squash(w) for w in _TOKEN.findall(name)]
        other = any(w in _NO_NAME or w in _ATTRIBUTES for w in words)
        if field is not None and not other and any(map(str.isalpha, name)):
            return NamedSlot(name, field)
    return None


_PHRASE = re.compile(r"[%#?:=<>$€£()\[\]0-9]")
_PARTICLES = frozenset(
    (
        *("de", "di", "da", "del", "della", "van", "von", "der", "den", "la", "le", "el", "al"),
        *("bin", "ibn", "und", "and", "i", "e", "y", "zu", "ter", "ten", "dos", "du"),
    )
)


def can_be_name(heading: str) -> bool:
    """Whether a heading can be the name of a player rather than of some number."""
    slot = read_slot(heading)
    if slot is not None and (slot.field != "player" or slot.finish is not None):
        return False
    return not is_other_number(heading)


_ABOUT = frozenset(
    (
        *("elo", "rating", "bonus", "penalty", "notes", "note", "comment", "time", "minutes"),
        *("faction", "corporation", "civ", "deck", "tiebreak", "tiebreaker", "order", "turn"),
        *("uwagi", "czas", "frakcja", "nota", "note", "tempo", "fazione"),
    )
)
_COUNTS_PLAYS = frozenset(
    (
        *("wins", "losses", "draws", "ties", "victories", "defeats", "plays", "sessions"),
        *("wygrane", "wygranych", "zwyciestwa", "zwyciestw", "przegrane", "przegranych", "remisy"),
        *("vittorie", "sconfitte", "pareggi", "giocate", "siege", "niederlagen", "victoires"),
        *("defaites", "victorias", "derrotas"),
    )
)


def is_about(heading: str, others: Iterable[str]) -> bool:
    """Whether a heading is about a player who has another column: `Ann Elo` beside `Ann`."""
    name, _, last = heading.rpartition(" ")
    key = squash(last)
    return (key in _ABOUT or key in _ATTRIBUTES) and bool(name) and name in others


def counts_plays(heading: str) -> bool:
    """Whether a heading is about a number of plays, as `Ann wins` is."""
    words = [squash(word) for word in _TOKEN.findall(heading)]
    return len(words) <= 4 and any(word in _COUNTS_PLAYS for word in words)


def may_be_a_phrase(heading: str) -> bool:
    """Whether a heading looks more like a phrase about a play than like a name: `Cost per play`."""
    if read_slot(heading) is not None:
        return False
    _, *words = heading.split() or [""]
    small = any(w[:1].islower() and w.lower() not in _PARTICLES for w in words)
    return heading[:1].islower() or small or _PHRASE.search(heading) is not None
