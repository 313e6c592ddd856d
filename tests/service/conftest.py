"""What the tests of the service share: a service in this process whose answers are checked.

After each test the logs must hold exactly what was acknowledged.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.conftest import no_library, run  # noqa: F401 # the command as a person types it
from ledger.kernel.rules.watch import watching

from .checked_service import CheckedService


@pytest.fixture(scope="session", autouse=True)
def _watched() -> Iterator[None]:
    """Let no game of these tests do anything outside its events."""
    with watching():
        yield


@pytest.fixture(scope="module")
def _shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CheckedService]:
    with CheckedService(tmp_path_factory.mktemp("service") / "library") as serving:
        yield serving


@pytest.fixture
def s(_shared: CheckedService) -> Iterator[CheckedService]:
    """Return a running service; its library holds the games of the module's other tests too."""
    yield _shared
    try:
        _shared.check_logs()
    finally:
        _shared.created.clear()
        _shared.acknowledged.clear()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[CheckedService]:
    """Return a running service on an empty library."""
    with CheckedService(tmp_path / "library") as serving:
        yield serving
        serving.check_logs()
