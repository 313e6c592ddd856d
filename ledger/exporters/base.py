"""What every writer of other programs' files returns."""

from __future__ import annotations

from typing import NamedTuple

from ledger.kernel.results import PlayRecord, Standing


class Written(NamedTuple):
    """A file, and what of the games it has no room for."""

    data: bytes
    lost: tuple[str, ...] = ()


class Losses:
    """Collects what a format cannot hold, once per field with the number of games."""

    def __init__(self) -> None:
        self.count: dict[str, int] = {}

    def unless(self, kept: object, what: str) -> None:
        """Note a loss, unless it is kept."""
        if not kept:
            self.count[what] = self.count.get(what, 0) + 1

    def told(self) -> tuple[str, ...]:
        """Return the losses as sentences."""
        return tuple(
            f"{what} ({n} {'time' if n == 1 else 'times'})" for what, n in self.count.items()
        )


def score_of(standing: Standing) -> str | None:
    """Return a score as it was written, else its total."""
    return standing.score if standing.score is not None else standing.total


def winner(standing: Standing) -> bool:
    """Say who won where a format must know: who is first, if nobody said it."""
    return standing.place == 1 if standing.won is None else standing.won


def whole_date(played: PlayRecord) -> str | None:
    """Return the date, if all of it is known."""
    return played.date if played.date and "?" not in played.date else None
