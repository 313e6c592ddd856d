"""Market days: who scores, what a mooring place is worth, and the warehouses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ledger.sdk import N_, Decision, Outcome, clockwise, move, next_seat, rank

from .. import commands as c
from .. import events as e
from ..state import Player, State
from .places import moves
from .turn import can_act, can_choose, draw_up


def day_at(s: State, step: int) -> str:
    """KLO-09: return the kind of market day on a field of the track, or an empty string."""
    return "big" if step == s.setup.big else "small" if step in s.setup.small else ""


def next_day(s: State, boat: str) -> str:
    """Return the kind of market day that placing a boat triggers, or an empty string."""
    return day_at(s, s.marker + 1) if boat in s.setup.parasols else ""


def day_rule(s: State) -> str:
    """Return the rule under which players are asked on a market day."""
    return "KLO-23" if s.day == "small" else "KLO-30"


def hold_day(d: Decision[State], kind: str, trigger: int) -> None:
    """KLO-23, KLO-29: start a market day and continue to its first question."""
    first = trigger if kind == "small" else first_of_big(d.state, trigger)
    d.emit(e.DayBegan(kind=kind, trigger=trigger, first=first))
    go_on(d)


def first_of_big(s: State, trigger: int) -> int:
    """KLO-29, A-KLO-15, A-KLO-16: return the seat that scores first on the big market day.

    That is the one with the fewest points, then with the fewest traders on the board, then the
    first in turn order.
    """
    on_board = Counter(s.owners.values())
    # the player who triggered it, then in turn order
    order = clockwise(trigger, s.setup.players)
    return min(order, key=lambda seat: (s.players[seat - 1].points, on_board[seat]))


def scorable(s: State, *seats: int) -> Iterator[str]:
    """KLO-24: yield the complete mooring places where these players have a trader.

    A place comes up once for each such trader.
    """
    boats, around = s.boats, s.setup.around
    for field, owner in s.owners.items():
        if owner in seats:
            for mooring, (nw, ne, sw, se) in around[field].items():
                if nw in boats and ne in boats and sw in boats and se in boats:
                    yield mooring


def removable_from(s: State, seat: int) -> tuple[int, ...]:
    """KLO-26, KLO-31: return whose boats a player can remove.

    Players remove their own boats; on the big day, they can also remove unowned ones.
    """
    return (seat, 0) if s.day == "big" else (seat,)


def go_on(d: Decision[State]) -> None:
    """Continue with the next player who can score, or end the market day.

    A small day has two rounds. The big day ends when all players pass in a row or nobody can score.
    """
    s = d.state
    while s.scorings if s.day == "small" else s.passes < s.setup.players:  # KLO-23, KLO-30
        if any(scorable(s, s.asked)):
            return
        if s.day == "big" and not any(scorable(s, *range(1, s.setup.players + 1))):
            break  # A-KLO-12
        d.emit(e.Skipped(seat=s.asked))
    d.emit(e.DayOver(kind=s.day))
    if s.phase == "warehouses":  # KLO-38, KLO-39: score their goods, then end the game
        for seat, p in enumerate(s.players, 1):
            d.emit(e.Valued(seat=seat, points=value(s, p)))
        d.end()
    elif not (any(moves(s, s.active, s.boats, s.owners)) or can_choose(s)):
        close_turn(d)  # A-KLO-27


@move(c.Score, "KLO-24", e.Scored, answers="market day", button=N_("score a mooring place"))
def score(d: Decision[State], s: State, x: c.Score) -> None:
    """KLO-24 to KLO-26, KLO-31: score points for all traders there, then remove a boat."""
    fields = s.setup.moorings.get(x.mooring, ())
    d.must("KLO-24", fields, "there is no mooring place {mooring!r}", mooring=x.mooring)
    there = [f for f in fields if f in s.boats]
    d.need(
        "KLO-24",
        len(there) == len(fields),
        "{mooring} needs boats on all four fields, and {there} are there",
        mooring=x.mooring,
        there=len(there),
    )
    own = x.seat in map(s.owners.get, there)
    d.need("KLO-24", own, "none of the boats at {mooring} is yours", mooring=x.mooring)
    d.must(
        "KLO-26",
        x.remove in there,
        "there is no boat on {remove!r} at {mooring} to remove",
        remove=x.remove,
        mooring=x.mooring,
    )
    owner = s.owners.get(x.remove, 0)
    if owner not in removable_from(s, x.seat):
        big = s.day == "big"
        d.need(
            "KLO-31" if big else "KLO-26",
            False,
            "the boat on {remove} is another player's: leave it there"
            if big
            else "the boat on {remove} isn't yours: remove one of your own",
            remove=x.remove,
        )
    baskets, factor, points = worth(s, there)
    d.accept(x, baskets=baskets, factor=factor, points=points)
    d.emit(e.Stored(seat=x.seat, field=x.remove, boat=s.boats[x.remove], owner=owner))
    go_on(d)


def worth(s: State, fields: list[str] | tuple[str, ...]) -> tuple[int, int, tuple[int, ...]]:
    """KLO-25, KLO-37: return the baskets, the factor, and each seat's points."""
    setup = s.setup
    kinds = [*map(s.boats.__getitem__, fields)]
    baskets = sum(map(setup.baskets.__getitem__, kinds))
    cooks = kinds.count(setup.cook)
    factor: int = 2 ** (cooks if setup.options.stacked_cook_shops else min(cooks, 1))  # A-KLO-11
    traders = [*map(s.owners.get, fields)]
    points = [baskets * factor * traders.count(seat) for seat in range(1, setup.players + 1)]
    return baskets, factor, tuple(points)


@move(c.Decline, "KLO-23", e.Declined, answers="market day")
def decline(d: Decision[State], x: c.Decline) -> None:
    """KLO-23, A-KLO-12: pass on a market day; the player can still score later."""
    d.emit(e.Declined(seat=x.seat))
    go_on(d)


def close_turn(d: Decision[State], stack: str = "") -> None:
    """KLO-07, KLO-28: draw, then start the next player's turn."""
    draw_up(d, stack)
    next_turn(d)


def next_turn(d: Decision[State]) -> None:
    """A-KLO-21: start the next turn, passing at once for players who can't place a boat.

    If everybody passes, the big market day begins.
    """
    s = d.state
    while s.passes < s.setup.players:
        d.emit(e.Turned(seat=next_seat(s.active, s.setup.players)))
        if can_act(s, s.active):
            return
        d.emit(e.Passed(seat=s.active, thieves=0))
    hold_day(d, "big", s.placer or s.active)


def plain_end(s: State, seat: int) -> c.End | None:
    """Return the command that ends a turn by default; None if the player has to choose a stack."""
    return None if can_choose(s) else c.End(seat=seat)


@move(
    c.End,
    "A-KLO-27",
    e.TurnEnded,
    answers="end of turn",
    declines=plain_end,
    button=N_("end the turn"),
)
def end(d: Decision[State], x: c.End) -> None:
    """A-KLO-27: end the turn after a market day, with no more moves."""
    d.emit(e.TurnEnded(seat=x.seat, stack=x.stack))
    close_turn(d, x.stack)


def value(s: State, p: Player) -> int:
    """KLO-39: return the points for a warehouse: 1, 2, 3 … for successive boats of each good."""
    return sum(n * (n + 1) // 2 for n in goods(s, p).values())


def goods(s: State, p: Player) -> Counter[str]:
    """Count the boats of each good in a warehouse."""
    good = s.setup.good
    return Counter(good[boat] for boat in p.warehouse if boat in good)


def outcome(s: State) -> Outcome | None:
    """KLO-10, A-KLO-23: return the result: most points win, and tied players win together."""
    if s.phase != "final":
        return None
    points = tuple(p.points for p in s.players)
    ranking = rank(points)
    reason = "big market day" if s.marker == s.setup.big else "no boat can be placed"
    return Outcome(reason, ranking, points, "KLO-10" if len(ranking[0]) == 1 else "A-KLO-23")
