"""`ledger bot`: bots that play on a server."""

from __future__ import annotations

import queue
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli.language import t, tn
from ledger.cli.options import Json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ledger.client.bot_player import BotPlayer, Finished, Move


def bot(
    url: Annotated[
        str,
        typer.Argument(
            metavar="URL",
            help="A game on a server, or the server itself: the token knows its game.",
        ),
    ],
    bot: Annotated[
        str | None,
        typer.Option(
            "--bot", metavar="NAME", help="Who plays: random, greedy.", show_default="greedy"
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="A seed: the same one makes the same choices in the same positions."
        ),
    ] = None,
    delay: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0, max=3600, help="Wait this long before each move."),
    ] = 0.0,
    token_file: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="The token of a seat; may be repeated, one for each seat to be played.",
            show_default="the variable LEDGER_TOKEN",
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Don't print the moves.")] = False,
    json: Json = False,
) -> None:
    """Let a bot play a seat of a game on a server.

    The bot knows only what its seat may see, plays when it's its turn, reconnects if the connection
    is lost, and ends with the game.

    \b
    Example:
      ledger bot http://127.0.0.1:8000/games/tuesday --bot random --token-file ana.token
      ledger bot http://127.0.0.1:8000 --token-file ana.token --token-file bartek.token --quiet

    --json: one object per seat at the end, {"id", "game", "seat", "name", "moves", "lines",
    "reason", "ranking", "scores", "places"}; moves counts the bot's moves, lines the lines of
    the log.
    """
    from ledger.cli.output.console import emit

    verbose = not (quiet or json)
    players = _seated(url, token_file or [None], bot=bot, seed=seed, delay=delay, verbose=verbose)
    for finished in _play(players):
        if json:
            emit(finished._asdict())
        else:
            _print(finished)


def _seated(
    url: str,
    tokens: Sequence[Path | None],
    *,
    bot: str | None,
    seed: int | None,
    delay: float,
    verbose: bool,
) -> list[BotPlayer]:
    """Join with every token before any bot makes a move."""
    from ledger.cli.output.console import say
    from ledger.cli.sources.remote import read_token, table_at
    from ledger.kernel.text.safe import safe

    from .tail import notice

    table_of = [table_at(url, read_token(file)) for file in tokens]
    from ledger.client.bot_player import BotPlayer

    one_at_a_time = threading.Lock()

    def on_move(move: Move) -> None:
        if verbose:
            with one_at_a_time:
                say(safe(f"{move.line:>4}  {move.name}: {move.move}"))

    more: dict[str, Any] = {"bot": bot, "seed": seed, "delay": delay}
    return [BotPlayer(table, on_move=on_move, notice=notice, **more) for table in table_of]


def _play(players: Sequence[BotPlayer]) -> Iterator[Finished]:
    """Let all bots play at the same time; stop when one of them fails."""
    ends: queue.Queue[Finished | Exception] = queue.Queue()

    def run(player: BotPlayer) -> None:
        try:
            ends.put(player.play())
        except Exception as e:  # raised again by the caller
            ends.put(e)

    for player in players:
        threading.Thread(target=run, args=(player,), daemon=True).start()
    for _ in players:
        end = ends.get()
        if isinstance(end, Exception):
            raise end
        yield end


def _print(finished: Finished) -> None:
    from ledger.cli.output.console import say
    from ledger.kernel.text.safe import safe

    moves = tn("{count} move", "{count} moves", finished.moves)
    parts = [f"{finished.name}: {moves}"]
    place = finished.places.get(finished.seat)
    score = finished.scores[finished.seat - 1] if finished.scores else None
    if place is not None and score is not None:
        parts.append(t("place {place} of {seats}", place=place, seats=len(finished.scores)))
    if score is not None:
        parts.append(tn("{count} point", "{count} points", score))
    why = finished.reason
    if not finished.ranking:
        why = t("broken off: {reason}", reason=finished.reason)
    say(safe(f"{finished.id}: {', '.join(parts)} ({why})"))
