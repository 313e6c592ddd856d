"""A browser for the tests: look for one, and bring one if there is none.

    scripts/setup-browser

A browser is looked for in LEDGER_TEST_BROWSER, then among those that Playwright downloaded, then on
the PATH. If there is none, Playwright downloads one; where that doesn't work, root gets Debian's
package. Says nothing if there is a browser already. Exit code 1: there is none, and what to do.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.console import arguments, say

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""What browsers of this kind are called on the PATH."""
PLAYWRIGHT = (sys.executable, "-m", "playwright", "install", "--no-shell", "chromium")
APT = ("apt-get", "-qq", "-o", "Acquire::Retries=1", "-o", "DPkg::Lock::Timeout=60")
DEBIAN = ((*APT, "update"), (*APT, "install", "-y", "--no-install-recommends", "chromium"))
LONGEST = 240
"""Seconds that one command may take to bring a browser."""
HELP = """there is no browser for the tests in one, and none could be brought here.
Install Chromium or Google Chrome so that it is on the PATH, or name one in LEDGER_TEST_BROWSER.
Elsewhere than in CI, the tests that need one are skipped without it."""


def find_browser(downloaded: str = "") -> str | None:
    """Return the browser to test with, if there is one; Playwright says where it downloads to."""
    if named := os.environ.get("LEDGER_TEST_BROWSER"):
        return named  # even if it doesn't run: then the tests fail rather than use another
    known = [downloaded, *(shutil.which(name) for name in NAMES)]
    return next((path for path in known if path and _runs(path)), None)


def is_root() -> bool:
    """Say whether we may install packages, and have to start a browser without its sandbox."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start a browser for as long as something needs one."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = find_browser(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(
            executable_path=path, chromium_sandbox=not is_root(), args=["--disable-gpu"]
        )
        yield browser
        browser.close()


def main() -> int:
    """Bring a browser unless there is one."""
    arguments("setup-browser", __doc__).parse_args()
    if find_browser() or _found():  # Playwright is only asked if there is no other
        return 0
    for what, commands in _ways():
        say(f"setup: there is no browser for the tests; trying {what} (once)")
        if all(_done(command) for command in commands) and _found():
            say("setup: there is a browser now")
            return 0
    say(f"setup: {HELP}")
    return 1


def _found() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return find_browser(playwright.chromium.executable_path)


def _ways() -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    yield "Playwright's download", (PLAYWRIGHT,)
    if is_root() and shutil.which("apt-get"):
        yield "Debian's package", DEBIAN


def _runs(path: str) -> bool:
    """Say whether a browser starts; one that was downloaded may lack libraries of the system."""
    if sys.platform == "win32":  # there a browser doesn't tell its version, but opens a window
        return Path(path).is_file()
    try:
        asked = subprocess.run([path, "--version"], capture_output=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


def _done(command: tuple[str, ...]) -> bool:
    """Run a command and all it starts for a limited time, and show its last lines if it fails."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with tempfile.TemporaryFile() as told:
        child = subprocess.Popen(
            command,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=told,
            stderr=told,
            start_new_session=True,
        )
        try:
            code: int | None = child.wait(LONGEST)
        except subprocess.TimeoutExpired:
            code = None
            os.killpg(child.pid, signal.SIGTERM)
            child.wait()
        if code == 0:
            return True
        told.seek(0)
        lines = told.read().decode("utf-8", "replace").splitlines()
    why = f"took more than {LONGEST} s" if code is None else f"ended with {code}"
    last = [line for line in lines if line.strip() and not line.startswith((" ", "}"))][-3:]
    say("\n".join([f"setup: {' '.join(command)} {why}", *(f"  {line}" for line in last)]))
    return False


if __name__ == "__main__":
    sys.exit(main())
