"""A game as pages tell it: its lines in chapters, each with what it changes on the table.

A chapter begins with a whole scene, after its first line; every other line has the step that leads
to its own scene. So any position is reached from the nearest chapter.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from .shapes import Face, Panel, Piece, Region, Step

CHAPTER = 64
"""Lines in a chapter."""
ChangeRow: TypeAlias = tuple[int, str, int, int]
"""A seat, the key of a resource, by how much it changed, how much there is now: a `Change`."""
TurnRow: TypeAlias = tuple[int, int, int, int, int]
"""A turn as it stands in the log: number, round, seat (0: nobody's), first and last line."""
CurveRow: TypeAlias = tuple[int | None, ...]
"""A line, and what each seat has from there on; null where the viewer may not know."""
MarkKind: TypeAlias = Literal["round", "score", "note", "back", "correction", "house-rule", "end"]


class ChapterStart(msgspec.Struct, frozen=True, kw_only=True):
    """A whole scene."""

    caption: str
    regions: tuple[Region, ...]
    faces: dict[str, Face]
    panels: tuple[Panel, ...]
    pieces: tuple[Piece, ...]


class ChapterLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the log: what happened in words, what it changed, how the scene goes on.

    `seat` is whom it is about, 0 for nobody. `rules` are the ids of the rules behind it. `more`:
    the same move goes on in the next line. `note`: a remark. `back`: the game goes on from line
    `to`. `scores` are there if they changed, null where the viewer may not know. `moved` are the
    pieces that the last move has moved so far. The first line of a chapter has no `step`.
    """

    seq: int
    turn: int
    round: int
    type: str
    words: str
    seat: int = 0
    rules: tuple[str, ...] = ()
    changes: tuple[ChangeRow, ...] = ()
    scores: tuple[int | None, ...] = ()
    at: str | None = None
    more: bool = False
    note: bool = False
    back: bool = False
    to: int = 0
    moved: tuple[str, ...] = ()
    step: Step | None = None


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a timeline shows."""

    seq: int
    kind: MarkKind
    text: str


class NamedResource(msgspec.Struct, frozen=True, kw_only=True):
    """Something of a player's that is counted; others' may be unknown unless it is `public`."""

    key: str
    name: str
    public: bool


class Eyes(msgspec.Struct, frozen=True, kw_only=True):
    """Through whose eyes a game can be seen: `as` goes into the address.

    `name` is the player's, and empty for a spectator (0) and for whoever sees everything (null).
    """

    as_: str = msgspec.field(name="as")
    viewer: int | None
    name: str
