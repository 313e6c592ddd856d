"""The real shell: Textual's Pilot presses keys, clicks and resizes."""

import asyncio

from textual import events

from ledger.tui.actions import Press
from ledger.tui.app import Viewer
from ledger.tui.controller import Controller
from ledger.tui.drawing.paint import plain_text
from ledger.tui.keys import BY_NAME
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model
from ledger.tui.screen_state import ScreenState

from .driving import at

NAMES = {"]": "right_square_bracket", "[": "left_square_bracket", ":": "colon", "/": "slash"}
NAMES |= {"+": "plus", "-": "minus", "?": "question_mark", "'": "apostrophe", '"': "quotation_mark"}
NAMES |= {"=": "equals_sign", "_": "underscore"}


def shell(controller, act, size=(120, 40)):
    """Do something in the real shell."""

    async def go():
        app = Viewer(controller)
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


def test_the_shell_hands_on_every_key(controller, monkeypatch):
    c = controller()
    done, typed_ = [], []
    monkeypatch.setattr(c, "do", lambda action, press: done.append((press, action)))
    monkeypatch.setattr(c.prompts, "paste", typed_.append)

    async def act(pilot):
        for key in BY_NAME:
            await pilot.press(NAMES.get(key, key))
        pilot.app.post_message(events.Paste("pasted"))

    shell(c, act)
    assert done == [(Press(found.way, key), found.action) for key, found in BY_NAME.items()]
    assert typed_ == ["pasted"]


def test_the_shell_shows_what_the_controller_draws(controller):
    c = controller()

    async def act(pilot):
        for key in ("5", "right", "question_mark", "q", "tab", "colon", "1", "2", "enter", "z"):
            await pilot.press(key)
            await pilot.pause()
            wanted = c.show(120, 40).rows
            assert pilot.app.picture._rows == wanted
            shown = pilot.app.screen._compositor.render_strips()
            text = "".join("".join(x.text for x in strip).rstrip() + "\n" for strip in shown)
            assert text == plain_text(wanted)
        assert at(c) == 12
        await pilot.press("q")
        await pilot.press("q")
        assert not pilot.app.is_running or c.quit

    shell(c, act)


def test_the_mouse_goes_where_it_points(controller):
    c = controller()

    async def act(pilot):
        bar = c.frame.layout.timeline
        await pilot.click(offset=(60, bar.y))
        assert at(c) == round(1 + 60 * (c.model.last - 1) / 119)
        await pilot.click(offset=(20, c.frame.layout.ledger.y + 3))
        assert at(c) == c.screen.list_top + 2

    shell(c, act)


def test_the_wheel_scrolls_what_is_under_it(controller):
    c = controller()
    c.move(100)
    c.show(80, 18)
    top, at_ = c.screen.list_top, at(c)
    c.wheel(5, c.frame.layout.ledger.y + 1, -1)
    assert (c.screen.list_top, at(c)) == (top - 2, at_)
    board = c.screen.board_top
    c.wheel(5, 1, -1)
    assert c.screen.board_top == board - 2
    c.wheel(5, c.frame.layout.timeline.y, 1)
    assert at(c) == 101


def test_a_failure_of_ours_leaves_the_screen_first(controller, monkeypatch):
    c = controller()
    monkeypatch.setattr(c, "press", lambda key: 1 / 0)

    async def act(pilot):
        await pilot.press("right")
        await pilot.pause()
        assert isinstance(pilot.app.failure, ZeroDivisionError)

    shell(c, act)


def test_play_goes_on_and_stops_at_the_end(controller):
    c = controller(screen=ScreenState(speed=32.0))
    c.move(c.model.last - 3)

    async def act(pilot):
        await pilot.press("space")
        await until(pilot, lambda: not c.screen.playing)
        assert at(c) == c.model.last
        c.screen.speed = 0.1
        await pilot.press("space")
        assert (c.screen.playing, at(c)) == (True, 1)  # from the start again

    shell(c, act)


def test_a_resize_while_it_plays(controller):
    c = controller(screen=ScreenState(speed=32.0, playing=True))

    async def act(pilot):
        for size in ((200, 50), (80, 24), (30, 8), (10, 3), (120, 40)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: len(pilot.app.picture._rows) == size[1])
        await until(pilot, lambda: at(c) > 6)

    shell(c, act)


def test_following_a_live_table(log):
    lines = log().read_bytes().splitlines(keepends=True)
    path = log(data=b"".join(lines[:6]))
    c = Controller(Model(LogSource(path, growing=True)), screen=ScreenState(following=True))

    def grow(a, b):
        with path.open("ab") as file:
            file.write(b"".join(lines[a:b]))

    async def act(pilot):
        assert at(c) == 6
        grow(6, 7)
        await until(pilot, lambda: at(c) == c.model.last == 7)
        await pilot.press("home")
        grow(7, 60)
        await until(pilot, lambda: c.model.last > 50)
        assert at(c) == 1
        await pilot.press("end")
        grow(60, 303)
        await until(pilot, lambda: at(c) == c.model.last == 303)

    shell(c, act)
