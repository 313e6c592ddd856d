"""A copy of a state is equal to it, and changing one leaves the other alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from ledger.kernel.game.game import Game
from ledger.kernel.play.table import Table
from ledger.testing.lawbook.law import law
from ledger.testing.playing import Habits, Script, play


def changing(x: Any) -> Iterator[Any]:
    """Yield everything in a state that can change, except what copies are allowed to share."""
    if is_dataclass(x):
        yield x
        for f in () if getattr(x, "replaces_what_it_holds", False) else fields(x):
            yield from changing(getattr(x, f.name))
    elif isinstance(x, dict):
        yield x
        for value in x.values():
            yield from changing(value)
    elif isinstance(x, list | set):
        yield x
        for value in x:
            yield from changing(value)


@law(40)
def test_copies_are_equal_and_independent(game: Game, script: Script) -> None:
    def seen(table: Table) -> None:
        state = table.state
        copy = game.rules.copy(state)
        assert copy == state
        assert type(copy) is type(state)
        assert not {id(x) for x in changing(state)} & {id(x) for x in changing(copy)}

    play(game, script, Habits(adjust=9), seen=seen)
