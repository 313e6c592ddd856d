"""How dice, tokens, tiles and cards look."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ledger.sdk.scene import Face, Part

from ..box import TOKENS
from ..tones import THINGS

INK, PAPER = "#2c2620", "#fff8ea"
WARES = {
    "red": "fabric",
    "yellow": "fruit",
    "green": "spice",
    "blue": "jewellery",
    "brown": "sack",
}
"""The pictures of goods; other things have a picture named after them."""
PICTURES = {"tile": "mosque", "actions": "action", "dice": "small-die", "reveal": "card"}
DIE = 68
TOKEN = 36
CHIP = 47
SPACE = 46
"""The distance from one ruby in an area to the next."""
AREA_HEIGHT = 62
AREA_WIDTHS = {"left": 284, "right": 328, "mosque": 188, "goal": 144}
GOODS_AREA = 236
TILE_WIDTH, TILE_HEIGHT = 58, 76
OWN_TILE = 48
PILE_WIDTH, PILE_HEIGHT = 46, 62
CARD_WIDTH, CARD_HEIGHT = 92, 118
OWNED = "own "
"""The prefix of things that must be owned but aren't given up."""
SIZES = ((22, 14), (18, 13), (15, 11), (12, 10), (10, 8))
"""Sizes for small things in a line, each with the size of the numbers beside them."""
LARGEST = SIZES[0][0]
Items = tuple[tuple[str, int], ...]
"""Pairs of a kind and a count."""
Bargain = tuple[Items, tuple[Items, ...]]
"""What is required, and the options to choose from in return."""

CARPET = Face(w=480, h=200, parts=(Part(symbol="istanbul-carpet"),))
RUBY = Face(w=30, h=30, parts=(Part(symbol="istanbul-ruby"),))
NEXT = Face(w=42, h=60, parts=(Part(symbol="istanbul-next"),), label=(21, 54, 15), ink="#fff3c4")
STALLS = Face(
    w=2 * CARD_WIDTH + 4,
    h=CARD_HEIGHT,
    parts=tuple(Part(symbol="istanbul-stall", x=x) for x in (0, CARD_WIDTH + 4)),
)
NOTHING = Face(w=PILE_WIDTH, h=PILE_HEIGHT, parts=(Part(symbol="istanbul-nothing"),))
DONE, TO_DO = (
    Face(w=18, h=18, parts=(Part(symbol=f"istanbul-{name}"),)) for name in ("done", "turn")
)
PILES = {
    name: Face(
        w=PILE_WIDTH,
        h=PILE_HEIGHT,
        parts=(Part(symbol=f"istanbul-{name}"),),
        label=(23, 51, 14),
        ink=INK,
    )
    for name in ("stack", "deck", "discard")
}


@cache
def die(face: str, letter: str) -> Face:
    """Draw a die with its face."""
    tone = THINGS[face]
    return Face(
        w=DIE,
        h=DIE,
        parts=(
            Part(symbol="istanbul-die", colour=tone),
            Part(symbol=_picture(face), x=12, y=8, scale=1300, colour=tone),
            Part(text=letter, x=54, y=53, size=17, bold=True, colour=INK),
        ),
    )


@cache
def token(kind: str, letter: str) -> Face:
    """Draw a goods token."""
    return Face(
        w=TOKEN,
        h=TOKEN,
        parts=(
            Part(symbol="istanbul-token", colour=THINGS[kind]),
            Part(symbol=_picture(kind), x=3, y=2, scale=800, colour=PAPER),
            Part(symbol="istanbul-badge", x=20, y=20, colour=THINGS[kind]),
            _letter(letter, 28, 32, kind),
        ),
    )


@cache
def chip(kind: str, letter: str) -> Face:
    """Draw a thing with a space for its count."""
    parts = [Part(symbol="istanbul-chip")]
    if kind in TOKENS:
        parts.append(Part(symbol="istanbul-token", x=3, y=4, scale=600, colour=THINGS[kind]))
        parts.append(_letter(letter, 14, 20, kind, 13))
    else:
        parts.append(Part(symbol=_picture(kind), x=2, y=5, scale=680))
    return Face(w=CHIP, h=30, parts=tuple(parts), label=(35, 20, 13), ink=INK)


# --- the ruby areas


@cache
def spaces(count: int, width: int) -> tuple[int, ...]:
    """Return the left edges of an area's ruby spaces, which move closer if there are many."""
    pitch = min(SPACE, (width - 94) // max(count - 1, 1))
    return tuple(54 + i * pitch for i in range(count))


@cache
def area(name: str, prices: tuple[int, ...], letter: str) -> Face:
    """Draw a ruby area with its prices."""
    goods = name in THINGS
    width = GOODS_AREA if goods else AREA_WIDTHS[name]
    kind = "goods" if goods else name
    parts = [Part(symbol=f"istanbul-{kind}-area", colour=THINGS.get(name, ""))]
    if goods:
        parts.append(Part(symbol="istanbul-token", x=7, y=11, scale=1110, colour=THINGS[name]))
        parts.append(Part(symbol=_picture(name), x=10, y=13, scale=930, colour=PAPER))
        parts.append(Part(symbol="istanbul-badge", x=28, y=33, scale=1200, colour=THINGS[name]))
        parts.append(_letter(letter, 38, 48, name, 15))
    elif name == "left":
        parts.append(Part(symbol="istanbul-any", x=8, y=12, scale=1280))
    else:
        parts.append(Part(symbol="istanbul-lira", x=8, y=12, scale=1280))
    for x, price in zip(spaces(len(prices), width), prices, strict=True):
        parts.append(Part(symbol="istanbul-space", x=x, y=3))
        text = f"+{price}" if name == "left" else str(price)
        parts.append(Part(text=text, x=x + 17, y=55, size=15, bold=True, colour=INK))
    return Face(w=width, h=AREA_HEIGHT, parts=tuple(parts))


@cache
def mosque(tiles: int, rubies: int) -> Face:
    """Draw the mosque, with a space for each ruby and the number of tiles that earn one."""
    parts = [
        Part(symbol="istanbul-mosque-area"),
        Part(symbol="istanbul-mosque", x=10, y=4, scale=1130, colour="#256a6b"),
        Part(text=f"×{tiles}", x=27, y=55, size=16, bold=True, colour=INK),
    ]
    parts += [Part(symbol="istanbul-ruby-place", x=x, y=16) for x in mosque_spaces(rubies)]
    return Face(w=AREA_WIDTHS["mosque"], h=AREA_HEIGHT, parts=tuple(parts))


@cache
def mosque_spaces(rubies: int) -> tuple[int, ...]:
    """Return the left edges of the mosque's ruby spaces."""
    pitch = min(33, (AREA_WIDTHS["mosque"] - 88) // max(rubies - 1, 1))
    return tuple(53 + i * pitch for i in range(rubies))


@cache
def goal(rubies: int) -> Face:
    """Show how many rubies end the game."""
    return Face(
        w=AREA_WIDTHS["goal"],
        h=AREA_HEIGHT,
        parts=(
            Part(symbol="istanbul-goal"),
            Part(symbol="istanbul-ruby", x=56, y=15, scale=1120),
            Part(text=f"×{rubies}", x=112, y=41, size=24, bold=True, colour="#fff3c4"),
        ),
    )


# --- tiles


@cache
def tile(effect: Items, when: str, cost: Items, letters: Items) -> Face:
    """Draw a face-up mosque tile: when it works, what it brings, and its price."""
    known = _letters(letters)
    parts = [Part(symbol="istanbul-tile"), *_when(when, 29, 8)]
    parts += _items(effect, 29, 37 if when else 32, known, room=50, plus=True)
    goods = [kind for kind, n in cost for _ in range(n)]
    if len(goods) <= 4:
        left = 29 - (len(goods) * 13 + 1) // 2
        for i, kind in enumerate(goods):
            parts += _mini(kind, left + i * 13, 58, known)
    else:
        parts += _items(cost, 29, 65, known, room=54, ink=PAPER)
    return Face(w=TILE_WIDTH, h=TILE_HEIGHT, parts=tuple(parts))


@cache
def own_tile(effect: Items, when: str, letters: Items, state: str) -> Face:
    """Draw a player's tile; `state` says whether it is new or due to be used now."""
    parts = [Part(symbol="istanbul-own-tile"), *_when(when, 24, 5)]
    parts += _items(effect, 24, 32 if when else 27, _letters(letters), room=39, plus=True)
    if state:
        parts.append(Part(symbol=f"istanbul-{state}"))
    return Face(w=OWN_TILE, h=OWN_TILE, parts=tuple(parts))


@cache
def tile_places(count: int) -> Face:
    """Draw spaces for the tiles that earn a ruby, with the ruby shown on the last one."""
    parts = [Part(symbol="istanbul-tile-place", x=i * (OWN_TILE + 4)) for i in range(count)]
    parts.append(Part(symbol="istanbul-ruby-place", x=(count - 1) * (OWN_TILE + 4) + 9, y=9))
    return Face(w=count * (OWN_TILE + 4), h=OWN_TILE, parts=tuple(parts))


@cache
def ruby_places(count: int) -> Face:
    """Draw spaces for the rubies that end the game."""
    places = tuple(Part(symbol="istanbul-ruby-place", x=i * 32) for i in range(count))
    return Face(w=count * 32, h=30, parts=places)


# --- bazaar cards


@cache
def card(
    id: str,
    deal: Bargain,
    below: str,
    other: Bargain,
    letters: Items,
    chosen: bool,
) -> Face:
    """Draw a bazaar card: what it costs and brings, then the part for others or the fallback."""
    known = _letters(letters)
    parts = [
        Part(symbol="istanbul-bazaar"),
        Part(text=id[:13], x=46, y=14, size=11, bold=True, colour=PAPER),
    ]
    parts += _deal(deal, 43 if below else 66, known, stacked=True)
    if below:
        parts.append(Part(symbol="istanbul-rule", y=69))
        parts.append(Part(text=below, x=46, y=80, size=11, colour="#5e4391"))
        parts += _deal(other, 99, known)
    if chosen:
        parts.append(Part(symbol="istanbul-chosen"))
    return Face(w=CARD_WIDTH, h=CARD_HEIGHT, parts=tuple(parts))


def _deal(
    deal: Bargain, middle: int, letters: dict[str, str], *, stacked: bool = False
) -> list[Part]:
    """Draw a price and what it buys, side by side if there is room, otherwise stacked."""
    price, gains = deal
    if not price:
        return _choice(gains, 46, middle, letters, 86)
    if not stacked or len(price) + sum(map(len, gains)) <= 2:
        arrow = Part(symbol="istanbul-down", x=43, y=middle + 5, turned=270)
        left = _items(price, 22, middle, letters, room=38)
        return [*left, arrow, *_choice(gains, 70, middle, letters, 38)]
    arrow = Part(symbol="istanbul-down", x=41, y=middle - 3)
    above = _items(price, 46, middle - 14, letters, room=86, largest=18)
    return [*above, arrow, *_choice(gains, 46, middle + 14, letters, 86, largest=18)]


def _choice(
    gains: tuple[Items, ...],
    x: int,
    y: int,
    letters: dict[str, str],
    room: int,
    largest: int = LARGEST,
) -> list[Part]:
    """Draw things to choose from, separated by slashes."""
    each = room // max(len(gains), 1)
    parts = []
    for i, gain in enumerate(gains):
        left = x - room // 2 + each * i
        parts += _items(gain, left + each // 2, y, letters, room=each - 4, largest=largest)
        if i:
            parts.append(Part(text="/", x=left, y=y + 5, size=15, colour="#5e4391"))
    return parts


# --- small things in a line


def _picture(kind: str) -> str:
    return f"istanbul-{WARES.get(kind) or PICTURES.get(kind, kind)}"


def _letters(letters: Items) -> dict[str, str]:
    return {kind: chr(sign) for kind, sign in letters}


def _letter(letter: str, x: int, y: int, kind: str, size: int = 12) -> Part:
    colour = INK if kind == "yellow" else "#ffffff"
    return Part(text=letter, x=x, y=y, size=size, bold=True, colour=colour)


def _mini(kind: str, x: int, y: int, letters: dict[str, str]) -> Iterable[Part]:
    if kind not in TOKENS:
        return (Part(symbol=_picture(kind), x=x, y=y, scale=460),)
    token = Part(symbol="istanbul-mini", x=x, y=y, colour=THINGS[kind])
    return token, _letter(letters[kind], x + 7, y + 11, kind, 11)


def _when(when: str, x: int, y: int) -> list[Part]:
    """Draw a symbol for when a tile works: at the start of a turn, or with lira."""
    if when == "turn":
        return [Part(symbol="istanbul-sun", x=x - 8, y=y)]
    return [Part(symbol="istanbul-lira", x=x - 8, y=y, scale=530)] if when == "lira" else []


def _items(
    items: Items,
    x: int,
    y: int,
    letters: dict[str, str],
    *,
    room: int,
    largest: int = LARGEST,
    plus: bool = False,
    ink: str = INK,
) -> list[Part]:
    """Draw things in a line centred on a point, with a number where there is more than one.

    They are drawn as large as the room allows.
    """
    texts = [_amount(kind, n, plus) for kind, n in items]
    signs, counted = sum(map(len, texts)), sum(map(bool, texts))
    gaps = 5 * (len(items) - 1) + 2 * counted
    size, letter = SIZES[-1]
    for size, letter in SIZES:
        wide = signs * letter * 2 // 3 + len(items) * size + gaps
        if wide <= room and size <= largest:
            break
    left = x - wide // 2
    parts: list[Part] = []
    for (kind, _), text in zip(items, texts, strict=True):
        if text:
            long = len(text) * letter * 2 // 3
            foot = y + letter * 3 // 8
            parts.append(
                Part(text=text, x=left + long // 2, y=foot, size=letter, bold=True, colour=ink)
            )
            left += long + 2
        parts += _small(kind.removeprefix(OWNED), left, y, size, letters)
        left += size + 5
    return parts


def _amount(kind: str, n: int, plus: bool) -> str:
    if kind.startswith(OWNED):
        return f"≥{n}"
    return f"+{n}" if plus else str(n) if n > 1 else ""


def _small(kind: str, x: int, middle: int, size: int, letters: dict[str, str]) -> list[Part]:
    """Draw a single thing in the given size."""
    y = middle - size // 2
    if kind in TOKENS:
        scale = size * 1000 // TOKEN
        token = Part(symbol="istanbul-token", x=x, y=y, scale=scale, colour=THINGS[kind])
        letter = size * 3 // 5
        return [
            token,
            _letter(letters[kind], x + size // 2, middle + letter * 3 // 8, kind, letter),
        ]
    scale = size * 1000 // 30
    if kind == "card-dice":
        die = Part(symbol="istanbul-small-die", x=x, y=y, scale=scale)
        inside = Part(
            symbol="istanbul-card", x=x + size // 5, y=y + size // 8, scale=scale * 3 // 5
        )
        return [die, inside]
    tone = "#256a6b" if kind == "tile" else ""
    return [Part(symbol=_picture(kind), x=x, y=y, scale=scale, colour=tone)]
