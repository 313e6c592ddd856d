"""What applies events to a state: one function for each, perhaps the same for several."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.kernel.errors import DeclarationError
from ledger.kernel.log.events import Event
from ledger.kernel.rules.folds import Folds


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
