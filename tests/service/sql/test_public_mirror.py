"""The file that strangers ask holds what a spectator could see; any accident to it is mended."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from ledger.kernel.game.registry import installed
from ledger.kernel.play.table import Table
from ledger.kernel.replay.redact import redact
from ledger.kernel.results import Person
from ledger.kernel.verify.verify import verify_bytes
from ledger.library.library import Library
from ledger.library.writer import LibraryWriter
from ledger.service.sql import public_mirror
from ledger.service.sql.public_mirror import PublicMirror
from ledger.service.sql.public_queries import PublicQueries
from ledger.testing.playing import Habits, Script, play
from ledger.testing.worlds import another_world, has_secrets, secrets

from ..sample_libraries import GAMES, add, dump, fill_library, grow, read_log, result, table_of


@pytest.fixture(scope="module")
def stocked(tmp_path_factory):
    library = Library(tmp_path_factory.mktemp("home") / "library")
    fill_library(library)
    return library


@pytest.fixture(scope="module")
def public(stocked):
    made = PublicQueries(stocked, stocked.folder / ".service" / "public")
    assert made.refresh() == len(GAMES) + 1 + 2
    return made


@pytest.fixture(scope="module")
def tables(stocked, public):
    return dump(copy_of(stocked))


def copy_of(library: Library) -> Library:
    return Library(library.folder / ".service" / "public")


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(p.relative_to(folder)): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and ".index" not in p.parts
    }


# --- what is in it --------------------------------------------------------------------------


def test_it_holds_spectators_streams_and_results(stocked, tables):
    copy = copy_of(stocked)
    assert {e.id for e in copy.games()} == {
        *(f"{name}-1" for name in GAMES),
        *("seen-by-2", "bgstats-secret-key-1", "bgstats-secret-key-2"),
    }
    for name in GAMES:
        table = table_of(name)
        data = (copy.folder / "games" / f"{name}-1.jsonl").read_bytes()
        assert data == redact(table.game, table.lines, 0)[1]
        assert verify_bytes(data).verdict == "possible"
    assert tables["problems"] == []


def test_a_log_of_one_seat_is_redacted_again(stocked, public):
    full = table_of("century", seed=5)
    data = (copy_of(stocked).folder / "games" / "seen-by-2.jsonl").read_bytes()
    assert data == redact(full.game, full.lines, 0)[1]


@pytest.mark.parametrize("name", GAMES)
def test_no_hidden_value_stands_in_it(stocked, tables, name):
    full, seen = table_of(name).lines, read_log(copy_of(stocked), f"{name}-1")
    hidden = secrets(full, 0)
    assert bool(hidden) is has_secrets(installed()[name])
    number = next(row[0] for row in tables["games"] if row[1] == f"{name}-1")
    shown = {row[2]: msgspec.json.decode(row[-1]) for row in tables["events"] if row[0] == number}
    for place in hidden:
        for value in (
            msgspec.to_builtins(seen[place.seq - 1].data)[place.field],
            shown[place.seq][place.field],
        ):
            assert value is None or value[place.nth] is None, place


def test_nothing_of_a_full_log_or_an_import_is_in_it(stocked, tables):
    copy = copy_of(stocked)
    text = repr(tables).encode() + b"".join(
        data for name, data in files(copy.folder).items() if name != "made-by"
    )
    for word in ("id-inside-the-log", "KEY-", "/home/me", "plays.json", "uuid-1", "ananowak"):
        assert word.encode() not in text, word
    for word in ("a remark of ours", str(stocked.folder), str(Path.home())):
        assert word.encode() not in text, word
    for entry in stocked.games():
        if entry.kind == "log":
            for line in read_log(stocked, entry.id) if entry.game != "chess" else ():
                assert line.digest.encode() not in text


def test_merged_players_are_merged_there_too(stocked, public):
    real = stocked.catalogue.people.find("bgg:anan")
    assert {"bgg:ananowak", "bgg:anan", "bgstats:/home/me/uuid-1"} <= set(real.keys)
    ((name, names, keys),) = public.ask(
        "select name, names, keys from players where 'Ana Nowak' in names"
    ).rows
    assert (name, tuple(names)) == (real.name, real.names)
    own = [k for k in keys if not k.startswith("name:")]
    assert sorted(own) == ["bgg:ana-nowak", "bgg:anka", "bgstats:ana-nowak"]


# --- two worlds -----------------------------------------------------------------------------


def two_worlds(name: str) -> tuple[Table, Table]:
    """Play a game, and the same with other hidden cards."""
    game = installed()[name]
    for seed in range(20):
        one = play(game, Script(seed, 30), Habits(undo=6, keys=True))
        other = another_world(one, 0, random.Random(seed), tries=40)
        if other is not None:
            assert other.bytes() != one.bytes()
            return one, other
    raise AssertionError(f"there is no other world of {name}")


def test_worlds_that_differ_in_hidden_things_only_give_equal_bytes(tmp_path):
    worlds = {n: two_worlds(n) for n in GAMES if has_secrets(installed()[n])}
    assert len(worlds) > 1
    copies, answers = [], []
    for n in range(2):
        library = Library(tmp_path / str(n))
        for name, tables in worlds.items():
            add(library, name, tables[n].lines)
        public = PublicQueries(library, tmp_path / f"public-{n}")
        sums = "select md5(string_agg(e::varchar, '' order by game_id, seq)) from events e"
        answers.append(public.ask(sums))
        copies.append(Library(tmp_path / f"public-{n}"))
    assert files(copies[0].folder) == files(copies[1].folder)
    assert dump(copies[0]) == dump(copies[1])
    assert answers[0] == answers[1]


# --- keeping up -----------------------------------------------------------------------------


def anew(library: Library, folder: Path) -> dict:
    """Return every row, made from nothing; numbers of games can differ from a copy that grew."""
    shutil.rmtree(folder, ignore_errors=True)
    PublicQueries(library, folder).refresh()
    return plain(Library(folder))


def plain(copy: Library) -> dict:
    rows = dump(copy)
    logs = {row[0]: row[1] for row in rows["games"]}
    # a copy that grew has other lines in its journal
    rows["internal.logs"] = [row[:-1] for row in rows["internal.logs"]]
    out = {
        name: sorted(((logs.get(row[0]), *row[1:]) for row in some), key=repr)
        for name, some in rows.items()
        if name not in ("players", "internal.meta")
    }
    return {**out, "players": sorted(rows["players"])}


def test_it_grows_with_the_games(tmp_path):
    library = Library(tmp_path / "library")
    public = PublicQueries(library, tmp_path / "public")
    assert public.refresh() == 0, "there is no library yet"
    assert public.ask("select count(*) from games").rows == [[0]]
    table = table_of("century", steps=30)
    ends = [x.seq for x in table.lines if not x.more]
    add(library, "a", table.lines[: ends[5]])
    add(library, "b", table_of("osaka", steps=5).lines, "id:b")
    assert public.refresh() == 2
    assert public.refresh() == 0
    for end in (ends[9], ends[-1]):
        grow(library, "a", table.lines[:end])
        assert public.refresh() == 1
        assert len(read_log(Library(tmp_path / "public"), "a")) == end
    with library.writing() as writer:
        writer.add_result(result("1"))
    add(library, "b", table_of("osaka", seed=9, steps=5).lines, "id:b")  # another revision
    assert public.refresh() == 2
    assert plain(Library(tmp_path / "public")) == anew(library, tmp_path / "again")
    assert not (tmp_path / "public" / "revisions").exists()
    assert PublicQueries(library, tmp_path / "public").refresh() == 0, "nor after a restart"


def test_what_cannot_be_read_is_read_again_when_it_grows(stocked, tmp_path):
    library = Library(shutil.copytree(stocked.folder, tmp_path / "library"))
    copy = PublicMirror(library, tmp_path / "public")
    copy.refresh()
    add(library, "other", table_of("osaka", seed=7).lines)
    assert copy.refresh() == 1
    grow(library, "damaged", table_of("osaka", seed=6, steps=70).lines)
    assert copy.refresh() == 1
    assert "damaged" in copy.library.catalogue.entries


def test_other_rules_make_it_anew(stocked, tmp_path, monkeypatch):
    copy = PublicMirror(stocked, tmp_path / "public")
    taken = copy.refresh()
    assert PublicMirror(stocked, tmp_path / "public").refresh() == 0
    monkeypatch.setattr(public_mirror, "code_fingerprint", lambda: "another program")
    assert PublicMirror(stocked, tmp_path / "public").refresh() == taken


def test_its_journal_stays_short(tmp_path, monkeypatch):
    monkeypatch.setattr(public_mirror, "SPACE", 20)
    library = Library(tmp_path / "library")
    table = table_of("century")
    ends = [x.seq for x in table.lines if not x.more]
    add(library, "a", table.lines[: ends[0]])
    with library.writing() as writer:
        writer.add_result(result("1", Person(name="Ana"), Person(name="Xi")))
        writer.add_result(result("2", Person(name="Anka")))
        writer.say([writer.catalogue.people.merging("Ana", "Anka")])
    copy = PublicMirror(library, tmp_path / "public")
    sizes = []
    for end in ends[1:20]:
        grow(library, "a", table.lines[:end])
        assert copy.refresh() == (1 if sizes else 3)
        sizes.append(copy.library.journal.stat().st_size)
    assert sizes != sorted(sizes)
    assert holds(copy) == holds(made(library, tmp_path / "again"))


# --- accidents ------------------------------------------------------------------------------


def made(library: Library, folder: Path) -> PublicMirror:
    copy = PublicMirror(library, folder)
    copy.refresh()
    return copy


def holds(copy: PublicMirror) -> tuple:
    """Return all that an index is made from."""
    library = Library(copy.folder)
    logs = {
        e.id: (e.revision, e.head, e.path.read_bytes())
        for e in library.games()
        if e.path is not None
    }
    results = {e.id: (e.revision, e.played) for e in library.results()}
    people = {p.name: (sorted(p.keys), sorted(p.games)) for p in library.players()}
    return logs, results, people, library.problem


class Death(BaseException):
    """The process ends here."""


def _moments(monkeypatch, fail_at: int) -> list[str]:
    """Let the process die before or after the nth step that leaves something on disk."""
    seen: list[str] = []

    def mortal(owner, name):
        real = getattr(owner, name)

        def step(*args, **more):
            for when in ("before", "after"):
                if when == "after":
                    out = real(*args, **more)
                seen.append(f"{when} {name}")
                if len(seen) == fail_at:
                    raise Death
            return out

        monkeypatch.setattr(owner, name, step)

    mortal(public_mirror, "write_whole")
    mortal(LibraryWriter, "flush")
    mortal(Path, "write_text")
    mortal(Path, "unlink")
    mortal(Path, "replace")
    mortal(shutil, "rmtree")
    return seen


def test_death_at_any_step_is_mended(tmp_path, monkeypatch):
    monkeypatch.setattr(public_mirror, "SPACE", 5)
    library = Library(tmp_path / "library")
    table = table_of("century", steps=6)
    ends = [x.seq for x in table.lines if not x.more]
    add(library, "a", table.lines[: ends[3]])
    add(library, "b", table_of("osaka", steps=5).lines, "id:b")
    base = made(library, tmp_path / "base").folder
    grow(library, "a", table.lines)
    add(library, "b", table_of("osaka", seed=9, steps=5).lines, "id:b")
    add(library, "c", table_of("osaka", seed=10, steps=5).lines)
    want = holds(made(library, tmp_path / "again"))
    for start in ("nothing", "some", "other rules"):
        for n in range(1, 100):
            folder = tmp_path / "public"
            shutil.rmtree(folder, ignore_errors=True)
            if start != "nothing":
                shutil.copytree(base, folder)
            if start == "other rules":
                (folder / "made-by").write_text("another program")
            with monkeypatch.context() as patch:
                seen = _moments(patch, n)
                try:
                    made(library, folder)
                except Death:
                    pass
                else:
                    break
            assert holds(made(library, folder)) == want, f"{start}: died {seen[-1]}"
        assert n > 10, "it can die at more steps than these"


def test_what_a_power_cut_takes_is_made_again(stocked, tmp_path):
    folder = tmp_path / "public"
    want = holds(made(stocked, folder))
    games = folder / "games"

    def cut(path: Path) -> None:
        path.write_bytes(path.read_bytes()[:-50])

    accidents = (
        lambda: cut(games / "century-1.jsonl"),
        lambda: (games / "osaka-1.jsonl").write_bytes(b""),
        lambda: (games / "klongs-1.jsonl").unlink(),
        lambda: cut(folder / "library.jsonl"),
        lambda: (folder / "library.jsonl").write_bytes(b"?\n"),
        lambda: (folder / "library.jsonl").unlink(),
        lambda: (folder / "made-by").unlink(),
        lambda: shutil.rmtree(games),
        lambda: shutil.rmtree(folder),
    )
    for n, accident in enumerate(accidents):
        accident()
        assert holds(made(stocked, folder)) == want, n


def test_an_index_that_is_gone_or_broken_is_made_again(tmp_path):
    library, folder = Library(tmp_path / "library"), tmp_path / "public"
    add(library, "a", table_of("osaka", steps=5).lines)
    public = PublicQueries(library, folder)
    count = "select count(*) from games"
    assert public.ask(count).rows == [[1]]
    (folder / ".index" / "index.duckdb").write_bytes(b"no index")  # while it is in use
    assert public.ask(count).rows == [[1]]
    shutil.rmtree(folder)
    assert public.ask(count).rows == [[1]]


def test_killed_at_any_moment(stocked, tmp_path):
    """The same with processes that really end."""
    folder = tmp_path / "public"
    code = (
        "import sys; from pathlib import Path; from ledger.library.library import Library; "
        "from ledger.service.sql.public_queries import PublicQueries; "
        "p = PublicQueries(Library(sys.argv[1]), Path(sys.argv[2])); print(flush=True); p.refresh()"
    )
    killed = 0
    for n in range(3):
        args = [sys.executable, "-c", code, str(stocked.folder), str(folder)]
        with subprocess.Popen(args, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(0.05 + 0.15 * n)
            child.kill()
        killed += child.returncode == -signal.SIGKILL
    assert killed
    public = PublicQueries(stocked, folder)
    assert public.ask("select count(*) from games").rows == [[len(stocked.games()) - 2]]
    assert holds(made(stocked, folder)) == holds(made(stocked, tmp_path / "again"))
