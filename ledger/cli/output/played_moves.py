"""Printing what a move did."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ledger.kernel.log.events import Line
    from ledger.kernel.play.table import Table


def print_played(table: Table, file: Path, added: Sequence[Line], lang: str, *, json: bool) -> None:
    """Print what happened and who has to move next."""
    from rich.text import Text

    from ledger.cli.language import message, t
    from ledger.cli.output.assurance import print_fingerprint
    from ledger.cli.output.console import console, emit, say
    from ledger.cli.output.event_rows import facts, label, print_rows
    from ledger.kernel.log.fingerprint import fingerprint
    from ledger.kernel.narration.narrate import questions, rows
    from ledger.kernel.notation.moves.move_reader import LegalMoves, some_moves
    from ledger.kernel.replay.replay import Replay
    from ledger.kernel.text.safe import safe
    from ledger.kernel.verify.assurance import unsealed

    replay = Replay(table.game, table.lines)
    game, state = table.game, replay.at(len(replay))
    names = [safe(s.name) for s in table.lines[0].data.seats]
    narrated = rows(replay, added[0].seq, added[-1].seq, names, None, lang) if added else []
    asked = game.rules.awaiting(state)
    if json:
        legal = (
            [game.words.write(c, names) for c in game.rules.legal_moves(state, asked[0].seat)]
            if asked
            else []
        )
        value: dict[str, Any] = {
            "file": str(file),
            "line": table.head.seq,
            "turn": game.rules.turn(state),
            "over": not asked,
            "events": [facts(row) for row in narrated],
            "awaiting": [q._asdict() for q in asked],
            "scores": game.rules.scores(state),
            "legal": legal,
            "fingerprint": fingerprint(table.head.digest) if table.head.sealed else None,
        }
        emit(value)
        return
    print_rows(narrated, names, game, console().width, lang)
    if not asked:
        if not table.head.sealed:
            say(unsealed(str(file)))
            return
        say(Text(t("The game is over."), "bold"))
        if added:
            print_fingerprint(table.head)
        return
    say(label(t("next")).append(next(questions(game, state, names, lang)), "bold"))
    legal_here = some_moves(LegalMoves(table.position, asked[0].seat))
    say(label(t("legal")).append(safe(message(legal_here)), "none"))
