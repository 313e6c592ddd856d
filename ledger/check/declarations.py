"""Mistakes that can be found without playing: in events, rules, boxes, results of chance."""

from __future__ import annotations

import ast
import importlib
import random
import re
import sys
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType

from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Event
from ledger.kernel.rules.command import Command
from ledger.kernel.rules.moves import Move
from ledger.testing.catalogues.texts import texts_of, untranslated
from ledger.testing.lawbook.checked.breach import Breach, InRules, some, unknown_rule
from ledger.testing.lawbook.checked.declared import DECLARED

from .findings import Findings
from .sources import Location, Sources, decorated

_RULE_FIRST = ("need", "must", "rule")
"""The functions whose first argument is the id of a rule."""


def check_declarations(game: Game, sources: Sources, findings: Findings) -> None:
    """Add everything that is wrong with a game's declarations to the findings."""
    findings.add(_moves_left_out(game, sources))
    findings.add(_events_without_a_fold(game))
    findings.add(_unknown_rules(game, sources))
    findings.add(_rules_without_a_title(game))
    findings.add(_chance_and_clocks_of_its_own(game, sources))
    findings.add(_texts_without_a_translation(game))
    for law in DECLARED:
        findings.add(law(game))


def _moves_left_out(game: Game, sources: Sources) -> Iterator[Breach]:
    """Yield moves that the game doesn't list, and commands that no move decides."""
    named = set(game.rules.moves)
    forgotten = [move for move in _own_moves(game) if move.function not in named]
    for move in forgotten:
        name, command = move.function.__name__, move.command.__name__
        message = f"{name} decides {command}, but isn't among the game's moves"
        yield Breach("move", message, f"`Rules(moves=(…, {name}))`", (move.function,))
    for file, tree in sources.left_out.items():
        for function, _ in decorated(tree, "move"):
            name = function.name
            message = f"{name} isn't among the game's moves: nothing imports this file"
            at = (Location(file, function.lineno),)
            yield Breach("move", message, f"`Rules(moves=(…, {name}))`", at)
    decided = {*game.rules.commands, *(move.command for move in forgotten)}
    for kind in _own_classes(game, Command):
        if kind not in decided and not kind.__subclasses__():
            name = kind.__name__
            expected = f"a function with `@move({name}, …)` above it, among the game's moves"
            yield Breach("move", f"no move decides {name}", expected, (kind,))


def _own_moves(game: Game) -> Iterator[Move]:
    """Yield the moves that the game's modules declare."""
    for module in _own_modules(game):
        for function in vars(module).values():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                move = function.__dict__.get("move")
                if isinstance(move, Move):
                    yield move


def _events_without_a_fold(game: Game) -> Iterator[Breach]:
    known = {*game.rules.events, *game.rules.upcasts}
    for kind in _own_classes(game, Event):
        if kind not in known and not kind.__subclasses__():
            name = kind.__name__
            expected = f"`@FOLDS.on({name})` above `def …(s: State, x: {name})`, or an upcast of it"
            message = f"no fold applies {name} to the position"
            yield Breach("fold", message, expected, (kind,))


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


def _unknown_rules(game: Game, sources: Sources) -> Iterator[Breach]:
    known = set(game.rulebook.ids)
    for id, location in (*_named(sources), *_looks_like_a_rule(sources, known)):
        yield from unknown_rule(game, id, location)


def _rules_without_a_title(game: Game) -> Iterator[Breach]:
    """Yield paragraphs of the docstring that begin like a rule and aren't one."""
    home = sys.modules.get(game.package)
    if home is None or "source" in game.rulebook.data:
        return
    for part in re.split(r"\n\s*\n", home.__doc__ or ""):
        found = re.match(r"\s*((?:A-)?[A-Z][A-Z0-9]*-(?:A|G)?\d+)\b", part)
        if found and found[1] not in game.rulebook.ids:
            message = f"{found[1]} is no rule yet: a colon ends its title"
            yield Breach("rules", message, f"`{found[1]} Title: text`", (InRules(found[1]),))


def _texts_without_a_translation(game: Game) -> Iterator[Breach]:
    """Yield a warning for each language in which a game isn't wholly translated."""
    texts, name = texts_of(game), game.meta.name
    for lang in texts.translations:
        count, left = untranslated(game, lang)
        if left:
            file = texts.file("locale", lang, "LC_MESSAGES", f"{texts.domain}.po")
            message = (
                f"{len(left)} of {count} texts aren't translated: {some(left)}; "
                f"`ledger texts {name}` collects them"
            )
            at = (Location(str(file), 1),)
            yield Breach("texts", message, "a translation of each text", at, warns=True)


_OWN = {"random", "time", "datetime", "secrets", "uuid"}
_SEEDED = {"random.Random", "datetime.timedelta", "datetime.datetime.fromisoformat"}


def _chance_and_clocks_of_its_own(game: Game, sources: Sources) -> Iterator[Breach]:
    """Yield calls in functions that ask Python for chance or for the time."""
    homes = {getattr(m, "__file__", ""): m for m in _own_modules(game)}
    for file, function in sources.nodes(ast.FunctionDef):
        known = {**vars(homes[file])} if file in homes else {}
        known |= _imported_inside(function)
        for call in (x for x in ast.walk(function) if isinstance(x, ast.Call)):
            asked = _asked_of_python(call.func, known)
            if asked:
                message = f"`{function.name}` calls {asked}, which no log can repeat"
                expected = (
                    "`d.draw`, `d.seen` or `d.roll` in a move, the `rng` that bots and "
                    "`sample` are given, and no clock"
                )
                yield Breach(
                    "random", message, expected, (Location(file, call.lineno),), new=("check",)
                )


def _imported_inside(function: ast.FunctionDef) -> dict[str, object]:
    """Return what a function imports itself of the modules that give chance or the time."""
    found: dict[str, object] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.name in _OWN:
                    found[name.asname or name.name] = importlib.import_module(name.name)
        elif isinstance(node, ast.ImportFrom) and node.module in _OWN:
            module = importlib.import_module(node.module)
            for name in node.names:
                found[name.asname or name.name] = getattr(module, name.name, None)
    return found


def _asked_of_python(function: ast.expr, known: Mapping[str, object]) -> str:
    """Return what is called, if it gives chance or the time: `random.random`; "" if not."""
    names: list[str] = []
    while isinstance(function, ast.Attribute):
        names.insert(0, function.attr)
        function = function.value
    if not isinstance(function, ast.Name):
        return ""
    found = known.get(function.id)
    for name in names:
        found = getattr(found, name, None)
    module = getattr(found, "__module__", None) or type(found).__module__
    owner = getattr(found, "__self__", None)
    if isinstance(owner, random.Random):
        module = "random" if owner is getattr(random, "_inst", None) else ""
    elif isinstance(owner, type):
        module = owner.__module__
    called = ".".join([function.id, *names])
    full = f"{module}.{getattr(found, '__qualname__', '')}"
    return called if module in _OWN and callable(found) and full not in _SEEDED else ""


def _named(sources: Sources) -> Iterator[tuple[str, Location]]:
    """Yield the strings that are passed where the id of a rule belongs."""
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
    for file, keyword in sources.nodes(ast.keyword):
        if keyword.arg in ("rule", "seat_rule"):
            yield from _text(file, [keyword.value])
        if keyword.arg == "ranked_by":
            yield from _text(file, getattr(keyword.value, "elts", []))


def _text(file: str, values: list[ast.expr]) -> Iterator[tuple[str, Location]]:
    for value in values:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value, Location(file, value.lineno)


def _looks_like_a_rule(sources: Sources, known: set[str]) -> Iterator[tuple[str, Location]]:
    """Yield strings anywhere in the code that begin like this game's rule ids."""
    heads = {id.rpartition("-")[0] for id in known} - {""}
    for location, text in sources.texts():
        head, _, number = text.rpartition("-")
        if head in heads and re.fullmatch(r"[A-Z]?\d+[a-z]?", number):
            yield text, location
