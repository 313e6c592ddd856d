"""What each event does."""

from __future__ import annotations

from . import events as e
from .state import State


def turned(s: State, x: e.Turned) -> None:
    s.active, s.phase = x.seat, "load"
    s.turn += 1


def loaded(s: State, x: e.Loaded) -> None:
    for _ in range(x.count):
        s.quay.remove(x.goods)
    s.players[x.seat - 1].crates += [x.goods] * x.count
    s.players[x.seat - 1].wish = x.goods
    s.phase = "tip the foreman" if x.silk else ""


def filled(s: State, x: e.Filled) -> None:
    for crate in x.crates:
        s.bag.take(crate)
    s.quay += x.crates


def answered(s: State, x: e.Tipped | e.Kept) -> None:
    coins = getattr(x, "coins", 0)
    s.players[x.seat - 1].coins -= coins
    s.tips += coins
