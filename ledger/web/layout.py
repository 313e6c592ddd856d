"""Where everything goes at a given width. The browser does the same in `static/layout.js`.

All numbers are integers, so both give the same result. Rectangles depend on the regions and the
width, never on the pieces: nothing jumps when pieces come and go.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from ledger.kernel.scene.shapes import Piece, Region, Scene

EDGE = 8
GAP = 10
TITLE = 18
HEAD = 34
NARROW = 700
"""Below this width, everything is in one column, and the other players' panels are folded."""
COLUMNS = 860
"""From this width on, the side regions are to the right of a tall board.

If a board is higher than it is wide, they are to its right wherever there are several columns.
"""
PANEL = 370
"""The preferred width for a player's panel."""
LARGEST = 1300
"""The largest scale for a board, in thousandths."""


class Rect(NamedTuple):
    """A rectangle on the page, and the scale of its contents, in thousandths."""

    x: int
    y: int
    w: int
    h: int
    scale: int = 1000


class Layout(NamedTuple):
    """The rectangles of regions by id, and of panels by seat."""

    width: int
    height: int
    rects: dict[str, Rect]
    panels: dict[int, Rect]


class Spot(NamedTuple):
    """The position of a piece on the page, and its scale."""

    x: int
    y: int
    scale: int


def lay_out(
    regions: Sequence[Region], width: int, own: int = 0, unfolded: Collection[int] = ()
) -> Layout:
    """Give every region a rectangle; `own` is the viewer's seat, `unfolded` the open panels."""
    rects: dict[str, Rect] = {}
    panels: dict[int, Rect] = {}
    main = [r for r in regions if r.area == "main"]
    side = [r for r in regions if r.area == "side"]
    inner = width - 2 * EDGE
    tall = bool(main) and main[0].kind == "board" and main[0].h * 10 > main[0].w * 7
    owners = sorted({r.owner for r in regions if r.owner})
    seats = [s for s in owners if s >= own] + [s for s in owners if s < own]
    folded = {s for s in seats if width < NARROW and own > 0 and s != own and s not in unfolded}
    mine = {s: [r for r in regions if r.owner == s and (r.brief or s not in folded)] for s in seats}
    high = tall and main[0].w < main[0].h
    right = 0
    if tall and width >= (NARROW if high else COLUMNS):
        right = own
        left = inner * (47 if high and width >= COLUMNS else 56) // 100
        columns = [(EDGE, left), (EDGE + left + GAP, inner - left - GAP)]
        ends = [
            _flow(rects, main, EDGE, EDGE, left, LARGEST),
            _flow(rects, side, columns[1][0], EDGE, columns[1][1], 1000),
        ]
    else:
        top = _flow(rects, main, EDGE, EDGE, inner, _largest(main, inner, width))
        lines = -(-len(seats) // max(1, (inner + GAP) // (PANEL + GAP))) or 1
        per = -(-len(seats) // lines) or 1
        wide = (inner - GAP * (per - 1)) // per
        columns = [(EDGE + n * (wide + GAP), wide) for n in range(per)]
        beside = per > 1 and bool(main and side) and (own > 0 or len(seats) % per == 1)
        low = _flow(rects, side, EDGE, top, inner - (wide + GAP) * beside, 1000)
        ends = [low] * (per - beside) + [top] * beside
    for (
        seat
    ) in seats:  # each goes below whatever ends first, but the viewer's own never below the board
        n = 1 if seat == right else ends.index(min(ends))
        x, wide = columns[n]
        low = _flow(rects, mine[seat], x + EDGE, ends[n] + HEAD, wide - 2 * EDGE, 1000)
        panels[seat] = Rect(x, ends[n], wide, low - ends[n])
        ends[n] = low + GAP
    return Layout(width, max(ends) + EDGE - GAP, rects, panels)


def _largest(main: Sequence[Region], space: int, width: int) -> int:
    """Return the largest scale for boards; several go side by side, except on a phone."""
    boards = [r.w for r in main if r.kind == "board"]
    if width < NARROW or len(boards) < 2:
        return LARGEST
    return min(LARGEST, (space - GAP * (len(boards) - 1)) * 1000 // sum(boards))


def _flow(
    rects: dict[str, Rect], regions: Iterable[Region], x: int, y: int, space: int, largest: int
) -> int:
    """Place regions side by side, in as many lines as needed; return where the next ones begin."""
    line: list[tuple[Region, int, int, int]] = []
    used = 0
    for region in regions:
        w, h, scale = _size(region, space, largest, region.cols)
        if line and (region.breaks or used + GAP + w > space):
            y = _line(rects, line, x, y, space - used)
            line, used = [], 0
            if not region.breaks:  # it was narrow only to fit beside something
                w, h, scale = _size(region, space, largest)
        used += w + (GAP if line else 0)
        line.append((region, w, h, scale))
    return _line(rects, line, x, y, space - used) if line else y


def _line(
    rects: dict[str, Rect], line: list[tuple[Region, int, int, int]], x: int, y: int, spare: int
) -> int:
    """Place one line: rows share the spare width; without any, the main area is centred."""
    top = y + (TITLE if any(r.title for r, *_ in line) else 0)
    low = max(h for _, _, h, _ in line)
    rows = sum(r.kind == "row" for r, *_ in line)
    if not rows and line[0][0].area == "main":
        x += spare // 2
    for region, w, h, scale in line:
        wide = w + spare // rows if region.kind == "row" else w
        lower = (low - h) // 2 if region.area == "main" else 0
        rects[region.id] = Rect(x, top + lower, wide, h, scale)
        x += wide + GAP
    return top + low + GAP


def _size(region: Region, space: int, largest: int, cols: int = 0) -> tuple[int, int, int]:
    """Return the width, height and scale of a region in this much space, or in `cols` columns."""
    w, h, gap = region.w, region.h, region.gap
    if region.kind == "board":
        scale = min(largest, space * 1000 // w)
        return w * scale // 1000, h * scale // 1000, scale
    if region.kind == "pile":
        return min(w, space), h, 1000
    if region.kind == "row":
        return min(region.room * (w + gap) - gap, space), h, 1000
    cols = min(_columns(region, space), cols or region.room)
    rows = -(-region.room // cols)
    return cols * (w + gap) - gap, rows * (h + gap) - gap, 1000


def _columns(region: Region, space: int) -> int:
    return max(1, (space + region.gap) // (region.w + region.gap))


def spots(scene: Scene, layout: Layout) -> dict[str, Spot]:
    """Return the spot of each piece, leaving out those in folded panels."""
    regions = {r.id: r for r in scene.regions}
    counts: dict[str, int] = {}
    for piece in scene.pieces.values():
        if piece.region:
            counts[piece.region] = max(counts.get(piece.region, 0), piece.i + 1)
    found: dict[str, Spot] = {}
    for id in scene.pieces:
        _find(scene, layout, regions, counts, found, id)
    return found


def _find(
    scene: Scene,
    layout: Layout,
    regions: Mapping[str, Region],
    counts: Mapping[str, int],
    found: dict[str, Spot],
    id: str,
) -> Spot | None:
    if id in found:
        return found[id]
    piece = scene.pieces[id]
    spot: Spot | None = None
    if piece.on:
        under = _find(scene, layout, regions, counts, found, piece.on)
        if under is not None:
            slots = scene.faces[scene.pieces[piece.on].face].slots
            x, y = slots[piece.i % len(slots)] if slots else (piece.x, piece.y)
            s = under.scale
            spot = Spot(under.x + x * s // 1000, under.y + y * s // 1000, s)
    elif piece.region in layout.rects:
        box = layout.rects[piece.region]
        spot = _in_region(regions[piece.region], box, piece, counts[piece.region])
    if spot is not None:
        found[id] = spot
    return spot


def _in_region(region: Region, box: Rect, piece: Piece, count: int) -> Spot:
    w, h, gap, s = region.w, region.h, region.gap, box.scale
    if region.kind == "board":
        return Spot(box.x + piece.x * s // 1000, box.y + piece.y * s // 1000, s)
    if region.kind == "pile":
        return Spot(box.x, box.y, s)
    if region.kind == "row":
        return Spot(box.x + piece.i * _pitch(w, gap, box.w, count), box.y, s)
    cols = _columns(region, box.w)
    rows = -(-count // cols)
    down = _pitch(h, gap, box.h, rows)
    return Spot(box.x + piece.i % cols * (w + gap), box.y + piece.i // cols * down, s)


def _pitch(size: int, gap: int, space: int, count: int) -> int:
    """Return the distance from one piece to the next; less than a piece if they have to overlap."""
    return size + gap if count < 2 else min(size + gap, max(space - size, 0) // (count - 1))


def drawing_order(scene: Scene) -> list[Piece]:
    """Return the pieces in drawing order, from the lowest to the highest."""
    rank = {r.id: n for n, r in enumerate(scene.regions)}
    depth: dict[str, int] = {}
    where: dict[str, int] = {}

    def look(id: str) -> None:
        piece = scene.pieces[id]
        if id in depth:
            return
        if piece.on:
            look(piece.on)
            depth[id], where[id] = depth[piece.on] + 1, where[piece.on]
        else:
            depth[id], where[id] = 0, rank[piece.region]

    for id in scene.pieces:
        look(id)
    return sorted(
        scene.pieces.values(), key=lambda p: (p.layer, depth[p.id], where[p.id], p.i, p.id)
    )
