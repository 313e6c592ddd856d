"""Every event of a game has words in each language that the game has a catalogue for.

After changing texts, edit the `.po` files, then run `pybabel compile -d locale -D GAME` in the
folder of the game's package, and the same with `GAME_reference`, if there is one (for our own
games, `scripts/catalogues`).
"""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from ledger.kernel.game.game import Game
from ledger.kernel.log import events as g
from ledger.kernel.narration.messages import CONTEXT
from ledger.kernel.packages import files_of
from ledger.kernel.words.sentences import USUAL, plural
from ledger.testing.hostile import HOSTILE, harmless
from ledger.testing.lawbook.checked.breach import hold
from ledger.testing.lawbook.checked.events import an_event_is_told, steps
from ledger.testing.lawbook.law import law
from ledger.testing.playing import NAMES, some_games, whole_game

ONE, PLURAL, CONTEXT_FIRST, CONTEXT_PLURAL = "one", "plural", "context", "context and plural"
EITHER = "one with its plural in it"
KEYWORDS = {
    **dict.fromkeys(("_", "t", "tell", "title", "spoken", "translated", "N_"), ONE),
    **dict.fromkeys(("n", "tn", "NN_"), PLURAL),
    **dict.fromkeys(("p", "P_"), CONTEXT_FIRST),
    "np": CONTEXT_PLURAL,
    "plural": EITHER,
}
"""The calls that mark texts, and what their arguments are."""


_SOURCES = (
    *("__init__.py", "words.py", "events.py", "commands.py", "moves.py", "rules.py", "rules"),
    *("texts.py", "legend.py", "scene.py", "scene", "drawing.py", "drawing"),
)
"""The places where a game can have texts; not all of them need to exist."""


TRANSLATED = {(None, text) for text in USUAL.values()}
"""Texts that events of any game may use: they are in Ledger's own catalogues."""


class Texts(NamedTuple):
    """Where to find texts that have catalogues."""

    home: Traversable
    domain: str
    sources: tuple[str, ...]
    said: frozenset[tuple[str | None, Any]] = frozenset()
    """Texts that aren't marked by a call."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that have at least one catalogue."""
        home = self.file("locale")
        found = home.iterdir() if home.is_dir() else ()
        return tuple(sorted(x.name for x in found if x.is_dir()))

    @property
    def translations(self) -> tuple[str, ...]:
        """The languages that have this catalogue."""
        name = f"{self.domain}.po"
        every = self.languages
        return tuple(x for x in every if self.file("locale", x, "LC_MESSAGES", name).is_file())

    def file(self, *parts: str) -> Traversable:
        """Return a file of the package."""
        return self.home.joinpath(*parts)

    def catalogue(self, lang: str) -> Catalog:
        """Return the catalogue of a language."""
        with self.file("locale", lang, "LC_MESSAGES", f"{self.domain}.po").open("rb") as file:
            return read_po(file, locale=lang, abort_invalid=True)

    def messages(self, lang: str) -> Iterator[Message]:
        """Yield the texts of a catalogue."""
        return (m for m in self.catalogue(lang) if m.id)

    def extracted(self) -> set[tuple[str | None, Any]]:
        """All texts in the sources."""
        found = set(self.said)
        for name in self.sources:
            for source in self._files(name):
                found |= set(_marked(source.read_text("utf-8")))
        return found

    def reports(self) -> str:
        """The text of a game's reports, whose headers are translated too."""
        home = self.file("reports")
        found = home.iterdir() if home.is_dir() else ()
        texts = (x.read_text("utf-8") for x in found if x.name.endswith(".sql"))
        return " ".join("\n".join(texts).replace("\n--", "").split())

    def _files(self, name: str) -> list[Traversable]:
        """Return a file, or all Python files of a folder, as games can have either."""
        found = self.file(name)
        if found.is_dir():
            return [file for file in found.iterdir() if file.name.endswith(".py")]
        return [found] if found.is_file() else []


def _marked(source: str) -> Iterator[tuple[str | None, Any]]:
    """Yield the texts that a module marks, with their contexts, even inside f-strings."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = str(getattr(node.func, "id", None) or getattr(node.func, "attr", ""))
        kind = KEYWORDS.get(name)
        said = [getattr(x, "value", None) for x in node.args[:3]]
        texts = [x for x in said if isinstance(x, str)]
        if kind == ONE and said and isinstance(said[0], str):
            yield None, said[0]
        elif kind == EITHER and texts:
            yield None, plural(texts[0])
        elif kind == PLURAL and len(texts) >= 2:
            yield None, tuple(texts[:2])
        elif kind == CONTEXT_FIRST and len(texts) >= 2:
            yield texts[0], texts[1]
        elif kind == CONTEXT_PLURAL and len(texts) == 3:
            yield texts[0], (texts[1], texts[2])


def texts_of(game: Game) -> Texts:
    """Return where a game's texts are."""
    home = files_of(game.package)
    told = game.words.cases.values()
    said = frozenset((None, text) for case in told for _, text in case if not callable(text))
    return Texts(home, game.meta.name, _SOURCES, said)


def reference_texts(game: Game) -> Iterator[tuple[str | None, Any]]:
    """Yield the reference texts of a game: its rules, and what its events mean."""
    for text in game.rulebook.prose():
        yield None, text
    for event in game.rules.events:
        yield from ((None, text) for text in g.meanings(event))


def reference_of(game: Game) -> Texts:
    """Return where the translations of a game's reference texts are."""
    return Texts(files_of(game.package), f"{game.meta.name}_reference", ())


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
    for lang in texts_of(game).languages:
        complete(texts_of(game), lang)


def complete(texts: Texts, lang: str) -> None:
    """Assert that a catalogue has all texts of the sources, translated, and no others."""
    found = {(m.context, m.id) for m in texts.messages(lang) if m.context != CONTEXT}
    assert found >= texts.extracted() - TRANSLATED
    reports = texts.reports()
    assert all(isinstance(x, str) and x in reports for _, x in found - texts.extracted())
    translated(texts, lang)


def translated(texts: Texts, lang: str) -> None:
    """Assert that every text has a translation, in all the plural forms of its language."""
    for m in texts.messages(lang):
        forms = m.string if isinstance(m.string, tuple) else (m.string,)
        assert all(forms), m.id
        assert not m.fuzzy
        assert len(forms) == (texts.catalogue(lang).num_plurals if m.pluralizable else 1)


@law(when=has_catalogue)
def test_translations_fill_the_same_gaps(game: Game) -> None:
    for lang in texts_of(game).languages:
        same_gaps(texts_of(game), lang)


def same_gaps(texts: Texts, lang: str) -> None:
    """Assert that each translation has the same gaps as its text."""
    for m in texts.messages(lang):
        ids = m.id if isinstance(m.id, tuple) else (m.id,)
        forms = m.string if isinstance(m.string, tuple) else (m.string,)
        gaps = {frozenset(re.findall(r"{\w*}", x)) for x in (*ids, *forms)}
        assert len(gaps) == 1, m.id


@law(when=has_catalogue)
def test_the_compiled_catalogue_is_that_of_the_source(game: Game) -> None:
    for lang in texts_of(game).languages:
        compiled(texts_of(game), lang)


@law(when=has_reference)
def test_what_people_look_up_has_a_translation_and_no_other(game: Game) -> None:
    texts = reference_of(game)
    for lang in texts.translations:
        found = {(m.context, m.id) for m in texts.messages(lang)}
        want = set(reference_texts(game))
        assert not want - found, "texts that aren't in the catalogue"
        assert not found - want, "translations of texts that are gone"
        translated(texts, lang)
        compiled(texts, lang)


def compiled(texts: Texts, lang: str) -> None:
    """Assert that the compiled catalogue says the same as its source."""
    with texts.file("locale", lang, "LC_MESSAGES", f"{texts.domain}.mo").open("rb") as file:
        mo = gettext.GNUTranslations(file)
    want: dict[Any, Any] = {}
    for m in texts.messages(lang):
        first = m.id[0] if isinstance(m.id, tuple) else m.id
        key = f"{m.context}\x04{first}" if m.context else first
        if isinstance(m.string, tuple):
            want |= {(key, i): form for i, form in enumerate(m.string)}
        else:
            want[key] = m.string
    assert {k: v for k, v in mo._catalog.items() if k} == want  # type: ignore[attr-defined]
    assert mo.info()["plural-forms"] == f"{texts.catalogue(lang).plural_forms}"
