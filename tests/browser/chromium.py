"""A real browser: one for all tests of a process, and a context of its own for each page.

Nothing but this machine can be reached from it. Chromium's sandbox is on where the system lets us
have one; as root it never does.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Error, Page, sync_playwright

from scripts.browser import find_browser, is_root

from .guard import Guard

NO_BROWSER = "no browser: scripts/setup-browser brings one"

Device = dict[str, Any]
DESKTOP: Device = {"viewport": {"width": 1280, "height": 800}}
PHONE: Device = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
EVERYWHERE: Device = {"locale": "en-GB", "timezone_id": "UTC"}
OPTIONS = (
    "--disable-gpu",  # drawing without one costs less than pretending to have one
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)

Hand = Literal["keys", "touch"]
_OTHER_HANDS: dict[Hand, str] = {
    "keys": "if (e.type !== 'keydown') tell(e.type)",
    "touch": "if (e.type !== 'pointerdown' || e.pointerType === 'mouse') tell(e.type)",
}


class Chromium:
    """The browser; Playwright's event loop is only there while a test uses it."""

    def __init__(self) -> None:
        self._playwright = sync_playwright().start()
        self._loop = asyncio.get_running_loop()
        try:
            self._browser = self._launch()
        except BaseException:
            self._playwright.stop()
            raise
        finally:
            asyncio._set_running_loop(None)

    def _launch(self) -> Browser:
        chromium = self._playwright.chromium
        path = find_browser(chromium.executable_path)
        if path is None:
            missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
            missing(NO_BROWSER)
        if not is_root():
            try:
                return chromium.launch(executable_path=path, args=OPTIONS, chromium_sandbox=True)
            except Error:
                pass  # the system doesn't let it have a sandbox; our own pages do no harm
        return chromium.launch(executable_path=path, args=OPTIONS, chromium_sandbox=False)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Let Playwright's event loop be the running one; other tests run loops of their own."""
        asyncio._set_running_loop(self._loop)
        try:
            yield
        finally:
            asyncio._set_running_loop(None)

    def open_page(self, guard: Guard, device: Device, only: Hand | None, **more: Any) -> Page:
        """Open an empty page in a new context, watched by a guard."""
        context = self._browser.new_context(**{**EVERYWHERE, **device, **more})
        guard.watch(context)
        if only is not None:
            context.add_init_script(
                "for (const kind of ['keydown', 'pointerdown', 'wheel']) addEventListener(kind, "
                "e => { const tell = what => console.error('[guard input] ' + what); "
                f"if (e.isTrusted) {{ {_OTHER_HANDS[only]} }} }}, {{capture: true, passive: true}})"
            )
        return context.new_page()

    def close_pages(self) -> None:
        """Close all that is open."""
        for context in self._browser.contexts:
            context.close()

    def close(self) -> None:
        """Close the browser."""
        asyncio._set_running_loop(self._loop)
        self._browser.close()
        self._playwright.stop()
