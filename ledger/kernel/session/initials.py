"""Colours by the initials of other languages: nobody guesses, but a hint says what is meant."""

from __future__ import annotations

from collections.abc import Collection

from ledger.kernel.game.interface import Game
from ledger.kernel.text.accents import unaccented

_COLOURS = frozenset(("red", "blue", "yellow", "green"))
"""Colours that the notations write by their English initial."""


def by_initial(game: Game, typed: str, known: Collection[str]) -> dict[str, str]:
    """Return what `N5` may stand for, and the words that begin so: B5, niebieski.

    A word that the notation has itself is never taken for another.
    """
    low = {name.lower(): name for name in known}
    if not typed or typed.lower() in low:
        return {}
    first, rest = typed[0].lower(), typed[1:].lower()
    plain = unaccented(first) == first
    colours = _COLOURS.difference(game.player_colours(game.box))
    out: dict[str, str] = {}
    for word, english in game.foreign_words():
        begins = unaccented(word) if plain else word
        name = low.get(english[0] + rest)
        if begins.startswith(first) and english in colours and name is not None:
            out.setdefault(name, word)
    return out


def translated(game: Game, typed: str, known: Collection[str]) -> str:
    """Return what is meant by an initial of another language, if there is no doubt."""
    found = by_initial(game, typed, known)
    return next(iter(found)) if len(found) == 1 else typed


def foreign_hint(game: Game, typed: str, known: Collection[str]) -> str | None:
    """Say what an initial of another language may stand for."""
    found = [f"{name} ({word})" for name, word in by_initial(game, typed, known).items()]
    return f"did you mean {' or '.join(found)}?" if found else None
