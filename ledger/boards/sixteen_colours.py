"""Colours for terminals with only sixteen: chosen by hue, so that red, brown and green differ.

The usual way, taking the nearest colour by its components, turns green and brown into grey.
"""

from __future__ import annotations

import colorsys
import functools

from rich.color import Color, ColorType
from rich.style import Style

GREY = 0.18
"""Up to this saturation, a colour counts as a shade of grey."""
HUES = (
    (18, ("red", "bright_red")),
    (38, ("yellow", "yellow")),  # brown and orange: most terminals show dark yellow that way
    (70, ("yellow", "bright_yellow")),
    (165, ("green", "bright_green")),
    (200, ("cyan", "bright_cyan")),
    (258, ("blue", "bright_blue")),
    (345, ("magenta", "bright_magenta")),
    (361, ("red", "bright_red")),
)
"""Names of colours, dark and light, each with the hue in degrees that it ends at."""


@functools.lru_cache(maxsize=1024)
def in_sixteen(style: Style) -> Style:
    """Return a style in the sixteen colours every terminal has; named colours stay as they are."""
    ink, ground = _nearest(style.color), _nearest(style.bgcolor)
    if ink is style.color and ground is style.bgcolor:
        return style
    if ink is not None and ground is not None and ink.name == ground.name:
        ink = Color.parse(
            "black" if ground.name.startswith(("bright", "yellow")) else "bright_white"
        )
    return style + Style(color=ink, bgcolor=ground)


def _nearest(colour: Color | None) -> Color | None:
    if colour is None or colour.type not in (ColorType.TRUECOLOR, ColorType.EIGHT_BIT):
        return colour
    red, green, blue = (part / 255 for part in colour.get_truecolor())
    hue, light, strength = colorsys.rgb_to_hls(red, green, blue)
    if strength < GREY or light > 0.93 or light < 0.07:
        shades = ("black", "bright_black", "white", "bright_white")
        return Color.parse(shades[min(int(light * 4), 3)])
    names = next(names for top, names in HUES if hue * 360 < top)
    return Color.parse(names[light >= 0.5])
