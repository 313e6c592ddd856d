"""Typed columns from msgspec types: one view for each event type of each game."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from ledger.index.schema import Column, SqlTable
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import GENERIC, Event, tag

HEADER = ("game_id", "seq", "move", "turn", "actor", "time")
"""The columns of every view, before those of its event."""

_ABOUT = {
    "game_id": "the game",
    "seq": "number of the line",
    "move": "number of the command it belongs to",
    "turn": "number of the turn",
    "actor": "the seat whose command this is",
    "time": "when (UTC)",
}
_TYPES = {"time": "TIMESTAMP"}
# Words that SQL reserves: a column of that name would have to be quoted.
_RESERVED = frozenset(
    """
    all analyse analyze and anti any array as asc asof asymmetric at authorization binary
    both by case cast check collate collation column concurrently constraint create cross
    default deferrable desc describe distinct do else end except false fetch for foreign
    freeze from full glob group having ilike in initially inner intersect into is isnull
    join lambda lateral leading left like limit natural not notnull null offset on only or
    order outer overlaps pivot pivot_longer pivot_wider placing positional primary qualify
    references returning right select semi show similar some summarize symmetric table
    tablesample then to trailing true union unique unpack unpivot using variadic verbose
    when where window with
    """.split()  # noqa: SIM905 # shorter than a list
)
_SCALARS: dict[type, str] = {
    inspect.IntType: "BIGINT",
    inspect.BoolType: "BOOLEAN",
    inspect.StrType: "VARCHAR",
    inspect.FloatType: "DOUBLE",
}


def sql_type(t: inspect.Type) -> str:
    """Return the DuckDB type of a msgspec type; JSON if there is nothing better."""
    if isinstance(t, inspect.Metadata):
        return sql_type(t.type)
    if isinstance(t, inspect.UnionType):
        kinds = {sql_type(x) for x in t.types if not isinstance(x, inspect.NoneType)}
        return kinds.pop() if len(kinds) == 1 else "JSON"
    if isinstance(t, inspect.LiteralType):
        kinds = {"VARCHAR" if isinstance(v, str) else "BIGINT" for v in t.values}
        return kinds.pop() if len(kinds) == 1 else "JSON"
    if isinstance(t, inspect.VarTupleType | inspect.ListType | inspect.CollectionType):
        item = sql_type(t.item_type)
        return f"{item}[]"
    if isinstance(t, inspect.TupleType):
        kinds = {sql_type(x) for x in t.item_types}
        return f"{kinds.pop()}[]" if len(kinds) == 1 else "JSON"
    if isinstance(t, inspect.DictType):
        return f"MAP(VARCHAR, {sql_type(t.value_type)})"
    if isinstance(t, inspect.StructType):
        fields = ", ".join(f"{quoted(f.encode_name)} {sql_type(f.type)}" for f in t.fields)
        return f"STRUCT({fields})" if fields else "JSON"
    return _SCALARS.get(type(t), "JSON")


def quoted(name: str) -> str:
    """Return a name for SQL, quoted if necessary."""
    return '"' + name.replace('"', '""') + '"'


def view_name(game: str, kind: str) -> str:
    """Return the name of the view of an event type: osaka_bought."""
    return f"{game}_{kind}".replace(".", "_").replace("-", "_").lower()


def column_name(field: str) -> str:
    """Return the column of a field; reserved words and names of the header get an underscore."""
    low = field.lower()
    return f"{low}_" if low in _RESERVED or low in HEADER else low


@functools.cache
def _fields(cls: type[Event]) -> Sequence[inspect.Field]:
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)  # noqa: S101 # events are structs
    return info.fields


def _expression(field: inspect.Field, kind: str) -> str:
    # no casts that can fail: the engine may try them on rows of other types
    path = "'$.\"" + field.encode_name.replace("'", "''") + "\"'"
    if kind == "JSON":
        return f"data->{path}"
    if kind == "VARCHAR":
        return f"data->>{path}"
    if kind in ("BIGINT", "BOOLEAN", "DOUBLE"):
        return f"try_cast(data->>{path} as {kind})"
    return f"try_cast(data->{path} as {kind})"


def view_of(game: Game, cls: type[Event]) -> tuple[SqlTable, str]:
    """Return the documentation of a view and the statement that makes it."""
    name, kind = view_name(game.meta.name, tag(cls)), tag(cls)
    columns = [Column(h, _TYPES.get(h, "INTEGER"), _ABOUT[h]) for h in HEADER]
    parts = list(HEADER)
    for field in _fields(cls):
        type_, column = sql_type(field.type), column_name(field.encode_name)
        columns.append(Column(column, type_, _meaning(field)))
        parts.append(f"{_expression(field, type_)} as {quoted(column)}")
    sql = (
        f"create or replace view {quoted(name)} as select {', '.join(parts)} from events "
        f"where game = '{game.meta.name}' and type = '{kind}' and live"
    )
    meaning = " ".join((cls.__doc__ or "").split()) or kind
    example = f"select * from {name} limit 5"
    return SqlTable(name, f"{game.meta.name}: {meaning}", tuple(columns), example), sql


def _meaning(field: inspect.Field) -> str:
    """Return what a field holds in words, then its rule."""
    extra: dict[str, Any] = getattr(field.type, "extra", None) or {}
    schema: dict[str, Any] = getattr(field.type, "extra_json_schema", None) or {}
    words = schema.get("description") or ("whose" if field.encode_name == "seat" else "")
    besides = [f"rule {extra['rule']}"] if extra.get("rule") else []
    if extra.get("chance"):
        besides.append("a result of chance")
    if extra.get("hidden"):
        besides.append("hidden from others")
    more = ", ".join(besides)
    return f"{words} ({more})" if words and more else words or more


def views(games: Iterable[Game]) -> list[tuple[SqlTable, str]]:
    """Return every view: the events of each game, and those that all games share."""
    shared = [cls for cls in GENERIC if tag(cls) != "sealed"]
    return [view_of(game, cls) for game in games for cls in (*game.rules.events, *shared)]


def schema_text(game: Game) -> str:
    """Return a text with everything about a game's types that the index depends on."""
    made = [
        (tag(cls), [(f.encode_name, sql_type(f.type)) for f in _fields(cls)])
        for cls in (*game.rules.events, *GENERIC)
    ]
    return msgspec.json.encode(made).decode()
