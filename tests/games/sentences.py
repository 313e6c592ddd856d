"""What is asked of the sentences of each of our games, in three languages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Event
from ledger.testing.hostile import harmless

NAMES = ("Ana", "Bartek", "Celina")
LANGUAGES = ("pl", "it")
_FACT = re.compile(r"\b(?:Ana|Bartek|Celina)\b|[\w-]*\d[\w-]*|\b[A-Z]{1,6}(?:-[A-Z]+)+\b")
"""Names, numbers, and what pieces are called on the table, like `R5` and `YY-RG`."""


def is_told(game: Game, event: Event, english: str) -> None:
    """An event is told so in English, and with the same facts in the other languages."""
    assert game.words(event, NAMES) == english
    for lang in LANGUAGES:
        said = game.words(event, NAMES, lang)
        assert said != english, lang
        assert sorted(_FACT.findall(said)) == sorted(_FACT.findall(english)), said


def is_told_although_unknown(game: Game, turned: Event, ended: Event) -> None:
    """A turn of seat 9, a reason without a result, and an event that nobody knows have words."""

    class Sneezed(Event, frozen=True, kw_only=True):
        pass

    assert game.words(Sneezed(), NAMES) == "sneezed"
    assert game.words(turned, NAMES) == "It is Seat 9's turn"
    assert game.words(ended, NAMES)


def is_only_text(game: Game, events: Iterable[Event], name: str, box: object = None) -> None:
    """Nothing that a name or a text holds does anything to a screen."""
    for event in events:
        for lang in ("en", *LANGUAGES):
            assert harmless(game.words(event, (name, name + "2", "Celina"), lang, box))
