"""How a page looks, to everybody: to who reads it by ear or by eye, small or large, in the dark."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Locator, Page

from ledger.testing.effort import CAMPAIGN

WIDTHS = (390, 768, 1280)
NARROWEST = 360
SCHEMES = ("light", "dark")

_AXE = "rules => axe.run(document, {resultTypes: ['violations'], ...(rules && {runOnly: rules})})"
_OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe whose answer may depend on the colour scheme."""
_DOM = """top => {
    const safe = text => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const lines = [];
    const put = (node, indent) => {
        if (node.nodeType === Node.TEXT_NODE) {
            const text = node.data.replace(/\\s+/g, " ").trim();
            if (text) lines.push(indent + safe(text));
        } else if (node.nodeType === Node.ELEMENT_NODE) {
            const marks = [...node.attributes].sort((a, b) => (a.name < b.name ? -1 : 1)).map(
                a => ` ${a.name}="${safe(a.value).replaceAll('"', "&quot;")}"`);
            lines.push(`${indent}<${node.localName}${marks.join("")}>`);
            const first = lines.length;
            for (const child of node.childNodes) put(child, indent + "  ");
            const only = lines.length === first + 1 && !lines[first].trim().startsWith("<");
            if (only) lines.push(lines.splice(-2).map((x, i) => (i ? x.trim() : x)).join(""));
            if (only || lines.length === first) lines[lines.length - 1] += `</${node.localName}>`;
            else lines.push(`${indent}</${node.localName}>`);
        }
    };
    put(top, "");
    return lines.join("\\n");
}"""


def assert_accessible(page: Page) -> None:
    """Fail with all that axe finds, in both colour schemes; in the second what colours decide."""
    page.evaluate(AXE_SCRIPT)
    found = {}
    with as_it_was(page):
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            rules = None if scheme == SCHEMES[0] or CAMPAIGN else _OF_COLOURS
            results = AxeResults(page.evaluate(_AXE, rules))
            if results.violations_count:
                found[scheme] = results.generate_report()
    assert not found, "\n\n".join(f"{page.url}, {scheme}: {x}" for scheme, x in found.items())


def assert_fits(page: Page) -> None:
    """Fail if a page must be scrolled sideways on the narrowest screen."""
    with as_it_was(page):
        page.set_viewport_size({"width": NARROWEST, "height": 740})
        width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= NARROWEST, f"{page.url} is {width} px wide on a screen of {NARROWEST}"


def screenshots(page: Page, name: str, *, full_page: bool = False) -> None:
    """Write pictures at three widths in both colour schemes, if LEDGER_SCREENSHOTS names a folder.

    Each is called like `board-390-dark.png`.
    """
    if not (folder := os.environ.get("LEDGER_SCREENSHOTS")):
        return
    with as_it_was(page):
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844 if width < 500 else 800})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                path = Path(folder) / f"{name}-{width}-{scheme}.png"
                page.screenshot(path=path, full_page=full_page)


@contextmanager
def as_it_was(page: Page) -> Iterator[None]:
    """Give a page its size and its colour scheme back."""
    size = page.viewport_size
    try:
        yield
    finally:
        page.emulate_media(color_scheme="null")
        page.set_viewport_size(size)


def dom(locator: Locator, replaced: Mapping[str, str] | None = None) -> str:
    """Return the HTML of an element for a golden: a tag a line, attributes sorted.

    `replaced` says what stands for texts that differ from run to run.
    """
    text: str = locator.evaluate(_DOM)
    for varying, constant in (replaced or {}).items():
        text = text.replace(varying, constant)
    return text
