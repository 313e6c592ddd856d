"""What every writer of files for other programs returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ledger.kernel.message import Message
from ledger.kernel.results import PlayRecord, Standing


class ExportedFile(NamedTuple):
    """A file, and which facts about the games it couldn't hold."""

    data: bytes
    lost: tuple[Message, ...] = ()


class Losses:
    """Collects the fields that a format can't hold, with the number of games affected."""

    def __init__(self) -> None:
        self.count: dict[Message, int] = {}

    def unless(self, kept: object, what: Message) -> None:
        """Note a loss unless the value was kept."""
        if not kept:
            self.count[what] = self.count.get(what, 0) + 1

    def messages(self) -> tuple[Message, ...]:
        """Return the losses as sentences."""
        return tuple(
            Message("{what} (1 time)" if n == 1 else "{what} ({count} times)", what=what, count=n)
            for what, n in self.count.items()
        )


EXTRA = Message("extra")
ID_ELSEWHERE = Message("players' ids in other programs")
NOT_FINISHED = Message("that the game was not finished")
COOPERATIVE = Message("that the game is cooperative")
PART_OF_DATE = Message("dates that are only partly known")
QUANTITY = Message("quantity")
ROUNDS = Message("the rounds")
TIME_ZONE = Message("the time zone")
PLAYERS_FIELD: Mapping[str, Message] = {
    "place": Message("players' places"),
    "began": Message("who started"),
    "first_time": Message("whose first game it was"),
    "seat": Message("players' seats"),
    "colour": Message("players' colours"),
    "role": Message("players' roles"),
    "team": Message("players' teams"),
}


def score_of(standing: Standing) -> str | None:
    """Return a score as it was written down or, failing that, its total."""
    return standing.score if standing.score is not None else standing.total


def winner(standing: Standing) -> bool:
    """Whether a player won; if the record doesn't say, a player in first place did."""
    return standing.place == 1 if standing.won is None else standing.won


def whole_date(played: PlayRecord) -> str | None:
    """Return the date, if all of it is known."""
    return played.date if played.date and "?" not in played.date else None
