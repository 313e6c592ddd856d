"""What we promise: each row of the table, with what we aim at and the least we accept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from scripts.benchmarks.inside import GAMES

Unit = Literal["event", "move"]
Costs = Mapping[str, float]
"""CPU seconds that a unit of each thing takes."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A ratio we promise: what is ours, what it is compared with, aim and floor.

    `ours` and `theirs` name costs. The ratio is our speed as a part of theirs; where `less` is set
    it is our cost as a part of theirs. Without `theirs` our rate (or our cost) itself is judged.
    """

    what: str
    ours: str
    theirs: str | None
    aim: float
    floor: float
    less: bool = False

    def ratio(self, ours: Costs, theirs: Costs) -> float | None:
        """Return the ratio, or None if a cost is missing."""
        mine = ours.get(self.ours)
        other = 1.0 if self.theirs is None else theirs.get(self.theirs, ours.get(self.theirs))
        if mine is None or other is None:
            return None
        return mine / other if self.less else other / mine

    def verdict(self, ratio: float) -> str:
        """Return how good a ratio is."""
        if ratio <= self.aim if self.less else ratio >= self.aim:
            return "aim met"
        if ratio <= self.floor if self.less else ratio >= self.floor:
            return "floor met"
        return "MISSED"

    def lost(self, ratio: float) -> bool:
        """Whether the other one is faster."""
        return self.theirs is not None and not self.less and ratio < 1


PUSH, PGN, CATAN = "python-chess push", "python-chess PGN", "catanatron random play"
REBUILD, REPOSITORY = "eventsourcing rebuild", "eventsourcing repository"
NODE = "boardgame.io replay"
FOLD_FLOOR = {"century": 5.5}


def game_claims(game: str) -> Iterator[Claim]:
    """Yield what we promise of every game."""
    floor = FOLD_FLOOR.get(game, 7)
    yield Claim("fold / Board.push, per event", f"{game} fold, event", PUSH, 10, floor)
    yield Claim("fold / Board.push, per move", f"{game} fold, move", PUSH, 3, 2)
    yield Claim("fold / aggregate rebuilt, per event", f"{game} fold, event", REBUILD, 1.5, 1)
    yield Claim("fold / boardgame.io replay, per move", f"{game} fold, move", NODE, 1, 1)
    checked = f"{game} bytes to state, event"
    yield Claim("bytes to state / PGN read, per event", checked, PGN, 12, 6.5)
    yield Claim("bytes to state / repository, per event", checked, REPOSITORY, 10, 5)
    unchecked = f"{game} bytes to state, unchecked, event"
    yield Claim("… chain unchecked / PGN read, per event", unchecked, PGN, 25, 15)
    yield Claim("verify bytes / PGN read, per move", f"{game} verify bytes, move", PGN, 1, 0.7)
    yield Claim("random play / Catanatron, per move", f"{game} decide", CATAN, 2, 2)
    yield Claim("greedy bots, moves/s", f"{game} greedy decisions", None, 5000, 5000)


GAME_CLAIMS = {game: tuple(game_claims(game)) for game in GAMES}
BARE, TYPER = "import rich, msgspec", "import typer, rich"
COMMAND_CLAIMS = (
    Claim("ledger replay --turn / import rich, msgspec", "replay --turn", BARE, 3, 4, less=True),
    Claim("ledger --help / import typer, rich", "--help", TYPER, 1.6, 1.6, less=True),
    Claim("import of 400 known logs / of new ones", "import known", "import new", 0.1, 0.1, True),
)
INDEX_CLAIMS = (
    Claim("index build / CREATE TABLE AS", "index build, many", "plain table, many", 0.3, 0.2),
    Claim("… of 400 logs", "index build, few", "plain table, few", 0.2, 0.15),
    Claim("seats answered / index build", "seats", "index build, few", 0.3, 0.5, less=True),
)
GROWTH_CLAIMS = (
    *(
        Claim(f"{what}, bytes of memory an event", f"{what} memory", None, 750, 750, True)
        for what in ("open", "follow", "verify")
    ),
    *(
        Claim(
            f"{what}, event of a long log / tenth of it",
            f"{what} long",
            f"{what} short",
            1,
            1.5,
            True,
        )
        for what in ("open", "follow", "verify")
    ),
)
VIEWER_CLAIMS = (
    Claim("viewer / empty app, first frame", "viewer_first_frame_ratio", None, 1.8, 1.8, less=True),
    Claim("viewer, 100,000 / 300 events", "viewer_long_ratio", None, 3, 3, less=True),
    Claim("viewer, jump / step", "viewer_jump_ratio", None, 1.5, 1.5, less=True),
    Claim("viewer, MB for 100,000 events", "viewer_memory_mb", None, 250, 250, less=True),
    Claim("seek in 100,000 events, in events folded", "seek_events", None, 150, 150, less=True),
)
