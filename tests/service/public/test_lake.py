"""A public lake has what any spectator could see and no more; another lake isn't asked at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.refusals import refuses
from ledger.index.lake.source import LakeSource
from ledger.index.lake.writer import LakeWriter
from ledger.kernel.errors import Failed, Malformed
from ledger.library.library import Library
from ledger.library.stores import open_folder
from ledger.service.public.lake import LakeQueries, PublicSource
from ledger.service.public.queries import PublicQueries

from ..sample_libraries import add, grow, table_of

EVERYTHING = """
select e.* exclude (game_id), g.* exclude (game_id), s.* exclude (game_id)
from events e join games g using (game_id) join seats s using (game_id) order by seq, seat
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    library = Library(tmp_path / "library")
    add(library, "klongs-1", table_of("klongs", steps=20).lines)
    return library


def keep(library: Library, folder: Path, *, public: bool = True) -> int:
    with open_folder(library.folder) as stores:
        real = LakeSource(stores)
        if not public:
            with LakeWriter(folder, real) as writer:
                return writer.update().games
        with (
            PublicSource(library, real, folder) as source,
            LakeWriter(folder, source, public=True) as writer,
        ):
            return writer.update().games


def test_it_answers_as_the_public_side_does(library: Library, tmp_path: Path):
    folder = tmp_path / "lake"
    assert keep(library, folder) == 1
    full = table_of("klongs", steps=30).lines
    grow(library, "klongs-1", full)
    assert keep(library, folder) == 1
    lake, public = LakeQueries(folder), PublicQueries(library, tmp_path / "public")
    there, here = lake.ask(EVERYTHING), public.ask(EVERYTHING)
    assert there.rows == here.rows and there.rows
    assert there.types == here.types
    told = "".join(path.read_text("latin-1") for path in (folder / "logs").iterdir())
    assert not any(line.digest in told for line in full), "a digest of the full log went over"
    with refuses(Malformed, "nothing"):
        lake.ask("select * from nothing")


def test_a_lake_with_secrets_is_not_asked(library: Library, tmp_path: Path):
    folder = tmp_path / "lake"
    keep(library, folder, public=False)
    with refuses(Failed, "") as e:
        LakeQueries(folder).ask("select 1 from games")
    assert str(folder) not in str(e.value)
    keep(library, folder)
    assert LakeQueries(folder).ask("select count(*) from games").rows == [[1]]
    with refuses(Failed, ""):
        LakeQueries(tmp_path / "none").ask("select 1")


def test_what_was_public_does_not_stay_when_it_is_made_otherwise(library: Library, tmp_path: Path):
    """And the other way round: nothing of a full lake is left in a public one."""
    folder = tmp_path / "lake"
    keep(library, folder, public=False)
    before = {p.name for p in folder.glob("events/*/*.parquet")}
    keep(library, folder)
    assert not before & {p.name for p in folder.glob("events/*/*.parquet")}
