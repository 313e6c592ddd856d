"""Regions, pieces and faces: what a scene is made of.

Lengths are whole pixels at full size. The ids of regions and of pieces are separate namespaces, and
so are those of faces and of the symbols in a skin.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["board", "row", "grid", "pile"]
Area = Literal["main", "side", "seat"]


class Region(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of the table where pieces lie.

    A board is `w` by `h`, and its pieces have coordinates on it. In a row, a grid or a pile, `w`
    and `h` are the size of one piece, and there is `room` for this many: the region always takes up
    that space, so that nothing jumps; further pieces overlap. A grid has as many columns as fit,
    but at most `cols` if it is next to something else. `name` is the region's name in commands; if
    it belongs to players (`owner`), each of them has one with that name. `brief` regions stay
    visible when a player's panel is folded; one that `breaks` starts a new line. `ground` is the
    face shown below the pieces; a board has no other background.

    >>> Region(id="hand-1", name="hand", kind="row", area="seat", w=64, h=88, owner=1).kind
    'row'
    """

    id: str
    name: str
    kind: Kind
    area: Area
    w: int
    h: int
    owner: int = 0
    room: int = 1
    cols: int = 0
    gap: int = 4
    title: str = ""
    brief: bool = False
    breaks: bool = False
    ground: str = ""


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a face: a symbol from the skin, scaled in thousandths, or a text.

    `colour` is `currentColor` in the symbol, or the colour of the text. A text is centred at `x`
    with its baseline at `y`, unless it is to `start` or `end` there.
    """

    symbol: str = ""
    text: str = ""
    x: int = 0
    y: int = 0
    scale: int = 1000
    turned: int = 0
    size: int = 12
    anchor: Literal["middle", "start", "end"] = "middle"
    bold: bool = False
    colour: str = ""


class Face(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a piece looks: its size, its parts from back to front, and slots for pieces on it.

    `label` says where a piece with this face shows its own text: x, y and the font size.
    """

    w: int
    h: int
    parts: tuple[Part, ...] = ()
    slots: tuple[tuple[int, int], ...] = ()
    label: tuple[int, int, int] = (0, 0, 0)
    ink: str = ""


class Piece(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that lies in a region, or on another piece.

    In a row, grid or pile it is at index `i`, counted from 0; on a board at `x`, `y`; on a piece in
    its slot `i`, or at `x`, `y` if that has no slots. A unique piece has its own id. Copies have
    ids that depend on their places, and `same` says what they are copies of: code that moves pieces
    from scene to scene may treat them as interchangeable. `value` is the value of a command's field
    when the piece is picked, `say` describes it in words. Pieces with a higher `layer` are above
    all pieces with a lower one.

    >>> Piece(id="hand-1-0", face="card", region="hand-1", value="R5", say="a red 5").i
    0
    """

    id: str
    face: str
    region: str = ""
    on: str = ""
    i: int = 0
    x: int = 0
    y: int = 0
    layer: int = 0
    turned: int = 0
    faded: bool = False
    same: str = ""
    text: str = ""
    value: str = ""
    say: str = ""


class Panel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The header of a player's area.

    `points` is the score as text, `note` what the player is asked or their final place, `tone` the
    colour of the seat; `active`: the player may answer now, perhaps along with others.

    >>> Panel(seat=1, name="Ana", tone=SEAT_TONES[0], points="12", active=True).points
    '12'
    """

    seat: int
    name: str
    tone: str
    points: str = ""
    note: str = ""
    active: bool = False


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """What is where: regions, faces by id, players' panels, and pieces by id.

    `caption` describes the position in one line. Regions should stay the same for a whole game, or
    everything jumps.
    """

    caption: str
    regions: tuple[Region, ...]
    faces: dict[str, Face]
    panels: tuple[Panel, ...]
    pieces: dict[str, Piece]


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What turns a scene into the next one: pieces to add or change, and pieces to remove."""

    put: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()
    faces: dict[str, Face] = {}
    panels: tuple[Panel, ...] = ()
    regions: tuple[Region, ...] = ()
    caption: str = ""


def step_between(before: Scene, after: Scene) -> Step:
    """Return the step that turns a scene into another one of the same game."""
    old, known = before.pieces, before.faces
    return Step(
        put=tuple(p for id, p in after.pieces.items() if old.get(id) != p),
        gone=tuple(id for id in old if id not in after.pieces),
        faces={id: face for id, face in after.faces.items() if id not in known},
        panels=after.panels if after.panels != before.panels else (),
        regions=after.regions if after.regions != before.regions else (),
        caption=after.caption if after.caption != before.caption else "",
    )


def apply_step(scene: Scene, step: Step) -> Scene:
    """Return the scene that a step leads to; faces that are no longer needed are kept."""
    gone = set(step.gone)
    pieces = {id: p for id, p in scene.pieces.items() if id not in gone}
    pieces.update((p.id, p) for p in step.put)
    return Scene(
        caption=step.caption or scene.caption,
        regions=step.regions or scene.regions,
        faces=scene.faces | step.faces,
        panels=step.panels or scene.panels,
        pieces=pieces,
    )
