"""`ledger rules`: the rules of a game, their sources and their tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli import completion
from ledger.cli.language import language, t, tn, tp
from ledger.cli.options import GameName, Json
from ledger.kernel.words.sentences import P_

if TYPE_CHECKING:
    from ledger.kernel.game.game import Game
    from ledger.kernel.rules.rulebook import Rule

KINDS = (P_("kind of rule", "ruling"), P_("kind of rule", "example"))


def rules(
    game: GameName,
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RULE]...",
            help="Only these rules, e.g. OSA-14.",
            autocompletion=completion.rules,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Show the rules of a game, their sources and their tests.

    The texts are our own; the sources are the rulebooks and pages they were checked against. A
    ruling is our decision where the sources say nothing.

    \b
    Example:
      ledger rules osaka OSA-14
      ledger rules OSA-14

    --json: one object per rule, {"id", "kind", "section", "title", "text", "sources", "see",
    "tests"}, in English; kind is rule, ruling or example; tests is how many tests claim it, null if
    unknown.
    """
    from ledger.cli.output.console import emit
    from ledger.kernel.game.registry import find_game

    which = _game_with(game)
    if which is None:
        which = find_game(game)
    else:
        ids = [game, *(ids or [])]
    every = which.rulebook.rules("en" if json else language())
    claims = _claims(which)
    found = _chosen(every, ids, game)
    sources = which.rulebook.data.get("source", {})
    if json:
        for rule in found:
            facts = rule._asdict()
            facts.pop("lang")
            emit({**facts, "tests": _tests(claims, rule)})
    elif ids:
        titles = {rule.id: rule.title for rule in every}
        for rule in found:
            _head(rule, claims)
            _print_one(rule, sources, titles)
    else:
        _print_all(found, claims, sources, game)


def _game_with(rule: str) -> Game | None:
    """Return the game that has a rule, if somebody typed only the rule's id."""
    from ledger.kernel.game.registry import installed

    if "-" not in rule:
        return None
    return next((x for x in installed().values() if rule.upper() in x.rulebook.ids), None)


def _tests(claims: dict[str, int] | None, rule: Rule) -> int | None:
    return None if claims is None else claims.get(rule.id, 0)


def _chosen(every: list[Rule], ids: list[str] | None, game: str) -> list[Rule]:
    if not ids:
        return every
    from difflib import get_close_matches

    from ledger.kernel.errors import Malformed

    by_id = {rule.id.upper(): rule for rule in every}
    for one in ids:
        if one.upper() not in by_id:
            near = get_close_matches(one.upper(), by_id, 3, 0.5)
            raise Malformed(
                "{game} has no rule {one!r}",
                hint="similar: {similar}" if near else "all: `ledger rules {game}`",
                similar=", ".join(near),
                game=game,
                one=one,
            )
    return [by_id[one.upper()] for one in ids]


def _claims(game: Game) -> dict[str, int] | None:
    """Return how many tests claim each rule, if the game's package contains that information."""
    import msgspec

    from ledger.kernel.packages import files_of

    path = files_of(game.package).joinpath("claims.json")
    if not path.is_file():
        return None
    return msgspec.json.decode(path.read_bytes(), type=dict[str, int])


def _print_all(
    found: list[Rule], claims: dict[str, int] | None, sources: dict[str, Any], game: str
) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say

    section = None
    for rule in sorted(found, key=_order(found)):
        if rule.section != section:
            section = rule.section
            say(Text(f"\n{section}\n" if section else "", "bold underline"))
        _head(rule, claims)
        say(rule.text, indent=4, wrap=True)
    if sources:
        say(Text(f"\n{t('Sources')}\n", "bold underline"))
    for key, source in sources.items():
        say(Text(f"{key:>6}  ", "dim").append(_source(source), "none"))
    command = f"ledger rules {game} {found[0].id}"
    more = t("One rule with its sources and tests: {command}", command=command)
    say(Text(f"\n{more}", "dim"))


def _order(found: list[Rule]) -> Any:
    """Return a sort key: sections in order of appearance, with the file's order within each."""
    sections = list(dict.fromkeys(rule.section for rule in found))
    return lambda rule: sections.index(rule.section)


def _head(rule: Rule, claims: dict[str, int] | None) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say

    line = Text.assemble((rule.id, "bold cyan"), "  ", (rule.title, "bold"))
    about = [] if rule.kind == "rule" else [tp("kind of rule", rule.kind)]
    about += rule.sources
    tests = _tests(claims, rule)
    if tests is not None:
        about.append(tn("{count} test", "{count} tests", tests))
    if rule.lang != language():
        about.append(t("only in English"))
    say(line.append(f"  ({', '.join(about)})" if about else "", "dim"))


def _print_one(rule: Rule, sources: dict[str, Any], titles: dict[str, str]) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say

    say(rule.text, indent=4, wrap=True)
    for title, lines in (
        (
            t("sources"),
            [f"{key}: {_source(sources.get(key, {}))}" for key in rule.sources] or [t("none")],
        ),
        (t("see"), [f"{id} {titles[id]}" for id in rule.see]),
    ):
        for i, line in enumerate(lines):
            say(Text(f"{'' if i else title:>7}  ", "dim").append(line, "none"), indent=4)
    say("")


def _source(source: dict[str, Any]) -> str:
    parts = [source.get("title"), source.get("publisher"), source.get("year"), source.get("url")]
    return ", ".join(str(part) for part in parts if part)
