"""Text from outside, for Rich."""

from __future__ import annotations

from rich.text import Text

from ledger.kernel.text.safe import safe


def plain(text: str, style: str = "") -> Text:
    """Return safe text for Rich, without any markup."""
    return Text(safe(text), style=style, end="")
