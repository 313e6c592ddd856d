"""What a player has: the hold, the board with its outposts, tiles won, and cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ledger.sdk.scene import Face, Part, SceneBuilder

from ..tones import CUBES, DARK
from ..view import Card, Seat, View
from . import faces
from .faces import BIG, CARD_HEIGHT, CARD_WIDTH, POST
from .offers import NOTHING, put_card
from .words import Words, tile_words

COLUMNS = 8
"""The number of spaces in each of a hold's two rows."""
HOLD_WIDTH, HOLD_HEIGHT, RIM = 296, 76, 4
PITCH = 30
"""The distance from one outpost on a player's board to the next."""


class Board(NamedTuple):
    """A player's board without outposts: its face, and its number of columns."""

    face: str
    how: Face
    columns: int


COUNTER = Face(w=60, h=16, label=(44, 12, 13))
HOLD = Face(
    w=HOLD_WIDTH,
    h=HOLD_HEIGHT,
    parts=(
        Part(symbol="century-hold"),
        *(
            Part(symbol="century-place", x=RIM + 2 + n % COLUMNS * BIG, y=4 + n // COLUMNS * BIG)
            for n in range(2 * COLUMNS)
        ),
    ),
)


def lay(view: View, builder: SceneBuilder, words: Words) -> None:
    """Put everything that the players have on the table."""
    spices = {c.symbol: c.spice for c in view.cells if c.symbol}
    rows = tuple([(x, mark, spices.get(x, "")) for x, mark in view.marks.items()])
    board = _board(rows, view.values)
    for seat in view.seats:
        cards = _Cards(view, seat, builder, words)
        _hold(view, seat, builder, words)
        cards.lay_hand()
        _outposts(seat, builder, words, board)
        _won(seat, builder, words)
        cards.lay_used()


def _hold(view: View, seat: Seat, builder: SceneBuilder, words: Words) -> None:
    n = seat.seat
    said = words.phrases
    region = builder.region(
        "hold", "board", HOLD_WIDTH, HOLD_HEIGHT, owner=n, ground=HOLD, title=said.hold, brief=True
    )
    count = sum(seat.hold.values())
    builder.put(
        f"counter-{n}",
        "counter",
        COUNTER,
        region,
        x=HOLD_WIDTH - 66,
        y=-17,
        text=f"{count} / {seat.limit}",
        say=said.limit.format(count=count, limit=seat.limit),
    )
    for colour, k, x, y in places_in_hold(seat.hold, tuple(view.letters)):
        face, how, said_cube = faces.cube(words, colour, BIG)
        builder.put(
            f"hold-{n}-{colour}-{k}",
            face,
            how,
            region,
            x=x,
            y=y,
            i=k,
            same=f"cube-{colour}",
            value=colour,
            say=said_cube,
        )


def places_in_hold(
    hold: Mapping[str, int], order: Sequence[str]
) -> Iterator[tuple[str, int, int, int]]:
    """Yield each cube's colour, number and position.

    Every colour has a corner of its own, so that nothing moves when cubes of other colours come and
    go. If a row is too short for that, the cubes follow one another through both rows.
    """
    have = [hold.get(colour, 0) for colour in order]
    cornered = sum(have[:2]) <= COLUMNS and sum(have[2:]) <= COLUMNS
    per = max(COLUMNS, -(-sum(have) // 2))
    pitch = min(BIG, (HOLD_WIDTH - 2 * RIM - BIG) // (per - 1))
    at = 0
    for corner, (colour, n) in enumerate(zip(order, have, strict=True)):
        for k in range(n):
            row, column = divmod(at, per)
            if cornered:
                row, column = corner // 2, COLUMNS - 1 - k if corner % 2 else k
            yield colour, k, RIM + column * pitch, 2 + row * BIG
            at += 1


def _outposts(seat: Seat, builder: SceneBuilder, words: Words, board: Board) -> None:
    n, (face, ground, columns) = seat.seat, board
    title, w, h = words.phrases.outposts, ground.w, ground.h
    region = builder.region(
        "outposts", "board", w, h, owner=n, ground=NOTHING, title=title, breaks=True
    )
    builder.put(f"{face}-{n}", face, ground, region, layer=-1)
    how, same = faces.outpost(n), f"post-{n}"
    say = words.phrases.outpost.format(name=builder.name(n))
    for row, (symbol, built) in enumerate(seat.outposts.items()):
        for column in range(built, columns):
            builder.put(
                f"post-{n}-{symbol}-{column}",
                same,
                how,
                region,
                x=(column + 1) * PITCH,
                y=row * PITCH,
                same=same,
                say=say,
            )


@lru_cache(maxsize=256)
def _board(rows: tuple[tuple[str, str, str], ...], values: tuple[int, ...]) -> Board:
    """Return the players' board: a row for each symbol, with points below the outposts."""
    parts: list[Part] = []
    for row, (symbol, mark, spice) in enumerate(rows):
        y = row * PITCH
        parts += faces.symbol_parts(symbol, mark, spice, 2, y + 2)
        for column, value in enumerate(values, 1):
            x = column * PITCH
            parts.append(Part(symbol="century-value", x=x, y=y, colour=CUBES.get(spice, DARK)))
            text = Part(text=str(value), x=x + 14, y=y + 19, size=14, bold=True, colour=DARK)
            parts.append(text)
    wide = PITCH * len(values) + POST + 2
    ground = Face(w=wide, h=PITCH * len(rows), parts=tuple(parts))
    return Board("-".join(("board", *(spice for _, _, spice in rows))), ground, len(values))


def _won(seat: Seat, builder: SceneBuilder, words: Words) -> None:
    n, said = seat.seat, words.phrases
    region = builder.region(
        "won",
        "grid",
        faces.WON_WIDTH,
        faces.WON_HEIGHT,
        owner=n,
        cols=3,
        room=6,
        gap=2,
        title=said.won,
        brief=True,
    )
    for i, x in enumerate(seat.tiles):
        id, same, face, how, say = str(i), "vp-back", "won-back", faces.TILE_BACK, said.hidden_tile
        if x is not None:
            id, same, face, how = x.id, f"vp-{x.id}", f"won-{x.points}", faces.won_tile(x.points)
            say = tile_words(words, x.points, tuple(x.cost.items()))
        builder.put(f"won-{n}-{id}", face, how, region, i=i, same=same, say=say)
    points = said.bonus_points
    own = [("move", k, 0, said.move) for k in range(seat.moves)]
    own += [("hold", k, 0, said.room) for k in range(seat.holds)]
    own += [("vp", k, p, points.format(points=p)) for k, p in enumerate(seat.bonus)]
    for i, (kind, k, p, say) in enumerate(own, len(seat.tiles)):
        same = f"bonus-{kind}-{p}" if kind == "vp" else f"bonus-{kind}"
        how = faces.bonus_tile(kind, p, faces.WON_WIDTH)
        builder.put(f"{same}-{k}-{n}", f"own-{same}", how, region, i=i, same=same, say=say)


class _Cards:
    """Puts a player's cards on the table, face up where the viewer knows them."""

    def __init__(self, view: View, seat: Seat, builder: SceneBuilder, words: Words) -> None:
        self.own = view.viewer in (None, seat.seat)
        self.seat, self.builder, self.words = seat, builder, words

    def lay_hand(self) -> None:
        """Lay out the hand and, for other players, the cards that may be in it."""
        seat, said = self.seat, self.words.phrases
        self._lay("hand", said.hand, seat.hand, seat.hand_size, room=5 if self.own else 3)
        if not self.own:
            self._lay("either", said.either, seat.either, room=3)

    def lay_used(self) -> None:
        """Lay out the cards that will come back with a rest."""
        seat, said = self.seat, self.words.phrases
        self._lay("played", said.played, seat.played, room=3 if self.own else 2)
        self._lay("discard", said.discard, seat.discard, seat.discard_size)

    def _lay(
        self, name: str, title: str, cards: tuple[Card, ...], size: int = 0, room: int = 1
    ) -> None:
        builder, seat = self.builder, self.seat.seat
        region = builder.region(
            name,
            "row",
            CARD_WIDTH,
            CARD_HEIGHT,
            owner=seat,
            room=room,
            gap=3,
            title=title,
            breaks=name in ("hand", "played"),
        )
        for i, x in enumerate(cards):
            put_card(builder, self.words, x, f"card-{x.id}-{seat}", region, i)
        back, say = faces.BACK, self.words.phrases.hidden_card
        for i in range(len(cards), size):
            builder.put(f"{name}-{seat}-{i}", "back", back, region, i=i, same="back", say=say)
