"""Falsify the rules one by one and see whether the tests that claim them notice.

A mutant changes one place of a game's rules: a `need` that never refuses, an event field with
a wrong value, a comparison, number or step in a function, a number in the box. It belongs to
the rule ids named on its line, else in its function's docstring, else in the event field's type.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

from scripts import ROOT
from scripts.console import arguments

if TYPE_CHECKING:
    from rich.console import Console

    from ledger.kernel.game.interface import Game

FLIP: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


class Mutant(NamedTuple):
    """One falsification: its name, the ids it belongs to, and how to bring it about."""

    name: str
    ids: tuple[str, ...]
    file: str | None = None
    text: str | None = None
    env: str | None = None


def claims(tests: Path) -> dict[str, list[str]]:
    """Return id -> the tests that claim it."""
    out: dict[str, list[str]] = defaultdict(list)
    for path in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith(
                        ("mark.rule", "mark.example")
                    ):
                        for arg in mark.args:
                            if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                                where = path.relative_to(ROOT).as_posix()
                                out[arg.value].append(f"{where}::{node.name}")
    return out


def ids_in(text: str, known: set[str]) -> tuple[str, ...]:
    """Return the rule ids that a text names; `OSA-13 to OSA-17` names those between."""
    found = [m.group() for m in re.finditer(r"(?:[A-Z]-)?[A-Z]{3}-[A-Z]?\d+", text)]
    for a, b in re.findall(r"([A-Z]{3}-\d+) to ([A-Z]{3}-\d+)", text):
        stem, lo = a.rsplit("-", 1)
        hi = b.rsplit("-", 1)[1]
        found += [f"{stem}-{n:02d}" for n in range(int(lo), int(hi) + 1)]
    return tuple(x for x in dict.fromkeys(found) if x in known)


def source_mutants(path: Path, home: Path, known: set[str]) -> list[Mutant]:
    """Return the mutants of one module."""
    text, where = path.read_text("utf-8"), path.relative_to(home).as_posix()
    lines = text.splitlines()
    tree = ast.parse(text)
    out: list[Mutant] = []
    for func in [n for n in tree.body if isinstance(n, ast.FunctionDef)]:
        doc = ids_in(ast.get_docstring(func) or "", known)
        if not doc and not ids_in("\n".join(lines[func.lineno : func.end_lineno]), known):
            continue
        for node in [n for n in ast.walk(func) if isinstance(n, ast.expr | ast.stmt)]:
            for label, new in variants(node) + returns(func, node):
                line = lines[node.lineno - 1]
                ids = ids_in(line, known) or doc
                if not ids:
                    continue
                name = f"{where}:{node.lineno} {func.name}: {label}"
                out.append(Mutant(name, ids, where, splice(text, node, new)))
    return out


def variants(node: ast.AST) -> list[tuple[str, str]]:
    """Return the falsifications of one node as source text."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        flipped = ast.Compare(node.left, [FLIP[type(node.ops[0])]()], node.comparators)
        return [(f"{ast.unparse(node)} -> {ast.unparse(flipped)}", f"({ast.unparse(flipped)})")]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        flipped_op = ast.unparse(ast.BinOp(node.left, op, node.right))
        return [(f"{ast.unparse(node)} -> {flipped_op}", f"({flipped_op})")]
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("min", "max"):
        other = "max" if ast.unparse(node.func) == "min" else "min"
        args = ", ".join(map(ast.unparse, node.args))
        return [(f"{ast.unparse(node)} -> {other}", f"{other}({args})")]
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value:
        return [(f"{node.value} -> {node.value + 1}", str(node.value + 1))]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = ast.unparse(node.value)
        if called.startswith(("d.need", "d.must")):
            return []  # waived instead
        return [(f"without {called[:60]}", "pass")]
    if isinstance(node, ast.AugAssign):
        return [(f"without {ast.unparse(node)}", "pass")]
    return []


def returns(func: ast.FunctionDef, node: ast.AST) -> list[tuple[str, str]]:
    """Return a wrong result in the place of a right one."""
    if not isinstance(node, ast.Return) or node.value is None or func.returns is None:
        return []
    value = ast.unparse(node.value)
    wrong = {"bool": f"not ({value})", "int": f"({value}) + 1", "list[str]": f"({value})[1:]"}
    wrong["list[int]"] = wrong["list[str]"]
    kind = ast.unparse(func.returns)
    return (
        [(f"return {value[:40]} -> wrong {kind}", f"return {wrong[kind]}")] if kind in wrong else []
    )


def splice(text: str, node: ast.expr | ast.stmt, new: str) -> str:
    """Put new source in the place of a node."""
    lines = text.splitlines(keepends=True)
    start, end = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    a = lines[start].encode()[: node.col_offset].decode()
    b = lines[end].encode()[node.end_col_offset :].decode()
    return "".join(lines[:start]) + a + new + b + "".join(lines[end + 1 :])


def box_mutants(game: Game, path: Path, known: set[str]) -> list[Mutant]:
    """Return mutants of the numbers in the box; a comment on the line names the rules."""
    out = []
    for n, line in enumerate(path.read_text("utf-8").splitlines()):
        ids = ids_in(line.partition("#")[2], known)
        for m in (
            re.finditer(r"(?<== )\d+|(?<=[\[,] )\d+|(?<=\[)\d+", line.partition("#")[0])
            if ids
            else ()
        ):
            lines = path.read_text("utf-8").splitlines()
            lines[n] = line[: m.start()] + str(int(m.group()) + 1) + line[m.end() :]
            name = f"box.toml:{n + 1} {line.partition('#')[0].strip()[:50]} @{m.start()}"
            out.append(Mutant(name, ids, "box.toml", "\n".join(lines) + "\n"))
    return out


def all_mutants(game: Game, home: Path, known: set[str]) -> list[Mutant]:
    """Return every mutant of a game."""
    from ledger.kernel.log.events import fields

    out: list[Mutant] = []
    source = "\n".join(p.read_text("utf-8") for p in home.rglob("*.py"))
    for rule in sorted(set(re.findall(r'd\.(?:need|must)\(\s*"([^"]+)"', source))):
        out.append(Mutant(f"waive {rule}", (rule,), env=f"waive:{rule}"))
    for event in game.events:
        for f in fields(event):
            if f.rule and not f.chance:
                name = f"{event.__name__}.{f.name}"
                out.append(Mutant(f"falsify {name}", (f.rule,), env=f"field:{name}"))
    for module in sorted(home.rglob("*.py")):
        out += source_mutants(module, home, known)
    return out + box_mutants(game, home / "box.toml", known)


def run(mutant: Mutant, tree: Path, package: str, tests: list[str]) -> bool:
    """Return whether the tests noticed."""
    target = tree / package.replace(".", "/") / (mutant.file or "box.toml")
    before = target.read_text("utf-8")
    env = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    env["LEDGER_MUTATE"] = mutant.env or ""
    if mutant.text is not None:
        target.write_text(mutant.text, "utf-8")
    try:
        done = subprocess.run(
            # -P and pythonpath: the mutated copy comes before the folder we stand in
            [
                *(sys.executable, "-P", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"),
                *("-o", f"pythonpath={tree}"),
                *tests,
            ],
            cwd=ROOT,
            env=env,
            capture_output=True,
            timeout=600,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(before, "utf-8")
    return done.returncode == 1 or done.returncode == 2


def main() -> int:
    """Run the campaign and print its figures."""
    parser = arguments("mutate-rules", __doc__)
    parser.add_argument("--game", default="osaka")
    parser.add_argument("--rule", action="append", help="only mutants of these ids")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()

    from rich.console import Console
    from rich.progress import Progress

    from ledger.kernel.game.registry import find_game

    game, console = find_game(args.game), Console()
    home = ROOT / game.package.replace(".", "/")
    known = {r["id"] for r in game.rules()["rule"]}
    examples = sorted(r["id"] for r in game.rules()["rule"] if r["kind"] == "example")
    claimed = claims(ROOT / "tests" / "games" / args.game)
    excused = survivors_file(args.game)
    mutants = all_mutants(game, home, known)
    if args.rule:
        mutants = [m for m in mutants if set(m.ids) & set(args.rule)]
        examples = [x for x in examples if x in args.rule]
    trees: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory() as tmp:
        for i in range(args.jobs):
            trees.put(Path(shutil.copytree(ROOT / "ledger", Path(tmp) / str(i) / "ledger")).parent)

        broken = Mutant("a game that cannot be loaded", (), "game.py", "raise SystemError\n")
        if not run(broken, Path(tmp) / "0", game.package, [f"tests/games/{args.game}"]):
            console.print("the tests don't notice a broken game: they test another copy of it")
            return 2

        def test(m: Mutant) -> tuple[Mutant, bool]:
            tree = trees.get()
            try:
                tests = sorted({t for x in m.ids for t in claimed.get(x, [])})
                noticed = bool(tests) and run(m, tree, game.package, tests)
                whole = [f"tests/games/{args.game}", "-k", "not bots and not board and not words"]
                return m, noticed or run(m, tree, game.package, whole)
            finally:
                trees.put(tree)

        def bites(example: str) -> tuple[str, str | None]:
            tree = trees.get()
            try:
                tests = claimed.get(example, [])
                wrong = (m for m in mutants if run(m, tree, game.package, tests))
                return example, next(wrong).name if tests else None
            except StopIteration:
                return example, None
            finally:
                trees.put(tree)

        with Progress(console=console) as bar, ThreadPoolExecutor(args.jobs) as pool:
            task = bar.add_task("mutants", total=len(mutants) + len(examples))
            results, blunt = [], []
            for result in pool.map(test, mutants):
                results.append(result)
                if not result[1]:
                    bar.console.print(f"survived: {result[0].name}", markup=False)
                bar.advance(task)
            for example, noticed in pool.map(bites, examples):
                blunt += [] if noticed else [example]
                bar.advance(task)
    console.print(f"examples that notice no mutant: {', '.join(blunt) or 'none'}", markup=False)
    return report(console, results, known - set(examples), claimed, excused) or bool(blunt)


def survivors_file(game: str) -> dict[str, str]:
    """Return the survivors that are known, with the reason of each."""
    path = ROOT / "tests" / "games" / game / "survivors.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def report(
    console: Console,
    results: list[tuple[Mutant, bool]],
    known: set[str],
    claimed: dict[str, list[str]],
    excused: dict[str, str],
) -> int:
    """Print survivors and the rules nothing falsified."""
    alive = [m for m, noticed in results if not noticed]
    new = [m for m in alive if _key(m) not in excused]
    touched = {x for m, noticed in results if noticed for x in m.ids}
    for m in alive:
        reason = excused.get(_key(m), "NOT EXCUSED")
        console.print(f"survivor {m.name} ({', '.join(m.ids)}): {reason}", markup=False)
    silent = sorted(known - touched)
    console.print(f"{len(results)} mutants, {len(results) - len(alive)} noticed", markup=False)
    console.print(f"{len(alive)} survived, {len(new)} of them without a reason", markup=False)
    console.print(f"ids with no mutant noticed: {', '.join(silent) or 'none'}", markup=False)
    console.print(f"ids without a claiming test: {sorted(known - set(claimed)) or 'none'}")
    return 1 if new or known - set(claimed) else 0


def _key(m: Mutant) -> str:
    """A mutant's name without its line number, so that reasons survive edits elsewhere."""
    return re.sub(r":\d+ ", " ", m.name, count=1)


if __name__ == "__main__":
    sys.exit(main())
