"""What people do in a game: play, take back, remark, give up."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from ledger.kernel.errors import Illegal, Malformed, NeedsOutcome
from ledger.kernel.game.interface import Command, Game
from ledger.kernel.log.branch import check_retraction
from ledger.kernel.log.events import Ended, Entry, Event, Noted, Retracted
from ledger.kernel.play.chance import Recorded
from ledger.kernel.play.decide import Decision, decide
from ledger.kernel.play.table import Table
from ledger.kernel.session.suggest import Word
from ledger.kernel.session.words import hint, read_move

from .room import Room, Sender, Written
from .undo_policy import own_undo
from .viewer_stream import History

Reader = Callable[[Table], Command]
"""Reads a command at a position that the sender sees."""


def typed(text: str, seat: int | None) -> Reader:
    """Read a move as people type it; a seat may leave its name out."""

    def read(table: Table) -> Command:
        asked = table.game.awaiting(table.state)
        if seat is not None and asked and asked[0].seat != seat:
            raise _not_you(table, seat)
        command, waived = read_move(table, text, seat)
        if waived:
            raise Malformed("rules are waived by the field `waive`, not in the move")
        return command

    return read


def sent(data: dict[str, Any], seat: int | None) -> Reader:
    """Read a command as JSON; a seat may leave its number out."""
    value = data if seat is None else {"seat": seat, **data}

    def read(table: Table) -> Command:
        try:
            kinds = reduce(or_, table.game.commands)
            command: Command = msgspec.convert(value, kinds, strict=True)
        except msgspec.ValidationError as e:
            raise Malformed(f"command: {e}") from None
        return command

    return read


def _not_you(table: Table, seat: int) -> Illegal:
    q = table.game.awaiting(table.state)[0]
    return Illegal(f"it is seat {q.seat} who is asked ({q.ask}), not seat {seat}", rule=q.rule)


async def submit(
    room: Room,
    sender: Sender,
    read: Reader,
    *,
    version: int | None = None,
    key: str | None = None,
    waive: Collection[str] = (),
) -> Written:
    """Play a command."""

    async def work() -> Written:
        if (known := room.known(sender, key)) is not None:

            def same(past: History) -> bool:
                state = past.replay.at(known.first - 1) if known.first > 1 else None
                events = [line.data for line in past.lines[known.first - 1 : known.last]]
                if state is None or isinstance(events[0], Noted | Retracted | Ended):
                    return False
                wanted = read(Table.standing(room.game, room.first, state))
                return room.game.command_of(events) == wanted

            return await room.again(sender, known, same)
        room.expect(version)
        seen = room.eyes[sender.viewer].state
        table = Table.standing(room.game, room.first, seen)
        command = read(table)
        if sender.viewer not in (None, command.seat):
            raise Illegal(f"you are seat {sender.viewer}: you cannot move for {command.seat}")
        d = _decided(room, sender, table, command, waive)
        at, waived = room.means.now(), tuple(d.waived)
        entries = [
            Entry(data=e, turn=t, by=command.seat, at=at, waived=waived)
            for e, t in zip(d.events, d.turns, strict=True)
        ]
        written = await room.write(sender, entries, key, d.state)
        if room.over:
            await room.seal(sender)
        return written

    return await room.alone(sender, work)


def _decided(
    room: Room, sender: Sender, table: Table, command: Command, waive: Collection[str]
) -> Decision:
    """Let the rules decide; what they refuse is told by what the sender can see."""
    if sender.viewer is not None:
        try:
            decide(room.game, table.state, command, Recorded())
        except NeedsOutcome:
            pass  # legal, as far as chance lets the seat know
        except Illegal as e:
            raise _told(table, command, e) from None
    try:
        return decide(room.game, room.state, command, room.means.chance(), waive=waive)
    except Illegal as e:
        if sender.viewer is None:
            raise _told(table, command, e) from None
        # what the seat's own view does not explain must not be explained
        raise Illegal("the rules refuse this move") from None


def _told(table: Table, command: Command, e: Illegal) -> Illegal:
    """Add to a refusal what would be legal, if it is the sender who is asked."""
    asked = table.game.awaiting(table.state)
    if asked and asked[0].seat == command.seat and e.hint is None:
        e.hint = hint(table, command.seat, [Word(_written(table.game, command), 1)])
    return e


def _written(game: Game, command: Command) -> str:
    try:
        return game.write(command)
    except (LookupError, ValueError, TypeError, AttributeError):
        return ""  # a command can name cards and places that are nowhere


async def undo(
    room: Room, sender: Sender, to: int | None, *, version: int | None, key: str | None
) -> Written:
    """Take back: a seat its own last move, a referee anything."""

    async def work() -> Written:
        if (known := room.known(sender, key)) is not None:

            def same(past: History) -> bool:
                event = past.lines[known.first - 1].data
                return isinstance(event, Retracted) and to in (None, event.to)

            return await room.again(sender, known, same)
        room.expect(version)
        if to is not None and not sender.judge:
            raise Illegal("only a referee goes back to a certain line; leave `to` out")
        past = await room.past(None)
        if to is not None:
            target = to
        elif sender.judge:
            target = Table(room.game, past.lines, room.head).last_command_start() - 1
        else:
            target = own_undo(room.game, past.replay, sender.viewer or 0)
        check_retraction(past.lines, target, room.head.seq + 1)
        return await room.single(sender, Retracted(to=target), key, past.replay.at(target))

    return await room.alone(sender, work)


async def note(
    room: Room, sender: Sender, text: str, *, version: int | None, key: str | None
) -> Written:
    """Add a remark for everybody."""
    return await _remark(room, sender, Noted(text=text, seat=sender.viewer or None), version, key)


async def abandon(
    room: Room, sender: Sender, reason: str, *, version: int | None, key: str | None
) -> Written:
    """End a game without a winner."""
    seats = tuple(range(1, len(room.first.data.seats) + 1))
    event = Ended(reason=reason, ranking=(seats,), scores=(None,) * len(seats))
    return await _remark(room, sender, event, version, key)


async def _remark(
    room: Room, sender: Sender, event: Event, version: int | None, key: str | None
) -> Written:
    async def work() -> Written:
        if (known := room.known(sender, key)) is not None:
            return await room.again(
                sender, known, lambda past: past.lines[known.first - 1].data == event
            )
        room.expect(version)
        if room.over:
            raise Illegal("the game has ended already")
        state = room.game.copy(room.state)
        room.game.evolvers[event.__class__](state, event)
        written = await room.single(sender, event, key, state)
        if isinstance(event, Ended):
            await room.seal(sender)
        return written

    return await room.alone(sender, work)
