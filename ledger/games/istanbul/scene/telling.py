"""Descriptions in words of what is on the table."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import lru_cache

from ledger.sdk import N_
from ledger.sdk.scene import SceneBuilder

from ..box import GOODS
from ..setup import Tile
from ..texts import AREAS, FACES, Speaker
from ..view import Area, Card


def things(b: SceneBuilder, kind: str, count: int) -> str:
    """Return a number of things as a phrase."""
    return _things(b.catalogue, kind, count)


def die(b: SceneBuilder, face: str) -> str:
    """Return the name of a die's face."""
    return _speaker(b.catalogue).p("die", FACES[face])


def area(b: SceneBuilder, area: Area) -> str:
    """Describe an area by the rubies left in it and the price of the next one."""
    left = len(area.prices) - area.taken
    said = f"{things(b, 'ruby', left)} {b.tell(AREAS[area.name])}"
    if not left:
        return said
    n = area.prices[area.taken]
    if area.name == "right":
        price = things(b, "lira", n)
    elif area.name == "left":
        price = _goods(b, {**dict.fromkeys(GOODS, 1), "any": n})
    else:
        price = _goods(b, {area.name: n})
    text = b.tell(N_("the next one costs {price}"))
    return f"{said}, {text.format(price=price)}"


def tile(b: SceneBuilder, tile: Tile, *, price: bool = False) -> str:
    """Describe what a tile does and, if asked for, its price."""
    said = f"{tile.id}: {_speaker(b.catalogue).effect(tile)}"
    if not price:
        return said
    text = b.tell(N_("cost: {things}"))
    return f"{said}; {text.format(things=_goods(b, tile.goods))}"


def card(b: SceneBuilder, card: Card) -> str:
    """Describe what a bazaar card does."""
    return f"{card.id}: {_speaker(b.catalogue).bazaar(card.deal, card.offer, card.instead)}"


def _goods(b: SceneBuilder, goods: Mapping[str, int]) -> str:
    """List the goods required, which can be paid with dice or tokens."""
    words = {"any": N_("of any kind")}
    return ", ".join(f"{n} × {b.tell(words.get(kind, kind))}" for kind, n in goods.items() if n)


@lru_cache(maxsize=64)
def _speaker(catalogue: gettext.NullTranslations) -> Speaker:
    return Speaker(catalogue)


@lru_cache(maxsize=4096)
def _things(catalogue: gettext.NullTranslations, kind: str, count: int) -> str:
    return _speaker(catalogue).things(kind, count)
