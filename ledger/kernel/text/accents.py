"""Letters without their accents, so that names are found however they are typed."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


def unaccented(text: str) -> str:
    """Return a word as somebody types it who has only plain letters, in lower case."""
    parts = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L"))
    return "".join(ch for ch in parts if not unicodedata.combining(ch)).lower()
