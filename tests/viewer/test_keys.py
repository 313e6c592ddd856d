"""Every key does what the help says."""

import pytest

from ledger import redact
from ledger.viewer import jumps
from ledger.viewer.controller import Session
from ledger.viewer.drawing.paint import Painter, plain_text
from ledger.viewer.keys import ACTIONS, KEYS
from ledger.viewer.log_source import Source
from ledger.viewer.model import Model

from .conftest import GAMES
from .driving import at, drive, typed

SIZES = ((80, 24), (120, 40), (200, 50))


def moved(jump, way):
    """Check that an action goes where the jump of that name goes."""

    def check(s, press):
        s.move(150)
        wanted = jump(s.model, way)
        press()
        assert at(s) == wanted

    return check


def by(n):
    def check(s, press):
        s.move(150)
        press()
        assert at(s) == 150 + n

    return check


def goes(wanted):
    def check(s, press):
        s.move(150)
        press()
        assert at(s) == wanted(s)

    return check


def opens(name, text):
    def check(s, press):
        s.move(150)
        assert text in press()
        assert s.overlay == name
        press()
        assert s.overlay == ""

    return check


def asks(kind):
    def check(s, press):
        press()
        assert s.prompt.kind == kind

    return check


def again(way):
    def check(s, press):
        s.move(150)
        s.needle = "sold"
        wanted = next(x for x in jumps.search(s.model, "sold", way) if x)
        press()
        assert at(s) == wanted

    return check


def plays(s, press):
    assert not s.playing
    press()
    assert s.playing
    press()
    assert not s.playing


def paced(way):
    def check(s, press):
        press()
        assert (s.speed - 2.0) * way > 0

    return check


def marks(s, press):
    s.move(150)
    press()
    assert s.model.marks == {150}
    press()
    assert s.model.marks == set()


def to_mark(way):
    def check(s, press):
        s.move(150)
        s.model.marks = {100, 200}
        press()
        assert at(s) == (200 if way > 0 else 100)

    return check


def looks(way):
    def check(s, press):
        seen = []
        for _ in s.model.viewers:
            press()
            seen.append(s.model.viewer)
        assert seen == ([1, 2, 0, None] if way > 0 else [0, 2, 1, None])
        assert at(s) == 6

    return check


def scrolls_list(way):
    def check(s, press):
        s.move(150)
        s.draw(120, 40)
        top = s.list_top
        press()
        assert (s.list_top, at(s)) == (top + way, 150)

    return check


def scrolls_board(way):
    def check(s, press):
        s.draw(40, 24)
        s.board_top = 3
        press(size=(40, 24))
        assert s.board_top == 3 + way

    return check


def zooms(s, press):
    assert "Ledger" in press() or s.zoom == "board"
    assert s.zoom == "board"
    assert "Ledger" in press()
    assert s.zoom == "ledger"
    press()
    assert s.zoom == ""


def quits(s, press):
    s.overlay = "help"
    press()
    assert not s.quit
    press()
    assert s.quit


def tenths(s, press, key="0"):
    press()
    assert at(s) == jumps.tenth(s.model, int(key))


CHECKS = {
    "event+": by(1),
    "event-": by(-1),
    "turn+": moved(jumps.by_turn, 1),
    "turn-": moved(jumps.by_turn, -1),
    "round+": moved(jumps.by_round, 1),
    "round-": moved(jumps.by_round, -1),
    "first": goes(lambda s: 1),
    "last": goes(lambda s: s.model.last),
    "go": goes(lambda s: s.model.last),
    "tenth": tenths,
    "goto": asks("goto"),
    "play": plays,
    "speed+": paced(1),
    "speed-": paced(-1),
    "ask": asks("search"),
    "again+": again(1),
    "again-": again(-1),
    "decision+": moved(jumps.by_decision, 1),
    "decision-": moved(jumps.by_decision, -1),
    "scoring+": moved(jumps.by_scoring, 1),
    "scoring-": moved(jumps.by_scoring, -1),
    "kind+": moved(jumps.by_type, 1),
    "kind-": moved(jumps.by_type, -1),
    "mark": marks,
    "to_mark+": to_mark(1),
    "to_mark-": to_mark(-1),
    "difference": lambda s, press: "nothing to compare with" in press(),
    "eyes+": looks(1),
    "eyes-": looks(-1),
    "changes": opens("changes", "What changed"),
    "rule": opens("rule", "The rules behind"),
    "raw": opens("raw", '"seq": 150'),
    "list+": scrolls_list(1),
    "list-": scrolls_list(-1),
    "board+": scrolls_board(1),
    "board-": scrolls_board(-1),
    "zoom": zooms,
    "note": asks("note"),
    "save": asks("save"),
    "branch": asks("branch"),
    "help": opens("help", "play, pause"),
    "quit": quits,
}


def test_every_action_has_its_check():
    assert {k.action for k in KEYS} == set(CHECKS)


def test_no_key_means_two_things():
    every = [name for k in KEYS for name in k.keys]
    assert len(every) == len(set(every))


@pytest.mark.parametrize("key", ACTIONS)
def test_a_key_does_what_the_help_says(session, key):
    s = session()
    check = CHECKS[ACTIONS[key].action]
    more = {"key": key} if check is tenths else {}
    check(s, lambda **how: drive(s, key, **how), **more)


@pytest.mark.parametrize("size", SIZES)
def test_the_help_shows_every_key(session, size):
    s = session()
    s.do("help")
    seen = ""
    for _ in range(40):
        seen += plain_text(s.draw(*size))
        s.press("j")
    for key in KEYS:
        assert key.help in seen
        assert key.shown in seen


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", SIZES)
def test_every_key_in_every_game_at_every_size(session, name, size):
    s = session(name)
    for key in ACTIONS:
        s.press(key)
        s.prompt = None
        rows = s.draw(*size)
        assert len(rows) == size[1]
        assert {sum(x.cell_length for x in row) for row in rows} == {size[0]}


def test_a_number_then_g(session):
    s = session()
    screen = drive(s, "4", "2")
    assert at(s) == jumps.tenth(s.model, 2)
    assert "42 G goes to line 42" in screen
    drive(s, "G")
    assert at(s) == 42
    drive(s, "7", "right", "G")
    assert at(s) == s.model.last


@pytest.mark.parametrize(
    ("text", "line"), [("120", 120), ("t12", None), ("50%", 152), ("nonsense", 6)]
)
def test_go_to(session, text, line):
    s = session()
    screen = drive(s, ":", *typed(text), "enter")
    assert at(s) == (line or s.model.source.turn_end(12))
    assert ("write a line" in screen) == (text == "nonsense")


def test_search(session):
    s = session()
    first = next(x.seq for x in s.model.lines if x.type == "sold")
    drive(s, "/", *typed("sold"), "enter")
    assert at(s) == first
    assert "'xyzzy' is nowhere" in drive(s, "/", *typed("xyzzy"), "enter")
    assert at(s) == first
    assert "nothing was searched" in drive(session(), "n")


def test_a_prompt_is_edited_and_left(session):
    s = session()
    drive(s, ":", *typed("99"), "left", "backspace", *typed("1"), "end", "delete", "ctrl+u")
    assert (s.prompt.text, s.prompt.cursor) == ("", 0)
    drive(s, *typed("2"), "home", *typed("1"), "enter")
    assert at(s) == 12
    drive(s, ":", "escape", "q")
    assert s.quit


def test_an_unknown_key_says_so(session):
    s = session()
    assert "w does nothing here" in drive(s, "w")


def test_one_view_only(session, log, model):
    m = model("splash")
    own = Session(Model(Source(log("seat", redact(m.game, m.lines, 2)[1]))))
    assert "this file holds only what seat 2 saw" in drive(own, "tab")


def test_ascii_and_no_colour(session, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    s = session(paint=Painter(ascii=True))
    screen = drive(s, "5", "d")
    assert screen.isascii()
    for key in ("?", "i", "r", "tab"):
        assert drive(s, key).isascii()
