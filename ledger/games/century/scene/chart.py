"""The map: hexes with land, sea and ports, and what stands on them."""

from __future__ import annotations

from functools import lru_cache

from ledger.sdk.scene import Face, Part, SceneBuilder

from ..tones import DARK, LAND, LIGHT
from ..view import Cell, View
from . import faces
from .faces import Amounts, Letters
from .words import Words

HEX = 144
ACROSS, DOWN = 108, 72
"""From one column and from one line of half hexes to the next."""
EDGE = 6
SEA, HARBOUR = "#2f78a3", "#245f85"
GROUND = "#d8cdb4"
"""Land of symbols that stand for no cube."""
GROWTH = {"yellow": "dunes", "red": "fields", "green": "terraces", "brown": "peaks"}
TILE_X, TILE_Y = 16, 30
POSTS_Y, POST_PITCH = 84, 25
SHIPS_Y, SHIPS_SPREAD = 106, 60
Places = tuple[tuple[int, int], ...]


def lay(view: View, builder: SceneBuilder, words: Words) -> None:
    """Put the map on the table."""
    left = min(c.column for c in view.cells)
    top = min(c.line for c in view.cells)
    places = tuple(
        [(EDGE + (c.column - left) * ACROSS, EDGE + (c.line - top) * DOWN) for c in view.cells]
    )
    ground, w, h = _ground(places)
    region = builder.region("map", "board", w, h, area="main", ground=ground)
    letters = tuple(view.letters.items())
    count = len(view.seats)
    for (x, y), c in zip(places, view.cells, strict=True):
        id, face, how = _cell(letters, view, c)
        name = c.name if len(c.name) < 5 else f"{c.name[:3]}…"
        more = {"value": c.name, "text": name, "say": words.cell(c)}
        builder.put(id, face, how, region, x=x, y=y, **more)
        if c.vp or c.closed:
            _tile(builder, words, region, c, (x + TILE_X, y + TILE_Y), letters)
        for n in c.outposts:
            at = x + (HEX - faces.POST) // 2 + (2 * n - 1 - count) * POST_PITCH // 2
            builder.put(
                f"post-{c.name}-{n}",
                f"post-{n}",
                faces.outpost(n),
                region,
                x=at,
                y=y + POSTS_Y,
                layer=1,
                same=f"post-{n}",
                value=c.name,
                say=words.outpost.format(name=builder.name(n)),
            )
        for n in c.ships:
            at = x + (HEX - faces.SHIP) // 2 + (2 * n - 1 - count) * SHIPS_SPREAD // (2 * count)
            builder.put(
                f"ship-{n}",
                f"ship-{n}",
                faces.ship(n),
                region,
                x=at,
                y=y + SHIPS_Y,
                layer=2,
                value=c.name,
                say=words.ship.format(name=builder.name(n)),
            )


def _tile(
    builder: SceneBuilder,
    words: Words,
    region: str,
    c: Cell,
    place: tuple[int, int],
    letters: Letters,
) -> None:
    x, y = place
    where = {"x": x, "y": y, "layer": 1, "value": c.name}
    if c.vp is None:
        builder.put("closed-port", "closed-port", faces.CLOSED, region, say=words.closed, **where)
        return
    how = faces.tile(letters, c.vp.points, tuple(c.vp.cost.items()))
    id = f"vp-{c.vp.id}"
    builder.put(id, id, how, region, same=id, say=words.tile(c.vp), **where)


def _cell(letters: Letters, view: View, c: Cell) -> tuple[str, str, Face]:
    """Return the id and the face of a cell; where no tile lies yet, both are others."""
    if c.kind == "market":
        give, get = tuple(c.give.items()), tuple(c.get.items())
        mark = view.marks.get(c.symbol, "?")
        how = _market(letters, c.symbol, mark, c.spice, give, get)
        return f"cell-{c.name}", f"market-{c.name}", how
    how = {"sea": _SEA, "port": _PORT}.get(c.kind, _SLOT)
    return f"{'slot' if how is _SLOT else 'cell'}-{c.name}", f"hex-{c.kind}", how


@lru_cache(maxsize=1024)
def _market(
    letters: Letters, symbol: str, mark: str, spice: str, give: Amounts, get: Amounts
) -> Face:
    parts = [
        Part(symbol="century-hex", colour=SEA),
        Part(symbol="century-island", colour=LAND.get(spice, GROUND)),
    ]
    if spice in GROWTH:
        parts.append(Part(symbol=f"century-{GROWTH[spice]}"))
    parts.append(Part(symbol="century-plate"))
    parts += faces.symbol_parts(symbol, mark, spice, 80, 3)
    parts += faces.cube_rows(letters, give, 30, 29, 84, 24, faces.MOST)
    parts.append(Part(symbol="century-arrow", x=65, y=53))
    parts += faces.cube_rows(letters, get, 17, 61, 110, 24, faces.MOST)
    return Face(w=HEX, h=HEX, parts=tuple(parts), label=(58, 23, 19), ink=DARK)


_SEA = Face(
    w=HEX,
    h=HEX,
    parts=(Part(symbol="century-hex", colour=SEA), Part(symbol="century-waves")),
    label=(72, 23, 19),
    ink=LIGHT,
)
_PORT = Face(
    w=HEX,
    h=HEX,
    parts=(
        Part(symbol="century-hex", colour=HARBOUR),
        Part(symbol="century-harbour"),
        Part(symbol="century-anchor", x=80, y=4, scale=900),
    ),
    label=(58, 23, 19),
    ink=LIGHT,
)
_SLOT = Face(
    w=HEX, h=HEX, parts=(Part(symbol="century-slot"),), label=(72, 80, 22), ink="#6d6256"
)


@lru_cache(maxsize=64)
def _ground(places: Places) -> tuple[Face, int, int]:
    """Return the shadows below the hexes, and the size of the map."""
    w = max(x for x, _ in places) + HEX + EDGE
    h = max(y for _, y in places) + HEX + EDGE + 4
    parts = tuple([Part(symbol="century-shade", x=x, y=y) for x, y in places])
    return Face(w=w, h=h, parts=parts), w, h
