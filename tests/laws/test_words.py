"""Every event of each of our games has words, in three languages.

After a change of a game's texts: edit its `.po` files, then run
`pybabel compile -d ledger/games/<game>/locale -D <game>`.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po

from common.hostile import HOSTILE, harmless
from ledger.kernel import events as g
from ledger.kernel.game import Game

from .play import NAMES, OURS, each_of_ours, whole_game

KEYWORDS = {"_": None, "N_": None, "n": (1, 2), "p": ((1, "c"), 2)}


def package(game: Game) -> Traversable:
    return resources.files(game.package)


def languages(game: Game) -> list[str]:
    """The languages that a game has a catalogue for."""
    home = package(game).joinpath("locale")
    return sorted(x.name for x in home.iterdir() if x.is_dir()) if home.is_dir() else []


CATALOGUES = [(game, lang) for game in OURS.values() for lang in languages(game)]
every_catalogue = pytest.mark.parametrize(
    ("game", "lang"), CATALOGUES, ids=[f"{game.meta.name}-{lang}" for game, lang in CATALOGUES]
)


@each_of_ours
def test_our_games_speak_three_languages(game: Game) -> None:
    assert languages(game) == ["it", "pl"]


@each_of_ours
def test_every_event_of_a_game_is_told(game: Game) -> None:
    for seed in range(3):
        for line in whole_game(game, seed).lines:
            for lang in ("en", *languages(game)):
                told = game.words(line.data, NAMES, lang)
                assert told
                assert not re.search(r"[{}]", told)


@each_of_ours
@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_and_texts_are_only_text(game: Game, name: str) -> None:
    said = [line.data for line in whole_game(game, 1).lines[:80]]
    said += [g.Noted(text=name, seat=1), g.Ended(reason=name, ranking=((1,),), scores=(1,))]
    for event in said:
        for lang in ("en", *languages(game)):
            assert harmless(game.words(event, (name, name + "2", "Celina", name), lang))


# --- the catalogues ---------------------------------------------------------------------------


def extracted(game: Game) -> set[tuple[str | None, Any]]:
    """Every text of the sources."""
    found = set()
    for name in ("phrases.py", "words.py"):
        with package(game).joinpath(name).open("rb") as file:
            found |= {(ctx, msg) for _, msg, _, ctx in extract("python", file, KEYWORDS)}
    return found


def source(game: Game, lang: str, suffix: str) -> Traversable:
    return package(game).joinpath("locale", lang, "LC_MESSAGES", game.meta.name + suffix)


def catalogue(game: Game, lang: str) -> Catalog:
    with source(game, lang, ".po").open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


def messages(game: Game, lang: str) -> Iterator[Message]:
    return (m for m in catalogue(game, lang) if m.id)


@every_catalogue
def test_every_text_has_a_translation_and_no_other(game: Game, lang: str) -> None:
    assert {(m.context, m.id) for m in messages(game, lang)} == extracted(game)
    for m in messages(game, lang):
        forms = m.string if isinstance(m.string, tuple) else (m.string,)
        assert all(forms), m.id
        assert not m.fuzzy
        assert len(forms) == (catalogue(game, lang).num_plurals if m.pluralizable else 1)


@every_catalogue
def test_translations_fill_the_same_gaps(game: Game, lang: str) -> None:
    for m in messages(game, lang):
        ids = m.id if isinstance(m.id, tuple) else (m.id,)
        forms = m.string if isinstance(m.string, tuple) else (m.string,)
        gaps = {frozenset(re.findall(r"{\w+}", x)) for x in (*ids, *forms)}
        assert len(gaps) == 1, m.id


@every_catalogue
def test_the_compiled_catalogue_is_that_of_the_source(game: Game, lang: str) -> None:
    with source(game, lang, ".mo").open("rb") as file:
        mo = gettext.GNUTranslations(file)
    want: dict[Any, str] = {}
    for m in messages(game, lang):
        first = m.id[0] if isinstance(m.id, tuple) else m.id
        key = f"{m.context}\x04{first}" if m.context else first
        if isinstance(m.string, tuple):
            want |= {(key, i): form for i, form in enumerate(m.string)}
        else:
            want[key] = m.string
    assert {k: v for k, v in mo._catalog.items() if k} == want  # type: ignore[attr-defined]
    assert mo.info()["plural-forms"] == f"{catalogue(game, lang).plural_forms}"
