"""The table as a player sees it: plain data, complete enough to draw from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from ledger.kernel.game.outcome import places
from ledger.kernel.game.views import Asked

from .box import Box, Options
from .rules import dispatch as rules
from .rules import market_day as market
from .setup import STACKS, Setup, make_setup
from .state import State
from .view_waters import Boat, Step, Water, fleet_of, letters, track_of, water_of

if TYPE_CHECKING:
    from rich.console import RenderableType


class Store(msgspec.Struct, frozen=True):
    """The boats of one good in a warehouse."""

    good: str
    letter: str
    count: int
    points: int


class Seat(msgspec.Struct, frozen=True):
    """What a player has; `hand`: boats that the viewer knows, `hidden`: the others by stack."""

    seat: int
    points: int
    traders: int
    on_board: int
    cards: int
    hand: tuple[Boat, ...]
    hidden: dict[str, int]
    stores: tuple[Store, ...]
    specials: tuple[str, ...]
    worth: int
    place: int | None


class View(msgspec.Struct, frozen=True):
    """What a seat may see; stacks are only counted, by their numbers if there are two."""

    viewer: int | None
    phase: str
    turn: int
    round: int
    active: int
    asked: tuple[Asked, ...]
    water: Water
    track: tuple[Step, ...]
    marker: int
    day: str
    day_round: int
    day_rounds: int
    letters: dict[str, str]
    stacks: dict[str, int]
    out: tuple[str, ...]
    seats: tuple[Seat, ...]
    over: bool
    ranking: tuple[tuple[int, ...], ...]


def view(s: State, seat: int | None) -> View:
    """Return what a seat may see (None: everything): no secrets of other hands (A-KLO-29)."""
    setup = s.setup
    fleet = fleet_of(setup)
    outcome = rules.outcome(s) if s.over else None
    ranking = outcome.ranking if outcome else ()
    place = places(ranking)
    small = s.day == "small"
    return View(
        viewer=seat,
        phase=s.phase,
        turn=s.turn,
        round=-(-s.turn // setup.players),
        active=s.active,
        asked=tuple(Asked(*q) for q in rules.awaiting(s)),
        water=water_of(s, fleet, setup.doors),
        track=track_of(setup),
        marker=s.marker,
        day=s.day,
        day_round=setup.rounds + 1 - -(-s.scorings // setup.players) if small else 0,
        day_rounds=setup.rounds if small else 0,
        letters=letters(setup),
        stacks=_by_stack(setup, [pile.size for pile in s.stacks]),
        out=tuple(s.out),
        seats=tuple(_seat(s, i, seat, fleet, place.get(i)) for i in range(1, setup.players + 1)),
        over=s.over,
        ranking=ranking,
    )


def _by_stack(setup: Setup, counts: Sequence[int]) -> dict[str, int]:
    return dict(zip(STACKS if setup.tactical else ("",), counts, strict=True))


def _seat(
    s: State, seat: int, viewer: int | None, fleet: Mapping[str, Boat], place: int | None
) -> Seat:
    setup, p = s.setup, s.players[seat - 1]
    known, hidden = [*p.secret, *p.shown], p.unknown.copy()
    if viewer not in (None, seat):
        known = p.shown
        for boat in p.secret:
            hidden[setup.stack[boat]] += 1
    have = Counter(setup.good[b] for b in p.warehouse if b in setup.good)
    return Seat(
        seat=seat,
        points=p.points,
        traders=p.traders,
        on_board=list(s.owners.values()).count(seat),
        cards=p.cards,
        hand=tuple(fleet[b] for b in known),
        hidden={k: n for k, n in _by_stack(setup, hidden).items() if n},
        stores=tuple(
            Store(good, letter, have[good], have[good] * (have[good] + 1) // 2)  # KLO-39
            for good, letter in letters(setup).items()
            if have[good]
        ),
        specials=tuple(b for b in p.warehouse if b in setup.role),
        worth=market.value(s, p),
        place=place,
    )


def draw(view: View, width: int, names: Sequence[str]) -> RenderableType:
    """Draw a view; Rich is imported only now."""
    from ledger.kernel.text.picture import Board

    from .drawing.board import KlongsPicture

    return Board(KlongsPicture, view, width, names)


def picture(box: Box, width: int) -> RenderableType:
    """Draw the empty board of a box."""
    from .drawing.board import EmptyBoard

    setup = make_setup(box, max(box.players.counts), Options())
    doors = {f: kind for kind in ("light", "dark") for f in getattr(box.entrances, kind)}
    return EmptyBoard(water_of(State(setup, [], []), {}, doors), track_of(setup), width)
