"""Triggers for the catalogue of messages: bytes in, everything that is said about them out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from common.messages import Trigger
from importers.reading import told
from ledger.kernel.errors import LedgerError


def reads(
    data: str | bytes | dict[str, Any],
    name: str = "x.csv",
    limits: Mapping[str, object] | None = None,
    **options: object,
) -> Trigger:
    """Return what reads a file, under other limits than the usual ones where they are given."""
    given = json.dumps(data, ensure_ascii=False) if isinstance(data, dict) else data
    source = given.encode() if isinstance(given, str) else given

    def trigger(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
        for limit, value in (limits or {}).items():
            patch.setattr(f"ledger.importers.{limit}", value)
        try:
            return told(source, name, **options)
        except LedgerError as e:
            return [str(e)]

    return trigger
