"""What the tests in a real browser share: pages with a guard, and the real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from syrupy.assertion import SnapshotAssertion

from client.real_server import RealServer
from client.servers import real_server  # noqa: F401 # one for all tests; nobody kills it
from common.golden import AriaTree, Html

from .chromium import DESKTOP, Chromium, Device, Hand
from .guard import Guard

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """The browser of this process."""
    browser = Chromium()
    yield browser
    browser.close()


@pytest.fixture
def guard(chromium: Chromium) -> Iterator[Guard]:
    """Notes what pages do that they may not; fails the test for what it doesn't expect."""
    with chromium.at_work():
        watching = Guard()
        try:
            yield watching
            watching.check()
        finally:
            chromium.close_pages()


@pytest.fixture
def open_page(chromium: Chromium, guard: Guard) -> OpenPage:
    """Open pages that know nothing of each other: `open_page(PHONE, only="touch")`."""

    def open_one(device: Device = DESKTOP, *, only: Hand | None = None, **more: Any) -> Page:
        return chromium.open_page(guard, device, only, **more)

    return open_one


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A page on a desktop."""
    return open_page()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RealServer]:
    """A server that the test may kill and start again, on the same port."""
    server = RealServer(tmp_path)
    yield server
    server.kill()


@pytest.fixture
def aria_golden(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Compare `locator.aria_snapshot()`, what screen readers are told, with a file."""
    return snapshot.use_extension(AriaTree)


@pytest.fixture
def dom_golden(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Compare `dom(locator)` with a file."""
    return snapshot.use_extension(Html)
