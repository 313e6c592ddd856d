"""What may be typed besides moves and results: one table for help, completion and reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Entry(NamedTuple):
    """A word, what may follow it, and its line in the help."""

    name: str
    rest: str
    about: str


WORDS = (
    Entry("undo", "[LINE]", "take back the last move whole, or go back to a line of the log"),
    Entry("redo", "", "take back an undo"),
    Entry("back", "", "drop the move whose results are asked for"),
    Entry("note", "TEXT", "add a remark; so does # TEXT, also behind a move"),
    Entry("legal", "", "list what may be played now"),
    Entry("board", "", "show the board"),
    Entry("why", "", "show the rule behind the last refusal"),
    Entry("rules", "RULE", "show a rule"),
    Entry("adjust", "[PATH]", "with --house-rule: correct the position by hand"),
    Entry("result", "SCORES", "compare the result with yours: result Ana 24, Bartek 20"),
    Entry("abandon", "[WHY]", "end the game unfinished"),
    Entry("pause", "", "leave; everything is kept (also: quit, Ctrl-D)"),
    Entry("help", "", "show this (also: ?)"),
)

ALIASES = {"quit": "pause", "exit": "pause", "?": "help", "rule": "rules"}
_BY_NAME = {entry.name: entry for entry in WORDS}

YES = ("y", "yes", "t", "tak", "s", "si", "sì")
NO = ("n", "no", "nie", "undo", "cofnij", "annulla", "back")

SPOKEN = {
    "pl": {
        "which came?": "co wyszło?",
        "which {} came?": "które {} wyszły?",
        "who is it?": "kto to jest?",
        "? for what was not seen": "? za to, czego nie widać",
    },
    "it": {
        "which came?": "che cosa è uscito?",
        "which {} came?": "quali {} sono usciti?",
        "who is it?": "chi è?",
        "? for what was not seen": "? per ciò che non si è visto",
    },
}
"""The questions about chance, which stand between a game's own words."""


def spoken(text: str, lang: str) -> str:
    """Return one of our questions in the language of the game's words."""
    return SPOKEN.get(lang, {}).get(text, text)


def find_word(first: str, *, alone: bool) -> str | None:
    """Return the word of the table that a line begins with; some take nothing behind them."""
    name = ALIASES.get(first, first)
    entry = _BY_NAME.get(name)
    return name if entry is not None and (alone or entry.rest) else None


def help_lines(
    move: str, player: str, slots: Sequence[str], inline: Sequence[str], *, local: bool
) -> list[tuple[str, str]]:
    """Return the table as two columns, with a legal move as the example."""
    clock = "by your clock; @19:42Z is UTC" if local else "UTC"
    moves = [
        (move, "a move, as in a session file; Tab completes what is legal"),
        (f"{player} {move}", "the player's name may stand before it"),
        (f"@19:42 {move}", f"when it was played ({clock}), if that was earlier"),
    ]
    if inline:
        moves.append((f"MOVE -> {inline[0].upper()}", "what came may stand behind its move"))
    if slots:
        moves.append((f"[{slots[0]}] ...", "what came, when asked; all at once where it goes on"))
    return moves + [(f"{entry.name} {entry.rest}".rstrip(), entry.about) for entry in WORDS]
