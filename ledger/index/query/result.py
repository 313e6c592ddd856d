"""The result of a query, wherever its rows come from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

from ledger.kernel.errors import Malformed

SECONDS = 60.0
"""How long a query may take by default."""
BATCH = 1000


def optional(package: str) -> Any:
    """Import a package that isn't always installed; raise `Malformed` if it is missing."""
    try:
        return import_module(package)
    except ImportError:
        raise Malformed(
            "{package} isn't installed", hint="pip install {package}", package=package
        ) from None


class Field(NamedTuple):
    """A column of a result and its DuckDB type."""

    name: str
    type: str


class QueryResult(ABC):
    """The result of a query: its columns, and its rows, which are fetched when needed."""

    def __init__(self, fields: list[Field]) -> None:
        self.fields = fields
        self.limit = 0
        """The maximum number of rows to return; 0 for all."""
        self.given = 0
        """How many rows have been returned so far."""

    @abstractmethod
    def _fetched(self, size: int) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows in batches of about `size`."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [f.name for f in self.fields]

    def batches(self, size: int = BATCH) -> Iterator[list[tuple[Any, ...]]]:
        """Yield the rows in batches, up to `limit`."""
        if self.limit and self.given >= self.limit:
            return
        for rows in self._fetched(size):
            if self.limit:
                rows = rows[: self.limit - self.given]
            self.given += len(rows)
            yield rows
            if self.limit and self.given >= self.limit:
                return

    def rows(self, limit: int | None = None) -> list[tuple[Any, ...]]:
        """Return the rows, at most `limit` of them."""
        out: list[tuple[Any, ...]] = []
        for batch in self.batches():
            out += batch
            if limit is not None and len(out) >= limit:
                return out[:limit]
        return out

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for batch in self.batches():
            yield from batch

    def dicts(self) -> list[dict[str, Any]]:
        """Return the rows as dicts."""
        return [dict(zip(self.columns, row, strict=True)) for row in self]
