"""The real shell: Textual's Pilot presses keys, clicks and resizes."""

import asyncio

from textual import events

from ledger.viewer.app import Viewer
from ledger.viewer.controller import Session
from ledger.viewer.drawing.paint import plain_text
from ledger.viewer.keys import ACTIONS
from ledger.viewer.log_source import Source
from ledger.viewer.model import Model

from .driving import at

NAMES = {"]": "right_square_bracket", "[": "left_square_bracket", ":": "colon", "/": "slash"}
NAMES |= {"+": "plus", "-": "minus", "?": "question_mark", "'": "apostrophe", '"': "quotation_mark"}
NAMES |= {"=": "equals_sign", "_": "underscore"}


def shell(session, act, size=(120, 40)):
    """Do something in the real shell."""

    async def go():
        app = Viewer(session)
        async with app.run_test(size=size) as pilot:
            await act(pilot)
            await pilot.pause()

    asyncio.run(go())


async def until(pilot, true):
    """Wait until something is true; a busy machine takes its time."""
    for _ in range(200):
        if true():
            return
        await pilot.pause(0.05)
    raise AssertionError("it never came true")


def test_the_shell_hands_on_every_key(session, monkeypatch):
    s = session()
    done, typed_ = [], []
    monkeypatch.setattr(s, "do", lambda action, key, digits: done.append((key, action)))
    monkeypatch.setattr(s, "paste", typed_.append)

    async def act(pilot):
        for key in ACTIONS:
            await pilot.press(NAMES.get(key, key))
        pilot.app.post_message(events.Paste("pasted"))

    shell(s, act)
    assert done == [(key, found.action) for key, found in ACTIONS.items()]
    assert typed_ == ["pasted"]


def test_the_shell_shows_what_the_session_draws(session):
    s = session()

    async def act(pilot):
        for key in ("5", "right", "question_mark", "q", "tab", "colon", "1", "2", "enter", "z"):
            await pilot.press(key)
            await pilot.pause()
            wanted = s.draw(120, 40)
            assert pilot.app.picture._rows == wanted
            shown = pilot.app.screen._compositor.render_strips()
            text = "".join("".join(x.text for x in strip).rstrip() + "\n" for strip in shown)
            assert text == plain_text(wanted)
        assert at(s) == 12
        await pilot.press("q")
        await pilot.press("q")
        assert not pilot.app.is_running or s.quit

    shell(s, act)


def test_the_mouse_goes_where_it_points(session):
    s = session()

    async def act(pilot):
        bar = s.layout.timeline
        await pilot.click(offset=(60, bar.y))
        assert at(s) == round(1 + 60 * (s.model.last - 1) / 119)
        await pilot.click(offset=(20, s.layout.ledger.y + 3))
        assert at(s) == s.list_top + 2

    shell(s, act)


def test_the_wheel_scrolls_what_is_under_it(session):
    s = session()
    s.move(100)
    s.draw(80, 18)
    top, at_ = s.list_top, at(s)
    s.wheel(5, s.layout.ledger.y + 1, -1)
    assert (s.list_top, at(s)) == (top - 2, at_)
    s.wheel(5, 1, 1)
    assert s.board_top == 2
    s.wheel(5, s.layout.timeline.y, 1)
    assert at(s) == 101


def test_a_failure_of_ours_leaves_the_screen_first(session, monkeypatch):
    s = session()
    monkeypatch.setattr(s, "press", lambda key: 1 / 0)

    async def act(pilot):
        await pilot.press("right")
        await pilot.pause()
        assert isinstance(pilot.app.failure, ZeroDivisionError)

    shell(s, act)


def test_play_goes_on_and_stops_at_the_end(session):
    s = session(speed=32.0)
    s.move(s.model.last - 3)

    async def act(pilot):
        await pilot.press("space")
        await until(pilot, lambda: not s.playing)
        assert at(s) == s.model.last
        s.speed = 0.1
        await pilot.press("space")
        assert (s.playing, at(s)) == (True, 1)  # from the start again

    shell(s, act)


def test_a_resize_while_it_plays(session):
    s = session(speed=32.0, playing=True)

    async def act(pilot):
        for size in ((200, 50), (80, 24), (30, 8), (10, 3), (120, 40)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: len(pilot.app.picture._rows) == size[1])
        await until(pilot, lambda: at(s) > 6)

    shell(s, act)


def test_following_a_live_table(log):
    lines = log().read_bytes().splitlines(keepends=True)
    path = log(data=b"".join(lines[:6]))
    s = Session(Model(Source(path, growing=True)), following=True)

    def grow(a, b):
        with path.open("ab") as file:
            file.write(b"".join(lines[a:b]))

    async def act(pilot):
        assert at(s) == 6
        grow(6, 7)
        await until(pilot, lambda: at(s) == s.model.last == 7)
        await pilot.press("home")
        grow(7, 60)
        await until(pilot, lambda: s.model.last > 50)
        assert at(s) == 1
        await pilot.press("end")
        grow(60, 303)
        await until(pilot, lambda: at(s) == s.model.last == 303)

    shell(s, act)
