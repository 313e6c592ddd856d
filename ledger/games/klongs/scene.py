"""The board in the browser: canals between footbridges, with boats, goods and traders."""

from __future__ import annotations

import string
from functools import cache
from typing import Any

from ledger.sdk.scene import Face, Part, Scene, SceneBuilder, seat_tone

from .setup import Boat
from .tones import GOODS, SEAT_TONES
from .view import Field, Mooring, Seat, View, Water

SIZE = 64
"""The size of a water field."""
BRIDGE = 10
EDGE = 20
"""The space for the names of rows and columns."""
INK = "#2b1a0c"


def scene(v: View, b: SceneBuilder) -> Scene:
    """Return a scene with the water, the boats, the track, the stacks, and the players' areas."""
    b.table(v, SEAT_TONES, _points)
    _water(v, b)
    _track(v, b)
    _stacks(v, b)
    for seat in v.seats:
        _seat(seat, b)
    return b.scene()


def _points(seat: Seat) -> str:
    return f"{seat.points}" + (f" +{seat.worth}" if seat.worth and seat.place is None else "")


# --- the water


def _at(water: Water, row: int, col: int) -> tuple[int, int]:
    """Return the top left corner of a field, allowing for the footbridges around districts."""
    high, wide = water.district
    return (
        EDGE + col * SIZE + (col // wide + 1) * BRIDGE,
        EDGE + row * SIZE + (row // high + 1) * BRIDGE,
    )


def _water(v: View, b: SceneBuilder) -> None:
    water = v.water
    x, y = _at(water, water.rows, water.cols)
    ground = _bridges(water.rows, water.cols, water.district)
    region = b.region("water", "board", x, y, area="main", ground=ground)
    for field in water.fields:
        _field(field, water, b, region)
    scorer = v.asked[0].seat if v.asked and v.asked[0].ask == "market day" else 0
    for mooring in water.moorings:
        _mooring(mooring, scorer, water, b, region)


@cache
def _bridges(rows: int, cols: int, district: tuple[int, int]) -> Face:
    """Draw the footbridges around the districts, with the names of rows and columns."""
    high, wide = district
    water = Water(rows=rows, cols=cols, district=district, guarded=(), fields=(), moorings=())
    parts = []
    for row in range(rows + 1):
        for col in range(cols + 1):
            x, y = _at(water, row, col)
            if row % high == 0 and col < cols:
                parts.append(Part(symbol="klongs-bridge-across", x=x, y=y - BRIDGE))
            if col % wide == 0 and row < rows:
                parts.append(Part(symbol="klongs-bridge-down", x=x - BRIDGE, y=y))
    for row in range(0, rows + 1, high):
        for col in range(0, cols + 1, wide):
            x, y = _at(water, row, col)
            parts.append(Part(symbol="klongs-post", x=x - BRIDGE, y=y - BRIDGE))
    for row in range(rows):
        _, y = _at(water, row, 0)
        parts.append(_name(EDGE // 2 - 1, y + SIZE // 2 + 6, str(row + 1)))
    for col in range(cols):
        x, _ = _at(water, 0, col)
        parts.append(_name(x + SIZE // 2, EDGE - 6, string.ascii_lowercase[col % 26]))
    x, y = _at(water, rows, cols)
    return Face(w=x, h=y, parts=tuple(parts))


def _name(x: int, y: int, text: str) -> Part:
    return Part(text=text, x=x, y=y, size=18, bold=True)


def _field(f: Field, water: Water, b: SceneBuilder, region: str) -> None:
    x, y = _at(water, f.row, f.col)
    kind = "closed" if f.closed else f.entrance or "water"
    b.put(
        f"field-{f.name}",
        f"field-{kind}",
        _field_face(kind),
        region,
        x=x,
        y=y,
        value=f.name,
        say=f"{f.name}{_field_words(f, b)}",
    )
    if f.boat is None:
        return
    boat = _boat(b, f"boat-{f.name}", f.boat, region, x=x, y=y, layer=1, value=f.name)
    if f.owner:
        face = _trader_face(f.owner)
        b.put(
            f"trader-{f.name}",
            f"trader-{f.owner}",
            face,
            on=boat,
            layer=2,
            same=f"trader-{f.owner}",
            text=str(f.owner),
            value=f.name,
        )


def _field_words(f: Field, b: SceneBuilder) -> str:
    """Describe what is on a field."""
    if f.boat is not None:
        owner = f", {b.name(f.owner)}" if f.owner else ""
        return f": {_boat_words(f.boat, b)}{owner}"
    if f.closed:
        return f": {b.tell('closed')}"
    return f": {b.tell('entrance')}" if f.entrance else ""


@cache
def _field_face(kind: str) -> Face:
    parts = [Part(symbol="klongs-water")]
    if kind != "water":
        parts.append(Part(symbol=f"klongs-{kind}"))
    return Face(w=SIZE, h=SIZE, parts=tuple(parts))


def _mooring(m: Mooring, scorer: int, water: Water, b: SceneBuilder, region: str) -> None:
    x, y = _at(water, m.row, m.col)
    inside = m.col % water.district[1] != 0, m.row % water.district[0] != 0
    x -= 0 if inside[0] else BRIDGE // 2
    y -= 0 if inside[1] else BRIDGE // 2
    useful = scorer in m.seats if scorer else m.seats
    kind = "mooring" if m.worth is None else "mooring-ready" if useful else "mooring-full"
    worth = "" if m.worth is None else str(m.worth)
    b.put(
        f"mooring-{m.name}",
        kind,
        _mooring_face(kind),
        region,
        x=x - 18,
        y=y - 18,
        layer=3,
        text=worth,
        value=m.name,
        say=f"{b.tell('mooring')} {m.name}" + (f": {worth}" if worth else ""),
    )


@cache
def _mooring_face(kind: str) -> Face:
    return Face(w=36, h=36, parts=(Part(symbol=f"klongs-{kind}"),), label=(18, 25, 20), ink=INK)


# --- boats and people


def _boat(b: SceneBuilder, id: str, boat: Boat, region: str, **more: Any) -> str:
    return b.put(id, f"boat-{boat.id}", _boat_face(boat), region, same=f"boat-{boat.id}", **more)


@cache
def _boat_face(boat: Boat) -> Face:
    slots = ((20, 34),)
    if boat.role:
        times = Part(text="×2", x=49, y=38, size=17, bold=True, colour=INK)
        more = (times,) if boat.role == "cook" else ()
        parts = (Part(symbol=f"klongs-{boat.role}-boat"), *more)
        return Face(w=SIZE, h=SIZE, parts=parts, slots=slots)
    known = boat.good in GOODS
    parts = (
        Part(symbol="klongs-boat", colour=GOODS.get(boat.good, "#8a6a42")),
        Part(symbol=f"klongs-{boat.good}" if known else "klongs-crate", x=8, y=14, scale=860),
        Part(text=f"{boat.letter}{boat.baskets}", x=42, y=32, size=20, bold=True, colour=INK),
    )
    if boat.parasol:
        parts += (Part(symbol="klongs-parasol", x=20, y=35, scale=950),)
    elif boat.trader:
        parts += (Part(symbol="klongs-hat", x=21, y=36, scale=900, colour="#dcc09a"),)
    else:
        parts += (Part(symbol="klongs-seat", x=21, y=36, scale=900),)
    return Face(w=SIZE, h=SIZE, parts=parts, slots=slots)


def _boat_words(boat: Boat, b: SceneBuilder) -> str:
    if boat.role:
        return b.tell(boat.role)
    more = f", {b.tell('parasol')}" if boat.parasol else f", {b.tell('neutral')}"
    return f"{b.tell(boat.good)} {boat.baskets}{more if boat.trader else ''}"


@cache
def _trader_face(seat: int) -> Face:
    tone = seat_tone(seat, SEAT_TONES)
    return Face(
        w=24,
        h=24,
        parts=(Part(symbol="klongs-hat", colour=tone),),
        label=(12, 18, 17),
        ink="#fff" if seat != 2 else INK,
    )


# --- beside the board


def _track(v: View, b: SceneBuilder) -> None:
    """Lay out the Luk-Phat track with its marker, a parasol."""
    region = b.region("track", "grid", 38, 40, room=len(v.track), title="Luk-Phat")
    for i, step in enumerate(v.track):
        face = {"small": "day", "big": "big-day"}.get(step.day, "step")
        b.put(
            f"step-{i}",
            f"track-{face}",
            _step_face(face),
            region,
            i=i,
            text=str(step.points),
            faded=i < v.marker,
            say=f"{step.points}{f', {b.tell(step.day)}' if step.day else ''}",
        )
    b.put("luk-phat", "luk-phat", PARASOL, on=f"step-{v.marker}", layer=1, say="Luk-Phat")


@cache
def _step_face(kind: str) -> Face:
    ink = INK if kind == "step" else "#fff"
    parts = (Part(symbol=f"klongs-{kind}"),)
    return Face(w=38, h=40, parts=parts, slots=((15, 15),), label=(12, 22, 17), ink=ink)


PARASOL = Face(w=24, h=24, parts=(Part(symbol="klongs-parasol"),))
BACK = Face(w=SIZE, h=SIZE, parts=(Part(symbol="klongs-back"),), label=(32, 39, 18), ink="#fff")
NO_BOAT = Face(w=SIZE, h=SIZE, parts=(Part(symbol="klongs-no-boat"),))
COUNT = Face(w=SIZE, h=SIZE, parts=(Part(symbol="klongs-count"),), label=(32, 40, 20), ink=INK)


def _stacks(v: View, b: SceneBuilder) -> None:
    for name, count in v.stacks.items():
        title = f"{b.title('stack')} {name}".rstrip()
        region = b.region("stacks", "pile", SIZE, SIZE, part=name, title=title)
        say = f"{title}: {count}"
        back = b.put(f"stack-{name}", "back", BACK, region, value=name, say=say, faded=not count)
        b.put(f"left-{name}", "count", COUNT, on=back, text=str(count))
    title = b.title("out of the game")
    out = b.region("out", "board", 100, SIZE, title=title, ground=NO_BOAT)
    if v.out:
        back = b.put("out", "back", BACK, out, faded=True, say=b.tell("out of the game"))
        b.put("left-out", "count", COUNT, on=back, text=str(len(v.out)))


def _seat(p: Seat, b: SceneBuilder) -> None:
    hand = b.region("hand", "row", SIZE, SIZE, owner=p.seat, room=4, title=b.title("hand"))
    for i, boat in enumerate(p.hand):
        say = _boat_words(boat, b)
        _boat(b, f"hand-{p.seat}-{i}", boat, hand, i=i, value=boat.id, say=say)
    covered = [name for name, n in p.hidden.items() for _ in range(n)]
    for i, name in enumerate(covered, len(p.hand)):
        b.put(f"hand-{p.seat}-{i}", "back", BACK, hand, i=i, same="back", text=name)
    _people(p, b)
    store = b.region(
        "warehouse", "row", 50, 58, owner=p.seat, room=7, title=b.title("warehouse"), brief=True
    )
    for i, x in enumerate(p.stores):
        b.put(
            f"store-{p.seat}-{x.good}",
            f"store-{x.good}",
            _store_face(x.good, x.letter),
            store,
            i=i,
            text=f"{x.count}→{x.points}",
            say=f"{b.tell(x.good)}: {x.count}, {x.points}",
        )
    for i, role in enumerate(p.specials, len(p.stores)):
        face, say = _special_face(role), b.tell(role)
        b.put(f"special-{p.seat}-{i}", f"store-{role}", face, store, i=i, same=role, say=say)


def _people(p: Seat, b: SceneBuilder) -> None:
    """Lay out the traders that aren't on the board, and the move cards."""
    cards = b.region("moves", "grid", 36, 46, owner=p.seat, room=2, title=b.title("move cards"))
    tone = seat_tone(p.seat, SEAT_TONES)
    for i in range(p.cards):
        face = _card_face(tone)
        b.put(f"move-{p.seat}-{i}", f"move-{p.seat}", face, cards, i=i, say=b.tell("move cards"))
    pool = b.region(
        *("traders", "row", 24, 24),
        owner=p.seat,
        room=8,
        gap=2,
        title=b.title("traders in the pool"),
        brief=True,
    )
    for i in range(p.traders):
        b.put(
            f"pool-{p.seat}-{i}",
            f"trader-{p.seat}",
            _trader_face(p.seat),
            pool,
            i=i,
            same=f"trader-{p.seat}",
            text=str(p.seat),
        )


@cache
def _card_face(tone: str) -> Face:
    return Face(w=34, h=46, parts=(Part(symbol="klongs-move-card", colour=tone),))


@cache
def _store_face(good: str, letter: str) -> Face:
    parts = (
        Part(symbol="klongs-store"),
        Part(symbol=f"klongs-{good}" if good in GOODS else "klongs-crate", x=5, y=9, scale=1100),
        Part(text=letter, x=39, y=27, size=16, bold=True, colour=INK),
    )
    return Face(w=50, h=58, parts=parts, label=(25, 50, 15), ink=INK)


@cache
def _special_face(role: str) -> Face:
    parts = (Part(symbol="klongs-store"), Part(symbol=f"klongs-{role}-boat", x=3, y=7, scale=680))
    return Face(w=50, h=58, parts=parts)
