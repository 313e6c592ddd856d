"""`ledger box`: the components of a game as a file, and custom boxes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli import completion
from ledger.cli.language import language, t, tn
from ledger.cli.options import Json
from ledger.kernel.message import Message

if TYPE_CHECKING:
    from ledger.kernel.game.game import Game

TURNS = 40
"""How many turns bots play to try out a box with each number of players."""


def box(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="Which game, e.g. istanbul, or the id of one of its boxes.",
            autocompletion=completion.games_and_boxes,
        ),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Check whether a box of your own can be played."),
    ] = None,
    diff: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Show how a box file, or the box of a log, differs from the standard one.",
        ),
    ] = None,
    part: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Print only this part, as a box file."),
    ] = None,
    json: Json = False,
) -> None:
    """Print the components of a game, or check a box of your own.

    The printed box is TOML, with comments that say what each table means and where its values come
    from. A table whose status is `default` is our own choice, as no source gives its values. Change
    what is different in your copy of the game and delete the rest, which then comes from the
    standard box; use the file with --box in `ledger record`, `new`, `simulate` and `host`. --check
    also plays some turns with it.

    \b
    Example:
      ledger box istanbul > my.toml
      ledger box istanbul --check my.toml
      ledger box istanbul --diff my.toml

    --json: the whole box, or with --part what is different; with --diff one object per difference,
    {"place", "standard", "own"}; with --check {"game", "id", "base", "box", "tables", "changes"},
    where tables counts the tables of each status.
    """
    given = [(way, file) for way, file in (("c", check), ("d", diff), ("p", part)) if file]
    if len(given) > 1:
        raise typer.BadParameter("use only one of --check, --diff and --part")
    if not given:
        if name is None:
            raise typer.BadParameter("say which game: ledger box GAME")
        _print(name, json=json)
        return
    ((way, file),) = given
    game, data = _read(name, file)
    if way == "c":
        _check(game, data, file, json=json)
    elif way == "d":
        _diff(game, data, json=json)
    else:
        _part(game, data, json=json)


def _named(name: str) -> tuple[Game, str]:
    """Return the game with this name or box id, along with the id of the box."""
    from ledger.kernel.game.registry import find_game, installed

    for game in installed().values():
        if name in game.boxes:
            return game, name
    game = find_game(name)
    return game, game.boxes.standard_id


def _print(name: str, *, json: bool) -> None:
    import tomllib

    from ledger.cli.files.box_files import write_toml
    from ledger.cli.output.console import emit, safe_lines
    from ledger.kernel.boxes.provenance import count_statuses

    game, id = _named(name)
    if json:
        emit(game.boxes[id])
        return
    tables = count_statuses(game.boxes.read(game.boxes[id]))
    defaults, total = tables["default"], sum(tables.values())
    kind = "The standard box" if id == game.boxes.standard_id else "An earlier standard box"
    safe_lines(
        f"# {kind} of {game.meta.title}; {defaults} of its {total} tables are defaults.\n"
        "# To make a box of your own, change what is different in your copy of the game, and\n"
        "# delete the tables that are not: they come from the base. As long as every table is\n"
        "# here, the file is taken as it is.\n"
        f"# `ledger box {game.meta.name} --check FILE` says if games can be played with it.\n\n"
        f'base = "{id}"\n'
    )
    texts = {tomllib.loads(text)["id"]: text for text in game.boxes.texts()}
    safe_lines(texts.get(id) or write_toml(game.boxes[id]))


def _read(name: str | None, file: Path) -> tuple[Game, dict[str, Any]]:
    """Read a box file, or the box of a log."""
    from ledger.cli.files.box_files import complete_box, read_part
    from ledger.cli.files.logs import read_log
    from ledger.cli.files.plain_files import about
    from ledger.kernel.errors import Malformed

    game = None if name is None else _named(name)[0]
    if file.suffix == ".jsonl":
        reading = read_log(file)
        if game is not None and game is not reading.game:
            raise Malformed(
                "this is a log of {game}, not of {name}",
                file=str(file),
                game=reading.game.meta.name,
                name=game.meta.name,
            )
        opened = reading.opened
        with about(file):
            reading.game.boxes.of_log(opened)
        known = reading.game.boxes.digests.get(opened.box)
        return reading.game, opened.box_data or reading.game.boxes[str(known)]
    text, part = read_part(file)
    game = game or _meant(part, file)
    return game, complete_box(game, file, text, part)


def _meant(part: dict[str, Any], file: Path) -> Game:
    """Return the only game that a box can belong to."""
    from ledger.kernel.errors import Malformed
    from ledger.kernel.game.registry import installed

    said = {str(part.get(key)).removesuffix("+own") for key in ("base", "id")}
    games = list(installed().values())
    found = [game for game in games if said & game.boxes.keys()]
    found = found or [game for game in games if _fits(game.boxes[game.boxes.standard_id], part)]
    if len(found) != 1:
        raise Malformed(
            "this could be a box for several games" if found else "no game has such a box",
            file=str(file),
            hint="say which game it is for: `ledger box GAME --check FILE`",
        )
    return found[0]


def _fits(box: dict[str, Any], part: dict[str, Any]) -> bool:
    """Whether every table of a partial box exists in this box, with all its fields."""
    tables = {name: value for name, value in part.items() if name not in ("id", "title", "merge")}
    for name, value in tables.items():
        there = box.get(name)
        if type(there) is not type(value) or not _fields(value) <= _fields(there):
            return False
    return bool(tables)


def _fields(table: Any) -> set[str]:
    """Return the names of all fields of a table, or of the rows of a list."""
    rows = [table] if isinstance(table, dict) else table if isinstance(table, list) else []
    return {field for row in rows if isinstance(row, dict) for field in row}


def _check(game: Game, data: dict[str, Any], file: Path, *, json: bool) -> None:
    from ledger.cli.output.console import emit, say
    from ledger.kernel.boxes.box import digest_box
    from ledger.kernel.boxes.changes import changes
    from ledger.kernel.boxes.provenance import count_statuses
    from ledger.kernel.text.translations import translator
    from ledger.kernel.words.sentences import Speaker

    counts = _try_out(game, data, file)
    base = game.boxes.base_of(data)
    found = len(changes(game.boxes.type, game.boxes[base], data))
    if json:
        emit(
            {
                "game": game.meta.name,
                "id": data["id"],
                "base": base,
                "box": digest_box(data),
                "tables": dict(count_statuses(game.boxes.read(data))),
                "changes": found,
            }
        )
        return
    say(
        t(
            "{file}: a valid box for {game}; bots played with {players} players",
            file=file,
            game=game.meta.title,
            players=Speaker(translator("ledger.kernel", "kernel", language())).each(counts),
        )
    )
    if not found:
        say(t("no differences from {box}", box=base))
        return
    differs = tn("{count} difference", "{count} differences", found)
    say(t("{differences} from {box}; --diff shows them", differences=differs, box=base))


def _try_out(game: Game, data: dict[str, Any], file: Path) -> list[int]:
    """Let bots play some turns with a box; return the numbers of players that they tried."""
    from ledger.kernel.errors import GameFault, LedgerError, Malformed
    from ledger.kernel.play.opening import open_game
    from ledger.kernel.play.simulate import play
    from ledger.kernel.text.reasons import why
    from ledger.kernel.verify.blame import blamed

    allowed = getattr(getattr(game.boxes.read(data), "players", None), "counts", game.meta.players)
    counts = [n for n in game.meta.players if n in allowed]
    for n in counts:
        try:
            with blamed(game):
                opened = open_game(game, [f"Player {i}" for i in range(1, n + 1)], box=data)
                play(game, opened, [game.bots["random"]] * n, "box", max_turns=TURNS)
        except GameFault as e:
            e.text = _unplayable(n, e.text)
            e.file = str(file)
            raise
        except LedgerError as e:
            raise Malformed(_unplayable(n, why(e)), file=str(file)) from None
    return counts


def _unplayable(players: int, why: Message) -> Message:
    return Message("box: it can't be played by {n} players: {why}", n=players, why=why)


def _diff(game: Game, data: dict[str, Any], *, json: bool) -> None:
    import msgspec

    from ledger.cli.output.console import emit, say, sign
    from ledger.kernel.boxes.changes import changes

    def shown(value: Any) -> str:
        if isinstance(value, dict):
            value = {k: v for k, v in value.items() if k != "provenance"}
        return "-" if value is None else msgspec.json.encode(value).decode()

    base = game.boxes.base_of(data)
    found = changes(game.boxes.type, game.boxes[base], data)
    if not found and not json:
        say(t("no differences from {box}", box=base))
    for change in found:
        if json:
            emit(change._asdict())
        else:
            own = shown(change.own)
            say(f"{change.place}: {shown(change.standard)} {sign('→', '->')} {own}", indent=0)


def _part(game: Game, data: dict[str, Any], *, json: bool) -> None:
    from ledger.cli.files.box_files import write_toml
    from ledger.cli.output.console import emit, safe_lines

    part = game.boxes.part_of(data)
    if json:
        emit(part)
    else:
        safe_lines(write_toml(part))
