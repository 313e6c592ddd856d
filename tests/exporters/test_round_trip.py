"""A library, exported and imported again in each format: losses are told, the rest is equal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from exporters.sample_plays import write_files
from ledger.exporters.base import ExportedFile
from ledger.exporters.bgg import write_bgg
from ledger.exporters.bgstats import write_bgsplay, write_links
from ledger.exporters.csv import write_csv
from ledger.importers.pipeline import run_import
from ledger.kernel.results import PlayRecord, Standing
from ledger.library.library import Library
from ledger.testing.effort import effort

Writer = Callable[[list[PlayRecord]], ExportedFile]
FORMATS: dict[str, tuple[str, Writer]] = {
    "csv": ("x.csv", write_csv),
    "bgg": ("x.xml", write_bgg),
    "bgstats": ("x.bgsplay", write_bgsplay),
    "bgstats-link": ("x.txt", write_links),
}
TIMES = re.compile(r"(.*) \((\d+) times?\)")
OF_PLAY = [f for f in PlayRecord.__struct_fields__ if f not in ("source", "key", "standings")]
OF_SEAT = [f for f in Standing.__struct_fields__ if f != "person"]
_UNKNOWN = "that it isn't known who won, began or was new (it says no instead)"
TOLD = {
    "time": ("the time",),
    "extra": ("extra", "the time zone"),
    "rounds": ("the rounds",),
    "board": ("the board",),
    "quantity": ("quantity",),
    "complete": ("that the game was not finished",),
    "highest_wins": ("that the lowest score wins",),
    "cooperative": ("that the game is cooperative",),
    "seat extra": ("extra",),
    "seat place": ("players' places",),
    "seat role": ("players' roles",),
    "seat seat": ("players' seats",),
    "seat ids": ("players' ids in other programs",),
    "seat score": ("how scores were written",),
    "seat parts": ("how scores were written",),
    "seat first_time": ("whose first game it was", _UNKNOWN),
    "seat began": ("who started", _UNKNOWN),
    "seat won": (_UNKNOWN,),
}
"""What an export says if it cannot keep a field."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("round-trip")
    found = Library(folder / "lib")
    report = run_import(found, write_files(folder / "in", 7, effort(240, 6000)))
    assert report.total()["refused"] == 0, [i for i in report.items if i.status == "refused"][:3]
    assert report.total()["joined"] > 0
    return found


def plays(library: Library) -> list[PlayRecord]:
    return [e.played for e in library.games() if e.played is not None]


def differences(a: PlayRecord, b: PlayRecord) -> Iterator[str]:
    """Yield the fields in which two records of a play are different."""
    for field in OF_PLAY:
        if getattr(a, field) != getattr(b, field):
            yield field
    if len(a.standings) != len(b.standings):
        yield "standings"
        return
    for one, two in zip(a.standings, b.standings, strict=True):
        for field in OF_SEAT:
            if getattr(one, field) != getattr(two, field):
                yield f"seat {field}"
        if one.person.name != two.person.name:
            yield "seat name"
        if not one.person.ids.items() <= two.person.ids.items():  # the app gives them ids, too
            yield "seat ids"


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_lost_is_told_and_the_rest_is_equal(library, tmp_path, format):
    name, write = FORMATS[format]
    here = plays(library)
    written = write(here)
    (tmp_path / name).write_bytes(written.data)
    other = Library(tmp_path / "other")
    report = run_import(other, [tmp_path / name])
    assert {i.status for i in report.items} == {"new"}
    back = plays(other)
    assert len(back) == len(here)
    lost = Counter(
        field for a, b in zip(here, back, strict=True) for field in set(differences(a, b))
    )
    told = {
        what: int(n) for what, n in (TIMES.fullmatch(str(text)).groups() for text in written.lost)
    }
    for field, plays_with_it in lost.items():
        assert sum(told.get(what, 0) for what in TOLD[field]) >= plays_with_it, field
    # and nothing is said to be lost that comes back
    assert {what for field in lost for what in TOLD[field]} >= told.keys()
    assert format != "csv" or not lost


@pytest.mark.parametrize("format", FORMATS)
def test_what_comes_home_is_known(library, tmp_path, format):
    name, write = FORMATS[format]
    (tmp_path / name).write_bytes(write(plays(library)).data)
    before = library.games()
    report = run_import(library, [tmp_path / name])
    assert {i.status for i in report.items} == {"known"}
    assert library.games() == before
