"""The keywords of typed lines, in English, Polish and Italian, for every way of typing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ledger.kernel.game.game import Game
from ledger.kernel.text.accents import unaccented
from ledger.kernel.words.typed_words import Word

Effect = Literal["changes", "shows", "leaves"]


class Keyword(NamedTuple):
    """A word that starts a line that isn't a move.

    It changes the log, only shows something at a prompt, or leaves the prompt. `more` says whether
    anything can follow it; `other` are synonyms in English.
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
"""The words that start a line even if they are a player's name, unless a move follows.

Sessions have had them from the beginning. All other words for keywords yield to players' names and
to the words of a game, so that a session never changes its meaning.
"""
AFTER_NAMES = ("undo", "adjust", "redo", "note")
"""The keywords that can follow a player's name; the first two take precedence over moves of the
same name.
"""
HEADER = (
    *("game", "players", "colours", "bots", "sees-all", "rules", "option", "box"),
    *("id", "place", "round", "started", "at", "view"),
)
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""The full-width letters and digits of East Asian keyboards."""


def in_english(word: Word, game: Game) -> Word:
    """Return the notation's own word for a foreign one in the game's vocabulary; else the word
    itself.
    """
    bare = word.text.rstrip(",:")
    text = unaccented(bare)
    english = game.words.vocabulary.get(text)
    if english is None:
        own = text in game.words.slots or RESERVED.get(text) == text
        english = bare if own else RESERVED.get(text)
    return Word(english or word.text.translate(_WIDE), word.column)


def find_keyword(word: str, *, alone: bool) -> Keyword | None:
    """Return the keyword that a word means, or None; some have to be alone on their line."""
    keyword = BY_WORD.get(unaccented(word))
    return keyword if keyword is not None and (alone or keyword.more) else None
