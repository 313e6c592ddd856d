"""Tables that the boxes of many games have."""

from __future__ import annotations

from .provenance import Sourced


class Players(Sourced, frozen=True, kw_only=True):
    """How many can play."""

    counts: tuple[int, ...]


class Names(Sourced, frozen=True, kw_only=True):
    """What the things of one sort are called."""

    names: tuple[str, ...]


class Notation(Sourced, frozen=True, kw_only=True):
    """The letter that stands for each thing in the notation."""

    letters: dict[str, str]
