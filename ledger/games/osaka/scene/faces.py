"""The faces of ships, cards, tokens and pieces.

The symbol `osaka-ship` has the id `s-osaka-ship` in `skin.svg`.
"""

from __future__ import annotations

from functools import cache

from ledger.sdk.scene import Face, Part, seat_tone

from ..setup import Place
from ..tones import GOODS, OTHERS, SEAT_TONES, Tone

COLUMN, BOARD_HEIGHT = 106, 250
"""The size of one space on the route."""
SHIP_WIDTH, SHIP_HEIGHT = 68, 50
CARD_WIDTH, CARD_HEIGHT = 58, 84
GOOD_WIDTH, GOOD_HEIGHT = 44, 58
BACK_WIDTH, BACK_HEIGHT = 30, 44
TOKEN = 21, 28
INK = "#2c2620"
PILE = Face(
    w=CARD_WIDTH,
    h=CARD_HEIGHT,
    parts=(Part(symbol="osaka-stack"), Part(symbol="osaka-back")),
    label=(29, 47, 14),
    ink="#1f4468",
)
DISCARD = Face(
    w=CARD_WIDTH, h=CARD_HEIGHT, parts=(Part(symbol="osaka-discard"),), label=(29, 48, 18), ink=INK
)
NO_CARD = Face(w=CARD_WIDTH, h=CARD_HEIGHT, parts=(Part(symbol="osaka-no-card"),))
BACK = Face(
    w=BACK_WIDTH,
    h=BACK_HEIGHT,
    parts=(Part(symbol="osaka-back", scale=520), Part(symbol="osaka-mark", scale=520)),
)
COUNT = Face(w=42, h=28, parts=(Part(symbol="osaka-count"),), label=(31, 19, 14), ink=INK)
COINS = Face(w=52, h=28, parts=(Part(symbol="osaka-coins"),), label=(36, 19, 14), ink=INK)
PRICE = Face(
    w=CARD_WIDTH, h=CARD_HEIGHT, parts=(Part(symbol="osaka-price"),), label=(29, 69, 18), ink=INK
)
HOME = Face(w=128, h=28, parts=(Part(symbol="osaka-home"),))
WORTH = Face(w=40, h=17, parts=(Part(symbol="osaka-worth"),), label=(20, 13, 11), ink="#fff6dc")


@cache
def tones(colours: tuple[str, ...]) -> dict[str, Tone]:
    """Return the tones of a box's colours; spare tones go to those only a custom box has."""
    others = [colour for colour in colours if colour not in GOODS]
    more = {colour: OTHERS[i % len(OTHERS)] for i, colour in enumerate(others)}
    return {colour: GOODS.get(colour) or more[colour] for colour in colours}


@cache
def sea(route: tuple[Place, ...]) -> Face:
    """Draw the route; neighbouring spaces with the same name share one label."""
    parts = [Part(symbol=f"osaka-{p.kind}", x=i * COLUMN) for i, p in enumerate(route)]
    parts += [Part(symbol="osaka-line", x=i * COLUMN) for i in range(1, len(route))]
    start = 0
    for i, place in enumerate(route):
        if i + 1 < len(route) and route[i + 1].name == place.name:
            continue
        room = (i + 1 - start) * COLUMN
        name = place.name if len(place.name) * 11 <= room else f"{place.name[: room // 11 - 1]}…"
        middle = start * COLUMN + room // 2
        parts.append(Part(text=name, x=middle, y=243, size=19, bold=True, colour="#fdf0d8"))
        start = i + 1
    return Face(w=COLUMN * len(route), h=BOARD_HEIGHT, parts=tuple(parts))


@cache
def ship(tone: Tone, letter: str, sinking: bool) -> Face:
    """Draw a ship, either under sail or sinking."""
    sign = Part(text=letter, x=34, y=26, size=20, bold=True, colour=tone.line)
    ship: tuple[Part, ...] = (Part(symbol="osaka-ship", colour=tone.area), sign)
    if sinking:
        ship = (
            Part(symbol="osaka-ship", colour=tone.area, x=10, y=-4, turned=16),
            Part(text=letter, x=38, y=31, size=20, bold=True, colour=tone.line),
            Part(symbol="osaka-foam"),
        )
    return Face(w=SHIP_WIDTH, h=SHIP_HEIGHT, parts=ship)


@cache
def card(tone: Tone, letter: str, card: str, icons: int) -> Face:
    """Draw a card with the key facts on its left edge, which stays visible when cards overlap."""
    value = card.removeprefix(letter)
    size = 22 if len(value) == 1 else 15
    at = [30, 47][:icons] if icons < 3 else [30]
    umbrellas = [Part(symbol="osaka-umbrella", x=5, y=y, colour=tone.ink) for y in at]
    if icons > 2:
        umbrellas.append(Part(text=f"×{icons}", x=12, y=58, size=12, bold=True, colour=tone.ink))
    return Face(
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        parts=(
            Part(symbol="osaka-card"),
            Part(symbol="osaka-band", colour=tone.area),
            Part(symbol=tone.good, x=28, y=28, scale=900, colour=tone.area),
            Part(symbol="osaka-edge", colour=tone.line),
            Part(text=value, x=12, y=23, size=size, bold=True, colour=tone.ink),
            *umbrellas,
            Part(text=letter, x=12, y=78, size=13, bold=True, colour=tone.ink),
        ),
    )


@cache
def good(tone: Tone, letter: str, card: str) -> Face:
    """Draw a goods card."""
    value = card.removeprefix(letter)
    size = 17 if len(value) == 1 else 12
    return Face(
        w=GOOD_WIDTH,
        h=GOOD_HEIGHT,
        parts=(
            Part(symbol="osaka-good"),
            Part(symbol="osaka-good-band", colour=tone.area),
            Part(symbol=tone.good, x=21, y=18, scale=700, colour=tone.area),
            Part(symbol="osaka-good-edge", colour=tone.line),
            Part(text=value, x=10, y=19, size=size, bold=True, colour=tone.ink),
            Part(text=letter, x=10, y=36, size=12, bold=True, colour=tone.ink),
        ),
    )


@cache
def insured(tone: Tone, letter: str, card: str) -> Face:
    """Draw a goods card turned on its side; the text stays upright."""
    value = card.removeprefix(letter)
    size = 17 if len(value) == 1 else 12
    return Face(
        w=GOOD_WIDTH,
        h=GOOD_HEIGHT,
        parts=(
            _lying("osaka-good", ""),
            _lying("osaka-good-band", tone.area),
            Part(symbol=tone.good, x=16, y=28, scale=600, colour=tone.area),
            _lying("osaka-good-edge", tone.line),
            Part(text=value, x=9, y=25, size=size, bold=True, colour=tone.ink),
            Part(text=letter, x=24, y=23, size=12, bold=True, colour=tone.ink),
            Part(symbol="osaka-umbrella", x=33, y=12, colour=tone.ink),
        ),
    )


def _lying(symbol: str, colour: str) -> Part:
    return Part(symbol=symbol, x=50, y=10, scale=862, turned=90, colour=colour)


@cache
def place_of_goods(tone: Tone, letter: str) -> Face:
    """Draw an empty space for goods of a colour."""
    place = Part(symbol="osaka-place", colour=tone.area)
    sign = Part(text=letter, x=11, y=34, size=15, bold=True)  # dark on light, light on dark
    good = Part(symbol=tone.good, x=19, y=18, scale=740, colour=tone.area)
    return Face(w=GOOD_WIDTH, h=GOOD_HEIGHT, parts=(place, sign, good))


@cache
def places_of_tokens(count: int) -> Face:
    """Draw a space for each token needed to end the game."""
    empty = tuple(Part(symbol="osaka-empty", x=i * 23) for i in range(count))
    return Face(w=23 * count, h=28, parts=empty)


@cache
def token(tone: Tone, letter: str) -> Face:
    """Draw a token."""
    wide, high = TOKEN
    return Face(
        w=wide,
        h=high,
        parts=(
            Part(symbol="osaka-token", y=4, scale=wide * 25, colour=tone.area),
            Part(text=letter, x=wide // 2, y=18, size=12, bold=True, colour=tone.ink),
        ),
    )


@cache
def piece(seat: int) -> Face:
    """Draw a player's reservation piece."""
    tone = seat_tone(seat, SEAT_TONES)
    number = Part(text=str(seat), x=14, y=17, size=14, bold=True, colour="#1f1812")
    return Face(w=28, h=28, parts=(Part(symbol="osaka-piece", colour=tone), number))
