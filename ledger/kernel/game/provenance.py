"""What the tables of every box have in common: they say where their values come from."""

from __future__ import annotations

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
