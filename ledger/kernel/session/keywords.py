"""Words that mean the same in every session, and how people of other languages type them."""

from __future__ import annotations

from ledger.kernel.game.interface import Game
from ledger.kernel.text.accents import unaccented

from .words import Word

KEYWORDS = ("undo", "result", "abandon", "adjust")
FOREIGN = {"cofnij": "undo", "wynik": "result", "annulla": "undo", "risultato": "result"}
"""Keywords as Poles and Italians may type them."""
HEADER = (
    *("game", "players", "colours", "rules", "option", "box"),
    *("id", "place", "round", "started", "at", "view"),
)
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""Letters and digits as Asian keyboards write them, as wide as two."""


def in_english(word: Word, game: Game) -> Word:
    """Return the notation's own word for one that stands in a game's vocabulary."""
    bare = word.text.rstrip(",:")
    text = unaccented(bare)
    english = game.vocabulary.get(text) or FOREIGN.get(text)
    if english is None and text in (*KEYWORDS, *game.slots):
        english = bare
    return Word(english or word.text.translate(_WIDE), word.column)
