"""What a game is called, and where its files are."""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class Meta(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is called, who can play it, and how it is won."""

    name: str
    title: str
    edition: str = ""
    """Which version of our rules for it is meant: the first one, `<name>/1`, unless it is said."""
    players: tuple[int, ...]
    titles: dict[str, str] = {}
    designer: str = ""
    year: int | None = None
    bgg: int | None = None
    also: tuple[str, ...] = ()
    """Other names people use for it, and for no other game."""
    highest_wins: bool = True
    """Whether the most points win, before ties are broken."""
    past: tuple[str, ...] = ()
    """Earlier editions of the rules, under which games may have gone differently."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "edition", self.edition or f"{self.name}/1")


class Home(NamedTuple):
    """The game that a part belongs to: its meta, and the package with its files."""

    meta: Meta
    package: str


NOWHERE = Home(Meta(name="", title="", players=()), "")
"""The home of a part that belongs to no game yet."""
