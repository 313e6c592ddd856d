"""What is told of the looks of a page."""

from __future__ import annotations

import pytest

from .chromium import DESKTOP
from .guard import Guard
from .looks import assert_accessible, assert_fits, dom, screenshots

FINE = (
    '<!doctype html><html lang="en"><title>Fine</title>'
    '<meta name="viewport" content="width=device-width"><main><h1>Fine</h1></main>'
)


@pytest.fixture(scope="module")
def shared(chromium):
    """A page for all tests of this module; a new one costs half a second."""
    with chromium.at_work():
        page = chromium.open_page(Guard(), DESKTOP, None)
        yield page
        page.context.close()


@pytest.fixture
def page(shared):
    """A page with nothing wrong."""
    shared.set_content(FINE)
    return shared


def test_what_axe_finds_is_told_for_each_scheme(page):
    assert_accessible(page)
    page.set_content(f"{FINE}<style>@media (prefers-color-scheme: dark) {{ h1 {{ color: #eee }} }}")
    with pytest.raises(AssertionError, match=r"dark:(.|\n)*color-contrast") as found:
        assert_accessible(page)
    assert "light:" not in str(found.value)


def test_what_is_too_wide_is_noticed(page):
    assert_fits(page)
    page.set_content(f'{FINE}<p style="width: 361px">wide')
    with pytest.raises(AssertionError, match="369"):  # with the margin
        assert_fits(page)


def test_html_is_told_in_one_way(page):
    page.set_content('<main id="x" class="b"><p>a  &amp; &lt;b&gt;<i>c</i></p><p>d</p><hr></main>')
    assert dom(page.locator("main"), {"d": "D"}).splitlines() == [
        '<main class="b" iD="x">',
        "  <p>",
        "    a &amp; &lt;b>",
        "    <i>c</i>",
        "  </p>",
        "  <p>D</p>",
        "  <hr></hr>",
        "</main>",
    ]


def test_pictures_are_only_made_when_asked_for(page, tmp_path, monkeypatch):
    monkeypatch.delenv("LEDGER_SCREENSHOTS", raising=False)
    screenshots(page, "fine")
    monkeypatch.setenv("LEDGER_SCREENSHOTS", str(tmp_path))
    screenshots(page, "fine")
    widths = ("390", "768", "1280")
    made = {f"fine-{width}-{scheme}.png" for width in widths for scheme in ("light", "dark")}
    assert {path.name for path in tmp_path.iterdir()} == made
    assert page.viewport_size == DESKTOP["viewport"]
