"""A game as pages show it: its lines in chapters, each with what it changes on the table.

A chapter starts with the whole scene after its first line; every other line has a step that leads
to its own scene. So any position can be reached from the start of its chapter.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from .shapes import Face, Panel, Piece, Region, Step

CHAPTER = 64
"""The number of lines in a chapter."""
ChangeRow: TypeAlias = tuple[int, str, int, int]
"""A seat, the key of a resource, the change in its amount, and the new amount: a `Change`."""
TurnRow: TypeAlias = tuple[int, int, int, int, int]
"""A turn in the log: number, round, seat (0: nobody's), first and last line."""
CurveRow: TypeAlias = tuple[int | None, ...]
"""A line, and what each seat has from then on; null where the viewer may not know."""
MarkKind: TypeAlias = Literal["round", "score", "note", "back", "correction", "house-rule", "end"]


class ChapterStart(msgspec.Struct, frozen=True, kw_only=True):
    """A whole scene."""

    caption: str
    regions: tuple[Region, ...]
    faces: dict[str, Face]
    panels: tuple[Panel, ...]
    pieces: tuple[Piece, ...]


class ChapterLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the log: what happened in words, what changed, and the next step of the scene.

    `seat` is the player concerned, 0 for none. `rules` are the ids of the rules that apply. `more`:
    the move continues on the next line. `note`: a remark. `back`: the game continues from line
    `to`. `scores` are given if they changed, with null where the viewer may not know. `moved` are
    the pieces that the last move has moved so far. The first line of a chapter has no `step`.
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
    """A mark on a timeline."""

    seq: int
    kind: MarkKind
    text: str


class NamedResource(msgspec.Struct, frozen=True, kw_only=True):
    """A counted resource; unless it is `public`, other players' amounts may be unknown."""

    key: str
    name: str
    public: bool


class Eyes(msgspec.Struct, frozen=True, kw_only=True):
    """A point of view from which a game can be seen: `as` is its name in the URL.

    `name` is the player's, and empty for a spectator (0) or a viewer who sees everything (null).
    """

    as_: str = msgspec.field(name="as")
    viewer: int | None
    name: str


class TiedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat with as many points as the winner, and the number that decided between them."""

    seat: int
    number: str


class PointSource(msgspec.Struct, frozen=True, kw_only=True):
    """What brought points, in words, and how many it brought to each seat."""

    what: str
    points: tuple[int, ...]


class KeyMoment(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a turn in which somebody took the lead (`leads`), or gained many points."""

    seq: int
    turn: int
    seat: int
    gain: int
    leads: bool


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended: its last event in words, how a tie was broken, what brought the points, and
    the moments that mattered most.
    """

    seq: int
    words: str
    tie: str
    tied: tuple[TiedSeat, ...]
    sources: tuple[PointSource, ...]
    moments: tuple[KeyMoment, ...]
