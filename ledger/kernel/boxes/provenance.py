"""What the tables of every box have in common: a record of where their values come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal, dataclass_transform

import msgspec


class Provenance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where values come from: a public source, arithmetic, our choice, or the player's own."""

    status: Literal["fact", "derived", "default", "own"]
    source: tuple[str, ...] = ()
    note: str = ""


OWN = Provenance(status="own")


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Sourced(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table in a box. Players who replace one don't have to say where its values come from."""

    provenance: Provenance = OWN


def tables(box: Any) -> Iterator[Sourced]:
    """Yield every table in a box."""
    if isinstance(box, Sourced):
        yield box
    inside: Any = box if isinstance(box, tuple | list) else ()
    if isinstance(box, msgspec.Struct):
        inside = (getattr(box, name) for name in box.__struct_fields__)
    for part in inside:
        yield from tables(part)


def count_statuses(box: Any) -> Counter[str]:
    """Count the tables in a box by where their values come from."""
    return Counter(table.provenance.status for table in tables(box))
