"""Fens: lay tiles with lakes and dykes, and set keepers on them.

FEN-01 The tiles: There are 46 tiles with lakes, dykes, mills and meadows. One of them is on the
table, and all others are face down.

FEN-02 A turn: Seat 1 begins, and play goes clockwise. In turn, a tile is drawn, for all to see.

FEN-03 Laying: Lay the tile beside one that is there, turned as you like. Wherever it touches
another tile, both sides have to show the same: lake, dyke or meadow.

FEN-04 What fits nowhere: A tile that can't be laid anywhere is put aside, and another one drawn.

FEN-05 Keepers: Everybody has six keepers. When you have laid a tile, you may set one on a lake, a
dyke or the mill on it, unless there is a keeper somewhere on the same lake or dyke.

FEN-06 Complete: A lake is complete when there is shore all around it, a dyke when it has two ends
or goes in a circle, and a mill when there are tiles on all eight places around it.

FEN-07 Points: Whoever has the most keepers on what is complete scores: 2 points for each tile of a
lake, 1 for each tile of a dyke, and 9 for a mill. If several have as many, they all score.

FEN-08 Back home: When something is complete, all keepers on it go back to their owners.

FEN-09 The end: When no tile is left, whatever has keepers and isn't complete scores 1 point for
each tile; for a mill, that is its own tile and those around it.

FEN-10 The winner: The most points win.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, ClassVar, NamedTuple

from ledger.sdk import (
    Above0,
    Boxes,
    Command,
    Corrections,
    Decision,
    Ending,
    Event,
    Folds,
    Game,
    Meta,
    NotEmpty,
    NotNegative,
    Opening,
    Pictures,
    Pile,
    PlainSetup,
    Questions,
    Rules,
    SeatEvent,
    SeatView,
    Sourced,
    TableView,
    Titled,
    Words,
    at_most,
    chosen_from,
    computed,
    longest,
    move,
    next_seat,
    one_of,
    plural,
    require,
    resource,
    rule,
)
from ledger.sdk.kit import Rater, tally

from .scene import ASKS, scene

SIDES = "NESW"
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
Board = dict[str, tuple[str, int]]
"""The tile on each place, and how many quarters it is turned clockwise."""


class Tiles(Sourced):
    start: str
    copies: Annotated[NotEmpty[dict[str, Annotated[Above0, at_most(50)]]], longest(40)]
    parts: dict[str, tuple[str, ...]]


class Points(Sourced):
    lake: NotNegative
    dyke: NotNegative
    mill: NotNegative
    unfinished: NotNegative


class Keepers(Sourced):
    each: Above0


class Box(Titled):
    tiles: Tiles
    points: Points
    keepers: Keepers


# --- places and tiles


@cache
def place(x: int, y: int) -> str:
    """Return the name of a place, by its steps to the east and to the north: `N1W2`."""
    return f"{'N' if y >= 0 else 'S'}{abs(y)}{'E' if x >= 0 else 'W'}{abs(x)}"


START = place(0, 0)


@cache
def steps_to(name: str) -> tuple[int, int]:
    """Return how far to the east and to the north a place is."""
    north, y, east, x = re.fullmatch(r"([NS])(\d+)([EW])(\d+)", name).groups()  # type: ignore[union-attr]
    return int(x) if east == "E" else -int(x), int(y) if north == "N" else -int(y)


@cache
def beside(name: str) -> dict[str, str]:
    """Return the places on the four sides of a place."""
    x, y = steps_to(name)
    return {side: place(x + i, y + j) for side, (i, j) in STEPS.items()}


@cache
def nine(name: str) -> tuple[str, ...]:
    """Return a place and the eight around it."""
    x, y = steps_to(name)
    return tuple(place(i, j) for i in range(x - 1, x + 2) for j in range(y - 1, y + 2))


def opposite(side: str) -> str:
    return SIDES[SIDES.index(side) - 2]


def turned_part(part: str, quarters: int) -> str:
    """Return the name of a part of a tile that is turned: of `lake NE`, `lake-ES`."""
    kind, _, sides = part.partition(" ")
    there = {SIDES[(SIDES.index(side) + quarters) % 4] for side in sides}
    return "-".join(filter(None, (kind, "".join(side for side in SIDES if side in there))))


class Setup(PlainSetup):
    """`parts` has what is on each tile by quarters, and `turns` the quarters that differ."""

    def __init__(self, box: Box, players: int, options: object) -> None:
        super().__init__(box, players, options)
        self.parts = {
            (tile, k): tuple(turned_part(part, k) for part in parts)
            for tile, parts in box.tiles.parts.items()
            for k in range(len(SIDES))
        }
        self.turns = {
            tile: list({frozenset(self.parts[tile, k]): k for k in (3, 2, 1, 0)}.values())[::-1]
            for tile in box.tiles.parts
        }


@dataclass(slots=True)
class Player:
    """`keepers` has the part that each keeper is on, by place."""

    points: Annotated[int, resource("points", is_score=True)] = 0
    keepers: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class State:
    """`tile` was drawn and isn't laid yet; `laid` is the place of the one that was laid last."""

    setup: Setup
    players: list[Player]
    pile: Pile
    board: Board
    tile: str = ""
    laid: str = ""
    aside: list[str] = field(default_factory=list)
    phase: str = "lay"
    active: int = 0
    turn: int = 0
    over: bool = False


class Area(NamedTuple):
    """A lake, a dyke or a mill, as far as it reaches: its parts by place, and its tiles."""

    kind: str
    parts: set[tuple[str, str]]
    tiles: set[str]
    complete: bool

    def points(self, points: Points) -> int:
        """FEN-07, FEN-09."""
        each = getattr(points, self.kind) if self.complete else points.unfinished
        return int(each * len(self.tiles))


def part_at(setup: Setup, board: Board, name: str, side: str) -> str:
    """Return the part on one side of a tile; "" is meadow."""
    return next((x for x in setup.parts[board[name]] if side in x.partition("-")[2]), "")


def area(setup: Setup, board: Board, name: str, part: str) -> Area:
    """FEN-06: return the area that a part belongs to."""
    kind = part.partition("-")[0]
    if kind == "mill":
        tiles = {x for x in nine(name) if x in board}
        return Area(kind, {(name, part)}, tiles, complete=len(tiles) == 9)
    parts, complete = [(name, part)], True
    for here, x in parts:
        for side in x.partition("-")[2]:
            there = beside(here)[side]
            complete = complete and there in board
            if there in board:
                other = there, part_at(setup, board, there, opposite(side))
                parts += [other] if other not in parts else []
    return Area(kind, set(parts), {there for there, _ in parts}, complete)


def fits(s: State, name: str, quarters: int) -> bool:
    """FEN-03."""
    alone = {name: (s.tile, quarters)}
    return all(
        part_at(s.setup, alone, name, side).partition("-")[0]
        == part_at(s.setup, s.board, there, opposite(side)).partition("-")[0]
        for side, there in beside(name).items()
        if there in s.board
    )


def turns(s: State, name: str) -> list[int]:
    """Return how the tile can be turned at a place."""
    return [k for k in s.setup.turns[s.tile] if fits(s, name, k)] if s.tile else []


def places(s: State) -> list[str]:
    """FEN-03: return where the tile can be laid."""
    edge = dict.fromkeys(there for here in s.board for there in beside(here).values())
    return [name for name in edge if name not in s.board and turns(s, name)]


def keepers_on(s: State, found: Area) -> list[tuple[int, str]]:
    """Return the seats and places of the keepers in an area."""
    return [
        (seat, name)
        for seat, p in enumerate(s.players, 1)
        for name, part in p.keepers.items()
        if (name, part) in found.parts
    ]


def free_parts(s: State) -> list[str]:
    """FEN-05: return the parts of the tile just laid where a keeper can be set."""
    parts = s.setup.parts[s.board[s.laid]]
    return [x for x in parts if not keepers_on(s, area(s.setup, s.board, s.laid, x))]


# --- moves and events


class Lay(Command):
    """Lay the tile, turned clockwise by some quarters."""

    place: Annotated[str, one_of(lambda s, x: places(s)), chosen_from("land")]
    quarters: Annotated[int, one_of(lambda s, x: turns(s, x.place)), chosen_from("tile")]


class Keep(Command):
    """Set a keeper on a part of the tile."""

    part: Annotated[str, one_of(lambda s, x: free_parts(s)), chosen_from("tile")]


class Leave(Command):
    """Set no keeper."""


class Turned(SeatEvent):
    """A player's turn begins."""

    seat: Annotated[int, rule("FEN-02")]


class Drew(SeatEvent):
    """The next tile is drawn, for all to see."""

    seat: Annotated[int, rule("FEN-02")]
    tile: Annotated[str, rule("FEN-02", chance="tile")]
    says = "{name} draws {tile}"


class PutAside(Event):
    """A tile fits nowhere."""

    tile: Annotated[str, rule("FEN-04")]
    says = "{tile} fits nowhere, and is put aside"


class Laid(SeatEvent):
    """A tile is laid."""

    tile: Annotated[str, rule("FEN-02")]
    place: Annotated[str, rule("FEN-03")]
    quarters: Annotated[int, rule("FEN-03")]
    says = "{name} lays {tile} at {place}"


class Kept(SeatEvent):
    """A keeper is set."""

    part: Annotated[str, rule("FEN-05")]
    says = "{name} sets a keeper on {part}"


class Left(SeatEvent):
    """No keeper is set."""

    seat: Annotated[int, rule("FEN-05")]
    says = "{name} sets no keeper"


class Scored(SeatEvent):
    """A player scores for a lake, a dyke or a mill."""

    seat: Annotated[int, rule("FEN-07")]
    kind: Annotated[str, rule("FEN-06")]
    points: Annotated[int, rule("FEN-07")]
    says = plural("{name} scores {points} (point|points) for a {kind}")


class WentHome(SeatEvent):
    """A keeper goes back to its owner."""

    seat: Annotated[int, rule("FEN-08")]
    place: Annotated[str, rule("FEN-08")]
    says = "{name}'s keeper at {place} goes home"


FOLDS = Folds[State]()


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active, s.phase = x.seat, "lay"
    s.turn += 1


@FOLDS.on(Drew)
def drew(s: State, x: Drew) -> None:
    s.pile.take(x.tile)
    s.tile = x.tile


@FOLDS.on(PutAside)
def put_aside(s: State, x: PutAside) -> None:
    s.aside.append(x.tile)
    s.tile = ""


@FOLDS.on(Laid)
def laid(s: State, x: Laid) -> None:
    s.board[x.place] = x.tile, x.quarters
    s.tile, s.laid = "", x.place
    has_keepers = len(s.players[x.seat - 1].keepers) < s.setup.box.keepers.each
    s.phase = "keep" if has_keepers and free_parts(s) else "lay"


@FOLDS.on(Kept)
def kept(s: State, x: Kept) -> None:
    s.players[x.seat - 1].keepers[s.laid] = x.part
    s.phase = "lay"


@FOLDS.on(Left)
def left(s: State, x: Left) -> None:
    s.phase = "lay"


@FOLDS.on(Scored)
def scored(s: State, x: Scored) -> None:
    s.players[x.seat - 1].points += x.points


@FOLDS.on(WentHome)
def went_home(s: State, x: WentHome) -> None:
    del s.players[x.seat - 1].keepers[x.place]


def start(setup: Setup) -> State:
    tiles = setup.box.tiles
    pile = Pile.of(Counter(tiles.copies) - Counter([tiles.start]))
    return State(setup, [Player() for _ in range(setup.players)], pile, {START: (tiles.start, 0)})


def next_turn(d: Decision[State], seat: int) -> None:
    """FEN-02, FEN-04, FEN-09: draw until a tile can be laid, or end the game."""
    s = d.state
    if s.pile.size:
        d.emit(Turned(seat=seat))
    while s.pile.size:
        (tile,) = d.seen(s.pile, 1, "tile", rule="FEN-02", seat=seat)
        d.emit(Drew(seat=seat, tile=tile))
        if places(s):
            return
        d.emit(PutAside(tile=tile))
    while where := next((at for p in s.players for at in p.keepers.items()), None):
        score(d, area(s.setup, s.board, *where))
    d.end()


def score(d: Decision[State], found: Area) -> None:
    """FEN-07 to FEN-09: score an area, and send the keepers home."""
    keepers = keepers_on(d.state, found)
    count = Counter(seat for seat, _ in keepers)
    points = found.points(d.state.setup.box.points)
    for seat in sorted(seat for seat, n in count.items() if n == max(count.values())):
        d.emit(Scored(seat=seat, kind=found.kind, points=points))
    for seat, name in keepers:
        d.emit(WentHome(seat=seat, place=name))


def close(d: Decision[State]) -> None:
    """FEN-06: score what the tile has completed, and go on."""
    s = d.state
    parts = [(s.laid, part) for part in s.setup.parts[s.board[s.laid]] if part != "mill"]
    for name, part in [*parts, *((x, "mill") for x in nine(s.laid))]:
        found = area(s.setup, s.board, name, part)
        if found.complete:
            score(d, found)
    next_turn(d, next_seat(s.active, s.setup.players))


@move(Lay, "FEN-03", Laid, answers="lay")
def lay(d: Decision[State], s: State, x: Lay) -> None:
    d.accept(x, tile=s.tile)
    if s.phase == "lay":
        close(d)


@move(Keep, "FEN-05", Kept, answers="keep")
def keep(d: Decision[State], x: Keep) -> None:
    d.accept(x)
    close(d)


@move(Leave, "FEN-05", Left, answers="keep", declines=True)
def leave(d: Decision[State], x: Leave) -> None:
    d.accept(x)
    close(d)


def ended(s: State) -> str | None:
    return None if s.pile.size or s.tile or s.phase == "keep" else "no tile is left"


def check_box(box: Box) -> None:
    tiles = box.tiles
    require(
        tiles.copies.keys() == tiles.parts.keys() and tiles.start in tiles.parts,
        "tiles: say of each tile, also of the start, how many there are and what is on it",
    )
    for tile, parts in tiles.parts.items():
        fine = all(re.fullmatch("(lake|dyke) (?=.)N?E?S?W?|mill", part) for part in parts)
        sides = "".join(part.partition(" ")[2] for part in parts)
        require(
            fine and len(set(sides)) == len(sides) and parts.count("mill") <= 1,
            "tiles.parts.{tile}: write `lake NE`, `dyke S` or `mill`, and each side once",
            tile=tile,
        )


# --- a bot


class Greedy(Rater[State, Player]):
    """Looks a tile ahead: what is complete counts in full, everything else by `w` of it."""

    w = 0.4

    def lay(self, x: Lay) -> float:
        """Return what the areas of the tile would be worth, less what they are worth to others."""
        board = {**self.s.board, x.place: (self.s.tile, x.quarters)}
        return sum(self.areas(board, x.place)) + 0.1 * sum(y in board for y in nine(x.place))

    def areas(self, board: Board, name: str) -> Iterator[float]:
        setup = self.s.setup
        mills = [(x, "mill") for x in nine(name) if any(x in p.keepers for p in self.s.players)]
        for here, part in [*((name, part) for part in setup.parts[board[name]]), *mills]:
            found = area(setup, board, here, part)
            worth = found.points(setup.box.points) * (1 if found.complete else self.w)
            count = Counter(seat for seat, _ in keepers_on(self.s, found))
            mine, most = count[self.seat], max(count.values(), default=0)
            yield worth if mine == most > 0 else -worth if most else worth / 2

    def keep(self, x: Keep) -> float:
        s = self.s
        found = area(s.setup, s.board, s.laid, x.part)
        worth = found.points(s.setup.box.points)
        return worth * (2 if found.complete else 1) + (3 if found.kind == "mill" else 0)

    def leave(self, x: Leave) -> float:
        """Return more for a keeper the fewer there are left."""
        return 5.0 if len(self.p.keepers) == self.s.setup.box.keepers.each - 1 else 1.0

    ratings: ClassVar = {Lay: lay, Keep: keep, Leave: leave}


# --- the game


class Seat(SeatView):
    points: int
    keepers: dict[str, str]
    left: int = computed(lambda s, p: s.setup.box.keepers.each - len(p.keepers))


class View(TableView):
    """`turns` has how the tile can be turned by place, `free` where a keeper can be set, and
    `steps` how far to the east and to the north all these places are.
    """

    seats: tuple[Seat, ...]
    pile: int
    aside: int
    tile: str
    laid: str
    board: dict[str, tuple[str, int]]
    parts: dict[str, tuple[str, ...]] = computed(
        lambda s: {name: s.setup.parts[at] for name, at in s.board.items()}
    )
    of_tile: tuple[tuple[str, ...], ...] = computed(
        lambda s: tuple(s.setup.parts[s.tile, k] for k in range(4)) if s.tile else ()
    )
    turns: dict[str, tuple[int, ...]] = computed(
        lambda s: {name: tuple(turns(s, name)) for name in places(s)}
    )
    steps: dict[str, tuple[int, int]] = computed(
        lambda s: {name: steps_to(name) for name in (*s.board, *places(s))}
    )
    free: tuple[str, ...] = computed(
        lambda s: tuple(free_parts(s)) if s.phase == "keep" and not s.over else ()
    )


GAME: Game[State, View] = Game(
    meta=Meta(name="fens", title="Fens", players=(2, 3, 4)),
    package=__name__,
    boxes=Boxes(Box, check=check_box),
    rules=Rules(
        state=State,
        opening=Opening(setup=Setup, start=start, begin=lambda d: next_turn(d, 1)),
        questions=Questions({"lay": "FEN-03", "keep": "FEN-05"}),
        moves=(lay, keep, leave),
        folds=FOLDS,
        ending=Ending(
            ended=ended,
            ranked_by=("FEN-10",),
        ),
    ),
    words=Words(questions=ASKS),
    view=View,
    corrections=Corrections(
        pieces=lambda s: tally(
            "tile", s.pile, [tile for tile, _ in s.board.values()], s.aside, [s.tile] * bool(s.tile)
        )
    ),
    pictures=Pictures(board=".drawing:Fenland", scene=scene),
    bots={"greedy": Greedy()},
)
