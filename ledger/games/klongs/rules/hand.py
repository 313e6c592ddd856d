"""What can be in a hand, even if it is partly unknown."""

from __future__ import annotations

from ledger.sdk import Decision, Impossible

from ..state import POOL, Player, State


def possible(s: State, p: Player) -> list[str]:
    """Return the kinds of boats that a hand can hold.

    These are the known ones, plus the unseen ones from stacks that unknown boats were drawn from.
    """
    known, stack = {*p.secret, *p.shown}, s.setup.stack
    if not any(p.unknown):
        return [kind for kind in stack if kind in known]
    pools = [pile.pools[POOL] if n else {} for pile, n in zip(s.stacks, p.unknown, strict=True)]
    return [kind for kind in stack if kind in known or pools[stack[kind]].get(kind)]


def must_hold(d: Decision[State], s: State, p: Player, boat: str) -> None:
    """Refuse a boat that isn't, or can't be, in the hand."""
    if boat in p.secret or boat in p.shown:
        return
    d.must("KLO-07", boat in s.setup.copies, "there is no boat {boat!r}", boat=boat)
    i = s.setup.stack[boat]
    d.must("KLO-07", p.unknown[i], "there is no {boat} in your hand", boat=boat)
    if not s.stacks[i].pools[POOL].get(boat):
        n = s.setup.copies[boat]
        raise Impossible(
            "{boat} can't be in your hand: the only {boat} is elsewhere"
            if n == 1
            else "{boat} can't be in your hand: all {n} boats {boat} are elsewhere",
            rule="KLO-07",
            boat=boat,
            n=n,
        )


def may_be_thieves(s: State, p: Player) -> bool:
    """Return whether a hand could consist only of thieves."""
    thief, unknown = s.setup.thief, sum(p.unknown)
    if {*p.secret, *p.shown} - {thief}:
        return False
    i = s.setup.stack.get(thief, 0)
    return p.unknown[i] == unknown and s.stacks[i].pools[POOL].get(thief, 0) >= unknown


def may_be_others(s: State, p: Player) -> bool:
    """Return whether a hand could hold a boat that isn't a thief."""
    others = {*p.secret, *p.shown} - {s.setup.thief}
    return bool(others) or any(boat != s.setup.thief for boat in possible(s, p))
