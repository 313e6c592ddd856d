"""JSON Schema for the lines of a log, from the types that read and write them."""

from __future__ import annotations

import json
from inspect import cleandoc
from typing import Any

import msgspec

from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import Header
from ledger.kernel.log.events import GENERIC, Event, fields, tag

_HEADER: dict[str, dict[str, Any]] = {
    "seq": {"minimum": 1, "description": "Number of the line, from 1."},
    "cmd": {"minimum": 0, "description": "Number of the command; 0 is the opening."},
    "more": {"description": "Whether the next line belongs to the same command."},
    "turn": {"minimum": 0, "description": "Number of the turn; 0 during set-up."},
    "by": {"description": "Seat whose command this is, from 1; null for none."},
    "at": {"description": "When, in UTC like 2026-03-01T18:30:00.000Z; null if not recorded."},
    "key": {"description": "Names the command, so that it is not carried out twice."},
    "waived": {"description": "Rules that the table waived for this command."},
    "after": {"description": "The last line before the flush that wrote this group with others."},
    "digest": {
        "pattern": "^[0-9a-f]{32}$",
        "description": "SHA-256, first half, of the digest before and this line up to here.",
    },
}


def render(game: Game | None) -> str:
    """Return the schema as indented JSON."""
    return json.dumps(log_schema(game), indent=2, ensure_ascii=False) + "\n"


def log_schema(game: Game | None) -> dict[str, Any]:
    """Return the schema for a line in a game's log, or in any game's if None."""
    kinds = {*GENERIC, *(game.rules.events if game else ()), *(game.rules.upcasts if game else ())}
    events = sorted(kinds, key=tag)
    _, defs = msgspec.json.schema_components([Header, *events], ref_template="#/$defs/{name}")
    for found in defs.values():
        if "description" in found:  # Python before 3.13 keeps the indentation of a docstring
            found["description"] = cleandoc(found["description"])
    for event in events:
        _name_rules(event, defs[event.__name__]["properties"])
    pairs: list[dict[str, Any]] = [
        {
            "properties": {
                "type": {"const": tag(event)},
                "data": {"$ref": f"#/$defs/{event.__name__}"},
            }
        }
        for event in events
    ]
    if game is None:
        tags = [tag(event) for event in events]
        pairs.append({"properties": {"type": {"not": {"enum": tags}}, "data": {"type": "object"}}})
    header = defs.pop("Header")
    for name, facts in _HEADER.items():
        header["properties"][name] |= facts
    name = "any game" if game is None else f"{game.meta.title} ({game.meta.edition})"
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a log of {name}",
        "type": "object",
        "properties": header["properties"],
        "required": header["required"],
        "additionalProperties": False,
        "oneOf": pairs,
        "$defs": dict(sorted(defs.items())),
    }


def _name_rules(event: type[Event], properties: dict[str, Any]) -> None:
    for field in fields(event):
        if field.rule is not None:
            properties[field.name]["x-rule"] = field.rule
