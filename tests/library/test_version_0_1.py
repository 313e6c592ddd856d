"""Libraries that version 0.1 wrote: read, served, played on and backed up as they are.

`version_0_1/first` was written by the first program that had libraries, `last` by the last of that
version, with a token of its service. They are frozen: a change of layout adds another one.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from client.real_server import RealServer
from ledger.client.client import Client
from ledger.kernel.replay.log_reader import read
from ledger.kernel.verify.departures import Departures
from ledger.kernel.verify.verify import verify
from ledger.library.library import Library
from ledger.library.stores.backup import back_up, restore

FROZEN = Path(__file__).parent / "version_0_1"
LOGS = {"klongs-2p-7-0001", "osaka-2p-7-0001"}
TOKEN = "ledger_lxspirvibz_UEponwouY4XpzWfhnPb2LEMovQINbg1HgjyZL93XgJw"
"""Of seat 1 in the klongs game of `last`; it lasts until 2036."""


@pytest.fixture(params=["first", "last"])
def old(request, tmp_path: Path) -> Path:
    """Return a copy of an old library, as it lay on a disk."""
    folder = tmp_path / "library"
    shutil.copytree(FROZEN / request.param, folder, copy_function=shutil.copyfile)
    if (folder / "service").exists():
        (folder / "service").rename(folder / ".service")
    return folder


def test_it_is_read(old: Path) -> None:
    library = Library(old)
    assert library.troubles() == []
    assert {e.id for e in library.games() if e.kind == "log"} == LOGS
    assert {e.game for e in library.results()} == {None}
    (ana, bartek) = sorted(library.players(), key=lambda p: p.name)
    assert set(ana.names) == {"Ana", "Anna"}
    assert bartek.name == "Bartek"
    for id in LOGS:
        reading = read((old / "games" / f"{id}.jsonl").read_bytes())
        assert reading.error is None
        assert verify(reading).verdict == "legal"


def test_what_it_did_not_write_down_is_found_in_the_logs(old: Path) -> None:
    library = Library(old)
    for entry in (e for e in library.games() if e.kind == "log"):
        assert (entry.end, entry.departures) == (None, None)
        found = library.look_into(entry)
        reading = read((old / "games" / f"{entry.id}.jsonl").read_bytes())
        assured = verify(reading).assurance
        assert assured is not None
        assert found.departures == Departures()
        assert (found.end or "open", found.over) == (assured.end, assured.over)


def test_it_is_served_and_played_on(old: Path) -> None:
    before = {p.name: p.read_bytes() for p in (old / "games").iterdir()}
    server = RealServer(old.parent)
    table = server.admin.game("klongs-2p-7-0001")
    version = table.facts().version
    move = table.legal().moves[0].move
    assert table.play(move).version > version
    assert server.admin.games()
    server.stop()
    library = Library(old)
    assert library.troubles() == []
    for name, data in before.items():
        assert (old / "games" / name).read_bytes().startswith(data)
    assert library.catalogue.entries["klongs-2p-7-0001"].lines > version
    for path in (old, old / "games" / "klongs-2p-7-0001.jsonl", old / "library.jsonl"):
        assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("old", ["last"], indirect=True)
def test_its_tokens_work(old: Path) -> None:
    server = RealServer(old.parent)
    with Client(server.url, TOKEN) as seat:
        assert (seat.whoami().seat, seat.whoami().game) == (1, "klongs-2p-7-0001")
    server.stop()


def test_it_is_backed_up_and_restored(old: Path, tmp_path: Path) -> None:
    made = back_up(Library(old), tmp_path / "b")
    assert not made.missing and not any(f.damaged for f in made.manifest.files)
    assert restore(made.folder, tmp_path / "again")[1] == []
    assert Library(tmp_path / "again").version == Library(old).version
