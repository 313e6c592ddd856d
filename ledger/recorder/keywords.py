"""What may be typed besides moves and results, for the help and for completion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.kernel.notation.words import keywords as table


class KeywordHelp(NamedTuple):
    """A keyword, what may follow it, and its line in the help."""

    name: str
    rest: str
    about: str


KEYWORDS = (
    KeywordHelp("undo", "[LINE]", "take back the whole last move, or go back to a line of the log"),
    KeywordHelp("redo", "", "take back an undo"),
    KeywordHelp("back", "", "drop the move whose results are being asked for"),
    KeywordHelp(
        "note",
        "TEXT",
        "add a remark; so does # TEXT, also after a move, and for NAME # TEXT or "
        "for recorder # TEXT, which nobody else can read",
    ),
    KeywordHelp("legal", "", "list the moves you can make now"),
    KeywordHelp("board", "", "show the board"),
    KeywordHelp("cards", "", "list cards, tiles and dice with what they are"),
    KeywordHelp("why", "", "show the rule behind the last refusal"),
    KeywordHelp("rules", "RULE", "show a rule"),
    KeywordHelp("adjust", "[WHAT VALUE]", "with --house-rule: correct the position by hand"),
    KeywordHelp("result", "SCORES", "compare the result with yours: result Ana 24, Bartek 20"),
    KeywordHelp("abandon", "[WHY]", "end the game unfinished"),
    KeywordHelp("pause", "", "leave; everything is saved (also: quit, Ctrl-D)"),
    KeywordHelp("help", "", "show this help (also: ?, except where that says what each result is)"),
)
FOREIGN = {
    "pl": {keyword.name: keyword.polish for keyword in table.KEYWORDS},
    "it": {keyword.name: keyword.italian for keyword in table.KEYWORDS},
}
"""The keywords in Polish and Italian, typed with or without accents."""
ADJUST = tuple(word for word, keyword in table.BY_WORD.items() if keyword.name == "adjust")
"""The word that begins a correction, in every language."""


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
    return tuple(word for keyword in table.KEYWORDS for word in keyword.words_in(lang))
