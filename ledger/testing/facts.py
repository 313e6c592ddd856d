"""Facts that a text has to mention, written in one line like `8 | 3`; its wording is free."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ledger.kernel.message import Text


def tells(text: Text | None, facts: str | None) -> bool:
    """Whether a text mentions every fact in a line like `8 | 3`; None means there is no text.

    A fact has to be there as a separate word or number; the wording around it is free.
    """
    if text is None or facts is None:
        return text is facts
    return bool(text) and names(str(text), facts.split(" | "))


def names(text: str, facts: Iterable[str]) -> bool:
    """Whether a text contains each fact as a separate word or number."""
    return all(re.search(rf"(?<!\w){re.escape(x)}(?!\w)", text) for x in facts if x)
