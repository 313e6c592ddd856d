"""`ledger replay`: any position of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple, Optional

import typer

from .options import As, Json, Lang, LogFile, language

if TYPE_CHECKING:
    from ledger.kernel.fold import Replay


class Watched(NamedTuple):
    """What is shown: a log as somebody saw it, and how."""

    file: str
    replay: Replay
    names: Sequence[str]
    viewer: int | None
    lang: str
    width: int | None


def replay(
    ctx: typer.Context,
    file: LogFile,
    at: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(metavar="N", min=1, help="The position after line N of the log."),
    ] = None,
    turn: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(metavar="N", min=0, help="The position at the end of turn N."),
    ] = None,
    as_: As = None,
    width: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(metavar="N", min=40, max=400, help="Width of the board in columns."),
    ] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show a position of a game: board, last move, scores.

    Without --at or --turn it is the end. With --as, what that seat could not see is hidden.

    \b
    Example:
      ledger replay replays/osaka-4p.jsonl --turn 12 --as Ana

    --json: {"file", "game", "line", "lines", "turn", "round", "over", "viewer", "events":
    [{"seq", "turn", "by", "type", "words", "changes": [{"seat", "resource", "change", "value"}]}],
    "scores", "awaiting": [{"seat", "ask", "rule"}], "view"}. events are those of the last move;
    scores hold null for what the viewer may not know; awaiting is empty inside a move; view is the
    game's own data of the board.
    """
    from .files import about
    from .logs import read_log, replayed, seat_names, seen_by, viewer_of
    from .out import terminal

    if at is not None and turn is not None:
        raise typer.BadParameter("give a line or a turn, not both", param_hint="--at, --turn")
    with about(file):
        reading = read_log(file)
        viewer = viewer_of(reading, as_)
        folded = replayed(reading, seen_by(reading, viewer))
        shown = Watched(str(file), folded, seat_names(reading), viewer, language(ctx, lang), width)
        line = _line(folded, at, turn)
        if json:
            _emit(shown, line)
        elif terminal() and at is None and turn is None:
            watch(shown)
        else:
            show(shown, line)


def watch(shown: Watched) -> None:
    """Let a person scrub through the game; until there is a viewer, show the end."""
    show(shown, len(shown.replay))


def _line(folded: Replay, at: int | None, turn: int | None) -> int:
    from ledger.kernel.errors import Malformed

    try:
        if turn is not None:
            return folded.turn_end(turn)
        line = len(folded) if at is None else at
        folded.at(line)
        return line
    except IndexError as e:
        raise Malformed(str(e)) from None


def show(shown: Watched, at: int) -> None:
    """Print a position."""
    from rich.text import Text

    from .logs import forged
    from .out import console, say, sign
    from .tell import label, last_move, print_rows, questions, rows, scores

    folded, names = shown.replay, shown.names
    game, state = folded.game, folded.at(at)
    out = console(width=shown.width)
    dot = f" {sign('·', '-')} "
    with forged():
        line = folded.lines[at - 1]
        where = [game.meta.title, f"line {at} of {len(folded)}", f"turn {line.turn}"]
        say(Text(dot.join(where), "bold"))
        board = game.draw(game.view(state, shown.viewer), out.width, names)
        out.print(board)
        told = rows(folded, last_move(folded.lines, at), at, names, shown.viewer, shown.lang)
        print_rows(told, names, game, out.width, shown.lang)
        asked = list(questions(game, state, names, shown.lang))
        known = scores(game, state, shown.viewer, over=not asked)
        pairs = zip(names, known, strict=True)
        say(
            label("scores", shown.lang).append(
                dot.join(f"{n} {_score(s)}" for n, s in pairs), "bold"
            )
        )
        if asked and not line.more:
            say(label("next", shown.lang).append(asked[0], "none"))


def _score(score: int | None) -> str:
    return "?" if score is None else str(score)


def _emit(shown: Watched, at: int) -> None:
    from .logs import forged
    from .out import emit
    from .tell import facts, last_move, rows, scores

    folded = shown.replay
    game, state = folded.game, folded.at(at)
    with forged():
        told = rows(folded, last_move(folded.lines, at), at, shown.names, shown.viewer, shown.lang)
        asked = game.awaiting(state)
        emit(
            {
                "file": shown.file,
                "game": game.meta.name,
                "line": at,
                "lines": len(folded),
                "turn": game.turn(state),
                "round": game.round(state),
                "over": not asked,
                "viewer": shown.viewer,
                "events": [facts(row) for row in told],
                "scores": scores(game, state, shown.viewer, over=not asked),
                "awaiting": [] if folded.lines[at - 1].more else [q._asdict() for q in asked],
                "view": game.view(state, shown.viewer),
            }
        )
