"""What the tables of every box have in common: they say where their values come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal

import msgspec


class Provenance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where values come from: a public source, arithmetic, our choice, or the player's own."""

    status: Literal["fact", "derived", "default", "own"]
    source: tuple[str, ...] = ()
    note: str = ""


OWN = Provenance(status="own")


class Sourced(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a box; players who replace one need not say where its values come from."""

    provenance: Provenance = OWN


def statuses(box: object) -> Counter[str]:
    """Count the tables of a box by where their values come from."""
    found: Counter[str] = Counter()
    if isinstance(box, Sourced):
        found[box.provenance.status] += 1
    if isinstance(box, msgspec.Struct):
        for name in box.__struct_fields__:
            found += statuses(getattr(box, name))
    elif isinstance(box, tuple | list):
        for part in box:
            found += statuses(part)
    elif isinstance(box, Mapping):
        for part in box.values():
            found += statuses(part)
    return found
