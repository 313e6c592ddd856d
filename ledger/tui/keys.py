"""The key table; `actions.ACTIONS` carries out its actions, and the help is drawn from it."""

from __future__ import annotations

from typing import NamedTuple

from ledger.kernel.words.sentences import N_


class Key(NamedTuple):
    """Keys that do the same thing: their names, how the help shows them, and what they do.

    `way` is 1 for forward, faster or down, and -1 for the opposite.
    """

    keys: tuple[str, ...]
    shown: str
    action: str
    help: str
    section: str
    way: int = 1


def _pair(
    section: str, a: tuple[str, ...], b: tuple[str, ...], shown: str, action: str, help: str
) -> list[Key]:
    """Return the two keys of an action with two directions; only the first has the help text."""
    return [
        Key(a, shown, action, help, section),
        Key(b, "", action, "", section, way=-1),
    ]


MOVE, FIND, LOOK, KEEP = N_("Move"), N_("Find"), N_("Look"), N_("Keep")

KEYS: tuple[Key, ...] = (
    *_pair(MOVE, ("right", "l"), ("left", "h"), "→ ←  l h", "step", N_("next or previous event")),
    *_pair(
        MOVE,
        ("pagedown", "shift+right"),
        ("pageup", "shift+left"),
        "PgDn PgUp  Shift+→ ←",
        "turn",
        N_("end of the next or previous turn"),
    ),
    *_pair(MOVE, ("]",), ("[",), "] [", "round", N_("end of the next or previous round")),
    Key(("home", "g"), "Home g", "first", N_("first line"), MOVE),
    Key(("end",), "End", "last", N_("last line; follow a growing log"), MOVE),
    Key(("G",), "G  N G", "last_or_line", N_("last line; after a number: line N"), MOVE),
    Key(tuple("0123456789"), "0 … 9", "tenth", N_("jump to that tenth of the game"), MOVE),
    Key((":",), ":", "goto", N_("go to a line (120), turn (t12) or 50%"), MOVE),
    Key(("space",), "Space", "play", N_("play or pause"), MOVE),
    *_pair(MOVE, ("+", "="), ("-", "_"), "+ -", "speed", N_("faster or slower")),
    Key(("/",), "/", "search", N_("search words, players, types, rule ids"), FIND),
    *_pair(FIND, ("n",), ("N",), "n N", "search_again", N_("next or previous hit")),
    *_pair(FIND, ("p",), ("P",), "p P", "decision", N_("next or previous decision of the player")),
    *_pair(FIND, ("v",), ("V",), "v V", "scoring", N_("next or previous scoring")),
    *_pair(FIND, ("e",), ("E",), "e E", "same_type", N_("next or previous event of this type")),
    Key(("m",), "m", "mark", N_("set or clear a mark (kept until you quit)"), FIND),
    *_pair(FIND, ("'",), ('"',), "' \"", "next_mark", N_("next or previous mark or note")),
    Key(("x",), "x", "difference", N_("first difference (with --compare)"), FIND),
    *_pair(
        LOOK,
        ("tab",),
        ("shift+tab",),
        "Tab Shift+Tab",
        "viewer",
        N_("view as: everybody, a seat, a spectator"),
    ),
    Key(("d",), "d", "changes", N_("what changed since the last turn"), LOOK),
    Key(("c",), "c", "curve", N_("how the scores grew"), LOOK),
    Key(("o",), "o", "result", N_("the result of the game"), LOOK),
    Key(("r",), "r", "rule", N_("the rules behind this event"), LOOK),
    Key(("i",), "i", "raw", N_("the event as it is in the log"), LOOK),
    *_pair(LOOK, ("j", "down"), ("k", "up"), "j k  ↓ ↑", "scroll_list", N_("scroll the ledger")),
    *_pair(LOOK, ("J",), ("K",), "J K", "scroll_board", N_("scroll the board")),
    Key(("z",), "z", "zoom", N_("board only, ledger only, both"), LOOK),
    Key(("a",), "a", "note", N_("add a note here"), KEEP),
    Key(("s",), "s", "save", N_("save this screen as .svg or .txt"), KEEP),
    Key(("y",), "y", "copy", N_("copy the line in words"), KEEP),
    Key(("b",), "b", "branch", N_("branch: a new log that ends here"), KEEP),
    Key(("?", "f1"), "?", "help", N_("this help"), KEEP),
    Key(("q", "ctrl+c"), "q", "quit", N_("close the open panel, or quit"), KEEP),
)

SECTIONS = (MOVE, FIND, LOOK, KEEP)
MOUSE = N_("Mouse: click or drag on the timeline, click an event, wheel over board or ledger.")

BY_NAME: dict[str, Key] = {name: key for key in KEYS for name in key.keys}
"""What each key does, by its name."""


def key_name(key: str, character: str | None) -> str:
    """Return this table's name for a key: the character it types, or else the key's own name."""
    if character and character.isprintable() and character != " ":
        return character
    return {"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+h": "backspace"}.get(key, key)
