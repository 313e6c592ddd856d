"""Whether a decision and its events say the same: what a game did beside its log.

A decision changes its draft by nothing but the folds of its events. Where this is watched, a second
draft is folded from what the log will say: every event, written and read again. The two drafts are
compared before and after each event and at the end. That takes several times as long as a decision,
so it is done in `ledger check`, in the laws and in tests, and not in games that people play.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from ledger.kernel.errors import Breaks, EventFault
from ledger.kernel.faults import SourceLine, event_fault, place_inside, place_of
from ledger.kernel.log.events import Event
from ledger.kernel.message import Message
from ledger.kernel.meta import Home
from ledger.kernel.state.copying import Lookup
from ledger.kernel.state.patch import State, differing
from ledger.kernel.state.state_types import mistyped

from .command import Evolve

Report = Callable[[EventFault], None]
REPORTS: list[Report] = []
"""What takes the faults of decisions while they are watched: the last of these."""


def _refuse(fault: EventFault) -> None:
    raise fault


@contextmanager
def watching(report: Report = _refuse) -> Iterator[None]:
    """Watch every decision that is made meanwhile, in any thread.

    What a decision did beside its events is refused as an `EventFault`, unless there is a `report`
    that takes it.
    """
    REPORTS.append(report)
    try:
        yield
    finally:
        REPORTS.remove(report)


class WatchedFolds(Mapping[type, Evolve]):
    """The folds of a watched decision: each event is folded into its draft and into a second one.

    `copy` copies a state.
    """

    def __init__(
        self,
        home: Home,
        folds: Mapping[type, Evolve],
        copy: Callable[[State], State],
        draft: State,
        report: Report,
    ) -> None:
        self.home, self.folds, self.copy, self.report = home, folds, copy, report
        self.last: type | None = None
        if not draft.turn:
            self._check_start(draft)
        self.draft, self.shadow = draft, copy(draft)

    def __getitem__(self, kind: type) -> Evolve:
        fold = self.folds[kind]
        return functools.partial(self._fold, fold)

    def __iter__(self) -> Iterator[type]:
        return iter(self.folds)

    def __len__(self) -> int:
        return len(self.folds)

    def _fold(self, fold: Evolve, state: State, event: Event) -> None:
        kind = type(event)
        self.compare(kind)
        again = self._read_again(event)
        setup = state.setup
        before = _facts(setup)
        fold(state, event)
        fold(self.shadow, again)
        place = place_of(fold)
        name = kind.__name__
        if changed := _changed(before, _facts(setup)):
            self._tell(
                "box",
                place,
                Message(
                    "the fold of {event} changes {path}, which all games share",
                    event=name,
                    path=f"setup.{changed}",
                ),
            )
        if (wrong := mistyped(state)) is not None:
            self._tell(
                "fold",
                place,
                Message(
                    "the fold of {event} leaves a {found} at {path}, which is declared {declared}",
                    event=name,
                    found=wrong.found,
                    path=wrong.path,
                    declared=wrong.declared,
                ),
            )
        if paths := differing(self.shadow, state):
            self._tell(
                "fold",
                place,
                Message(
                    "the fold of {event} gives {path} another value when it is applied again",
                    event=name,
                    path=", ".join(paths),
                ),
            )
            self.shadow = self.copy(state)
        self.last = kind

    def _check_start(self, state: State) -> None:
        """Report what is wrong with the position before anything is dealt."""
        if (wrong := mistyped(state)) is not None:
            what = Message(
                "the game starts with a {found} at {path}, which is declared {declared}",
                found=wrong.found,
                path=wrong.path,
                declared=wrong.declared,
            )
            self._tell("draft", None, what)

    def compare(self, coming: type | None = None, place: SourceLine | None = None) -> None:
        """Report what was changed since the last event; `coming` is the next one."""
        paths = differing(self.shadow, self.draft)
        if not paths:
            return
        if place is None:
            place = place_inside(sys._getframe(), self.home.package)
        path, before, after = ", ".join(paths), self.last, coming
        if before is not None and after is not None:
            what = Message(
                "{path} was changed outside an event, after {before} and before {after}",
                path=path,
                before=before.__name__,
                after=after.__name__,
            )
        elif before is not None:
            what = Message(
                "{path} was changed outside an event, after {before}",
                path=path,
                before=before.__name__,
            )
        elif after is not None:
            what = Message(
                "{path} was changed outside an event, before {after}",
                path=path,
                after=after.__name__,
            )
        else:
            what = Message("{path} was changed outside an event", path=path)
        self._tell("draft", place, what)
        self.shadow = self.copy(self.draft)

    def _read_again(self, event: Event) -> Event:
        """Return an event as the log will have it."""
        kind = type(event)
        why, again = "", event
        try:
            again = _decoder(kind).decode(msgspec.json.encode(event))
        except (TypeError, ValueError) as e:
            why = str(e)
        if why or again != event:
            self._tell(
                "event",
                place_inside(sys._getframe(), self.home.package),
                Message(
                    "{event} isn't the same when it is read from its log{why}",
                    event=kind.__name__,
                    why=f": {why}" if why else "",
                ),
            )
        return again

    def _tell(self, breaks: Breaks, place: SourceLine | None, what: Message) -> None:
        self.report(event_fault(self.home, breaks, what, place=place))


@functools.cache
def _decoder(kind: type[Event]) -> msgspec.json.Decoder[Event]:
    return msgspec.json.Decoder(kind)


def _facts(setup: Any) -> dict[str, Any]:
    """Return what no fold may change of what the rules look up: the box, lists and tables.

    A table may grow, since it may keep what was worked out once.
    """
    if not isinstance(setup, Lookup):
        return {}
    return {name: _plain(value) for name, value in vars(setup).items() if _fixed(name, value)}


def _fixed(name: str, value: Any) -> bool:
    return name in ("box", "options") or type(value) in (list, dict, set)


def _plain(value: Any) -> Any:
    if type(value) is dict:
        return {key: repr(inner) for key, inner in value.items()}
    return repr(value)


def _changed(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Return the name of what is different now."""
    for name, was in before.items():
        now = after.get(name)
        if isinstance(was, dict) and isinstance(now, dict):
            now = {key: now.get(key) for key in was}
        if was != now:
            return name
    return ""
