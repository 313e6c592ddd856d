"""What applies events to a state: one function for each, perhaps the same for several."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.kernel.errors import DeclarationError
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import Event
from ledger.kernel.rules.folds import Folds
from ledger.kernel.rules.rules import _again


class Came(Event):
    """Somebody comes."""


class Went(Event):
    """Somebody goes."""


def test_a_function_is_for_the_events_that_it_names() -> None:
    folds = Folds[list[str]]()

    @folds.on(Came, Went)
    def either(s: list[str], x: Came | Went) -> None:
        s.append(type(x).__name__)

    assert dict(folds) == {Came: either, Went: either}
    assert (len(folds), Event in folds) == (2, False)


def test_an_event_has_one_function_and_the_other_place_is_told() -> None:
    folds = Folds[list[str]]()

    @folds.on(Came)
    def first(s: list[str], x: Came) -> None:
        """It is first."""

    with pytest.raises(DeclarationError) as e:

        @folds.on(Went, Came)
        def second(s: list[str], x: Came | Went) -> None:
            """It comes too late."""

    line = first.__code__.co_firstlineno
    assert tells(str(e.value), f"Came | test_folds.py, line {line}")
    assert e.value.place is not None
    assert e.value.place[1] > line
    assert folds[Came] is first


def test_events_with_one_function_have_code_of_their_own() -> None:
    game = find_game("century")
    found = [f for f in game.rules.evolvers.values() if f.__name__ == "gathered"]
    assert len(found) == len({id(f.__code__) for f in found}) == 3
    assert {(f.__module__, f.__doc__) for f in found} == {(found[0].__module__, found[0].__doc__)}


def test_a_function_for_several_events_keeps_what_it_is_given_by_default() -> None:
    def evolve(state: list[int], event: object, n: int = 2, *, more: int = 3) -> None:
        state.append(n + more)

    state: list[int] = []
    _again(evolve)(state, None)
    assert state == [5] and _again(evolve) is not evolve
    assert _again(print) is print
