"""The position: everything that is on the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Annotated

from ledger.sdk import N_, Pile, zone
from ledger.sdk.kit import Pack, PackKnowledge, tally

from .box import BONUS, CLOSED, CUBES, SEA
from .setup import Setup

Hold = Annotated[dict[str, int], zone(each=CUBES)]
Hidden = Annotated[
    Pack,
    zone("cards", word="hand", inside="cards/hand", supply="deck", also="known/hand"),
    zone("cards", word="discard", inside="cards/down", supply="deck", also="known/down"),
]
Ports = Annotated[
    dict[str, str],
    zone(lambda setup: (*setup.vp, CLOSED), word="port", keys="ports", supply="stack"),
]
Map = Annotated[
    dict[str, str], zone(lambda setup: (*setup.market, SEA), word="market", keys="slots")
]
Posts = Annotated[dict[str, list[int]], zone(keys="slots", seats=True, empty=None, several=True)]


@dataclass(slots=True)
class Player:
    """What a player has: cubes in the `hold`, the cell of the `ship`, and face-up cards (`played`).

    `cards` has the hand and the discard pile as far as this log knows them, and `known` as far as
    everybody does (CEN-A34). `outposts` counts those left in each row of the board, and `tiles` are
    the VP tiles. `bonus` lists the bonus tiles by kind (move, hold, vp), and `bonus_vp` has the
    points on the vp ones.
    """

    hold: Hold = field(default_factory=lambda: dict.fromkeys(CUBES, 0))
    cards: Hidden = field(default_factory=Pack)
    known: PackKnowledge = field(default_factory=PackKnowledge)
    outposts: Annotated[dict[str, int], zone(keys="symbols")] = field(default_factory=dict)
    ship: Annotated[str, zone("cells")] = ""
    played: Annotated[list[str], zone("cards", supply="deck")] = field(default_factory=list)
    tiles: Annotated[list[str], zone("vp", supply="stack")] = field(default_factory=list)
    bonus: Annotated[list[str], zone(BONUS)] = field(default_factory=list)
    bonus_vp: list[int] = field(default_factory=list)


@dataclass(slots=True)
class State:
    """A position in Century: Sand to Sea.

    `row` has the face-up merchant cards from left to right, and `laid` the cubes on each of them.
    `tiles` maps each slot to its market tile (or "sea"), `ports` each port to its VP tile ("closed"
    for the closed-port tile, "" for none), and `posts` each slot to the seats with an outpost
    there. Until the map is laid out, `sorted` has the market tiles of each symbol, and `market` the
    shuffled ones. `bonus` counts the bonus tiles left of each kind, and `bonus_vp` is the stack of
    VP bonus tiles. `asked` lists the seats that have to choose starting cubes or discards, and
    `column` is the emptied column whose reward is pending.
    """

    setup: Setup
    deck: Pile
    stack: Pile
    players: list[Player]
    sorted: dict[str, Pile]
    sets: list[str]
    bonus: dict[str, int]
    bonus_vp: list[int]
    market: Pile = field(default_factory=Pile)
    row: Annotated[list[str], zone("deck", supply="deck")] = field(default_factory=list)
    laid: list[list[str]] = field(default_factory=list)
    removed: Annotated[list[str], zone("market")] = field(default_factory=list)
    tiles: Map = field(default_factory=dict)
    ports: Ports = field(default_factory=dict)
    posts: Posts = field(default_factory=dict)
    phase: str = "start"
    asked: list[int] = field(default_factory=list)
    column: int = 0
    active: int = 0
    turn: int = 0
    over: bool = False


def forget(s: State, viewer: int) -> None:
    """CEN-A34: reduce what a seat knows about other players' cards to what everybody knows."""
    for seat, p in enumerate(s.players, 1):
        if seat != viewer:
            p.cards = p.known.pack()


def points(s: State, p: Player) -> int:
    """CEN-47: return a player's points.

    VP tiles, VP bonus tiles, the board (CEN-A06), and every cube that isn't yellow count.
    """
    setup = s.setup
    earned, total = setup.earned, sum(p.bonus_vp)
    for left in p.outposts.values():  # plain loops: asked after every second event
        if left < len(earned):
            total += earned[left]
    for tile in p.tiles:
        total += setup.vp[tile].points
    for cube, n in p.hold.items():
        total += n * setup.points[cube]
    return total


def parts(s: State, seat: int) -> dict[str, int]:
    """CEN-47: return what a seat's points are made of."""
    p, setup = s.players[seat - 1], s.setup
    earned = setup.earned
    return {
        N_("VP tiles"): sum(setup.vp[tile].points for tile in p.tiles),
        N_("bonus tiles"): sum(p.bonus_vp),
        N_("outposts"): sum(earned[left] for left in p.outposts.values() if left < len(earned)),
        N_("cubes"): sum(n * setup.points[cube] for cube, n in p.hold.items()),
    }


_cubes = itemgetter(*CUBES)


def holding(s: State, seat: int) -> tuple[int, ...]:
    """Return what a seat has.

    These are the cubes by level, cards in hand, all cards, outposts built, bonus tiles, VP tiles
    and points.
    """
    p = s.players[seat - 1]
    cards = p.cards.size + len(p.played)
    built = len(s.setup.values) * len(s.setup.symbols) - sum(p.outposts.values())
    return *_cubes(p.hold), p.cards.in_hand, cards, built, len(p.bonus), len(p.tiles), points(s, p)


def scores(s: State) -> tuple[int, ...]:
    """Return each seat's points, as if the game ended now (CEN-47)."""
    return tuple(points(s, p) for p in s.players)


def pieces(s: State) -> dict[str, int]:
    """Count cards, tiles and outposts, wherever they are. Cubes aren't counted."""
    players, start = s.players, s.setup.start
    unlaid = [] if s.tiles or s.market.size else [SEA] * s.setup.limits.sea
    ports = [tile for tile in s.ports.values() if tile]
    built = Counter(seat for there in s.posts.values() for seat in there)
    values = sorted([*s.bonus_vp, *(n for p in players for n in p.bonus_vp)])
    # starting cards that nobody has are still in the box
    own = [[*p.cards.all, *p.played] or start for p in players]
    held = [p.cards.size + len(p.played) or len(start) for p in players]
    return {
        **{f"outposts {i}": sum(p.outposts.values()) + built[i] for i, p in enumerate(players, 1)},
        **tally("card", s.row, s.deck, *own),
        **tally("market", s.removed, s.tiles.values(), s.market, *s.sorted.values(), unlaid),
        **tally("vp", ports, s.stack, *(p.tiles for p in players)),
        **tally("bonus", Counter(s.bonus), (k for p in players for k in p.bonus if k != "vp")),
        **tally("bonus vp", map(str, values)),
        "cards": len(s.row) + s.deck.size + sum(held),
        "vp tiles": len(ports) + s.stack.size + sum(len(p.tiles) for p in players),
    }
