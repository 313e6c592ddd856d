"""The guard notices what no page of ours may do."""

from __future__ import annotations

import asyncio

import pytest
from playwright.sync_api import Route, expect

from .chromium import PHONE
from .guard import Fault, Guard

HOME = "http://127.0.0.1:9"  # nobody listens there: what it answers is made up here
STRICT = "default-src 'none'; script-src 'self'; img-src 'self'; style-src 'self'"
FINE = (
    '<!doctype html><html lang="en"><title>t</title><link rel="icon" href="/i.svg">'
    "<main><h1>Fine</h1><button>Press</button></main>"
)


def show(page, script="", policy=STRICT):
    """Open a page with a script, under a policy."""

    def answer(route: Route) -> None:
        kinds = {"/": "text/html", "/s.js": "text/javascript", "/i.svg": "image/svg+xml"}
        path = route.request.url.removeprefix(HOME)
        texts = {"/": f'{FINE}<script src="/s.js"></script>', "/s.js": script}
        route.fulfill(
            status=200 if path in kinds else 404,
            content_type=kinds.get(path, "text/plain"),
            headers={"content-security-policy": policy},
            body=texts.get(path, '<svg xmlns="http://www.w3.org/2000/svg"/>'),
        )

    page.context.route(f"{HOME}/**", answer)
    page.goto(HOME)


FAULTS = {
    "console error": ("console.error('bad')", {"console"}),
    "console warning": ("console.warn('bad')", {"console"}),
    "not found": ("document.querySelector('main').append(new Image());"
                  "document.images[0].src = '/none.png'", {"console"}),
    "exception": ("setTimeout(() => { throw new Error('bad') })", {"error"}),
    "rejection": ("Promise.reject(new Error('bad'))", {"error"}),
    "dialog": ("alert('bad')", {"dialog"}),
    "inline script": ("document.body.append(Object.assign(document.createElement('script'),"
                      "{textContent: '1'}))", {"console", "policy"}),
    "inline style": ("document.body.innerHTML = '<p style=\"color: red\">'",
                     {"console", "policy"}),
    "eval": ("try { eval('1') } catch {}", {"policy"}),  # not told in the console
    "fetch": ("fetch('http://127.0.0.2:9/').catch(() => {})", {"console", "policy"}),
}  # fmt: skip


def test_a_fault_is_noticed(page, guard):
    for name, (script, kinds) in FAULTS.items():
        show(page, script)
        for _ in range(50):
            guard.settle()
            if kinds <= {fault.kind for fault in guard.faults}:
                break
        assert {fault.kind for fault in guard.faults} == kinds, name
        with pytest.raises(AssertionError):
            guard.check()


def test_a_request_elsewhere_is_noticed_and_leads_nowhere(page, guard):
    guard.allow("console", "ERR_NAME_NOT_RESOLVED")
    guard.expect("request", r"^http://elsewhere\.example/x$")
    guard.expect("request", r"^ws://elsewhere\.example/y$")
    script = (
        "const done = () => { document.title = 'done' };"
        "const second = () => { new WebSocket('ws://elsewhere.example/y').onerror = done };"
        "fetch('http://elsewhere.example/x').catch(second)"
    )
    show(page, script, "default-src *")
    expect(page).to_have_title("done")


def test_a_page_in_a_file_may_request_nothing(page, guard, tmp_path):
    path = tmp_path / "one.html"
    path.write_text(FINE.replace("/i.svg", "data:,"))
    page.goto(f"{path.as_uri()}#t12")
    guard.check()
    path.write_text(FINE.replace("/i.svg", "data:,") + '<link rel="stylesheet" href="two.css">')
    (tmp_path / "two.css").write_text("")
    page.goto(path.as_uri())
    guard.expect("request", r"/two\.css$")
    guard.check()


def test_what_is_expected_passes_and_must_happen():
    guard = Guard()
    guard.faults = [Fault("console", "a bad one")]
    guard.expect("console", "bad")
    guard.check()
    guard.expect("console", "bad")
    with pytest.raises(AssertionError):
        guard.check()
    guard.allow("console", "bad")
    guard.check()
    guard.faults = [Fault("console", "a bad one"), Fault("error", "a bad one")]
    with pytest.raises(AssertionError, match="error: a bad one"):
        guard.check()


@pytest.mark.parametrize(("only", "device"), [("keys", {}), ("touch", PHONE)])
def test_another_hand_is_noticed(open_page, guard, only, device):
    page = open_page(device, only=only)
    show(page)
    if only == "touch":
        page.get_by_role("button").tap()
        guard.check()
        page.keyboard.press("Tab")
        guard.expect("input", "keydown")
    else:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        guard.check()
    page.get_by_role("button").click()
    guard.expect("input", "pointerdown")


@pytest.mark.parametrize("time", ["first", "second"])
def test_other_tests_may_run_event_loops(chromium, time):
    asyncio.run(asyncio.sleep(0))
    with chromium.at_work(), pytest.raises(RuntimeError):
        asyncio.get_running_loop().run_until_complete(asyncio.Future())
    asyncio.run(asyncio.sleep(0))
