"""`ledger new` and `ledger do`: a game at the table, one move at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from ledger.cli.options import (
    BoxFile,
    GameName,
    Json,
    Lang,
    LogFile,
    Options,
    Place,
    Players,
    language,
    read_options,
)

if TYPE_CHECKING:
    from ledger.kernel.game.interface import Game
    from ledger.kernel.log.events import Line
    from ledger.kernel.play.table import Table
    from ledger.recorder.chance import AtTable

Given = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        metavar="RESULT",
        help='What was drawn or rolled at the table, like "market R2 B3"; may be repeated.',
    ),
]
Ask = Annotated[
    bool, typer.Option("--ask", help="Draw nothing: every result must come from the table.")
]
Seed = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(help="Fixed chance, for tests.", show_default="the system's chance"),
]


def new(
    ctx: typer.Context,
    game: GameName,
    players: Players,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The log to start (.jsonl).")],
    place: Place = None,
    option: Options = None,
    box: BoxFile = None,
    seed: Seed = None,
    given: Given = None,
    ask: Ask = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Start a game at the table.

    Cards are drawn for you, unless they lie on a real table: then --given says what came, and
    with --ask nothing else is drawn.

    \b
    Example:
      ledger new osaka --players Ana,Bartek --out evening.jsonl

    --json: as `ledger do --json`.
    """
    from ledger.cli.files import check_new, create_log, read_box
    from ledger.kernel.game.interface import find_game
    from ledger.kernel.play.table import Table, open_game
    from ledger.kernel.session.words import read_names
    from ledger.recorder.chance import AtTable
    from ledger.recorder.typed_moves import game_id, now

    check_new(out)
    which = find_game(game)
    started = now()
    opened = open_game(
        which,
        read_names(players),
        options=read_options(option),
        box=read_box(box),
        id=game_id(out, started),
        place=place,
        started=started,
    )
    chance = AtTable(which, [s.name for s in opened.seats], given or [], seed=seed, ask=ask)
    table = Table.open(which, opened, chance, at=started)
    chance.finish("the set-up")
    create_log(out, table.bytes())
    _tell(table, out, table.lines, language(ctx, lang), json=json)


def do(
    ctx: typer.Context,
    file: LogFile,
    move: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Argument(
            metavar="[MOVE]...",
            help="As in a session file: take R5. Or undo [LINE], "
            "abandon [WHY]. Without it: who is asked, and what is legal.",
        ),
    ] = None,
    seat: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="SEAT", help="Who moves.", show_default="who is asked"),
    ] = None,
    waive: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option(metavar="RULE", help="A rule the table waives for this move; recorded."),
    ] = None,
    note: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="TEXT", help="Add a remark, with a move or without."),
    ] = None,
    seed: Seed = None,
    given: Given = None,
    ask: Ask = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Play one move, checked by the rules.

    The move is on the disk before anything is printed. A refused move changes nothing: the rule
    and what would be legal are shown, the exit code is 1. When the game ends the log is sealed.

    \b
    Example:
      ledger do evening.jsonl "take R5"
      ledger do evening.jsonl undo

    --json: {"file", "line", "turn", "over", "events": [as in `ledger replay --json`], "awaiting":
    [{"seat", "ask", "rule"}], "scores", "legal"}; legal holds moves as they are typed,
    one way to pay for each; any other correct payment is taken too.
    """
    from ledger.cli.files import about, append_log
    from ledger.cli.logs import find_seat, forged, read_log
    from ledger.kernel.errors import Illegal
    from ledger.kernel.log.events import groups
    from ledger.kernel.play.table import Table
    from ledger.recorder.chance import AtTable
    from ledger.recorder.typed_moves import now
    from ledger.store.log_writer import damaged

    with about(file), forged():
        reading = read_log(file)
        if reading.opened.view is not None:
            raise Illegal("this is what one seat saw; a game is played on its full log")
        if reading.error is not None and reading.error.problem != "torn":
            raise damaged(reading.error)
        table = Table(reading.game, reading.lines, reading.head)
        before = len(table.lines)
        names = [s.name for s in reading.opened.seats]
        who = None if seat is None else find_seat(names, seat)
        over = False
        if move:
            text, results = _inline(table.game, " ".join(move))
            chance = AtTable(table.game, names, [*results, *(given or [])], seed=seed, ask=ask)
            over = _play(table, text, who, tuple(waive or ()), chance)
        elif given or waive:
            raise typer.BadParameter("this needs a move", param_hint="--given, --waive")
        if note is not None:
            table.note(note, seat=who if not move else None, at=now())
        if over:
            table.seal(at=table.lines[-1].at)
        added = table.lines[before:]
        if added:
            append_log(file, reading.head, groups(added))
        _tell(table, file, added, language(ctx, lang), json=json)


def _inline(game: Game, text: str) -> tuple[str, list[str]]:
    """Split off what was drawn or rolled with a move: `reroll 1 3 -> G B`."""
    move, arrow, result = text.partition(" -> ")
    return (
        (move, [f"{game.inline_slots[0]} {result}"]) if arrow and game.inline_slots else (text, [])
    )


def _play(
    table: Table, text: str, seat: int | None, waive: tuple[str, ...], chance: AtTable
) -> bool:
    """Carry out what was typed; return whether the game has ended with it."""
    from ledger.kernel.errors import Malformed
    from ledger.kernel.session.words import unescape
    from ledger.recorder.typed_moves import now

    word, _, rest = text.strip().partition(" ")
    if word == "undo":
        if rest and not rest.strip().isdecimal():
            raise Malformed("write undo, or undo N to go back to line N of the log", source=text)
        table.undo(int(rest) if rest else None, at=now())
    elif word == "abandon":
        table.abandon(unescape(rest), at=now())
        return True
    else:
        _move(table, text, seat, waive, chance)
    chance.finish(text)
    return table.over


def _move(
    table: Table, text: str, seat: int | None, waive: tuple[str, ...], chance: AtTable
) -> None:
    """Play a move; a refusal tells what would be legal."""
    from ledger.recorder.typed_moves import now, read_answer, told_what_is_legal

    command, waived = read_answer(table, text, seat)
    waive = (*waive, *waived)
    with told_what_is_legal(table, command, waive):
        table.do(command, chance, waive=waive, at=now())


def _tell(table: Table, file: Path, added: Sequence[Line], lang: str, *, json: bool) -> None:
    """Print what happened and who is asked next."""
    from rich.text import Text

    from ledger.cli.output.console import console, emit, say
    from ledger.cli.output.event_rows import facts, label, print_rows
    from ledger.kernel.log.replay import Replay
    from ledger.kernel.text.narrate import questions, rows, spoken
    from ledger.kernel.text.safe import safe

    replay = Replay(table.game, table.lines)
    game, state = table.game, replay.at(len(replay))
    names = [safe(s.name) for s in table.lines[0].data.seats]
    told = rows(replay, added[0].seq, added[-1].seq, names, None, lang) if added else []
    asked = game.awaiting(state)
    legal = [game.write(c) for c in game.legal(state, asked[0].seat)] if asked else []
    if json:
        value: dict[str, Any] = {
            "file": str(file),
            "line": table.head.seq,
            "turn": game.turn(state),
            "over": not asked,
            "events": [facts(row) for row in told],
            "awaiting": [q._asdict() for q in asked],
            "scores": game.scores(state),
            "legal": legal,
        }
        emit(value)
        return
    print_rows(told, names, game, console().width, lang)
    if not asked:
        say(Text(spoken("The game is over.", lang), "bold"))
        return
    say(label("next", lang).append(next(questions(game, state, names, lang)), "bold"))
    say(label("legal", lang).append(safe("; ".join(legal)), "none"))
