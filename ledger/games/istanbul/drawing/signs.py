"""The signs and inks of this game's pictures."""

from __future__ import annotations

from typing import NamedTuple

from ..view import Tile

FACES = {
    "red": "bold #ffffff on #b3261e",
    "yellow": "bold #000000 on #f2c230",
    "green": "bold #ffffff on #2e7d32",
    "blue": "bold #ffffff on #1f5fbf",
    "brown": "bold #ffffff on #7b4a21",
    "lira": "bold #000000 on #c8c8c8",
    "card": "bold #ffffff on #6b4fa0",
}
"""Dice and tokens; their letters say the same without colour."""
LINES = {
    "red": "#d9534f",
    "yellow": "#c9a227",
    "green": "#4caf50",
    "blue": "#5b9bf0",
}
RUBY = "bold #e0115f"
SEATS = ("bold", "bold #e58fb5", "bold #7fc8c8", "bold #b98a5e")
"""The seat's number says the same without colour."""


class Signs(NamedTuple):
    """The signs of this board, for one kind of terminal."""

    ruby: str
    gone: str


UNICODE = Signs(ruby="◆", gone="·")
ASCII = Signs(ruby="*", gone=".")


def effect(t: Tile) -> str:
    """What a tile does, in a few words."""
    words = [f"{n} {k} a turn" for k, n in t.income.items()]
    words += [f"{n} {k} with lira" for k, n in t.on_lira.items()]
    for n, text in ((t.reveal, "bazaar card"), (t.actions, "action"), (t.dice, "die")):
        if n:
            words.append(f"{n} {text} {'a turn' if text == 'bazaar card' else 'more'}")
    return ", ".join(words)
