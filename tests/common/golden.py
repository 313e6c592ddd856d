"""Snapshots of pages, one file each."""

from __future__ import annotations

from typing import Any

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


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
