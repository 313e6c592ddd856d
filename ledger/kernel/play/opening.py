"""Starting a new game: players, box, options, and the set-up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args, get_type_hints

import msgspec

from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.game.boxes.box import digest_box
from ledger.kernel.game.interface import Game
from ledger.kernel.log.events import (
    FORMAT,
    Opened,
    Seat,
)
from ledger.kernel.play.chance import Chance
from ledger.kernel.play.decide import Decision
from ledger.kernel.text.reasons import why
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

    A box may hold only what is different; the rest comes from the package's box that is its base.
    `recorded` if the game was played already: then its box need not be one for new games.
    """
    box = None if box is None else game.whole_box(box)
    seats = tuple(s if isinstance(s, Seat) else Seat(name=s) for s in names)
    if len(seats) not in game.meta.players:
        raise Illegal(
            f"{game.meta.title} is for {_span(game.meta.players)} players, not {len(seats)}",
            about="players",
        )
    if len({s.name.strip().casefold() for s in seats}) != len(seats):
        raise Illegal("two players have the same name; each needs a different one", about="players")
    colours = [s.colour for s in seats if s.colour is not None]
    read = game.read_box if recorded else game.read_new_box
    game.check_colours(colours, game.box if box is None else read(box))
    read_options(game, options or {})
    if started is not None and not is_time(started):
        raise Malformed(
            f"started: {started!r} isn't a time; write 2026-03-01 or 2026-03-01T18:30",
            about="started",
        )
    digest = game.box_digest if box is None else digest_box(box)
    return Opened(
        format=FORMAT,
        game=game.meta.name,
        rules=game.meta.edition,
        box=digest,
        box_data=None if digest in game.box_digests else box,
        options=options or {},
        seats=seats,
        id=id,
        place=place,
        round=round or msgspec.UNSET,
        started=started,
    )


def read_options(game: Game, options: dict[str, Any]) -> Any:
    """Return a game's options as its own struct, or say what is wrong with them."""
    known = game.options.__struct_fields__
    for name in options:
        if name not in known:
            raise Malformed(
                f"{game.meta.name} has no option {name!r}; it has: {', '.join(known) or 'none'}",
                about=f"option {name}",
            )
    kinds = get_type_hints(game.options) if options else {}
    for name, value in options.items():
        kind = kinds[name]
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as e:
            import json  # here, because only this sentence needs it

            may = ", ".join(map(json.dumps, (True, False) if kind is bool else get_args(kind)))
            shown = json.dumps(value)
            allowed = f"; it can be {may}" if may else f": {why(e)}"
            say = f"option: {name} can't be {shown}{allowed}"
            raise Malformed(say, about=f"option {name}") from None
    return msgspec.convert(options, game.options)


def _span(numbers: tuple[int, ...]) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def decide_opening(game: Game, opened: Opened, chance: Chance) -> Decision:
    """Set up a game on an empty table."""
    d = Decision(game, game.start(opened), chance)
    game.begin(d)
    return d
