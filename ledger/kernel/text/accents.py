"""Removing accents from letters, so that names are found however they are typed."""

from __future__ import annotations

import functools
import unicodedata

# letters that Unicode doesn't split into a plain letter and a mark
_SMALL = {
    "ł": "l",
    "ø": "o",
    "đ": "d",
    "ħ": "h",
    "ı": "i",
    "ŧ": "t",
    "ŋ": "n",
    "ð": "d",
    "þ": "th",
    "æ": "ae",
    "œ": "oe",
    "ß": "ss",
}
_CAPITAL = {
    "Ł": "L",
    "Ø": "O",
    "Đ": "D",
    "Ħ": "H",
    "Ŧ": "T",
    "Ŋ": "N",
    "Ð": "D",
    "Þ": "Th",
    "Æ": "Ae",
    "Œ": "Oe",
    "ẞ": "Ss",
}


@functools.cache
def _letters(keep: str) -> dict[int, str]:
    both = _SMALL | _CAPITAL
    return {ord(letter): plain for letter, plain in both.items() if letter not in keep}


def plain_letters(text: str, *, keep: str = "") -> str:
    """Return a string without accents, except on letters in `keep`."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text).translate(_letters(keep))
    return "".join(ch for ch in parts if not unicodedata.combining(ch))


def unaccented(text: str) -> str:
    """Return a string in lower case and without accents, for comparison with what people type."""
    return plain_letters(text).lower()
