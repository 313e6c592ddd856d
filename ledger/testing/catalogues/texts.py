"""The texts of a game that are translated: where its source marks them, and what it declares."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from gettext import NullTranslations
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple, TypeAlias

from ledger.kernel.game.game import Game
from ledger.kernel.log import events as g
from ledger.kernel.narration.messages import CONTEXT
from ledger.kernel.packages import files_of, sources_of
from ledger.kernel.scene.plain_scene import HEAD, SEAT_HEAD, plain_scene
from ledger.kernel.text.translations import catalogue_in, own_catalogue
from ledger.kernel.words.sentences import plural
from ledger.testing.playing import opening

from .message_texts import python_messages, worded

Key: TypeAlias = "tuple[str | None, Any]"
"""A text with its context: a string, or a pair of one and several."""

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


class Texts(NamedTuple):
    """Where to find texts that have catalogues."""

    home: Traversable
    domain: str
    sources: tuple[str, ...]
    said: frozenset[Key] = frozenset()
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

    def extracted(self) -> set[Key]:
        """All texts in the sources, without messages."""
        return set(self.said).union(*(marked(source) for source in self._read()))

    def of_messages(self) -> set[Key]:
        """All templates of refusals and other messages in the sources."""
        found = {text for source in self._read() for text in python_messages(source)}
        return {(CONTEXT, text) for text in found if worded(text)}

    def reports(self) -> str:
        """The text of a game's reports, whose headers are translated too."""
        home = self.file("reports")
        found = home.iterdir() if home.is_dir() else ()
        texts = (x.read_text("utf-8") for x in found if x.name.endswith(".sql"))
        return " ".join("\n".join(texts).replace("\n--", "").split())

    def _read(self) -> Iterator[str]:
        return (self.file(name).read_text("utf-8") for name in self.sources)


def marked(source: str) -> Iterator[Key]:
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
    sources = tuple(str(path) for path in sources_of(game.package) if path.suffix == ".py")
    return Texts(home, game.meta.name, sources, frozenset(_declared(game)))


def _declared(game: Game) -> Iterator[Key]:
    """Yield what a game declares without marking it: sentences, and names that people read."""
    for cases in game.words.cases.values():
        yield from ((None, text) for _, text in cases if not callable(text))
    names = [name for x in game.holdings.resources for name in (x.name, x.short)]
    names += [game.rules.ending.ties, *game.rules.questions.asks]
    names += [name.replace("_", " ") for name in game.rules.opening.options.__struct_fields__]
    if game.pictures.board is None or game.pictures.scene is plain_scene:
        names += _titles(game)
    yield from ((None, name) for name in names if name)


def _titles(game: Game) -> Iterator[str]:
    """Yield the titles on a board or page that shows everything in a view."""
    view = game.view(game.start(opening(game, 0, game.meta.players[0])), None)
    for part, without in ((view, HEAD), (view.seats[0], SEAT_HEAD)):
        fields = part.__struct_fields__
        yield from (name.replace("_", " ") for name in fields if name not in without)


def game_texts(game: Game) -> set[Key]:
    """Return every text of a game's catalogue, besides what its reports say."""
    texts = texts_of(game)
    return texts.extracted() | texts.of_messages()


def reference_texts(game: Game) -> Iterator[Key]:
    """Yield the reference texts of a game: its rules, and what its events mean."""
    for text in game.rulebook.prose():
        yield None, text
    for event in game.rules.events:
        yield from ((None, text) for text in g.meanings(event))


def reference_of(game: Game) -> Texts:
    """Return where the translations of a game's reference texts are."""
    return Texts(files_of(game.package), f"{game.meta.name}_reference", ())


def first(key: Key) -> tuple[str | None, str]:
    """Return the key of a text in a compiled catalogue, which names only the first form."""
    context, text = key
    return context, text if isinstance(text, str) else text[0]


def compiled_texts(texts: Texts, lang: str) -> dict[tuple[str | None, str], tuple[str, ...]]:
    """Return what a compiled catalogue says: each text in all its forms."""
    return _compiled(catalogue_in(texts.home, texts.domain, lang))


def of_kit(lang: str) -> dict[tuple[str | None, str], tuple[str, ...]]:
    """Return what Ledger translates itself, so that no game has to."""
    found = _compiled(own_catalogue("ledger.kernel", "kernel", lang))
    for folder in files_of("ledger").iterdir():
        if folder.joinpath("locale").is_dir():
            own = _compiled(catalogue_in(folder, folder.name, lang))
            found |= {key: said for key, said in own.items() if key[0] == CONTEXT}
    return found


def _compiled(catalogue: NullTranslations) -> dict[tuple[str | None, str], tuple[str, ...]]:
    found: dict[tuple[str | None, str], tuple[str, ...]] = {}
    entries: dict[Any, str] = getattr(catalogue, "_catalog", {})
    for key, said in sorted(entries.items(), key=str):
        text, form = key if isinstance(key, tuple) else (key, 0)
        context, _, text = text.rpartition("\x04")
        if text:
            forms = found.setdefault((context or None, text), ())
            found[context or None, text] = (*forms[:form], said, *forms[form + 1 :])
    return found


def untranslated(game: Game, lang: str) -> tuple[int, list[str]]:
    """Return how many texts a game's catalogue should have, and those that it doesn't translate.

    What Ledger translates itself isn't among them.
    """
    known, kit = compiled_texts(texts_of(game), lang), of_kit(lang)
    wanted = {first(key) for key in game_texts(game)} - set(kit)
    return len(wanted), sorted(text for context, text in wanted - set(known))
