"""What can be seen without playing: events, rules, boxes, results of chance."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from types import FunctionType, ModuleType

import msgspec

from ledger.kernel.boxes.provenance import OWN, Sourced
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Event, fields
from ledger.kernel.rules.command import Command
from ledger.kernel.rules.moves import Move

from .findings import Findings, Place
from .sources import Sources, decorated

_RULE_FIRST = ("need", "must", "rule")
"""Calls whose first argument is the id of a rule."""


def check_declarations(game: Game, sources: Sources, findings: Findings) -> None:
    """Look at everything that a game declares."""
    _check_moves(game, sources, findings)
    _check_events(game, sources, findings)
    _check_rulebook(game, sources, findings)
    _check_rule_ids(game, sources, findings)
    _check_box(game, sources, findings)
    _check_slots(game, sources, findings)


def _check_moves(game: Game, sources: Sources, findings: Findings) -> None:
    """Find moves that the game doesn't name, and commands that no move decides."""
    named = set(game.rules.moves)
    forgotten = [move for move in _own_moves(game) if move.function not in named]
    for move in forgotten:
        name, command = move.function.__name__, move.command.__name__
        what = f"{name} decides {command}, but isn't among the game's moves"
        place = sources.of_function(move.function)
        findings.add("move", place, what, f"`Rules(moves=(…, {name}))`")
    for file, tree in sources.left_out.items():
        for function, _ in decorated(tree, "move"):
            what = f"{function.name} isn't among the game's moves: nothing imports this file"
            place = Place(file, function.lineno)
            findings.add("move", place, what, f"`Rules(moves=(…, {function.name}))`")
    decided = {*game.rules.commands, *(move.command for move in forgotten)}
    for kind in _own_classes(game, Command):
        if kind not in decided and not kind.__subclasses__():
            name = kind.__name__
            expected = f"a function with `@move({name}, …)` above it, among the game's moves"
            findings.add("move", sources.of_class(kind), f"no move decides {name}", expected)


def _own_moves(game: Game) -> Iterator[Move]:
    """Yield what is declared above the functions of a game's modules."""
    for module in _own_modules(game):
        for function in vars(module).values():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                move = function.__dict__.get("move")
                if isinstance(move, Move):
                    yield move


def _check_events(game: Game, sources: Sources, findings: Findings) -> None:
    known = {*game.rules.events, *game.rules.upcasts}
    for kind in _own_classes(game, Event):
        if kind not in known and not kind.__subclasses__():
            name = kind.__name__
            expected = f"`@FOLDS.on({name})` above `def …(s: State, x: {name})`, or an upcast of it"
            what = f"no fold applies {name} to the position"
            findings.add("fold", sources.of_class(kind), what, expected)


def _own_modules(game: Game) -> list[ModuleType]:
    package = game.package
    return [
        module
        for name, module in list(sys.modules.items())
        if name == package or name.startswith(f"{package}.")
    ]


def _own_classes(game: Game, base: type) -> Iterator[type]:
    seen = set[type]()
    for module in _own_modules(game):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, base) and kind not in seen:
                seen.add(kind)
                if kind.__module__ == module.__name__:
                    yield kind


def _check_rulebook(game: Game, sources: Sources, findings: Findings) -> None:
    rulebook = game.rulebook.data
    rules = rulebook.get("rule", [])
    known, books = {rule["id"] for rule in rules}, set(rulebook.get("source", {}))
    if not rules:
        findings.add("rules", sources.game_place, "the game has no rules", "at least one rule")
    times = Counter(rule["id"] for rule in rules)
    for rule in rules:
        id = rule["id"]
        place = _rule_place(sources, id)
        if times[id] > 1:
            findings.add("rules", place, f"{id} stands there {times[id]} times", "each id once")
        for name in ("title", "text"):
            if not str(rule.get(name, "")).strip():
                findings.add("rules", place, f"{id} has no {name}", f"a {name} for every rule")
        for name, there in (("see", known), ("sources", books)):
            for other in rule.get(name, ()):
                if other not in there:
                    what = f"{id} names {other} under `{name}`, which isn't there"
                    findings.add("rules", place, what, _some(there) or f"no `{name}` at all")


def _rule_place(sources: Sources, id: str) -> Place:
    found = sources.of_data("rules.toml", rf'^\s*id\s*=\s*"{re.escape(id)}"')
    if found is None:  # in the docstring
        for file, tree in sources.files.items():
            text = ast.get_docstring(tree, clean=False) or ""
            for n, line in enumerate(text.splitlines(), 1):
                if re.match(rf"\s*{re.escape(id)}\b", line):
                    return Place(file, n)
    return found or sources.game_place


def _check_rule_ids(game: Game, sources: Sources, findings: Findings) -> None:
    known = set(game.rulebook.ids)
    for id, place in (*_named(sources), *_looks_like_a_rule(sources, known)):
        if id not in known:
            findings.add("rule id", place, f"there is no rule {id!r}", f"one of {_some(known)}")


def _named(sources: Sources) -> Iterator[tuple[str, Place]]:
    """Yield what stands where the id of a rule belongs."""
    for file, call in sources.calls(*_RULE_FIRST):
        yield from _text(file, call.args[:1])
    for file, tree in sources.files.items():
        for _, call in decorated(tree, "move"):
            yield from _text(file, call.args[:2])  # 0.2 named the rule first
    for file, call in sources.calls("Question"):
        yield from _text(file, call.args[2:3])
    for file, call in sources.calls("Questions"):
        for asks in call.args[:1]:
            yield from _text(file, asks.values if isinstance(asks, ast.Dict) else [])
    for file, tree in sources.files.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg in ("rule", "seat_rule"):
                yield from _text(file, [node.value])
            if isinstance(node, ast.keyword) and node.arg == "ranked_by":
                yield from _text(file, getattr(node.value, "elts", []))


def _text(file: str, values: list[ast.expr]) -> Iterator[tuple[str, Place]]:
    for value in values:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value, Place(file, value.lineno)


def _looks_like_a_rule(sources: Sources, known: set[str]) -> Iterator[tuple[str, Place]]:
    """Yield texts that begin like the ids of this game, wherever they stand."""
    heads = {id.rpartition("-")[0] for id in known} - {""}
    for place, text in sources.texts():
        head, _, number = text.rpartition("-")
        if head in heads and re.fullmatch(r"[A-Z]?\d+[a-z]?", number):
            yield text, place


def _check_box(game: Game, sources: Sources, findings: Findings) -> None:
    expected = 'provenance = { status = "fact", source = [] }, or "derived" or "default"'
    for path, table in _tables(game.boxes.standard):
        if table.provenance == OWN:
            name = path.removeprefix("box.").partition("[")[0]
            place = sources.of_data("box.toml", rf"^\s*\[+{re.escape(name)}\]+")
            what = f"{path.removeprefix('box.')} doesn't say where its numbers come from"
            findings.add("provenance", place or sources.of_class(type(table)), what, expected)
    books = set(game.rulebook.data.get("source", {}))
    for path, table in _tables(game.boxes.standard):
        for source in table.provenance.source:
            if source not in books:
                what = f"{path.removeprefix('box.')} names the source {source!r}"
                place = sources.of_data("box.toml", re.escape(source)) or sources.game_place
                findings.add("provenance", place, what, "a [source] of rules.toml")


def _tables(value: object, path: str = "box") -> Iterator[tuple[str, Sourced]]:
    if isinstance(value, Sourced):
        yield path, value
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _tables(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, tuple | list):
        for i, x in enumerate(value):
            yield from _tables(x, f"{path}[{i}]")


def _check_slots(game: Game, sources: Sources, findings: Findings) -> None:
    known = {*game.words.slots, *game.words.inline_slots, *game.words.seat_slots}
    for event in game.rules.events:
        for field in fields(event):
            if field.chance and "{" not in field.chance and field.chance not in known:
                findings.add(
                    "chance",
                    sources.of_class(event),
                    f"{event.__name__}.{field.name} is a result of chance called "
                    f"{field.chance!r}, which nobody can write down",
                    f"`slots` with {field.chance!r} in it",
                )


def _some(names: set[str]) -> str:
    found = sorted(names)
    return ", ".join(found[:8]) + (", …" if len(found) > 8 else "")
