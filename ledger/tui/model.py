"""A place in a log as a viewer sees it: positions, words and scores."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from ledger.kernel.errors import BY_CODE
from ledger.kernel.log.events import Adjusted, Event, Line, Noted, Opened, Retracted, Sealed
from ledger.kernel.message import Text
from ledger.kernel.narration.departures import departures_text
from ledger.kernel.narration.messages import in_language
from ledger.kernel.narration.narrate import (
    Change,
    Held,
    differences,
    heads,
    labels,
    line_words,
    scores,
    waived_words,
    words,
)
from ledger.kernel.narration.summary import Summary, summarise
from ledger.kernel.rules.command import State
from ledger.kernel.state.patch import diff
from ledger.kernel.text.translations import translator
from ledger.kernel.verify.assurance import departures

from .log_source import LogSource
from .score_curve import ScoreCurve

END = -1
"""The goal that means the last line, whatever its number will be."""
_KEPT = 4096


class NarratedLine(NamedTuple):
    """A line with what the viewer may know of it: the event, in words, and what it changed."""

    line: Line
    event: Event
    words: str
    changes: Sequence[Change]


class _Memo:
    """A cache of earlier results; losing it changes nothing."""

    def __init__(self) -> None:
        self.rows: dict[int, NarratedLine] = {}
        self.scorings: tuple[tuple[int, int], list[int]] = (0, 0), []
        self.state: tuple[int, State] | None = None
        self.spans: tuple[int, list[tuple[int, int]]] = (0, [])
        self.departures: tuple[int, str] = (0, "")
        self.summary: tuple[int, Summary | None] = (0, None)


class Model:
    """Where we are in a log, and who is looking. Knows nothing about the screen."""

    def __init__(self, source: LogSource, *, viewer: int | None = None, lang: str = "en") -> None:
        self.source, self.game, self.lang = source, source.game, lang
        self.names = source.names
        self.labels = labels(self.game, lang)
        self.heads = heads(self.game, lang)
        own = source.opened.view
        self.viewer = viewer if own is None else own
        self.pos = 1
        self.by_turns = False
        """Whether the cursor moved here by turns, so that a whole turn counts as the last move."""
        self.goal: int | None = None
        """A line that hasn't been read yet; the cursor goes there once it has."""
        self.marks: set[int] = set()
        self.notes: dict[int, list[str]] = {}
        self._curves: dict[int | None, ScoreCurve] = {None: ScoreCurve(source, None)}
        self._memo = _Memo()
        self.look(self.viewer)
        self.go(source.group_end(1))

    # --- where ------------------------------------------------------------------------------

    @property
    def lines(self) -> Sequence[Line]:
        """The lines read so far."""
        return self.source.lines

    @property
    def last(self) -> int:
        """The number of the last line read so far."""
        return len(self.source.lines)

    @property
    def line(self) -> Line:
        """The line at the cursor."""
        return self.source.lines[self.pos - 1]

    @property
    def at_end(self) -> bool:
        """Whether the cursor is at the last line."""
        return self.pos == self.last

    @property
    def since(self) -> int:
        """The line just before the last move (or before the last turn, when moving by turns)."""
        if not self.by_turns:
            first = self.pos
            while first > 1 and self.lines[first - 2].more:
                first -= 1
            return max(first - 1, 1)
        at = self.source.turn_index(self.pos)
        return self.source.turns[at - 1].last if at else 1

    def go(self, seq: int, *, by_turns: bool = False) -> None:
        """Move to a line; if it hasn't been read yet, it becomes the goal."""
        self.by_turns = by_turns
        unread = not self.source.done and (seq == END or seq > self.last)
        self.goal = seq if unread else None
        self.pos = self.last if seq == END else min(max(seq, 1), self.last)

    def arrive(self) -> None:
        """Move as far towards the goal as lines have been read."""
        if self.goal is not None:
            self.go(self.goal, by_turns=self.by_turns)
        self.pos = min(self.pos, self.last)

    # --- who is looking ---------------------------------------------------------------------

    @property
    def viewers(self) -> list[int | None]:
        """Everyone who can look at this log: None (sees everything), each seat, a spectator (0)."""
        own = self.source.opened.view
        if own is not None:
            return [own]
        return [None, *range(1, len(self.names) + 1), 0]

    def look(self, viewer: int | None) -> None:
        """Change the viewer without leaving the line."""
        self.viewer = viewer
        self._memo.rows.clear()
        self._memo.state = None
        if viewer not in self._curves:
            self._curves[viewer] = ScoreCurve(self.source, viewer)

    def t(self, text: str, /, **gaps: object) -> str:
        """Return one of the viewer's texts in the reader's language, with its gaps filled."""
        words = translator("ledger.tui", "tui", self.lang).gettext(text)
        return words.format_map(gaps) if gaps else words

    def message(self, text: Text) -> str:
        """Return a message from anywhere in the program in the reader's language."""
        return in_language(text, self.lang)

    def viewer_name(self) -> str:
        """Return a name for the viewer."""
        if self.viewer is None:
            return self.t("all hands shown")
        return self.names[self.viewer - 1] if self.viewer else self.t("spectator")

    @property
    def _masked(self) -> bool:
        """Whether states must be masked; those in a seat's own stream already are."""
        return self.viewer is not None and self.source.opened.view is None

    def _seen(self, state: State) -> State:
        return self.game.mask(state, self.viewer or 0) if self._masked else state

    def state(self, seq: int | None = None) -> State:
        """Return the state after a line as the viewer sees it; it must not be modified."""
        if seq is not None and seq != self.pos:
            return self._seen(self.source.replay.at(seq))
        if self._memo.state is None or self._memo.state[0] != self.pos:
            self._memo.state = self.pos, self._seen(self.source.replay.at(self.pos))
        return self._memo.state[1]

    def event(self, seq: int) -> Event:
        """Return an event, redacted to what the viewer may know."""
        data: Event = self.lines[seq - 1].data
        if not self._masked:
            return data
        if isinstance(data, Adjusted):
            before, after = (self._seen(self.source.replay.at(n)) for n in (seq - 1, seq))
            return msgspec.structs.replace(data, patches=diff(before, after))
        if isinstance(data, Opened):
            return msgspec.structs.replace(data, id=None, origin=None, view=self.viewer)
        if isinstance(data, Sealed):
            return Sealed(head="", lines=data.lines)
        if isinstance(data, Noted) and not data.readable_by(self.viewer or 0):
            return Noted(text=self.t("(for somebody else)"))
        return self.game.secrets.redact(data, self.viewer or 0)

    @property
    def summary(self) -> Summary | None:
        """How the game ended, and how it came to that; None if it isn't over."""
        if self._memo.summary[0] != self.last:
            self._memo.summary = self.last, summarise(self.source.replay, self.lang)
        return self._memo.summary[1]

    # --- in words ---------------------------------------------------------------------------

    def rows(self, first: int, last: int) -> list[NarratedLine]:
        """Put lines `first` to `last` into words; repeated calls are cached."""
        missing = [seq for seq in range(first, last + 1) if seq not in self._memo.rows]
        if missing:
            if len(self._memo.rows) > _KEPT:
                self._memo.rows.clear()
                missing = list(range(first, last + 1))
            for words in self._narrate(missing[0], missing[-1]):
                self._memo.rows[words.line.seq] = words
        return [self._memo.rows[seq] for seq in range(first, last + 1)]

    def row(self, seq: int) -> NarratedLine:
        """Put one line into words."""
        return self.rows(seq, seq)[0]

    def _narrate(self, first: int, last: int) -> Iterator[NarratedLine]:
        replay, game = self.source.replay, self.game
        state = replay.at(max(first - 1, 1))
        before = self._held(self._seen(state))
        for seq in range(first, last + 1):
            line = self.lines[seq - 1]
            if isinstance(line.data, Retracted):
                state = replay.at(seq)
            elif seq > 1:
                game.rules.evolvers[line.data.__class__](state, line.data)
            after = self._held(self._seen(state))
            event = self.event(seq)
            words = self.say(event) + waived_words(line, self.lang)
            if isinstance(event, Retracted):
                words = line_words(game, self.lines, line, self.names, self.lang)
            yield NarratedLine(line, event, words, differences(game, before, after, self.viewer))
            before = after

    def say(self, event: Event) -> str:
        """Put an event into words."""
        return words(self.game, event, self.names, self.lang, self.lines[0].data)

    def counts(self, seq: int) -> bool:
        """Whether a line counts in the end, rather than having been taken back."""
        if self._memo.spans[0] != self.last:
            self._memo.spans = self.last, self.source.spans()
        spans = self._memo.spans[1]
        at = bisect_left(spans, seq, key=lambda s: s[1])
        return at < len(spans) and spans[at][0] <= seq

    def departures(self) -> str:
        """Return how this game departs from the standard one, as far as it was read; "" if not."""
        if self._memo.departures[0] != self.last:
            counted = [line for line in self.source.departed if self.counts(line.seq)]
            found = departures(self.game, self.source.opened, counted)
            self._memo.departures = self.last, departures_text(found, self.lang)
        return self._memo.departures[1]

    # --- counted ----------------------------------------------------------------------------

    @property
    def curve(self) -> ScoreCurve:
        """Scores and rounds as the viewer knows them."""
        return self._curves[self.viewer]

    @property
    def full(self) -> ScoreCurve:
        """Scores and rounds as they really are."""
        return self._curves[None]

    @property
    def scorings(self) -> list[int]:
        """The last line of each turn in which someone scored.

        Viewers who may not know the points still see that an event of a scoring type happened.
        """
        if self.viewer is None:
            return self.full.scorings
        kinds = self.full.kinds
        key = self.last, len(kinds)
        if self._memo.scorings[0] != key:
            lines = self.lines
            found = {self.source.turn_index(x.seq) for x in lines if type(x.data) in kinds}
            self._memo.scorings = key, [self.source.turns[i].last for i in sorted(found)]
        return self._memo.scorings[1]

    def scores(self, seq: int | None = None) -> tuple[int | None, ...]:
        """Return the scores after a line (by default the current one); None for hidden scores."""
        state = self.state(seq)
        try:
            return scores(self.game, state, self.viewer, over=state.over)
        except BY_CODE:  # the board says what is wrong
            return (None,) * len(self.names)

    def answering(self) -> Sequence[int]:
        """Return the seats that may answer here; none in the middle of a move."""
        if self.line.more:
            return ()
        try:
            return [q.seat for q in self.game.rules.answerable(self.state())]
        except BY_CODE:  # the board says what is wrong
            return ()

    def held(self) -> list[tuple[int | None, ...]]:
        """Return what each seat has; None where the viewer may not know."""
        return [
            tuple(
                amount if resource.public or self.viewer in (None, seat) else None
                for resource, amount in zip(self.game.holdings.resources, row, strict=True)
            )
            for seat, row in enumerate(self._held(self.state()), 1)
        ]

    def changes_since(self, seq: int) -> list[Change]:
        """Return what has changed since a line."""
        before = self._held(self._seen(self.source.replay.at(seq)))
        return differences(self.game, before, self._held(self.state()), self.viewer)

    def _held(self, state: State) -> list[Held]:
        """Return what the seats hold; empty for a forged position that can't be counted."""
        try:
            return self.game.holdings(state)
        except BY_CODE:  # the board says what is wrong
            return []

    def round(self) -> int:
        """Return the number of the round; 0 if the game doesn't count them."""
        try:
            return self.game.rules.round(self.state())
        except BY_CODE:  # the board says what is wrong
            return 0
