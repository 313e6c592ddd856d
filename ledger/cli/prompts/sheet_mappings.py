"""Asking users whether a sheet was interpreted correctly, and saving the answer under a name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import typer

from ledger.cli.language import message, t

if TYPE_CHECKING:
    from ledger.importers.records import Choice, Options, SheetPreview, Wins
    from ledger.kernel.results import PlayRecord
    from ledger.library.journal.facts import MappingSaved, SheetOptionsSaved
    from ledger.library.library import Library

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_VALUES: Mapping[str, tuple[str, ...]] = {
    "cells": ("scores", "places", "wins", "played"),
    "lists": ("teams", "names"),
    "decimals": ("comma", "point"),
    "numbers": ("places", "seats"),
    "blanks": ("above", "unknown"),
    "dates": ("dmy", "mdy", "ymd"),
}
"""What a mapping can set besides its columns."""

_OURS = ("ledger", "bgstats", "bgstats-link", "bgg", "bga")
"""Names that other kinds of files use for their source."""


def check_source(name: str | None) -> str | None:
    """Return the name of a sheet; raise a usage error if it isn't valid."""
    if name is not None and (_NAME.fullmatch(name) is None or name in _OURS):
        raise typer.BadParameter(
            f"{name!r} can't be the name of a sheet: write it like club-b, and not "
            f"{', '.join(_OURS)}",
            param_hint="--source",
        )
    return name


def saved_mapping(library: Library, name: str) -> MappingSaved:
    """Return the mapping saved under a name."""
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


def read_wins(said: list[str] | None) -> dict[str, Wins]:
    """Return what `--wins` says, by title, or by `*` for all other titles."""
    out: dict[str, Wins] = {}
    for text in said or []:
        title, _, value = text.rpartition("=")
        if value not in ("high", "low") or ("=" in text and not title.strip()):
            raise typer.BadParameter(
                f"write high or low, or TITLE=high or TITLE=low, not {text!r}", param_hint="--wins"
            )
        out[title.strip() or "*"] = "high" if value == "high" else "low"
    return out


class ScoringQuestions:
    """Asks whether the most or the fewest points win, title by title, until the user stops."""

    def __init__(self) -> None:
        self.enough = False

    def ask(self, played: PlayRecord) -> Wins | None:
        """Ask about the game of a play, and show the play."""
        from ledger.cli.output.console import say, without_bars

        if self.enough:
            return None
        scores = ", ".join(f"{s.person.name} {s.total}" for s in played.standings)
        title = played.title
        with without_bars():
            say(f"    {title}  {played.date or ''}  {scores}")
            how = t("high: most points win; low: fewest win; Enter: not known; stop: ask no more")
            say(f"    {how}")
            while True:
                question = t("What wins at {title}?", title=title)
                answer = typer.prompt(question, default="", show_default=False).strip().lower()
                if answer in ("high", "low"):
                    return "high" if answer == "high" else "low"
                self.enough = answer == "stop"
                if answer in ("", "stop"):
                    return None


def saved_options(library: Library, name: str | None) -> dict[str, Any]:
    """Return what a mapping sets besides its columns, leaving out anything unfamiliar."""
    if name is None:  # the journal needn't be read for that
        return {}
    said = library.catalogue.sheet_options.get(name, {})
    return {option: value for option, value in said.items() if value in _VALUES.get(option, ())}


class Confirmation:
    """Asks about one sheet after another, and remembers what to save."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.saved: list[MappingSaved | SheetOptionsSaved] = []
        self._taken = options  # with the choices made for the current sheet

    def confirm(self, preview: SheetPreview) -> bool | Choice:
        """Show how a sheet is interpreted; ask whether that is right, or which other way is."""
        from ledger.cli.output.console import say, without_bars
        from ledger.cli.output.sheet_preview import draw_preview

        with without_bars():
            draw_preview(preview)
            for n, choice in enumerate(preview.choices, 1):
                shown = f" ({t('as shown')})" if choice.shown else ""
                say(f"      {n}  {choice.option}: {message(choice.meaning)}{shown}")
            if preview.choices:
                answer = self._chosen(len(preview.choices))
                if answer:
                    choice = preview.choices[answer - 1]
                    self._taken = choice.taken(self._taken)
                    return choice
                if answer is None:
                    self._taken = self.options
                    return False
            elif not typer.confirm(t("Import it like this?"), default=False):
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
                for choice in preview.choices:
                    self._taken = choice.taken(self._taken) if choice.shown else self._taken
                self.saved += self._mapping(name, preview)
        self._taken = self.options
        return True

    def _chosen(self, count: int) -> int | None:
        """Ask for a choice; 0 means that the sheet is right as shown, None that no way is right."""
        from ledger.kernel.text.accents import plain_letters

        question = t("Import it like this? y, n, or a number from 1 to {count}", count=count)
        yes = plain_letters(t("yes")).casefold()
        while True:
            answer = plain_letters(typer.prompt(question, default="n").strip()).casefold()
            if answer in ("y", "yes", yes, yes[:1]):
                return 0
            if answer in ("n", "no", "nie"):
                return None
            if answer.isdecimal() and 1 <= int(answer[:3]) <= count:
                return int(answer)

    def _mapping(self, name: str, preview: SheetPreview) -> list[MappingSaved | SheetOptionsSaved]:
        from ledger.library.journal.facts import MappingSaved, SheetOptionsSaved

        said = self._taken
        mapping = MappingSaved(
            name=name,
            columns={c.field: c.heading for c in preview.columns if c.field is not None},
            players=tuple(c.heading for c in preview.columns if c.player),
            dates=None if said.dates == "ymd" else said.dates,  # 0.2 doesn't know that order
            game=said.game,
            source=said.source,
        )
        more = {option: v for option in _VALUES if (v := getattr(said, option)) is not None}
        return [mapping, SheetOptionsSaved(name=name, options=more)]

    def save(self, library: Library) -> None:
        """Save the mappings that the user named in the library's journal."""
        from ledger.cli.output.console import say
        from ledger.kernel.times import now
        from ledger.library.journal.facts import MappingSaved

        if not self.saved:
            return
        with library.writing() as writer:
            said = writer.catalogue.sheet_options
            kept = [
                fact
                for fact in self.saved
                if isinstance(fact, MappingSaved) or fact.options or fact.name in said
            ]
            writer.say(kept, now())
        for name in dict.fromkeys(mapping.name for mapping in self.saved):
            say(t("saved: --mapping {name}", name=name))
