"""The position: everything that lies on the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from ledger.kernel.play.piles import Pile

from .pack import Pack
from .setup import Setup


@dataclass(slots=True)
class Player:
    """What lies before a player: cubes in `hold`, the cell of the `ship`, face-up cards `played`.

    `cards` is where hand and discard pile are as far as this log tells, `known` as far as all
    have seen it (CEN-A34). `outposts` counts those left in each row of the board, `tiles` are VP
    tiles; `bonus` holds move, hold and vp, `bonus_vp` the points of the last.
    """

    hold: dict[str, int]
    cards: Pack
    known: Pack
    outposts: dict[str, int]
    ship: str = ""
    played: list[str] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)
    bonus: list[str] = field(default_factory=list)
    bonus_vp: list[int] = field(default_factory=list)


@dataclass(slots=True)
class State:
    """A position of Century: Sand to Sea.

    `row` holds the face-up merchant cards from the left, `laid` the cubes on each of them.
    `tiles` maps a slot to its market tile (or "sea"), `ports` a port to its VP tile ("closed": the
    closed-port tile, "": none), `posts` a slot to the seats that have an outpost there.
    `sorted` are the market tiles of each symbol and `market` the mixed ones, before the map is
    laid out. `bonus` counts the bonus tiles left by kind, `bonus_vp` is the stack of VP ones.
    `asked` are those who choose starting cubes or discards; `column` is the emptied one whose
    reward is due.
    """

    setup: Setup
    deck: Pile
    stack: Pile
    players: list[Player]
    sorted: dict[str, Pile]
    market: Pile
    sets: list[str]
    bonus: dict[str, int]
    bonus_vp: list[int]
    row: list[str] = field(default_factory=list)
    laid: list[list[str]] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    tiles: dict[str, str] = field(default_factory=dict)
    ports: dict[str, str] = field(default_factory=dict)
    posts: dict[str, list[int]] = field(default_factory=dict)
    phase: str = "set-up"
    asked: list[int] = field(default_factory=list)
    column: int = 0
    active: int = 0
    turn: int = 0
    over: bool = False
