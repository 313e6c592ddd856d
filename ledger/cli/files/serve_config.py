"""The config file of `ledger serve`: TOML, with a key for each of its options.

The command line overrides the environment, which overrides the file, which overrides the built-in
defaults.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import typer

from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message
from ledger.kernel.text.reasons import why
from ledger.library.ids import FOLDER

NAME = "serve.toml"
_UNREADABLE = "ledger.cli.files.serve_config"
"""The key under which a context stores the error in the file."""
_KINDS: dict[str, type] = {"bool": bool, "int": int, "float": float}
_WORDS: dict[type, Message] = {
    str: Message("text in quotes"),
    int: Message("a whole number"),
    float: Message("a number"),
    bool: Message("true or false"),
}


class Setting(NamedTuple):
    """One option in its three forms; `many` if it can be repeated, and is a list in a file."""

    key: str
    option: str
    variable: str
    kind: type
    many: bool
    path: bool
    default: Any
    help: str


def default_config(env: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """Return where the file is expected if no other is named."""
    env = os.environ if env is None else env
    if platform == "win32":
        base = env.get("APPDATA")
        return (Path(base) if base else Path.home() / "AppData" / "Roaming") / FOLDER / NAME
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / FOLDER / NAME
    base = env.get("XDG_CONFIG_HOME")  # by convention, a relative path counts as unset
    home = Path(base) if base and Path(base).is_absolute() else Path.home() / ".config"
    return home / FOLDER / NAME


def settings(command: Any) -> Iterator[Setting]:
    """Yield every option that a file can set."""
    for parameter in command.params:
        option = max(parameter.opts, key=len)
        if option in ("--help", "--config", "--lang"):
            continue
        words = parameter.type.name
        kind = next((k for start, k in _KINDS.items() if words.startswith(start)), str)
        yield Setting(
            key=option.removeprefix("--"),
            option=option,
            variable=str(parameter.envvar),
            kind=kind,
            many=bool(parameter.multiple),
            path=words in ("path", "file", "directory"),
            default=parameter.default,
            help=parameter.help or "",
        )


def use_config(ctx: typer.Context, path: Path | None) -> Path | None:
    """Load the file into the command's defaults; this is the callback of `--config`.

    Errors in it are left to `check_config`, as the language is only chosen later.
    """
    if ctx.resilient_parsing:
        return path
    if path is None:
        usual = default_config()
        if not usual.is_file():
            return None
        path = usual
    try:
        ctx.default_map = _read(ctx, path)
    except Malformed as e:
        ctx.meta[_UNREADABLE] = e
    return path


def check_config(ctx: typer.Context) -> None:
    """Raise `Malformed` if the config file can't be used."""
    if _UNREADABLE in ctx.meta:
        raise ctx.meta[_UNREADABLE]


def _read(ctx: typer.Context, path: Path) -> dict[str, Any]:
    try:
        text = path.read_text("utf-8")
        found = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise Malformed(
            "the config file can't be read: {why}", file=str(path), why=why(e)
        ) from None
    known = {setting.key: setting for setting in settings(ctx.command)}
    parameters = {max(p.opts, key=len).removeprefix("--"): p for p in ctx.command.params}
    out: dict[str, Any] = {}
    for key, value in found.items():
        file, line = str(path), _line_of(text, key)
        setting, kind = known.get(key), getattr(parameters.get(key), "type", None)
        if setting is None:
            raise Malformed(
                "there is no setting {key!r}",
                file=file,
                line=line,
                hint="there are: {known}",
                key=key,
                known=", ".join(known),
            )
        if not _fits(setting, value):
            one = _WORDS[setting.kind]
            wanted = Message("a list, each {one}", one=one) if setting.many else one
            raise Malformed(
                "`{key}` must be {wanted}", file=file, line=line, key=key, wanted=wanted
            )
        if setting.path:
            value = str(path.parent / value)  # relative to the file
        bounds = {"least": getattr(kind, "min", None), "most": getattr(kind, "max", None)}
        if not _within(value, **bounds):
            raise Malformed(
                "`{key}` must be at least {least}"
                if bounds["most"] is None
                else "`{key}` must be from {least} to {most}",
                file=file,
                line=line,
                key=key,
                **bounds,
            )
        out[str(parameters[key].name)] = value
    return out


def _fits(setting: Setting, value: Any) -> bool:
    if setting.many:
        return isinstance(value, list) and all(_is(setting.kind, x) for x in value)
    return _is(setting.kind, value)


def _is(kind: type, value: Any) -> bool:
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is kind


def _within(value: Any, least: float | None, most: float | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _line_of(text: str, key: str) -> int | None:
    """Return the line that sets a key, or that starts its table."""
    name = rf"[\"']?{re.escape(key)}[\"']?"
    found = re.search(rf"^[ \t]*(?:\[+[ \t]*)?{name}[ \t]*[=.\]]", text, re.MULTILINE)
    return None if found is None else text.count("\n", 0, found.start()) + 1
