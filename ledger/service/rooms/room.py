"""One game of the service: what people do in it goes to the disk, then everybody sees it.

A room has one writer at a time. Nothing changes in memory before it is durable, and an answer
is given only after that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures import Executor
from functools import wraps
from time import monotonic
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, TypeVarTuple

from msgspec import UNSET

from ledger.kernel.errors import (
    Conflict,
    Damaged,
    Failed,
    Illegal,
    LedgerError,
    Locked,
    Stale,
)
from ledger.kernel.game.faults import blamed
from ledger.kernel.game.interface import State
from ledger.kernel.log.branch import check_retraction
from ledger.kernel.log.events import (
    Ended,
    Entry,
    Event,
    Line,
    Noted,
    Reader,
    Retracted,
    broken_off,
)
from ledger.kernel.play.chance import Chance
from ledger.kernel.play.position import Position
from ledger.kernel.play.table import Table
from ledger.protocol.errors import Closing
from ledger.store.interface import Appended, Store

from .game_log import GameLog
from .moves import Move, decide_on_truth, decide_on_view
from .note_quota import NoteQuota
from .undo_policy import check_own, check_secrets, own_undo, remarks_after
from .viewer_stream import History, ViewerGroup, ViewerStream

P = ParamSpec("P")
T = TypeVar("T")
Args = TypeVarTuple("Args")


class Runtime(NamedTuple):
    """What a room works with: threads for the disk, the clock, chance, who counts, who is told.

    `on_growth` learns to which line a game has come, as soon as that is durable.
    """

    pool: Executor
    now: Callable[[], str]
    chance: Callable[[], Chance]
    on_append: Callable[[float], None]
    on_growth: Callable[[str, int], None]

    async def in_thread(self, work: Callable[[*Args], T], *args: *Args) -> T:
        """Do something that waits for the disk, and let others go on in the meantime."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work, *args)


class Sender(NamedTuple):
    """Who asks: a seat (from 1), a spectator (0) or, None, somebody who sees everything."""

    viewer: int | None
    referee: bool = False

    def key(self, key: str | None) -> str | None:
        """Keep the keys of different senders apart: whether one is used tells nobody else."""
        return None if key is None else f"{'r' if self.viewer is None else self.viewer}:{key}"


class Written(NamedTuple):
    """What a request wrote, as its sender sees it; `repeated`: an earlier one wrote it."""

    group: ViewerGroup
    repeated: bool


def _to_its_end(
    act: Callable[Concatenate[Room, P], Coroutine[Any, Any, Written]],
) -> Callable[Concatenate[Room, P], Coroutine[Any, Any, Written]]:
    """Do something to its end, also when the client has gone; say whose fault an exception is."""

    @wraps(act)
    async def shielded(room: Room, /, *args: P.args, **kwargs: P.kwargs) -> Written:
        try:
            return await asyncio.shield(asyncio.ensure_future(act(room, *args, **kwargs)))
        except LedgerError:
            raise
        except Exception as e:
            raise await room.runtime.in_thread(room.log.judge, e) from e

    return shielded


class Room:
    """A game that is open here: its log, its position, and those who look on."""

    def __init__(self, id: str, store: Store, runtime: Runtime) -> None:
        """Open a game of the store; for writing, unless somebody else writes it."""
        self.id, self.runtime = id, runtime
        self.log = GameLog(id, store)
        self.game = self.log.game
        past = self.log.histories[None]
        with blamed(self.game, past.lines):
            self.state: State = past.replay.at(self.log.head.seq)
        self.viewers: dict[int | None, ViewerStream] = {}
        self.lock = asyncio.Lock()
        self.used = monotonic()
        self.closed = False
        self._notes = NoteQuota(past.lines)
        self._last_move: tuple[Sequence[Line], State, State] | None = None
        """The last move with the states before and after it, if it was made here."""
        self.browsed = False
        """Whether pages show it: they ask again after a while, also when it is over."""
        if self.log.writing and self.over and not self.log.head.sealed:
            # the server stopped between the last move and the seal
            try:
                self.log.advance(self.log.append([self._seal_entry()])[0])
            except Failed as e:
                self.log.trouble = e

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more; a game whose code can't say so isn't over."""
        try:
            return not self.game.awaiting(self.state)
        except Exception:
            return False

    def position(self, state: State) -> Position:
        """Return where this game stood in a state."""
        return Position(self.game, state, [s.name for s in self.log.opened.seats])

    # --- looking on -------------------------------------------------------------------------

    @property
    def readers(self) -> int:
        """How many follow this game live."""
        return sum(len(stream.waiting) for stream in self.viewers.values())

    async def stream_of(self, viewer: int | None) -> ViewerStream:
        """Return what a viewer sees; opened by the first who asks."""
        self.used = monotonic()
        found = self.viewers.get(viewer)
        if found is None:
            async with self.lock:
                found = self.viewers.get(viewer)
                if found is None:
                    found = ViewerStream(self.game, viewer, await self._history(viewer))
                    self.viewers[viewer] = found
        return found

    async def history(self, viewer: int | None) -> History:
        """Return a viewer's whole stream."""
        found = self.log.histories.get(viewer)
        if found is None:
            async with self.lock:
                found = await self._history(viewer)
        return found

    async def _history(self, viewer: int | None) -> History:
        """Return a viewer's whole stream; for whoever holds the lock."""
        found = self.log.histories.get(viewer)
        if found is None:
            found = await self.runtime.in_thread(self.log.history, viewer)
            self.log.histories[viewer] = found
        return found

    def wake_readers(self) -> None:
        """Let everybody who follows this game look what is new."""
        for stream in self.viewers.values():
            stream.wake()

    def close(self) -> None:
        """Send every reader away: this room is closed, another may open."""
        self.closed = True
        self.wake_readers()

    # --- acting -----------------------------------------------------------------------------

    @_to_its_end
    async def submit(
        self,
        sender: Sender,
        move: Move,
        *,
        version: int | None = None,
        key: str | None = None,
        waive: Collection[str] = (),
    ) -> Written:
        """Play a move: the rules decide on what a seat sees, and then on the truth."""
        stream = await self.stream_of(sender.viewer)
        async with self.lock:
            self._check_open()
            if (earlier := self._recall(sender, key)) is not None:
                past = await self._history(sender.viewer)
                group = past.group_of(earlier.last)
                return _again(group, same=self._was_played(past, group, move))
            self._check_writable(version, stream)
            seen = self.position(stream.state)
            command = move.read(seen)
            if sender.viewer is not None:
                if sender.viewer != command.seat:
                    raise Illegal(
                        f"you are seat {sender.viewer}: you can't move for seat {command.seat}"
                    )
                decide_on_view(seen, command)
            decision = decide_on_truth(
                seen,
                self.state,
                command,
                self.runtime.chance(),
                waive=waive,
                all_seen=sender.viewer is None,
            )
            self.game.awaiting(decision.state)  # what fails here must fail before it is written
            entries = decision.entries(by=command.seat, at=self.runtime.now())
            written = await self._write(sender, entries, key, decision.state)
            if self.over:
                await self._seal(sender)
            return written

    @_to_its_end
    async def undo(
        self, sender: Sender, to: int | None, *, version: int | None, key: str | None
    ) -> Written:
        """Take back: a seat its own last move, a referee anything.

        Remarks made after a seat's move don't belong to it: they are written again behind the
        take-back, as their authors' own.
        """
        stream = await self.stream_of(sender.viewer)
        async with self.lock:
            self._check_open()
            if (earlier := self._recall(sender, key)) is not None:
                past = await self._history(sender.viewer)
                group = past.group_of(earlier.last)
                event = past.lines[group.first - 1].data
                same = isinstance(event, Retracted) and to in (None, event.to)
                return _again(group, same=same)
            self._check_writable(version, stream)
            if to is not None and not sender.referee:
                raise Illegal("only a referee can go back to a given line; leave out `to`")
            past = await self._history(None)
            remarks: list[Line] = []
            if to is not None:
                target = to
            elif sender.referee:
                table = Table(self.game, past.lines, self.log.head)
                target = table.last_command_start() - 1
            else:
                target = own_undo(self.game, past.replay, sender.viewer or 0)
                remarks = remarks_after(past.replay, target)
            check_retraction(past.lines, target, self.log.head.seq + 1)
            state = past.replay.at(target)
            again = [[self._entry(line.data, line.by, state)] for line in remarks]
            entry = self._entry(Retracted(to=target), sender.viewer or None, state)
            return await self._write(sender, [entry], key, state, *again)

    async def may_undo(self, seat: int) -> bool:
        """Whether a seat may take back the last move by itself."""
        if self.log.head.sealed or self.log.trouble is not None or not self.log.writing:
            return False
        try:
            if self._last_move is None:
                past = await self.history(None)
                own_undo(self.game, past.replay, seat)
            else:
                lines, before, after = self._last_move
                check_own(lines, seat)
                check_secrets(self.game, before, after, seat, len(self.log.opened.seats))
        except Illegal:
            return False
        return True

    async def note(
        self,
        sender: Sender,
        text: str,
        to: Reader | None = None,
        *,
        version: int | None,
        key: str | None,
    ) -> Written:
        """Add a remark for everybody; with `to`, for one seat or only for those who see all."""
        seats = len(self.log.opened.seats)
        if isinstance(to, int) and to > seats:
            raise Illegal(f"there is no seat {to}: this game has 1 to {seats}")
        event = Noted(text=text, seat=sender.viewer or None, to=UNSET if to is None else to)
        return await self._add(sender, event, version, key)

    async def abandon(
        self, sender: Sender, reason: str, *, version: int | None, key: str | None
    ) -> Written:
        """End a game without a winner."""
        return await self._add(sender, broken_off(self.log.opened, reason), version, key)

    @_to_its_end
    async def _add(
        self, sender: Sender, event: Noted | Ended, version: int | None, key: str | None
    ) -> Written:
        """Add an event that isn't a seat's move."""
        stream = await self.stream_of(sender.viewer)
        async with self.lock:
            self._check_open()
            if (earlier := self._recall(sender, key)) is not None:
                past = await self._history(sender.viewer)
                group = past.group_of(earlier.last)
                return _again(group, same=past.lines[group.first - 1].data == event)
            self._check_writable(version, stream)
            if self.over:
                raise Illegal("the game is already over")
            if isinstance(event, Noted) and not sender.referee:
                self._notes.check(sender.viewer, event.text)
            state = self.game.copy(self.state)
            self.game.evolvers[event.__class__](state, event)
            entry = self._entry(event, sender.viewer or None, state)
            written = await self._write(sender, [entry], key, state)
            if isinstance(event, Ended):
                await self._seal(sender)
            return written

    # --- before writing ---------------------------------------------------------------------

    def _check_open(self) -> None:
        """Refuse what comes too late: another room may write this game now."""
        if self.closed:
            raise Closing("this game is being opened again; ask again in a moment")

    def _check_writable(self, version: int | None, stream: ViewerStream) -> None:
        """Refuse what was meant for another position, or for a game that cannot go on."""
        seq = stream.head.seq
        if version is not None and version != seq and not stream.only_remarks_after(version):
            raise Stale(f"the game has moved on: it is at version {seq}, not {version}", seq=seq)
        if self.log.trouble is not None:
            raise self.log.trouble
        if self.log.head.sealed:
            raise Illegal("this game is over and its log is sealed; branch it to play on")

    def _recall(self, sender: Sender, key: str | None) -> Appended | None:
        """Return what an earlier request with this key wrote."""
        own = sender.key(key)
        return None if own is None else self.log.recall(own)

    def _was_played(self, past: History, group: ViewerGroup, move: Move) -> bool:
        """Whether a group of a viewer's history is this move."""
        if group.first == 1:
            return False
        events = [line.data for line in past.lines[group.first - 1 : group.last]]
        if isinstance(events[0], Noted | Retracted | Ended):
            return False
        wanted = move.read(self.position(past.replay.at(group.first - 1)))
        return self.game.command_of(events) == wanted

    # --- writing ----------------------------------------------------------------------------

    def _entry(self, event: Event, by: int | None, state: State) -> Entry:
        """Return an event that isn't a move, ready to be written."""
        return Entry(data=event, turn=self.game.turn(state), by=by, at=self.runtime.now())

    async def _seal(self, sender: Sender) -> None:
        """Close the log of a game that has ended."""
        await self._write(sender, [self._seal_entry()], None, self.state)

    def _seal_entry(self) -> Entry:
        return Entry(
            data=self.log.head.seal(), turn=self.game.turn(self.state), at=self.runtime.now()
        )

    async def _write(
        self,
        sender: Sender,
        entries: Sequence[Entry],
        key: str | None,
        state: State,
        *more: Sequence[Entry],
    ) -> Written:
        """Make a group durable, then let everybody see it; `more`: remarks that follow it."""
        start = monotonic()
        try:
            every = await self.runtime.in_thread(self.log.append, entries, sender.key(key), *more)
        except (Failed, Damaged, Locked) as e:
            self.log.trouble = e
            self.wake_readers()
            raise
        self.used = monotonic()
        self.runtime.on_append(self.used - start)
        first, *others = every
        await self._advance(first, state)
        written = Written(self.viewers[sender.viewer].recent[-1], repeated=False)
        for appended in others:
            await self._advance(appended, state)
        return written

    async def _advance(self, appended: Appended, state: State) -> None:
        """Go on behind a group that is durable."""
        before, lines = self.state, self.log.advance(appended)
        self.state = state
        self._notes.count(lines)
        if isinstance(lines[0].data, Retracted):
            self._last_move = None
        elif not isinstance(lines[0].data, Noted):
            self._last_move = lines, before, state
        raw = b"".join(raw + b"\n" for raw in appended.lines)
        await self._publish(lines, raw, before)
        self.runtime.on_growth(self.id, self.log.head.seq)

    async def _publish(self, lines: Sequence[Line], raw: bytes, before: State) -> None:
        """Let every viewer see a group as far as it may; `before`: the state that it changed."""
        back = isinstance(lines[-1].data, Retracted)
        try:
            for viewer, stream in list(self.viewers.items()):
                past = await self._history(viewer) if back else None
                stream.take(lines, raw, (before, self.state), past)
        except BaseException:
            self.close()  # durable, but not all here know it: whoever asks next reads it afresh
            raise


def _again(group: ViewerGroup, *, same: bool) -> Written:
    """Answer a repeated request as the first time, provided that it asks for the same."""
    if not same:
        raise Conflict("this idempotency key was already used for something else; use a new one")
    return Written(group, repeated=True)
