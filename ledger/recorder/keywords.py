"""What may be typed besides moves and results: one table for help, completion and reading."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from importlib import resources
from typing import NamedTuple

from ledger.kernel.text.accents import unaccented


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

FOREIGN = {
    "pl": {
        "undo": ("cofnij",),
        "redo": ("ponów",),
        "back": ("wstecz",),
        "note": ("notatka",),
        "legal": ("można",),
        "board": ("plansza",),
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
        "why": ("perché",),
        "rules": ("regole", "regola"),
        "adjust": ("correggi",),
        "result": ("risultato",),
        "abandon": ("abbandona",),
        "pause": ("pausa", "esci"),
        "help": ("aiuto",),
    },
}
"""The words as Poles and Italians may type them, with or without accents."""
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
_BY_NAME = {entry.name: entry for entry in WORDS}

YES = ("y", "yes", "t", "tak", "s", "si", "sì")
NO = ("n", "no", "nie", "undo", "cofnij", "annulla", "back")

SPOKEN = {
    "pl": {
        "which came?": "co wyszło?",
        "which {} came?": "które {} wyszły?",
        "who is it?": "kto to jest?",
        "? for what was not seen": "? za to, czego nie widać",
        "is the set-up right? [Y/n]": "czy przygotowanie się zgadza? [T/n]",
        "record it all the same as a house rule ({})? [y/N]": "zapisać mimo to jako zasadę domową "
        "({})? [t/N]",
        "end the game unfinished? [y/N]": "zakończyć grę przed końcem? [t/N]",
        "Enter seals the log, undo goes back": "Enter zamyka zapis, cofnij wraca",
        "Not recorded.": "Nie zapisano.",
        "The game goes on.": "Gra toczy się dalej.",
        "{} waits for its results.": "{} czeka na wyniki.",
        "Noted; it is recorded together with the rest.": "Zanotowano; zostanie zapisane z resztą.",
        "Once the set-up is complete, every move is kept.": "Od końca przygotowania każdy ruch "
        "jest zapisywany.",
        "Tab completes; help lists the words; pause or Ctrl-D leaves.": "Tab uzupełnia; pomoc "
        "wymienia słowa; pauza lub Ctrl-D wychodzi.",
        "legal lists the moves; help lists the words; pause or Ctrl-D leaves.": "można wymienia "
        "ruchy; pomoc wymienia słowa; pauza lub Ctrl-D wychodzi.",
    },
    "it": {
        "which came?": "che cosa è uscito?",
        "which {} came?": "quali {} sono usciti?",
        "who is it?": "chi è?",
        "? for what was not seen": "? per ciò che non si è visto",
        "is the set-up right? [Y/n]": "la preparazione è giusta? [S/n]",
        "record it all the same as a house rule ({})? [y/N]": "registrare comunque come regola "
        "della casa ({})? [s/N]",
        "end the game unfinished? [y/N]": "interrompere la partita? [s/N]",
        "Enter seals the log, undo goes back": "Invio chiude il registro, annulla torna indietro",
        "Not recorded.": "Non registrato.",
        "The game goes on.": "La partita continua.",
        "{} waits for its results.": "{} aspetta i suoi risultati.",
        "Noted; it is recorded together with the rest.": "Annotato; sarà registrato con il resto.",
        "Once the set-up is complete, every move is kept.": "Dalla fine della preparazione ogni "
        "mossa è conservata.",
        "Tab completes; help lists the words; pause or Ctrl-D leaves.": "Tab completa; aiuto "
        "elenca le parole; pausa o Ctrl-D esce.",
        "legal lists the moves; help lists the words; pause or Ctrl-D leaves.": "mosse elenca le "
        "mosse; aiuto elenca le parole; pausa o Ctrl-D esce.",
    },
}
"""What a person is asked, which stands between a game's own words."""


def spoken(text: str, lang: str) -> str:
    """Return one of our questions in the language of the game's words."""
    return SPOKEN.get(lang, {}).get(text, text)


def find_word(first: str, *, alone: bool) -> str | None:
    """Return the word of the table that a line begins with; some take nothing behind them."""
    name = first if first in _BY_NAME else ALIASES.get(unaccented(first), first)
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
    for entry in WORDS:
        own = ", ".join(other for words in FOREIGN.values() for other in words[entry.name][:1])
        moves.append((f"{entry.name} {entry.rest}".rstrip(), f"{entry.about} ({own})"))
    return [*moves, ("--lang pl, --lang it", "questions and moves; board and errors stay English")]


def foreign_words(lang: str) -> tuple[str, ...]:
    """Return our words in the language of the screen."""
    return tuple(other for others in FOREIGN.get(lang, {}).values() for other in others)


@functools.cache
def first_words(package: str, lang: str) -> dict[str, str]:
    """Return the words of a game's notation in a language, the first where there are several."""
    path = resources.files(package).joinpath("vocabulary.toml")
    table = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return {english: others[0] for english, others in table.get(lang, {}).items() if others}
