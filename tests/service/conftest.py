"""What the tests of the service share: a service in this process whose answers are witnessed.

After each test the logs must hold exactly what was acknowledged.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.conftest import no_library, run  # noqa: F401 # the command as a person types it

from .checked_service import Witness


@pytest.fixture(scope="module")
def _shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Witness]:
    with Witness(tmp_path_factory.mktemp("service") / "library") as serving:
        yield serving


@pytest.fixture
def s(_shared: Witness) -> Iterator[Witness]:
    """Return a running service; its library holds the games of the module's other tests too."""
    yield _shared
    try:
        _shared.held()
    finally:
        _shared.begun.clear()
        _shared.told.clear()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Witness]:
    """Return a running service on an empty library."""
    with Witness(tmp_path / "library") as serving:
        yield serving
        serving.held()
