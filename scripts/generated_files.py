"""Write what follows from the code: schemas, two files of each game, pages of docs/, man page.

`scripts/generate` writes the files, `scripts/generate --check` only says whether one is out of
date (exit code 1). A game's claims.json says how many tests claim each rule, from their marks, and
summary.json has what lists of games show.

`scripts/generate --samples` plays the samples in replays/ anew: after a change of a bot or of the
rules they are other games, so this is done on purpose only.
"""

from __future__ import annotations

import ast
import importlib
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts import ROOT
from scripts.console import arguments

MARKS = ("rule", "example")
SEED = 7


def main() -> int:
    """Write or check every generated file."""
    parser = arguments("generate", __doc__)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="only say what is out of date")
    what.add_argument("--samples", action="store_true", help="play the samples anew")
    options = parser.parse_args()
    if options.samples:
        samples()
        return 0
    stale, failed = [], False
    for path, text in generated():
        if path.exists() and path.read_text("utf-8") == text:
            continue
        stale.append(path.relative_to(ROOT))
        if not options.check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
    if options.check:
        from scripts.catalogues import outdated

        for path in outdated():
            name = path.relative_to(ROOT)
            sys.stdout.write(f"{name} lacks texts, or has too many: run scripts/catalogues\n")
            failed = True
    for name in stale:
        sys.stdout.write(
            f"{name} {'is out of date: run scripts/generate' if options.check else 'written'}\n"
        )
    return 1 if options.check and (stale or failed) else 0


def generated() -> Iterator[tuple[Path, str]]:
    """Yield every generated file and what it should hold."""
    from ledger.kernel.game.summary import FILE
    from ledger.kernel.replay.schema import render
    from scripts.reference_pages import man, pages
    from scripts.sdk_reference import pages as sdk_pages

    yield ROOT / "docs" / "problems.md", problems()
    yield ROOT / "docs" / "operations" / "options.md", serve_options()
    for page, text in (*pages(), *sdk_pages()):
        yield ROOT / "docs" / "reference" / page, text
    yield ROOT / "docs" / "reference" / "ledger.1", man()
    yield ROOT / "schemas" / "log.schema.json", render(None)
    for name, game, folder in games():
        yield ROOT / "schemas" / f"{name}.schema.json", render(game)
        yield folder / "claims.json", json.dumps(claims(name), indent=1) + "\n"
        yield folder / FILE, summary(game)


def problems() -> str:
    """Return the page about every kind of problem that the service answers with."""
    from ledger.protocol.errors import PROBLEMS

    rows = "".join(
        f"| `{kind}` | {found.status} | **{found.title}.** {found.meaning} |\n"
        for kind, found in PROBLEMS.items()
    )
    return (
        "# Problems\n\n"
        "Written by `scripts/generate` from `ledger/protocol/errors.py`: do not edit this page.\n"
        "What the service refuses, it refuses as `application/problem+json`; `api.md` tells more.\n"
        f"\n| kind | status | what it means |\n|---|---|---|\n{rows}"
    )


def serve_options() -> str:
    """Return the table of all options of `ledger serve`, in their three forms."""
    from typer.main import get_command

    from ledger.cli.app import app
    from ledger.cli.files.serve_config import settings

    rows = [
        "| option | environment | in the file | built in | what it is |",
        "|---|---|---|---|---|",
    ]
    command = get_command(app).get_command(None, "serve")  # type: ignore[attr-defined]
    for s in settings(command):
        word = {int: "N", float: "N", bool: "true"}.get(s.kind, '"…"')
        written = f"{s.key} = [{word}, …]" if s.many else f"{s.key} = {word}"
        default = "" if s.default is None else f"`{s.default}`"
        forms = f"`{s.option}` | `{s.variable}` | `{written}`"
        rows.append(f"| {forms} | {default} | {s.help} |")
    text = "\n".join(rows)
    return f"# Options of `ledger serve`\n\nWritten by `scripts/generate`.\n\n{text}\n"


def games() -> Iterator[tuple[str, Any, Path]]:
    """Yield our own games: name, game, and the folder of its package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for name, where in sorted(project["entry-points"]["ledger.games"].items()):
        module, _, attribute = where.partition(":")
        home = importlib.import_module(module)
        yield name, getattr(home, attribute), Path(home.__file__ or "").parent


def summary(game: Any) -> str:
    """Return what lists of games show of a game."""
    import msgspec

    from ledger.kernel.boxes.provenance import count_statuses
    from ledger.kernel.game.summary import Summary

    statuses = dict(sorted(count_statuses(game.boxes.standard).items()))
    found = Summary(meta=game.meta, bots=tuple(game.bots), tables=statuses)
    return msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"


def samples() -> None:
    """Play one game for each number of players, and write the first as a session too."""

    def ledger(*args: object) -> None:
        command = [sys.executable, "-m", "ledger.cli", *map(str, args)]
        subprocess.run(command, check=True, cwd=ROOT)

    when = ("--seed", SEED, "--start", "2026-03-01T18:00:00Z")
    for name, game, _ in games():
        for players in game.meta.players:
            with tempfile.TemporaryDirectory() as folder:
                ledger("simulate", name, "--players", players, *when, "--out", folder)
                played = Path(folder) / f"{name}-{players}p-{SEED}-0001.jsonl"
                shutil.copyfile(played, ROOT / "replays" / f"{name}-{players}p.jsonl")
        first = ROOT / "replays" / f"{name}-{game.meta.players[0]}p.jsonl"
        session = ("--to", "session", "--out", first.with_suffix(".session"), "--force")
        ledger("export", first, *session)


def claims(game: str) -> dict[str, int]:
    """Return how many tests claim each rule or example of a game."""
    out: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests" / "games" / game).rglob("test_*.py")):
        where = path.relative_to(ROOT).as_posix()
        for id_, test in marked(ast.parse(path.read_text("utf-8")).body):
            out.setdefault(id_, set()).add(f"{where}::{test}")
    return {id_: len(tests) for id_, tests in sorted(out.items())}


def marked(
    body: list[ast.stmt], prefix: str = "", inherited: list[str] | None = None
) -> Iterator[tuple[str, str]]:
    """Yield (rule id, test) for every test of a module or class, with inherited marks."""
    every = [*(inherited or []), *(x for node in body if _is_pytestmark(node) for x in ids(node))]
    for node in body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        own = [*every, *(x for decorator in node.decorator_list for x in ids(decorator))]
        if isinstance(node, ast.ClassDef):
            if node.name.startswith("Test"):
                yield from marked(node.body, f"{prefix}{node.name}::", own)
        elif node.name.startswith("test"):
            yield from ((id_, prefix + node.name) for id_ in own)


def ids(node: ast.AST) -> Iterator[str]:
    """Yield the ids that marks inside a node name, also those of single parameters."""
    for call in ast.walk(node):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr in MARKS
            and isinstance(call.func.value, ast.Attribute)
            and call.func.value.attr == "mark"
        ):
            for arg in call.args:
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                    yield arg.value


def _is_pytestmark(node: ast.stmt) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in targets)


if __name__ == "__main__":
    sys.exit(main())
