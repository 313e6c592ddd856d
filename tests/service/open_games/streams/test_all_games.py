"""All games in one stream: what a token may see, each group once, whatever breaks in between."""

from __future__ import annotations

import asyncio
import errno
import json
import random
import shutil
import threading
from collections.abc import Callable, Iterator, Sized
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.service.open_games.streams.file_timeline import FileTimeline
from ledger.testing.effort import effort

from ...failing_disk import FailingFiles
from ...in_process_service import InProcessService, StreamReader
from .test_stream import move

Message = tuple[str, dict[str, Any]]


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[InProcessService]:
    with InProcessService(tmp_path / "library", heartbeat=0.1, slow_reader=0.3) as s:
        yield s


def told(body: bytes) -> list[tuple[str, str, bytes]]:
    """Return the id of each group, its game, and its lines."""
    out = []
    for message in body.split(b"\n\n")[:-1]:
        fields = dict(line.partition(b": ")[::2] for line in message.split(b"\n"))
        if fields.get(b"event") == b"group":
            data = json.loads(fields[b"data"])
            inside = fields[b"data"].partition(b'"events":[')[2].removesuffix(b"]}")
            out.append((fields[b"id"].decode(), data["id"], inside))
    return out


def by_game(groups: list[tuple[str, str, bytes]]) -> dict[str, bytes]:
    """Return the lines of each game, as they stand in its log."""
    out: dict[str, bytes] = {}
    for _, game, inside in groups:
        lines = json.loads(b"[" + inside + b"]")
        out[game] = out.get(game, b"") + inside.replace(b'},{"type":', b'}\n{"type":') + b"\n"
        assert lines
    return out


def at_least(count: int, groups: Sized) -> bool:
    """Whether so many groups have come."""
    return len(groups) >= count


def logs(s: InProcessService, viewer: int | None, *games: str) -> dict[str, bytes]:
    """Return what the logs on the disk redact to."""
    out = {}
    for game in games:
        data = (s.folder / "games" / f"{game}.jsonl").read_bytes()
        reading = read(data)
        out[game] = data if viewer is None else redact(reading.game, reading.lines, viewer)[1]
    return out


class Follower:
    """A reader that may break off and come back where it was."""

    def __init__(self, s: InProcessService, token: str, after: str = "start") -> None:
        self.s, self.token, self.cursor = s, token, after
        self.groups: list[tuple[str, str, bytes]] = []
        self.reader: StreamReader | None = None

    def join(self) -> Follower:
        async def opened() -> StreamReader:
            return StreamReader(self.s.app, "/stream", self.token, self.cursor)

        self.reader = self.s.run(opened())
        return self

    def until(self, done: Callable[[list[tuple[str, str, bytes]]], bool]) -> None:
        assert self.reader is not None
        before = self.groups
        self.s.run(self.reader.until(lambda body: done([*before, *told(body)])))
        assert done([*before, *told(self.reader.body)]), self.reader.body[-500:]

    def holds(self, wanted: dict[str, bytes]) -> None:
        """Wait until all of this has come, and nothing else."""
        self.until(lambda groups: by_game(groups) == wanted)

    def leave(self) -> None:
        assert self.reader is not None
        self.s.run(self.reader.leave())
        self.take()

    def take(self) -> None:
        """Keep what came, and remember the place."""
        assert self.reader is not None
        new = told(self.reader.body)
        self.groups += new
        if new:
            self.cursor = new[-1][0]
        self.reader = None


def test_all_games_are_told_and_new_ones_appear(serving: InProcessService) -> None:
    s = serving
    first, second = s.create("klongs"), s.create("osaka")
    move(s, first, 3)
    watching, judging = (Follower(s, s.token(role)).join() for role in ("spectator", "admin"))
    watching.holds(logs(s, 0, first, second))
    judging.holds(logs(s, None, first, second))
    move(s, second, 2)
    third = s.create("century")
    move(s, third, 2)
    move(s, first, 1)
    watching.holds(logs(s, 0, first, second, third))
    judging.holds(logs(s, None, first, second, third))
    watching.leave()
    judging.leave()
    order = [game for _, game, _ in watching.groups]
    assert order == [game for _, game, _ in judging.groups]
    assert order[-1] == first
    ids = [id for id, _, _ in watching.groups]
    assert len(ids) == len(set(ids))
    assert s.app.registry.timeline.waiting == set()


def test_a_token_for_one_game_never_hears_of_another(serving: InProcessService) -> None:
    s = serving
    mine, other = s.create("klongs"), s.create("osaka")
    reader = Follower(s, s.viewer(mine, 1)).join()
    reader.holds(logs(s, 1, mine))
    move(s, other, 3)
    another = s.create("osaka")
    move(s, mine, 1)
    reader.holds(logs(s, 1, mine))
    assert reader.reader is not None
    assert not any(game.encode() in reader.reader.body for game in (other, another))
    reader.leave()


def test_a_host_follows_the_games_that_it_starts_from_their_first_line(
    serving: InProcessService,
) -> None:
    s = serving
    other, host = s.create("osaka"), s.token("host")
    reader = Follower(s, host).join()
    made = s.post("/games", host, game="klongs", seats=["Ana", "Bartek"])
    assert made.status_code == 201, made.text
    own = made.json()["id"]
    move(s, other, 1)
    s.post(f"/games/{own}/notes", s.viewer(own, 1), text="hm")
    reader.holds(logs(s, None, own))
    reader.leave()


def test_what_is_told_does_not_depend_on_games_that_are_hidden(tmp_path: Path) -> None:
    """The same game beside a busy one and alone: the same bytes."""
    bodies = []
    for busy in (False, True):
        with InProcessService(tmp_path / f"{busy}") as s:
            s.create("klongs", id="mine")
            if busy:
                s.create("osaka", id="a-busy-one")
                move(s, "a-busy-one", 4)
            s.clock.now = s.clock.now.replace(hour=20)
            reader = Follower(s, s.token("spectator", "mine")).join()
            reader.holds(logs(s, 0, "mine"))
            if busy:
                move(s, "a-busy-one", 1)
            s.clock.now = s.clock.now.replace(hour=21)
            s.post("/games/mine/notes", s.viewer("mine", 1), text="hm")
            reader.until(lambda groups: b"hm" in groups[-1][2])
            assert reader.reader is not None
            bodies.append([m for m in reader.reader.body.split(b"\n\n") if b"id:" in m])
            reader.leave()
    strip = [[m.partition(b"data")[0] for m in body] for body in bodies]
    assert strip[0] == strip[1]
    assert len(strip[0]) == 2


def test_every_place_can_be_resumed_also_after_a_restart(serving: InProcessService) -> None:
    s = serving
    games = [s.create(name) for name in ("klongs", "osaka", "splash")]
    whole = Follower(s, s.token("spectator")).join()
    for n in range(12):
        move(s, games[n % 3])
    whole.holds(logs(s, 0, *games))
    whole.leave()
    for n, (id, _, _) in enumerate(whole.groups):
        if n in (4, 9):
            s.restart()
        again = Follower(s, s.token("spectator"), id).join()
        rest = whole.groups[n + 1 :]
        again.until(partial(at_least, len(rest)))
        again.leave()
        assert again.groups == rest


def test_a_reader_that_leaves_while_a_line_is_written_loses_it_for_nobody(
    serving: InProcessService,
) -> None:
    game = serving.create("osaka")
    reader = Follower(serving, serving.token("spectator")).join()
    reader.holds(logs(serving, 0, game))
    reader.leave()
    timeline = serving.app.registry.timeline
    assert isinstance(timeline, FileTimeline)

    async def leave() -> list[str]:
        held, pool = threading.Event(), timeline._runtime.pool
        for _ in range(100):  # so that whatever is written has to wait
            pool.submit(held.wait)
        timeline.grew("another", 3)
        for _ in range(3):
            leaving = asyncio.ensure_future(timeline.flush())
            await asyncio.sleep(0.01)
            leaving.cancel()
        held.set()
        timeline.grew("another", 5)
        await timeline.flush()
        return [f"{g.game} {g.first} {g.last}" for g in await timeline.after(0)]

    assert serving.run(leave())[-2:] == ["another 1 3", "another 4 5"]


async def lose(timeline: FileTimeline) -> None:
    """Lose what was not written yet; what is being written is."""
    async with timeline._working:
        timeline._let_go()


@pytest.mark.parametrize("seed", range(effort(1, 12)))
def test_a_reader_that_breaks_off_again_and_again_misses_nothing(
    serving: InProcessService, seed: int
) -> None:
    """Moves, new games, breaks, restarts and crashes, in any order."""
    s, rng = serving, random.Random(seed)
    games = [s.create("osaka"), s.create("klongs")]
    reader = Follower(s, s.token("spectator")).join()
    for _ in range(effort(40, 60)):
        match rng.choice(("move", "move", "move", "new", "break", "restart", "crash")):
            case "move":
                move(s, rng.choice(games))
            case "new" if len(games) < 6:
                games.append(s.create(rng.choice(("osaka", "klongs", "splash"))))
            case "break":
                reader.leave()
                reader.join()
            case "restart":
                s.restart()
                reader.take()
                reader.join()
            case "crash":
                s.run(reader.reader.leave())
                reader.take()
                s.run(lose(s.app.registry.timeline))
                s.restart()
                reader.join()
    reader.holds(logs(s, 0, *games))
    reader.leave()
    ids = [id for id, _, _ in reader.groups]
    assert len(ids) == len(set(ids))


def test_only_what_is_new(serving: InProcessService) -> None:
    s = serving
    token = s.token("spectator")
    empty = Follower(s, token, "end").join()
    s.run(empty.reader.until(lambda body: b"begin" in body))
    game = s.create("osaka")
    empty.holds(logs(s, 0, game))
    assert empty.reader is not None
    assert empty.reader.body.startswith(b"id: start\nevent: begin\ndata: {}\n\n")
    empty.leave()
    late = Follower(s, token, "end").join()
    s.run(late.reader.until(lambda body: b"begin" in body))
    s.post(f"/games/{game}/notes", s.viewer(game, 1), text="hm")
    late.until(lambda groups: len(groups) == 1)
    assert late.reader is not None
    assert late.reader.body.startswith(f"id: {empty.cursor}\nevent: begin".encode())
    late.leave()
    assert b"hm" in late.groups[0][2]


def test_a_place_that_is_none_is_refused_and_tells_nothing(serving: InProcessService) -> None:
    s = serving
    mine, other = s.create("osaka"), s.create("osaka")
    token = s.viewer(mine, 1)
    answers = []
    for cursor in (f"{other}:3", "nothing-here:3", f"{mine}:999"):
        answer = s.get(f"/stream?after={cursor}", token)
        assert (answer.status_code, answer.json()["kind"]) == (422, "illegal")
        answers.append(answer.text.replace(cursor, "CURSOR"))
    assert len(set(answers)) == 1
    for bad in ("x", "a:b", "A:1", f"{mine}:", "-1", f"{mine}:1:2"):
        assert s.get(f"/stream?after={bad}", token).status_code == 400


def test_a_place_inside_a_group_gives_the_rest_of_its_game(serving: InProcessService) -> None:
    game = serving.create("osaka")
    reader = Follower(serving, serving.token("spectator"), f"{game}:2").join()
    reader.holds(logs(serving, 0, game))
    reader.leave()


def test_a_game_that_others_put_into_the_library_appears(
    serving: InProcessService,
) -> None:
    s = serving
    game = s.create("osaka")
    data = (s.folder / "games" / f"{game}.jsonl").read_bytes()
    reader = Follower(s, s.token("spectator")).join()
    reader.holds(logs(s, 0, game))
    s.app.registry.journal.journal.close()
    s.add("from-elsewhere", data)
    reader.holds(logs(s, 0, game, "from-elsewhere"))
    reader.leave()


def test_a_slow_reader_is_sent_away(serving: InProcessService) -> None:
    s = serving
    game = s.create("klongs")
    slow = Follower(s, s.token("spectator")).join()
    slow.holds(logs(s, 0, game))
    assert slow.reader is not None
    slow.reader.blocked = True
    move(s, game, 2)
    s.run(asyncio.wait_for(asyncio.wait({slow.reader.task}), 5))
    assert s.app.metrics.value("ledger_dropped_streams_total") == 1
    slow.take()
    slow.join()
    slow.holds(logs(s, 0, game))
    slow.leave()


def test_a_revoked_token_ends_it_and_so_does_the_service(serving: InProcessService) -> None:
    s = serving
    s.create("osaka")
    token = s.token("spectator")
    reader = Follower(s, token).join()
    other = Follower(s, s.token("admin")).join()
    reader.until(lambda groups: len(groups) == 1)
    other.until(lambda groups: len(groups) == 1)
    s.app.service.tokens.revoke(token.split("_")[1])
    s.run(asyncio.wait_for(asyncio.wait({reader.reader.task}), 5))
    s.restart()
    assert other.reader is not None
    assert other.reader.task.done()


def test_it_ends_as_soon_as_the_service_has_to_stop(tmp_path: Path) -> None:
    """Before the service is closed: that waits for its streams."""
    with InProcessService(tmp_path / "library") as s:
        game = s.create("osaka")
        reader = Follower(s, s.token("spectator")).join()
        reader.holds(logs(s, 0, game))
        s.app.registry.stop()
        assert reader.reader is not None
        done, _ = s.run(asyncio.wait({reader.reader.task}, timeout=2))
        assert done


def test_nobody_is_told_what_a_failing_disk_could_forget(tmp_path: Path) -> None:
    files = FailingFiles()
    with InProcessService(tmp_path / "library", files=files, heartbeat=0.1) as s:
        game = s.create("klongs")
        reader = Follower(s, s.token("spectator")).join()
        reader.holds(logs(s, 0, game))
        before = logs(s, 0, game)
        files.fail_on("timeline", "fdatasync", errno.EIO)
        move(s, game, 2)
        s.run(asyncio.sleep(0.3))
        reader.holds(before)
        refused = s.get("/stream", s.token("admin"))
        assert (refused.status_code, refused.json()["kind"]) == (503, "failed")
        files.recover()
        reader.holds(logs(s, 0, game))  # without coming back
        reader.leave()


def test_an_earlier_copy_of_the_library_has_a_timeline_of_its_own(tmp_path: Path) -> None:
    """Else nobody would be told of lines that were played again."""
    with InProcessService(tmp_path / "library") as s:
        game = s.create("klongs")
        s.stop()
        shutil.copytree(s.folder, tmp_path / "copy")
        s.start()
        move(s, game, 3)
        reader = Follower(s, s.token("spectator")).join()
        reader.holds(logs(s, 0, game))
        reader.leave()
        s.stop()
        for name in ("games", "library.jsonl"):
            kept, now = tmp_path / "copy" / name, s.folder / name
            if kept.is_dir():
                shutil.rmtree(now)
                shutil.copytree(kept, now)
            else:
                shutil.copy(kept, now)
        s.start()
        old = s.get(f"/stream?after={reader.cursor}", s.token("spectator"))
        assert old.status_code == 422, old.text
        again = Follower(s, s.token("spectator")).join()
        again.holds(logs(s, 0, game))
        move(s, game, 2)
        again.holds(logs(s, 0, game))
        again.leave()


def test_a_damaged_game_is_told_of_and_the_others_go_on(tmp_path: Path) -> None:
    with InProcessService(tmp_path / "library") as s:
        good, bad = s.create("osaka"), s.create("klongs")
        reader = Follower(s, s.token("spectator")).join()
        reader.holds(logs(s, 0, good, bad))
        reader.leave()
        shutil.move(s.folder / "games" / f"{bad}.jsonl", tmp_path / "away")
        s.restart()
        again = Follower(s, s.token("spectator")).join()
        again.holds(logs(s, 0, good))
        assert again.reader is not None
        s.run(again.reader.until(lambda body: b"event: failed" in body))
        data = again.reader.body.partition(b"event: failed\ndata: ")[2].partition(b"\n")[0]
        said = json.loads(data)
        assert (said["id"], said["problem"]["kind"]) == (bad, "missing")
        again.leave()
