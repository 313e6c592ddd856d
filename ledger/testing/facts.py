"""Facts that a text must name, written in one line like `8 | 3`; the words around them are free."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ledger.kernel.message import Text


def tells(text: Text | None, facts: str | None) -> bool:
    """Whether a text names every fact of a line like `8 | 3`; None means that nothing is said."""
    if text is None or facts is None:
        return text is facts
    return bool(text) and names(str(text), facts.split(" | "))


def names(text: str, facts: Iterable[str]) -> bool:
    """Whether each fact is in a text, as a word or number of its own."""
    return all(re.search(rf"(?<!\w){re.escape(x)}(?!\w)", text) for x in facts if x)
