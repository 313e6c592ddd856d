"""The docs page: all that the OpenAPI says, and nothing that acts or reaches out."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from ledger.service.openapi.page import docs_page, page_css

from ..sample_api import sample

VOID = {"meta", "link", "br", "wbr"}


class Reader(HTMLParser):
    """Checks that tags close in order, and notes what a reader sees and what is linked."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], set(), [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)

    @property
    def words(self):
        return " ".join("".join(self.text).split())

    def all(self, name):
        return [value for key, value in self.attributes if key == name]


@pytest.fixture(scope="module")
def document():
    return sample()


@pytest.fixture(scope="module")
def page(document):
    return Reader(docs_page(document))


def test_every_operation_is_told(page):
    for text in (
        "GET /api/v1/games", "List games", "POST /api/v1/games/{id}/commands", "Play a move",
        "status query string or null", "running, over & <b>so on</b>",
        "limit query integer ≥ 1 ≤ 1000 usually 100", "id path string required",
        "If-Match header", "move string or null ≥ 1 signs ≤ 2000 signs",
        "same again", "422", "The rules refuse it",
        "Body application/json Submit", "events array required", 'kind "log" or "result"',
        "games array of GameRow required",
    ):  # fmt: skip
        assert text in page.words


def test_links_lead_somewhere(page):
    ids = page.all("id")
    assert len(ids) == len(set(ids))
    links = [x for x in page.all("href") if x.startswith("#")]
    assert {"#type-GameRow", "#types", "#get-api-v1-games"} <= set(links)
    assert {x[1:] for x in links} <= set(ids)


def test_nothing_acts_and_nothing_comes_from_outside(page):
    assert not page.tags & {"script", "style", "iframe", "form", "object", "embed", "base", "img"}
    names = {name for name, _ in page.attributes}
    assert not [n for n in names if n.startswith("on") or n in ("style", "src", "action")]
    outside = [x for x in page.all("href") if not x.startswith("#")]
    assert set(outside) == {"/page.css", "/static/icon.svg", "/openapi.json", "/problems"}


def test_the_style_sheet_is_alone_and_knows_the_dark():
    css = page_css().decode()
    assert "url(" not in css
    assert "@import" not in css
    assert "prefers-color-scheme: dark" in css
    assert css.count("{") == css.count("}")


def test_every_class_has_a_style(page):
    used = {name for value in page.all("class") for name in value.split()}
    styled = set(re.findall(r"\.([a-z][a-z0-9]*)", page_css().decode()))
    assert used - styled <= {"post", "type", "s4"}  # these look as the rest does


EVIL = "\"'><script>alert(1)</script>&`x`"


def _spoil(value):
    if isinstance(value, dict):
        return {k if k in KEPT else k + EVIL: _spoil(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_spoil(x) for x in value]
    return value + EVIL if isinstance(value, str) else value


KEPT = {
    "info", "title", "version", "description", "paths", "get", "post", "tags", "summary", "name",
    "parameters", "in", "schema", "oneOf", "type", "required", "default", "enum", "responses",
    "content", "requestBody", "components", "schemas", "properties", "items", "$ref", "pattern",
    "minimum", "maximum", "minLength", "maxLength", "const",
}  # fmt: skip


def test_every_text_is_escaped(document):
    html = docs_page(_spoil(document))
    page = Reader(html)
    assert "script" not in page.tags
    assert html.count("<script") == 0
    assert html.count("&lt;script&gt;") > 100
    assert not [n for n, _ in page.attributes if n not in
                ("lang", "charset", "name", "content", "rel", "href", "type", "class", "id",
                 "aria-label")]  # fmt: skip


def test_a_bare_document_makes_a_page():
    assert "version" in Reader(docs_page({})).words


def test_types_that_nest_without_end_are_cut():
    loop: dict[str, Any] = {"type": "array"}
    loop["items"] = loop
    document = {"components": {"schemas": {"Loop": loop}}}
    assert "array of array" in Reader(docs_page(document)).words
