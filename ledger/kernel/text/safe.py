"""Text from outside made harmless, and the catalogues that translate our own."""

from __future__ import annotations

import functools
import gettext
import re
import unicodedata
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

_SHORT = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
_JOINERS = "\u200c\u200d"
_STACK = 4
"""Marks on one letter that any living script may need; more are there to smear the screen."""
_LANG = re.compile(r"[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*")


def safe(text: str) -> str:
    """Replace what a terminal would obey or hide by visible escapes; idempotent."""
    if text.isascii() and text.isprintable():
        return text
    out: list[str] = []
    marks = 0
    for i, ch in enumerate(text):
        kind = unicodedata.category(ch)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > _STACK or (marks and not i):
            out.append(_escape(ch))
        elif kind[0] == "C" or kind in ("Zl", "Zp"):
            out.append(ch if ch in _JOINERS and _joins(text, i) else _escape(ch))
        else:
            out.append(" " if kind == "Zs" else ch)
    return "".join(out)


def unaccented(text: str) -> str:
    """Return a word as somebody types it who has only plain letters, in lower case."""
    parts = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L"))
    return "".join(ch for ch in parts if not unicodedata.combining(ch)).lower()


def plain(text: str, style: str = "") -> Text:
    """Return safe text for Rich, in which nothing is markup."""
    from rich.text import Text

    return Text(safe(text), style=style, end="")


def _escape(ch: str) -> str:
    code = ord(ch)
    if code < 0x100:
        return _SHORT.get(ch, f"\\x{code:02x}")
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _joins(text: str, i: int) -> bool:
    """Whether a joiner stands where writing needs it: between letters or between emoji."""
    around = text[i - 1 : i] + text[i + 1 : i + 2]
    if len(around) != 2 or around.isascii():
        return False
    return all(ch > "\u0250" and unicodedata.category(ch)[0] in "LMS" for ch in around)


@functools.lru_cache(maxsize=64)
def translator(package: str, domain: str, lang: str) -> gettext.NullTranslations:
    """Return the catalogue `locale/<lang>/LC_MESSAGES/<domain>.mo` of a package, else English.

    What it lacks is looked up in the catalogue of what all games share.
    """
    found = _catalogue(package, domain, lang)
    found.add_fallback(_catalogue("ledger.kernel", "kernel", lang))
    return found


def _catalogue(package: str, domain: str, lang: str) -> gettext.NullTranslations:
    base = lang.partition(".")[0]
    if not _LANG.fullmatch(base):
        return gettext.NullTranslations()
    base = base.replace("-", "_")
    for name in dict.fromkeys((base, base.partition("_")[0].lower())):
        path = resources.files(package).joinpath("locale", name, "LC_MESSAGES", f"{domain}.mo")
        if path.is_file():
            with path.open("rb") as file:
                return gettext.GNUTranslations(file)
    return gettext.NullTranslations()
