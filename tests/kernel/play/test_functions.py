"""Which function belongs to which event or command."""

from __future__ import annotations

from types import ModuleType

import pytest

from ledger.sdk import Command, Ended, Event, by_name


def _module(*classes: type) -> ModuleType:
    module = ModuleType("a_game")
    for x in classes:
        x.__module__ = module.__name__
        setattr(module, x.__name__, x)
    return module


class TileUsed(Event, frozen=True, kw_only=True):
    """An event."""


class TileUsed2(Event, frozen=True, kw_only=True):
    """A later version of it."""


class Pass(Command, frozen=True, kw_only=True):
    """A command whose name is a word of Python."""


class _Base(Command, frozen=True, kw_only=True):
    """What several commands have in common."""


def test_each_has_the_function_of_its_name() -> None:
    """Words of Python get an underscore, versions a number."""
    functions = {"tile_used": 1, "tile_used_2": 2, "pass_": 3, "other": 4}
    found = by_name(_module(TileUsed, TileUsed2, Pass), functions)
    assert found == {TileUsed: 1, TileUsed2: 2, Pass: 3}


def test_what_is_shared_old_or_private_needs_none() -> None:
    """A game may have a function for an event that all games share."""
    found = by_name(
        _module(TileUsed, TileUsed2, _Base), {"tile_used_2": 2, "ended": 5}, old={TileUsed}
    )
    assert found == {TileUsed2: 2, Ended: 5}


def test_a_missing_function_is_named() -> None:
    """It would be missed only when the event comes."""
    with pytest.raises(TypeError, match="a_game: there is no function pass_"):
        by_name(_module(Pass), {"pass": 1})
