"""What a service finds when it starts, and games that others write."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from common.paths import REPLAYS
from ledger.kernel.log.events import Entry, Noted
from ledger.kernel.replay.log_reader import read
from ledger.store.folder import FolderStore

from ..checked_service import CheckedService, error
from ..in_process_service import InProcessService, StreamReader, groups


def play(s: CheckedService, game: str, seat: int, move: str):
    return s.post(f"/games/{game}/commands", s.viewer(game, seat), move=move)


def test_everything_acknowledged_is_there(fresh: CheckedService) -> None:
    s = fresh
    game = s.create("splash")
    for seat in (1, 2, 1):
        play(s, game, seat, "fish")
    log = s.log(game)
    seen = {v: s.get(f"/games/{game}/events", s.viewer(game, v)).content for v in (None, 0, 1, 2)}
    s.restart()
    assert s.log(game) == log
    for viewer, content in seen.items():
        assert s.get(f"/games/{game}/events", s.viewer(game, viewer)).content == content
    assert play(s, game, 2, "fish").status_code == 201


def test_after_a_crash_the_list_says_how_far_a_game_came(
    fresh: CheckedService, tmp_path: Path
) -> None:
    """Also a game that nobody asks for: a copy of the folder is what a crash would leave."""
    s = fresh
    game, other = s.create("splash"), s.create("splash")
    for seat in (1, 2):
        play(s, game, seat, "fish")
    s.post(f"/games/{other}/abandon", s.token("admin"), reason="tea")
    versions = {
        id: s.get(f"/games/{id}", s.token("admin")).json()["version"] for id in (game, other)
    }
    shutil.copytree(s.folder, tmp_path / "crashed")
    with InProcessService(tmp_path / "crashed") as again:
        admin = again.token("admin")
        for _ in range(100):
            rows = {row["id"]: row for row in again.get("/games", admin).json()["games"]}
            if rows[other]["status"] == "over":
                break
            again.run(asyncio.sleep(0.05))
        assert {id: row["version"] for id, row in rows.items()} == versions
        assert (rows[game]["status"], rows[other]["status"]) == ("running", "over")


def test_a_torn_end_is_cut_off_and_kept_aside(fresh: CheckedService) -> None:
    s = fresh
    game = s.create("splash")
    play(s, game, 1, "fish")
    good = s.log(game)
    play(s, game, 2, "fish")
    torn = s.log(game)[len(good) : -40]
    s.acknowledged[game].popitem()
    s.stop()
    path = s.folder / "games" / f"{game}.jsonl"
    path.write_bytes(good + torn)
    s.start()
    facts = s.get(f"/games/{game}", s.viewer(game, 1)).json()
    assert (facts["status"], facts["awaiting"][0]["seat"]) == ("running", 2)
    assert s.log(game) == good
    assert (s.folder / "games" / f"{game}.torn-1").read_bytes() == torn
    assert play(s, game, 2, "fish").status_code == 201


def test_a_damaged_log_is_read_as_far_as_it_is_good(fresh: CheckedService) -> None:
    s = fresh
    game = s.create("splash")
    for seat in (1, 2, 1):
        play(s, game, seat, "fish")
    s.stop()
    path = s.folder / "games" / f"{game}.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    bad = b"".join(lines[:5]) + lines[5].replace(b'"turn"', b'"torn"', 1) + b"".join(lines[6:])
    path.write_bytes(bad)
    s.start()
    facts = s.get(f"/games/{game}", s.viewer(game, 1)).json()
    assert facts["status"] == "damaged"
    said = error(play(s, game, 2, "fish"), 503, "damaged")
    assert "copy" in said["hint"]
    assert s.get(f"/games/{game}/events", s.viewer(game, 1)).status_code == 200
    assert path.read_bytes() == bad
    s.created.clear()


def test_a_game_that_another_program_writes_is_followed(fresh: CheckedService) -> None:
    s = fresh
    game = s.create("splash")
    s.restart()
    with FolderStore(s.folder / "games") as elsewhere:
        head = elsewhere.reopen(game)
        facts = s.get(f"/games/{game}", s.viewer(game, 1)).json()
        assert (facts["status"], facts["version"]) == ("read-only", 4)
        said = error(play(s, game, 1, "fish"), 503, "locked")
        assert said["detail"]
        assert s.get("/health").json()["status"] == "ok"  # no disk has failed

        async def follow() -> bytes:
            reader = StreamReader(s.app, f"/games/{game}/stream", s.viewer(game, 1))
            await reader.until(lambda body: b"event: group" in body)
            note = Entry(data=Noted(text="from elsewhere"), turn=1)
            await asyncio.to_thread(lambda: elsewhere.append(game, head.seq, None, [note]))
            # a reader is sent away to come back, as soon as the log has grown
            await reader.until(lambda _: reader.task.done())
            again = StreamReader(s.app, f"/games/{game}/stream", s.viewer(game, 1), after="4")
            body = await again.until(lambda body: b"elsewhere" in body)
            await again.leave()
            return body

        assert [id for id, _ in groups(s.run(follow()))] == [5]
        facts = s.get(f"/games/{game}", s.viewer(game, 1)).json()
        assert (facts["status"], facts["version"]) == ("read-only", 5)
    # free again: the next move takes it up
    done = play(s, game, 1, "fish")
    assert done.status_code == 201, done.text
    assert read(s.log(game)).lines[4].data.text == "from elsewhere"
    s.created[game] = 5


def test_a_log_put_into_the_library_is_served(fresh: CheckedService, tmp_path: Path) -> None:
    s = fresh
    sample = REPLAYS / "osaka-2p.jsonl"
    s.add("sample", sample.read_bytes())
    facts = s.get("/games/sample", s.token("admin")).json()
    assert facts["status"] == "over"
    assert facts["result"]["ranking"]
    session = s.get("/games/sample/export?to=session", s.token("admin"))
    assert "Ana" in session.text
    assert s.get("/games/sample/verify", s.token("admin")).json()["verdict"] == "legal"
