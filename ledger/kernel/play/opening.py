"""Starting a new game: players, box, options, and the set-up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ledger.kernel.boxes.box import digest_box
from ledger.kernel.errors import Illegal, Malformed, NeedsOutcome
from ledger.kernel.game.game import Game
from ledger.kernel.game.options import read_options
from ledger.kernel.log.events import (
    FORMAT,
    Opened,
    Seat,
)
from ledger.kernel.rules.chance import Chance
from ledger.kernel.rules.decision import Decision
from ledger.kernel.times import is_time


def open_game(
    game: Game,
    names: Sequence[str | Seat],
    *,
    options: dict[str, str | int | bool] | None = None,
    box: dict[str, Any] | None = None,
    id: str | None = None,
    place: str | None = None,
    round: str | None = None,
    started: str | None = None,
    recorded: bool = False,
) -> Opened:
    """Check everything about a new game and return its first event.

    A box can contain only differences; the rest comes from the package's box that it names as its
    base. With `recorded`, the game has already been played, so its box doesn't have to be fit for
    new games. Raises `Illegal` or `Malformed`.
    """
    box = None if box is None else game.boxes.whole(box)
    seats = tuple(s if isinstance(s, Seat) else Seat(name=s) for s in names)
    if len(seats) not in game.meta.players:
        raise Illegal(
            "{title} is for {players} players, not {seats}",
            about="players",
            title=game.meta.title,
            players=_span(game.meta.players),
            seats=len(seats),
        )
    if len({s.name.strip().casefold() for s in seats}) != len(seats):
        raise Illegal("two players have the same name; each needs a different one", about="players")
    colours = [s.colour for s in seats if s.colour is not None]
    read = game.boxes.read if recorded else game.boxes.read_new
    game.boxes.check_colours(colours, game.boxes.standard if box is None else read(box))
    read_options(game.meta.name, game.rules.opening.options, options or {})
    if started is not None and not is_time(started):
        raise Malformed(
            "started: {started!r} isn't a time; write 2026-03-01 or 2026-03-01T18:30",
            about="started",
            started=started,
        )
    digest = game.boxes.standard_digest if box is None else digest_box(box)
    return Opened(
        format=FORMAT,
        game=game.meta.name,
        rules=game.meta.edition,
        box=digest,
        box_data=None if digest in game.boxes.digests else box,
        options=options or {},
        seats=seats,
        id=id,
        place=place,
        round=round or msgspec.UNSET,
        started=started,
    )


def _span(numbers: tuple[int, ...]) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def decide_opening(game: Game, opened: Opened, chance: Chance) -> Decision:
    """Set up a game on an empty table; raise `NeedsOutcome` if chance has no result to give."""
    d = game.rules.decision(game.start(opened), chance)
    try:
        game.rules.opening.begin(d)
    except NeedsOutcome as need:
        need.draft = d.state
        raise
    d.finish(game.rules.opening.begin)
    return d
