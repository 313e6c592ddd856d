"""Asking the user whether a sheet is understood correctly, and saving the answer under a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import typer

from ledger.cli.language import t

if TYPE_CHECKING:
    from ledger.importers.records import Options, SheetPreview
    from ledger.library.journal.facts import MappingSaved
    from ledger.library.library import Library

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_OURS = ("ledger", "bgstats", "bgstats-link", "bgg", "bga")
"""Names that other kinds of files use for their source."""


def check_source(name: str | None) -> str | None:
    """Return the name of a sheet, if it is one that can be used."""
    if name is not None and (_NAME.fullmatch(name) is None or name in _OURS):
        raise typer.BadParameter(
            f"{name!r} can't be the name of a sheet: write it like club-b, and not "
            f"{', '.join(_OURS)}",
            param_hint="--source",
        )
    return name


def saved_mapping(library: Library, name: str) -> MappingSaved:
    """Return the mapping that was saved under a name."""
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
    """Asks about one sheet after another, and remembers what to save."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.saved: list[MappingSaved] = []

    def confirm(self, preview: SheetPreview) -> bool:
        """Show how a sheet is understood, and ask whether that is right."""
        from ledger.cli.output.console import say, without_bars
        from ledger.cli.output.sheet_preview import draw_preview

        with without_bars():
            draw_preview(preview)
            if not typer.confirm(t("Import it like this?"), default=False):
                return False
            name = typer.prompt(
                t("Name to save this under, for --mapping (Enter to skip)"),
                default="",
                show_default=False,
            ).strip()
            while name and _NAME.fullmatch(name) is None:
                say(f"    {t('use lowercase letters, digits and hyphens, like club-b')}")
                name = typer.prompt(
                    t("Name (Enter to skip)"), default="", show_default=False
                ).strip()
            if name:
                self.saved.append(self._mapping(name, preview))
        return True

    def _mapping(self, name: str, preview: SheetPreview) -> MappingSaved:
        from ledger.library.journal.facts import MappingSaved

        return MappingSaved(
            name=name,
            columns={c.field: c.heading for c in preview.columns if c.field is not None},
            players=tuple(c.heading for c in preview.columns if c.player),
            dates=self.options.dates,
            game=self.options.game,
            source=self.options.source,
        )

    def save(self, library: Library) -> None:
        """Write the mappings that the user named into the library's journal."""
        from ledger.cli.output.console import say
        from ledger.kernel.times import now

        if not self.saved:
            return
        with library.writing() as writer:
            writer.say(self.saved, now())
        for mapping in self.saved:
            say(t("saved: --mapping {name}", name=mapping.name))
