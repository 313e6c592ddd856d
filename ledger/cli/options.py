"""Arguments and options that several commands share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import completion

if TYPE_CHECKING:
    from ledger.library.journal.catalogue import GameEntry
    from ledger.library.library import Library


def find_log(ctx: typer.Context, value: Path) -> Path:
    """Return the log given by the user: an existing file, or else a game in the library."""
    if ctx.resilient_parsing:
        return value
    found = with_moves(find_game(ctx, str(value)))
    _lead_to_a_log(found)
    return found


def find_played(ctx: typer.Context, value: Path) -> Path:
    """Return the log given by the user, or that of a session file, for commands that only read."""
    if ctx.resilient_parsing or value.suffix.lower() != ".session" or not value.is_file():
        return find_log(ctx, value)
    from .sources.session_logs import log_of

    return log_of(ctx, value)


def _lead_to_a_log(path: Path) -> None:
    """Raise an error for a folder or the name of a game where a log belongs."""
    from ledger.kernel.errors import Malformed, Missing
    from ledger.kernel.game.registry import installed
    from ledger.kernel.message import Message

    if path.is_dir():
        logs = sorted(path.glob("*.jsonl"))
        raise Malformed(
            "this is a folder; name one log",
            file=str(path),
            hint=Message("for example {example}", example=str(logs[0])) if logs else None,
        )
    if not path.exists() and str(path) != "-" and str(path) in installed():
        raise Missing(
            "{name} is a game, not the log of one that was played",
            hint="`ledger list --game {name}` lists those in the library, "
            "`ledger samples DIR` has some to look at",
            name=str(path),
        )


def find_logs(ctx: typer.Context, value: list[Path]) -> list[Path]:
    """Return the logs given by the user, and folders unchanged."""
    if ctx.resilient_parsing:
        return value
    return [with_moves(find_game(ctx, str(path))) for path in value]


Json = Annotated[bool, typer.Option("--json", help="Print JSON, as described above.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]
LogFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="A game log (.jsonl), the id of one in the library, the URL of one on a server, "
        "or - for stdin.",
        callback=find_log,
        autocompletion=completion.logs,
    ),
]
PlayedFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="A game log (.jsonl) or a session, the id of a game in the library, the URL of one on "
        "a server, or - for a log on stdin.",
        callback=find_played,
        autocompletion=completion.logs,
    ),
]
LogFiles = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...",
        help="Logs, folders of logs, ids of games in the library, or URLs.",
        callback=find_logs,
        autocompletion=completion.logs,
    ),
]


def _check_address(address: str | None) -> str | None:
    """Refuse another kind of database, without repeating the address: it may hold a password."""
    from ledger.library.stores.library_stores import is_database_address

    if address is not None and "://" in address and not is_database_address(address):
        raise typer.BadParameter("an address looks like postgresql://USER@HOST:5432/DATABASE")
    return address


def folder_or_address(library: Path | None, store: str | None) -> tuple[Path | None, str | None]:
    """Return the folder of a library or the address of its database, whichever was given."""
    from ledger.library.stores.library_stores import is_database_address

    if store is None or is_database_address(store):
        return library, store
    return Path(store).expanduser(), None


LAST = sys.maxsize
"""The number that stands for `last` as a turn or a line."""


def read_number(text: str) -> int:
    """Read the number of a turn or a line; `last` and `end` mean `LAST`."""
    if text.strip().lower() in ("last", "end"):
        return LAST
    if text.strip().isascii() and text.strip().isdigit() and len(text) < 19:
        return int(text)
    raise typer.BadParameter(f"{text!a} is not a number; `last` is allowed, too")


LineNumber = Annotated[
    int | None,
    typer.Option(
        "--at",
        metavar="N",
        parser=read_number,
        help="The position after line N of the log, or `last`.",
        show_default="the end",
    ),
]
TurnNumber = Annotated[
    int | None,
    typer.Option(
        "--turn",
        metavar="N",
        parser=read_number,
        help="The position at the end of turn N, or `last`.",
    ),
]
LibraryDir = Annotated[
    Path | None,
    typer.Option("--library", metavar="DIR", help="The library, if not the default one."),
]
LibraryAddress = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="PLACE",
        envvar="LEDGER_STORE",
        callback=_check_address,
        help="The library, by its folder or its database address.",
    ),
]
AnyLibrary = Annotated[
    Path | None,
    typer.Option(
        "--library",
        metavar="DIR",
        envvar="LEDGER_LIBRARY",
        help="The library's folder; `ledger library` shows which one is used.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        min=1,
        max=1024,
        help="How many processes to use at once.",
        show_default="as many as pay off",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Let a Dask cluster do the work: tcp://HOST:8786.",
    ),
]
As = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SEAT",
        help="As a seat saw it: its number, its name, or spectator.",
        autocompletion=completion.seats,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="K=V", help="An option of the game; may be repeated."),
]
BoxFile = Annotated[
    Path | None,
    typer.Option(
        "--box",
        metavar="FILE",
        help="A box of your own (TOML or JSON), or the id of one of the game's boxes.",
        autocompletion=completion.boxes,
    ),
]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="Which game, e.g. osaka.", autocompletion=completion.games),
]
Players = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help="The players in seat order: Ana,Bartek.",
        autocompletion=completion.several_players,
    ),
]
Venue = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Where you are playing."),
]


def library_at(ctx: typer.Context, folder: Path | None = None) -> Library:
    """Return the library: from the command's own option, from the global one, or the default."""
    from ledger.kernel.errors import Malformed
    from ledger.library.ids import default_folder
    from ledger.library.library import Library

    path = Path(folder or ctx.find_root().params.get("library") or default_folder())
    if path.is_file():
        raise Malformed(
            "this is a file, but a library is a folder",
            file=str(path),
            hint="`ledger import` adds files to a library; --library says which",
        )
    return Library(path)


def find_game(ctx: typer.Context, text: str, folder: Path | None = None) -> Path | GameEntry:
    """Return the game given by the user: on a server, a file, or else one in the library."""
    from ledger.kernel.errors import Missing
    from ledger.kernel.ids import is_id

    from .sources.remote import fetch, url_of

    if url := url_of(text):
        return fetch(ctx, url)
    path = Path(text)
    if not is_id(text) or path.exists():
        return path
    library = library_at(ctx, folder)
    if not library.exists():
        return path
    try:
        entry = library.find(text)
    except Missing as e:
        raise Missing(
            "there is no file {text!r}, and no game with that id in the library {folder}",
            hint=e.advice or "`ledger list` shows what is there",
            text=text,
            folder=library.folder,
        ) from None
    return entry.path or entry


def with_moves(game: Path | GameEntry) -> Path:
    """Return the log of a game; raise `Illegal` if only its result is known."""
    from ledger.kernel.errors import Illegal

    if isinstance(game, Path):
        return game
    raise Illegal(
        "only the result of {id} is known, not its moves",
        hint="`ledger show {id}` shows it",
        id=game.id,
    )


def read_options(pairs: list[str] | None) -> dict[str, Any]:
    """Read `k=v` pairs; a value is JSON if it can be, or else a string."""
    import json

    out: dict[str, Any] = {}
    for key, value in split_pairs(pairs, "--option").items():
        try:
            out[key] = json.loads(value)
        except ValueError:
            out[key] = value.strip()
    return out


def split_pairs(pairs: list[str] | None, option: str) -> dict[str, str]:
    """Split `k=v` pairs."""
    out: dict[str, str] = {}
    for pair in pairs or []:
        key, sign, value = pair.partition("=")
        if not sign or not key.strip():
            raise typer.BadParameter(f"write k=v, not {pair!r}", param_hint=option)
        out[key.strip()] = value
    return out
