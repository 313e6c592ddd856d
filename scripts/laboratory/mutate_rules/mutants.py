"""Which mutants there are, and which tests claim the rules they belong to.

A mutant changes one place of a game's rules: a `need` that never refuses, an event field with
a wrong value, a comparison, number or step in a function, a number in the box. It belongs to
the rule ids named on its line, else in its function's docstring, else in the event field's type;
one that names none is a mutant only where everything is a rule.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from scripts import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from .subject import Subject

ALL_RULES = ("rules/", "evolve.py", "setup.py")
"""Where everything is a rule, whether or not its id is named."""

BOTS = {"Bot", "Rater", "ThinkingBot"}
"""How a bot chooses is no rule."""

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
    """One falsification: its name, the ids it belongs to, and how to bring it about.

    The name holds no line number, so that reasons and results survive edits elsewhere. Either
    `text` stands in the place of a file, or `env` tells tests/conftest.py what to falsify.
    """

    name: str
    ids: tuple[str, ...]
    file: str = ""
    place: str = ""
    text: str = ""
    env: str = ""

    @property
    def change(self) -> str:
        """What tells this change from another of the same name."""
        return sha256((self.text + self.env).encode()).hexdigest()[:8]


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


def source_mutants(path: Path, subject: Subject, known: set[str]) -> list[Mutant]:
    """Return the mutants of one module."""
    home = subject.home
    text, where = path.read_text("utf-8"), path.relative_to(home).as_posix()
    lines = text.splitlines()
    out: list[Mutant] = []
    everything = subject.is_example or where.startswith(ALL_RULES)
    for name, func in functions(ast.parse(text)):
        if subject.is_example and "SceneBuilder" in ast.unparse(func.args):
            continue
        doc = ids_in(ast.get_docstring(func) or "", known)
        for node in [n for n in ast.walk(func) if isinstance(n, ast.expr | ast.stmt)]:
            ids = ids_in(lines[node.lineno - 1], known) or doc
            if ids or everything:
                place = f"{where}:{node.lineno}:{node.col_offset + 1}"
                for label, new in variants(node) + returns(func, node):
                    changed = splice(text, node, new)
                    out.append(Mutant(f"{where} {name}: {label}", ids, where, place, changed))
    return out


def functions(tree: ast.Module) -> list[tuple[str, ast.FunctionDef]]:
    """Return the functions and methods of a module by name, but for those of bots."""
    out = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            out.append((node.name, node))
        elif isinstance(node, ast.ClassDef) and not BOTS.intersection(map(_name, node.bases)):
            inner = [n for n in node.body if isinstance(n, ast.FunctionDef)]
            out += [(f"{node.name}.{n.name}", n) for n in inner]
    return out


def _name(base: ast.expr) -> str:
    return ast.unparse(base).partition("[")[0]


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
    if kind not in wrong or value == "[]":
        return []
    return [(f"return {value[:40]} -> wrong {kind}", f"return {wrong[kind]}")]


def splice(text: str, node: ast.expr | ast.stmt, new: str) -> str:
    """Put new source in the place of a node."""
    lines = text.splitlines(keepends=True)
    start, end = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    a = lines[start].encode()[: node.col_offset].decode()
    b = lines[end].encode()[node.end_col_offset :].decode()
    return "".join(lines[:start]) + a + new + b + "".join(lines[end + 1 :])


def box_mutants(path: Path, known: set[str]) -> list[Mutant]:
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
            name = f"box.toml {line.partition('#')[0].strip()[:50]} @{m.start()}"
            place = f"box.toml:{n + 1}:{m.start() + 1}"
            out.append(Mutant(name, ids, "box.toml", place, "\n".join(lines) + "\n"))
    return out


def all_mutants(subject: Subject, known: set[str]) -> list[Mutant]:
    """Return every mutant of a game."""
    from ledger.kernel.log.events import fields

    out: list[Mutant] = []
    source = "\n".join(p.read_text("utf-8") for p in subject.modules)
    for rule in sorted(set(re.findall(r'd\.(?:need|must)\(\s*"([^"]+)"', source))):
        out.append(Mutant(f"waive {rule}", (rule,), env=f"waive:{rule}"))
    for event in subject.game.rules.events:
        for f in fields(event):
            if f.rule and not f.chance:
                name = f"{event.__name__}.{f.name}"
                out.append(Mutant(f"falsify {name}", (f.rule,), env=f"field:{name}"))
    for module in subject.modules:
        out += source_mutants(module, subject, known)
    box = subject.home / "box.toml"
    return numbered(out + (box_mutants(box, known) if box.is_file() else []))


def numbered(mutants: list[Mutant]) -> list[Mutant]:
    """Tell mutants of one name apart: the second is called `… (2)`."""
    seen: Counter[str] = Counter()
    out = []
    for m in mutants:
        seen[m.name] += 1
        out.append(m._replace(name=f"{m.name} ({seen[m.name]})") if seen[m.name] > 1 else m)
    return out
