"""`ledger replay`: show any position of a game."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from ledger.cli import completion
from ledger.cli.language import language, t
from ledger.cli.options import As, Json, LineNumber, PlayedFile, TurnNumber
from ledger.cli.sources.remote import TokenFile

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ledger.kernel.replay.replay import Replay


class TuiOptions(NamedTuple):
    """How the viewer starts."""

    speed: float
    play: bool
    follow: bool
    compare: Path | None


class ShownLog(NamedTuple):
    """A log as a viewer saw it, and how to show it."""

    file: str
    replay: Replay
    names: Sequence[str]
    viewer: int | None
    lang: str
    width: int | None


def replay(
    ctx: typer.Context,
    file: PlayedFile,
    at: LineNumber = None,
    turn: TurnNumber = None,
    as_: As = None,
    width: Annotated[
        int | None,
        typer.Option(metavar="N", min=40, max=400, help="Width of the board in columns."),
    ] = None,
    play: Annotated[bool, typer.Option("--play", help="Start playing right away.")] = False,
    speed: Annotated[
        float, typer.Option(metavar="N", min=0.1, max=32, help="Events per second.")
    ] = 2.0,
    follow: Annotated[
        bool, typer.Option("--follow", help="Show new events as the log grows.")
    ] = False,
    compare: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Show a second log beside it, turn by turn.",
            autocompletion=completion.logs,
        ),
    ] = None,
    token_file: TokenFile = None,
    json: Json = False,
) -> None:
    """Scrub through a game, or show one position of it.

    In a terminal it opens the viewer: arrow keys step through events, PgDn goes turn by turn, ?
    shows all keys. With --at, --turn, --width or --json, or in a pipe, it prints one position:
    board, last move, scores; without --at and --turn, that is the end. With --as, what that seat
    couldn't see is hidden.

    In a small window, the turn numbers, the players' table and the lower part of the board
    disappear, in that order; z shows only the board, and J scrolls it.

    \b
    Example:
      ledger replay replays/osaka-4p.jsonl
      ledger replay replays/osaka-4p.jsonl --turn 12 --as Ana
      ledger replay http://127.0.0.1:8000/games/tuesday --follow

    --json: {"file", "game", "line", "lines", "turn", "round", "over", "viewer", "events":
    [{"seq", "turn", "by", "type", "words", "changes": [{"seat", "resource", "change", "value"}]}],
    "scores", "awaiting": [{"seat", "ask", "rule"}], "view"}. events are those of the last move;
    scores are null if the viewer may not know them; awaiting is empty in the middle of a move; view
    is the game's own data about the board.
    """
    from ledger.cli.files.logs import line_of, log_at, seat_names, seen_by
    from ledger.cli.files.plain_files import about
    from ledger.kernel.log.seat_lookup import viewer_of
    from ledger.kernel.replay.replay import Replay

    if at is not None and turn is not None:
        raise typer.BadParameter("give a line or a turn, not both", param_hint="--at, --turn")
    still = json or any(x is not None for x in (at, turn, width))
    only = play or follow or compare is not None
    if only and (still or not _watchable(file)):
        raise typer.BadParameter(
            "these open the viewer, which needs a terminal and a file, and none of --at, --turn, "
            "--width, --json",
            param_hint="--play, --follow, --compare",
        )
    if not still and _watchable(file):
        how = TuiOptions(speed=speed, play=play, follow=follow, compare=compare)
        with about(file):
            watch(file, as_, language(), how)
        return
    with log_at(file) as reading:
        viewer = viewer_of(reading.opened, as_)
        folded = Replay(reading.game, seen_by(reading, viewer))
        shown = ShownLog(str(file), folded, seat_names(reading), viewer, language(), width)
        line = line_of(folded, at, turn)
        if json:
            _emit(shown, line)
        else:
            show(shown, line, by_turn=turn is not None)


def _watchable(file: Path) -> bool:
    """Whether the viewer can be used: keys come from a terminal, and the log from elsewhere."""
    from ledger.cli.output.console import terminal

    screens = (sys.stdin, sys.stderr)  # Textual reads from one and draws on the other
    able = os.environ.get("TERM") != "dumb" and all(s.isatty() for s in screens)
    return able and terminal() and str(file) != "-"


def watch(file: Path, as_: str | None, lang: str, how: TuiOptions) -> None:
    """Open the viewer."""
    from ledger.cli.files.plain_files import about
    from ledger.cli.files.tui_files import TuiFiles
    from ledger.cli.output.console import unicode
    from ledger.cli.sources.remote import keep_growing
    from ledger.kernel.log.seat_lookup import viewer_of
    from ledger.tui.controller import Controller
    from ledger.tui.drawing.paint import Painter
    from ledger.tui.log_source import LogSource
    from ledger.tui.model import Model
    from ledger.tui.screen_state import ScreenState

    trouble = keep_growing(file) if how.follow else str
    source = LogSource(file, growing=how.follow)
    model = Model(source, viewer=viewer_of(source.opened, as_), lang=lang)
    comparison = None
    if how.compare is not None:
        from ledger.tui.comparison import Comparison

        with about(how.compare):
            second = LogSource(how.compare)
            other = Model(second, viewer=viewer_of(second.opened, as_), lang=lang)
            comparison = Comparison(model, other)
    controller = Controller(
        model,
        files=TuiFiles(),
        paint=Painter(ascii=not unicode()),
        screen=ScreenState(speed=how.speed, playing=how.play, following=how.follow),
        comparison=comparison,
        trouble=trouble,
        result_first=not (how.play or how.follow),
    )
    from ledger.tui.app import run

    run(controller)


def show(shown: ShownLog, at: int, *, by_turn: bool = False) -> None:
    """Print a position, marking what the last move or the whole turn changed."""
    from rich.text import Text

    from ledger.boards.draw import draw_board
    from ledger.cli.output.boards import print_board
    from ledger.cli.output.console import UNREADABLE, console, say, sign
    from ledger.cli.output.event_rows import label, print_rows
    from ledger.kernel.log.events import whole_up_to
    from ledger.kernel.narration.narrate import last_move, questions, rows, scores, view_at
    from ledger.tui.drawing.change_marks import MarkedBoard

    folded, names = shown.replay, shown.names
    game, state = folded.game, folded.at(at)
    out = console(width=shown.width)
    dot = f" {sign('·', '-')} "
    line = folded.lines[at - 1]
    title = game.meta.titles.get(shown.lang, game.meta.title)
    where = [title, t("line {n} of {lines}", n=at, lines=len(folded)), t("turn {n}", n=line.turn)]
    say(Text(dot.join(where), "bold"))
    first = last_move(folded.lines, at)
    since = next(t.first for t in folded.turns if t.last == at) if by_turn else first

    def board(seq: int) -> RenderableType:
        here = folded.lines[seq - 1]
        over = seq < len(folded) and folded.lines[seq].turn != here.turn
        game.boxes.check_usable(folded.lines[0].data)
        view = view_at(game, folded.at(seq), shown.viewer, here)
        return draw_board(game, view, out.width, names, shown.lang, turn_over=over)

    def marked() -> RenderableType:
        # in plain text a mark wouldn't show
        before = None if out.color_system is None else board(max(since - 1, 1))
        return MarkedBoard(before, board(at))

    drawn = print_board(out, game, whole_up_to(folded.lines, at), marked)
    narrated = rows(folded, first, at, names, shown.viewer, shown.lang)
    print_rows(narrated, names, game, out.width, shown.lang)
    asked = list(questions(game, state, names, shown.lang))
    known = scores(game, state, shown.viewer, over=state.over)
    pairs = zip(names, known, strict=True)
    say(label(t("scores")).append(dot.join(f"{n} {_score(s)}" for n, s in pairs), "bold"))
    if asked and not line.more:
        say(label(t("next")).append(asked[0], "none"))
    if not drawn:
        raise typer.Exit(UNREADABLE)


def _score(score: int | None) -> str:
    return "?" if score is None else str(score)


def _emit(shown: ShownLog, at: int) -> None:
    from ledger.cli.output.console import emit
    from ledger.cli.output.event_rows import facts
    from ledger.kernel.narration.narrate import last_move, rows, scores, view_at

    folded = shown.replay
    game, state = folded.game, folded.at(at)
    narrated = rows(folded, last_move(folded.lines, at), at, shown.names, shown.viewer, shown.lang)
    asked = game.rules.awaiting(state)
    emit(
        {
            "file": shown.file,
            "game": game.meta.name,
            "line": at,
            "lines": len(folded),
            "turn": game.rules.turn(state),
            "round": game.rules.round(state),
            "over": state.over,
            "viewer": shown.viewer,
            "events": [facts(row) for row in narrated],
            "scores": scores(game, state, shown.viewer, over=state.over),
            "awaiting": [] if folded.lines[at - 1].more else [q._asdict() for q in asked],
            "view": view_at(game, state, shown.viewer, folded.lines[at - 1]),
        }
    )
