"""What every writer of other programs' files returns."""

from __future__ import annotations

from typing import NamedTuple

from ledger.kernel.results import PlayRecord, Standing


class Written(NamedTuple):
    """A file, and what it couldn't hold of the games."""

    data: bytes
    lost: tuple[str, ...] = ()


class Losses:
    """Collects what a format can't hold: each field once, with the number of games."""

    def __init__(self) -> None:
        self.count: dict[str, int] = {}

    def unless(self, kept: object, what: str) -> None:
        """Note a loss unless it was kept."""
        if not kept:
            self.count[what] = self.count.get(what, 0) + 1

    def told(self) -> tuple[str, ...]:
        """Return the losses as sentences."""
        return tuple(
            f"{what} ({n} {'time' if n == 1 else 'times'})" for what, n in self.count.items()
        )


def score_of(standing: Standing) -> str | None:
    """Return a score as it was written, or else its total."""
    return standing.score if standing.score is not None else standing.total


def winner(standing: Standing) -> bool:
    """Whether a player won; if the record doesn't say, whoever came first did."""
    return standing.place == 1 if standing.won is None else standing.won


def whole_date(played: PlayRecord) -> str | None:
    """Return the date, if all of it is known."""
    return played.date if played.date and "?" not in played.date else None
