"""Asking the user whether a table is read rightly, and keeping the answer under a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import typer

from ledger.cli.language import t

if TYPE_CHECKING:
    from ledger.importers.records import Options, TableReading
    from ledger.library.journal.facts import MappingSaved
    from ledger.library.library import Library

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_OURS = ("ledger", "bgstats", "bgstats-link", "bgg", "bga")
"""Sources that other kinds of files have."""


def check_source(name: str | None) -> str | None:
    """Check the name that somebody gives a sheet."""
    if name is not None and (_NAME.fullmatch(name) is None or name in _OURS):
        raise typer.BadParameter(
            f"{name!r} can't be the name of a sheet: write it like club-b, and not "
            f"{', '.join(_OURS)}",
            param_hint="--source",
        )
    return name


def saved_mapping(library: Library, name: str) -> MappingSaved:
    """Return what somebody saved under a name."""
    from ledger.kernel.errors import Missing

    known = library.catalogue.mappings
    if name not in known:
        raise Missing(
            "no mapping is called {name!r}; there are: {known}"
            if known
            else "no mapping is called {name!r}; nothing is saved yet",
            name=name,
            known=", ".join(sorted(known)),
        )
    return known[name]


class Confirmation:
    """Asks about one table after the other, and remembers what is to be saved."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.saved: list[MappingSaved] = []

    def confirm(self, reading: TableReading) -> bool:
        """Show how a table is read, and ask whether that is right."""
        from ledger.cli.output.console import say, without_bars
        from ledger.cli.output.table_reading import draw_reading

        with without_bars():
            draw_reading(reading)
            if not typer.confirm(t("Take it like this?"), default=False):
                return False
            name = typer.prompt(
                t("Save this under a name, for --mapping (Enter: no)"),
                default="",
                show_default=False,
            ).strip()
            while name and _NAME.fullmatch(name) is None:
                say(f"    {t('use small letters, digits and hyphens, like club-b')}")
                name = typer.prompt(t("Name (Enter: no)"), default="", show_default=False).strip()
            if name:
                self.saved.append(self._mapping(name, reading))
        return True

    def _mapping(self, name: str, reading: TableReading) -> MappingSaved:
        from ledger.library.journal.facts import MappingSaved

        return MappingSaved(
            name=name,
            columns={c.field: c.heading for c in reading.columns if c.field is not None},
            players=tuple(c.heading for c in reading.columns if c.player),
            dates=self.options.dates,
            game=self.options.game,
            source=self.options.source,
        )

    def save(self, library: Library) -> None:
        """Write what is to be saved into the library's journal."""
        from ledger.cli.output.console import say
        from ledger.kernel.times import now

        if not self.saved:
            return
        with library.writing() as writer:
            writer.say(self.saved, now())
        for mapping in self.saved:
            say(t("saved: --mapping {name}", name=mapping.name))
