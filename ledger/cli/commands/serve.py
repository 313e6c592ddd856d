"""`ledger serve`: a library as a service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ledger.cli.options import library_at
from ledger.cli.serve_config import use_config


def serve(
    ctx: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="LEDGER_SERVE_CONFIG",
            is_eager=True,
            callback=use_config,
            help="A TOML file with any of these options.",
            show_default="serve.toml in your config folder, if there is one",
        ),
    ] = None,
    library: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", envvar="LEDGER_LIBRARY", help="The library, if not the usual one."
        ),
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            envvar="LEDGER_SERVE_HOST",
            help="Where to listen; 0.0.0.0 is everywhere.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            metavar="N",
            envvar="LEDGER_SERVE_PORT",
            min=0,
            max=65535,
            help="The port; 0 takes a free one.",
        ),
    ] = 8000,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            envvar="LEDGER_SERVE_ALLOW_HOST",
            help="Another name the service goes by; may be repeated.",
        ),
    ] = None,
    rate: Annotated[
        float,
        typer.Option(
            metavar="N",
            envvar="LEDGER_SERVE_RATE",
            min=0,
            help="Requests per second for one token; 0 for no limit.",
        ),
    ] = 100.0,
    max_open_games: Annotated[
        int,
        typer.Option(
            metavar="N",
            envvar="LEDGER_SERVE_MAX_OPEN_GAMES",
            min=1,
            help="Games to keep open at the same time.",
        ),
    ] = 1000,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="LEDGER_SERVE_LOG",
            help="Where to log requests.",
            show_default="stderr",
        ),
    ] = None,
) -> None:
    """Serve the games of a library over HTTP, live.

    It listens on this machine only, unless you use --host; in that case put a TLS proxy in front of
    it. The first start makes an admin's token and says where it is. Ctrl-C stops the server; every
    move it has answered is on the disk. On SIGHUP it reopens the log file and reads the tokens
    again, without disconnecting anybody.

    Every option can also be set in the environment or in a config file (`port = 8000`). The command
    line overrides the environment, and the environment overrides the file.

    \b
    Example:
      ledger serve --port 8000
      ledger token new --role seat --game ID --seat 1
      ledger play http://127.0.0.1:8000/games/ID
    """
    from ledger.cli.extras import needs

    with needs("serve"):
        from ledger.service.run import ServeOptions, run
    run(
        ServeOptions(
            library=library_at(ctx, _own(ctx, library)).folder,
            host=host,
            port=port,
            hosts=tuple(allow_host or ()),
            rate=rate,
            max_open_games=max_open_games,
            log=log,
        ),
        lambda text: typer.echo(text, err=True),
    )


def _own(ctx: typer.Context, library: Path | None) -> Path | None:
    """Leave out the file's or the environment's, when `ledger --library DIR serve` was typed."""

    def typed(context: Any) -> bool:
        source = context.get_parameter_source("library")
        return source is not None and source.name == "COMMANDLINE"

    return None if typed(ctx.find_root()) and not typed(ctx) else library
