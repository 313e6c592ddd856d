"""Market days: who scores, what a mooring place is worth, the warehouses."""

from __future__ import annotations

from collections import Counter

from ledger.sdk import N_, Decision, Outcome, clockwise, move, rank

from .. import commands as c
from .. import events as e
from ..state import Player, State
from .places import moves
from .turn import can_choose, draw_up, start_turn


def advance(d: Decision[State], seat: int) -> None:
    """KLO-08, KLO-09: the marker moves, the active player scores its field."""
    step = d.state.marker + 1
    d.emit(e.Advanced(seat=seat, step=step, points=d.state.setup.points[step]))


def day_at(s: State, step: int) -> str:
    """KLO-09: the market day of a field of the track, if it has one."""
    if step == s.setup.big:
        return "big"
    return "small" if step in s.setup.small else ""


def next_day(s: State, boat: str) -> str:
    """Return the market day that placing a boat brings, if any."""
    return day_at(s, s.marker + 1) if boat in s.setup.parasols else ""


def hold_day(d: Decision[State], kind: str, trigger: int) -> None:
    """KLO-23, KLO-29: begin a market day and go on to its first question."""
    first = trigger if kind == "small" else first_of_big(d.state, trigger)
    d.emit(e.DayBegan(kind=kind, trigger=trigger, first=first))
    go_on(d)


def first_of_big(s: State, trigger: int) -> int:
    """KLO-29, A-KLO-15, A-KLO-16: fewest points, fewest traders on the board, then by turns."""
    on_board = Counter(s.owners.values())
    # the one who triggered, then those who would have the next turns
    order = clockwise(trigger, s.setup.players)
    return min(order, key=lambda seat: (s.players[seat - 1].points, on_board[seat]))


def complete(s: State) -> list[tuple[str, tuple[str, ...]]]:
    """KLO-24: mooring places with boats on all four fields."""
    boats = s.boats
    return [
        (name, at)
        for name, at in s.setup.moorings.items()
        if at[0] in boats and at[1] in boats and at[2] in boats and at[3] in boats
    ]


def can_score(s: State, *seats: int) -> bool:
    """KLO-24: whether one of these players has a boat at a complete mooring place."""
    boats, setup = s.boats, s.setup
    for field, owner in s.owners.items():
        if owner in seats:
            for mooring in setup.around[field]:
                nw, ne, sw, se = setup.moorings[mooring]
                if nw in boats and ne in boats and sw in boats and se in boats:
                    return True
    return False


def removable_from(s: State, seat: int) -> tuple[int, ...]:
    """KLO-26, KLO-31: whose boats a player can remove: own ones, on the big day nobody's, too."""
    return (seat, 0) if s.day == "big" else (seat,)


def go_on(d: Decision[State]) -> None:
    """Go on to the next player who can score, or to the end of the day.

    A small one has two rounds; the big one ends when all pass in succession or nobody can score.
    """
    s = d.state
    players = s.setup.players
    while s.scorings if s.day == "small" else s.passes < players:  # KLO-23, KLO-30
        if can_score(s, s.asked):
            return
        if s.day == "big" and not can_score(s, *range(1, players + 1)):
            break  # A-KLO-12
        d.emit(e.Skipped(seat=s.asked))
    kind = s.day
    d.emit(e.DayOver(kind=kind))
    if kind == "big":
        value_warehouses(d)
    elif not (any(moves(s, s.active)) or can_choose(s, s.active)):
        close_turn(d, s.active, "")  # A-KLO-27


@move("KLO-24", e.Scored, answers="market day", button=N_("score a mooring place"))
def score(d: Decision[State], s: State, x: c.Score) -> None:
    """KLO-24 to KLO-26, KLO-31: points for everybody there, then a boat is removed."""
    fields = s.setup.moorings.get(x.mooring, ())
    d.must("KLO-24", fields, f"there is no mooring place {x.mooring!r}")
    there = [f for f in fields if f in s.boats]
    say = f"{x.mooring} needs boats on all four fields, {len(there)} are there"
    d.need("KLO-24", len(there) == len(fields), say)
    own = x.seat in map(s.owners.get, there)
    d.need("KLO-24", own, f"none of the boats at {x.mooring} is yours")
    say = f"there is no boat on {x.remove!r} at {x.mooring} to remove"
    d.must("KLO-26", x.remove in there, say)
    owner = s.owners.get(x.remove, 0)
    rule, why = "KLO-26", "not yours: remove one of your own"
    if s.day == "big":
        rule, why = "KLO-31", "another player's: leave it there"
    d.need(rule, owner in removable_from(s, x.seat), f"the boat on {x.remove} is {why}")
    baskets, factor, points = worth(s, there)
    d.accept(x, baskets=baskets, factor=factor, points=points)
    d.emit(e.Stored(seat=x.seat, field=x.remove, boat=s.boats[x.remove], owner=owner))
    go_on(d)


def worth(s: State, fields: list[str] | tuple[str, ...]) -> tuple[int, int, tuple[int, ...]]:
    """KLO-25, KLO-37: baskets, factor, and the points of each seat."""
    setup = s.setup
    kinds = [*map(s.boats.__getitem__, fields)]
    baskets = sum(map(setup.baskets.__getitem__, kinds))
    cooks = kinds.count(setup.cook)
    factor: int = 2 ** (cooks if setup.options.stacked_cook_shops else min(cooks, 1))  # A-KLO-11
    traders = [*map(s.owners.get, fields)]
    points = [baskets * factor * traders.count(seat) for seat in range(1, setup.players + 1)]
    return baskets, factor, tuple(points)


@move("KLO-23", e.Declined, answers="market day")
def decline(d: Decision[State], x: c.Decline) -> None:
    """KLO-23, A-KLO-12: passing forbids nothing later."""
    d.emit(e.Declined(seat=x.seat))
    go_on(d)


def close_turn(d: Decision[State], seat: int, stack: str) -> None:
    """KLO-07, KLO-28: draw, then the next player; if all pass, the big day (A-KLO-21)."""
    draw_up(d, seat, stack)
    next_turn(d, d.state.active % d.state.setup.players + 1)


def next_turn(d: Decision[State], seat: int) -> None:
    """Begin a turn; when nobody can place any more, the big market day comes."""
    if not start_turn(d, seat):
        hold_day(d, "big", d.state.placer or d.state.active)


@move("A-KLO-27", e.TurnEnded, answers="end of turn", button=N_("end the turn"))
def end(d: Decision[State], x: c.End) -> None:
    """A-KLO-27: nothing more is moved after a market day."""
    d.emit(e.TurnEnded(seat=x.seat, stack=x.stack))
    close_turn(d, x.seat, x.stack)


def value_warehouses(d: Decision[State]) -> None:
    """KLO-38, KLO-39: points for goods, then the game is over."""
    for seat, p in enumerate(d.state.players, 1):
        d.emit(e.Valued(seat=seat, points=value(d.state, p)))
    d.end()


def value(s: State, p: Player) -> int:
    """KLO-39: 1, 2, 3 … points for the boats of each good."""
    return sum(n * (n + 1) // 2 for n in goods(s, p).values())


def goods(s: State, p: Player) -> Counter[str]:
    """Count the boats of each good in a warehouse."""
    good = s.setup.good
    return Counter(good[boat] for boat in p.warehouse if boat in good)


def outcome(s: State) -> Outcome | None:
    """KLO-10, A-KLO-23: the most points win; tied players win together."""
    if s.phase != "final":
        return None
    points = tuple(p.points for p in s.players)
    ranking = rank(points)
    reason = "big market day" if s.marker == s.setup.big else "no boat can be placed"
    rule = "KLO-10" if len(ranking[0]) == 1 else "A-KLO-23"
    return Outcome(reason, ranking, points, rule)
