"""One open game: requests change the log in the store, and then every viewer sees it.

An open game is a position kept in memory. Requests act on it one at a time: what the rules decide
on the position is appended to the log, after the last line of the position. If another process has
appended there first, the open game catches up and the rules decide again. Nothing changes in memory
before it is durable, and nobody gets a response before that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from concurrent.futures import Executor
from functools import wraps
from time import monotonic
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, TypeVarTuple

from msgspec import UNSET

from ledger.kernel.errors import (
    BY_CODE,
    Conflict,
    Damaged,
    Failed,
    Illegal,
    LedgerError,
    Locked,
    Malformed,
    Missing,
    Stale,
)
from ledger.kernel.faults import fault_of
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
from ledger.kernel.play.position import Position
from ledger.kernel.play.table import Table
from ledger.kernel.replay.branch import check_retraction
from ledger.kernel.replay.replay import fold
from ledger.kernel.rules.chance import Chance
from ledger.kernel.rules.command import State
from ledger.kernel.times import possible_times
from ledger.kernel.verify.blame import blamed
from ledger.protocol.errors import Busy, Closing
from ledger.service.game_threads import GameWork, contained
from ledger.service.write_check import WriteCheck
from ledger.store.store import Appended, Store

from .game_log import GameLog, HistoryCache, NewGroups
from .playing.growth_quota import GrowthQuota
from .playing.submission import Submission, decide_on_truth, decide_on_view
from .playing.undo_policy import check_own, check_secrets, own_undo, taken_back_to
from .streams.viewer_stream import History, ViewerGroup, ViewerStream

TRIES = 100
"""How often the rules decide again because another process was faster: one of them always wins."""

P = ParamSpec("P")
T = TypeVar("T")
Args = TypeVarTuple("Args")


class Runtime(NamedTuple):
    """What all open games share: threads for the disk and for games' code, the clock, callbacks.

    `on_growth` is called once new lines are durable, with the game's id and whether they were
    written here. `on_follow` is called when somebody starts following a game. `writes` tracks
    whether anything can be written, for stores where all games fail together.
    """

    pool: Executor
    games: GameWork
    now: Callable[[], str]
    chance: Callable[[], Chance]
    on_append: Callable[[float], None]
    on_growth: Callable[[str, bool], None]
    histories: HistoryCache
    on_follow: Callable[[str], None] = lambda _: None
    writes: WriteCheck | None = None

    async def in_thread(self, work: Callable[[*Args], T], *args: *Args) -> T:
        """Run something that waits for the disk, without blocking the event loop."""
        running = asyncio.get_running_loop().run_in_executor(self.pool, work, *args)
        return await contained(running)

    async def write(self, work: Callable[[*Args], T], *args: *Args) -> T:
        """Write something in a thread; fail at once if it is known that nothing can be written."""
        if self.writes is None:
            return await self.in_thread(work, *args)
        await self.writes.ensure()
        try:
            return await self.in_thread(work, *args)
        except Failed:
            self.writes.doubt()
            raise


class Sender(NamedTuple):
    """Who sent a request: a seat (from 1), a spectator (0), or None, who sees everything."""

    viewer: int | None
    referee: bool = False

    def key(self, key: str | None) -> str | None:
        """Return a key combined with its sender, so that nobody can find out which keys others
        used.
        """
        return None if key is None else f"{'r' if self.viewer is None else self.viewer}:{key}"


class WritePlan(NamedTuple):
    """What to write: a group, the state after it, and the remarks that follow it."""

    entries: Sequence[Entry]
    state: State
    remarks: Sequence[Sequence[Entry]] = ()


class WriteResult(NamedTuple):
    """What a request wrote, as its sender sees it; `repeated` if an earlier request wrote it."""

    group: ViewerGroup
    repeated: bool


def _latest(clock: str, lines: Sequence[Line]) -> str:
    """Return the latest time in these lines, or `clock` if that is later."""
    return max([clock, *(line.at for line in lines if line.at is not None)])


def _run_to_completion(
    act: Callable[Concatenate[OpenGame, P], Coroutine[Any, Any, WriteResult]],
) -> Callable[Concatenate[OpenGame, P], Coroutine[Any, Any, WriteResult]]:
    """Finish even if the client goes away, and find out whose fault an exception is."""

    @wraps(act)
    async def shielded(open_game: OpenGame, /, *args: P.args, **kwargs: P.kwargs) -> WriteResult:
        acting = contained(act(open_game, *args, **kwargs))
        try:
            return await asyncio.shield(asyncio.ensure_future(acting))
        except LedgerError:
            raise
        except Exception as e:
            raise await open_game.runtime.games.on_log(open_game.log.blame, e) from e

    return shielded


class OpenGame:
    """A game that is open here: its log, its position and its viewers."""

    def __init__(self, id: str, store: Store, runtime: Runtime) -> None:
        """Open a game from the store; for writing, unless another process is writing it."""
        self.id, self.runtime = id, runtime
        self.log = GameLog(id, store, runtime.histories)
        self.game = self.log.game
        with blamed(self.game, self.log.first_lines):
            self.state: State = fold(self.game, self.log.first_lines)
        self.viewers: dict[int | None, ViewerStream] = {}
        self.lock = asyncio.Lock()
        self.used = monotonic()
        self.closed = False
        self._growth = GrowthQuota(self.log.first_lines)
        self._clock = _latest("", self.log.first_lines)
        self._last_move: tuple[Sequence[Line], State, State] | None = None
        """The last move with the states before and after it, if it was made here."""
        self.browsed = False
        """Whether pages show it: they ask again after a while, even when it is over."""
        self.hinted = 0
        """The line that the game may have reached, according to another process's hint."""
        self.appending = False
        if self.log.writing and self.over and not self.log.head.sealed and not self.log.shared:
            # the service stopped between the last move and the seal
            try:
                self.log.advance(self.log.append([self._seal_entry()])[0].lines)
            except Failed as e:
                self.log.trouble = e

    @property
    def over(self) -> bool:
        """Whether nobody is being asked anything; a game whose code can't tell isn't over."""
        try:
            return not self.game.rules.awaiting(self.state)
        except BY_CODE:
            return False

    def position(self, state: State) -> Position:
        return Position(self.game, state, [s.name for s in self.log.opened.seats])

    # --- watching ---------------------------------------------------------------------------

    @property
    def readers(self) -> int:
        """How many readers are following this game live."""
        return sum(len(stream.waiting) for stream in self.viewers.values())

    @property
    def followed(self) -> bool:
        """Whether a reader or a bot here needs lines from other processes at once.

        Everybody else sends a request, and gets the game as it is at that point.
        """
        return self.readers > 0 or any(seat.bot for seat in self.log.opened.seats)

    async def stream_of(self, viewer: int | None) -> ViewerStream:
        """Return a viewer's stream, which is kept up to date."""
        self.used = monotonic()
        found = self.viewers.get(viewer)
        if found is None:
            async with self.lock:
                found = self.viewers.get(viewer)
                if found is None:
                    past = await self._history(viewer)
                    found = await self.runtime.games.on_log(ViewerStream, self.game, viewer, past)
                    self.viewers[viewer] = found
        return found

    async def history(self, viewer: int | None) -> History:
        """Return everything in the log that a viewer may read."""
        found = self.log.cached_history(viewer)
        if found is None:
            async with self.lock:
                found = await self._history(viewer)
        return found

    async def _history(self, viewer: int | None) -> History:
        """Return the same as `history`; the caller holds the lock."""
        found = self.log.cached_history(viewer)
        if found is None:
            found = await self.runtime.games.on_log(self.log.history, viewer)
            self.log.keep_history(viewer, found)
        return found

    def wake_readers(self) -> None:
        for stream in self.viewers.values():
            stream.wake()

    def close(self) -> None:
        """Disconnect every reader; the game can be opened again."""
        self.closed = True
        self.log.drop_histories(at_once=True)
        self.wake_readers()

    # --- others -----------------------------------------------------------------------------

    async def catch_up(self, seq: int = 0, news: NewGroups | None = None) -> None:
        """Take in what others have appended, at least up to `seq` if that is known.

        `news` has groups that were read already; it is ignored if the game has grown here since.
        """
        async with self.lock:
            if not self.closed and not 0 < seq <= self.log.head.seq:
                await self._catch_up(news)

    async def _catch_up(self, news: NewGroups | None = None) -> bool:
        """Take in what others have appended; return whether there was anything. Needs the lock."""
        try:
            if news is not None and news.groups and news.behind == self.log.head:
                groups = news.groups
            else:
                groups = await self.runtime.in_thread(self.log.new_groups)
        except (Stale, Missing):
            self.close()  # it was replaced by another log: the next request reads that
            self._check_open()
        for raws in groups:
            await self._advance(raws, None, own=False)
        return bool(groups)

    async def seal_if_over(self) -> None:
        """Seal a game that is over, if the process that ended it couldn't."""
        async with self.lock:
            if self.log.writing and self.log.trouble is None and not self.closed:
                await self._seal()

    # --- acting -----------------------------------------------------------------------------

    @_run_to_completion
    async def submit(
        self,
        sender: Sender,
        submission: Submission,
        *,
        version: int | None = None,
        key: str | None = None,
        waive: Collection[str] = (),
    ) -> WriteResult:
        """Play a move.

        The rules decide on what the seat sees, then on the truth. Repeating a key returns the first
        result. With `version`, raise `Stale` if anything but remarks has been added since. An
        illegal move raises `Illegal`.
        """

        def decided(stream: ViewerStream) -> WritePlan:
            self.game.boxes.check_usable(self.log.opened)
            seen = self.position(stream.state)
            command = submission.read(seen)
            if sender.viewer is not None:
                if sender.viewer != command.seat:
                    raise Illegal(
                        "you are seat {viewer}: you can't move for seat {seat}",
                        viewer=sender.viewer,
                        seat=command.seat,
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
            self.game.rules.awaiting(
                decision.state
            )  # what fails here must fail before it is written
            entries = decision.entries(by=command.seat, at=self._now())
            return WritePlan(entries, decision.state)

        async def plan(stream: ViewerStream) -> WritePlan:
            return await self.runtime.games.run(lambda: decided(stream))

        return await self._act(
            sender,
            version,
            key,
            plan,
            lambda past, group: self._was_played(past, group, submission),
        )

    @_run_to_completion
    async def undo(
        self, sender: Sender, to: int | None, *, version: int | None, key: str | None
    ) -> WriteResult:
        """Take back a seat's own last move, or for a referee everything after line `to`.

        Remarks added after a seat's move aren't part of it: they are written again after the
        take-back, in the names of their authors.
        """

        async def taken_back(stream: ViewerStream) -> WritePlan:
            if to is not None and not sender.referee:
                raise Illegal("only a referee can go back to a given line; leave out `to`")
            past = await self._history(None)
            return await self.runtime.games.run(lambda: planned(past))

        def planned(past: History) -> WritePlan:
            remarks: list[Line] = []
            if to is not None:
                target = to
            elif sender.referee:
                table = Table(self.game, past.lines, self.log.head)
                target = table.last_command_start() - 1
            else:
                target = own_undo(self.game, past.replay, sender.viewer or 0)
            check_retraction(past.lines, target, self.log.head.seq + 1)
            taken = taken_back_to(past.replay, target)
            self._growth.check_undo(sender.viewer or None, taken)
            if not sender.referee:
                remarks = [line for line in taken if isinstance(line.data, Noted)]
            state = past.replay.at(target)
            again = [[self._entry(line.data, line.by, state)] for line in remarks]
            entry = self._entry(Retracted(to=target), sender.viewer or None, state)
            return WritePlan([entry], state, again)

        def same(past: History, group: ViewerGroup) -> bool:
            event = past.lines[group.first - 1].data
            return isinstance(event, Retracted) and to in (None, event.to)

        return await self._act(sender, version, key, taken_back, same)

    async def may_undo(self, seat: int) -> bool:
        """Return whether a seat may take back the last move without a referee."""
        if self.log.head.sealed or self.log.trouble is not None or not self.log.writing:
            return False
        last = self._last_move
        past = await self.history(None) if last is None else None

        def check() -> bool:
            taken: Sequence[Line] = ()
            try:
                if past is not None:
                    taken = taken_back_to(past.replay, own_undo(self.game, past.replay, seat))
                elif last is not None:
                    taken = last[0]
                    check_secrets(self.game, last[1], last[2], seat, len(self.log.opened.seats))
                self._growth.check_undo(seat, taken)
            except Illegal:
                return False
            return True

        try:
            if last is not None:
                check_own(last[0], seat)  # usually this settles it
        except Illegal:
            return False
        return await self.runtime.games.run(check)

    async def note(
        self,
        sender: Sender,
        text: str,
        to: Reader | None = None,
        *,
        version: int | None,
        key: str | None,
    ) -> WriteResult:
        """Add a remark for everybody, or with `to`, for one seat or those who see everything."""
        seats = len(self.log.opened.seats)
        if isinstance(to, int) and to > seats:
            raise Illegal(
                "there is no seat {seat}: this game has 1 to {seats}", seat=to, seats=seats
            )
        event = Noted(text=text, seat=sender.viewer or None, to=UNSET if to is None else to)
        return await self._add(sender, event, version, key)

    async def abandon(
        self, sender: Sender, reason: str, *, version: int | None, key: str | None
    ) -> WriteResult:
        """End a game without a winner."""
        return await self._add(sender, broken_off(self.log.opened, reason), version, key)

    @_run_to_completion
    async def _add(
        self, sender: Sender, event: Noted | Ended, version: int | None, key: str | None
    ) -> WriteResult:
        """Add an event that isn't a move."""

        async def added(stream: ViewerStream) -> WritePlan:
            if self.over:
                raise Illegal("the game is already over")
            if isinstance(event, Noted):
                self._growth.check_note(sender.viewer or None, event.text)
            state = self.game.rules.copy(self.state)
            self.game.rules.evolvers[event.__class__](state, event)
            return WritePlan([self._entry(event, sender.viewer or None, state)], state)

        return await self._act(
            sender, version, key, added, lambda past, g: past.lines[g.first - 1].data == event
        )

    async def _act(
        self,
        sender: Sender,
        version: int | None,
        key: str | None,
        decide: Callable[[ViewerStream], Awaitable[WritePlan]],
        same: Callable[[History, ViewerGroup], bool],
    ) -> WriteResult:
        """Decide something on the position and append it, once.

        If other processes write, too, the position may be out of date. Then the append is refused,
        or the rules have refused something that would be legal now: catch up, and decide again.
        """
        stream = await self.stream_of(sender.viewer)
        async with self.lock:
            for _ in range(TRIES):
                self._check_open()
                try:
                    if not self.log.shared and (earlier := self._recall(sender, key)) is not None:
                        return await self._repeat_answer(sender, earlier, same)
                    self._check_writable(version, stream)
                    plan = await decide(stream)
                    written = await self._write(sender, plan, key, same)
                    await self._seal()
                    return written
                except (Failed, Closing, Damaged, Locked):
                    raise
                except LedgerError:
                    if not self.log.shared:
                        raise
                    if not await self._catch_up():
                        earlier = await self.runtime.in_thread(self._recall, sender, key)
                        if earlier is None:
                            raise
                        return await self._repeat_answer(sender, earlier, same)
        raise Busy("too many people are writing to this game at once", hint="try again in a moment")

    # --- before writing ---------------------------------------------------------------------

    def _check_open(self) -> None:
        """Refuse a request that comes too late: the game may have been opened again."""
        if self.closed:
            raise Closing("this game is being reopened; ask again in a moment")

    def _check_writable(self, version: int | None, stream: ViewerStream) -> None:
        """Refuse a request meant for another position, or for a game that can't continue."""
        seq = stream.head.seq
        if version is not None and version != seq and not stream.only_remarks_after(version):
            raise Stale(
                "the game has moved on: it is at version {last}, not {version}",
                seq=seq,
                last=seq,
                version=version,
            )
        if self.log.trouble is not None:
            raise self.log.trouble
        if self.log.head.sealed:
            raise Illegal("this game is over and its log is sealed; branch it to play on")

    def _recall(self, sender: Sender, key: str | None) -> Appended | None:
        own = sender.key(key)
        return None if own is None else self.log.recall(own)

    def _was_played(self, past: History, group: ViewerGroup, submission: Submission) -> bool:
        """Return whether a group in a viewer's history is this move."""
        if group.first == 1:
            return False
        events = [line.data for line in past.lines[group.first - 1 : group.last]]
        if isinstance(events[0], Noted | Retracted | Ended):
            return False
        wanted = submission.read(self.position(past.replay.at(group.first - 1)))
        return self.game.rules.command_of(events) == wanted

    # --- writing ----------------------------------------------------------------------------

    def _now(self) -> str:
        """Return the time, or the last line's if the clock was set to an earlier or impossible one.

        The log would be refused for such times.
        """
        first, last = possible_times(self.log.opened.started or self._clock)
        now = max(self.runtime.now(), self._clock, first)
        return now if now <= last else self._clock or last

    def _entry(self, event: Event, by: int | None, state: State) -> Entry:
        return Entry(data=event, turn=self.game.rules.turn(state), by=by, at=self._now())

    async def _seal(self) -> None:
        """Seal the log of a game that is over, unless another process has done so."""
        while self.over and not self.log.head.sealed:
            try:
                (sealed,) = await self._append([self._seal_entry()], None)
                await self._advance(sealed.lines, self.state, own=True)
            except (Stale, Illegal):
                if not self.log.shared or not await self._catch_up():
                    raise

    def _seal_entry(self) -> Entry:
        return Entry(
            data=self.log.head.seal(), turn=self.game.rules.turn(self.state), at=self._now()
        )

    async def _write(
        self,
        sender: Sender,
        plan: WritePlan,
        key: str | None,
        same: Callable[[History, ViewerGroup], bool],
    ) -> WriteResult:
        """Make a plan durable, then show it to every viewer."""
        first, *others = await self._append(plan.entries, sender.key(key), *plan.remarks)
        if first.repeated:
            await self._catch_up()
            return await self._repeat_answer(sender, first, same)
        await self._advance(first.lines, plan.state, own=True)
        written = WriteResult(self.viewers[sender.viewer].recent[-1], repeated=False)
        for appended in others:
            await self._advance(appended.lines, plan.state, own=True)
        if self.hinted > self.log.head.seq:
            await self._catch_up()
        return written

    async def _append(
        self, entries: Sequence[Entry], key: str | None, *more: Sequence[Entry]
    ) -> list[Appended]:
        start = monotonic()
        self.appending = True
        try:
            every = await self.runtime.write(self.log.append, entries, key, *more)
        except Malformed as e:  # requests were checked before: it is the game that made this
            raise fault_of(self.game, e.text, place=None, cause=e) from e
        except (Failed, Damaged, Locked) as e:
            if not self.log.shared:  # a database that is away may be back in a moment
                self.log.trouble = e
                self.wake_readers()
            raise
        finally:
            self.appending = False
        self.used = monotonic()
        self.runtime.on_append(self.used - start)
        return every

    async def _advance(self, raws: Sequence[bytes], state: State | None, *, own: bool) -> None:
        """Move on past a durable group; `state` is the state after it, if known."""
        before = self.state
        try:
            lines = self.log.advance(raws)
            back = isinstance(lines[-1].data, Retracted)
            taken: Sequence[Line] = ()
            if state is not None:
                self.state = state
            elif back:
                self.state = (await self._history(None)).replay.at(lines[-1].seq)
            else:
                self.state = fold(self.game, lines, before)
            if back:
                replay = (await self._history(None)).replay
                taken = taken_back_to(replay, lines[-1].data.to, before=lines[-1].seq)
            self._growth.count(lines, taken)
            self._clock = _latest(self._clock, lines)
            if back:
                self._last_move = None
            elif not isinstance(lines[0].data, Noted):
                self._last_move = lines, before, self.state
            raw = b"".join(raw + b"\n" for raw in raws)
            for viewer, stream in list(self.viewers.items()):
                past = await self._history(viewer) if back else None
                stream.take(lines, raw, (before, self.state), past)
        except BaseException:
            self.close()  # durable, but not applied everywhere here: the next request rereads it
            raise
        self.runtime.on_growth(self.id, own)

    async def _repeat_answer(
        self,
        sender: Sender,
        earlier: Appended,
        same: Callable[[History, ViewerGroup], bool],
    ) -> WriteResult:
        """Return the first result of a repeated request; raise `Conflict` if it asked for something
        else.
        """
        past = await self._history(sender.viewer)
        group = past.group_of(earlier.last)
        if not same(past, group):
            raise Conflict(
                "this idempotency key was already used for something else; use a new one"
            )
        return WriteResult(group, repeated=True)
