"""Backups: taken whole, put back whole, and refused when anything about them is wrong."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from client.real_server import RealServer
from common.refusals import refuses
from ledger.client.client import Client
from ledger.kernel.errors import Conflict, Damaged, LedgerError, Malformed, Missing
from ledger.kernel.replay.log_reader import read
from ledger.kernel.verify.verify import verify
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from ledger.library.stores import backup
from ledger.library.stores.backup import MANIFEST, back_up, latest, read_manifest, restore
from ledger.store.folder import FolderStore

REPLAYS = Path(__file__).parents[3] / "replays"


def take_in(library: Library, *names: str, instead: str | None = None) -> None:
    """Take sample games into a library; `instead`: as a correction of another one."""
    with library.writing() as writer:
        for name in names:
            data = (REPLAYS / f"{name}.jsonl").read_bytes()
            log = describe(read(data).lines, len(data))
            writer.add_log(f"id:{instead or name}", instead or name, log, data)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    library = Library(tmp_path / "library")
    take_in(library, "osaka-2p", "klongs-2p")
    service = tmp_path / "library" / ".service"
    service.mkdir()
    (service / "tokens.json").write_text('{"version":1,"tokens":[]}')
    (service / "admin-token").write_text("ledger_secret")
    (tmp_path / "library" / "games" / "osaka-2p.torn-1").write_bytes(b"half a li")
    return library


def contents(folder: Path) -> dict[str, bytes]:
    files = (p for p in folder.rglob("*") if p.is_file() and ".locks" not in p.parts)
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in files}


def test_there_and_back(library: Library, tmp_path: Path) -> None:
    made = back_up(library, tmp_path / "backups")
    manifest, troubles = restore(made.folder, tmp_path / "again")
    assert troubles == []
    expected = contents(library.folder)
    del expected[".service/admin-token"]
    assert contents(tmp_path / "again") == expected
    assert manifest.library == library.version == Library(tmp_path / "again").version
    for path in ("", "games", "library.jsonl", "games/osaka-2p.jsonl"):
        assert (tmp_path / "again" / path).stat().st_mode & 0o077 == 0
        assert (made.folder / path).stat().st_mode & 0o077 == 0


def test_nothing_secret_and_nothing_that_can_be_made_again(library: Library, tmp_path: Path):
    for name in ("index.duckdb", "games/x.new", ".service/tokens.lock", ".service/public/x"):
        path = library.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x")
    places = {f.path for f in back_up(library, tmp_path / "b").manifest.files}
    assert places == {
        "library.jsonl",
        "games/osaka-2p.jsonl",
        "games/klongs-2p.jsonl",
        "games/osaka-2p.torn-1",
        ".service/tokens.json",
    }


def test_the_timeline_of_the_service_comes_along_up_to_its_last_whole_line(
    library: Library, tmp_path: Path
) -> None:
    (library.folder / ".service" / "timeline").write_bytes(b"a 1 6\na 7 8\na 9")
    made = back_up(library, tmp_path / "backups")
    restore(made.folder, tmp_path / "again")
    assert (tmp_path / "again" / ".service" / "timeline").read_bytes() == b"a 1 6\na 7 8\n"


def test_what_has_not_changed_takes_no_room(library: Library, tmp_path: Path) -> None:
    first = back_up(library, tmp_path / "b")
    take_in(library, "century-3p")
    second = back_up(library, tmp_path / "b")
    sizes = {f.path: f.size for f in second.manifest.files}
    assert second.new_bytes == sizes["library.jsonl"] + sizes["games/century-3p.jsonl"]
    same = [b.folder / "games" / "osaka-2p.jsonl" for b in (first, second)]
    assert same[0].samefile(same[1])
    assert latest(tmp_path / "b") == second.folder
    restore(first.folder, tmp_path / "then")  # the first is as it was
    assert "century-3p" not in Library(tmp_path / "then").catalogue.logs
    restore(tmp_path / "b", tmp_path / "now")  # the newest
    assert "century-3p" in Library(tmp_path / "now").catalogue.logs


def test_a_file_that_rotted_in_the_backup_before_is_copied_again(library: Library, tmp_path: Path):
    first = back_up(library, tmp_path / "b")
    log = first.folder / "games" / "osaka-2p.jsonl"
    log.write_bytes(log.read_bytes().replace(b"Ana", b"Eva"))
    second = back_up(library, tmp_path / "b")
    with refuses(Damaged):
        restore(first.folder, tmp_path / "then")
    assert restore(second.folder, tmp_path / "now")[1] == []


def test_earlier_revisions_are_kept(library: Library, tmp_path: Path) -> None:
    before = (library.folder / "games" / "osaka-2p.jsonl").read_bytes()
    take_in(library, "osaka-3p", instead="osaka-2p")
    made = back_up(library, tmp_path / "b")
    assert restore(made.folder, tmp_path / "again")[1] == []
    assert contents(tmp_path / "again")["revisions/osaka-2p.1.jsonl"] == before


def test_a_log_that_is_replaced_while_the_copy_is_made(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (library.folder / "games" / "osaka-2p.jsonl").read_bytes()
    version, journal = library.version, backup._Copy._journal

    def then_replaced(copy: backup._Copy) -> str:
        copied = journal(copy)
        take_in(library, "osaka-3p", instead="osaka-2p")
        take_in(library, "century-2p")
        return copied

    monkeypatch.setattr(backup._Copy, "_journal", then_replaced)
    made = back_up(library, tmp_path / "b")
    manifest, troubles = restore(made.folder, tmp_path / "again")
    assert (manifest.library, troubles) == (version, [])
    found = contents(tmp_path / "again")
    assert found["games/osaka-2p.jsonl"] == before
    assert "games/century-2p.jsonl" not in found


def test_a_torn_end_is_left_out(library: Library, tmp_path: Path) -> None:
    whole = (library.folder / "games" / "klongs-2p.jsonl").read_bytes()
    with (library.folder / "games" / "klongs-2p.jsonl").open("ab") as file:
        file.write(b'{"type":"noted","seq":')
    made = back_up(library, tmp_path / "b")
    assert (made.folder / "games" / "klongs-2p.jsonl").read_bytes() == whole
    assert not any(f.damaged for f in made.manifest.files)


def test_a_damaged_log_is_copied_as_it_stands_and_told(library: Library, tmp_path: Path) -> None:
    log = library.folder / "games" / "osaka-2p.jsonl"
    log.write_bytes(log.read_bytes().replace(b"Ana", b"Eva", 1))
    (library.folder / "games" / "klongs-2p.jsonl").unlink()
    made = back_up(library, tmp_path / "b")
    assert [f.path for f in made.manifest.files if f.damaged] == ["games/osaka-2p.jsonl"]
    assert made.missing == ["games/klongs-2p.jsonl"]
    _, troubles = restore(made.folder, tmp_path / "again")
    assert contents(tmp_path / "again")["games/osaka-2p.jsonl"] == log.read_bytes()
    assert {t.id for t in troubles} >= {"klongs-2p"}


def test_a_copy_that_was_cut_short_is_none(library: Library, tmp_path: Path, monkeypatch) -> None:
    first = back_up(library, tmp_path / "b")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("ledger.library.stores.backup._digest_of", _interrupted)
        back_up(library, tmp_path / "b")
    assert latest(tmp_path / "b") == first.folder


def _interrupted(*_: object) -> str:
    raise KeyboardInterrupt


# --- refusals -------------------------------------------------------------------------------


def test_a_folder_with_anything_in_it_is_left_alone(library: Library, tmp_path: Path) -> None:
    made = back_up(library, tmp_path / "b")
    there = tmp_path / "there"
    there.mkdir()
    (there / "mine").write_text("x")
    with refuses(Conflict):
        restore(made.folder, there)
    with refuses(Conflict):
        restore(made.folder, there / "mine")
    assert contents(there) == {"mine": b"x"}


def test_any_file_that_is_not_as_it_was_is_refused(library: Library, tmp_path: Path) -> None:
    made = back_up(library, tmp_path / "b")
    for place in contents(made.folder):
        path = made.folder / place
        good = path.read_bytes()
        middle = len(good) // 2
        for bad in (good[:-2], good + b" x", good[:middle] + b"~" + good[middle + 1 :], None):
            if bad is None:
                path.unlink()
            else:
                path.write_bytes(bad)
            with pytest.raises(LedgerError) as e:
                restore(made.folder, tmp_path / "again")
            assert isinstance(e.value, Missing if bad is None and place == MANIFEST else Damaged)
            assert not (tmp_path / "again").exists()
            path.write_bytes(good)
    assert restore(made.folder, tmp_path / "again")[1] == []


@pytest.mark.parametrize("place", ["../evil", "/etc/evil", "games/../../evil", ".service/x", "x"])
def test_a_list_cannot_lead_elsewhere(library: Library, tmp_path: Path, place: str) -> None:
    made = back_up(library, tmp_path / "b")
    raw = json.loads((made.folder / MANIFEST).read_text())
    raw["files"][0]["path"] = place
    files = [backup.File(**f) for f in raw["files"]]
    raw["digest"] = backup._digest_of(raw["made"], raw["library"], files)
    (made.folder / MANIFEST).write_text(json.dumps(raw))
    with refuses(Malformed):
        read_manifest(made.folder)


def test_where_there_is_nothing(tmp_path: Path) -> None:
    with refuses(Missing):
        back_up(Library(tmp_path / "none"), tmp_path / "b")
    with refuses(Missing):
        restore(tmp_path / "none", tmp_path / "again")


# --- while it is served ---------------------------------------------------------------------


def test_a_backup_under_load_restores_what_was_acknowledged_before_it(tmp_path: Path) -> None:
    server = RealServer(tmp_path)
    admin_token = (tmp_path / "library/.service/admin-token").read_text().strip()
    acked: dict[str, int] = {}
    stop = threading.Event()

    def play(n: int) -> None:
        with Client(server.url, admin_token) as client:
            rounds = 0
            while not stop.is_set():
                table = client.create("klongs", ["Ana", "Bartek"])
                for k in range(12):
                    acked[table.id] = table.note(f"{n} {rounds} {k} {'x' * 37 * k}").version
                rounds += 1

    players = [threading.Thread(target=play, args=(n,)) for n in range(4)]
    [p.start() for p in players]
    try:
        backups = []
        while len(acked) < 8:
            stop.wait(0.1)
        for _ in range(3):
            stop.wait(0.1)
            before = dict(acked)
            backups.append((before, back_up(Library(tmp_path / "library"), tmp_path / "b")))
    finally:
        stop.set()
        [p.join() for p in players]
    assert len(backups[-1][0]) > 8
    for n, (before, made) in enumerate(backups):
        again = tmp_path / f"again-{n}"
        _, troubles = restore(made.folder, again)
        assert troubles == []
        assert not made.missing
        store = FolderStore(again / "games")
        # a game that had just been started may not be in the journal yet, but no move is lost
        for id, version in before.items():
            assert store.head(id).seq >= version
        for id in store.games():
            data = (again / "games" / f"{id}.jsonl").read_bytes()
            live = (tmp_path / "library" / "games" / f"{id}.jsonl").read_bytes()
            assert live.startswith(data)
            reading = read(data)
            assert reading.error is None and not reading.lines[-1].more
            assert verify(reading).verdict == "legal"
    server.stop()
    # play goes on from the copy, with the tokens of then
    served = tmp_path / "served"
    served.mkdir()
    (tmp_path / "again-2").rename(served / "library")
    token = served / "library" / ".service" / "admin-token"
    token.write_text(admin_token)
    other = RealServer(served)
    id = next(iter(backups[2][0]))
    assert other.admin.game(id).note("on").version > backups[2][0][id]
    other.stop()


@pytest.mark.parametrize("broken", [OSError(28, "no space"), KeyboardInterrupt()])
def test_a_backup_that_breaks_off_leaves_nothing(library, tmp_path, monkeypatch, broken):
    folder = tmp_path / "backups"
    back_up(library, folder)
    take_in(library, "century-2p")
    whole = contents(folder)

    def write_whole(*args, **more):
        raise broken

    monkeypatch.setattr(backup, "write_whole", write_whole)
    with pytest.raises((LedgerError, KeyboardInterrupt)):
        back_up(library, folder)
    assert contents(folder) == whole
    assert len(list(folder.iterdir())) == 1
