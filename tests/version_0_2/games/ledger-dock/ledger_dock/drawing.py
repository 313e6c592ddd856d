"""The board in a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.sdk.drawing import Picture, blank
from rich.text import Text


class DockPicture(Picture):
    def table(self) -> Iterable[Text]:
        yield blank("Quay " + " ".join(self.view.quay))

    def inside(self, seat: object, room: int) -> list[Text]:
        return [blank(" ".join(seat.crates) or "-")]

    def supply(self) -> str:
        return f"{self.view.bag} in the bag"

    def points(self, seat: object) -> Text:
        return blank(str(len(seat.crates)))
