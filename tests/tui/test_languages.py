"""The viewer in other languages: nothing on any screen is left in English, and all of it fits."""

from __future__ import annotations

import msgspec
import pytest
from rich.cells import cell_len

from common.forgotten import PSEUDO, forgotten
from ledger.tui.comparison import Comparison
from ledger.tui.controller import Controller
from ledger.tui.model import Model

from .driving import drive, typed

NAMES = "Ana Bartek Celina Dario"
DATA = {
    "century": "",
    "istanbul": "",
    "klongs": "Luk-Phat thief guard cook",
    "osaka": "Osaka Oshima Anori Enshunada Edo",
}
"""Names that boards show: those of places and pieces, as the box has them."""
SIZES = ((80, 24), (120, 40), (200, 50))
SCREENS = {
    "open": (),
    "help": ("?",),
    "changes": ("d",),
    "curve": ("c",),
    "rules": ("r",),
    "the event itself": ("i",),
    "ledger alone": ("z", "z"),
    "asks for a place": (":",),
    "a wrong place": (":", *typed("nowhere"), "enter"),
    "no such line": (":", *typed("99999"), "enter"),
    "no such turn": (":", *typed("t9999"), "enter"),
    "asks for a word": ("/",),
    "found": ("/", *typed("ana"), "enter", "n"),
    "not found": ("/", *typed("qqq"), "enter"),
    "nothing searched": ("n",),
    "asks for a note": ("a",),
    "asks for a picture": ("s",),
    "asks for a branch": ("b",),
    "a mark": ("m",),
    "no mark": ("m", "m"),
    "next mark": ("'",),
    "the first difference of one log": ("x",),
    "eyes": ("tab",),
    "faster": ("+",),
    "a number": ("4", "2"),
    "no key": ("`",),
    "end": ("end",),
    "no later turn": ("end", "]", "p", "e"),
}


WIDE = 150
"""From this width on, an event's type stands beside the board."""


def typed_data(model: Model) -> list[str]:
    """What stands in a log: types of events, and JSON."""
    line = msgspec.json.encode(model.lines[model.pos - 1]).decode()
    head = "type seq cmd more turn by at data key waived digest true false null"
    return [*(line.type for line in model.lines), line, head]


def left_in_english(c: Controller, name: str, size: tuple[int, int], *keys: str) -> list[str]:
    """Return the words of a screen that nobody translated."""
    for key in ("escape", "escape", "escape", "home"):
        c.press(key)
    c.move(c.model.last * 2 // 5)
    shown = drive(c, *keys, size=size)
    assert all(cell_len(line) <= size[0] for line in shown.splitlines())
    more = typed_data(c.model) if size[0] >= WIDE or "i" in keys else ()
    return forgotten(shown, NAMES, DATA[name], more, "ana qqq", c.model.game.meta.title)


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("name", DATA)
def test_no_screen_is_left_in_english(model, name, size):
    c = Controller(model(name, lang=PSEUDO))
    c.work(60)
    few = ("open", "help", "changes", "curve", "end")
    for screen in SCREENS if size == SIZES[0] else few:
        assert not left_in_english(c, name, size, *SCREENS[screen]), screen


def test_two_logs_side_by_side_are_not_left_in_english(model):
    two = model(lang=PSEUDO), model(lang=PSEUDO)
    c = Controller(two[0], comparison=Comparison(*two))
    c.work(60)
    for keys in ((), ("x",), ("end",), ("?",)):
        assert not left_in_english(c, "osaka", (120, 40), *keys)


def test_a_text_that_was_forgotten_is_found(model, monkeypatch):
    translate = Model.t

    def forget(self: Model, text: str, /, **gaps: object) -> str:
        return text if text == "? help" else translate(self, text, **gaps)

    monkeypatch.setattr(Model, "t", forget)
    assert left_in_english(Controller(model(lang=PSEUDO)), "osaka", SIZES[0]) == ["help"]


@pytest.mark.parametrize("lang", ["pl", "it"])
@pytest.mark.parametrize("name", DATA)
def test_boards_keep_their_shape(model, name, lang):
    """A board in another language has its frames where the English one has them, at 80 x 24."""
    c = Controller(model(name, lang=lang))
    c.work(60)
    for seq in range(1, c.model.last, max(c.model.last // 4, 1)):
        c.move(seq)
        for text in drive(c, size=(80, 24)).splitlines():
            assert cell_len(text) <= 80
            assert text.count("╭") == text.count("╮"), text
            assert text.count("╰") == text.count("╯"), text
