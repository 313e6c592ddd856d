"""The page in a browser: the land, whose tiles get smaller as it grows, and the tile to lay."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ledger.sdk import N_
from ledger.sdk.scene import SEAT_TONES, Face, Part, Scene, SceneBuilder, seat_tone

if TYPE_CHECKING:
    from . import View

LAND = 720
"""The width and height of the land, however many tiles there are."""
LARGEST = 120
"""The size of a tile as long as there are few."""
SHOWN = 72
"""The size of the tile that is to be laid, and of those that show where a keeper can be set."""
UNIT = 60
"""The size of a tile in the skin, which draws what is on the northern side."""
QUARTER = {"N": 0, "E": 90, "S": 180, "W": 270}
AWAY = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ASKS = {"lay": N_("lay the tile"), "keep": N_("set a keeper")}


def scene(v: View, b: SceneBuilder) -> Scene:
    """Return a scene with the land and its keepers, the tile, and the places where it fits."""
    b.table(v, SEAT_TONES, lambda seat: str(seat.points), asks=ASKS)
    lay_out_land(v, b)
    tile = b.region("tile", "row", SHOWN, SHOWN, room=4, title=b.title("tile"))
    for i, k in enumerate(sorted({k for turns in v.turns.values() for k in turns})):
        how, say = tile_face(v.of_tile[k], SHOWN), f"{b.title('tile')} {v.tile}, {k}"
        b.put(f"turned-{k}", name_of(v.of_tile[k], SHOWN), how, tile, i=i, value=str(k), say=say)
    for i, part in enumerate(v.free):
        parts, id, say = v.parts[v.laid], f"new-{part}", b.tell(part)
        how = tile_face(parts, SHOWN)
        on = b.put(id, name_of(parts, SHOWN), how, tile, i=i, value=part, say=say)
        put_keeper(b, f"on-{part}", v.active, part, SHOWN, on=on)
    for p in v.seats:
        home = b.region(
            "keepers", "row", 26, 26, owner=p.seat, room=8, title=b.title("keepers"), brief=True
        )
        face, number = home_face(p.seat), str(p.seat)
        for i in range(p.left):
            b.put(f"home-{p.seat}-{i}", f"home-{p.seat}", face, home, i=i, text=number)
    return b.scene()


def lay_out_land(v: View, b: SceneBuilder) -> None:
    """Lay out the tiles as large as they fit with room around them, and the spots for the next."""
    land = b.region("land", "board", LAND, LAND, area="main")
    xs, ys = zip(*(v.steps[name] for name in v.board), strict=True)
    west, north = min(xs) - 1, max(ys) + 1
    wide, high = max(xs) + 2 - west, north + 2 - min(ys)
    size = min(LARGEST, LAND // max(wide, high))
    left, top = (LAND - wide * size) // 2, (LAND - high * size) // 2
    at = {
        name: {"x": left + (x - west) * size, "y": top + (north - y) * size}
        for name, (x, y) in v.steps.items()
    }
    for name, parts in v.parts.items():
        how, say = tile_face(parts, size), f"{name}: {v.board[name][0]}"
        b.put(f"at-{name}", name_of(parts, size), how, land, **at[name], say=say)
    for name in v.turns:
        how = spot_face(size)
        b.put(f"spot-{name}", f"spot-{size}", how, land, **at[name], value=name, say=name)
    for p in v.seats:
        for name, part in p.keepers.items():
            say = f"{b.name(p.seat)}: {name}, {b.tell(part)}"
            where = {"region": land, "layer": 1, **at[name]}
            put_keeper(b, f"keeper-{name}", p.seat, part, size, say=say, **where)


def put_keeper(b: SceneBuilder, id: str, seat: int, part: str, size: int, **more: Any) -> None:
    """Put a keeper on a part of a tile."""
    face, how = f"keeper-{seat}-{part}-{size}", keeper_face(seat, part, size)
    b.put(id, face, how, text=str(seat), **more)


def name_of(parts: tuple[str, ...], size: int) -> str:
    """Return the name of a tile's face."""
    return "_".join((*parts, str(size)))


@cache
def tile_face(parts: tuple[str, ...], size: int) -> Face:
    """Draw a tile: its lakes, then its dykes, then its mill."""
    kinds = [part.partition("-")[::2] for part in parts]
    drawn = [("ground", 0)]
    for kind, sides in sorted(kinds, reverse=True):
        wide = kind == "lake" and len(sides) > 1
        drawn += [(f"{kind}-wide" if wide else kind, QUARTER[side]) for side in sides]
    if sum(kind == "dyke" for kind, _ in kinds) > 1:
        drawn.append(("crossing", 0))
    if "mill" in parts:
        drawn.append(("mill", 0))
    return Face(w=size, h=size, parts=tuple(symbol(what, size, turned=k) for what, k in drawn))


def symbol(name: str, size: int, **more: Any) -> Part:
    """Return a symbol of the skin in the middle of a tile."""
    at = {"x": size // 2, "y": size // 2, **more}
    return Part(symbol=f"fens-{name}", scale=size * 1000 // UNIT, **at)


@cache
def spot_face(size: int) -> Face:
    return Face(w=size, h=size, parts=(symbol("spot", size),))


@cache
def keeper_face(seat: int, part: str, size: int) -> Face:
    """Draw a keeper where its part is on the tile."""
    kind, _, sides = part.partition("-")
    away = [AWAY[side] for side in (sides if kind == "lake" else sides[:1])]
    far = size * 3 // 10 // max(len(away), 1)
    x, y = (size // 2 + sum(step[i] for step in away) * far for i in (0, 1))
    keeper = symbol("keeper", size, x=x, y=y, colour=seat_tone(seat))
    label = x, y + size // 9, size * 3 // 10
    return Face(w=size, h=size, parts=(keeper,), label=label, ink="#fff")


@cache
def home_face(seat: int) -> Face:
    keeper = symbol("keeper", 78, x=13, y=13, colour=seat_tone(seat))
    return Face(w=26, h=26, parts=(keeper,), label=(13, 18, 15), ink="#fff")
