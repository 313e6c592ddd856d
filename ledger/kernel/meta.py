"""A game's name and other facts about it, and where its files are."""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class Meta(msgspec.Struct, frozen=True, kw_only=True):
    """A game's name and titles, who can play it, and how it is won."""

    name: str
    title: str
    edition: str = ""
    """The edition of our rules for the game; `<name>/1` by default."""
    players: tuple[int, ...]
    titles: dict[str, str] = {}
    designer: str = ""
    year: int | None = None
    bgg: int | None = None
    also: tuple[str, ...] = ()
    """Other names that people use for this game and for no other."""
    highest_wins: bool = True
    """Whether the most points win, before any tie is broken."""
    past: tuple[str, ...] = ()
    """Earlier editions of the rules, under which games may have gone differently."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "edition", self.edition or f"{self.name}/1")


class Home(NamedTuple):
    """The game that a part belongs to: its meta, and the package with its files."""

    meta: Meta
    package: str


NOWHERE = Home(Meta(name="", title="", players=()), "")
"""The home of a part that doesn't belong to a game yet."""
