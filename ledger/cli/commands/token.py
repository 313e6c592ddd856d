"""`ledger token`: who may do what on the service."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ledger.cli.language import t
from ledger.cli.options import Json, LibraryAddress, LibraryDir, folder_or_address, library_at
from ledger.cli.sources.libraries import open_library
from ledger.kernel.message import Message

if TYPE_CHECKING:
    from ledger.library.journal.catalogue import GameEntry
    from ledger.service.auth.token_store import TokenStore
    from ledger.service.auth.tokens import Token

Action = Literal["new", "list", "revoke"]


def token(
    ctx: typer.Context,
    action: Annotated[Action, typer.Argument(metavar="new|list|revoke", help="What to do.")],
    id: Annotated[
        str | None,
        typer.Argument(metavar="[ID]", help="revoke: the id of the token, as list shows it."),
    ] = None,
    role: Annotated[
        Literal["seat", "spectator", "referee", "host", "metrics", "admin"] | None,
        typer.Option("--role", help="new: the role of its holder."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="ID", help="new: the only game it is valid for."),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="SEAT", help="new: the seat, by number or player's name."),
    ] = None,
    days: Annotated[
        int | None,
        typer.Option("--days", min=1, max=3650, help="new: how many days it works; 30 by default."),
    ] = None,
    label: Annotated[
        str | None,
        typer.Option("--label", metavar="TEXT", help="new: a label to recognise it by."),
    ] = None,
    whole_library: Annotated[
        bool,
        typer.Option("--whole-library", help="new: it may also query every game in SQL."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="new: a new file for it, readable only by you."),
    ] = None,
    library: LibraryDir = None,
    store: LibraryAddress = None,
    json: Json = False,
) -> None:
    """Make, list and revoke tokens for the service.

    Anyone with a seat's token sees what that seat sees, and moves for it. Spectators only watch;
    referees see everything, can move for anybody and take moves back; both can be limited to one
    game. A host starts games, is their referee and makes tokens for them. A metrics token can read
    /metrics and nothing else. Admins can do anything. A token for one game can query only that game
    in SQL, unless it has --whole-library. A token is shown only once, as the library keeps only a
    digest of it. A running server notices new and revoked tokens at once.

    For a library in PostgreSQL, give its address with --store; all services that share it know the
    tokens within a second. This is also how the first admin's token is made.

    \b
    Example:
      ledger token new --role seat --game osaka-2p-7-0001 --seat Ana --out ana.token
      ledger token new --role spectator --days 1 --label "club evening"
      ledger token new --role host --label "Tuesday club"
      ledger token list
      ledger token revoke k3v9x0q2ab
      ledger token new --role admin --store postgresql://ledger@db.example/games --out admin.token

    --json: one object per token, {"id", "role", "game", "seat", "created", "expires", "revoked",
    "label", "whole_library"}; new adds "token", unless --out is used.
    """
    given = {
        "--role": role,
        "--game": game,
        "--seat": seat,
        "--days": days,
        "--label": label,
        "--whole-library": whole_library or None,
        "--out": out,
    }
    _check(action, id, [name for name, value in given.items() if value is not None])
    with _opened(ctx, library, store) as (tokens, find):
        if action == "list":
            _list(tokens, json)
        elif id is not None:
            _print(tokens.revoke(id), t("revoked"), json)
        elif role is not None:
            game, number = _place(find, game, seat)
            wish = role, game, number, 30 if days is None else days, label or ""
            _new(tokens, partial(tokens.make, *wish, whole_library=whole_library), out, json)


@contextmanager
def _opened(
    ctx: typer.Context, library: Path | None, store: str | None
) -> Iterator[tuple[TokenStore, Callable[[str], GameEntry]]]:
    """Yield the tokens of a library, and a function that finds its games."""
    from ledger.service.auth.file_tokens import FileTokens
    from ledger.service.auth.tokens import FOLDER
    from ledger.store import Missing

    folder, address = folder_or_address(library, store)
    if address is not None:
        from contextlib import closing

        with open_library(address) as place, closing(place.stores.game_list()) as games:
            yield place.tokens, lambda id: games.find(id, place.stores.name)
        return
    found = library_at(ctx, folder)
    tokens = FileTokens(found.folder / FOLDER)
    if not found.exists() and not tokens.folder.exists():
        raise Missing(
            "there is no library in {folder} yet; `ledger import` or `ledger serve` starts one",
            folder=found.folder,
        )
    yield tokens, found.find


def _check(action: Action, id: str | None, given: list[str]) -> None:
    """Refuse options that don't belong to the action."""
    if action != "new" and given:
        raise typer.BadParameter(
            f"{given[0]} only works with `ledger token new`", param_hint=action
        )
    if action == "new" and "--role" not in given:
        raise typer.BadParameter(
            "say for whom: --role seat|spectator|referee|host|metrics|admin", param_hint=action
        )
    if (action == "revoke") != (id is not None):
        usage = "revoke ID" if action == "revoke" else action
        raise typer.BadParameter(f"write: ledger token {usage}", param_hint=action)


def _place(
    find: Callable[[str], GameEntry], game: str | None, seat: str | None
) -> tuple[str | None, int | None]:
    """Return the id of a game and the number of a seat, as given by the user."""
    if game is None:
        if seat is not None:
            raise typer.BadParameter("a seat belongs to a game: add --game ID", param_hint="--seat")
        return None, None
    from ledger.cli.options import with_moves
    from ledger.kernel.log.seat_lookup import find_seat

    entry = find(game)
    if entry.kind == "result":
        with_moves(entry)
    if seat is None:
        return entry.id, None
    return entry.id, find_seat([s.person.name for s in entry.standings], seat)


def _new(
    tokens: TokenStore,
    make: Callable[[], tuple[str, Token]],
    out: Path | None,
    json: bool,
) -> None:
    import sys

    import msgspec

    from ledger.cli.files.plain_files import check_free, write_whole
    from ledger.cli.output.console import emit, terminal

    if out is not None:
        check_free(out, force=False, hint=Message("a token is only ever written to a new file"))
    secret, made = make()
    if out is not None:
        try:
            write_whole(out, secret.encode() + b"\n", private=True)
        except BaseException:
            tokens.revoke(made.id)  # it couldn't be delivered, so nobody may use it
            raise
    if json:
        secret_field = {"token": secret} if out is None else {}
        emit({**secret_field, **msgspec.to_builtins(made.facts())})
        return
    if out is None:
        sys.stdout.write(secret + "\n")
    if out is not None or terminal():
        _print(
            made,
            t("written to {path}", path=out) if out else t("keep it safe: it won't be shown again"),
            json,
            err=True,
        )


def _list(tokens: TokenStore, json: bool) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say
    from ledger.kernel.times import now

    every, moment = tokens.all(), now()
    for token in every:
        state = t("revoked") if token.revoked else t("works")
        if not token.revoked and not token.works(moment):
            state = t("expired")
        _print(token, state, json)
    if not every and not json:
        say(Text(t("no tokens yet; `ledger token new` makes one"), "dim"))


def _print(token: Token, state: str, json: bool, *, err: bool = False) -> None:
    """Print everything about a token except the token itself."""
    import msgspec
    from rich.text import Text

    from ledger.cli.output.console import console, emit, say
    from ledger.kernel.text.safe import safe

    if json:
        emit(msgspec.to_builtins(token.facts()))
        return
    whom = token.role if token.seat is None else t("seat {seat}", seat=token.seat)
    if token.game:
        whom = t("{whom} of {game}", whom=whom, game=token.game)
    line = Text().append(f"{token.id}  ", "cyan").append(whom, "bold")
    until = t("until {date}", date=token.expires[:10])
    line.append(f"  {until}  {safe(state)}", "none")
    line.append(f"  {t('whole library')}" if token.whole_library else "", "none")
    line.append(f"  {safe(token.label)}" if token.label else "", "dim")
    if err:
        console(stderr=True).print(line, soft_wrap=True)
    else:
        say(line)
