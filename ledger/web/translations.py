"""The texts of pages in other languages."""

from __future__ import annotations

import functools
import gettext
import json
import re

from ledger.kernel.text.translations import PSEUDO, circled, own_catalogue, translator

LANGUAGES = {"en": "English", "it": "Italiano", "pl": "Polski"}
"""The languages that pages come in, with their names in those languages."""
_FORMS = {"it": ("one", "other"), "pl": ("one", "few", "many")}
"""The plural forms in each catalogue, by the names that browsers use."""
_RANGE = re.compile(
    r"\s*([A-Za-z]{1,8})(?:-[A-Za-z0-9]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?"
)


def catalogue(lang: str) -> gettext.NullTranslations:
    """Return the texts of pages in a language."""
    return translator("ledger.web", "web", lang)


@functools.cache
def translations_json(lang: str) -> bytes:
    """Return a catalogue as JSON: each English text with its translation, or its plural forms."""
    found: dict[str, str | dict[str, str]] = {}
    full = "pl" if lang == PSEUDO else lang
    known = own_catalogue("ledger.web", "web", full)
    for key, told in getattr(known, "_catalog", {}).items():
        english = key[0] if isinstance(key, tuple) else key
        text = circled(english) if lang == PSEUDO else told
        if isinstance(key, tuple):
            forms = found.setdefault(english, {})
            if isinstance(forms, dict):
                forms[_FORMS[full][key[1]]] = text
        elif english and "\x04" not in english:  # messages belong to the server
            found[english] = text
    return json.dumps(
        {"language": lang, "languages": LANGUAGES, "words": found},
        ensure_ascii=False,
        separators=(",", ":"),
        sort_keys=True,
    ).encode()


def choose_language(accepted: str) -> str:
    """Return the best of our languages for an `Accept-Language` header."""
    best, most = "en", 0.0
    for part in accepted[:500].split(","):
        match = _RANGE.fullmatch(part)
        if match and match[1].lower() in LANGUAGES:
            weight = float(match[2] or 1)
            if weight > most:
                best, most = match[1].lower(), weight
    return best
