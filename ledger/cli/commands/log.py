"""`ledger log`: a game in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from ledger.cli.language import language, t
from ledger.cli.options import As, Json, PlayedFile

if TYPE_CHECKING:
    from rich.text import Text

    from ledger.kernel.game.game import Game
    from ledger.kernel.log.events import Line


def log(
    ctx: typer.Context,
    file: PlayedFile,
    as_: As = None,
    json: Json = False,
) -> None:
    """Print a game in words, one line per event.

    Moves that were taken back are struck through and marked.

    \b
    Example:
      ledger log replays/osaka-2p.jsonl --as spectator

    --json: one object per event, {"seq", "cmd", "turn", "by", "at", "type", "live", "words",
    "waived"}; live is false for events that were taken back, waived lists the rules that the table
    waived for this move.
    """
    from ledger.cli.files.logs import log_at, seat_names, seen_by
    from ledger.cli.output.console import say
    from ledger.kernel.log.seat_lookup import viewer_of
    from ledger.kernel.replay.replay import live
    from ledger.kernel.verify.assurance import end_of, unsealed

    with log_at(file) as reading:
        lines = seen_by(reading, viewer_of(reading.opened, as_))
        counted = live(lines)
        counts = {line.seq for line in counted}
        names, language_ = seat_names(reading), language()
        if json:
            _emit(reading.game, lines, counts, names, language_)
        else:
            _print(reading.game, lines, counts, names, language_)
            if not reading.head.sealed and end_of(counted) is not None:
                say(unsealed(str(file)))


def _emit(
    game: Game, lines: Sequence[Line], counts: set[int], names: Sequence[str], lang: str
) -> None:
    from ledger.cli.output.console import emit
    from ledger.kernel.narration.narrate import line_words

    for line in lines:
        emit(
            {
                "seq": line.seq,
                "cmd": line.cmd,
                "turn": line.turn,
                "by": line.by,
                "at": line.at,
                "type": line.type,
                "live": line.seq in counts,
                "words": line_words(game, lines, line, names, lang),
                "waived": line.waived if isinstance(line.waived, tuple) else (),
            }
        )


def _print(
    game: Game, lines: Sequence[Line], counts: set[int], names: Sequence[str], lang: str
) -> None:
    from ledger.cli.output.console import say
    from ledger.kernel.log.events import Retracted

    margin = len(str(len(lines)))
    turn = None
    flat = 0  # the command, or set-up, whose consequences follow a new heading
    for i, line in enumerate(lines):
        if line.turn != turn:
            turn, flat = line.turn, line.cmd
            say(heading(lines, i, names, lang, blank=i > 0))
        inset = lines[i - 1].more and line.cmd != flat
        gone = line.seq not in counts and not isinstance(line.data, Retracted)
        say(line_text(game, lines, line, names, lang, margin=margin, inset=inset, gone=gone))


def line_text(
    game: Game,
    lines: Sequence[Line],
    line: Line,
    names: Sequence[str],
    lang: str,
    *,
    margin: int,
    inset: bool = False,
    gone: bool = False,
) -> Text:
    """Return a line of the log in words; `gone` means that it was taken back."""
    from rich.text import Text

    from ledger.kernel.log.events import Noted, Sealed
    from ledger.kernel.narration.narrate import line_words

    style = "dim strike" if gone else "dim" if isinstance(line.data, Noted | Sealed) else "none"
    text = Text(f"{line.seq:>{margin}}  ", "dim")
    text.append("  " if inset else "")
    text.append(line_words(game, lines, line, names, lang), style)
    if gone:
        text.append(f"  ({t('taken back')})", "dim")
    return text


def heading(
    lines: Sequence[Line],
    first: int,
    names: Sequence[str],
    lang: str,
    *,
    blank: bool,
    live: bool = False,
) -> Text:
    """Return the heading of the turn that starts at an index, with the time of its first move.

    If `live`, use the time at which the turn started, which is that of the previous move.
    """
    from rich.text import Text

    from ledger.cli.output.console import sign

    line = lines[first]
    parts = [f"{t('Turn')} {line.turn}" if line.turn else t("Set-up")]
    if line.turn:
        same = (x for x in lines[first:] if x.turn == line.turn)
        seat = next((s for x in same if (s := getattr(x.data, "seat", None))), None)
        if isinstance(seat, int) and 0 < seat <= len(names):
            parts.append(names[seat - 1])
    at = line.at if live or not line.turn else _first_move(lines[first:])
    if at is not None:
        parts.append(_clock(at))
    return Text(("\n" if blank else "") + f" {sign('·', '-')} ".join(parts), "bold")


def _first_move(lines: Sequence[Line]) -> str | None:
    """Return when the first move of a turn was made, not counting the one that started the turn."""
    from ledger.kernel.log.events import Noted

    begins = lines[0]
    own = (x for x in lines if x.cmd != begins.cmd and not isinstance(x.data, Noted))
    move = next(own, None)
    return None if move is None or move.turn != begins.turn else move.at


def _clock(at: str) -> str:
    from ledger.kernel.text.safe import safe

    return safe(at[11:16])
