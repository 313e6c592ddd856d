"""What a seat may see."""

from __future__ import annotations

from ledger.sdk import SeatView, TableView, own, told

from .state import ended


class Seat(SeatView):
    coins: int | None = own(lambda s, p: p.coins)
    silk: int = told(lambda s, p: p.crates.count("silk"))
    crates: tuple[str, ...]


class View(TableView):
    quay: tuple[str, ...]
    bag: int
    tips: int
    why: str | None = told(lambda s: ended(s))
    seats: tuple[Seat, ...]
