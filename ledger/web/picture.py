"""A scene as a picture file: SVG, or PNG converted from it."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from importlib import resources
from importlib.util import find_spec

from ledger.kernel.game.game import Game
from ledger.kernel.packages import files_of
from ledger.kernel.scene.shapes import Scene

from .drawing import draw
from .layout import lay_out

_VARIABLE = re.compile(r"--([a-z]+): (#[0-9a-f]+);")
_BODY = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)
_SPACE = re.compile(r">\s+<")


def svg(
    game: Game,
    scene: Scene,
    width: int,
    *,
    own: int = 0,
    moved: Collection[str] = (),
    dark: bool = False,
) -> str:
    """Return a scene as an SVG file that loads nothing from outside."""
    layout = lay_out(scene.regions, width, own)
    size = f'width="{layout.width}" height="{layout.height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" {size} '
        f'viewBox="0 0 {layout.width} {layout.height}">'
        f"<style>{_styles(dark)}</style><defs>{skin(game)}</defs>"
        f'<rect fill="{_palette(dark)["paper"]}" {size}></rect>'
        f"{draw(scene, layout, moved)}</svg>\n"
    )


def can_make_png() -> bool:
    """Whether the package that makes PNG pictures is installed."""
    return find_spec("vl_convert") is not None


def png(picture: str, scale: float = 2.0) -> bytes:
    """Return an SVG picture as PNG; needs the extra `plot`."""
    import vl_convert

    return vl_convert.svg_to_png(picture, scale=scale)


@cache
def skin(game: Game) -> str:
    """Return the symbols that a game's faces are made of: the shared ones and its own."""
    texts = [resources.files("ledger.kernel.scene").joinpath("skin.svg").read_text("utf-8")]
    own = files_of(game.package).joinpath("skin.svg")
    if own.is_file():
        texts.append(own.read_text("utf-8"))
    return "".join(_SPACE.sub("><", _body(text)) for text in texts)


def skin_document(game: Game) -> str:
    """Return a game's symbols as an SVG file of their own."""
    return f'<svg xmlns="http://www.w3.org/2000/svg">{skin(game)}</svg>\n'


def _body(text: str) -> str:
    found = _BODY.search(re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL))
    return found[1].strip() if found else ""


def _css() -> str:
    return resources.files("ledger.web").joinpath("static", "scene.css").read_text("utf-8")


@cache
def _palette(dark: bool) -> dict[str, str]:
    blocks = _css().split("}", 2)
    return dict(_VARIABLE.findall(blocks[1 if dark else 0]))


@cache
def _styles(dark: bool) -> str:
    """Return the styles for a drawn scene, with the colours filled in."""
    rules = _css().split("}", 2)[2]
    colours = _palette(dark)
    filled = re.sub(r"var\(--([a-z]+)\)", lambda m: colours[m[1]], rules)
    return re.sub(r"\s+", " ", filled).strip()
