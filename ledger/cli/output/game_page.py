"""A game as a single-file page, for `ledger export --to html`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
import typer

from ledger.cli.files.logs import seen_by
from ledger.cli.language import t
from ledger.kernel.log.events import Ended
from ledger.kernel.log.seat_lookup import viewer_of
from ledger.kernel.replay.replay import Replay
from ledger.kernel.scene.chapter_shapes import ChapterLine, ChapterStart, Eyes, Mark
from ledger.kernel.text.safe import safe
from ledger.protocol.schemas import Contents, Result, RuleText
from ledger.web.chapters import chapter_number, render_chapter
from ledger.web.contents import contents_part, every_viewer, game_facts, rule_facts, viewer_choices
from ledger.web.one_file import one_file
from ledger.web.picture import skin_document

from .console import progress

if TYPE_CHECKING:
    from ledger.kernel.replay.log_reader import Reading


class PageData(msgspec.Struct, kw_only=True):
    """All the data in a single-file page; the lists have one entry for each of `views`.

    A chapter is a list of rows: first the scenes at its start, then one row per line. What the
    views have in common is kept close together, so that it compresses well.
    """

    game: str
    views: tuple[str, ...]
    contents: list[Contents]
    chapters: list[list[list[ChapterStart | ChapterLine | None]]]
    events: list[list[msgspec.Raw]]
    rules: dict[str, RuleText]
    skin: str


Notes: TypeAlias = Mapping[int, Sequence[str]]
"""Remarks kept in a file next to the log, by line; their authors may have seen everything."""
NO_NOTES: Notes = MappingProxyType({})


def game_page(
    reading: Reading, viewer: str | None, lang: str, notes: Notes, *, all_eyes: bool
) -> bytes:
    """Return the page of a game, data included, as seen by one viewer, or by all of them."""
    if all_eyes and reading.opened.view is not None:
        raise typer.BadParameter(
            "this file contains only what one seat saw", param_hint="--all-eyes"
        )
    chosen = (
        tuple(every_viewer(reading.opened)) if all_eyes else (viewer_of(reading.opened, viewer),)
    )
    data = page_data(reading, chosen, lang, notes)
    title = f"{data.contents[0].title}: {', '.join(data.contents[0].names)}"
    return one_file(title, lang, msgspec.json.encode(data))


def page_data(
    reading: Reading, viewers: Sequence[int | None], lang: str, notes: Notes = NO_NOTES
) -> PageData:
    """Return everything that a page shows about a log, as some viewers saw it."""
    game = reading.game
    seen = [Replay(game, seen_by(reading, viewer)) for viewer in viewers]
    choice = viewer_choices(reading.opened, viewers)
    lines = [replay.lines for replay in seen]
    rules: set[str] = set()
    chapters = []
    last = chapter_number(max(map(len, seen)))
    with progress(t("preparing pages"), last) as done:
        for n in range(1, last + 1):
            made = [
                render_chapter(r, n, lang) if n <= chapter_number(len(r)) else None for r in seen
            ]
            rows: list[list[Any]] = [[c and c.start for c in made]]
            rows += [list(row) for row in zip_longest(*(c.lines if c else () for c in made))]
            chapters.append(rows)
            rules.update(id for c in made if c for line in c.lines for id in line.rules)
            done(n)
    texts = {id: rule_facts(game, id, lang) for id in sorted(rules)}
    return PageData(
        game=game.meta.name,
        views=tuple(one.as_ for one in choice),
        contents=[
            _contents(replay, viewer, choice, lang, notes if viewer is None else NO_NOTES)
            for replay, viewer in zip(seen, viewers, strict=True)
        ],
        chapters=chapters,
        events=[[msgspec.Raw(msgspec.json.encode(line)) for line in every] for every in lines],
        rules={id: RuleText(**text) for id, text in texts.items() if text is not None},
        skin=skin_document(game),
    )


def _contents(
    replay: Replay, viewer: int | None, choice: tuple[Eyes, ...], lang: str, notes: Notes
) -> Contents:
    counted, lines = contents_part(replay, lang), replay.lines
    beside = [
        Mark(seq=seq, kind="note", text=safe(text))
        for seq, texts in notes.items()
        for text in texts
        if 1 <= seq <= len(replay)
    ]
    over = not replay.game.rules.awaiting(replay.at(len(replay)))
    return Contents(
        **game_facts(replay.game, lines[0].data, lang),
        id=None,
        version=len(replay),
        viewer=viewer,
        viewers=choice,
        tones=counted.tones,
        status="over" if over else "running",
        over=over,
        result=_result(replay) if over else None,
        last=counted.last,
        next=None,
        turns=counted.turns,
        marks=tuple(sorted((*counted.marks, *beside), key=lambda mark: mark.seq)),
        curves=counted.curves,
        scores=counted.scores,
        summary=counted.summary,
    )


def _result(replay: Replay) -> Result | None:
    ended = next((x.data for x in replay.backwards() if isinstance(x.data, Ended)), None)
    return None if ended is None else Result.of(ended)
