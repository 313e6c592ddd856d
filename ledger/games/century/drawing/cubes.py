"""Cubes and trades in writing, with the symbols used in this game's pictures."""

from __future__ import annotations

from rich.text import Text

from ledger.sdk.drawing import Picture, ink

from ..tones import SIGNS
from ..view import Cubes


class CubePicture(Picture):
    """Writes cubes as letters, each in its own colour."""

    theme = SIGNS

    def cubes(self, have: Cubes, *, short: bool = False) -> Text:
        """Draw cubes as a row of letters; if `short`, count cubes of the same colour."""
        out = Text()
        for k, letter in self.letters.items():
            if n := have.get(k, 0):
                out.append(f"{n}{letter}" if short and n > 1 else letter * n, ink(k).face)
        return out

    def trade(self, give: Cubes, get: Cubes, *, short: bool = False) -> Text:
        """Draw what a trade takes and gives."""
        out = self.cubes(give, short=short).append(self.sign["to"])
        return out.append_text(self.cubes(get, short=short))
