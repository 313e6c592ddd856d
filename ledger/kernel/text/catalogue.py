"""The catalogues that translate our own words."""

from __future__ import annotations

import functools
import gettext
import re

from ledger.kernel.game.home import files_of

_LANG = re.compile(r"[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*")


@functools.lru_cache(maxsize=64)
def translator(package: str, domain: str, lang: str) -> gettext.NullTranslations:
    """Return a package's catalogue `locale/<lang>/LC_MESSAGES/<domain>.mo`, or else English.

    What it lacks is looked up in the catalogue that all games share.
    """
    found = _catalogue(package, domain, lang)
    shared = _catalogue("ledger.kernel", "kernel", lang)
    if isinstance(shared, gettext.GNUTranslations):  # English has nothing to look up
        found.add_fallback(shared)
    return found


@functools.lru_cache(maxsize=64)
def languages(package: str) -> tuple[str, ...]:
    """Return the languages that a package's texts, or those that all share, are there in."""
    found = {"en"}
    for home in ("ledger.kernel", package):
        folder = files_of(home).joinpath("locale")
        if folder.is_dir():
            found |= {entry.name for entry in folder.iterdir() if entry.is_dir()}
    return tuple(sorted(found))


def _catalogue(package: str, domain: str, lang: str) -> gettext.NullTranslations:
    base = lang.partition(".")[0]
    if not _LANG.fullmatch(base):
        return gettext.NullTranslations()
    base = base.replace("-", "_")
    for name in dict.fromkeys((base, base.partition("_")[0].lower())):
        path = files_of(package).joinpath("locale", name, "LC_MESSAGES", f"{domain}.mo")
        if path.is_file():
            with path.open("rb") as file:
                return gettext.GNUTranslations(file)
    return gettext.NullTranslations()
