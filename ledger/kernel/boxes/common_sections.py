"""Sections that the boxes of many games have in common."""

from __future__ import annotations

from typing import Annotated, dataclass_transform

import msgspec

from .box import require
from .constraints import Checked, Mark, different
from .provenance import Sourced


@dataclass_transform(frozen_default=True)
class Titled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of a box type, with its id and title; a game adds its tables."""

    id: str
    title: str


class Players(Sourced, frozen=True, kw_only=True):
    """The numbers of players that a box is for."""

    counts: tuple[int, ...]

    def allow(self, players: int) -> None:
        """Raise `WrongBox` for a number of players that the box isn't for."""
        fits = players in self.counts
        require(fits, "players.counts: this box is not for {players} players", players=players)


class Names(Sourced, frozen=True, kw_only=True):
    """The names of all things of one sort."""

    names: Annotated[tuple[str, ...], different]


class _SignsOfTheirOwn(Mark):
    def check(self, where: str, value: dict[str, str], box: Checked) -> None:
        for thing, sign in value.items():
            fine = sign.isprintable() and not sign.islower() and sign not in ' #?@!",:-'
            require(
                len(sign) == 1 and fine,
                "{where}.{thing} is not a single letter",
                where=where,
                thing=thing,
            )
        require(
            len(set(value.values())) == len(value), "{where} must all be different", where=where
        )


class Letters(Sourced, frozen=True, kw_only=True):
    """The letter for each thing in the notation."""

    letters: Annotated[dict[str, str], _SignsOfTheirOwn()]
