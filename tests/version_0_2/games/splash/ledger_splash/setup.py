"""What the rules look up in the box."""

from __future__ import annotations

from ledger.sdk import Lookup

from .box import Box, Options


class Setup(Lookup):
    """What the rules look up all the time."""

    def __init__(self, box: Box, players: int, options: Options) -> None:
        self.players = players
        self.options = options
        self.value = {f"S{text}": int(text) for text in box.stones.copies}
        self.copies = {f"S{text}": n for text, n in box.stones.copies.items()}
        self.faces = box.die.faces
        self.limits = box.limits
