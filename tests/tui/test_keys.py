"""Every key does what the help says."""

import pytest

from common.refusals import tells
from ledger import redact
from ledger.tui import jumps
from ledger.tui.actions import ACTIONS
from ledger.tui.controller import Controller
from ledger.tui.drawing.paint import Painter, plain_text
from ledger.tui.keys import BY_NAME, KEYS
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model

from .conftest import GAMES
from .driving import at, drive, typed

SIZES = ((80, 24), (120, 40), (200, 50))


def moved(jump, way):
    """Check that an action goes where the jump of that name goes."""

    def check(c, press):
        c.move(150)
        wanted = jump(c.model, way)
        press()
        assert at(c) == wanted

    return check


def by(n):
    def check(c, press):
        c.move(150)
        press()
        assert at(c) == 150 + n

    return check


def goes(wanted):
    def check(c, press):
        c.move(150)
        press()
        assert at(c) == wanted(c)

    return check


def opens(name, text):
    def check(c, press):
        c.move(150)
        assert text in press()
        assert c.screen.overlay == name
        press()
        assert c.screen.overlay == ""

    return check


def asks(kind):
    def check(c, press):
        press()
        assert c.screen.prompt.kind == kind

    return check


def again(way):
    def check(c, press):
        c.move(150)
        c.screen.needle = "sold"
        wanted = next(x for x in jumps.search(c.model, "sold", way) if x)
        press()
        assert at(c) == wanted

    return check


def plays(c, press):
    assert not c.screen.playing
    press()
    assert c.screen.playing
    press()
    assert not c.screen.playing


def paced(way):
    def check(c, press):
        press()
        assert (c.screen.speed - 2.0) * way > 0

    return check


def marks(c, press):
    c.move(150)
    press()
    assert c.model.marks == {150}
    press()
    assert c.model.marks == set()


def to_mark(way):
    def check(c, press):
        c.move(150)
        c.model.marks = {100, 200}
        press()
        assert at(c) == (200 if way > 0 else 100)

    return check


def looks(way):
    def check(c, press):
        seen = []
        for _ in c.model.viewers:
            press()
            seen.append(c.model.viewer)
        assert seen == ([1, 2, 0, None] if way > 0 else [0, 2, 1, None])
        assert at(c) == 6

    return check


def scrolls_list(way):
    def check(c, press):
        c.move(150)
        c.show(120, 40)
        top = c.screen.list_top
        press()
        assert (c.screen.list_top, at(c)) == (top + way, 150)

    return check


TITLE = "Traders of Osaka"


def scrolls_board(way):
    def check(c, press):
        c.show(40, 24)
        c.screen.board_top = 3
        press(size=(40, 24))
        assert c.screen.board_top == 3 + way

    return check


def zooms(c, press):
    assert TITLE in press() or c.screen.zoom == "board"
    assert c.screen.zoom == "board"
    assert TITLE in press()
    assert c.screen.zoom == "ledger"
    press()
    assert c.screen.zoom == ""


def copies(c, press):
    c.move(150)
    words = c.model.row(150).words
    assert words in press()
    assert c.to_copy == words


def quits(c, press):
    c.screen.overlay = "help"
    press()
    assert not c.quit
    press()
    assert c.quit


def tenths(c, press, key="0"):
    press()
    assert at(c) == jumps.tenth(c.model, int(key))


CHECKS = {
    ("step", 1): by(1),
    ("step", -1): by(-1),
    ("turn", 1): moved(jumps.by_turn, 1),
    ("turn", -1): moved(jumps.by_turn, -1),
    ("round", 1): moved(jumps.by_round, 1),
    ("round", -1): moved(jumps.by_round, -1),
    ("first", 1): goes(lambda c: 1),
    ("last", 1): goes(lambda c: c.model.last),
    ("last_or_line", 1): goes(lambda c: c.model.last),
    ("tenth", 1): tenths,
    ("goto", 1): asks("goto"),
    ("play", 1): plays,
    ("speed", 1): paced(1),
    ("speed", -1): paced(-1),
    ("search", 1): asks("search"),
    ("search_again", 1): again(1),
    ("search_again", -1): again(-1),
    ("decision", 1): moved(jumps.by_decision, 1),
    ("decision", -1): moved(jumps.by_decision, -1),
    ("scoring", 1): moved(jumps.by_scoring, 1),
    ("scoring", -1): moved(jumps.by_scoring, -1),
    ("same_type", 1): moved(jumps.by_type, 1),
    ("same_type", -1): moved(jumps.by_type, -1),
    ("mark", 1): marks,
    ("next_mark", 1): to_mark(1),
    ("next_mark", -1): to_mark(-1),
    ("difference", 1): lambda c, press: "nothing to compare with" in press(),
    ("viewer", 1): looks(1),
    ("viewer", -1): looks(-1),
    ("changes", 1): opens("changes", "What changed"),
    ("curve", 1): opens("curve", "Scores so far"),
    ("result", 1): opens("result", "Key moments"),
    ("copy", 1): copies,
    ("rule", 1): opens("rule", "The rules behind"),
    ("raw", 1): opens("raw", '"seq": 150'),
    ("scroll_list", 1): scrolls_list(1),
    ("scroll_list", -1): scrolls_list(-1),
    ("scroll_board", 1): scrolls_board(1),
    ("scroll_board", -1): scrolls_board(-1),
    ("zoom", 1): zooms,
    ("note", 1): asks("note"),
    ("save", 1): asks("save"),
    ("branch", 1): asks("branch"),
    ("help", 1): opens("help", "play or pause"),
    ("quit", 1): quits,
}


def test_every_action_has_its_check():
    assert {(k.action, k.way) for k in KEYS} == set(CHECKS)


def test_every_action_of_the_key_table_is_carried_out():
    assert {k.action for k in KEYS} == set(ACTIONS)


def test_no_key_means_two_things():
    every = [name for k in KEYS for name in k.keys]
    assert len(every) == len(set(every))


@pytest.mark.parametrize("key", BY_NAME)
def test_a_key_does_what_the_help_says(controller, key):
    c = controller()
    check = CHECKS[BY_NAME[key].action, BY_NAME[key].way]
    more = {"key": key} if check is tenths else {}
    check(c, lambda **how: drive(c, key, **how), **more)


@pytest.mark.parametrize("size", SIZES)
def test_the_help_shows_every_key(controller, size):
    c = controller()
    c.do("help")
    seen = ""
    for _ in range(40):
        seen += plain_text(c.show(*size).rows)
        c.press("j")
    for key in KEYS:
        assert key.help in seen
        assert key.shown in seen


def test_a_number_then_g(controller):
    c = controller()
    screen = drive(c, "4", "2")
    assert at(c) == jumps.tenth(c.model, 2)
    assert tells(screen.splitlines()[-1], "42 G | line 42")
    drive(c, "G")
    assert at(c) == 42
    drive(c, "7", "right", "G")
    assert at(c) == c.model.last


@pytest.mark.parametrize(
    ("text", "line"), [("120", 120), ("t12", None), ("50%", 152), ("nonsense", 6)]
)
def test_go_to(controller, text, line):
    c = controller()
    screen = drive(c, ":", *typed(text), "enter")
    assert at(c) == (line or c.model.source.turn_end(12))
    assert ("(120)" in screen) == (text == "nonsense")


def test_a_search_goes_on_while_it_is_typed(controller):
    c = controller()
    first = next(x.seq for x in c.model.lines if x.type == "sold")
    c.move(3)
    drive(c, "/", *typed("sold"))
    assert (at(c), c.screen.needle) == (first, "sold")
    drive(c, "x")
    assert at(c) == 3, "nothing is like that"
    drive(c, "backspace")
    assert at(c) == first
    drive(c, "escape")
    assert (at(c), c.screen.needle) == (3, "")
    drive(c, "/", *typed("sold"), "enter")
    assert (at(c), c.screen.needle) == (first, "sold")
    drive(c, "n")
    assert at(c) > first


def test_search(controller):
    c = controller()
    first = next(x.seq for x in c.model.lines if x.type == "sold")
    drive(c, "/", *typed("sold"), "enter")
    assert at(c) == first
    assert tells(drive(c, "/", *typed("xyzzy"), "enter"), "xyzzy")
    assert at(c) == first
    idle = controller()
    drive(idle, "n")
    assert idle.screen.message


def test_a_prompt_is_edited_and_left(controller):
    c = controller()
    drive(c, ":", *typed("99"), "left", "backspace", *typed("1"), "end", "delete", "ctrl+u")
    assert (c.screen.prompt.text, c.screen.prompt.cursor) == ("", 0)
    drive(c, *typed("2"), "home", *typed("1"), "enter")
    assert at(c) == 12
    drive(c, ":", "escape", "q")
    assert c.quit


def test_an_unknown_key_says_so(controller):
    c = controller()
    drive(c, "w")
    assert tells(str(c.screen.message), "w | ?")


def test_one_view_only(controller, log, model):
    m = model("splash")
    own = Controller(Model(LogSource(log("seat", redact(m.game, m.lines, 2)[1]))))
    assert tells(drive(own, "tab"), "seat 2")


def test_ascii_and_no_colour(controller, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    c = controller(paint=Painter(ascii=True))
    screen = drive(c, "5", "d")
    assert screen.isascii()
    for key in ("?", "i", "r", "tab"):
        assert drive(c, key).isascii()


@pytest.mark.parametrize("game", GAMES)
def test_the_help_is_paged_through_and_nothing_of_it_is_cut(controller, game):
    c = controller(game)
    pages = [drive(c, "?", size=(80, 24))]
    assert "PgDn PgUp scroll" in pages[0]
    before = at(c)
    while pages[-1] != (page := drive(c, "pagedown", size=(80, 24))):
        pages.append(page)
    assert len(pages) <= 5
    seen = " ".join(" ".join(pages).replace("│", " ").split())
    assert "wheel over board or ledger." in seen
    assert at(c) == before
    assert drive(c, *["pageup"] * len(pages), size=(80, 24)) == pages[0]
