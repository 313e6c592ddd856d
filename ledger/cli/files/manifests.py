"""The manifest of simulated games: everything that determined how they went."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

import ledger
from ledger.kernel.log.events import Opened

MANIFEST = ".manifest.json"
"""The end of a manifest's name; imports skip such files."""


class LogOfRun(msgspec.Struct, frozen=True, kw_only=True):
    """A log from the run; `seed` reproduces just this game, `digest` is that of its last line."""

    file: str
    id: str
    seed: str
    events: int
    digest: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """A run of `ledger simulate`; `box_data` is only there if the box isn't one from the package.

    `start` is null if the machine's clock provided the times; everything else in the logs follows
    from these fields.
    """

    ledger: str
    game: str
    rules: str
    players: int
    seed: int
    bots: list[str]
    options: dict[str, Any]
    box: str
    box_data: dict[str, Any] | None
    max_turns: int
    start: str | None
    logs: list[LogOfRun]


def stem(opened: Opened, seed: int, max_turns: int, usual: tuple[list[str], str, int]) -> str:
    """Return how the ids of a run's games start, which is the same only for identical games.

    `usual` are the bots, the box and the limit of turns that aren't mentioned in the name.
    """
    bots = [str(seat.bot) for seat in opened.seats]
    begin = f"{opened.game}-{len(bots)}p-{seed}"
    if (bots, opened.box, max_turns) == usual and not opened.options:
        return begin
    decides = [bots, opened.box, max_turns, sorted(opened.options.items())]
    return f"{begin}-{hashlib.sha256(msgspec.json.encode(decides)).hexdigest()[:6]}"


def manifest(
    opened: Opened, seed: int, max_turns: int, start: str | None, logs: list[LogOfRun]
) -> bytes:
    """Return the manifest of a run, as JSON for people to read."""
    made = Manifest(
        ledger=ledger.__version__,
        game=opened.game,
        rules=opened.rules,
        players=len(opened.seats),
        seed=seed,
        bots=[str(seat.bot) for seat in opened.seats],
        options=opened.options,
        box=opened.box,
        box_data=opened.box_data,
        max_turns=max_turns,
        start=start,
        logs=logs,
    )
    return msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"
