"""The data of pages: chapters lead to every scene, and reveal only what their viewer saw."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Noted, Retracted
from ledger.kernel.narration.narrate import rows, view_at
from ledger.kernel.play.table import Table
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import Replay
from ledger.kernel.scene.chapter_shapes import CHAPTER, ChapterStart
from ledger.kernel.scene.shapes import Scene, apply_step
from ledger.testing.effort import CAMPAIGN, effort
from ledger.testing.lawbook.law import law
from ledger.testing.playing import Habits, Script, play
from ledger.testing.worlds import another_world, has_secrets, viewers
from ledger.web.chapters import chapter_number, position, render_chapter
from ledger.web.contents import ContentsPart, contents_part
from ledger.web.picture import svg

WILD = Habits(undo=5, adjust=12, waive=12)


def games(game: Game) -> Iterator[tuple[int, Table]]:
    """Yield a game long enough for a second chapter, and shorter ones with more players."""
    for seed in range(3, 3 + effort(1, 40)):
        for n, players in enumerate(game.meta.players):
            steps = 24 + seed % 9 if n == 0 or CAMPAIGN else 5
            yield seed, play(game, Script(seed, steps, players), WILD)


def seen(table: Table, viewer: int | None) -> Replay:
    """Return a replay of a viewer's own log."""
    lines = table.lines if viewer is None else redact(table.game, table.lines, viewer)[0]
    return Replay(table.game, lines)


def scene_from(start: ChapterStart) -> Scene:
    """Return the scene at the start of a chapter."""
    pieces = {piece.id: piece for piece in start.pieces}
    return Scene(
        caption=start.caption,
        regions=start.regions,
        faces=start.faces,
        panels=start.panels,
        pieces=pieces,
    )


def told(replay: Replay, lang: str = "en") -> bytes:
    """Return everything that pages receive about a log, encoded as it is sent."""
    every = [render_chapter(replay, n, lang)[:2] for n in range(1, chapter_number(len(replay)) + 1)]
    at = len(replay) * 2 // 3 + 1
    shown = position(replay, at, lang)
    picture = svg(replay.game, shown.scene, 390, moved=shown.moved)
    return msgspec.json.encode([every, contents_part(replay, lang), picture])


@law()
def test_steps_lead_to_what_the_viewer_sees_after_every_line(game: Game) -> None:
    """Chapters made from a seat's own log show what the seat would see at the table."""
    for seed, table in games(game):
        viewer = random.Random(seed).choice((None, *viewers(table.lines)))
        replay, truth = seen(table, viewer), Replay(game, table.lines)
        names = [seat.name for seat in table.lines[0].data.seats]
        here: Scene | None = None
        for n in range(1, chapter_number(len(replay)) + 1):
            start, lines, _ = render_chapter(replay, n, "en")
            for line in lines:
                step, here = line.step, here if line.step else scene_from(start)
                assert (step is None) == (line.seq % CHAPTER == 1)
                assert here is not None
                here = apply_step(here, step) if step else here
                view = view_at(game, truth.at(line.seq), viewer, table.lines[line.seq - 1])
                real = game.scene(view, names)
                assert (here.pieces, here.panels) == (real.pieces, real.panels), line
                assert (here.caption, here.regions) == (real.caption, real.regions)
                assert real.faces.items() <= here.faces.items()
        words = [row.words for row in rows(replay, 1, len(replay), names, viewer, "en")]
        assert words[-len(lines) :] == [line.words for line in lines]


@law()
def test_what_was_told_of_a_line_never_changes(game: Game) -> None:
    for seed, table in games(game):
        full = table.lines
        cut = random.Random(seed).choice([x.seq for x in full if not x.more])
        for viewer in (None, 1):
            whole = full if viewer is None else redact(game, full, viewer)[0]
            then = full[:cut] if viewer is None else redact(game, full[:cut], viewer)[0]
            n = chapter_number(len(then))
            start, lines, _ = render_chapter(Replay(game, then), n, "en")
            start_now, lines_now, _ = render_chapter(Replay(game, whole), n, "en")
            assert start == start_now
            assert list(lines) == list(lines_now[: len(lines)])


def joined(parts: Sequence[ContentsPart]) -> ContentsPart:
    """Combine parts of the contents the way a page does."""
    turns: list[Any] = []
    curves: dict[str, tuple[Any, ...]] = {}
    for part in parts:
        again = {row[3] for row in part.turns}
        turns = [row for row in turns if row[3] not in again] + list(part.turns)
        for key, found in part.curves.items():
            curves[key] = curves.get(key, ()) + found
    return ContentsPart(
        last=parts[-1].last,
        turns=tuple(turns),
        marks=tuple(mark for part in parts for mark in part.marks),
        curves=curves,
        scores=tuple(row for part in parts for row in part.scores),
        tones=parts[-1].tones,
        summary=parts[-1].summary,
    )


@law()
def test_parts_of_the_contents_make_the_whole(game: Game) -> None:
    for seed, table in games(game):
        rng = random.Random(seed)
        replay = seen(table, rng.choice((None, 0, 1)))
        whole = contents_part(replay, "en")
        cuts = sorted(rng.sample(range(1, len(replay)), min(3, len(replay) - 1)))
        parts = [
            contents_part(replay, "en", a, b)
            for a, b in zip([0, *cuts], [*cuts, len(replay)], strict=True)
        ]
        assert joined(parts) == whole
        assert [row[4] for row in whole.turns][-1] == len(replay)
        firsts = [row[3] for row in whole.turns]
        assert firsts == [1, *(row[4] + 1 for row in whole.turns[:-1])]


@law()
def test_curves_end_where_the_table_stands(game: Game) -> None:
    for _, table in games(game):
        counted = contents_part(seen(table, None), "en")
        for i, resource in enumerate(game.holdings.resources):
            held = tuple(row[i] for row in game.holdings(table.state))
            assert counted.curves[resource.key][-1][1:] == held
        assert counted.scores[-1][1:] == game.rules.scores(table.state)
        marked = {mark.seq: mark.kind for mark in counted.marks if mark.kind in ("note", "back")}
        kinds: dict[type, str] = {Noted: "note", Retracted: "back"}
        assert marked == {x.seq: kinds[type(x.data)] for x in table.lines if type(x.data) in kinds}


# --- secrets ----------------------------------------------------------------------------------


def some_worlds(game: Game, viewer: int, few: int) -> Iterator[tuple[Table, Table]]:
    """Yield at most `few` pairs of games that this viewer can't tell apart."""
    for seed in range(60):
        table = play(game, Script(seed, 12 + seed % 9), Habits(undo=9))
        other = another_world(table, viewer, random.Random(seed), tries=30)
        if other is not None and viewer <= len(table.lines[0].data.seats):
            yield table, other
            few -= 1
        if not few:
            return


@law(when=has_secrets)
def test_worlds_that_a_viewer_cannot_tell_apart_give_it_equal_pages(game: Game) -> None:
    found = 0
    for viewer in range(max(game.meta.players) + 1) if CAMPAIGN else (0, 2):
        for first, second in some_worlds(game, viewer, effort(1, 12)):
            lang = ("en", "pl", "it")[viewer % 3]
            assert told(seen(first, viewer), lang) == told(seen(second, viewer), lang)
            assert told(seen(first, None)) != told(seen(second, None)), "they do differ"
            found += 1
    assert found


@law()
def test_what_only_its_owner_counts_is_told_to_nobody_else(game: Game) -> None:
    """Not even when it follows from open events: at a table, nobody may ask for the amount."""
    for _, table in games(game):
        private = {r.key for r in game.holdings.resources if not r.public}
        for viewer in (0, 1):
            replay = seen(table, viewer)
            counted = contents_part(replay, "en")
            for key in private & counted.curves.keys():
                others = [
                    v for row in counted.curves[key] for s, v in enumerate(row[1:], 1) if s != 1
                ]
                assert viewer == 1
                assert set(others) <= {None}
            chapter = render_chapter(replay, 1, "en")
            for line in chapter.lines:
                assert all(key not in private or seat == viewer for seat, key, _, _ in line.changes)
                if private and not table.over:
                    assert all(s is None for n, s in enumerate(line.scores, 1) if n != viewer)
