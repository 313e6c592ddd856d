"""What a shell offers after Tab: games, ids, players, reports, rules, bots, seats.

A shell runs the program again at every Tab, so nothing here imports more than it needs: names come
from file names, entry points and the end of the library's journal. Whatever is offered ends up on a
command line, so only names that every shell treats as plain words are offered.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from importlib import metadata

COMPLETING = "_LEDGER_COMPLETE"
"""The variable that a shell sets to request completion, which also says which shell it is."""
TAIL = 1_000_000
"""How many bytes at the end of a journal are searched."""
MOST = 200
"""How many names are offered at most."""
_SIGNS = frozenset(" -_.+@,")


# --- what a shell may be told ------------------------------------------------------------------


def suggestions(names: Iterable[str], incomplete: str) -> list[str]:
    """Return the names that start with `incomplete`, the way the shell wants them."""
    low = incomplete.casefold()
    found = dict.fromkeys(x for x in names if x.casefold().startswith(low) and is_harmless(x))
    return [_typed(name) for name in list(found)[:MOST]]


def is_harmless(name: str) -> bool:
    """Whether every shell treats a name as a plain word, without any special characters."""
    plain = all(c in _SIGNS or unicodedata.category(c)[0] in "LMN" for c in name)
    return plain and name == name.strip() and name[:1] not in ("", "-", "+", "@")


def _typed(name: str) -> str:
    """Return a name the way it is typed; zsh and fish add quotes themselves."""
    bash = os.environ.get(COMPLETING, "").endswith("bash")
    return name.replace(" ", "\\ ") if bash else name


def _listed(names: Iterable[str], incomplete: str) -> list[str]:
    """Complete the last name in a comma-separated list."""
    before, comma, last = incomplete.rpartition(",")
    taken = {name.strip() for name in before.split(",")}
    found = suggestions((x for x in names if x not in taken and "," not in x), last.lstrip())
    return [_typed(before) + comma + name for name in found]


# --- games -------------------------------------------------------------------------------------


def games(incomplete: str) -> list[str]:
    """Offer the installed games."""
    return suggestions(sorted(entry.name for entry in _entries()), incomplete)


def boxes(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the boxes of the game on the command line, or those of all games."""
    from ledger.kernel.game.registry import find_game, installed

    name = _first(ctx, "game")
    found = [find_game(name)] if name else list(installed().values())
    return suggestions((id for game in found for id in game.boxes), incomplete)


def games_and_boxes(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the installed games and all boxes."""
    return [*games(incomplete), *boxes(ctx, incomplete)]


def bots(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the bots of the game on the command line, or of all games; bots can be listed."""
    from ledger.kernel.game.registry import find_game, installed

    name = _first(ctx, "game")
    found = [find_game(name)] if name else list(installed().values())
    known = list(dict.fromkeys(bot for game in found for bot in game.bots))
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + bot for bot in suggestions(known, last)]


def rules(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the rules of the game on the command line, or of the log's game."""
    import tomllib

    from ledger.kernel.packages import folders_of

    named = _at(_opened(ctx), "data", "game") if "file" in ctx.params else _first(ctx, "game")
    name = str(named or "").lower()
    found: list[str] = []
    for entry in _entries():
        if entry.name.lower() != name:
            continue
        for file in (folder / "rules.toml" for folder in folders_of(entry.module)):
            digest = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
            found += [str(rule["id"]) for rule in digest.get("rule", ())]
        if not found:  # they are in the game's own module
            from ledger.kernel.game.registry import find_game

            found += find_game(name).rulebook.ids
    return suggestions(found, incomplete)


def _entries() -> Iterator[metadata.EntryPoint]:
    from importlib import metadata

    return iter(metadata.entry_points(group="ledger.games"))


# --- reports -----------------------------------------------------------------------------------


def reports(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the reports: ours, those that come with games, and the library's own."""
    from ledger.kernel.packages import folders_of

    homes = [Path(__file__).parents[1] / "index" / "reports", _library(ctx) / "reports"]
    homes += [Path(own)] if (own := os.environ.get("LEDGER_REPORTS")) else []
    homes += [folder / "reports" for entry in _entries() for folder in folders_of(entry.module)]
    found = (path.stem for home in homes if home.is_dir() for path in home.glob("*.sql"))
    return suggestions(sorted(found), incomplete)


# --- the library -------------------------------------------------------------------------------


def logs(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the logs in the library and in this folder; paths are left to the shell."""
    if "/" in incomplete or "\\" in incomplete:
        return []
    kept = [path.stem for path in _files(_library(ctx) / "games", incomplete)]
    if not kept:
        return []
    return suggestions([*kept, *(path.name for path in _files(Path(), incomplete))], incomplete)


def logs_and_games(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the installed games and the logs in the library."""
    return [*games(incomplete), *logs(ctx, incomplete)]


def plays(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the games in the library, with or without moves, newest first."""
    found = [str(fact["id"]) for fact in _facts(ctx) if isinstance(fact.get("id"), str)]
    kept = (path.stem for path in _files(_library(ctx) / "games", incomplete))
    return suggestions([*found, *kept], incomplete)


def players(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the players in the library, those who played most recently first."""
    return suggestions(_names(ctx), incomplete)


def several_players(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer players, separated by commas."""
    return _listed(_names(ctx), incomplete)


def seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """Offer the players in the log on the command line, and the spectator."""
    named = [_at(seat, "name") for seat in _at(_opened(ctx), "data", "seats") or ()]
    return suggestions([*(x for x in named if isinstance(x, str)), "spectator"], incomplete)


def _opened(ctx: typer.Context) -> Any:
    """Return the first line of the log on the command line."""
    name = _first(ctx, "file") or _first(ctx, "games")
    for path in (Path(name), _library(ctx) / "games" / f"{name}.jsonl"):
        if name and path.is_file():
            with path.open("rb") as file:
                return _json(file.readline(TAIL))
    return None


def _names(ctx: typer.Context) -> Iterator[str]:
    for fact in _facts(ctx):
        standings = _at(fact, "log", "standings") or _at(fact, "played", "standings") or ()
        for standing in standings:
            name = _at(standing, "person", "name")
            if isinstance(name, str):
                yield name


def _facts(ctx: typer.Context) -> Iterator[dict[str, Any]]:
    """Yield the facts at the end of the journal, newest first."""
    try:
        with (_library(ctx) / "library.jsonl").open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - TAIL, 0))
            lines = file.read(TAIL).splitlines()
    except OSError:
        return
    for line in reversed(lines):
        fact = _at(_json(line), "data")
        if isinstance(fact, dict):
            yield fact


def _files(folder: Path, incomplete: str) -> list[Path]:
    """Return the logs in a folder whose names start like this, newest first."""
    try:
        with os.scandir(folder) as found:
            begun = [x for x in found if x.name.startswith(incomplete)]
            here = [x for x in begun if x.name.endswith(".jsonl") and x.is_file()]
            newest = [] if len(here) > MOST else [-x.stat().st_mtime for x in here]
    except OSError:
        return []
    names = [x.name for x in here]
    ordered = zip(newest, names, strict=True) if newest else ((0.0, name) for name in names)
    return [Path(name) for _, name in sorted(ordered)]


def _library(ctx: typer.Context) -> Path:
    from ledger.library.ids import default_folder

    named = ctx.params.get("library") or ctx.find_root().params.get("library")
    return Path(named or os.environ.get("LEDGER_LIBRARY") or default_folder())


def _first(ctx: typer.Context, argument: str) -> str:
    """Return a command's first argument, even if an unfinished option follows it."""
    value = ctx.params.get(argument)
    found = value if isinstance(value, list | tuple) else [value] if value else ctx.args
    return str(found[0]) if found else ""


def _json(line: bytes) -> Any:
    import json

    try:
        return json.loads(line)
    except ValueError:  # the first line may have been cut
        return None


def _at(value: Any, *path: str) -> Any:
    """Return the part of a JSON value at a path, or None."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value
