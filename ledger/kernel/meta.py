"""A game's name and other facts about it, and where its files are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import msgspec

Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats on each side; everybody is on exactly one."""
if TYPE_CHECKING:
    Teams: TypeAlias = Mapping[int, Sides] | Callable[[Any], Sides]
else:  # a meta is also read from JSON, which can't have functions
    Teams = Any


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
    teams: Teams = {}
    """Who plays together, by the number of players: `{4: ((1, 3), (2, 4))}`. With other numbers,
    everybody plays alone. Where people choose, a function of the setup that returns the sides.
    """
    cooperative: bool = False
    """Whether all play together against the game, so that all win or all lose."""
    past: tuple[str, ...] = ()
    """Earlier editions of the rules, under which games may have gone differently."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "edition", self.edition or f"{self.name}/1")


def sides_of(meta: Meta, players: int, setup: Callable[[], Any]) -> Sides | None:
    """Return who plays together; None if everybody plays alone.

    `setup` returns the setup of the game, which is made only if it is needed.
    """
    if meta.cooperative:
        return (tuple(range(1, players + 1)),)
    if callable(meta.teams):
        return tuple(map(tuple, meta.teams(setup()))) or None
    return meta.teams.get(players)


class Home(NamedTuple):
    """The game that a part belongs to: its meta, and the package with its files."""

    meta: Meta
    package: str


NOWHERE = Home(Meta(name="", title="", players=()), "")
"""The home of a part that doesn't belong to a game yet."""
