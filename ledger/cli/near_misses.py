"""Names that people might try for a command, and the commands they probably mean."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import PurePath

from ledger.kernel.text.suggest import nearest

OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "replay": ("view", "watch", "scrub", "browse", "look", "viewer", "tui"),
    "log": ("cat", "print", "history", "moves", "text", "read"),
    "verify": ("validate", "lint", "audit"),
    "record": ("start", "begin", "write", "enter", "type", "resume", "continue", "edit"),
    "do FILE undo": ("undo", "back", "takeback", "take-back", "revert"),
    "do FILE redo": ("redo",),
    "new": ("create", "init"),
    "branch": ("fork", "copy", "what-if"),
    "convert FILE --out NAME": ("transform",),
    "remove": ("delete", "del", "erase", "forget-game", "drop", "clean", "uninstall"),
    "import": ("add", "load", "read-in", "insert", "paste"),
    "export": ("save", "share", "svg", "png", "html", "csv", "picture", "gif"),
    "list": ("ls", "dir", "plays", "sessions", "logs"),
    "list TEXT": ("search", "find", "grep", "filter"),
    "show": ("info", "details", "result", "results"),
    "players": ("people", "who", "player", "merge", "split", "forget", "remember", "rename"),
    "library": ("where", "status", "doctor", "path"),
    "query": ("sql", "ask", "select", "duckdb"),
    "query --tables": ("columns", "describe"),
    "report": (
        *("stats", "stat", "statistics", "winners", "wins", "ranking", "rankings", "ratings"),
        *("rating", "elo", "standings", "leaderboard", "chart", "charts", "plot", "question"),
    ),
    "serve": ("server", "web", "http", "lan", "browser", "daemon", "run"),
    "host": ("invite",),
    "play": ("join", "connect"),
    "tail": ("follow",),
    "bot": ("bots", "ai"),
    "games": ("game", "kinds", "plugins", "installed"),
    "box": ("boxes", "components", "pieces"),
    "cards": ("card", "tiles", "dice", "legend"),
    "notation": ("words", "syntax", "how"),
    "rules": ("rule", "rulebook", "why"),
    "samples": ("sample", "examples", "example", "demo"),
    "simulate": ("simulation", "self-play", "generate"),
    "new-game": ("scaffold", "plugin", "template"),
    "check": ("test", "laws"),
    "backup": ("archive", "dump"),
    "restore": ("recover",),
    "store": ("migrate", "postgres", "postgresql"),
    "index": ("reindex", "rebuild"),
    "help": ("man", "docs", "doc", "manual", "tutorial", "first-evening", "topics"),
}
"""Commands, the way they are typed, with other words for what they do."""

_OF_FILES = {
    ".jsonl": "replay {file}",
    ".session": "replay {file}",
    ".json": "import {file}",
    ".xml": "import {file}",
    ".csv": "import {file}",
    ".tsv": "import {file}",
    ".xlsx": "import {file}",
    ".xls": "import {file}",
    ".ods": "import {file}",
    ".zip": "import {file}",
    ".bgsplay": "import {file}",
}
"""What to do with a file that was typed in place of a command, by its suffix."""


def command_meant(typed: str, commands: Iterable[str]) -> str | None:
    """Return the command that a word probably means, without `ledger`; None if none is likely.

    It can be typed as it is, except that words in capital letters have to be filled in.
    """
    if not typed.isprintable():
        return None
    word = typed.lower().replace("_", "-")
    for command, others in OTHER_NAMES.items():
        if word in others:
            return command
    if found := _OF_FILES.get(PurePath(word).suffix):
        return found.format(file=shlex.quote(typed))
    known = {other: command for command, names in OTHER_NAMES.items() for other in names}
    known |= {name: name for name in commands}
    near = nearest(word, known)
    return None if near is None else known[near]
