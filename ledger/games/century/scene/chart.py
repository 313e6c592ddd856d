"""The map: hexes with land, sea and ports, and the pieces on them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ledger.sdk.scene import Face, Part, SceneBuilder

from ..tones import DARK, LAND, LIGHT
from ..view import Cell, View
from . import faces
from .faces import Look
from .words import Amounts, Names, Words

HEX = 144
ACROSS, DOWN = 108, 72
"""The distance from one column to the next, and from one half-hex line to the next."""
EDGE = 6
SEA, HARBOUR = "#2f78a3", "#245f85"
GROUND = "#d8cdb4"
"""The land colour of symbols that don't stand for a single cube."""
GROWTH = {"yellow": "dunes", "red": "fields", "green": "terraces", "brown": "peaks"}
TILE_X, TILE_Y = 16, 34
POSTS_Y, POST_PITCH = 87, 25
SHIPS_Y, SHIPS_SPREAD = 107, 72
NAME_Y = 29
"""The height of a cell's name: clear of the ring around a hex that can be picked."""
NAME = 4
"""The number of letters of a cell's name that fit beside the symbol."""
Places = tuple[tuple[int, int], ...]


class Hex(NamedTuple):
    """A cell, ready to be put on the table."""

    id: str
    text: str
    look: Look


def lay(view: View, builder: SceneBuilder, words: Words) -> None:
    """Put the map on the table."""
    left = min([c.column for c in view.cells])
    top = min([c.line for c in view.cells])
    places = tuple(
        [(EDGE + (c.column - left) * ACROSS, EDGE + (c.line - top) * DOWN) for c in view.cells]
    )
    ground, w, h = _ground(places)
    region = builder.region("map", "board", w, h, area="main", ground=ground)
    outposts, ships = _crews(view, builder, words)
    for (x, y), c in zip(places, view.cells, strict=True):
        name = c.name
        give, get = tuple(c.give.items()), tuple(c.get.items())
        mark = view.marks.get(c.symbol, "?")
        id, text, look = _hex(words, name, c.kind, c.symbol, mark, c.spice, give, get)
        face, how, say = look
        builder.put(id, face, how, region, x=x, y=y, text=text, value=name, say=say)
        if c.vp or c.closed:
            _tile(builder, words, region, c, x + TILE_X, y + TILE_Y)
        for n in c.outposts:
            face, how, away, say = outposts[n]
            builder.put(
                f"post-{name}-{n}",
                face,
                how,
                region,
                x=x + away,
                y=y + POSTS_Y,
                layer=1,
                same=face,
                value=name,
                say=say,
            )
        for n in c.ships:
            face, how, away, say = ships[n]
            at, down = x + away, y + SHIPS_Y
            builder.put(face, face, how, region, x=at, y=down, layer=2, value=name, say=say)


Crew = dict[int, tuple[str, Face, int, str]]


def _crews(view: View, builder: SceneBuilder, words: Words) -> tuple[Crew, Crew]:
    """Return how each seat's outposts and ships look, and where on a hex they go."""
    outposts, ships = {}, {}
    count = len(view.seats)
    for n in range(1, count + 1):
        name, place = builder.name(n), 2 * n - 1 - count
        at = (HEX - faces.POST + place * POST_PITCH) // 2
        outposts[n] = f"post-{n}", faces.outpost(n), at, words.phrases.outpost.format(name=name)
        at = (HEX - faces.SHIP) // 2 + place * SHIPS_SPREAD // (2 * count)
        ships[n] = f"ship-{n}", faces.ship(n), at, words.phrases.ship.format(name=name)
    return outposts, ships


def _tile(builder: SceneBuilder, words: Words, region: str, c: Cell, x: int, y: int) -> None:
    face, how, say = "closed-port", faces.CLOSED, words.phrases.closed
    if c.vp is not None:
        face, how, say = faces.tile(words, c.vp.id, c.vp.points, tuple(c.vp.cost.items()))
    builder.put(face, face, how, region, x=x, y=y, layer=1, same=face, value=c.name, say=say)


@lru_cache(maxsize=4096)
def _hex(
    words: Words,
    name: str,
    kind: str,
    symbol: str,
    mark: str,
    spice: str,
    give: Amounts,
    get: Amounts,
) -> Hex:
    """Return a cell; an empty slot and the tile that later covers it are different pieces."""
    said = words.phrases
    text = name if len(name) <= NAME else f"{name[: NAME - 1]}…"
    if kind == "market":
        how = _market(words.letters, symbol, mark, spice, give, get)
        named = words.names.get(symbol, symbol)
        say = said.market.format(
            cell=name, symbol=named, give=words.cubes(give), get=words.cubes(get)
        )
        return Hex(f"cell-{name}", text, Look(f"market-{name}", how, say))
    looks = {"sea": (_SEA, said.sea), "port": (_PORT, said.port)}
    how, phrase = looks.get(kind, (_SLOT, said.slot))
    id = f"{'slot' if how is _SLOT else 'cell'}-{name}"
    return Hex(id, text, Look(f"hex-{kind}", how, phrase.format(cell=name)))


def _market(
    letters: Names, symbol: str, mark: str, spice: str, give: Amounts, get: Amounts
) -> Face:
    parts = [
        Part(symbol="century-hex", colour=SEA),
        Part(symbol="century-island", colour=LAND.get(spice, GROUND)),
    ]
    if spice in GROWTH:
        parts.append(Part(symbol=f"century-{GROWTH[spice]}"))
    parts.append(Part(symbol="century-plate"))
    parts += faces.symbol_parts(symbol, mark, spice, 80, 8)
    parts += faces.cube_rows(letters, give, 30, 33, 84, 24, faces.MOST)
    parts.append(Part(symbol="century-arrow", x=65, y=57))
    parts += faces.cube_rows(letters, get, 17, 64, 110, 24, faces.MOST)
    return Face(w=HEX, h=HEX, parts=tuple(parts), label=(58, NAME_Y, 19), ink=DARK)


_SEA = Face(
    w=HEX,
    h=HEX,
    parts=(Part(symbol="century-hex", colour=SEA), Part(symbol="century-waves")),
    label=(72, NAME_Y, 19),
    ink=LIGHT,
)
_PORT = Face(
    w=HEX,
    h=HEX,
    parts=(
        Part(symbol="century-hex", colour=HARBOUR),
        Part(symbol="century-harbour"),
        Part(symbol="century-anchor", x=80, y=10, scale=900),
    ),
    label=(58, NAME_Y, 19),
    ink=LIGHT,
)
_SLOT = Face(w=HEX, h=HEX, parts=(Part(symbol="century-slot"),), label=(72, 80, 22), ink="#6d6256")


@lru_cache(maxsize=64)
def _ground(places: Places) -> tuple[Face, int, int]:
    """Return the shadows below the hexes, and the size of the map."""
    w = max(x for x, _ in places) + HEX + EDGE
    h = max(y for _, y in places) + HEX + EDGE + 4
    parts = tuple([Part(symbol="century-shade", x=x, y=y) for x, y in places])
    return Face(w=w, h=h, parts=parts), w, h
