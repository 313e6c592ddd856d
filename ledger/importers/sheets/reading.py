"""One way to read a sheet of results: its shape, its plays, and how certain that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ledger.importers.records import Doubt, Record
from ledger.kernel.message import Text

from .sheet import Sheet


class Reading(NamedTuple):
    """How a sheet of results is read.

    `columns` says what the columns that aren't our fields contain, `people` are the players'
    columns that have names for headings. A reading without `doubts` is certain; one that is `wrong`
    can't be right even if somebody confirms it.
    """

    sheet: Sheet
    shape: Text
    records: Iterator[Record]
    columns: Mapping[int, Text] = {}
    people: Mapping[int, str] = {}
    doubts: tuple[Doubt, ...] = ()
    wrong: Text | None = None
