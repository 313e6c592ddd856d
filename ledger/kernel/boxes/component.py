"""A component in a box: a kind of card or tile, or a face of a die."""

from __future__ import annotations

from typing import NamedTuple


class Component(NamedTuple):
    """A kind of card or tile, or a face of a die.

    `id` is what is typed for it, `sort` the heading it is listed under, `copies` how many there
    are, `name` what people call it, and `means` what it does. `slot` is the chance result in which
    it can appear.
    """

    sort: str
    id: str
    copies: int = 1
    name: str = ""
    means: str = ""
    slot: str = ""

    @property
    def text(self) -> str:
        """Its name and meaning, in words."""
        return "; ".join(filter(None, (self.name, self.means)))
