"""A small library with everything in it that an index meets, and the same games as plain lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.library.library import Library

from .plain import Game, plain_games
from .shelf import stock


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library that no test changes."""
    library = Library(tmp_path_factory.mktemp("shelf") / "library")
    stock(library)
    Index(library).refresh()
    return library


@pytest.fixture
def fresh(tmp_path: Path) -> Library:
    """A library that a test may change."""
    library = Library(tmp_path / "library")
    stock(library, games=6)
    return library


@pytest.fixture(scope="session")
def games(shelf: Library) -> list[Game]:
    """The games of the shelf, folded by hand."""
    return plain_games(shelf)


@pytest.fixture
def sql(shelf: Library):
    """Ask the shelf."""
    with Index(shelf).reading() as con:
        yield lambda text, **params: ask(con, text, params).rows()
