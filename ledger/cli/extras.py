"""Parts of the program that are only installed on request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.kernel.errors import Malformed


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """If an import fails, say how to install the missing package."""
    try:
        yield
    except ModuleNotFoundError as e:
        if e.name is not None and e.name.startswith("ledger"):
            raise
        raise Malformed(
            "this needs {name}, which isn't installed",
            hint="pip install 'tabletop-ledger[{extra}]'",
            name=e.name,
            extra=extra,
        ) from None
