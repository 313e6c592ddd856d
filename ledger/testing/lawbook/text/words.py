"""Every event of a game has words in each language that the game has a catalogue for.

`ledger texts GAME` brings the catalogues in line with the game. What isn't translated is shown in
English, so a catalogue that lacks something is a warning and not a failure.
"""

from __future__ import annotations

import gettext
import re
import warnings
from typing import Any

from ledger.kernel.errors import GameWarning
from ledger.kernel.game.game import Game
from ledger.kernel.log import events as g
from ledger.testing.catalogues.files import catalogue_of, forms_of, is_done, messages_of
from ledger.testing.catalogues.texts import (
    Texts,
    first,
    game_texts,
    reference_of,
    reference_texts,
    texts_of,
    untranslated,
)
from ledger.testing.hostile import HOSTILE, harmless
from ledger.testing.lawbook.checked.breach import hold, some
from ledger.testing.lawbook.checked.events import an_event_is_told, steps
from ledger.testing.lawbook.law import law
from ledger.testing.playing import NAMES, some_games, whole_game


def has_reference(game: Game) -> bool:
    """Whether a game's reference texts are translated."""
    return bool(reference_of(game).translations)


def has_catalogue(game: Game) -> bool:
    """Whether a game has been translated."""
    return bool(texts_of(game).languages)


@law()
def test_every_event_of_a_game_is_told(game: Game) -> None:
    languages = ("en", *texts_of(game).languages)
    for seed in range(2):
        for table in some_games(game, seed):
            for step in steps(table):
                hold(an_event_is_told(step, languages))


@law()
def test_hostile_names_and_texts_are_only_text(game: Game) -> None:
    played = [line.data for line in whole_game(game, 1).lines[:80]]
    languages = ("en", *texts_of(game).languages)
    for name in HOSTILE:
        ends = g.Ended(reason=name, ranking=((1,),), scores=(1,))
        names = (name, name + "2", "Celina", name, *NAMES[4:])
        for event in (*played, g.Noted(text=name, seat=1), ends):
            for lang in languages:
                assert harmless(game.words(event, names, lang)), ascii(name)


# --- the catalogues ---------------------------------------------------------------------------


@law(when=has_catalogue)
def test_every_text_has_a_translation_and_no_other(game: Game) -> None:
    texts, name = texts_of(game), game.meta.name
    wanted = {first(key) for key in game_texts(game)}
    for lang in texts.translations:
        in_all_forms(texts, lang)
        _, left = untranslated(game, lang)
        _warn(name, lang, "aren't translated", left)
        known = {first((m.context, m.id)): str(m.id) for m in messages_of(texts, lang)}
        gone = {said for key, said in known.items() if key not in wanted}
        reports = texts.reports()
        _warn(name, lang, "are said no more", [text for text in gone if text not in reports])


def _warn(name: str, lang: str, what: str, texts: list[str]) -> None:
    if texts:
        say = f"{name}, {lang}: {len(texts)} texts {what} (`ledger texts {name}`): {some(texts)}"
        warnings.warn(say, GameWarning, stacklevel=2)


def in_all_forms(texts: Texts, lang: str) -> None:
    """Assert that each translation has all the plural forms of its language."""
    plurals = catalogue_of(texts, lang).num_plurals
    for m in messages_of(texts, lang):
        if is_done(m):
            assert len(forms_of(m)) == (plurals if m.pluralizable else 1), m.id


def translated(texts: Texts, lang: str) -> None:
    """Assert that every text has a translation, in all the plural forms of its language."""
    assert [m.id for m in messages_of(texts, lang) if not is_done(m)] == []
    in_all_forms(texts, lang)


@law(when=has_catalogue)
def test_translations_fill_the_same_gaps(game: Game) -> None:
    for lang in texts_of(game).translations:
        same_gaps(texts_of(game), lang)


def same_gaps(texts: Texts, lang: str) -> None:
    """Assert that each translation has the same gaps as its text."""
    for m in messages_of(texts, lang):
        ids = m.id if isinstance(m.id, tuple) else (m.id,)
        gaps = {frozenset(re.findall(r"{\w*}", x)) for x in (*ids, *forms_of(m)) if x}
        assert len(gaps) == 1, m.id


@law(when=has_catalogue)
def test_the_compiled_catalogue_is_that_of_the_source(game: Game) -> None:
    for lang in texts_of(game).translations:
        compiled(texts_of(game), lang)


@law(when=has_reference)
def test_what_people_look_up_has_a_translation_and_no_other(game: Game) -> None:
    texts, name = reference_of(game), game.meta.name
    for lang in texts.translations:
        in_all_forms(texts, lang)
        compiled(texts, lang)
        want = set(reference_texts(game))
        done = {(m.context, m.id) for m in messages_of(texts, lang) if is_done(m)}
        known = {(m.context, m.id) for m in messages_of(texts, lang)}
        _warn(name, lang, "aren't translated", [text for _, text in want - done])
        _warn(name, lang, "are said no more", [str(text) for _, text in known - want])


def compiled(texts: Texts, lang: str) -> None:
    """Assert that the compiled catalogue says the same as its source."""
    with texts.file("locale", lang, "LC_MESSAGES", f"{texts.domain}.mo").open("rb") as file:
        mo = gettext.GNUTranslations(file)
    want: dict[Any, Any] = {}
    for m in filter(is_done, messages_of(texts, lang)):
        first = m.id[0] if isinstance(m.id, tuple) else m.id
        key = f"{m.context}\x04{first}" if m.context else first
        if isinstance(m.string, tuple):
            want |= {(key, i): form for i, form in enumerate(m.string)}
        else:
            want[key] = m.string
    assert {k: v for k, v in mo._catalog.items() if k} == want  # type: ignore[attr-defined]
    assert mo.info()["plural-forms"] == f"{catalogue_of(texts, lang).plural_forms}"
