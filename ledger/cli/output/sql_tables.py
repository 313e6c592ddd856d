"""What can be queried in SQL, for `ledger query --tables`."""

from __future__ import annotations

from typing import Any

from ledger.cli.language import language, t


def print_tables(name: str | None, *, json: bool) -> None:
    """Print all tables and views, those with a part of their name, or one with its columns."""
    from ledger.cli.output.console import emit
    from ledger.index.rows.columns import tables as shared
    from ledger.index.rows.columns import views
    from ledger.kernel.errors import Malformed
    from ledger.kernel.game.registry import installed

    lang = "en" if json else language()
    found = [*shared(lang), *(view for view, _ in views(installed().values(), lang))]
    if name is not None:
        exact = [one for one in found if one.name == name.lower()]
        found = exact or [one for one in found if name.lower() in one.name]
        if not found:
            raise Malformed(
                "there is no table {name!r}",
                hint="`ledger query --tables` lists them all",
                name=name,
            )
    if json:
        for one in found:
            emit({**one._asdict(), "columns": [c._asdict() for c in one.columns]})
    elif name is not None and len(found) == 1:
        _one_table(found[0])
    else:
        _names([(one.name, one.meaning) for one in found])


def _one_table(table: Any) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say

    say(Text(table.name, "bold cyan").append(f"  {table.meaning}", "none"))
    wide = max(len(c.name) for c in table.columns)
    kind = min(max(len(c.type) for c in table.columns), 24)
    for c in table.columns:
        line = Text(f"  {c.name:{wide}}  ", "bold").append(f"{c.type:{kind}}  ", "dim")
        say(line.append(c.meaning, "none"), indent=0)
    say(Text(f"\n{t('Example')}: ", "dim").append(table.example, "none"))


def _names(rows: list[tuple[str, str]]) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say

    wide = max(len(name) for name, _ in rows)
    for name, meaning in rows:
        say(Text(f"{name:{wide}}  ", "cyan").append(meaning, "none"))
