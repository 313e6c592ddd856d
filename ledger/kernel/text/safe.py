"""Making text from outside safe to print."""

from __future__ import annotations

import re
import unicodedata

OBEYED = re.compile("[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Characters that a terminal obeys or hides, apart from the control characters in ASCII."""
_SHORT = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}
_JOINERS = "\u200c\u200d"
_FIRST_MARK = "\u0300"
"""No character below this one is a combining mark."""
_STACK = 4
"""As many marks as any living script puts on one letter; more would only smear the screen."""


def safe(text: str) -> str:
    """Replace characters that a terminal would obey or hide with visible escapes.

    Calling it again doesn't change the result.

    >>> safe("Ana\\x1b[31m")
    'Ana\\\\x1b[31m'
    """
    if text.isprintable() and (text.isascii() or max(text) < _FIRST_MARK):
        return text
    out: list[str] = []
    marks = 0
    for i, ch in enumerate(text):
        kind = unicodedata.category(ch)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > _STACK or (marks and not i):
            out.append(_escape(ch))
        elif kind[0] == "C" or kind in ("Zl", "Zp"):
            out.append(ch if ch in _JOINERS and _joins(text, i) else _escape(ch))
        else:
            out.append(" " if kind == "Zs" else ch)
    return "".join(out)


def inert_json(text: str) -> str:
    """Escape characters in JSON that a terminal would obey or hide; its meaning stays the same."""
    return OBEYED.sub(lambda m: f"\\u{ord(m[0]):04x}", text)


def _escape(ch: str) -> str:
    code = ord(ch)
    if code < 0x100:
        return _SHORT.get(ch, f"\\x{code:02x}")
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _joins(text: str, i: int) -> bool:
    """Whether a joiner is where a script needs one: between letters or between emoji."""
    around = text[i - 1 : i] + text[i + 1 : i + 2]
    if len(around) != 2 or around.isascii():
        return False
    return all(ch > "\u0250" and unicodedata.category(ch)[0] in "LMS" for ch in around)
