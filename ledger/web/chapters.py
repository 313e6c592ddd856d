"""A viewer's own log in chapters for a page: words, changes, and the steps of the scene.

Everything here is derived from the viewer's own lines; for a seat, from its redacted stream alone.
Nothing in a chapter depends on a later line, so a complete chapter never changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.kernel.errors import BY_CODE
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Line, Noted, Opened, Retracted, rules_behind
from ledger.kernel.message import Message
from ledger.kernel.narration.narrate import (
    ASIDE,
    Held,
    differences,
    last_move,
    line_words,
    view_at,
    waived_words,
    words,
)
from ledger.kernel.narration.summary import known_scores
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.command import State
from ledger.kernel.scene.chapter_shapes import CHAPTER, ChapterLine, ChapterStart
from ledger.kernel.scene.shapes import Scene, step_between
from ledger.kernel.text.safe import safe
from ledger.kernel.verify.blame import blamed

from .moved_pieces import moved_pieces


def chapter_number(seq: int) -> int:
    """Return the number of the chapter that contains a line."""
    return (seq - 1) // CHAPTER + 1


def first_line(chapter: int) -> int:
    """Return the first line of a chapter."""
    return CHAPTER * (chapter - 1) + 1


def scene_of(game: Game, opened: Opened, state: State, line: Line, lang: str) -> Scene:
    """Return the scene after a line in a log, as the log's viewer sees it.

    Raises `TooMuch` if the box or the position has too much of something.
    """
    game.boxes.check_usable(opened)
    names = [safe(seat.name) for seat in opened.seats]
    return game.scene(view_at(game, state, opened.view, line), names, lang)


def holdings(game: Game, state: State) -> list[Held]:
    """Return what the seats hold; empty for a forged position that can't be counted."""
    try:
        return game.holdings(state)
    except BY_CODE:
        return []


class LineRenderer:
    """Goes through a viewer's own log and turns each line into what a page shows for it."""

    def __init__(
        self,
        game: Game,
        opened: Opened,
        lang: str,
        state: State,
        line: Line,
        move: tuple[int, Scene | None] = (0, None),
    ) -> None:
        """`state` is the state before `line`, the first to be rendered; the renderer modifies it.

        For line 1, pass the state after it, since that line changes nothing. `move` is the number
        of the move that the line belongs to, and the scene before that move.
        """
        self.game, self.opened, self.lang = game, opened, lang
        self.names = [safe(seat.name) for seat in opened.seats]
        self.state, self.seq = state, max(line.seq - 1, 0)
        self._held = self._holdings()
        self._scores = known_scores(game, state, opened)
        self._move, self._before_move = move
        self._last = self._before_move
        self.scene: Scene | None = None

    def _holdings(self) -> list[Held]:
        return holdings(self.game, self.state)

    def render(self, line: Line, back: State | None = None, text: str | None = None) -> ChapterLine:
        """Return the next line as a page shows it.

        For a take-back, `back` is the state that it returns to; `text` overrides the line's words.
        """
        game, event, scene = self.game, line.data, self.scene
        if back is not None:
            self.state = back
        elif line.seq > 1:
            game.rules.evolvers[event.__class__](self.state, event)
        if text is None:
            text = words(game, event, self.names, self.lang, self.opened)
            text += waived_words(line, self.lang)
        before, self._held = self._held, self._holdings()
        was, self._scores = self._scores, known_scores(game, self.state, self.opened)
        self.scene = scene_of(game, self.opened, self.state, line, self.lang)
        if line.cmd != self._move and not isinstance(event, ASIDE):
            self._move, self._before_move = line.cmd, self._last
        self._last = self.scene
        self.seq = line.seq
        seat = getattr(event, "seat", None) or line.by
        return ChapterLine(
            seq=line.seq,
            turn=line.turn,
            round=game.rules.round(self.state),
            type=line.type,
            words=text,
            seat=seat if isinstance(seat, int) and 0 < seat <= len(self.names) else 0,
            rules=rules_behind(line),
            changes=tuple(differences(game, before, self._held, self.opened.view)),
            scores=self._scores if self._scores != was else (),
            at=line.at,
            more=line.more,
            note=isinstance(event, Noted),
            back=isinstance(event, Retracted),
            to=event.to if isinstance(event, Retracted) else 0,
            moved=moved_pieces(self._before_move, self.scene) if self._before_move else (),
            step=None if scene is None else step_between(scene, self.scene),
        )

    def turn_page(self) -> None:
        """Begin a new chapter: the next line has no step."""
        self.scene = None

    def start(self) -> ChapterStart:
        """Return the whole scene after the last line rendered; ValueError if there is none."""
        if self.scene is None:
            raise ValueError("no line was rendered yet")
        return ChapterStart(
            caption=self.scene.caption,
            regions=self.scene.regions,
            faces=self.scene.faces,
            panels=self.scene.panels,
            pieces=tuple(self.scene.pieces.values()),
        )


class GrowingChapter(NamedTuple):
    """The part of a chapter that the log has reached, and a renderer for the lines after it."""

    start: ChapterStart
    lines: Sequence[ChapterLine]
    renderer: LineRenderer


def render_chapter(
    replay: Replay, chapter: int, lang: str, last: int | None = None
) -> GrowingChapter:
    """Return a chapter of a viewer's own log, up to a line (default: the end).

    Raises IndexError if the log has no such chapter.
    """
    game, lines = replay.game, replay.lines
    first = first_line(chapter)
    end = min(first + CHAPTER - 1, len(replay) if last is None else last)
    if not 1 <= first <= end:
        raise IndexError(
            Message(
                "there is no chapter {chapter}: this game has 1 to {chapters}",
                chapter=chapter,
                chapters=chapter_number(len(replay)),
            )
        )
    out: list[ChapterLine] = []
    with blamed(game, lines):
        state = replay.at(max(first - 1, 1))
        move = lines[last_move(lines, first) - 1].cmd, _scene_before_move(replay, first, lang)
        renderer = LineRenderer(game, lines[0].data, lang, state, lines[first - 1], move)
        start: ChapterStart | None = None
        for line in lines[first - 1 : end]:
            back = text = None
            if isinstance(line.data, Retracted):
                back = replay.at(line.data.to)
                text = line_words(game, lines, line, renderer.names, lang)
            out.append(renderer.render(line, back, text))
            start = start or renderer.start()
    if start is None:
        raise ValueError("a chapter has at least one line")
    return GrowingChapter(start, out, renderer)


class Position(NamedTuple):
    """A scene after a line, and the pieces moved by the last move."""

    scene: Scene
    moved: tuple[str, ...]


def position(replay: Replay, at: int, lang: str) -> Position:
    """Return the scene after a line in a viewer's own log, and what the last move moved."""
    game, lines = replay.game, replay.lines
    state = replay.at(at)
    with blamed(game, lines):
        here = scene_of(game, lines[0].data, state, lines[at - 1], lang)
        before = _scene_before_move(replay, at, lang)
    return Position(here, moved_pieces(before, here) if before else ())


def _scene_before_move(replay: Replay, at: int, lang: str) -> Scene | None:
    """Return the scene before the last move made by a given line; None if there was none."""
    game, lines = replay.game, replay.lines
    before = last_move(lines, at) - 1
    if before < 1:
        return None
    return scene_of(game, lines[0].data, replay.at(before), lines[before - 1], lang)
