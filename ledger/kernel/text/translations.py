"""The catalogues that translate our own words.

`qps` is the language for translators and tests: every text from a catalogue is shown in ⓒⓘⓡⓒⓛⓔⓓ
letters, so that anything in plain letters on a screen is either data, or was forgotten.
"""

from __future__ import annotations

import functools
import gettext
import re
from typing import TYPE_CHECKING

from ledger.kernel.packages import files_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LANGUAGES = ("en", "pl", "it")
"""The languages that people can choose."""
PSEUDO = "qps"
_CIRCLED = {ord(a): 0x24B6 + i for i, a in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
_CIRCLED |= {ord(a): 0x24D0 + i for i, a in enumerate("abcdefghijklmnopqrstuvwxyz")}
_UNTOLD = re.compile(r"({[^{}]*}|`[^`]*`|--[a-z][a-z-]*|[A-Z]+_[A-Z]+=?\d*)")
"""What a translation never changes: gaps, things to type, options, variables."""
_LANG = re.compile(r"[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*")


@functools.lru_cache(maxsize=64)
def translator(package: str, domain: str, lang: str) -> gettext.NullTranslations:
    """Return a package's catalogue `locale/<lang>/LC_MESSAGES/<domain>.mo`, or English if it has
    none.

    Texts missing there are looked up in the catalogue that all games share.
    """
    if lang == PSEUDO:
        return Circled()
    found = own_catalogue(package, domain, lang)
    shared = own_catalogue("ledger.kernel", "kernel", lang)
    if isinstance(shared, gettext.GNUTranslations):  # English has nothing to look up
        found.add_fallback(shared)
    return found


@functools.lru_cache(maxsize=64)
def reference_catalogue(package: str, name: str, lang: str) -> gettext.NullTranslations:
    """Return the catalogue of a game's reference texts, or English if there is none.

    It has the rules and the meanings of events. It is a separate file, `<name>_reference.mo`,
    because playing needs none of it.
    """
    return Circled() if lang == PSEUDO else own_catalogue(package, f"{name}_reference", lang)


@functools.lru_cache(maxsize=64)
def languages(package: str) -> tuple[str, ...]:
    """Return the languages of a package's texts and of those that all games share."""
    found = {"en"}
    for home in ("ledger.kernel", package):
        folder = files_of(home).joinpath("locale")
        if folder.is_dir():
            found |= {entry.name for entry in folder.iterdir() if entry.is_dir()}
    return tuple(sorted(found))


def circled(text: str) -> str:
    """Return a string in the letters of the pseudo-language."""
    parts = _UNTOLD.split(text)
    return "".join(x if i % 2 else x.translate(_CIRCLED) for i, x in enumerate(parts))


class Circled(gettext.NullTranslations):
    """The catalogue for the pseudo-language, which has a translation for every text."""

    def gettext(self, message: str) -> str:
        """Return a text in circled letters."""
        return circled(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return a text or its plural in circled letters."""
        return circled(msgid1 if n == 1 else msgid2)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return a text or its plural in circled letters, whatever the context."""
        return circled(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return a text in circled letters, whatever the context."""
        return circled(message)


def own_catalogue(package: str, domain: str, lang: str) -> gettext.NullTranslations:
    """Return a package's own catalogue, without the texts that all games share."""
    return catalogue_in(files_of(package), domain, lang)


def catalogue_in(folder: Traversable, domain: str, lang: str) -> gettext.NullTranslations:
    """Return a package's catalogue, given its folder, without importing the package."""
    base = lang.partition(".")[0]
    if not _LANG.fullmatch(base):
        return gettext.NullTranslations()
    base = base.replace("-", "_")
    for name in dict.fromkeys((base, base.partition("_")[0].lower())):
        path = folder.joinpath("locale", name, "LC_MESSAGES", f"{domain}.mo")
        if path.is_file():
            with path.open("rb") as file:
                return gettext.GNUTranslations(file)
    return gettext.NullTranslations()
