"""Snapshots, one file each: events as pretty JSON, one event per line, and texts of pages."""

from __future__ import annotations

from typing import Any

import msgspec
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class PrettyJSON(SingleFileSnapshotExtension):
    """A list is written one item per line, anything else indented."""

    file_extension = "json"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: Any, **_: Any) -> str:
        """Write the value as JSON that a person can read and a diff can show."""
        if isinstance(data, list):
            items = ",\n".join("  " + _compact(x) for x in data)
            return f"[\n{items}\n]\n"
        return msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"


def _compact(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


class _Text(SingleFileSnapshotExtension):
    _write_mode = WriteMode.TEXT

    def serialize(self, data: str, **_: Any) -> str:
        """Write the text as it is."""
        return data + "\n"


class AriaTree(_Text):
    """What a page tells screen readers."""

    file_extension = "aria.yml"


class Html(_Text):
    """What a page is made of."""

    file_extension = "html"
