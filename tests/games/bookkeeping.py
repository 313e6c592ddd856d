"""What all bookkeepers share: they read a log line by line and play the game along.

A bookkeeper is a second referee. It knows the lines of a log as plain data, the box as plain data,
and the rules as its author read them; it shares no code with the game. It says what must come
next, and a line that says anything else is a `Mistake`. At every question it lays its books open.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

Data = dict[str, Any]
"""The fields of an event."""

REMARK = "noted"


class Mistake(Exception):
    """A line tells what can't have happened."""


def need(fine: object, why: str) -> None:
    """Refuse a line unless something holds."""
    if not fine:
        raise Mistake(why)


def take(pile: Counter[str], things: Iterable[str], why: str) -> None:
    """Take things out of a pile that must hold them."""
    for x in things:
        need(pile[x] > 0, f"{why}: there is no {x}")
        pile[x] -= 1


def ranking(keys: list[tuple[int, ...]]) -> list[list[int]]:
    """Group the seats by their keys, the highest first."""
    return [
        [seat for seat, mine in enumerate(keys, 1) if mine == key]
        for key in sorted(set(keys), reverse=True)
    ]


class Bookkeeper(ABC):
    """Reads a log; `at_rest` is called with the number of a line whenever somebody is asked."""

    def __init__(
        self, lines: Iterable[Data], box: Data, at_rest: Callable[[int], None] = lambda seq: None
    ) -> None:
        self.lines = [x for x in lines if x["type"] != REMARK]
        self.box, self.at_rest = box, at_rest
        self.read = 0
        self.turn = 0
        self.active = 0
        self.by: int | None = None
        self.asked: list[tuple[int, str]] = []
        opened = self.lines[0]
        need(opened["type"] == "opened", "a log begins with its opening")
        self.players = len(opened["data"]["seats"])
        self.options: Data = opened["data"]["options"]
        self.read = 1

    # --- what a game says

    @abstractmethod
    def play(self) -> None:
        """Read the game from its set-up to its end."""

    @abstractmethod
    def books(self) -> Data:
        """Return who holds what, in plain data."""

    @staticmethod
    @abstractmethod
    def told(view: Data) -> Data:
        """Return the same from a view of the game, as the program shows it to a referee."""

    # --- reading

    def audit(self) -> None:
        """Read the whole log."""
        self.play()
        self._rest([])
        sealed = self._next("sealed", new=True)
        need(sealed["lines"] == self.read - 1, "the seal counts the lines")
        need(self.read == len(self.lines), "nothing follows a seal")

    @property
    def before(self) -> Data:
        """The line read last."""
        return self.lines[self.read - 1]

    def ahead(self) -> str:
        """Return the type of the next line."""
        return self.lines[self.read]["type"] if self.read < len(self.lines) else "nothing"

    def _next(self, *types: str, new: bool) -> Data:
        need(self.ahead() in types, f"{types} must come, not {self.ahead()}")
        last, line = self.before, self.lines[self.read]
        need(last["more"] is not new, "a group ends where somebody is asked, and only there")
        need(line["cmd"] == last["cmd"] + new, "commands are counted")
        need(line["by"] == self.by or line["type"] == "sealed", "a group is somebody's")
        self.read += 1
        return line["data"]

    def _rest(self, asked: list[tuple[int, str]]) -> None:
        self.asked = asked
        need(self.before["turn"] == self.turn, "turns are counted")
        self.at_rest(self.before["seq"])

    def ask(self, asked: list[tuple[int, str]], *types: str) -> tuple[str, Data]:
        """Read the answer of the first who is asked."""
        self._rest(asked)
        self.by, kind = asked[0][0], self.ahead()
        data = self._next(*types, new=True)
        need(data["seat"] == self.by, "the one who is asked answers")
        return kind, data

    def follows(self, kind: str, /, **fields: Any) -> Data:
        """Read a consequence; the fields given here are known before it is read."""
        data = self._next(kind, new=False)
        for name, value in fields.items():
            need(data[name] == value, f"{kind}: {name} is {data[name]}, and must be {value}")
        return data

    def begins(self, seat: int, **fields: Any) -> None:
        """A turn begins."""
        self.follows("turned", seat=seat, **fields)
        self.turn += 1
        self.active = seat

    def ends(self, reason: str, keys: list[tuple[int, ...]], scores: list[int]) -> None:
        """The game ends: who is where, by keys of which the higher one is better."""
        self.follows("ended", reason=reason, ranking=ranking(keys), scores=scores)

    # --- seats

    def clockwise(self, seat: int) -> list[int]:
        """Return all seats from one on."""
        return [(seat - 1 + i) % self.players + 1 for i in range(self.players)]

    def after(self, seat: int) -> int:
        """Return the next seat."""
        return seat % self.players + 1
