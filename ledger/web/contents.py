"""What a page shows of a whole game at once: turns, marks on the timeline, curves.

A long log is counted in parts, so that a page can open before all of it has been counted. As in
chapters, everything is derived from the viewer's own lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Adjusted, Ended, Line, Noted, Opened, Retracted
from ledger.kernel.narration.narrate import Held, labels, line_words, option_word, spoken, title_in
from ledger.kernel.narration.summary import known_scores, summarise
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.command import State
from ledger.kernel.scene.chapter_shapes import (
    CurveRow,
    Eyes,
    GameSummary,
    KeyMoment,
    Mark,
    MarkKind,
    NamedResource,
    PointSource,
    TiedSeat,
    TurnRow,
)
from ledger.kernel.text.safe import safe
from ledger.kernel.text.translations import languages
from ledger.kernel.verify.blame import blamed

from .chapters import holdings, scene_of

PART = 4096
"""The number of lines in a part."""
MARK_LENGTH = 200
"""The maximum length of a mark's text; the line itself has the whole text."""
RULE_FACTS = ("id", "kind", "section", "title", "text", "see", "lang")


class ContentsPart(msgspec.Struct, frozen=True, kw_only=True):
    """The turns, marks and curves in a part of a log, and the seats' colours at its end."""

    last: int
    turns: tuple[TurnRow, ...]
    marks: tuple[Mark, ...]
    curves: dict[str, tuple[CurveRow, ...]]
    scores: tuple[CurveRow, ...]
    tones: tuple[str, ...]
    summary: GameSummary | None


def contents_part(
    replay: Replay, lang: str, after: int = 0, last: int | None = None
) -> ContentsPart:
    """Return the contents of a viewer's own log after a line, up to another (default: the end)."""
    with blamed(replay.game, replay.lines):
        return _PartBuilder(replay, lang, after).build(len(replay) if last is None else last)


class _PartBuilder:
    def __init__(self, replay: Replay, lang: str, after: int) -> None:
        self.replay, self.game, self.lang, self.after = replay, replay.game, lang, after
        self.opened: Opened = replay.lines[0].data
        self.names = [safe(seat.name) for seat in self.opened.seats]
        self.round_word = spoken("Round", lang)
        self.marks: list[Mark] = []
        self.turns: list[TurnRow] = []
        self.curves: dict[str, list[CurveRow]] = {r.key: [] for r in self.game.holdings.resources}
        self.scores: list[CurveRow] = []

    def build(self, last: int) -> ContentsPart:
        game, lines, after = self.game, self.replay.lines, self.after
        state = self.replay.at(max(after, 1))
        held = holdings(game, state) if after else []
        end = self._group_end(after)
        moved = self.replay.at(end) if end else None
        round = 0 if moved is None else game.rules.round(moved)
        settled = () if moved is None else self._scores(moved)
        known = self._scores(state) if after else ()
        if after < last:
            self._begin_turn(after + 1)
        for line in lines[after:last]:
            seq, event = line.seq, line.data
            if isinstance(event, Retracted):
                state = self.replay.at(event.to)
            elif seq > 1:
                game.rules.evolvers[event.__class__](state, event)
            self._note_turn(line, state)
            if seq == 1 or event.__class__ not in game.holdings.unchanged:
                held = self._note_held(seq, held, holdings(game, state))
                now = self._scores(state)
                if now != known:
                    self.scores.append((seq, *now))
                    known = now
            if not line.more:
                if not isinstance(event, Retracted):
                    self._note_scoring(seq, settled, known)
                settled = known
                if (here := game.rules.round(state)) != round:
                    round = here
                    self._mark(seq, "round", f"{self.round_word} {round}")
            self._note_event(line)
        scene = scene_of(game, self.opened, state, lines[last - 1], self.lang)
        return ContentsPart(
            last=last,
            turns=tuple(self.turns),
            marks=tuple(self.marks),
            curves={key: tuple(rows) for key, rows in self.curves.items() if rows},
            scores=tuple(self.scores),
            tones=tuple(panel.tone for panel in scene.panels),
            summary=summary_of(self.replay, self.lang) if last == len(self.replay) else None,
        )

    def _scores(self, state: State) -> tuple[int | None, ...]:
        return known_scores(self.game, state, self.opened)

    def _group_end(self, seq: int) -> int:
        """Return the last line of the last complete move up to a line; 0 if there is none."""
        while seq and self.replay.lines[seq - 1].more:
            seq -= 1
        return seq

    # --- turns ------------------------------------------------------------------------------

    def _begin_turn(self, seq: int) -> None:
        """Begin with the turn that a line belongs to, even if it started before this part."""
        lines = self.replay.lines
        first = seq
        while first > 1 and lines[first - 2].turn == lines[seq - 1].turn:
            first -= 1
        seat = next((s for line in lines[first - 1 : seq - 1] if (s := _seat(line))), 0)
        round = self.game.rules.round(self.replay.at(first))
        self.turns.append((lines[seq - 1].turn, round, seat, first, seq))

    def _note_turn(self, line: Line, state: State) -> None:
        number, round, seat, first, _ = self.turns[-1]
        if line.turn != number:
            number, round, seat, first = line.turn, self.game.rules.round(state), 0, line.seq
        else:
            self.turns.pop()
        self.turns.append((number, round, seat or _seat(line), first, line.seq))

    # --- counts -----------------------------------------------------------------------------

    def _note_held(self, seq: int, before: list[Held], now: list[Held]) -> list[Held]:
        if before != now:
            viewer = self.opened.view
            for i, resource in enumerate(self.game.holdings.resources):
                old, new = (
                    tuple(
                        row[i] if resource.public or viewer in (None, seat) else None
                        for seat, row in enumerate(rows, 1)
                    )
                    for rows in (before, now)
                )
                if old != new and any(v is not None for v in new):
                    self.curves[resource.key].append((seq, *new))
        return now

    # --- marks ------------------------------------------------------------------------------

    def _mark(self, seq: int, kind: MarkKind, text: str) -> None:
        short = text if len(text) <= MARK_LENGTH else f"{text[: MARK_LENGTH - 1]}…"
        self.marks.append(Mark(seq=seq, kind=kind, text=short))

    def _note_scoring(
        self, seq: int, before: Sequence[int | None], now: Sequence[int | None]
    ) -> None:
        """Mark a move that scored; revealing all points at the end of the game doesn't count."""
        gains = [
            f"{name} {b - a:+d} → {b}"
            for name, a, b in zip(self.names, before, now, strict=False)
            if a is not None and b is not None and a != b
        ]
        if gains:
            self._mark(seq, "score", ", ".join(gains))

    def _note_event(self, line: Line) -> None:
        kind: MarkKind | None = None
        if isinstance(line.data, Noted):
            kind = "note"
        elif isinstance(line.data, Retracted):
            kind = "back"
        elif isinstance(line.data, Adjusted):
            kind = "correction"
        elif isinstance(line.data, Ended):
            kind = "end"
        elif line.waived is not UNSET:
            kind = "house-rule"
        if kind is not None:
            lines = self.replay.lines
            self._mark(line.seq, kind, line_words(self.game, lines, line, self.names, self.lang))


def summary_of(replay: Replay, lang: str) -> GameSummary | None:
    """Return what a page shows at the end of a game; None if it isn't over."""
    found = summarise(replay, lang)
    if found is None:
        return None
    return GameSummary(
        seq=found.line.seq,
        words=found.words,
        tie=found.tie,
        tied=tuple(TiedSeat(**one._asdict()) for one in found.tied),
        sources=tuple(PointSource(**one._asdict()) for one in found.sources),
        moments=tuple(
            KeyMoment(turn=replay.lines[one.seq - 1].turn, **one._asdict()) for one in found.moments
        ),
    )


def _seat(line: Line) -> int:
    """Return the seat whose turn a line belongs to; 0 during set-up."""
    seat = getattr(line.data, "seat", None)
    return seat if line.turn and isinstance(seat, int) else 0


def game_facts(game: Game, opened: Opened, lang: str) -> dict[str, Any]:
    """Return what a page says about a game regardless of what happens in it."""
    named = labels(game, lang)
    return {
        "game": game.meta.name,
        "title": title_in(game, lang),
        "lang": lang,
        "languages": languages(game.package),
        "names": tuple(safe(seat.name) for seat in opened.seats),
        "options": opened.options,
        "option_words": {
            option_word(game, name, lang): value
            if isinstance(value, bool)
            else option_word(game, value, lang)
            for name, value in opened.options.items()
        },
        "place": None if opened.place is None else safe(opened.place),
        "started": opened.started,
        "resources": tuple(
            NamedResource(key=r.key, name=named[r.key], public=r.public)
            for r in game.holdings.resources
        ),
    }


def viewer_choices(opened: Opened, viewers: Sequence[int | None]) -> tuple[Eyes, ...]:
    """Return the viewers that a page may offer, with their names."""
    return tuple(
        Eyes(
            as_="full" if viewer is None else str(viewer),
            viewer=viewer,
            name=safe(opened.seats[viewer - 1].name) if viewer else "",
        )
        for viewer in viewers
    )


def every_viewer(opened: Opened) -> Iterator[int | None]:
    """Yield everyone a log can be shown to: None (sees everything), a spectator, each seat."""
    if opened.view is None:
        yield None
        yield from range(len(opened.seats) + 1)
    else:
        yield opened.view


def rule_facts(game: Game, id: str, lang: str) -> dict[str, Any] | None:
    """Return a rule of a game in our own words; None if it has no such rule."""
    found = game.rulebook.rule(id, lang)
    if found is None:
        return None
    return {name: getattr(found, name) for name in RULE_FACTS}
