"""`ledger host`: start a game on a server, with a token for each seat."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ledger.cli.language import t
from ledger.cli.options import BoxFile, GameName, Json, Options, Players, Venue, read_options
from ledger.cli.sources.remote import TokenFile, read_token


def host(
    game: GameName,
    players: Players,
    server: Annotated[
        str, typer.Option(metavar="URL", help="Where `ledger serve` runs.")
    ] = "http://127.0.0.1:8000",
    tokens: Annotated[
        Path, typer.Option(metavar="DIR", help="Where to put the seats' tokens.")
    ] = Path("tokens"),
    days: Annotated[
        int, typer.Option(metavar="N", min=1, max=3650, help="How long the tokens last.")
    ] = 30,
    place: Venue = None,
    option: Options = None,
    box: BoxFile = None,
    token_file: TokenFile = None,
    qr: Annotated[bool, typer.Option("--qr", help="Also show each link as a QR code.")] = False,
    json: Json = False,
) -> None:
    """Start a game on a server, with a token for each seat.

    You need a host's or an admin's token. Give each player the link or the token file for their
    seat: anyone who has it can play that seat. There is another link and file for spectators. A
    link opens the game in a browser; the token comes after the #, so browsers never send it to
    anyone.

    \b
    Example:
      ledger host osaka --players Ana,Bartek --token-file host.token

    --json: {"url", "id", "seats": [{"seat", "name", "file", "link"}], "spectator",
    "spectator_link"}
    """
    from ledger.cli.extras import needs
    from ledger.cli.files.box_files import read_part_for
    from ledger.cli.files.plain_files import write_whole
    from ledger.cli.output.console import emit, say, unicode
    from ledger.kernel.errors import Malformed
    from ledger.kernel.notation.words.quoting import read_names

    with needs("serve"):
        from ledger.client.client import Client
        from ledger.web.links import join_link, qr_text
    secret = read_token(token_file)
    if secret is None:
        raise Malformed(
            "this needs a host's or an admin's token",
            hint="`ledger token new --role host` makes one; pass its file with --token-file",
        )
    names = read_names(players)
    with Client(server, secret) as client:
        table = client.create(
            game,
            list(names),
            options=read_options(option),
            box=read_part_for(game, box),
            place=place,
        )
        tokens.mkdir(parents=True, exist_ok=True)
        files: list[Path] = []
        links: list[str] = []
        for seat in range(len(names) + 1):
            path = tokens / f"{table.id}-{f'seat-{seat}' if seat else 'spectator'}.token"
            made = client.make_token(
                "seat" if seat else "spectator", game=table.id, seat=seat or None, days=days
            )
            write_whole(path, made.token.encode() + b"\n", private=True)
            files.append(path)
            links.append(join_link(table.url, made.token))
    if json:
        seats = [
            {"seat": n, "name": name, "file": str(files[n]), "link": links[n]}
            for n, name in enumerate(names, 1)
        ]
        game_facts = {"url": table.url, "id": table.id, "seats": seats}
        emit({**game_facts, "spectator": str(files[0]), "spectator_link": links[0]})
        return
    say(
        t("The game at {url} has started. Each player joins with:", url=table.url),
        to_be_copied=True,
    )
    for name, path in zip(names, files[1:], strict=True):
        joins = " ".join(("ledger play", table.url, "--token-file", str(path)))
        say(f"  {name}: {joins}", to_be_copied=True)
    watch = f"ledger tail {table.url} --token-file {files[0]}"
    say(t("To watch: {command}", command=watch), to_be_copied=True)
    say(t("In a browser:"))
    for name, link in zip((*names, t("to watch")), (*links[1:], links[0]), strict=True):
        say(f"  {name}: {link}", to_be_copied=True)
        if qr:
            typer.echo(qr_text(link, ascii_only=not unicode()))
