"""What the views of all games have in common; Rich is not needed for them."""

from __future__ import annotations

import msgspec


class Asked(msgspec.Struct, frozen=True):
    """Who is asked what, by which rule."""

    seat: int
    ask: str
    rule: str
