"""Words that mean the same in every session, and how people type them in other languages."""

from __future__ import annotations

from ledger.kernel.game.interface import Game
from ledger.kernel.text.accents import unaccented

from .typed_words import Word

KEYWORDS = ("undo", "result", "abandon", "adjust")
FOREIGN = {"cofnij": "undo", "wynik": "result", "annulla": "undo", "risultato": "result"}
"""Keywords in Polish and Italian."""
HEADER = (
    *("game", "players", "colours", "bots", "rules", "option", "box"),
    *("id", "place", "round", "started", "at", "view"),
)
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""The double-width letters and digits of Asian keyboards."""


def in_english(word: Word, game: Game) -> Word:
    """Return the notation's own word for a foreign one from the game's vocabulary."""
    bare = word.text.rstrip(",:")
    text = unaccented(bare)
    english = game.vocabulary.get(text) or FOREIGN.get(text)
    if english is None and text in (*KEYWORDS, *game.slots):
        english = bare
    return Word(english or word.text.translate(_WIDE), word.column)
