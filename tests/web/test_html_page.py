"""The shells of pages: nothing inline, nothing from outside, and the same for everybody."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from ledger.web.assets import PAGES, assets, page_files
from ledger.web.html_page import page_html
from ledger.web.translations import LANGUAGES


class Tags(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.tags = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def of(self, name):
        return [attributes for tag, attributes in self.tags if tag == name]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_holds_nothing_that_acts_by_itself(page, lang):
    html = page_html(page, lang).decode()
    found = Tags(html)
    assert f'<html lang="{lang}">' in html
    assert not found.of("style")
    for _, attributes in found.tags:
        assert not [name for name in attributes if name == "style" or name.startswith("on")]
    assert not re.search(r"<script[^>]*>[^<]", html)
    page_files = [a["src"] for a in found.of("script")] + [a["href"] for a in found.of("link")]
    assert page_files[0] == "/static/first.js"  # it takes a token out of the address
    assert {url.removeprefix("/static/") for url in page_files} <= assets().keys()
    ids = [a["id"] for _, a in found.tags if "id" in a]
    assert len(ids) == len(set(ids))
    assert {"head", "main", "say"} <= set(ids)


def test_the_page_of_a_game_has_its_parts():
    ids = {a.get("id") for _, a in Tags(page_html("game", "en").decode()).tags}
    assert {"board", "timeline", "log", "say", "play"} <= ids


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_all_that_it_loads_at_once(name):
    text = page_html(name, "pl").decode()
    named = set(re.findall(r'(?:src|href)="/static/([^"]+)"', text))
    always = {"first.js", "icon.svg", "app.webmanifest", "words/pl.json"}
    assert named == always | {*page_files(name)}
    assert named <= assets().keys()
