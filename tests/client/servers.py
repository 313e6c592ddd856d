"""Servers for the tests of whoever speaks to one: one that fails, and the real one."""

from __future__ import annotations

import pytest

from .faulty_server import FaultyServer
from .real_server import RealServer


@pytest.fixture
def faulty():
    """Start servers that fail when they are told to."""
    made = []

    def start(*args, **more) -> FaultyServer:
        made.append(FaultyServer(*args, **more))
        return made[-1]

    yield start
    for one in made:
        one.close()


@pytest.fixture(scope="session")
def real_server(tmp_path_factory):
    """The real server."""
    made = RealServer(tmp_path_factory.mktemp("server"))
    yield made
    made.stop()
