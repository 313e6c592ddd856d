"""Box files: reading them, completing them, and finding the line that an error is about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.text.reasons import why

from .plain_files import read_text

if TYPE_CHECKING:
    from ledger.kernel.boxes.box import WrongBox
    from ledger.kernel.game.game import Game

Lines = dict[tuple[str | int, ...], int]
"""The line of each place in a file."""

_TOML_AT = re.compile(r"\(at line (\d+), column (\d+)\)\Z")
_STEP = re.compile(r"\[(\d+)\]|[\w+-]+")


def read_box(game: Game, path: Path | None) -> dict[str, Any] | None:
    """Return the complete box for a file, or for the id of one of the game's boxes."""
    if path is None:
        return None
    if str(path) in game.boxes and not path.exists():
        return game.boxes.whole({"base": str(path)})
    return complete_box(game, path, *read_part(path))


def read_part_for(name: str, path: Path | None) -> dict[str, Any] | None:
    """Return a box for a server to complete, as only the server has all of its games."""
    from ledger.kernel.game.registry import installed

    if path is None:
        return None
    game = installed().get(name)
    if game is not None and str(path) in game.boxes and not path.exists():
        return {"base": str(path)}
    text, part = read_part(path)
    if game is not None:
        complete_box(game, path, text, part)
    return part


def read_part(path: Path) -> tuple[str, dict[str, Any]]:
    """Read a box file unchanged: its text, and its tables."""
    import json
    import tomllib

    text = read_text(path)
    try:
        data = json.loads(text) if _is_json(path) else tomllib.loads(text)
    except RecursionError:
        raise Malformed("it is nested too deeply", file=str(path)) from None
    except json.JSONDecodeError as e:
        raise Malformed(
            "box: this is not JSON", file=str(path), line=e.lineno, column=e.colno
        ) from None
    except tomllib.TOMLDecodeError as e:
        place = _TOML_AT.search(str(e))
        line, column = map(int, place.groups()) if place else (None, None)
        raise Malformed(
            "box: this is not TOML" if place else "box: {why}",
            file=str(path),
            line=line,
            column=column,
            why=why(e),
        ) from None
    except ValueError:  # Python refuses numbers with more than a few thousand digits
        raise Malformed(
            "box: it has a number that is too long to be read", file=str(path)
        ) from None
    if not isinstance(data, dict):
        raise Malformed("box: a box must be a table of tables", file=str(path))
    return text, data


def complete_box(game: Game, path: Path, text: str, part: dict[str, Any]) -> dict[str, Any]:
    """Return the complete box for a file; refuse a box that no new game can be played with."""
    from ledger.kernel.boxes.box import WrongBox
    from ledger.kernel.verify.blame import blamed

    whole = part
    try:
        with blamed(game):
            whole = game.boxes.whole(part)
            game.boxes.read_new(whole)
    except LedgerError as e:
        e.file = e.file or str(path)
        if isinstance(e, WrongBox):
            e.line = _line_of(e, text, part, whole, json=_is_json(path))
        raise
    return game.boxes.as_own(whole)


def _is_json(path: Path) -> bool:
    return path.suffix.lower() == ".json"


def _line_of(
    error: WrongBox, text: str, part: dict[str, Any], whole: dict[str, Any], *, json: bool
) -> int | None:
    """Return the line of a file that an error is about."""
    try:
        lines = json_lines(text) if json else toml_lines(text)
    except (ValueError, RecursionError):
        return None
    place = _find(part, whole, str(error.what))
    if not place and len(part) == 1:
        place = tuple(part)  # what is wrong elsewhere is wrong because of this table
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place) if place else None


def _find(part: Any, whole: Any, place: str) -> tuple[str | int, ...]:
    """Walk into a box as far as the words of a message lead, as in `card a-red: cost`."""
    found: list[str | int] = []
    steps = [(m[0].strip("[]"), m[1] is not None) for m in _STEP.finditer(place)]
    words = {word for word, _ in steps}
    numbered = any(index for _, index in steps)
    for word, index in steps:
        if isinstance(part, Mapping) and word in part and not index:
            found.append(word)
            part = part[word]
            whole = whole.get(word) if isinstance(whole, Mapping) else None
        if isinstance(part, list) and index == numbered:
            row = whole[int(word)] if index and isinstance(whole, list) else None
            at = _row(part, words) if row is None else _same_row(part, row)
            if at is None:
                continue
            found.append(at)
            part = part[at]
            whole = row
    return tuple(found)


def _names(row: Any) -> set[str]:
    """Return what can identify a row: its strings and numbers."""
    if not isinstance(row, Mapping):
        return set()
    values = [v for v in row.values() if isinstance(v, str | int)]
    return {str(v) for v in values}


def _row(rows: list[Any], words: set[str]) -> int | None:
    """Return the row whose id, or most of whose names, the message mentions."""
    best = max(range(len(rows)), key=lambda i: len(_names(rows[i]) & words), default=None)
    return best if best is not None and _names(rows[best]) & words else None


def _same_row(rows: list[Any], row: Any) -> int | None:
    """Return the row in a file that became this row of the complete box."""
    for i, own in enumerate(rows):
        if isinstance(own, Mapping) and isinstance(row, Mapping):
            if all(row.get(k) == v for k, v in own.items()):
                return i
        elif own == row:
            return i
    return None


# --- writing ----------------------------------------------------------------------------------


def write_toml(box: Mapping[str, Any]) -> str:
    """Return a box as TOML."""
    plain = [f"{_key(k)} = {_value(v)}" for k, v in box.items() if not _is_table(v)]
    out = ["\n".join(plain)] if plain else []
    for name, value in box.items():
        if isinstance(value, Mapping):
            out.append(_table(f"[{_key(name)}]", value))
        elif _is_table(value):
            out += [_table(f"[[{_key(name)}]]", row) for row in value]
    return "\n\n".join(out) + "\n"


def _is_table(value: Any) -> bool:
    rows = isinstance(value, list) and value and all(isinstance(x, Mapping) for x in value)
    return isinstance(value, Mapping) or bool(rows)


def _table(head: str, table: Mapping[str, Any]) -> str:
    lines = [head]
    for key, value in table.items():
        if isinstance(value, list) and _is_table(value):
            rows = "".join(f"    {_value(row)},\n" for row in value)
            lines.append(f"{_key(key)} = [\n{rows}]")
        else:
            lines.append(f"{_key(key)} = {_value(value)}")
    return "\n".join(lines)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)


def _value(value: Any) -> str:
    """Return a value on one line; a JSON string is also a TOML string."""
    import json

    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# --- lines ------------------------------------------------------------------------------------


def toml_lines(text: str) -> Lines:
    """Return the line of every table, key and list entry in a valid TOML file."""
    import tomllib

    out: Lines = {}
    rows: dict[tuple[str | int, ...], int] = {}
    home: tuple[str | int, ...] = ()
    source = text.splitlines()
    at = 0
    while at < len(source):
        end = at + 1
        while True:
            try:
                said = tomllib.loads("\n".join(source[at:end]))
                break
            except tomllib.TOMLDecodeError:
                end += 1
                if end > len(source):
                    raise
        if source[at].lstrip().startswith("["):
            home = _header(said, rows)
            for i in range(1, len(home) + 1):
                out.setdefault(home[:i], at + 1)
        else:
            _note(out, home, said, at + 1)
            if end > at + 1:
                _note_entries(out, home, source[at:end], at + 1)
        at = end
    return out


def _header(
    said: Mapping[str, Any], rows: dict[tuple[str | int, ...], int]
) -> tuple[str | int, ...]:
    """Return the place that a header opens; each row of a list gets the next number."""
    place: tuple[str | int, ...] = ()
    node: Any = said
    while node:
        (name, node) = next(iter(node.items()))
        place = (*place, name)
        if isinstance(node, list):
            rows[place] = rows.get(place, -1) + 1
            node = node[0]
        if place in rows:
            place = (*place, rows[place])
    return place


def _note(out: Lines, place: tuple[str | int, ...], value: Any, line: int) -> None:
    """Record a line for a value and everything inside it."""
    if place:
        out.setdefault(place, line)
    inside: Any = ()
    if isinstance(value, Mapping):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for key, inner in inside:
        _note(out, (*place, key), inner, line)


def _note_entries(out: Lines, home: tuple[str | int, ...], source: list[str], first: int) -> None:
    """Record the entries of a multi-line list at their own lines."""
    import tomllib

    seen = 0
    node: Any
    for n in range(1, len(source)):
        try:
            said = tomllib.loads("\n".join((*source[:n], "]")))
        except tomllib.TOMLDecodeError:
            continue
        place, node = home, said
        while isinstance(node, Mapping) and len(node) == 1:
            ((name, node),) = node.items()
            place = (*place, name)
        if isinstance(node, list):
            for i in range(seen, len(node)):
                for old in [k for k in out if k[: len(place) + 1] == (*place, i)]:
                    del out[old]
                _note(out, (*place, i), node[i], first + n - 1)
            seen = len(node)


def json_lines(text: str) -> Lines:
    """Return the line of every key and list entry in a valid JSON file."""
    from json import JSONDecoder

    out: Lines = {}
    space = re.compile(r"\s*")
    decode = JSONDecoder().raw_decode

    def skip(at: int) -> int:
        found = space.match(text, at)
        return found.end() if found else at

    def walk(at: int, place: tuple[str | int, ...]) -> int:
        at = skip(at)
        if place:
            out.setdefault(place, text.count("\n", 0, at) + 1)
        if text[at] not in "{[":
            return int(decode(text, at)[1])
        closing, at, n = "}" if text[at] == "{" else "]", skip(at + 1), 0
        while text[at] != closing:
            key: str | int = n
            if closing == "}":
                start = text.count("\n", 0, at) + 1
                key, at = decode(text, at)
                out[(*place, key)] = start
                at = skip(at) + 1  # the colon
            at = skip(walk(at, (*place, key)))
            at = skip(at + 1) if text[at] == "," else at
            n += 1
        return at + 1

    walk(0, ())
    return out
