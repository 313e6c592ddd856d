"""Verifying a log: deciding every group again by the rules, and comparing."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import UNSET

from ledger.kernel.errors import (
    BY_CODE,
    FORGED,
    BrokenGame,
    GameFault,
    Illegal,
    Impossible,
    LedgerError,
    Malformed,
    NeedsOutcome,
)
from ledger.kernel.game.game import Game
from ledger.kernel.game.game_faults import game_fault
from ledger.kernel.log.codec import split
from ledger.kernel.log.events import (
    FORMAT,
    GENERIC,
    RECORDER,
    Adjusted,
    Ended,
    Event,
    Line,
    Noted,
    Opened,
    Retracted,
    Sealed,
    broken_off,
    fields,
    groups,
    tag,
)
from ledger.kernel.log.fingerprint import fingerprint
from ledger.kernel.message import Message
from ledger.kernel.play.corrections import check_correction
from ledger.kernel.play.decide import decide
from ledger.kernel.play.opening import open_game
from ledger.kernel.replay.branch import check_retraction
from ledger.kernel.replay.log_reader import Reading, read
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import Replay, fold
from ledger.kernel.rules.chance import Recorded, outcomes, recorded
from ledger.kernel.rules.command import Question, State
from ledger.kernel.rules.decision import Decision
from ledger.kernel.rules.watch import watching
from ledger.kernel.state.patch import differing
from ledger.kernel.times import SET_CLOCK, is_log_time, is_time, parse_time, possible_times

from .assurance import Assurance, assure, unsealed
from .trial import fails_by_itself

Verdict = Literal["legal", "possible", "illegal", "damaged", "unchecked", "unreadable"]
Fault = Literal[
    "digest", "torn", "schema", "illegal", "mismatch", "impossible", "fingerprint", "game-fault"
]
Warned = Literal["house-rule", "edition", "format", "time", "unsealed"]
Kind = Fault | Warned
WARNINGS = {*get_args(Warned)}
"""Problems that don't make a log illegal."""
EXIT: dict[str, int] = {
    "legal": 0,
    "possible": 0,
    "illegal": 1,
    "damaged": 1,
    "unchecked": 2,
    "unreadable": 2,
}


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with a log, and where."""

    line: int | None
    seq: int | None
    kind: Kind
    rule: str | None
    text: Message = msgspec.field(name="message")

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return str(self.text)


class Report(msgspec.Struct, frozen=True):
    """The result of verifying one file.

    `assurance` is None for a log that isn't legal or possible, or that couldn't be checked to its
    end.
    """

    file: str
    verdict: Verdict
    events: int
    open: bool
    problems: tuple[Problem, ...] = ()
    assurance: Assurance | None = None


def verify_bytes(
    data: bytes, file: str = "", *, progress: Callable[[int], None] | None = None
) -> Report:
    """Verify a log from its bytes."""
    try:
        reading = read(data)
    except BrokenGame as e:
        problem = Problem(None, None, "game-fault", None, e.text)
        return Report(file, "unchecked", 0, False, (problem,))
    except Malformed as e:
        problem = Problem(e.line, None, "schema", None, e.text)
        return Report(file, "unreadable", 0, False, (problem,))
    return verify(reading, file, progress=progress)


def verify(
    reading: Reading,
    file: str = "",
    *,
    progress: Callable[[int], None] | None = None,
    strict: bool = False,
) -> Report:
    """Verify a log that has been read.

    If it is `strict`, the position that the rules reach is compared with the one that the log gives
    after each command. A decision that changed anything outside its events is a fault of the game.
    Games made the way of 0.2 aren't held to that.
    """
    check = _Check(reading.game, reading.lines, progress)
    check.compares = strict and not reading.game.rules.of_0_2
    check.run()
    if check.beside_log:  # once more, to see which decision it was
        check = _Check(reading.game, reading.lines, progress)
        with watching():
            check.run()
    problems = check.problems
    if reading.error is not None:
        e = reading.error
        problems.append(Problem(e.line, e.seq, e.problem, None, e.text))
    kinds = {p.kind for p in problems} - WARNINGS
    verdict: Verdict = "possible" if check.unknown else "legal"
    if kinds & {"illegal", "mismatch", "impossible"}:
        verdict = "illegal"
    elif kinds - {"game-fault"}:
        verdict = "damaged"
    elif kinds:
        verdict = "unchecked"
    assured = None
    if verdict in ("legal", "possible") and not check.refused:
        assured = assure(reading.game, reading.lines, over=check.ended, unsure=check.unknown)
        last = len(reading.lines)
        if reading.open and assured.over:
            message = unsealed("" if file == "-" else file)
            problems.append(Problem(last, last, "unsealed", None, message))
        elif not reading.open and not assured.over:  # a correction left no open questions
            message = Message("the log is sealed, but the game never ended")
            problems.append(Problem(last, last, "illegal", None, message))
            verdict, assured = "illegal", None
    return Report(file, verdict, len(reading.lines), reading.open, tuple(problems), assured)


def follows_rules(game: Game, lines: Sequence[Line]) -> bool:
    """Whether every line is what the rules require, as far as the game's own code can tell."""
    check = _Check(game, lines, None)
    check.run()
    return check.fault is not None or not check.refused


_GENERIC = frozenset(GENERIC)


class _Check:
    def __init__(
        self, game: Game, lines: Sequence[Line], progress: Callable[[int], None] | None
    ) -> None:
        self.game = game
        self.lines = lines
        self.progress = progress
        self.problems: list[Problem] = []
        self.unknown = bool(lines) and lines[0].data.view is not None
        self.ended = False
        self.refused = False
        self.fault: GameFault | None = None
        self.corrected = False
        self.other_edition = False
        self.state: State = None
        self.compares = False
        """Whether the rules' position is compared with the one that the log gives, `by_log`."""
        self.by_log: State = None
        self.beside_log = False
        """Whether the rules reached another position than the log gives."""
        self.asked: Sequence[Question] = ()
        self._clock: str | None = None
        self._past: list[Line] = []
        # the fields used from every line, extracted all at once
        self._events: list[Event] = [*map(attrgetter("data"), lines)]
        self._turns: list[int] = [*map(attrgetter("turn"), lines)]
        self._by: list[int | None] = [*map(attrgetter("by"), lines)]
        self._here = slice(0)
        self._misplaced = _misplaced(lines)
        self._span: tuple[str, str] | None = None
        self._replay: Replay | None = None

    def run(self) -> None:
        """Check the groups in order until one is refused."""
        for group in groups(self.lines):
            try:
                self._group(group)
            except LedgerError as e:
                self.fault = e if isinstance(e, GameFault) else None
                self._refused(group, e)
                return
            except BY_CODE as e:
                self.fault = self._game_fault(group, e)
                if self.fault is not None:
                    self._refused(group, self.fault)
                elif isinstance(e, FORGED):
                    self._refused(
                        group,
                        Illegal(
                            "no command in {game} produces this group", game=self.game.meta.name
                        ),
                    )
                else:
                    raise
                return
            self._past += group
            if self.compares and self._is_beside_log():
                self.beside_log = True
                return
            if self.progress is not None:
                self.progress(group[-1].seq)

    def _is_beside_log(self) -> bool:
        """Take the last group into the position by the log, and compare it with the rules'."""
        events = self._events[self._here]
        evolvers, head = self.game.rules.evolvers, events[0]
        if isinstance(head, Retracted):
            self.by_log = self.game.rules.copy(self.state)
            return False
        if isinstance(head, Opened):
            self.by_log, events = self.game.start(head), events[1:]
        for event in events:
            evolvers[type(event)](self.by_log, event)
        return bool(differing(self.by_log, self.state))

    def _game_fault(self, group: Sequence[Line], e: BaseException) -> GameFault | None:
        """Return an exception as a fault of the game; None if it isn't one, or only this group can
        cause it.
        """
        fault = game_fault(e, self.game)
        if fault is None or not isinstance(e, FORGED):
            return fault
        events = [line.data for line in group]
        head = events[0]
        if self.corrected or isinstance(head, Adjusted):
            return None  # a position set up by hand proves nothing
        if isinstance(head, GENERIC):
            return fault  # such an event is checked before it reaches the game's code
        command = None
        with contextlib.suppress(*BY_CODE):
            command = self.game.rules.command_of(events)
        state = fold(self.game, self._past)  # the rules have changed `self.state`
        return fault if fails_by_itself(self.game, state, command) else None

    def _refused(self, group: Sequence[Line], e: LedgerError) -> None:
        self.refused = True
        line = e.line or group[0].seq
        if isinstance(e, GameFault):
            kind: Kind = "game-fault"
        elif isinstance(e, _Mismatch):
            kind = "mismatch"
        elif isinstance(e, Impossible):
            kind = "impossible"
        elif isinstance(e, NeedsOutcome):
            kind = "mismatch"
            e = Illegal(
                "the rules call for {count} more {slot} result(s) for seat {seat} than the group "
                "has"
                if e.seat
                else "the rules call for {count} more {slot} result(s) than the group has",
                rule=e.rule,
                count=e.count,
                slot=e.slot,
                seat=e.seat,
            )
        elif isinstance(e, Malformed):
            kind = "schema"
        else:
            kind = "illegal"
        if self.other_edition and kind in ("illegal", "mismatch", "impossible"):
            kind = "edition"
            self.unknown = True  # today's rules can't say whether the rest is right
        self.problems.append(Problem(line, line, kind, e.rule, e.text))

    def _group(self, group: Sequence[Line]) -> None:
        start = len(self._past)
        self._here = here = slice(start, start + len(group))
        events = self._events[here]
        head = events[0]
        if self._misplaced and group[0].seq <= self._misplaced.seq <= group[-1].seq:
            raise self._misplaced.error()
        if type(head) not in _GENERIC:
            self._command(group, events)
        elif isinstance(head, Opened):
            self._opening(group, head, events)
        elif isinstance(head, Ended):
            self._abandoned(group, head)
        elif len(group) > 1:
            raise Illegal(
                "{head} must be the only line in its group", line=group[1].seq, head=tag(type(head))
            )
        else:
            self._generic(group[0], head)
        clock = self._clock
        for line in group:
            at = line.at
            if at == clock or at is None:  # the events of a move share their time
                continue
            if not is_log_time(at):
                raise Malformed(
                    "the time {at!r} isn't written like 2026-03-01T18:30:00.000Z",
                    line=line.seq,
                    at=at[:40],
                )
            if self._span is None:
                self._span = possible_times(at)
            if not self._span[0] <= at <= self._span[1]:
                raise Malformed(
                    "the time {at} is impossible: the game began on {began}",
                    line=line.seq,
                    at=at,
                    began=(self.lines[0].data.started or self.lines[0].at or clock or at)[:40],
                )
            if type(line.data) is Noted:  # a note repeated after a take-back is older
                continue
            if clock is not None and at < clock:
                self._turned_back(line, at)
            self._clock = clock = at

    def _turned_back(self, line: Line, at: str) -> None:
        """Report the first line that is earlier than the one before it: a clock may have been
        changed.

        Raises `Malformed` if it is earlier by more than `SET_CLOCK`.
        """
        if self._clock is not None and parse_time(self._clock) - parse_time(at) > SET_CLOCK:
            raise Malformed(
                "the time {at} is impossible: the line before it is of {before}",
                line=line.seq,
                at=at,
                before=self._clock,
            )
        if not any(p.kind == "time" for p in self.problems):
            message = Message(
                "time runs backwards: {at} comes after {before}", at=at, before=self._clock
            )
            self.problems.append(Problem(line.seq, line.seq, "time", None, message))

    def _opening(self, group: Sequence[Line], opened: Opened, events: list[Event]) -> None:
        game = self.game
        if opened.rules != game.meta.edition:
            self.other_edition = opened.rules in game.meta.past
            message = Message(
                "played under the rules {rules}, checked against {edition}"
                if self.other_edition
                else (
                    "played under the rules {rules}, which this program doesn't know, checked "
                    "against {edition}"
                ),
                rules=opened.rules,
                edition=game.meta.edition,
            )
            self.problems.append(Problem(1, 1, "edition", None, message))
        if opened.format < 1:
            message = Message(
                "there has never been a format {format}; it was read as format {known}",
                format=opened.format,
                known=FORMAT,
            )
            self.problems.append(Problem(1, 1, "format", None, message))
        if opened.started is not None:
            if not is_time(opened.started):
                raise Malformed(
                    "started: {started!r} isn't a time; write 2026-03-01 or 2026-03-01T18:30",
                    line=1,
                    started=opened.started[:40],
                )
            self._span = possible_times(opened.started)
        box = opened.box_data
        open_game(game, opened.seats, options=opened.options, box=box, recorded=True)
        game.boxes.of_log(opened)
        given, missing = recorded(events)
        d = game.rules.decision(game.start(opened), Recorded(given))
        try:
            game.rules.opening.begin(d)
        except (NeedsOutcome, Impossible) as e:
            self._locate(group, group[1:], d, e)
            raise
        d.finish(game.rules.opening.begin)
        self.unknown = self.unknown or missing
        self._compare(group[1:], d, group)
        self._stamps(group, None, [0, *d.turns])
        self._go_on(d.state)

    def _go_on(self, state: State) -> None:
        self.state, self.asked = state, self.game.rules.awaiting(state)
        self.ended = not self.asked

    def _generic(self, line: Line, event: Event) -> None:
        if isinstance(event, Retracted):
            check_retraction(self.lines, event.to, line.seq)
            if (
                self._replay is None
            ):  # only of the lines already checked: later damage doesn't matter
                self._replay = Replay(self.game, self._past)
            self._replay.catch_up()
            self._go_on(self._replay.at(event.to))
        elif isinstance(event, Adjusted):
            self.corrected = True
            before = self.game.rules.copy(self.state)
            self.game.rules.evolvers[Adjusted](self.state, event)
            opened, from_box = self.lines[0].data, event.from_box is True
            check_correction(self.game, before, self.state, opened, from_box=from_box)
            self._go_on(self.state)
            reason = event.reason or Message("no reason was given")
            self._house_rule(
                line,
                Message(
                    "the table corrected the position, with pieces from the box: {reason}"
                    if from_box
                    else "the table corrected the position: {reason}",
                    reason=reason,
                ),
                None,
            )
        elif isinstance(event, Sealed):
            before = self.lines[line.seq - 2]
            if event.head != before.digest or event.lines != before.seq:
                raise _Mismatch("the seal doesn't match the line before it", line=line.seq)
            self._sealed(line)
        seats = (None, *range(1, len(self.lines[0].data.seats) + 1))
        if line.by not in seats or getattr(event, "seat", None) not in seats:
            raise _Mismatch("the header names a seat that doesn't exist", line=line.seq)
        if isinstance(event, Noted) and event.to not in (UNSET, RECORDER, *seats[1:]):
            raise _Mismatch("a remark is addressed to a seat that doesn't exist", line=line.seq)
        self._stamps([line], line.by, [self.game.rules.turn(self.state)])

    def _sealed(self, line: Line) -> None:
        if self.asked:
            seat, ask, rule = self.asked[0]
            raise Illegal(
                "the log is sealed, but the game isn't over: it's seat {seat}'s turn ({ask})",
                line=line.seq,
                rule=rule,
                seat=seat,
                ask=ask,
            )

    def _abandoned(self, group: Sequence[Line], event: Ended) -> None:
        line = group[0]
        if not self.asked:
            raise Illegal("the game was already over", line=line.seq)
        if len(group) > 1 or event != broken_off(self.lines[0].data, event.reason):
            raise _Mismatch(
                "a game that didn't end according to the rules has no winner and no scores",
                line=line.seq,
            )
        self.game.rules.evolvers[Ended](self.state, event)
        self._stamps(group, None, [self.game.rules.turn(self.state)])
        self._go_on(self.state)

    def _command(self, group: Sequence[Line], events: list[Event]) -> None:
        game, first = self.game, group[0]
        command = game.rules.command_of(events)
        if first.by != command.seat:
            raise _Mismatch(
                "the header says seat {by} did this, the event says seat {seat}",
                line=first.seq,
                by=first.by,
                seat=command.seat,
            )
        waive = first.waived or ()
        given, missing = recorded(events)
        try:
            chance, asked = Recorded(given), self.asked
            d = decide(game, self.state, command, chance, waive=waive, own=True, asked=asked)
        except (NeedsOutcome, Impossible) as e:
            # once more, step by step, to see how far the rules got
            d = game.rules.decision(fold(game, self._past), Recorded(given), waive)
            with contextlib.suppress(LedgerError):
                game.rules.apply(d, command)
            self._locate(group, group, d, e)
            raise
        self.unknown = self.unknown or missing
        if events != d.events:
            self._compare(group, d, group)
        self._stamps(group, first.by, d.turns)
        if d.waived or waive:
            for rule in d.waived:
                self._house_rule(first, Message("the table waived {waived}", waived=rule), rule)
            if d.waived != [*waive]:
                raise _Mismatch(
                    "waived {waive}, but the rules that had to be waived are {waived}",
                    line=first.seq,
                    waive=waive,
                    waived=d.waived,
                )
        self._go_on(d.state)

    def _locate(
        self, group: Sequence[Line], lines: Sequence[Line], d: Decision, e: LedgerError
    ) -> None:
        """Blame an earlier field that differs, or else the line whose chance result failed."""
        upto = len(d.events)
        self._compare(lines[:upto], d, group)
        e.line = (lines[upto : upto + 1] or group[-1:])[0].seq

    def _compare(self, lines: Sequence[Line], d: Decision, group: Sequence[Line]) -> None:
        for i, (line, right) in enumerate(zip(lines, d.events, strict=False)):
            if type(line.data) is not type(right):
                message = Message(
                    "by the rules, this should be {right} {fields}, but the log has {found}",
                    right=tag(type(right)),
                    fields=_show(right),
                    found=tag(type(line.data)),
                )
                rule = _outcome_rule(self.game, right, d)
                for given in outcomes([line.data], named=True):
                    why = self.game.words.undrawn(d.events[:i], given.slot or "")
                    if why:
                        rule, message = why[0], Message.join(": ", (why[1], message))
                raise _Mismatch(message, line=line.seq, rule=rule)
            if line.data == right:
                continue
            for f in fields(type(right)):
                is_, should = getattr(line.data, f.name), getattr(right, f.name)
                if is_ != should:
                    raise _Mismatch(
                        "{right}.{name} is {now}, but by the rules it should be {should}",
                        line=line.seq,
                        rule=f.rule or _outcome_rule(self.game, right, d),
                        right=tag(type(right)),
                        name=f.name,
                        now=_plain(is_),
                        should=_plain(should),
                    )
        if len(lines) < len(d.events):
            missing = d.events[len(lines)]
            raise _Mismatch(
                "an event is missing after this line: {missing} {missing2}",
                line=group[-1].seq,
                rule=_outcome_rule(self.game, missing, d),
                missing=tag(type(missing)),
                missing2=_show(missing),
            )
        if len(lines) > len(d.events):
            extra = lines[len(d.events)]
            raise _Mismatch(
                "by the rules, there is no {data} at this point in the move",
                line=extra.seq,
                rule=_main_rule(extra.data),
                data=tag(type(extra.data)),
            )

    def _stamps(self, group: Sequence[Line], by: int | None, turns: list[int]) -> None:
        here = self._here
        if self._turns[here] == turns and self._by[here].count(by) == len(group):
            return
        for line, turn in zip(group, turns, strict=True):
            if line.turn != turn or line.by != by:
                raise _Mismatch(
                    "the header says turn {turn} by {by}, but it is turn {turn2} by {by2}",
                    line=line.seq,
                    turn=line.turn,
                    by=line.by,
                    turn2=turn,
                    by2=by,
                )

    def _house_rule(self, line: Line, message: Message, rule: str | None) -> None:
        self.problems.append(Problem(line.seq, line.seq, "house-rule", rule, message))


class _Mismatch(Illegal):
    kind = "mismatch"


class _Misplaced(NamedTuple):
    """A field in a header that belongs on another line of its group, or on none."""

    seq: int
    field: str

    def error(self) -> _Mismatch:
        """Return the error for it."""
        return _Mismatch(
            "the header has `{field}`, which doesn't belong on this line",
            line=self.seq,
            field=self.field,
        )


def _misplaced(lines: Sequence[Line]) -> _Misplaced | None:
    """Return the first header field in the wrong place.

    A command's key and the rules it waives belong on its first line, and `after` on its last.
    """
    first = True
    for line in lines:
        if line.waived is not UNSET and (not first or type(line.data) in _GENERIC):
            return _Misplaced(line.seq, "waived")
        if line.key is not UNSET and not first:
            return _Misplaced(line.seq, "key")
        if line.after is not UNSET and (line.more or not 0 <= line.after < line.seq):
            return _Misplaced(line.seq, "after")
        first = not line.more
    return None


def _main_rule(event: Event) -> str | None:
    return next((f.rule for f in fields(type(event)) if f.rule), None)


def _outcome_rule(game: Game, event: Event, d: Decision) -> str | None:
    if isinstance(event, Ended) and (result := game.rules.outcome(d.state)) is not None:
        return result.rule
    return _main_rule(event)


def _plain(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _show(event: Event) -> str:
    return _plain(msgspec.to_builtins(event))


def compare_stream(full: Reading, seat: bytes) -> Problem | None:
    """Check that a seat's stream matches the redacted full log, up to where the stream ends.

    Return the first problem, or None.
    """
    theirs = read(seat, game=full.game)
    viewer = theirs.opened.view
    if viewer is None:
        message = Message("this is a full log, not a seat's stream")
        return Problem(1, 1, "schema", None, message)
    if theirs.error is not None:
        e = theirs.error
        return Problem(e.line, e.seq, e.problem, None, e.text)
    _, ours = redact(full.game, full.lines, viewer)
    for n, (a, b) in enumerate(zip(split(ours), split(seat), strict=False), 1):
        if a != b:
            message = Message("line {n} is not what seat {viewer} saw", n=n, viewer=viewer)
            return Problem(n, n, "mismatch", None, message)
    if len(split(seat)) > len(split(ours)):
        n = len(split(ours)) + 1
        message = Message("the stream continues past the end of the full log")
        return Problem(n, n, "mismatch", None, message)
    return None


def has_fingerprint(full: Reading, wanted: str) -> bool:
    """Whether this is the fingerprint of a sealed log, or of the stream of one of its viewers."""
    if not full.head.sealed:
        return False
    if fingerprint(full.head.digest) == wanted:
        return True
    if full.opened.view is not None:
        return False
    streams = (redact(full.game, full.lines, seat) for seat in range(len(full.opened.seats) + 1))
    return any(fingerprint(lines[-1].digest) == wanted for lines, _ in streams)
