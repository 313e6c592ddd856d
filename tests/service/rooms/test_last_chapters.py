"""A long game is shown at once by a service that starts, and never otherwise than it stands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.kernel.game.registry import installed
from ledger.kernel.log.codec import encode
from ledger.kernel.log.events import Adjusted, Retracted
from ledger.kernel.replay.redact import redact
from ledger.service.rooms import last_chapters
from ledger.service.rooms.last_chapters import Eyes, LastChapters
from ledger.store.memory import MemoryStore
from ledger.testing.playing import Habits, Script, play
from ledger.testing.worlds import another_world

from ..in_process_service import InProcessService
from ..sample_libraries import table_of

VIEWERS = (None, 0, 1)


@pytest.fixture(autouse=True)
def every_log_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LastChapters, "long", 1)


@pytest.fixture
def s(tmp_path: Path) -> Iterator[InProcessService]:
    with InProcessService(tmp_path / "library") as serving:
        yield serving


def start_again(s: InProcessService) -> None:
    """Start a service anew; what the old one had in hand is written first."""
    s.app.service.chapters.pool.shutdown()
    s.restart()


def kept(s: InProcessService) -> Path:
    return s.folder / ".service" / "last-chapters"


def look(s: InProcessService, viewer: int | None, game: str = "evening") -> Any:
    answer = s.get(f"/games/{game}/chapters/0", s.viewer(game, viewer))
    assert answer.status_code == 200, answer.text
    return answer.json()


def was_at_hand(s: InProcessService) -> bool:
    """Whether nothing was made of a log to show it."""
    return s.app.service.chapters.scenes == 0


def look_into_room(s: InProcessService, viewer: int | None, game: str = "evening") -> Any:
    """Return what a service shows of a game that is open."""
    start_again(s)
    assert s.get(f"/games/{game}", s.viewer(game, viewer)).status_code == 200
    assert game in s.app.registry.rooms
    found = look(s, viewer, game)
    assert not was_at_hand(s)
    return found


# --- without opening the game -------------------------------------------------------------------


def test_a_long_log_is_shown_before_it_is_opened(s: InProcessService) -> None:
    s.add("evening", table_of("osaka").bytes())
    for viewer in VIEWERS:
        told = look(s, viewer)
        assert not s.app.registry.rooms
        assert told == look_into_room(s, viewer)
        start_again(s)


def test_one_view_of_a_log_is_only_for_referees(s: InProcessService) -> None:
    table = table_of("osaka")
    s.add("evening", redact(table.game, table.lines, 1)[1])
    path = "/games/evening/chapters/0"
    assert s.get(path, s.viewer("evening", 2)).status_code == 403
    assert s.get(path, s.viewer("evening", None)).status_code == 200


def test_a_seat_that_is_not_there_sees_nothing(s: InProcessService) -> None:
    table = table_of("osaka")
    s.add("evening", table.bytes())
    seat = len(table.lines[0].data.seats) + 1
    path = f"/games/evening/chapters/0?as={seat}"
    assert s.get(path, s.viewer("evening", None)).status_code == 400


def test_what_was_told_once_is_at_hand_when_a_service_starts(s: InProcessService) -> None:
    s.add("evening", table_of("osaka").bytes())
    told = {viewer: look(s, viewer) for viewer in VIEWERS}
    assert told[0] != told[1] != told[None]
    start_again(s)
    assert {viewer: look(s, viewer) for viewer in VIEWERS} == told
    assert was_at_hand(s)
    look(s, 2)
    assert not was_at_hand(s), "nobody has looked through these eyes before"
    assert {viewer: look(s, viewer) for viewer in VIEWERS} == told


@pytest.mark.parametrize("lang", ["../1", "/", "en/../en", "\0", "en.", " "])
def test_what_a_client_calls_a_language_never_becomes_a_path(tmp_path: Path, lang: str) -> None:
    chapters = LastChapters(tmp_path, MemoryStore())
    with pytest.raises(ValueError, match="language"):
        chapters._path(Eyes("evening", 1, lang))
    assert chapters._recall(Eyes("evening", 1, lang), "") is None


def test_it_stands_where_only_the_service_reads(s: InProcessService) -> None:
    s.add("evening", table_of("osaka").bytes())
    look(s, None)
    start_again(s)
    (file,) = kept(s).iterdir()
    assert file.stat().st_mode & 0o077 == 0


def test_a_short_log_is_not_kept(s: InProcessService, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("osaka")
    monkeypatch.setattr(LastChapters, "long", len(table.lines) + 1)
    s.add("evening", table.bytes())
    look(s, None)
    start_again(s)
    assert not kept(s).exists()


def test_only_the_newest_files_stay(s: InProcessService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_chapters, "MOST", 2)
    s.add("evening", table_of("osaka").bytes())
    for viewer in VIEWERS:
        look(s, viewer)
    start_again(s)
    assert len(list(kept(s).iterdir())) == 2


# --- damaged, foreign, stale --------------------------------------------------------------------


@pytest.mark.parametrize("at", [40, 90, -1])
def test_a_damaged_file_counts_for_nothing_and_is_made_anew(s: InProcessService, at: int) -> None:
    s.add("evening", table_of("osaka").bytes())
    told = look(s, 1)
    start_again(s)
    (file,) = kept(s).iterdir()
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)
    assert look(s, 1) == told
    assert not was_at_hand(s)
    start_again(s)
    assert look(s, 1) == told
    assert was_at_hand(s)


@pytest.mark.parametrize("data", [b"", b"\n\n"])
def test_nor_does_something_else(s: InProcessService, data: bytes) -> None:
    s.add("evening", table_of("osaka").bytes())
    told = look(s, 1)
    start_again(s)
    (file,) = kept(s).iterdir()
    file.write_bytes(data)
    assert look(s, 1) == told
    assert not was_at_hand(s)


def test_another_seats_file_is_not_taken(s: InProcessService) -> None:
    s.add("evening", table_of("osaka").bytes())
    look(s, 1)
    start_again(s)
    (file,) = kept(s).iterdir()
    file.rename(file.with_name(file.name.replace(".1.", ".2.")))
    assert look(s, 2)["viewer"] == 2
    assert not was_at_hand(s)


def test_another_games_file_is_not_taken(s: InProcessService) -> None:
    s.add("evening", table_of("osaka").bytes())
    s.add("night", table_of("osaka", seed=4).bytes())
    look(s, 1)
    start_again(s)
    (file,) = kept(s).iterdir()
    file.rename(file.with_name(file.name.replace("evening", "night")))
    told = look(s, 1, "night")
    assert not was_at_hand(s)
    assert told == look_into_room(s, 1, "night")


def test_another_program_tells_it_anew(
    s: InProcessService, monkeypatch: pytest.MonkeyPatch
) -> None:
    s.add("evening", table_of("osaka").bytes())
    look(s, 1)
    start_again(s)
    monkeypatch.setattr(last_chapters, "_program", lambda game: "another")
    look(s, 1)
    assert not was_at_hand(s)


def test_the_program_is_known_by_its_files_and_those_of_the_game() -> None:
    files = set(last_chapters._files(installed()["osaka"].package))
    assert {"box.toml", "skin.svg"} <= {Path(name).name for name, _, _ in files}
    assert any(name.endswith("chapters.py") for name, _, _ in last_chapters._files("ledger"))


def test_a_log_that_went_on_elsewhere_is_told_as_it_stands(s: InProcessService) -> None:
    """Moves, take-backs and corrections that no service of ours has seen."""
    lines = table_of("osaka", steps=90).lines
    ends = [line.seq for line in lines if not line.more]
    back = next(line.seq for line in lines if isinstance(line.data, Retracted))
    fixed = next(line.seq for line in lines if isinstance(line.data, Adjusted))
    cuts = sorted({ends[3], back, fixed, ends[-1]})
    s.add("evening", encode(lines[: cuts[0]]))
    look(s, 1)
    for cut in cuts[1:]:
        start_again(s)
        (s.folder / "games" / "evening.jsonl").write_bytes(encode(lines[:cut]))
        told = look(s, 1)
        assert not was_at_hand(s)
        start_again(s)
        assert look(s, 1) == told
        assert was_at_hand(s)
    assert told == look_into_room(s, 1)


def test_a_game_that_is_played_on_is_told_as_it_stands(s: InProcessService) -> None:
    game = s.create("osaka")
    look(s, 1, game)
    for what, body in (("commands", {"move": "claim red"}), ("undo", {}), ("notes", {"text": "x"})):
        assert s.post(f"/games/{game}/{what}", s.viewer(game, 2), **body).status_code == 201
        told = look(s, 1, game)
        start_again(s)
        assert look(s, 1, game) == told
    assert told == look_into_room(s, 1, game)


def test_a_log_that_was_damaged_since_is_not_passed_off_as_whole(s: InProcessService) -> None:
    table = table_of("osaka")
    s.add("evening", table.bytes())
    whole = look(s, 1)
    start_again(s)
    file = s.folder / "games" / "evening.jsonl"
    raws = file.read_bytes().split(b"\n")
    raws[len(raws) // 2] = raws[len(raws) // 2].replace(b'"turn":', b'"turn":1', 1)
    file.write_bytes(b"\n".join(raws))
    told = look(s, 1)
    assert told["version"] < whole["version"]
    assert not was_at_hand(s)


# --- who may see it -----------------------------------------------------------------------------


def test_it_is_shown_to_nobody_else(s: InProcessService) -> None:
    s.add("evening", table_of("osaka").bytes())
    s.add("night", table_of("osaka", seed=4).bytes())
    for viewer in VIEWERS:
        look(s, viewer)
    start_again(s)
    path = "/games/evening/chapters/0"
    assert s.get(path).status_code == 401
    assert s.get(path, s.viewer("night", None)).status_code == 403
    assert s.get(f"{path}?as=full", s.viewer("evening", 1)).status_code == 403
    assert was_at_hand(s)


def test_worlds_that_a_seat_cannot_tell_apart_give_it_the_same(tmp_path: Path) -> None:
    for seed in range(40):
        table = play(installed()["klongs"], Script(seed, 20), Habits(undo=9))
        other = another_world(table, 1, random.Random(seed), tries=30)
        if other is not None:
            break
    assert other is not None
    told: dict[int | None, list[Any]] = {1: [], None: []}
    for n, world in enumerate((table, other)):
        with InProcessService(tmp_path / str(n)) as s:
            s.add("evening", world.bytes())
            for viewer in told:
                look(s, viewer)
            start_again(s)
            for viewer, found in told.items():
                found.append(look(s, viewer))
            assert was_at_hand(s)
    assert told[1][0] == told[1][1]
    assert told[None][0] != told[None][1]
