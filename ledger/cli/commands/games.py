"""`ledger games`: the installed games, or one of them in detail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli.language import language, t
from ledger.cli.options import Json

if TYPE_CHECKING:
    from ledger.kernel.game.game import Game
    from ledger.kernel.game.summary import Summary


def games(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="Show only this game, in full, e.g. osaka."),
    ] = None,
    box: Annotated[
        Path | None,
        typer.Option("--map", "--box", metavar="FILE", help="A map or box of your own."),
    ] = None,
    json: Json = False,
) -> None:
    """List the installed games, or show one.

    A single game is shown with its options, its boxes and, if it has one, its board. The tables of
    a box that are defaults are those whose values we had to guess. --map checks a file of your own
    (TOML or JSON) and shows its board; `ledger box` says more about such files.

    \b
    Example:
      ledger games century --map my-map.toml

    --json: one object per game, {"game", "title", "titles", "designer", "year", "bgg", "edition",
    "players", "options", "bots", "box", "boxes"}; box is the digest that logs name, boxes are those
    of the package, the standard one first: {"id", "box", "tables"}, where tables counts the tables
    of each status.
    """
    from ledger.cli.output.console import emit

    if game is None and box is not None:
        raise typer.BadParameter("say which game the map is for: ledger games GAME --map FILE")
    if game is not None:
        from ledger.kernel.game.registry import find_game

        _one(find_game(game), box, json=json)
    elif json:
        from ledger.kernel.game.registry import installed

        for found in installed().values():
            emit(_facts(found))
    else:
        _list(_summaries())


def _summaries() -> list[Summary]:
    """Return what the list shows of each installed game; only games from elsewhere are loaded."""
    from ledger.kernel.game.summary import Summary, our_summary
    from ledger.kernel.plugins import entry_points, is_ours

    offered = entry_points()
    known = [our_summary(name) for name in offered]
    ours = all(is_ours(entry) for entries in offered.values() for entry in entries)
    if ours and None not in known:
        return [found for found in known if found is not None]
    from ledger.kernel.boxes.provenance import count_statuses
    from ledger.kernel.game.registry import installed

    return [
        Summary(meta=game.meta, bots=tuple(game.bots), tables=count_statuses(game.boxes.standard))
        for game in installed().values()
    ]


def _list(found: Iterable[Summary]) -> None:
    from rich.table import Table

    from ledger.boards.legible import plain
    from ledger.cli.output.console import console, terminal

    table = Table(box=None, pad_edge=False, header_style="dim")
    columns = (
        *(t("game"), t("title"), t("players"), t("designer"), t("year"), t("bots")),
        t("default tables"),
    )
    for at, column in enumerate(columns):
        table.add_column(column, no_wrap=at == 0, overflow="fold")
    for game in found:
        meta = game.meta
        cells = (
            meta.name,
            meta.titles.get(language(), meta.title),
            ", ".join(map(str, meta.players)),
            meta.designer,
            str(meta.year or ""),
            ", ".join(game.bots),
            _share(game.tables),
        )
        table.add_row(*(plain(cell) for cell in cells))
    console(width=None if terminal() else 100).print(table)


def _one(game: Game, file: Path | None, *, json: bool) -> None:
    from ledger.boards.draw import draw_empty_board
    from ledger.boards.legible import plain
    from ledger.cli.files.box_files import read_box
    from ledger.cli.output.console import console, emit, say
    from ledger.kernel.boxes.box import digest_box

    facts, box = _facts(game), game.boxes.standard
    if file is not None:
        data = read_box(game, file) or {}
        box = game.boxes.read(data)
        facts["box"] = digest_box(data)
    out = console()
    board = draw_empty_board(game, box, out.width)
    if json:
        emit(facts)
        return
    title = game.meta.titles.get(language(), game.meta.title)
    say(plain(f"{title} ({game.meta.name})", "bold"))
    titles = ", ".join(f"{k}: {v}" for k, v in facts["titles"].items())
    options = [_option(*item) for item in facts["options"].items()]
    for key, text in (
        (t("by"), ", ".join(str(x) for x in (game.meta.designer, game.meta.year) if x)),
        (t("titles"), titles),
        (t("players"), ", ".join(map(str, game.meta.players))),
        (t("bots"), ", ".join(game.bots)),
        (t("options"), "; ".join(options)),
        (t("boxes"), "; ".join(f"{x['id']} ({_defaults(x['tables'])})" for x in facts["boxes"])),
        (t("box"), facts["box"]),
    ):
        if text:
            say(plain(f"{key:>8}  ", "dim").append(plain(text).plain, "none"))
    if board is not None:
        out.print(board)


def _share(tables: Mapping[str, int]) -> str:
    """Return how many of a box's tables are defaults."""
    defaults, total = tables.get("default", 0), sum(tables.values())
    return t("{defaults} of {tables}", defaults=defaults, tables=total)


def _defaults(tables: Mapping[str, int]) -> str:
    """Return how many of a box's tables are defaults, in words."""
    defaults, total = tables.get("default", 0), sum(tables.values())
    return t("{defaults} of {tables} tables are defaults", defaults=defaults, tables=total)


def _option(name: str, facts: dict[str, Any]) -> str:
    default = facts["default"]
    values = facts["values"] or ([True, False] if isinstance(default, bool) else [])
    rest = [str(x).lower() for x in values if x != default]
    usual = f"{name}={str(default).lower()}"
    return t("{usual} (or {others})", usual=usual, others=", ".join(rest)) if rest else usual


def _facts(game: Game) -> dict[str, Any]:
    import msgspec

    from ledger.kernel.boxes.provenance import count_statuses

    meta = game.meta
    options = msgspec.json.schema_components([game.rules.opening.options])[1][
        game.rules.opening.options.__name__
    ]
    return {
        "game": meta.name,
        "title": meta.title,
        "titles": meta.titles,
        "designer": meta.designer,
        "year": meta.year,
        "bgg": meta.bgg,
        "edition": meta.edition,
        "players": meta.players,
        "options": {
            name: {"default": facts.get("default"), "values": facts.get("enum")}
            for name, facts in options.get("properties", {}).items()
        },
        "bots": list(game.bots),
        "box": game.boxes.standard_digest,
        "boxes": [
            {
                "id": id,
                "box": digest,
                "tables": dict(count_statuses(game.boxes.read(game.boxes[id]))),
            }
            for digest, id in game.boxes.digests.items()
        ],
    }
