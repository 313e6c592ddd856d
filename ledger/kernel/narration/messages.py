"""Messages in the reader's language.

A message is a template with values (`ledger.kernel.message`). To show one to a person, its template
is looked up in the catalogues of the program and of the loaded games, in the context `message`, and
the values fill the gaps in the translation. A value can itself be a message; one that is a word of
a game (`red`, `starting token`) is also looked up, unless it is between backticks, which mark
something to type. Everything else is data and stays as it is.

In a translation, `{count:karta|karty|kart}` is the form that goes with the number in the gap
`count`.
"""

from __future__ import annotations

import functools
import gettext
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ledger.kernel.game.registry import loaded
from ledger.kernel.message import Message, Text
from ledger.kernel.packages import files_of
from ledger.kernel.text.translations import PSEUDO, catalogue_in, circled

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

CONTEXT = "message"
"""The context of messages in the catalogues."""
_GAP = re.compile(r"{(\w+)(!r)?(?::([^{}|]{1,4})|:([^{}]*\|[^{}]*))?}|({{|}})")


def in_language(text: Text, lang: str) -> str:
    """Return a message in a language; any other text is returned as it is."""
    if lang == "en" or not isinstance(text, Message):
        return str(text)
    return _Reader(lang).say(text)


class _Reader:
    """Translates messages into one language."""

    def __init__(self, lang: str) -> None:
        games = loaded()
        self.known = _catalogues(lang, tuple((g.package, g.meta.name) for g in games))
        self.words = [] if lang == PSEUDO else [g.words.words_in(lang) for g in games]

    def say(self, message: Message) -> str:
        """Return a message in the language."""
        template, values = message.template, message.values
        found = self.known.templates.get(template)
        if found is None:
            found = _Translation(template, gettext.NullTranslations())
        if not values:
            return found.text

        def value(gap: re.Match[str]) -> str:
            name, quoted, form, plural, brace = gap.groups()
            if brace:
                return str(brace[0])
            if name not in values:
                return gap[0]
            if plural is not None:
                return found.form(plural.split("|"), values[name])
            return self._value(values[name], bool(quoted), form or "", found.is_typed(gap.start()))

        return _GAP.sub(value, found.text)

    def _value(self, value: object, quoted: bool, form: str, typed: bool) -> str:
        if isinstance(value, Message):
            return self.say(value)
        if quoted:
            return repr(value)
        if not isinstance(value, str):
            return format(value, form)
        return value if typed else self._word(value)

    def _word(self, text: str) -> str:
        """Translate a word if it is one of a game's; anything else is data."""
        for words in self.words:
            if text in words:
                return words[text]
        return self.known.words.get(text, text)


class _Translation(NamedTuple):
    """A translated template, and the catalogue that it comes from."""

    text: str
    catalogue: gettext.NullTranslations

    def form(self, forms: Sequence[str], value: object) -> str:
        """Return the form that goes with a number; the last one for anything else."""
        digits = str(value).replace(",", "").strip()
        if not digits.isdecimal():
            return forms[-1]
        chosen: int = getattr(self.catalogue, "plural")(int(digits))  # noqa: B009
        return forms[min(chosen, len(forms) - 1)]

    def is_typed(self, at: int) -> bool:
        """Whether a place in the text is between backticks."""
        return self.text.count("`", 0, at) % 2 == 1


class _Catalogues(NamedTuple):
    """All messages, by template, and the words of games."""

    templates: dict[str, _Translation]
    words: dict[str, str]


@functools.lru_cache(maxsize=8)
def _catalogues(lang: str, games: tuple[tuple[str, str], ...]) -> _Catalogues:
    templates: dict[str, _Translation] = {}
    words: dict[str, str] = {}
    homes = [(files_of(package), domain, True) for package, domain in games]
    homes += [(folder, folder.name, False) for folder in _rooms()]
    for home, domain, of_game in homes:
        catalogue = catalogue_in(home, domain, "pl" if lang == PSEUDO else lang)
        known: dict[object, str] = getattr(catalogue, "_catalog", {})
        for key, translation in known.items():
            context, _, text = str(key).rpartition("\x04")
            said = circled(text) if lang == PSEUDO else translation
            if context == CONTEXT and text:
                templates.setdefault(text, _Translation(said, catalogue))
            elif not context and of_game and isinstance(key, str):
                words.setdefault(text, said)
    return _Catalogues(templates, words)


def _rooms() -> Iterator[Traversable]:
    """Yield the program's folders that have catalogues, without importing them."""
    for folder in sorted(files_of("ledger").iterdir(), key=lambda x: x.name):
        if folder.joinpath("locale").is_dir():
            yield folder
