"""The keywords of typed lines, in English, Polish and Italian: one table for every way to type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ledger.kernel.game.game import Game
from ledger.kernel.text.accents import unaccented
from ledger.kernel.words.typed_words import Word

Effect = Literal["changes", "shows", "leaves"]


class Keyword(NamedTuple):
    """A word that starts a line which isn't a move.

    It changes the log, only shows something at a prompt, or leaves the prompt. `more` says whether
    anything may follow it; `other` are more English words for it.
    """

    name: str
    effect: Effect
    more: bool
    polish: tuple[str, ...]
    italian: tuple[str, ...]
    other: tuple[str, ...] = ()

    def words_in(self, lang: str) -> tuple[str, ...]:
        """Return the words for it in Polish (`pl`) or Italian (`it`)."""
        return {"pl": self.polish, "it": self.italian}.get(lang, ())

    def spellings(self) -> Iterator[str]:
        """Yield every word for it, without accents."""
        yield self.name
        yield from (unaccented(word) for word in (*self.other, *self.polish, *self.italian))


KEYWORDS = (
    Keyword("undo", "changes", True, ("cofnij",), ("annulla",)),
    Keyword("redo", "changes", False, ("ponów",), ("ripeti",)),
    Keyword("back", "changes", False, ("wstecz",), ("indietro",)),
    Keyword("note", "changes", True, ("notatka",), ("nota",)),
    Keyword("legal", "shows", False, ("można",), ("mosse",)),
    Keyword("board", "shows", False, ("plansza",), ("tabellone",)),
    Keyword("cards", "shows", False, ("karty",), ("carte",)),
    Keyword("why", "shows", False, ("dlaczego",), ("perché",)),
    Keyword("rules", "shows", True, ("zasady", "zasada"), ("regole", "regola"), ("rule",)),
    Keyword("adjust", "changes", True, ("popraw",), ("correggi",)),
    Keyword("result", "changes", True, ("wynik",), ("risultato",)),
    Keyword("abandon", "changes", True, ("przerwij",), ("abbandona",)),
    Keyword("pause", "leaves", False, ("pauza", "wyjdź"), ("pausa", "esci"), ("quit", "exit")),
    Keyword("help", "shows", False, ("pomoc",), ("aiuto",), ("?",)),
)
BY_WORD = {word: keyword for keyword in KEYWORDS for word in keyword.spellings()}
"""The keywords by every word for them, without accents."""
RESERVED = {
    **{name: name for name in ("undo", "result", "abandon", "adjust")},
    **dict.fromkeys(("cofnij", "annulla"), "undo"),
    **dict.fromkeys(("wynik", "risultato"), "result"),
}
"""The words that start a line even where a player has that name, unless a move follows it.

Sessions have had them from the beginning. All other words for keywords yield to players' names and
to the words of a game, so that a session means today what it has always meant.
"""
AFTER_NAMES = ("undo", "adjust", "redo", "note")
"""The keywords that may follow a player's name; the first two come before moves of that name."""
HEADER = (
    *("game", "players", "colours", "bots", "sees-all", "rules", "option", "box"),
    *("id", "place", "round", "started", "at", "view"),
)
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""The double-width letters and digits of Asian keyboards."""


def in_english(word: Word, game: Game) -> Word:
    """Return the notation's own word for a foreign one from the game's vocabulary."""
    bare = word.text.rstrip(",:")
    text = unaccented(bare)
    english = game.words.vocabulary.get(text)
    if english is None:
        own = text in game.words.slots or RESERVED.get(text) == text
        english = bare if own else RESERVED.get(text)
    return Word(english or word.text.translate(_WIDE), word.column)


def find_keyword(word: str, *, alone: bool) -> Keyword | None:
    """Return the keyword that a word stands for; some must be alone on their line."""
    keyword = BY_WORD.get(unaccented(word))
    return keyword if keyword is not None and (alone or keyword.more) else None
