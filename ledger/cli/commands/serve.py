"""`ledger serve`: a library as a service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ledger.cli.options import LibraryDir, library_at


def serve(
    ctx: typer.Context,
    library: LibraryDir = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another name the service goes by."),
    ] = None,
    rate: Annotated[
        float,
        typer.Option(metavar="N", min=0, help="Requests per second for one token; 0 for no limit."),
    ] = 100.0,
    log: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to log requests.", show_default="stderr"),
    ] = None,
) -> None:
    """Serve the games of a library over HTTP, live.

    It listens on this machine only, unless you use --host; in that case put a TLS proxy in front of
    it. The first start makes an admin's token and says where it is. Ctrl-C stops the server; every
    move it has answered is on the disk.

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
            library=library_at(ctx, library).folder,
            host=host,
            port=port,
            hosts=tuple(allow_host or ()),
            rate=rate,
            log=log,
        ),
        lambda text: typer.echo(text, err=True),
    )
