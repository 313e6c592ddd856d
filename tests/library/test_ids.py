"""Ids as file names, and the place of the library."""

from pathlib import Path

import pytest

from ledger.kernel.ids import check_id
from ledger.library.ids import default_folder, file_id, log_id
from ledger.testing.hostile import HOSTILE


def test_a_good_wish_is_granted():
    assert file_id("evening_1-a", "i", ()) == "evening_1-a"
    assert file_id("bgstats-9B1C", "i", ()) == "bgstats-9b1c"


def test_a_taken_or_odd_one_gets_a_mark_of_its_own():
    first = file_id("evening", "i1", {"evening"})
    second = file_id("evening", "i2", {"evening"})
    assert first != second and first.startswith("evening-") and len(first) == len("evening-") + 8
    assert file_id("My game!", "i1", ()).startswith("my-game-")
    assert file_id("evening", "i1", {"evening", first}).startswith(first[:10])


def test_a_log_whose_name_is_taken_is_numbered():
    taken = set()
    for expected in ("evening", "evening-2", "evening-3"):
        assert log_id("evening", taken) == expected
        taken.add(expected)
    long = "x" * 64
    taken = {long}
    for _ in range(12):
        id = log_id(long, taken)
        assert check_id(id) not in taken
        taken.add(id)


@pytest.mark.parametrize("wish", [*HOSTILE, "CON", "a/b", "x" * 65, "x" * 64, "-", "_", "..", "ż"])
def test_every_wish_becomes_a_file_name(wish):
    id = file_id(wish, f"id:{wish}", ())
    assert check_id(id) == id
    other = file_id(wish, f"id:{wish}", {id})
    assert check_id(other) != id
    named = log_id(wish, ())
    assert check_id(named) != check_id(log_id(wish, {named}))


@pytest.mark.parametrize(
    ("platform", "env", "folder"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/tabletop-ledger"),
        ("linux", {"XDG_DATA_HOME": "data"}, "~/.local/share/tabletop-ledger"),
        ("linux", {}, "~/.local/share/tabletop-ledger"),
        ("darwin", {}, "~/Library/Application Support/tabletop-ledger"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/tabletop-ledger"),
        ("win32", {}, "~/AppData/Local/tabletop-ledger"),
    ],
)
def test_the_usual_place(platform, env, folder):
    assert default_folder(env, platform) == Path(folder).expanduser()
