"""A component of a box: a kind of card, tile or face of a die."""

from __future__ import annotations

from typing import NamedTuple


class Component(NamedTuple):
    """A kind of card, tile or face of a die.

    `id` is how it is typed, `sort` the heading below which it is listed, `copies` how many there
    are, `name` what people call it, and `means` what it does. `slot`: the result of chance in which
    it comes.
    """

    sort: str
    id: str
    copies: int = 1
    name: str = ""
    means: str = ""
    slot: str = ""

    @property
    def text(self) -> str:
        """What it is, in words."""
        return "; ".join(filter(None, (self.name, self.means)))
