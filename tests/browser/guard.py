"""Watches over pages: what none of ours may do fails the test, unless the test expects it.

Kinds of faults: `console` (an error or a warning), `error` (an exception or a rejected promise that
nobody caught, or a crash), `policy` (against the Content-Security-Policy), `request` (to another
origin than that of the first page; from a page in a file, to anything), `dialog`, and `input` (by
another hand than the one a page was opened for).
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Literal, NamedTuple
from urllib.parse import urldefrag, urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Error, Page, Request

Kind = Literal["console", "error", "policy", "request", "dialog", "input"]

_TOLD = re.compile(r"\[guard (policy|input)\] (.*)", re.DOTALL)
_TELL_POLICY = (
    "addEventListener('securitypolicyviolation', e => console.error("
    "`[guard policy] ${e.effectiveDirective} ${e.blockedURI} in ${e.sourceFile}:${e.lineNumber}`))"
)
_INSIDE = ("about", "blob", "data")
"""Schemes of what comes from the page itself."""


class Fault(NamedTuple):
    """What a page did."""

    kind: Kind
    text: str


class Guard:
    """Notes the faults of all pages of a test."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._expected: list[tuple[Kind, str]] = []
        self._allowed: list[tuple[Kind, str]] = []
        self._contexts: list[BrowserContext] = []

    def expect(self, kind: Kind, pattern: str) -> None:
        """Let faults of this kind pass that match; there must be at least one."""
        self._expected.append((kind, pattern))

    def allow(self, kind: Kind, pattern: str) -> None:
        """Let faults of this kind pass that match, to the end of the test, if there are any."""
        self._allowed.append((kind, pattern))

    def check(self) -> None:
        """Fail if there were faults that nobody expected, or none where some were."""
        self.settle()
        faults, self.faults = self.faults, []
        expected, self._expected = self._expected, []
        fine = (*expected, *self._allowed)
        wrong = [f"{f.kind}: {f.text}" for f in faults if not any(_fits(f, e) for e in fine)]
        wrong += [
            f"expected, but there was none: {kind} with {pattern!r}"
            for kind, pattern in expected
            if not any(_fits(fault, (kind, pattern)) for fault in faults)
        ]
        assert not wrong, "the browser says:\n  " + "\n  ".join(wrong)

    def settle(self) -> None:
        """Wait until each page has said what it has to say."""
        for context in self._contexts:
            for page in context.pages:
                with suppress(Error):  # it was closed, or goes elsewhere
                    page.evaluate("() => new Promise(done => setTimeout(done))")

    # --- what is watched --------------------------------------------------------------------

    def watch(self, context: BrowserContext) -> None:
        """Watch over all pages of a context, also those that will be opened."""
        self._contexts.append(context)
        homes: list[str] = []  # of the first page, once it is known
        context.add_init_script(_TELL_POLICY)
        context.on("console", self._console)
        context.on("weberror", lambda error: self._note("error", str(error.error)))
        context.on("dialog", self._dialog)
        context.on("request", lambda request: self._request(request, homes))
        context.on("page", lambda page: self._page(page, homes))

    def _note(self, kind: Kind, text: str) -> None:
        self.faults.append(Fault(kind, text))

    def _console(self, message: ConsoleMessage) -> None:
        if told := _TOLD.fullmatch(message.text):
            self._note("policy" if told[1] == "policy" else "input", told[2])
        elif message.type in ("error", "warning", "assert"):
            self._note("console", f"{message.text} ({message.location['url']})")

    def _dialog(self, dialog: Dialog) -> None:
        self._note("dialog", f"{dialog.type} {dialog.message}")
        dialog.dismiss()

    def _page(self, page: Page, homes: list[str]) -> None:
        page.on("crash", lambda _: self._note("error", "the page crashed"))
        page.on("websocket", lambda socket: self._visit(socket.url, homes, opens=False))

    def _request(self, request: Request, homes: list[str]) -> None:
        self._visit(request.url, homes, opens=request.resource_type == "document")

    def _visit(self, url: str, homes: list[str], *, opens: bool) -> None:
        parts = urlsplit(url)
        if parts.scheme in _INSIDE:
            return
        if parts.scheme == "file":
            home = urldefrag(url).url if opens else "no file"
        else:
            home = f"{parts.scheme.replace('ws', 'http')}://{parts.netloc}"
        if opens and not homes:
            homes.append(home)
        if home not in homes:
            self._note("request", url)


def _fits(fault: Fault, expected: tuple[Kind, str]) -> bool:
    kind, pattern = expected
    return fault.kind == kind and re.search(pattern, fault.text) is not None
