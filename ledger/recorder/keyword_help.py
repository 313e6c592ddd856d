"""What can be typed besides moves and results, for the help and for completion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.kernel.message import Message
from ledger.kernel.narration.messages import in_language
from ledger.kernel.notation.words import keywords as table
from ledger.kernel.words.sentences import N_

from .prompts import translated


class KeywordHelp(NamedTuple):
    """A keyword, what can follow it, and its line in the help."""

    name: str
    rest: str
    about: str


KEYWORDS = (
    KeywordHelp(
        "undo", "[LINE]", N_("take back the whole last move, or go back to a line of the log")
    ),
    KeywordHelp("redo", "", N_("take back an undo")),
    KeywordHelp("back", "", N_("drop the move whose results are being asked for")),
    KeywordHelp(
        "note",
        "TEXT",
        N_(
            "add a remark (# TEXT does the same, even after a move); for NAME # TEXT and for "
            "recorder # TEXT are private"
        ),
    ),
    KeywordHelp("legal", "", N_("list the moves you can make now")),
    KeywordHelp("board", "", N_("show the board")),
    KeywordHelp("cards", "", N_("list cards, tiles and dice and explain them")),
    KeywordHelp("why", "", N_("show the rule that explains the last refusal")),
    KeywordHelp("rules", "RULE", N_("show a rule")),
    KeywordHelp("adjust", "[WHAT VALUE]", N_("with --house-rule: correct the position by hand")),
    KeywordHelp("result", "SCORES", N_("compare the result with yours: result Ana 24, Bartek 20")),
    KeywordHelp("abandon", "[WHY]", N_("end the game unfinished")),
    KeywordHelp("pause", "", N_("leave; everything is saved (also: quit, Ctrl-D)")),
    KeywordHelp("help", "", N_("show this help (also: ?, except where ? explains the results)")),
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
    lang: str,
) -> list[tuple[str, str]]:
    """Return the keywords and what they do, in a language, with a legal move as an example."""

    def told(text: Message) -> str:
        return in_language(text, lang)

    earlier = Message(
        "when it was played (by your clock; @19:42Z is UTC), if that was earlier"
        if local
        else "when it was played (UTC), if that was earlier"
    )
    rows = [
        (move, told(Message("a move, as in a session file; Tab completes what is legal"))),
        (f"{player} {move}", told(Message("you may put the player's name first"))),
        (
            f"ledger notation {game}",
            told(Message("how every move is typed; use another window")),
        ),
        (f"@19:42 {move}", told(earlier)),
    ]
    if inline:
        added = told(Message("MOVE -> {result}", result=inline[0].upper()))
        rows.append((added, told(Message("you may add what came up to the move"))))
    if slots:
        asked = Message("what came up, when asked; several at once if you like")
        rows.append((f"[{slots[0]}] ...", told(asked)))
    for entry in KEYWORDS:
        own = ", ".join(other for words in FOREIGN.values() for other in words[entry.name][:1])
        about = translated(entry.about, lang)
        rows.append((f"{entry.name} {entry.rest}".rstrip(), f"{about} ({own})"))
    return rows


def foreign_words(lang: str) -> tuple[str, ...]:
    """Return our keywords in the screen's language."""
    return tuple(word for keyword in table.KEYWORDS for word in keyword.words_in(lang))
