"""The pages about the API, as a person sees them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error

from ledger.testing.effort import effort

from .looks import assert_accessible, assert_fits, dom, screenshots

API_PAGE = "/api"
PROBLEMS = "/problems"


def test_it_can_be_read_by_everybody(page, real_server):
    page.goto(real_server.url + API_PAGE)
    screenshots(page, "api")
    page.get_by_role("navigation").get_by_role("link", name="POST Play a move").click()
    assert page.locator("article:target").get_by_text("Play a move", exact=True).is_visible()
    page.locator("article").evaluate_all(  # they are all alike, and axe takes seconds for all
        "(all, count) => all.slice(count).forEach(one => one.remove())", effort(3, 1000)
    )
    assert_fits(page)
    assert_accessible(page)


def test_the_pages_about_problems(page, real_server, aria_golden, dom_golden):
    page.goto(real_server.url + PROBLEMS)
    assert_fits(page)
    assert_accessible(page)
    screenshots(page, "problems")
    page.goto(f"{real_server.url}{PROBLEMS}/stale")
    main = page.get_by_role("main")
    assert main.aria_snapshot() == aria_golden
    assert dom(main) == dom_golden


@pytest.mark.campaign
def test_it_is_there_again_when_the_server_is(page, guard, own_server):
    guard.allow("console", r"ERR_CONNECTION_\w+ \(.*/icon\.svg\)")  # asked for after all else
    page.goto(own_server.url + API_PAGE)
    own_server.kill()
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        page.reload()
    own_server.start()
    page.goto(own_server.url + API_PAGE)
    assert page.get_by_role("heading", level=1).is_visible()
