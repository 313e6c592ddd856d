"""Text in cells of exported tables, made safe for spreadsheets and terminals.

`read_cell` restores the original text.
"""

from __future__ import annotations

import json
import re

_FORMULA = re.compile("'*\\s*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""What a spreadsheet might execute, even after spaces or in full-width East Asian characters."""
_GUARDED = re.compile("'+\\s*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?", re.ASCII)
_CONTROL = re.compile(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
_QUOTED = re.compile(r'\\".*"\Z', re.DOTALL)


def cell(text: str) -> str:
    """Return a string as a cell of a table: formulas get a leading ', control characters are
    escaped.

    A string with control characters is written as a backslash and a JSON string. Numbers are
    unchanged.
    """
    if _CONTROL.search(text) or _QUOTED.match(text):
        return "\\" + json.dumps(text).replace("\x7f", "\\u007f")
    guard = _FORMULA.match(text) and not _NUMBER.fullmatch(text)
    return f"'{text}" if guard else text


def read_cell(text: str) -> str:
    """Return the string that a cell was written for; a cell from another program is unchanged."""
    if _QUOTED.match(text):
        try:
            found = json.loads(text[1:])
        except ValueError:
            return text
        return found if isinstance(found, str) else text
    return text[1:] if _GUARDED.match(text) else text
