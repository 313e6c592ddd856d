"""Boxes that contain only what is different: completing them from a base, and creating them from a
whole one.

Besides tables, such a box can have `base`, the id of the package's box that it builds on, and
`merge`, which says for a list what its rows are: `change` (changes to rows in the base), `add`
(changes, or new rows) or `whole` (the complete list).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from .box import WrongBox
from .changes import Key, field_type, key_of, row_keys

WAYS = ("change", "add", "whole")
Table = Mapping[str, Any]


def is_whole(base: Table, part: Table) -> bool:
    """Whether a box has every table, so that nothing has to be filled in."""
    return part.keys() >= base.keys()


def merge(kind: type, base: Table, part: Table) -> dict[str, Any]:
    """Return the base with the changes from a partial box; a whole box replaces it."""
    own = {name: value for name, value in part.items() if name not in ("base", "merge")}
    if is_whole(base, own) or not own:
        return {**base, **own}
    ways = _ways(part.get("merge", {}), own)
    out = {**base, "id": f"{base['id']}+own"}
    keys = row_keys(kind)
    for name, value in own.items():
        there, table = base.get(name), field_type(kind, name)
        if name in keys and isinstance(value, list):
            out[name] = _merge_rows(name, keys[name], base[name], value, ways.get(name))
        elif table and isinstance(value, Mapping) and isinstance(there, Mapping):
            out[name] = _merge_table(name, table, there, value, ways.get(name))
        else:
            out[name] = value
    return out


def _ways(ways: Any, own: Table) -> dict[str, str]:
    if not isinstance(ways, Mapping):
        raise WrongBox('merge must be a table, like `card = "whole"`')
    for name, way in ways.items():
        if name not in own:
            raise WrongBox("merge.{name}: this box has no {name}", name=name)
        if way not in WAYS:
            raise WrongBox("merge.{name} must be one of {ways}", name=name, ways=", ".join(WAYS))
    return dict(ways)


def _merge_table(name: str, kind: type, base: Table, own: Table, way: str | None) -> dict[str, Any]:
    keys = row_keys(kind)
    rows = {
        field: _merge_rows(f"{name}.{field}", keys[field], base[field], value, way)
        for field, value in own.items()
        if field in keys and field in base and isinstance(value, list)
    }
    return _filled(base, {**own, **rows})


def _filled(base: Table, own: Table) -> dict[str, Any]:
    """Complete a table or a row from its base, without the base's `provenance`."""
    kept = {k: own.get(k, v) for k, v in base.items() if k != "provenance" or k in own}
    return {**kept, **own}


def _merge_rows(
    name: str, key: Key, base: Sequence[Any], own: Sequence[Any], way: str | None
) -> list[Any]:
    if way is None:
        way = "change" if len(own) < len(base) else "whole"
    if way == "whole":
        return list(own)
    out, at = list(base), {key_of(row, key): i for i, row in enumerate(base)}
    seen = set()
    for row in own:
        named = key_of(row, key)
        if named is None:
            raise WrongBox(
                "{name}: each entry needs {key}, to say what it changes",
                name=name,
                key=" and ".join(key),
            )
        place = " ".join((name, *map(str, named)))
        if named in seen:
            raise WrongBox("{where} appears twice", where=place)
        seen.add(named)
        if named in at:
            out[at[named]] = _filled(base[at[named]], row)
        elif way == "add":
            out.append(row)
        else:
            table = name.partition(".")[0]
            raise WrongBox(
                "{where}: the box that this one changes has no such entry",
                hint='if it\'s a new one, write `{table} = "add"` under [merge]; if these are '
                'all there are, write `{table} = "whole"`',
                where=place,
                table=table,
            )
    return out


def as_own(kind: type, base: Table, data: Table) -> dict[str, Any]:
    """Return a box whose changed tables no longer claim the base's sources for their values."""
    out: dict[str, Any] = {}
    keys = row_keys(kind)
    for name, value in data.items():
        there = base.get(name)
        out[name] = value
        if name in keys and isinstance(value, list):
            before = {key_of(row, keys[name]): row for row in base[name]}
            out[name] = [_disowned(before.get(key_of(row, keys[name])), row) for row in value]
        elif isinstance(value, Mapping):
            out[name] = _disowned(there, value)
    return out


def _disowned(base: Any, own: Any) -> Any:
    if not isinstance(base, Mapping) or not isinstance(own, Mapping) or base == own:
        return own
    if own.get("provenance") != base.get("provenance"):
        return own
    return {k: v for k, v in own.items() if k != "provenance"}


def difference(kind: type, base: Table, data: dict[str, Any]) -> dict[str, Any]:
    """Return a partial box that `merge` completes to exactly this one; the whole box if there isn't
    one.
    """
    part: dict[str, Any] = {"base": base["id"]}
    ways: dict[str, str] = {}
    keys = row_keys(kind)
    for name, value in data.items():
        if name == "id" and value == f"{base['id']}+own":
            continue
        there = base.get(name)
        if value == there and name != "id":
            continue
        table = field_type(kind, name)
        if name in keys and isinstance(value, list):
            part[name], ways[name] = _row_difference(keys[name], base[name], value)
        elif table and isinstance(value, Mapping) and isinstance(there, Mapping):
            part[name], ways[name] = _table_difference(table, there, value)
        else:
            part[name] = value
    if told := {name: way for name, way in ways.items() if way}:
        part["merge"] = told
    try:
        same = msgspec.json.encode(merge(kind, base, part)) == msgspec.json.encode(data)
    except WrongBox:
        same = False
    return part if same else data


def _table_difference(kind: type, base: Table, own: Table) -> tuple[dict[str, Any], str]:
    keys, way = row_keys(kind), ""
    changed = _changed(base, own)
    for field in keys:
        if field in changed:
            changed[field], way = _row_difference(keys[field], base[field], own[field])
    return changed, way


def _changed(base: Table, own: Table, key: Key = ()) -> dict[str, Any]:
    return {
        field: value
        for field, value in own.items()
        if field in (*key, "provenance") or field not in base or value != base[field]
    }


def _row_difference(key: Key, base: Sequence[Any], own: Sequence[Any]) -> tuple[list[Any], str]:
    """Return the rows that differ, and how to merge them if that has to be stated."""
    names = [key_of(row, key) for row in base]
    new = own[len(base) :]
    rows = [
        _changed(there, row, key) for there, row in zip(base, own, strict=False) if row != there
    ]
    same = [key_of(row, key) for row in own[: len(base)]] == names
    if same and (new or len(rows) < len(base)):
        return [*rows, *new], "add" if new else ""
    return list(own), "whole" if len(own) < len(base) else ""
