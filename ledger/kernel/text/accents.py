"""Letters without their accents, so that names are found however they are typed."""

from __future__ import annotations

import functools
import unicodedata

# what Unicode does not take apart into a plain letter and a mark
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
    """Return a text in plain letters; those in `keep` stay as they are."""
    parts = unicodedata.normalize("NFKD", text).translate(_letters(keep))
    return "".join(ch for ch in parts if not unicodedata.combining(ch))


def unaccented(text: str) -> str:
    """Return a word as somebody types it who has only plain letters, in lower case."""
    return plain_letters(text).lower()
