"""Colours typed by their initials in other languages: never guessed, but suggested in a hint."""

from __future__ import annotations

import functools
from collections.abc import Collection

from ledger.kernel.game.game import Game
from ledger.kernel.message import Message
from ledger.kernel.text.accents import unaccented

_COLOURS = frozenset(("red", "blue", "yellow", "green"))
"""Colours that the notation abbreviates to their English initials."""


@functools.lru_cache(maxsize=16)
def _colours(game: Game) -> tuple[tuple[str, str, str], ...]:
    """Return the foreign words for colours, with and without accents, and the English initials."""
    colours = _COLOURS.difference(game.boxes.player_colours(game.boxes.standard))
    words = game.words.foreign_words()
    return tuple((w, unaccented(w), english[0]) for w, english in words if english in colours)


def by_initial(game: Game, typed: str, known: Collection[str]) -> dict[str, str]:
    """Return what `N5` could mean, with the word it comes from: B5, niebieski.

    A word of the notation itself never means anything else.
    """
    if not typed:
        return {}
    first, rest = typed[0].lower(), typed[1:].lower()
    plain = unaccented(first) == first
    meant: dict[str, str] = {}
    for word, bare, initial in _colours(game):
        if (bare if plain else word).startswith(first):
            meant.setdefault(initial + rest, word)
    low = {name.lower(): name for name in known} if meant else {}
    if typed.lower() in low:
        return {}
    return {low[name]: word for name, word in meant.items() if name in low}


def translated(game: Game, typed: str, known: Collection[str]) -> str:
    """Translate a foreign initial if it has only one possible meaning; otherwise return it
    unchanged.
    """
    found = by_initial(game, typed, known)
    return next(iter(found)) if len(found) == 1 else typed


def foreign_hint(game: Game, typed: str, known: Collection[str]) -> Message | None:
    """Return a hint about what a foreign initial could mean, or None."""
    found = [f"{name} ({word})" for name, word in by_initial(game, typed, known).items()]
    either = Message.join(" or ", found)
    return Message("did you mean {near}?", near=either) if found else None
