"""What others ask of a library, wherever it is: in a folder, or in a database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .journal.catalogue import Catalogue, Entry


class ReadableLibrary(Protocol):
    """A library for reading; safe to use from threads."""

    @property
    def version(self) -> str:
        """The digest of the journal's last line, which changes when anything does."""

    @property
    def catalogue(self) -> Catalogue:
        """Everything the journal says, up to now."""

    def games(self) -> list[Entry]:
        """Return every game: logs and results."""

    def log_bytes(self, entry: Entry) -> bytes:
        """Return a log as far as it is on record; raises what keeps it from being read."""

    def grown(self, entries: Sequence[Entry]) -> list[str]:
        """Return which of these games have more lines than the journal said."""
