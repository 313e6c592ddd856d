"""The rules."""

from __future__ import annotations

from ledger.sdk import Decision, move

from . import commands as c
from . import events as e
from .state import Player, State, ended


def begin(d: Decision[State]) -> None:
    fill(d)
    d.emit(e.Turned(seat=1))


def fill(d: Decision[State]) -> None:
    missing = min(d.state.setup.crates.open - len(d.state.quay), d.state.bag.size)
    if missing:
        d.emit(e.Filled(crates=d.seen(d.state.bag, missing, "crates", rule="DOC-03")))


@move("DOC-02", e.Loaded, answers="load", button="load")
def load(d: Decision[State], s: State, p: Player, x: c.Load) -> None:
    silk = x.goods == "silk" and p.coins > 0
    d.accept(x, silk=silk)
    if not silk:
        close(d)


@move("DOC-04", e.Tipped, answers="tip the foreman", button="tip")
def tip(d: Decision[State], s: State, x: c.Tip) -> None:
    d.need("DOC-04", x.coins <= 2, "two coins are enough")
    d.accept(x)
    close(d)


@move("DOC-04", e.Kept, answers="tip the foreman", button="keep", declines=True)
def keep(d: Decision[State], x: c.Keep) -> None:
    d.accept(x)
    close(d)


def close(d: Decision[State]) -> None:
    fill(d)
    if ended(d.state):
        d.end()
    else:
        d.emit(e.Turned(seat=d.game.turn(d.state) % d.state.setup.players + 1))
