"""What a seat may take back without a referee: only moves that revealed nothing."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Sequence
from typing import Any

from ledger.kernel.errors import Illegal
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Line, Noted, fields
from ledger.kernel.message import Message
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import outcomes
from ledger.kernel.rules.command import State
from ledger.kernel.state.patch import position


def own_undo(game: Game, replay: Replay, seat: int) -> int:
    """Return the line to which a seat's own undo goes back; raise `Illegal` if it may not undo."""
    counted = (line for line in replay.backwards() if not isinstance(line.data, Noted))
    cmd, last = next(itertools.groupby(counted, operator.attrgetter("cmd")))
    group = [*last][::-1]
    if cmd == 0:
        raise Illegal("there is no move to take back")
    check_own(group, seat)
    before, after = replay.at(group[0].seq - 1), replay.at(group[-1].seq)
    check_secrets(game, before, after, seat, len(replay.lines[0].data.seats))
    return group[0].seq - 1


def check_own(group: Sequence[Line], seat: int) -> None:
    """Raise `Illegal` unless this group is the seat's own move, with no chance involved."""
    if group[0].by != seat:
        raise _refused(Message("the last move isn't yours"))
    if outcomes(line.data for line in group):
        raise _refused(Message("something was drawn or rolled after it"))


def check_secrets(game: Game, before: State, after: State, seat: int, seats: int) -> None:
    """Raise `Illegal` if a move showed anything hidden to anybody else."""
    for viewer in range(seats + 1):
        if viewer != seat and unknown_facts(game, game.mask(before, viewer)) != unknown_facts(
            game, game.mask(after, viewer)
        ):
            raise _refused(Message("it revealed something hidden to others"))


def taken_back_to(replay: Replay, to: int, *, before: int | None = None) -> list[Line]:
    """Return the lines that going back to line `to` takes back, as of just before line `before`."""
    after = replay.backwards(None if before is None else before - 1)
    return [*itertools.takewhile(lambda line: line.seq > to, after)][::-1]


def _refused(reason: Message) -> Illegal:
    return Illegal(
        "this move can't be taken back: {reason}",
        hint="a referee of the game can take it back",
        reason=reason,
    )


def unknown_facts(game: Game, state: State) -> list[Any]:
    """Return everything in a state that marks what its viewer doesn't know."""
    found: list[Any] = []
    todo: list[Any] = [position(state)]
    while todo:
        here = todo.pop()
        if isinstance(here, dict):
            found += [here[key] for key in game.secrets.unknown if key in here]
            todo += [here[key] for key in sorted(here, key=str)]
        elif isinstance(here, list | tuple):
            todo += here
    return found


def has_secrets(game: Game) -> bool:
    """Return whether anything in this game is hidden from anybody."""
    return any(f.hidden for event in game.rules.events for f in fields(event))
