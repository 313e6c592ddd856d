"""Drawing a scene as SVG. The browser builds the same elements in `static/drawing.js`."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from ledger.kernel.scene.shapes import Face, Panel, Part, Scene

from .layout import Layout, Spot, drawing_order, spots
from .text_width import fit, width_of

TITLE_SIZE = 12
NAME_SIZE = 16
NOTE_SIZE = 13
BOLD = 19
"""The font size used to measure names and points, which are bold and so look larger."""


def draw(scene: Scene, layout: Layout, moved: Collection[str] = ()) -> str:
    """Return the contents of the picture, with the pieces in `moved` marked."""
    return (
        _defs(scene)
        + f'<g class="panels">{"".join(_panel(p, layout) for p in scene.panels)}</g>'
        + f'<g class="regions">{"".join(_grounds(scene, layout))}</g>'
        + f'<g class="pieces">{"".join(_pieces(scene, layout, moved))}</g>'
    )


def _defs(scene: Scene) -> str:
    faces = (face_markup(id, face) for id, face in sorted(scene.faces.items()))
    return f"<defs>{''.join(faces)}</defs>"


def face_markup(id: str, face: Face) -> str:
    """Return a face as an SVG group that pieces refer to."""
    return f'<g id="f-{id}">{"".join(map(_part, face.parts))}</g>'


def _part(part: Part) -> str:
    if part.text:
        weight = ' font-weight="700"' if part.bold else ""
        fill = f' fill="{escape(part.colour)}"' if part.colour else ""
        return (
            f'<text x="{part.x}" y="{part.y}" font-size="{part.size}" '
            f'text-anchor="{part.anchor}"{weight}{fill}>{escape(part.text)}</text>'
        )
    place = f"translate({part.x} {part.y}) scale({_decimal(part.scale)})"
    turned = f" rotate({part.turned})" if part.turned else ""
    colour = f' color="{escape(part.colour)}"' if part.colour else ""
    return f'<use href="#s-{escape(part.symbol)}" transform="{place}{turned}"{colour}></use>'


def _panel(panel: Panel, layout: Layout) -> str:
    box = layout.panels.get(panel.seat)
    if box is None:
        return ""
    name = fit(panel.name, NAME_SIZE, box.w * 45 // 100)
    end = box.w - 26 - width_of(panel.points, BOLD)
    note = fit(panel.note, NOTE_SIZE, end - 50 - width_of(name, BOLD))
    return (
        f'<g class="panel{" active" if panel.active else ""}" id="seat-{panel.seat}" '
        f'color="{escape(panel.tone)}" transform="translate({box.x} {box.y})">'
        f'<rect class="sheet" width="{box.w}" height="{box.h}" rx="10"></rect>'
        f'<circle class="seat" cx="20" cy="18" r="10"></circle>'
        f'<text class="number" x="20" y="23">{panel.seat}</text>'
        f'<text class="name" x="38" y="24">{escape(name)}</text>'
        f'<text class="note" x="{end}" y="23">{escape(note)}</text>'
        f'<text class="points" x="{box.w - 12}" y="24">{escape(panel.points)}</text></g>'
    )


def _grounds(scene: Scene, layout: Layout) -> list[str]:
    out = []
    for region in scene.regions:
        box = layout.rects.get(region.id)
        if box is None:
            continue
        title = fit(region.title, TITLE_SIZE, box.w)
        head = f'<text class="title" x="0" y="-6">{escape(title)}</text>' if title else ""
        scale = f" scale({_decimal(box.scale)})" if region.ground else ""
        under = ""
        if not region.ground or region.kind != "board":
            under = f'<rect class="{region.kind}" width="{box.w}" height="{box.h}" rx="6"></rect>'
        if region.ground:
            under += f'<use href="#f-{region.ground}"></use>'
        out.append(
            f'<g id="r-{region.id}" transform="translate({box.x} {box.y}){scale}">{under}{head}</g>'
        )
    return out


def _pieces(scene: Scene, layout: Layout, moved: Collection[str]) -> list[str]:
    where = spots(scene, layout)
    out = []
    for piece in drawing_order(scene):
        spot = where.get(piece.id)
        if spot is None:
            continue
        face = scene.faces[piece.face]
        label = ""
        if piece.text:
            x, y, size = face.label
            fill = f' fill="{escape(face.ink)}"' if face.ink else ""
            label = (
                f'<text class="label" x="{x}" y="{y}" font-size="{size}"{fill}>'
                f"{escape(piece.text)}</text>"
            )
        looks = "piece" + (" faded" if piece.faded else "")
        looks += " moved" if piece.id in moved else ""
        say = f' role="img" aria-label="{escape(piece.say)}"' if piece.say else ""
        place = _transform(spot, face, piece.turned)
        out.append(
            f'<g class="{looks}" id="p-{piece.id}" transform="{place}"{say}>'
            f'<use href="#f-{piece.face}"></use>{label}</g>'
        )
    return out


def _transform(spot: Spot, face: Face, turned: int) -> str:
    place = f"translate({spot.x} {spot.y}) scale({_decimal(spot.scale)})"
    return f"{place} rotate({turned} {face.w // 2} {face.h // 2})" if turned else place


def _decimal(thousandths: int) -> str:
    """Return a number of thousandths as a decimal, as both Python and JavaScript write it."""
    return f"{thousandths // 1000}.{thousandths % 1000:03d}"
