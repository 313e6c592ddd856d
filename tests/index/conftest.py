"""A small library with everything in it that an index meets, and the same games as plain lists."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.library.library import Library

from .plain_folds import Game, plain_games
from .sample_library import stock


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library that no test changes."""
    library = Library(tmp_path_factory.mktemp("shelf") / "library")
    stock(library)
    Index(library).refresh()
    return library


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small library, to be copied."""
    folder = tmp_path_factory.mktemp("small") / "library"
    stock(Library(folder), games=6)
    return folder


@pytest.fixture
def fresh(small: Path, tmp_path: Path) -> Library:
    """A library that a test may change."""
    return Library(shutil.copytree(small, tmp_path / "library"))


@pytest.fixture(scope="session")
def small_indexed(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the small library with its index, to be copied."""
    folder = shutil.copytree(small, tmp_path_factory.mktemp("indexed") / "library")
    Index(Library(folder)).refresh()
    return folder


@pytest.fixture
def indexed(small_indexed: Path, tmp_path: Path) -> Library:
    """A library with an index, both of which a test may change."""
    return Library(shutil.copytree(small_indexed, tmp_path / "library"))


@pytest.fixture(scope="session")
def games(shelf: Library) -> list[Game]:
    """The games of the shelf, folded by hand."""
    return plain_games(shelf)


@pytest.fixture
def sql(shelf: Library):
    """Ask the shelf."""
    with Index(shelf).reading() as con:
        yield lambda text, **params: ask(con, text, params).rows()
