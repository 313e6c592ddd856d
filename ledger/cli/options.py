"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Optional

import typer

Lang = Annotated[
    Optional[Literal["en", "pl", "it"]],  # noqa: UP045 # Typer reads it at run time
    typer.Option("--lang", envvar="LEDGER_LANG", help="Language of the words."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, as described above.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]
LogFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A game log (.jsonl), or - for stdin.")
]
As = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "--as", metavar="SEAT", help="As a seat saw it: its number, its name, or spectator."
    ),
]
Options = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--option", metavar="K=V", help="An option of the game; may be repeated."),
]
BoxFile = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--box", metavar="FILE", help="A box of your own (TOML or JSON)."),
]


def language(ctx: typer.Context, lang: str | None) -> str:
    """Return the language: the command's own option, the global one, or English."""
    return lang or ctx.find_root().params.get("lang") or "en"


def read_options(pairs: list[str] | None) -> dict[str, Any]:
    """Read `k=v` pairs; a value is JSON where it can be, else a text."""
    import json

    out: dict[str, Any] = {}
    for pair in pairs or []:
        key, sign, value = pair.partition("=")
        if not sign or not key.strip():
            raise typer.BadParameter(f"write k=v, not {pair!r}", param_hint="--option")
        try:
            out[key.strip()] = json.loads(value)
        except ValueError:
            out[key.strip()] = value.strip()
    return out
