"""Every event of each of our games has words, in three languages.

After a change of texts: edit the `.po` files, then run
`pybabel compile -d ledger/games/<game>/locale -D <game>` (or `ledger/kernel/locale -D kernel`).
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po

from common.hostile import HOSTILE, harmless
from ledger.kernel.game.interface import Game
from ledger.kernel.log import events as g

from .play import NAMES, OURS, each_of_ours, whole_game

KEYWORDS = {
    "_": None,
    "tell": None,
    "title": None,
    "n": (1, 2),
    "p": ((1, "c"), 2),
    "N_": None,
    "NN_": (1, 2),
    "P_": ((1, "c"), 2),
}


class Texts(NamedTuple):
    """Where texts stand that have catalogues."""

    package: str
    domain: str
    sources: tuple[str, ...]

    def file(self, *parts: str) -> Traversable:
        return resources.files(self.package).joinpath(*parts)

    def catalogue(self, lang: str) -> Catalog:
        with self.file("locale", lang, "LC_MESSAGES", f"{self.domain}.po").open("rb") as file:
            return read_po(file, locale=lang, abort_invalid=True)

    def messages(self, lang: str) -> Iterator[Message]:
        return (m for m in self.catalogue(lang) if m.id)

    def extracted(self) -> set[tuple[str | None, Any]]:
        """Every text of the sources."""
        found = set()
        for name in self.sources:
            for source in self._files(name):
                with source.open("rb") as file:
                    found |= {(ctx, msg) for _, msg, _, ctx in extract("python", file, KEYWORDS)}
        return found

    def _files(self, name: str) -> list[Traversable]:
        """A file, or all files of a folder; games may have either."""
        found = self.file(name)
        if found.is_dir():
            return [file for file in found.iterdir() if file.name.endswith(".py")]
        return [found] if found.is_file() else []


LANGUAGES = ("it", "pl")
TEXTS = [Texts("ledger.kernel", "kernel", ("text/sentences.py", "scene"))]
TEXTS += [
    Texts(g.package, name, ("words.py", "events.py", "commands.py", "rules", "scene.py", "scene"))
    for name, g in OURS.items()
]
every_text = pytest.mark.parametrize("texts", TEXTS, ids=[t.domain for t in TEXTS])
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@each_of_ours
def test_every_event_of_a_game_is_told(game: Game) -> None:
    for seed in range(3):
        for line in whole_game(game, seed).lines:
            for lang in ("en", *LANGUAGES):
                told = game.words(line.data, NAMES, lang)
                assert told
                assert not re.search(r"[{}]", told)


@each_of_ours
@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_and_texts_are_only_text(game: Game, name: str) -> None:
    said = [line.data for line in whole_game(game, 1).lines[:80]]
    said += [g.Noted(text=name, seat=1), g.Ended(reason=name, ranking=((1,),), scores=(1,))]
    for event in said:
        for lang in ("en", *LANGUAGES):
            assert harmless(game.words(event, (name, name + "2", "Celina", name), lang))


# --- the catalogues ---------------------------------------------------------------------------


@every_text
@every_language
def test_every_text_has_a_translation_and_no_other(texts: Texts, lang: str) -> None:
    assert {(m.context, m.id) for m in texts.messages(lang)} == texts.extracted()
    for m in texts.messages(lang):
        forms = m.string if isinstance(m.string, tuple) else (m.string,)
        assert all(forms), m.id
        assert not m.fuzzy
        assert len(forms) == (texts.catalogue(lang).num_plurals if m.pluralizable else 1)


@every_text
@every_language
def test_translations_fill_the_same_gaps(texts: Texts, lang: str) -> None:
    for m in texts.messages(lang):
        ids = m.id if isinstance(m.id, tuple) else (m.id,)
        forms = m.string if isinstance(m.string, tuple) else (m.string,)
        gaps = {frozenset(re.findall(r"{\w+}", x)) for x in (*ids, *forms)}
        assert len(gaps) == 1, m.id


@every_text
@every_language
def test_the_compiled_catalogue_is_that_of_the_source(texts: Texts, lang: str) -> None:
    with texts.file("locale", lang, "LC_MESSAGES", f"{texts.domain}.mo").open("rb") as file:
        mo = gettext.GNUTranslations(file)
    want: dict[Any, str] = {}
    for m in texts.messages(lang):
        first = m.id[0] if isinstance(m.id, tuple) else m.id
        key = f"{m.context}\x04{first}" if m.context else first
        if isinstance(m.string, tuple):
            want |= {(key, i): form for i, form in enumerate(m.string)}
        else:
            want[key] = m.string
    assert {k: v for k, v in mo._catalog.items() if k} == want  # type: ignore[attr-defined]
    assert mo.info()["plural-forms"] == f"{texts.catalogue(lang).plural_forms}"
