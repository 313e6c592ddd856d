"""`ledger serve`: serve a library over HTTP."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from ledger.cli.files.serve_config import check_config, use_config
from ledger.cli.language import message, t
from ledger.cli.options import LibraryAddress, folder_or_address, library_at

LOCAL = ("127.0.0.1", "localhost", "::1", "0.0.0.0")  # noqa: S104


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
            metavar="DIR", envvar="LEDGER_LIBRARY", help="The library, if not the default one."
        ),
    ] = None,
    store: LibraryAddress = None,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            envvar="LEDGER_SERVE_HOST",
            help="The address to listen on; 0.0.0.0 means all of them.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            metavar="N",
            envvar="LEDGER_SERVE_PORT",
            min=0,
            max=65535,
            help="The port; 0 picks a free one.",
        ),
    ] = 8000,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            envvar="LEDGER_SERVE_ALLOW_HOST",
            help="Another host name of the service; may be repeated.",
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
    cpu: Annotated[
        float,
        typer.Option(
            metavar="N",
            envvar="LEDGER_SERVE_CPU",
            min=0,
            help="Seconds of computing per second for one token; 0 for no limit.",
        ),
    ] = 0.5,
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="LEDGER_SERVE_PUBLIC_URL",
            help="The address at which others reach it through a proxy: https://…",
        ),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="LEDGER_SERVE_TRUSTED_PROXY",
            help="A proxy, or a network of them, trusted to name the real client; may be repeated.",
        ),
    ] = None,
    max_open_games: Annotated[
        int,
        typer.Option(
            metavar="N",
            envvar="LEDGER_SERVE_MAX_OPEN_GAMES",
            min=1,
            help="How many games to keep open at the same time.",
        ),
    ] = 1000,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan/--no-lan",
            envvar="LEDGER_SERVE_LAN",
            help="Let every device on the local network in, after asking you.",
        ),
    ] = False,
    yes: Annotated[
        bool,
        typer.Option(
            "--yes/--no-yes", envvar="LEDGER_SERVE_YES", help="With --lan: don't ask first."
        ),
    ] = False,
    bot_delay: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            envvar="LEDGER_SERVE_BOT_DELAY",
            min=0,
            max=3600,
            help="How long a bot waits before it moves, so that people can follow.",
        ),
    ] = 1.0,
    lake: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            envvar="LEDGER_SERVE_LAKE",
            help="Answer questions about all games from this lake, made with --public.",
        ),
    ] = None,
    webhook: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="LEDGER_SERVE_WEBHOOK",
            help="The address that is sent whose turn it is, as JSON, each time that changes.",
        ),
    ] = None,
    webhook_secret: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="LEDGER_SERVE_WEBHOOK_SECRET",
            help="The secret that signs those messages: at least 16 characters.",
        ),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="LEDGER_SERVE_LOG",
            help="The file to log requests to.",
            show_default="stderr",
        ),
    ] = None,
) -> None:
    """Serve the games of a library over HTTP, live.

    It listens on this machine only, unless you use --host; in that case put a TLS proxy in front of
    it, and name it with --public-url and --trusted-proxy. For an evening at one table, --lan lets
    phones on the same network in, and shows the host a link and a QR code.

    With --store, the library is in PostgreSQL instead of a folder. Any number of these processes
    can then share it, on as many machines as you like: each of them serves every game. The password
    can also come from PGPASSWORD or ~/.pgpass; the extra `postgres` is needed.

    The first start makes an admin's token and says where it is; with --store, you make one yourself
    (`ledger token new --role admin --store ADDRESS`). Ctrl-C stops the server; every move it has
    answered is on the disk. On SIGHUP it reopens the log file and reads the tokens again, without
    disconnecting anybody.

    Every option can also be set in the environment or in a config file (`port = 8000`). The command
    line overrides the environment, and the environment overrides the file.

    \b
    Example:
      ledger serve --port 8000
      ledger token new --role seat --game ID --seat 1
      ledger play http://127.0.0.1:8000/games/ID
    """
    check_config(ctx)
    for name, number in (("--rate", rate), ("--cpu", cpu), ("--bot-delay", bot_delay)):
        if not math.isfinite(number):
            raise typer.BadParameter(f"{number} isn't a usable number", param_hint=name)
    if yes and not lan:
        raise typer.BadParameter("only works with --lan", param_hint="--yes")
    from ledger.cli.extras import needs

    with needs("serve"):
        from ledger.service.run import ServeOptions, run
    folder, database = folder_or_address(_own(ctx, library), store)
    if database is not None:
        with needs("postgres"):
            import psycopg  # noqa: F401
    address = _lan_address(host, yes) if lan else None
    run(
        ServeOptions(
            library=library_at(ctx, folder).folder,
            store=database,
            host=host,
            port=port,
            hosts=tuple(allow_host or ()),
            rate=rate,
            cpu=cpu,
            public_url=public_url,
            trusted_proxies=tuple(trusted_proxy or ()),
            max_open_games=max_open_games,
            lan=address,
            qr=_qr_style(),
            bot_delay=bot_delay,
            lake=lake,
            webhook=webhook,
            webhook_secret=webhook_secret,
            log=log,
        ),
        lambda text: typer.echo(message(text), err=True),
    )


def _qr_style() -> Literal["pretty", "plain"] | None:
    """Return how to draw a QR code on stderr, or None if stderr isn't a terminal."""
    import sys

    from ledger.cli.output.console import unicode

    if not sys.stderr.isatty():
        return None
    return "pretty" if unicode() else "plain"


def _lan_address(host: str, yes: bool) -> str:
    """Return this machine's address on the network, after the user has agreed to open it."""
    import sys

    from ledger.kernel.errors import Malformed
    from ledger.system.network import lan_address

    if host not in LOCAL:
        raise typer.BadParameter("chooses the address itself: leave out --host", param_hint="--lan")
    address = lan_address()
    if address is None:
        raise Malformed(
            "this machine isn't on a network", hint="join one first, or leave out --lan"
        )
    typer.echo(
        t(
            "This opens the service to your local network: every device on it can reach\n"
            "{address}. Nobody can see or play a game without a link from you. But it is plain\n"
            "HTTP, so anyone who controls the network could read everything, links included. Do\n"
            "it at home or among friends, not on public Wi-Fi.",
            address=address,
        ),
        err=True,
    )
    if not yes:
        if not sys.stdin.isatty():
            raise Malformed(
                "there is nobody at the terminal to say yes", hint="--yes answers yes in advance"
            )
        typer.confirm(t("Open it to the network?"), abort=True, err=True)
    return address


def _own(ctx: typer.Context, library: Path | None) -> Path | None:
    """Ignore the library in the file or environment if `ledger --library DIR serve` was typed."""

    def typed(context: Any) -> bool:
        source = context.get_parameter_source("library")
        return source is not None and source.name == "COMMANDLINE"

    return None if typed(ctx.find_root()) and not typed(ctx) else library
