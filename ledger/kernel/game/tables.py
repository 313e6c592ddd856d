"""What the boxes of many games have in common."""

from __future__ import annotations

from typing import dataclass_transform

import msgspec

from .box import require
from .provenance import Sourced


@dataclass_transform(frozen_default=True)
class Titled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box: what it is called; a game adds its tables."""

    id: str
    title: str


class Players(Sourced, frozen=True, kw_only=True):
    """How many can play."""

    counts: tuple[int, ...]

    def allow(self, players: int) -> None:
        """Refuse a number of players that the box is not for."""
        fits = players in self.counts
        require(fits, f"players.counts: this box is not for {players} players")


class Names(Sourced, frozen=True, kw_only=True):
    """What the things of one sort are called."""

    names: tuple[str, ...]


class Letters(Sourced, frozen=True, kw_only=True):
    """The letter that stands for each thing in the notation."""

    letters: dict[str, str]
