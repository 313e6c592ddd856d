"""A person whom the user had forgotten is anonymous in exports and public copies."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

from common.paths import REPLAYS
from ledger.importers.pipeline import run_import
from ledger.kernel.errors import Illegal
from ledger.library.library import Library
from ledger.library.people.forgotten import ForgottenPeople
from ledger.service.sql.public_mirror import PublicMirror

TALL = (
    "date,game,player,score,winner,comment\n2026-03-01,Go,Bartek,5,1,Bartek was lucky\n"
    "2026-03-01,Go,Zoe,4,0,\n2026-03-02,Go,Zoe,4,0,\n2026-03-02,Go,Cid,4,1,\n"
)
TABLES = {
    "status": 1,
    "data": {
        "tables": [
            {
                "table_id": "5",
                "game_name": "go",
                "players": "1,2",
                "creator": "Bartek",
                "player_names": "Bartek,Zoe",
            }
        ]
    },
}
BACKUP = {
    "players": [{"id": 1, "name": "Bartek", "uuid": "P-BARTEK", "bggUsername": "bartek77"}],
    "games": [{"id": 7, "name": "Chess"}],
    "plays": [{"uuid": "U", "gameRefId": 7, "playerScores": [{"playerRefId": 1, "score": "1"}]}],
}
SECRETS = ("bartek", "p-bartek")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "t.csv").write_text(TALL)
    (tmp_path / "b.json").write_text(json.dumps(BACKUP))
    (tmp_path / "bga.json").write_text(json.dumps(TABLES))
    out = Library(tmp_path / "lib")
    files = [tmp_path / name for name in ("t.csv", "b.json", "bga.json")]
    run_import(out, [*files, REPLAYS / "osaka-2p.jsonl"])
    return out


def forget(library: Library, who: str = "bartek", *, undone: bool = False) -> None:
    with library.writing() as writer:
        writer.say([writer.catalogue.people.forgetting(who, undone=undone)])


def told(data: bytes | str) -> list[str]:
    """Return the secrets that something gives away."""
    text = (data if isinstance(data, str) else data.decode("utf-8", "replace")).lower()
    return [secret for secret in SECRETS if secret in text]


@pytest.mark.parametrize("to", ["csv", "bgstats", "bgg", "bgstats-link"])
def test_exports_of_results_do_not_name_them(run, library, to):
    def export() -> str:
        return run("export", "--all", "--to", to, "--library", library.folder).out

    before = export()
    assert told(before)
    forget(library)
    after = export()
    assert told(after) == []
    assert all(name in after for name in ("Zoe", "Cid", "Ana"))
    forget(library, undone=True)
    assert export() == before


@pytest.mark.parametrize("to", ["session", "jsonl", "svg"])
def test_exports_of_a_log_do_not_name_them(run, library, tmp_path, to):
    forget(library)
    out = tmp_path / "out"
    result = run("export", "osaka-2p-7-0001", "--to", to, "--out", out, "--library", library.folder)
    assert result.code == 0
    text = out.read_text()
    assert told(text) == [] and "Anonymous" in text and "Ana" in text
    if to == "jsonl":
        assert run("verify", out).code == 0


def test_parquet_does_not_name_them(run, library, tmp_path):
    forget(library)
    out = tmp_path / "tables"
    run("export", "--to", "parquet", "--out", out, "--library", library.folder)
    for file in out.rglob("*.parquet"):
        rows = duckdb.read_parquet(str(file)).fetchall()
        assert told(str(rows)) == [], file
    assert len(duckdb.read_parquet(f"{out}/seats/*/*.parquet").fetchall()) == 9


def test_the_public_copy_does_not_name_them(library, tmp_path):
    mirror = PublicMirror(library, tmp_path / "public")
    mirror.refresh()
    assert told(mirror.library.journal.read_bytes())
    forget(library)
    assert not mirror.fresh()
    mirror.refresh()
    files = [p for p in (tmp_path / "public").rglob("*") if p.is_file()]
    assert all(told(path.read_bytes()) == [] and told(path.name) == [] for path in files)
    assert len(mirror.library.games()) == len(library.games())
    mirror.refresh()
    assert PublicMirror(library, tmp_path / "public").refresh() == 0


def test_what_is_not_named_is_known_when_it_comes_home(run, library, tmp_path):
    forget(library)
    before = library.games()
    for to, name in (("csv", "x.csv"), ("bgg", "x.xml"), ("bgstats", "x.bgsplay")):
        out = tmp_path / name
        run("export", "--all", "--to", to, "--out", out, "--library", library.folder)
        report = run_import(library, [out])
        assert [i.status for i in report.items] == ["known"] * 5, to
    assert library.games() == before


def test_whoever_joins_them_later_is_forgotten_too(library, tmp_path):
    forget(library)
    with library.writing() as writer:
        writer.say([writer.catalogue.people.merging("bartek", "cid")])
    forgotten = ForgottenPeople(library.catalogue)
    plays = [forgotten.played(e) for e in library.games() if e.played is not None]
    names = {s.person.name for p in plays for s in p.standings}
    assert names == {"Anonymous", "Zoe"}
    assert all("Cid" not in p.key for p in plays)


def test_the_library_itself_still_knows_them(run, library):
    forget(library)
    rows = run("players", "--json", "--library", library.folder).out.splitlines()
    assert {(p["id"], p["forgotten"]) for p in map(json.loads, rows)} == {
        *(("bartek", True), ("zoe", False), ("cid", False), ("ana", False)),
    }


def test_forgetting_takes_one_player_and_is_done_once(run, library):
    where = ("--library", library.folder)
    assert run("players", "forget", "bartek", "zoe", *where).code == 2
    assert run("players", "forget", "nobody", *where).code != 0
    assert run("players", "forget", "bartek", *where).code == 0
    with pytest.raises(Illegal):
        forget(library)
    assert run("players", "remember", "bartek", *where).code == 0
    with pytest.raises(Illegal):
        forget(library, undone=True)
