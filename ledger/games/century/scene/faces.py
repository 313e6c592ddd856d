"""How the pieces look: wood, cards and tiles, put together from the symbols of the skin."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ledger.sdk.scene import Face, Part, seat_tone

from ..tones import CUBES, DARK, LIGHT, SEAT_TONES
from .words import Amounts, Names, Words, card_words, tile_words

CUBE, POST, SHIP = 24, 28, 40
"""The sizes at which the symbols are drawn."""
CARD_WIDTH, CARD_HEIGHT = 56, 88
TILE_WIDTH, TILE_HEIGHT = 112, 56
WON_WIDTH, WON_HEIGHT, DECK_HEIGHT = 36, 44, 57
BONUS = 44
SET_WIDTH, SET_HEIGHT = 38, 44
BIG, SMALL = 36, 18
"""The sizes of a cube in a hold and of a cube on a card."""
ICONS = frozenset(("ginger", "chili", "tea", "cloves"))
"""The market symbols that the skin has a picture of."""
GAIN, TRADE, UPGRADE = "#fbe7a8", "#f6ead0", "#d8e6f6"
MOVE, ROOM, STAR = "#2f78a3", "#8a5a30", "#4b6b3f"
MOST = 6
"""The most cubes drawn individually; if there are more, each colour is counted."""


class Look(NamedTuple):
    """A face with its id, and its description in words."""

    face: str
    how: Face
    say: str


BACK = Face(w=CARD_WIDTH, h=CARD_HEIGHT, parts=(Part(symbol="century-back"),))
DECK = Face(
    w=WON_WIDTH,
    h=DECK_HEIGHT,
    parts=(Part(symbol="century-back", scale=643), Part(symbol="century-count", x=5, y=38)),
    label=(17, 51, 13),
    ink=LIGHT,
)
TILE_BACK = Face(
    w=WON_WIDTH,
    h=WON_HEIGHT,
    parts=(Part(symbol="century-won-back"),),
    label=(17, 41, 13),
    ink=DARK,
)
CLOSED = Face(w=TILE_WIDTH, h=TILE_HEIGHT, parts=(Part(symbol="century-closed"),))


def ink_on(colour: str) -> str:
    """Return the colour for the letter on a cube."""
    return DARK if colour == "yellow" or colour not in CUBES else LIGHT


def cube_parts(colour: str, text: str, x: int, y: int, size: int) -> tuple[Part, Part]:
    """Return the parts of a cube with its letter, `size` wide."""
    letter = size * (75, 56, 42)[min(len(text), 3) - 1] // 100
    tone = CUBES.get(colour, LIGHT)
    foot = y + (size * 48 + letter * 37) // 100
    return (
        Part(symbol="century-cube", x=x, y=y, scale=size * 1000 // CUBE, colour=tone),
        Part(
            text=text, x=x + size * 48 // 100, y=foot, size=letter, bold=True, colour=ink_on(colour)
        ),
    )


def signs_of(letters: Names, cubes: Amounts) -> list[tuple[str, str]]:
    """Return the colour and the text of each cube to draw for these amounts."""
    named = dict(letters)
    many = sum(n for _, n in cubes) > MOST
    out = []
    for colour, n in cubes:
        letter = named.get(colour, "?")
        out += [(colour, f"{n}{letter}")] if many else [(colour, letter)] * n
    return out


def cube_rows(
    letters: Names, cubes: Amounts, x: int, y: int, width: int, size: int, per: int
) -> Iterator[Part]:
    """Yield cubes in rows of `per`, centred in the width and overlapping if there are too many."""
    signs = signs_of(letters, cubes)
    for start in range(0, len(signs), per):
        row = signs[start : start + per]
        pitch = size if len(row) < 2 else min(size, (width - size) // (len(row) - 1))
        left = x + (width - pitch * (len(row) - 1) - size) // 2
        for n, (colour, text) in enumerate(row):
            yield from cube_parts(colour, text, left + n * pitch, y + start // per * size, size)


def rows_of(cubes: Amounts, per: int) -> int:
    """Return how many rows these cubes take."""
    total = sum(n for _, n in cubes)
    return -(-(len(cubes) if total > MOST else total) // per)


@lru_cache(maxsize=256)
def cube(words: Words, colour: str, size: int) -> Look:
    """Return a wooden cube."""
    letter = dict(words.letters).get(colour, "?")
    parts = cube_parts(colour, letter, 1, 1, size - 2)
    say = words.phrases.cube.format(colour=words.names.get(colour, colour))
    return Look(f"cube-{colour}-{size}", Face(w=size, h=size, parts=parts), say)


@lru_cache(maxsize=2048)
def card(words: Words, id: str, give: Amounts, get: Amounts, steps: int) -> Look:
    """Return a merchant card, with what it takes above the arrow and what it gives below it."""
    letters = words.letters
    size, per = 17, 3
    tone = UPGRADE if steps else TRADE if give else GAIN
    parts = [Part(symbol="century-card", colour=tone)]
    if steps:
        parts += _upgrades(steps)
    else:
        rows = rows_of(give, per) + rows_of(get, per)
        gap = 14 if give else 0
        y = (CARD_HEIGHT - 3 - rows * size - gap) // 2
        parts += cube_rows(letters, give, 2, y, 52, size, per)
        if give:
            y += rows_of(give, per) * size
            parts.append(Part(symbol="century-arrow", x=21, y=y + 3))
        parts += cube_rows(letters, get, 2, y + gap, 52, size, per)
    if id != _plain_name(letters, give, get, steps):
        parts.append(Part(text=id[:7], x=27, y=83, size=11, colour=DARK))
    how = Face(w=CARD_WIDTH, h=CARD_HEIGHT, parts=tuple(parts))
    return Look(f"card-{id}", how, card_words(words, id, give, get, steps))


def _upgrades(steps: int) -> Iterator[Part]:
    """Yield an arrow for each step, or a single arrow with the number of steps."""
    shown = steps if steps <= MOST else 1
    size = 24 if shown < 4 else 20
    high = -(-shown // 2) * (size + 2)
    for n in range(shown):
        alone = n == shown - 1 and shown % 2
        x = (54 - size) // 2 if alone else 27 - size - 1 + n % 2 * (size + 2)
        y = (68 - high) // 2 + n // 2 * (size + 2)
        yield Part(symbol="century-upgrade", x=x, y=y, scale=size * 1000 // CUBE)
    yield Part(text=f"+{steps}", x=27, y=82, size=15, bold=True, colour=DARK)


def _plain_name(letters: Names, give: Amounts, get: Amounts, steps: int) -> str:
    """Return the name a card would have if it were named after what it does."""
    named = dict(letters)
    sides = ("".join(named.get(k, "?") * n for k, n in side) for side in (give, get) if side)
    return f"UP{steps}" if steps else "-".join(sides)


@lru_cache(maxsize=1024)
def tile(words: Words, id: str, points: int, cost: Amounts) -> Look:
    """Return a VP tile as shown on a port."""
    size, rows = 24, rows_of(cost, 3)
    y = (TILE_HEIGHT - rows * size) // 2
    parts = (
        Part(symbol="century-vp"),
        Part(text=str(points), x=18, y=36, size=24 if points < 100 else 17, bold=True, colour=DARK),
        *cube_rows(words.letters, cost, 36, y, 73, size, 3),
    )
    how = Face(w=TILE_WIDTH, h=TILE_HEIGHT, parts=parts)
    return Look(f"vp-{id}", how, tile_words(words, points, cost))


@lru_cache(maxsize=256)
def won_tile(points: int) -> Face:
    """Return a VP tile as shown in front of a player."""
    parts = (
        Part(symbol="century-won"),
        Part(text=str(points), x=17, y=22, size=18, bold=True, colour=DARK),
        Part(symbol="century-star", x=10, y=25, scale=700),
    )
    return Face(w=WON_WIDTH, h=WON_HEIGHT, parts=parts)


@lru_cache(maxsize=256)
def bonus_tile(kind: str, points: int = 0, size: int = BONUS) -> Face:
    """Return a bonus tile; its points are on the left, where they stay visible in a pile."""
    scale = size * 1000 // BONUS
    tone = {"move": MOVE, "hold": ROOM}.get(kind, STAR)
    parts = [Part(symbol="century-bonus", scale=scale, colour=tone)]
    if kind == "vp":
        parts.append(
            Part(symbol="century-star", x=size // 2, y=size // 2 - 2, scale=scale * 9 // 10)
        )
        x, y, letters = size * 27 // 100, size * 45 // 100, size * 40 // 100
        parts.append(Part(text=str(points), x=x, y=y, size=letters, bold=True, colour=LIGHT))
    else:
        parts.append(Part(symbol=f"century-{'room' if kind == 'hold' else 'move'}", scale=scale))
    return Face(w=size, h=size, parts=tuple(parts))


@lru_cache(maxsize=8)
def bonus_pile(kind: str) -> Face:
    """Return a pile of bonus tiles, with space for a count."""
    count = Part(symbol="century-count", x=19, y=29)
    parts = (*bonus_tile(kind).parts, count)
    return Face(w=BONUS, h=BONUS, parts=parts, label=(31, 42, 13), ink=LIGHT)


@lru_cache(maxsize=256)
def starting_set(words: Words, id: str, cubes: Amounts) -> Look:
    """Return a set of starting cubes on its card."""
    y = (SET_HEIGHT - 1 - rows_of(cubes, 2) * 17) // 2
    parts = (
        Part(symbol="century-set", scale=SET_WIDTH * 1000 // 38),
        *cube_rows(words.letters, cubes, 1, y, 35, 17, 2),
    )
    how = Face(w=SET_WIDTH, h=SET_HEIGHT, parts=parts)
    return Look(f"set-{id}", how, words.phrases.start.format(cubes=words.cubes(cubes)))


@lru_cache(maxsize=64)
def ship(seat: int) -> Face:
    """Return a ship with its seat number on the sail."""
    number = Part(text=str(seat), x=20, y=21, size=18, bold=True, colour=DARK)
    parts = (Part(symbol="century-ship", colour=seat_tone(seat, SEAT_TONES)), number)
    return Face(w=SHIP, h=SHIP, parts=parts)


@lru_cache(maxsize=64)
def outpost(seat: int) -> Face:
    """Return an outpost with its seat number."""
    number = Part(text=str(seat), x=14, y=24, size=18, bold=True, colour=DARK)
    parts = (Part(symbol="century-post", colour=seat_tone(seat, SEAT_TONES)), number)
    return Face(w=POST, h=POST, parts=parts)


def symbol_parts(symbol: str, mark: str, spice: str, x: int, y: int) -> Iterator[Part]:
    """Yield a market symbol on a disc of its colour: its picture, or its letter if it has none."""
    yield Part(symbol="century-disc", x=x, y=y, colour=CUBES.get(spice, "#8a7a62"))
    if symbol in ICONS:
        yield Part(symbol=f"century-{symbol}", x=x, y=y)
    else:
        ink = ink_on(spice) if spice else LIGHT
        yield Part(text=mark, x=x + 12, y=y + 18, size=17, bold=True, colour=ink)
