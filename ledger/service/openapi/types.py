"""The types that OpenAPI names: bodies of requests and responses, and each game's own types.

Commands, events and views come from the very types that the games read and write. A game's types
start with its name: `OsakaCommand` is one of `OsakaBuyCommand`, `OsakaTakeCommand` and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from inspect import cleandoc
from operator import or_
from typing import Any, get_type_hints

import msgspec

from ledger.kernel.game.game import Game
from ledger.kernel.replay.schema import log_schema
from ledger.protocol import schemas

Json = dict[str, Any]
REF = "#/components/schemas/"
_GENERIC = "Log"
_BODIES = ("Choices", "Done", "Events", "GameGroup", "Legal", "Position")
"""Bodies that contain commands, events or views of the game they name."""


def wire_types(named: Iterable[str]) -> Json:
    """Return the schemas of the bodies with these names."""
    types = [getattr(schemas, name) for name in named if hasattr(schemas, name)]
    _, found = msgspec.json.schema_components(types, ref_template=REF + "{name}")
    return {name: _tidy(schema) for name, schema in found.items()}


def game_types(games: Mapping[str, Game], wire: Json) -> Json:
    """Return the schemas of all commands, events and views of these games.

    A body that contains any of them (`wire` has them all) gets a version for each game, told apart
    by the name of the game.
    """
    out: Json = {}
    every: dict[str, list[str]] = {"Command": [], "Event": [], "View": []}
    bodies: dict[str, Json] = {name: {} for name in ("Move", *_BODIES)}
    for name, game in games.items():
        prefix = name.replace("-", "_").title().replace("_", "")
        found = _commands(game, prefix) | _events(game, prefix) | _view(game, prefix)
        for own in found.keys() - out.keys():
            if own.startswith(prefix):
                found[own]["x-game"] = name
        out |= found
        for kind, names in every.items():
            names.append(prefix + kind)
        own_types = {REF + n: REF + prefix + n for n in (*every, "Move")}
        for body, variants in bodies.items():
            variant = _tidy(wire[body], own_types)
            if body in _BODIES:
                variant["properties"]["game"] = {"const": name}
            out[prefix + body] = {**variant, "x-game": name}
            variants[REF + prefix + body] = name
    about = {
        "Command": "A command of any game that can be played here.",
        "Event": "A line of a log of any game that can be played here.",
        "View": "What a viewer sees of the table, in any game that can be played here.",
    }
    for kind, names in every.items():
        # two games may have a word in common, so this can't be a oneOf
        out[kind] = {"description": about[kind], "anyOf": [{"$ref": REF + n} for n in names]}
    for body in _BODIES:
        out[body] = {"description": wire[body]["description"], **_one_of("game", bodies[body])}
    return out


def _commands(game: Game, prefix: str) -> Json:
    """Return the commands of a game; a seat may leave out its number."""
    template = f"{REF}{prefix}{{name}}Command"
    (union,), found = msgspec.json.schema_components(
        [reduce(or_, game.rules.commands)], ref_template=template
    )
    out = {f"{prefix}{name}Command": _tidy(schema) for name, schema in found.items()}
    for schema in out.values():
        if "seat" in schema.get("required", ()) and "type" in schema["properties"]:
            schema["required"].remove("seat")
            schema["properties"]["seat"]["description"] = "Whose; left out, the token's own seat"
    refs = union.get("anyOf") or [union]
    out[f"{prefix}Command"] = {
        "description": f"A command of {game.meta.title}.",
        **_one_of("type", {ref["$ref"]: _const(out, ref["$ref"], "type") for ref in refs}),
    }
    return out


def _events(game: Game, prefix: str) -> Json:
    """Return the lines of a game's log: each type with its data."""
    own, shared = log_schema(game), log_schema(None)
    names = {
        name: f"{_GENERIC if name in shared['$defs'] else prefix}{name}Data"
        for name in own["$defs"]
    }
    out: Json = {
        names[name]: _tidy(schema, {f"#/$defs/{n}": REF + new for n, new in names.items()})
        for name, schema in own["$defs"].items()
    }
    header = {k: v for k, v in own["properties"].items() if k not in ("type", "data")}
    out["LogLine"] = _tidy(
        {
            "description": "What every line of a log has.",
            "type": "object",
            "properties": header,
            "required": [name for name in own["required"] if name in header],
        }
    )
    lines: dict[str, str] = {}
    for pair in own["oneOf"]:
        kind = pair["properties"]["type"]["const"]
        data = names[pair["properties"]["data"]["$ref"].removeprefix("#/$defs/")]
        line = data.removesuffix("Data") + "Line"
        lines[REF + line] = kind
        out[line] = {
            "allOf": [
                {"$ref": REF + "LogLine"},
                {
                    "type": "object",
                    "properties": {"type": {"const": kind}, "data": {"$ref": REF + data}},
                    "required": ["type", "data"],
                },
            ]
        }
        if about := out[data].get("description"):
            out[line] = {"description": about, **out[line]}
    out[f"{prefix}Event"] = {
        "description": f"A line of a log of {game.meta.title}.",
        **_one_of("type", lines),
    }
    return out


def _view(game: Game, prefix: str) -> Json:
    """Return the schema of what a viewer sees of a game."""
    view = get_type_hints(game.view).get("return", Any)
    (root,), found = msgspec.json.schema_components(
        [view], ref_template=f"{REF}{prefix}{{name}}OnTable"
    )
    out = {f"{prefix}{name}OnTable": _tidy(schema) for name, schema in found.items()}
    top = out.pop(str(root.get("$ref", "")).removeprefix(REF), {})
    about = f"What a viewer sees of {game.meta.title}."
    out[f"{prefix}View"] = {**top, "description": about}
    return out


def _one_of(field: str, refs: Mapping[str, str]) -> Json:
    return {
        "oneOf": [{"$ref": ref} for ref in refs],
        "discriminator": {
            "propertyName": field,
            "mapping": {value: ref for ref, value in refs.items()},
        },
    }


def _const(found: Json, ref: str, field: str) -> str:
    value: str = found[ref.removeprefix(REF)]["properties"][field]["const"]
    return value


def _tidy(schema: Any, renamed: Mapping[str, str] | None = None) -> Any:
    """Rewrite a schema in the form that readers of OpenAPI know best.

    References stand alone, a single choice becomes a constant, docstrings lose their indentation,
    and types get the names that they have in the document.
    """
    if isinstance(schema, list):
        return [_tidy(one, renamed) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(ref := schema.get("$ref"), str):
        return {"$ref": (renamed or {}).get(ref, ref)}
    out = {
        key: _tidy(value, renamed)
        for key, value in schema.items()
        if key != "discriminator" and not (key == "title" and isinstance(value, str))
    }
    if out.get("items") is False:  # a tuple: its length already says this
        del out["items"]
    if out.get("type") == "array" and not out.keys() & {"items", "prefixItems"}:
        out["items"] = {}
    choices = out.get("enum")
    if isinstance(choices, list) and len(choices) == 1:
        out["const"] = out.pop("enum")[0]
    if isinstance(about := out.get("description"), str):
        out["description"] = cleandoc(about)
    return out
