"""What the recorder asks and says, in the languages of the screen."""

from __future__ import annotations

from ledger.kernel.text.catalogue import translator


def translated(text: str, lang: str) -> str:
    """Return one of our questions in the language of the game's words."""
    return translator("ledger.recorder", "recorder", lang).gettext(text)
