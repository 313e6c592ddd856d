"""`ledger games` and `ledger rules`: what is installed, and what holds in it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from ledger.cli.options import Json

if TYPE_CHECKING:
    from ledger.kernel.game.interface import Game


def games(
    game: Annotated[
        Optional[str],  # noqa: UP045
        typer.Argument(metavar="[GAME]", help="Only this one, e.g. osaka, and all about it."),
    ] = None,
    box: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--map", "--box", metavar="FILE", help="A map or box of your own."),
    ] = None,
    json: Json = False,
) -> None:
    """List the installed games, or show one.

    One game is shown with its options and, if it has one, its board.
    --map checks a file of your own (TOML or JSON) and shows its board. It may hold only what is
    different, like the map; the same file serves `ledger new` and `ledger simulate` as --box.

    \b
    Example:
      ledger games century --map my-map.toml

    --json: one object per game, {"game", "title", "titles", "designer", "year", "bgg",
    "edition", "players", "options", "bots", "box"}; box is the digest that logs name.
    """
    from ledger.cli.output.console import emit
    from ledger.kernel.game.interface import find_game, installed

    if game is None and box is not None:
        raise typer.BadParameter("say whose map it is: ledger games GAME --map FILE")
    if game is not None:
        _one(find_game(game), box, json=json)
    elif json:
        for found in installed().values():
            emit(_facts(found))
    else:
        _list(installed().values())


def _list(found: Iterable[Game]) -> None:
    from rich.table import Table

    from ledger.cli.output.console import console, terminal
    from ledger.kernel.text.safe import plain

    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("game", "title", "players", "designer", "year", "bots"):
        table.add_column(column, no_wrap=column == "game", overflow="fold")
    for game in found:
        meta = game.meta
        cells = (
            meta.name,
            meta.title,
            ", ".join(map(str, meta.players)),
            meta.designer,
            str(meta.year or ""),
            ", ".join(game.bots),
        )
        table.add_row(*(plain(cell) for cell in cells))
    console(width=None if terminal() else 100).print(table)


def _one(game: Game, file: Path | None, *, json: bool) -> None:
    from ledger.cli.files import about, read_box
    from ledger.cli.output.console import console, emit, say
    from ledger.kernel.errors import Malformed
    from ledger.kernel.game.interface import digest_box
    from ledger.kernel.text.safe import plain

    facts, box = _facts(game), game.box
    if file is not None:
        with about(file):
            data = game.whole_box(read_box(file) or {})
            box = game.read_box(data)
        facts["box"] = digest_box(data)
    out = console()
    board = game.picture(box, out.width)
    if file is not None and board is None:
        raise Malformed(
            f"{game.meta.name} has no map that could be changed; the box in this file is good",
            file=str(file),
        )
    if json:
        emit(facts)
        return
    say(plain(f"{game.meta.title} ({game.meta.name})", "bold"))
    titles = ", ".join(f"{k}: {v}" for k, v in facts["titles"].items())
    options = [_option(*item) for item in facts["options"].items()]
    for key, text in (
        ("by", ", ".join(str(x) for x in (game.meta.designer, game.meta.year) if x)),
        ("titles", titles),
        ("players", ", ".join(map(str, game.meta.players))),
        ("bots", ", ".join(game.bots)),
        ("options", "; ".join(options)),
        ("box", facts["box"]),
    ):
        if text:
            say(plain(f"{key:>8}  ", "dim").append(plain(text).plain, "none"))
    if board is not None:
        out.print(board)


def _option(name: str, facts: dict[str, Any]) -> str:
    default = facts["default"]
    values = facts["values"] or ([True, False] if isinstance(default, bool) else [])
    rest = [str(x).lower() for x in values if x != default]
    return f"{name}={str(default).lower()}" + (f" (or {', '.join(rest)})" if rest else "")


def _facts(game: Game) -> dict[str, Any]:
    import msgspec

    meta = game.meta
    options = msgspec.json.schema_components([game.options])[1][game.options.__name__]
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
        "box": game.box_digest,
    }


def notation(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game, e.g. osaka.")],
) -> None:
    """Show how a game is typed: moves, results of chance, an example.

    On a terminal the page is set out; in a pipe it is Markdown as it stands.

    \b
    Example:
      ledger notation osaka
    """
    from ledger.cli.output.console import console, safe_lines, terminal
    from ledger.kernel.game.interface import find_game

    page = find_game(game).notation()
    if not terminal():
        safe_lines(page)
        return
    from rich.markdown import Markdown

    console().print(Markdown(page, code_theme="ansi_dark"))


def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game, e.g. osaka.")],
    ids: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Argument(metavar="[RULE]...", help="Only these, e.g. OSA-14."),
    ] = None,
    json: Json = False,
) -> None:
    """Show the rules of a game, their sources and their tests.

    The text is ours; the sources are the rulebooks and pages it was checked against. A ruling is
    what we decided where they are silent.

    \b
    Example:
      ledger rules osaka OSA-14

    --json: one object per rule, {"id", "kind", "section", "title", "text", "sources", "see",
    "tests"}; kind is rule, ruling or example, tests are null where no list of them is installed.
    """
    from ledger.cli.output.console import emit
    from ledger.kernel.game.interface import find_game

    which = find_game(game)
    digest = which.rules()
    claims = _claims(which)
    found = _chosen(digest["rule"], ids, game)
    for rule in found:
        rule["text"] = " ".join(rule["text"].split())
        rule["tests"] = None if claims is None else claims.get(rule["id"], [])
    if json:
        keys = ("id", "kind", "section", "title", "text", "sources", "see", "tests")
        for rule in found:
            emit({key: rule.get(key) for key in keys})
    elif ids:
        titles = {rule["id"]: rule["title"] for rule in digest["rule"]}
        for rule in found:
            _tell_one(rule, digest.get("source", {}), titles)
    else:
        _tell_all(found, digest.get("source", {}), game)


def _chosen(every: list[dict[str, Any]], ids: list[str] | None, game: str) -> list[dict[str, Any]]:
    if not ids:
        return every
    from difflib import get_close_matches

    from ledger.kernel.errors import Malformed

    by_id = {rule["id"].upper(): rule for rule in every}
    for one in ids:
        if one.upper() not in by_id:
            near = get_close_matches(one.upper(), by_id, 3, 0.5)
            raise Malformed(
                f"{game} has no rule {one!r}",
                hint=f"similar: {', '.join(near)}" if near else f"all: ledger rules {game}",
            )
    return [by_id[one.upper()] for one in ids]


def _claims(game: Game) -> dict[str, list[str]] | None:
    """Return which tests claim each rule, if the game's package says so."""
    from importlib import resources

    import msgspec

    path = resources.files(game.package).joinpath("claims.json")
    if not path.is_file():
        return None
    return msgspec.json.decode(path.read_bytes(), type=dict[str, list[str]])


def _tell_all(found: list[dict[str, Any]], sources: dict[str, Any], game: str) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say

    section = None
    for rule in sorted(found, key=_order(found)):
        if rule["section"] != section:
            section = rule["section"]
            say(Text(f"\n{section}\n" if section else "", "bold underline"))
        _head(rule)
        say(rule["text"], indent=4, wrap=True)
    say(Text("\nSources\n", "bold underline"))
    for key, source in sources.items():
        say(Text(f"{key:>6}  ", "dim").append(_source(source), "none"))
    say(Text(f"\nOne rule with its sources and tests: ledger rules {game} {found[0]['id']}", "dim"))


def _order(found: list[dict[str, Any]]) -> Any:
    """Sort by section in order of appearance; inside it the file's order stays."""
    sections = list(dict.fromkeys(rule["section"] for rule in found))
    return lambda rule: sections.index(rule["section"])


def _head(rule: dict[str, Any]) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say

    line = Text.assemble((rule["id"], "bold cyan"), "  ", (rule["title"], "bold"))
    about = [] if rule["kind"] == "rule" else [rule["kind"]]
    about += rule.get("sources", [])
    if rule["tests"] is not None:
        count = len(rule["tests"])
        about.append("1 test" if count == 1 else f"{count} tests")
    say(line.append(f"  ({', '.join(about)})" if about else "", "dim"))


def _tell_one(rule: dict[str, Any], sources: dict[str, Any], titles: dict[str, str]) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say

    _head(rule)
    say(rule["text"], indent=4, wrap=True)
    for title, lines in (
        (
            "sources",
            [f"{key}: {_source(sources.get(key, {}))}" for key in rule.get("sources", [])]
            or ["none"],
        ),
        ("see", [f"{id} {titles[id]}" for id in rule.get("see", [])]),
        ("tests", rule["tests"] or []),
    ):
        for i, line in enumerate(lines):
            say(Text(f"{'' if i else title:>7}  ", "dim").append(line, "none"), indent=4)
    say("")


def _source(source: dict[str, Any]) -> str:
    parts = [source.get("title"), source.get("publisher"), source.get("year"), source.get("url")]
    return ", ".join(str(part) for part in parts if part)
