"""Bring the catalogues in line with the source: every text of the program, in every language.

`scripts/catalogues` adds texts that are new (untranslated), drops those that nothing says any more,
and compiles all of them; it ends with a list of what is still to be translated (exit code 1).
`scripts/generate --check` says whether it has something to do.

A room or a game has one catalogue for each language, `locale/<lang>/LC_MESSAGES/<name>.po`. There
are texts that the source marks (`t("…")`, `tell("…")`, `N_("…")` and the like), the headers of
reports, what tables and columns mean, and messages: the templates of errors, refusals and replies
(`ledger/testing/catalogues/` finds them), which have the context `message`. A second catalogue
of each game, `<name>_reference.po`, has its rules and what its events mean. The key is always the
English text: when that changes, its translation is dropped.
"""

from __future__ import annotations

import functools
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scripts import ROOT
from scripts.console import arguments

if TYPE_CHECKING:
    from ledger.testing.catalogues.files import Updated

LEDGER = ROOT / "ledger"
LANGUAGES = ("pl", "it")
ROOMS = (
    *("kernel", "recorder", "importers", "library", "store", "index", "exporters"),
    *("cli", "client", "tui", "protocol", "service", "web", "scaffold"),
)
"""Rooms with catalogues; what the others say is for authors, operators and programs."""
ALSO = {"kernel": ("boards",)}
"""Packages whose texts are in the catalogue of another one, which every game falls back to."""
GAMES = ("century", "istanbul", "klongs", "osaka")


class Room(NamedTuple):
    """A package with catalogues of its own; `reference`: of what is looked up in a game."""

    path: str
    reference: bool = False

    @property
    def name(self) -> str:
        """The name of the package, or of the game."""
        return self.path.rpartition("/")[2]

    @property
    def domain(self) -> str:
        """The name of its catalogues."""
        return f"{self.name}_reference" if self.reference else self.name

    def file(self, lang: str) -> Path:
        """Return a catalogue."""
        from ledger.testing.catalogues.files import path_of

        return path_of(LEDGER / self.path, self.domain, lang)

    def texts(self) -> set[tuple[str | None, Any]]:
        """Return every text of the room, with its context."""
        from ledger.kernel.game.registry import find_game
        from ledger.kernel.narration.messages import CONTEXT
        from ledger.testing.catalogues.texts import reference_texts

        if self.reference:
            return set(reference_texts(find_game(self.name)))
        found = self.marked() | set(self._reports())
        found |= {(CONTEXT, text) for text in messages().get(self.path, ())}
        if self.path == "web":
            found |= page_texts()
        if self.path == "index":
            found |= table_texts()
        return found

    def marked(self) -> set[tuple[str | None, Any]]:
        """Return the texts that the source marks."""
        from ledger.kernel.game.registry import find_game
        from ledger.testing.catalogues.texts import Texts, texts_of

        if self.path.startswith("games/"):
            return texts_of(find_game(self.name)).extracted()
        found: set[tuple[str | None, Any]] = set()
        for folder in (LEDGER / self.path, *(LEDGER / x for x in ALSO.get(self.path, ()))):
            names = tuple(p.relative_to(folder).as_posix() for p in folder.rglob("*.py"))
            found |= Texts(folder, self.domain, names).extracted()
        return found

    def _reports(self) -> Iterator[tuple[str | None, str]]:
        from ledger.index.reports.report import read_report, report_texts

        folder = LEDGER / self.path / "reports"
        for path in sorted(folder.glob("*.sql")) if folder.is_dir() else ():
            yield from report_texts(read_report(path.stem, path.read_text("utf-8")))


def rooms() -> list[Room]:
    """Return every package that has catalogues."""
    games = [Room(f"games/{name}") for name in GAMES]
    return [*map(Room, ROOMS), *games, *(room._replace(reference=True) for room in games)]


@functools.cache
def messages() -> dict[str, set[str]]:
    """Return the messages of each room; what several say is in the first of their catalogues.

    Games are wholly translated by themselves and the rooms, as one can be installed without others.
    """
    from ledger.testing.catalogues.message_texts import python_messages, worded

    found: dict[str, set[str]] = {}
    known: set[str] = set()
    for room in (room for room in rooms() if not room.reference):
        files = sorted((LEDGER / room.path).rglob("*.py"))
        texts = {text for path in files for text in python_messages(path.read_text("utf-8"))}
        found[room.path] = {text for text in texts if worded(text)} - known
        if not room.path.startswith("games/"):
            known |= found[room.path]
    return found


_TEXT = r'"((?:[^"\\]|\\.)*)"'
_ONE = re.compile(rf"\bt\(\s*{_TEXT}")
_PLURAL = re.compile(rf"\bn\(\s*{_TEXT},\s*{_TEXT}")


def page_texts() -> set[tuple[str | None, Any]]:
    """Return what scripts and titles of pages say."""
    from ledger.web.assets import PAGES

    found: set[tuple[str | None, Any]] = {(None, page.title) for page in PAGES.values()}
    for path in (LEDGER / "web" / "static").rglob("*.js"):
        source = re.sub(r"(?m)^\s*//.*$", "", path.read_text("utf-8"))
        found |= {(None, json.loads(f'"{text}"')) for text in _ONE.findall(source)}
        found |= {(None, texts) for texts in _PLURAL.findall(source)}
    return found - {(None, "Ledger")}


def table_texts() -> set[tuple[str | None, Any]]:
    """Return what SQL tables and columns mean, besides those of single games."""
    from ledger.index.rows.columns import shared_meanings

    return {(None, text) for text in shared_meanings()}


def updated(room: Room, lang: str, *, write: bool) -> Updated:
    """Bring a catalogue in line and compile it, or only say what would be done."""
    from ledger.testing.catalogues.files import update
    from ledger.testing.catalogues.texts import of_kit

    kit = of_kit(lang) if room.path.startswith("games/") and not room.reference else {}
    head = f"What ledger/{room.path} says"
    return update(room.file(lang), lang, room.texts(), kit=kit, head=head, write=write)


def outdated() -> Iterator[Path]:
    """Yield the catalogues that lack a text of the program, or have one that it doesn't say."""
    for room in rooms():
        for lang in LANGUAGES:
            if updated(room, lang, write=False).changed:
                yield room.file(lang)


def main() -> int:
    """Update every catalogue, and say what is to be translated."""
    arguments("catalogues", __doc__).parse_args()
    missing = 0
    for room in rooms():
        for lang in LANGUAGES:
            left = updated(room, lang, write=True).left
            missing += len(left)
            sys.stdout.writelines(f"{room.domain} {lang}: {text}\n" for text in left)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
