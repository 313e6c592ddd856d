"""Names that somebody might type to break a screen."""

import unicodedata

HOSTILE = (
    "[bold]x",
    "[/bold]",
    "[link=https://x.example]y",
    "\x1b[2J\x1b[31mred",
    "\x1b]52;c;aGk=\x07",
    "\x9b31m",
    "\u202eecila",
    "x" * 200,
    "../../etc/passwd",
    "a\r\nb\tc",
    "\ud800",
    "\u200b",
    "e" + "\u0301" * 100,
    "日本語の名前" * 20,
    "👨\u200d👩\u200d👧",
    "{name} %s %(x)s",
    "",
)


def harmless(text: str) -> bool:
    """Whether a line has no characters that move the cursor or hide or change others."""
    return all(ch == "\u200d" or unicodedata.category(ch)[0] != "C" for ch in text)
