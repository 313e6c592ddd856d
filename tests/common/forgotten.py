"""What a screen in the pseudo-language says in plain letters: data, or a text that was forgotten.

In `qps` every text of a catalogue is told in circled letters. Plain words may only be data: names,
ids, titles, places, what is typed. Whoever looks at a screen says which words those are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

PSEUDO = "qps"
KEYS = "Right Left Down Up PgDn PgUp Home End Space Tab Shift Enter Ctrl-D"
"""Names of keys."""
LETTERS = {*"RYGBNC"}
"""Cubes, dice and goods stand on boards as rows of such letters."""
_TYPED = re.compile(r"`[^`]*`|--[a-z][a-z-]*|\[[A-Z]+-[^\]]*\]")
"""What is typed, options, and the ids of rules."""
_WORD = re.compile(r"[A-Za-z]{2,}(?:['’][a-z]+)?")


def forgotten(screen: str, *data: str | Iterable[str]) -> list[str]:
    """Return the words of a screen that are neither translated nor data."""
    known = {
        word
        for some in (KEYS, *data)
        for text in ([some] if isinstance(some, str) else some)
        for word in _WORD.findall(text)
    }
    found = []
    for token in _TYPED.sub(" ", screen).split():
        if re.search(r"\d|[/_=@.\\]\w|\w[-:]\w", token) or "ledger" in token:
            continue  # an id, a path, a time
        words = (word for word in _WORD.findall(token) if word not in known)
        found += [word for word in words if not {*word} <= LETTERS]
    return found
