"""Typed columns from msgspec types: a view for each event type of each game."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from ledger.index.schema import TABLES, Column, SqlTable
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import GENERIC, Event, meaning, meanings, tag
from ledger.kernel.text.translations import reference_catalogue, translator
from ledger.kernel.words.sentences import N_

HEADER = ("game_id", "seq", "move", "turn", "actor", "time")
"""The columns that every view has before those of its event."""

_ABOUT = {
    "game_id": N_("the game"),
    "seq": N_("number of the line"),
    "move": N_("number of the command it belongs to"),
    "turn": N_("number of the turn"),
    "actor": N_("the seat whose command this is"),
    "time": N_("when (UTC)"),
}
_WHOSE = N_("whose")
_BY_RULE = N_("rule {rule}")
_BY_CHANCE = N_("a result of chance")
_HIDDEN = N_("hidden from others")
_TYPES = {"time": "TIMESTAMP"}
_SHARED = [cls for cls in GENERIC if tag(cls) != "sealed"]
# Words reserved in SQL: a column with such a name would have to be quoted.
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
    """Return the DuckDB type for a msgspec type; JSON if nothing fits better."""
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
    """Return the name of the view of an event type, such as osaka_bought."""
    return f"{game}_{kind}".replace(".", "_").replace("-", "_").lower()


def column_name(field: str) -> str:
    """Return the column for a field; reserved words and names in the header get an underscore."""
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


def view_of(game: Game, cls: type[Event], lang: str = "en") -> tuple[SqlTable, str]:
    """Return the documentation of a view, in a language, and the statement that creates it."""
    name, kind = view_name(game.meta.name, tag(cls)), tag(cls)
    say = own = _sayer(lang)
    if lang != "en" and cls not in GENERIC:
        own = reference_catalogue(game.package, game.meta.name, lang).gettext
    columns = [Column(h, _TYPES.get(h, "INTEGER"), say(_ABOUT[h])) for h in HEADER]
    parts = list(HEADER)
    for field in _fields(cls):
        type_, column = sql_type(field.type), column_name(field.encode_name)
        columns.append(Column(column, type_, _meaning(field, say, own)))
        parts.append(f"{_expression(field, type_)} as {quoted(column)}")
    sql = (
        f"create or replace view {quoted(name)} as select {', '.join(parts)} from events "
        f"where game = '{game.meta.name}' and type = '{kind}' and live"
    )
    about = own(meaning(cls)) if meaning(cls) else kind
    example = f"select * from {name} limit 5"
    return SqlTable(name, f"{game.meta.name}: {about}", tuple(columns), example), sql


def _meaning(field: inspect.Field, say: Callable[[str], str], own: Callable[[str], str]) -> str:
    """Return what a field holds, followed by its rule."""
    extra: dict[str, Any] = getattr(field.type, "extra", None) or {}
    schema: dict[str, Any] = getattr(field.type, "extra_json_schema", None) or {}
    if schema.get("description"):
        words = own(schema["description"])
    else:
        words = say(_WHOSE) if field.encode_name == "seat" else ""
    besides = [say(_BY_RULE).format(rule=extra["rule"])] if extra.get("rule") else []
    if extra.get("chance"):
        besides.append(say(_BY_CHANCE))
    if extra.get("hidden"):
        besides.append(say(_HIDDEN))
    more = ", ".join(besides)
    return f"{words} ({more})" if words and more else words or more


def views(games: Iterable[Game], lang: str = "en") -> list[tuple[SqlTable, str]]:
    """Return every view: for the events of each game, and for those that all games share."""
    return [view_of(game, cls, lang) for game in games for cls in (*game.rules.events, *_SHARED)]


def tables(lang: str) -> list[SqlTable]:
    """Return the tables that all games share, with their meanings in a language."""
    say = _sayer(lang)
    return [
        table._replace(
            meaning=say(table.meaning),
            columns=tuple(c._replace(meaning=say(c.meaning)) for c in table.columns),
        )
        for table in TABLES
    ]


def shared_meanings() -> Iterator[str]:
    """Yield the texts to translate about tables and about events that all games share."""
    for table in TABLES:
        yield from (table.meaning, *(column.meaning for column in table.columns))
    for cls in _SHARED:
        yield from meanings(cls)


def _sayer(lang: str) -> Callable[[str], str]:
    return str if lang == "en" else translator("ledger.index", "index", lang).gettext


def schema_text(game: Game) -> str:
    """Return a string of everything about a game's types that the index depends on."""
    made = [
        (tag(cls), [(f.encode_name, sql_type(f.type)) for f in _fields(cls)])
        for cls in (*game.rules.events, *GENERIC)
    ]
    return msgspec.json.encode(made).decode()
