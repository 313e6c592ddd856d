"""What a game declares: its rules, its box, its results of chance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

import msgspec

from ledger.kernel.boxes.provenance import OWN, Sourced
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import fields
from ledger.testing.lawbook.law import law

from .breach import Breach, InData, InRules, hold, some

DeclaredLaw = Callable[[Game], Iterator[Breach]]
DECLARED: list[DeclaredLaw] = []
"""The laws about a game's declarations."""
_KINDS = ("rule", "ruling", "example")


def declared(checked: DeclaredLaw) -> DeclaredLaw:
    """Register a law about a game's declarations."""

    def test(game: Game) -> None:
        hold(checked(game))

    DECLARED.append(checked)
    return law(test=test)(checked)


@declared
def rules_have_ids_of_their_own_titles_texts_and_known_references(game: Game) -> Iterator[Breach]:
    """Every rule has its own id, a title and a text, and refers only to what exists."""
    rulebook = game.rulebook.data
    rules = rulebook.get("rule", [])
    if not rules:
        yield Breach("rules", "the game has no rules", "at least one rule")
    times = Counter(rule["id"] for rule in rules)
    others = {"see": set(times), "sources": set(rulebook.get("source", {}))}
    for rule in rules:
        id = rule["id"]
        at = (InRules(id),)
        if times[id] > 1:
            yield Breach("rules", f"there are {times[id]} rules {id}", "each id once", at)
        if rule["kind"] not in _KINDS:
            message, expected = f"{id} is a {rule['kind']!r}", f"one of {some(_KINDS)}"
            yield Breach("rules", message, expected, at, new=("check",))
        for name in ("title", "text"):
            if not str(rule.get(name, "")).strip():
                yield Breach("rules", f"{id} has no {name}", f"a {name} for every rule", at)
        for name, known in others.items():
            for other in rule.get(name, ()):
                if other not in known:
                    message = f"{id} names {other} under `{name}`, which isn't there"
                    yield Breach("rules", message, some(known) or f"no `{name}` at all", at)


@declared
def every_table_of_a_built_in_box_says_where_it_comes_from(game: Game) -> Iterator[Breach]:
    """Every table of the standard box says where its numbers come from."""
    books = set(game.rulebook.data.get("source", {}))
    for path, table in _tables(game.boxes.standard):
        if table.provenance.status == OWN.status:
            name = path.partition("[")[0]
            message = f"{path} doesn't say where its numbers come from"
            expected = 'provenance = { status = "fact", source = [] }, or "derived" or "default"'
            line = InData("box.toml", rf"^\s*\[+{re.escape(name)}\]+")
            yield Breach("provenance", message, expected, (line, type(table)))
        for source in table.provenance.source:
            if source not in books:
                message = f"{path} names the source {source!r}"
                line = InData("box.toml", re.escape(source))
                yield Breach("provenance", message, "a [source] of rules.toml", (line,))


def _tables(value: object, path: str = "") -> Iterator[tuple[str, Sourced]]:
    """Yield every table in a box along with its path, such as `fleet.boats[2]`."""
    if isinstance(value, Sourced):
        yield path, value
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _tables(getattr(value, name), f"{path}.{name}".removeprefix("."))
    elif isinstance(value, tuple | list):
        for i, x in enumerate(value):
            yield from _tables(x, f"{path}[{i}]")


@declared
def results_of_chance_have_a_slot(game: Game) -> Iterator[Breach]:
    """Every result of chance has a slot, so that a session can write it down."""
    known = {*game.words.slots, *game.words.inline_slots, *game.words.seat_slots}
    for event in game.rules.events:
        for field in fields(event):
            if field.chance and "{" not in field.chance and field.chance not in known:
                message = (
                    f"{event.__name__}.{field.name} is a result of chance called "
                    f"{field.chance!r}, which nobody can write down"
                )
                expected = f"`slots` with {field.chance!r} in it"
                yield Breach("chance", message, expected, (event,), new=("laws",))
