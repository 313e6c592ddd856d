"""Golden files, one for each snapshot (syrupy): events as readable JSON, screens as they are."""

from __future__ import annotations

from typing import Any

import msgspec
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class PrettyJSON(SingleFileSnapshotExtension):
    """JSON with one line for each item of a list, and indentation for anything else."""

    file_extension = "json"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: Any, **_: Any) -> str:
        """Return the value as JSON that a person can read and a diff can show."""
        if isinstance(data, list):
            items = ",\n".join("  " + _compact(x) for x in data)
            return f"[\n{items}\n]\n"
        return msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"


def _compact(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


class Screen(SingleFileSnapshotExtension):
    """Text that can be read in any editor."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: Any, **_: Any) -> str:
        """Return the text unchanged."""
        return str(data)
