"""The pages before there is anything on them: no data, no inline script, no style.

A page tells nothing about a game, not even whether there is one: its script asks the API, with
whatever right the browser has.
"""

from __future__ import annotations

import functools
from html import escape
from typing import NamedTuple

from .assets import assets
from .bundle import imported
from .words import catalogue


class Page(NamedTuple):
    """A page: its title, its script, its style sheets, and what its script fills."""

    title: str
    script: str
    styles: tuple[str, ...] = ()
    inside: str = ""


STYLES = ("scene.css", "base.css")
"""Style sheets of every page, before its own."""
PAGES = {
    "home": Page("Ledger", "home.js"),
    "host": Page("Host a game", "host.js"),
    "game": Page(
        "Game",
        "game.js",
        ("game.css",),
        '<section id="board"></section>'
        '<section id="play"></section>'
        '<section id="timeline"></section>'
        '<section id="log"></section>',
    ),
}


@functools.cache
def shell(name: str, lang: str) -> bytes:
    """Return the HTML of a page in a language."""
    page = PAGES[name]
    t = catalogue(lang).gettext
    title = t(page.title) if page.title == "Ledger" else f"{t(page.title)} · Ledger"
    styles = "".join(
        f'<link rel="stylesheet" href="/static/{style}">' for style in (*STYLES, *page.styles)
    )
    # found at once, and not one by one as each names the next
    modules = "".join(
        f'<link rel="modulepreload" href="/static/{name}">'
        for name in imported(page.script, lambda name: assets()[name].body.decode())
    )
    head = (
        # the first of all: it takes a token out of the address
        '<script src="/static/first.js"></script>'
        f"{styles}{modules}"
        '<link rel="icon" href="/static/icon.svg">'
        f'<script type="module" src="/static/{page.script}"></script>'
    )
    return document(name, lang, title, head)


def document(name: str, lang: str, title: str, head: str, *, alone: bool = False) -> bytes:
    """Return the HTML of a page with this in its head; `alone`: all of it is in one file."""
    t = catalogue(lang).gettext
    without_script = (
        t("This page needs JavaScript. Everything on it is in this file.")
        if alone
        else t("This page needs JavaScript. Everything on it comes from this server alone.")
    )
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title>"
        f"{head}</head>"
        f'<body class="page-{name}"><header id="head"></header>'
        f'<main id="main">{PAGES[name].inside}</main>'
        '<p id="say" class="unseen" role="status" aria-live="polite"></p>'
        f'<noscript><p class="notice">{escape(without_script)}</p></noscript>'
        "</body></html>\n"
    ).encode()
