"""What may be typed besides moves and results: one table for help, completion and reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.kernel.text.accents import unaccented


class Keyword(NamedTuple):
    """A word, what may follow it, and its line in the help."""

    name: str
    rest: str
    about: str


KEYWORDS = (
    Keyword("undo", "[LINE]", "take back the whole last move, or go back to a line of the log"),
    Keyword("redo", "", "take back an undo"),
    Keyword("back", "", "drop the move whose results are being asked for"),
    Keyword(
        "note",
        "TEXT",
        "add a remark; so does # TEXT, also after a move, and for NAME # TEXT or "
        "for recorder # TEXT, which nobody else can read",
    ),
    Keyword("legal", "", "list the moves you can make now"),
    Keyword("board", "", "show the board"),
    Keyword("cards", "", "list cards, tiles and dice with what they are"),
    Keyword("why", "", "show the rule behind the last refusal"),
    Keyword("rules", "RULE", "show a rule"),
    Keyword("adjust", "[WHAT VALUE]", "with --house-rule: correct the position by hand"),
    Keyword("result", "SCORES", "compare the result with yours: result Ana 24, Bartek 20"),
    Keyword("abandon", "[WHY]", "end the game unfinished"),
    Keyword("pause", "", "leave; everything is saved (also: quit, Ctrl-D)"),
    Keyword("help", "", "show this help (also: ?, except where that says what each result is)"),
)

FOREIGN = {
    "pl": {
        "undo": ("cofnij",),
        "redo": ("ponów",),
        "back": ("wstecz",),
        "note": ("notatka",),
        "legal": ("można",),
        "board": ("plansza",),
        "cards": ("karty",),
        "why": ("dlaczego",),
        "rules": ("zasady", "zasada"),
        "adjust": ("popraw",),
        "result": ("wynik",),
        "abandon": ("przerwij",),
        "pause": ("pauza", "wyjdź"),
        "help": ("pomoc",),
    },
    "it": {
        "undo": ("annulla",),
        "redo": ("ripeti",),
        "back": ("indietro",),
        "note": ("nota",),
        "legal": ("mosse",),
        "board": ("tabellone",),
        "cards": ("carte",),
        "why": ("perché",),
        "rules": ("regole", "regola"),
        "adjust": ("correggi",),
        "result": ("risultato",),
        "abandon": ("abbandona",),
        "pause": ("pausa", "esci"),
        "help": ("aiuto",),
    },
}
"""The keywords in Polish and Italian, typed with or without accents."""
ALIASES = {
    "quit": "pause",
    "exit": "pause",
    "?": "help",
    "rule": "rules",
    **{
        unaccented(other): name
        for words in FOREIGN.values()
        for name, others in words.items()
        for other in others
    },
}
ADJUST = ("adjust", *(words["adjust"][0] for words in FOREIGN.values()))
"""The word that begins a correction, in every language."""
_BY_NAME = {entry.name: entry for entry in KEYWORDS}

YES = ("y", "yes", "t", "tak", "s", "si", "sì")
NO = ("n", "no", "nie", "undo", "cofnij", "annulla", "back")


def find_keyword(first: str, *, alone: bool) -> str | None:
    """Return the keyword that a line starts with; some must stand alone."""
    name = first if first in _BY_NAME else ALIASES.get(unaccented(first), first)
    entry = _BY_NAME.get(name)
    return name if entry is not None and (alone or entry.rest) else None


def help_lines(
    game: str,
    move: str,
    player: str,
    slots: Sequence[str],
    inline: Sequence[str],
    *,
    local: bool,
) -> list[tuple[str, str]]:
    """Return the table as two columns, with a legal move as the example."""
    clock = "by your clock; @19:42Z is UTC" if local else "UTC"
    moves = [
        (move, "a move, as in a session file; Tab completes what is legal"),
        (f"{player} {move}", "you may put the player's name first"),
        (f"ledger notation {game}", "how every move is typed; in another window"),
        (f"@19:42 {move}", f"when it was played ({clock}), if that was earlier"),
    ]
    if inline:
        moves.append((f"MOVE -> {inline[0].upper()}", "you may add what came up to the move"))
    if slots:
        moves.append((f"[{slots[0]}] ...", "what came up, when asked; several at once if you like"))
    for entry in KEYWORDS:
        own = ", ".join(other for words in FOREIGN.values() for other in words[entry.name][:1])
        moves.append((f"{entry.name} {entry.rest}".rstrip(), f"{entry.about} ({own})"))
    return moves


def foreign_words(lang: str) -> tuple[str, ...]:
    """Return our keywords in the language of the screen."""
    return tuple(other for others in FOREIGN.get(lang, {}).values() for other in others)
