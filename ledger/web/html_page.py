"""The HTML of pages, still empty: no data, no inline script, no style.

A page reveals nothing about a game, not even whether it exists: its script asks the API, with
whatever rights the browser has.
"""

from __future__ import annotations

import functools
from html import escape

from .assets import PAGES, page_files
from .translations import catalogue


@functools.cache
def page_html(name: str, lang: str) -> bytes:
    """Return the HTML of a page in a language."""
    page = PAGES[name]
    t = catalogue(lang).gettext
    title = t(page.title) if page.title == "Ledger" else f"{t(page.title)} · Ledger"
    own = page_files(name)
    head = (
        # before everything else: it takes a token out of the address
        '<script src="/static/first.js"></script>'
        f'<link rel="stylesheet" href="/static/{own.style}">'
        '<link rel="icon" href="/static/icon.svg">'
        '<link rel="manifest" href="/static/app.webmanifest">'
        # requested at once, before the script asks for it
        f'<link rel="preload" as="fetch" crossorigin href="/static/words/{lang}.json">'
        f'<script type="module" src="/static/{own.script}"></script>'
    )
    return html_document(name, lang, title, head)


def html_document(name: str, lang: str, title: str, head: str, *, alone: bool = False) -> bytes:
    """Return the HTML of a page with this head; `alone` if everything is in one file."""
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
