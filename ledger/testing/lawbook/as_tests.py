"""The laws as tests for pytest."""

from __future__ import annotations

import functools
import importlib.metadata  # hypothesis asks for it, and imports only importlib
import warnings
from collections.abc import Iterator
from pkgutil import walk_packages
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

import ledger.testing.lawbook as book
from ledger.kernel.errors import GameWarning
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import offered
from ledger.testing.effort import CAMPAIGN, effort
from ledger.testing.playing import Script

from .checked.breach import Broken
from .law import HELD, Law

_PHASES = set(Phase) - {Phase.explain}  # it takes a minute and says what the traceback says
_GAMES = effort(5, 400)
"""How many random games each law is tried on."""


def laws(game: Game) -> type:
    """Return a class with a test for every law that applies to a game.

    One line in a test file is enough: `TestLaws = laws(GAME)`. Each law is tried with every number
    of players that the game allows.
    """
    HELD.append(game)
    found: dict[str, Any] = {}
    for home in walk_packages(book.__path__, f"{book.__name__}."):
        module = importlib.import_module(home.name)
        for function in vars(module).values():
            about = getattr(function, "law", None)
            if isinstance(about, Law) and about.applies(game):
                name = f"test_{function.__name__.removeprefix('test_')}"
                found[name] = staticmethod(_bound(game, about))
    named = pytest.mark.parametrize("game", [game], ids=[game.meta.name])

    @pytest.fixture(autouse=True, scope="class")
    def game_is_found() -> Iterator[None]:
        with offered(game):
            yield

    found["game_is_found"] = staticmethod(game_is_found)
    return type("TestLaws", (), {**found, "pytestmark": [named]})


def _bound(game: Game, about: Law) -> Any:
    """Return a test of one law, tried on random games with every number of players."""

    @functools.wraps(about.test)
    def test(**arguments: Any) -> None:
        try:
            about.test(**arguments)
        except Broken as e:
            if not (game.of_0_2 and "laws" in e.breach.new):
                raise
            warnings.warn(f"{e} (a game of 0.3 fails for that)", GameWarning, stacklevel=2)

    if about.steps is None:
        return test
    counts = game.meta.players
    tried: Any = given(script=scripts(about.steps))(test)
    for seed, count in enumerate(counts):
        tried = example(script=Script(seed, about.steps // 4, count))(tried)
    rest = max(_GAMES - len(counts), 1)
    return settings(deadline=None, derandomize=not CAMPAIGN, max_examples=rest, phases=_PHASES)(
        tried
    )


def scripts(most: int = 80) -> st.SearchStrategy[Script]:
    """Return a strategy for random games of up to `most` steps."""
    return st.tuples(st.integers(0, 9999), st.integers(0, most)).map(lambda x: Script(*x))
