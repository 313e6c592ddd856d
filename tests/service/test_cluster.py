"""Several services over one PostgreSQL: none owns a game, and all tell the same."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping

import pytest

from common.postgres import empty
from ledger.kernel.log.codec import Head
from ledger.kernel.replay.log_reader import read
from ledger.kernel.verify.verify import verify
from ledger.service.open_games.open_game import OpenGame, Sender
from ledger.service.webhook import Turn, Webhook, WebhookSettings
from ledger.store.postgres import PostgresStore

from .checked_service import error
from .in_process_service import groups, lines
from .sample_cluster import ClusterService, cluster

Two = tuple[ClusterService, ClusterService]


@pytest.fixture(scope="module")
def two(shared_database: str) -> Iterator[Two]:
    empty(shared_database)
    with cluster(shared_database) as (a, b):
        yield a, b


def first_move(s: ClusterService, game: str, token: str) -> str:
    found = s.get(f"/games/{game}/legal", token).json()["moves"][0]["move"]
    assert isinstance(found, str)
    return found


def test_moves_at_both_and_streams_from_both(two: Two) -> None:
    a, b = two
    game = a.create("splash", 3)
    seats = {n: a.viewer(game, n) for n in (0, 1, 2, 3)}
    readers = {(s, n): s.follow(f"/games/{game}/stream", seats[n]) for s in two for n in (0, 2)}
    versions: list[int] = []
    for n in range(12):
        s = two[n % 2]
        asked = s.get(f"/games/{game}", seats[0]).json()["awaiting"]
        if not asked:
            break
        seat = asked[0]["seat"]
        move = first_move(s, game, seats[seat])
        # without a version: whoever has not heard of the last move yet reads on by itself
        answer = two[(n + 1) % 2].post(f"/games/{game}/commands", seats[seat], move=move)
        assert answer.status_code == 201, answer.text
        versions.append(answer.json()["version"])
    assert versions == sorted(set(versions))
    log = read(a.log(game))
    assert verify(log).verdict == "legal"
    count = sum(not line.more for line in log.lines)

    async def all_there() -> None:
        for reader in readers.values():
            await reader.until(lambda body: len(groups(body)) == count)
            await reader.leave()

    a.run(all_there())
    for n in (0, 2):
        assert readers[a, n].body == readers[b, n].body
        # whoever was at one process when it went away goes on at another one
        messages = readers[a, n].body.split(b"\n\n")
        last = messages[3].split(b"\n")[0].removeprefix(b"id: ").decode()
        rest = b"\n\n".join(messages[4:])
        again = b.follow(f"/games/{game}/stream", seats[n], last)
        assert a.run(again.until(lambda body: len(body) >= len(rest))) == rest  # noqa: B023
        a.run(again.leave())
    assert lines(readers[a, 2].body) != lines(readers[a, 0].body)


def test_of_two_who_name_the_same_version_one_is_told(two: Two) -> None:
    a, b = two
    game = a.create("osaka")
    tokens = {n: a.viewer(game, n) for n in (1, 2)}
    facts = a.get(f"/games/{game}", tokens[1]).json()
    seat, version = facts["awaiting"][0]["seat"], facts["version"]
    move = first_move(a, game, tokens[seat])
    assert b.get(f"/games/{game}", tokens[1]).json()["version"] == version
    done = a.post(f"/games/{game}/commands", tokens[seat], move=move, version=version)
    assert done.status_code == 201
    late = b.post(f"/games/{game}/commands", tokens[seat], move=move, version=version)
    assert error(late, 412, "stale")["version"] == done.json()["version"]


def test_a_key_is_good_once_at_whichever_process(two: Two) -> None:
    a, b = two
    wish = {"game": "osaka", "seats": ["Ana", "Bartek"], "key": "one-game"}
    made = [s.post("/games", a.token("admin"), **wish) for s in two]
    assert [m.status_code for m in made] == [201, 200]
    game = made[0].json()["id"]
    assert made[1].json()["id"] == game
    tokens = {n: a.viewer(game, n) for n in (1, 2)}
    seat = made[0].json()["awaiting"][0]["seat"]
    move = first_move(a, game, tokens[seat])
    answers = [
        s.post(f"/games/{game}/commands", tokens[seat], move=move, key="k") for s in (a, b, a, b)
    ]
    assert [x.status_code for x in answers] == [201, 200, 200, 200]
    assert len({str(x.json()["events"]) for x in answers}) == 1
    other = b.post(f"/games/{game}/notes", tokens[seat], text="hello", key="k")
    error(other, 409, "conflict")
    assert [line.key for line in read(a.log(game)).lines].count(f"{seat}:k") == 1


def test_a_race_of_notes_loses_none(two: Two) -> None:
    a, b = two
    game = a.create("osaka")

    async def write(s: ClusterService, n: int) -> None:
        open_game = await s.app.registry.get_for_writing(game)
        await open_game.note(Sender(1), f"note {n}", version=None, key=f"k{n}")

    async def race() -> None:
        await asyncio.gather(*(write(two[n % 2], n) for n in range(40)))

    a.run(race())
    log = read(a.log(game)).lines
    notes = [line.data.text for line in log if line.type == "noted"]
    assert sorted(notes) == sorted(f"note {n}" for n in range(40))
    assert b.get(f"/games/{game}", a.viewer(game, 1)).json()["version"] == len(log)


def test_a_revoked_token_is_dead_everywhere_within_a_second(two: Two) -> None:
    a, b = two
    game = a.create("osaka")
    token = a.viewer(game, 1)
    stream = b.follow(f"/games/{game}/stream", token)
    assert b.get(f"/games/{game}", token).status_code == 200
    a.run(asyncio.sleep(0.3))  # it is known in memory
    assert a.ask("DELETE", f"/tokens/{token.split('_')[1]}", a.token("admin")).status_code == 204
    until = time.monotonic() + 1.0
    error(a.get(f"/games/{game}", token), 401, "revoked")
    while (answer := b.get(f"/games/{game}", token)).status_code == 200:
        assert time.monotonic() < until
        a.run(asyncio.sleep(0.02))
    error(answer, 401, "revoked")
    a.run(asyncio.wait_for(stream.task, 2.5))


def test_the_stream_of_all_games_has_one_order(two: Two) -> None:
    a, b = two
    old = a.create("osaka")
    admin = a.token("admin")
    readers = [s.follow("/stream", admin) for s in two]
    games = [old, b.create("osaka"), a.create("klongs")]
    tokens = {game: a.viewer(game, 1) for game in games}
    for n in range(12):
        game = games[n % 3]
        told = two[n % 2].post(f"/games/{game}/notes", tokens[game], text=f"told {n}")
        assert told.status_code == 201

    async def all_there() -> list[bytes]:
        for reader in readers:
            await reader.until(lambda body: body.count(b"told ") == 12)
            await reader.leave()
        return [reader.body for reader in readers]

    mine, theirs = a.run(all_there())
    assert mine == theirs
    # behind any message, at the other process, comes the rest
    messages = mine.split(b"\n\n")[:-1]
    cursor = messages[-6].split(b"\n")[0].removeprefix(b"id: ").decode()
    again = b.follow("/stream", admin, cursor)
    rest = b"\n\n".join(messages[-5:]) + b"\n\n"
    assert a.run(again.until(lambda body: len(body) >= len(rest))) == rest
    a.run(again.leave())


def test_a_host_sees_its_new_game_at_every_process(two: Two) -> None:
    a, b = two
    host = a.token("host")
    for s, other in ((a, b), (b, a)):
        made = s.post("/games", host, game="osaka", seats=["Ana", "Bartek"])
        seen = other.get(f"/games/{made.json()['id']}", host)
        assert seen.status_code == 200, seen.text
    assert len(a.get("/games", host).json()["games"]) == 2
    assert len(b.get("/games", host).json()["games"]) == 2


def test_a_lost_hint_loses_nothing(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = two
    monkeypatch.setattr("ledger.store.postgres.hints.HintSender.grew", lambda self, grown: None)
    game = a.create("osaka")
    token = a.viewer(game, 1)
    stream = b.follow(f"/games/{game}/stream", token)
    a.run(stream.until(lambda body: b"event: group" in body))
    done = a.post(f"/games/{game}/notes", token, text="nobody says so")
    # whoever asks sees it at once, and whoever follows soon
    assert b.get(f"/games/{game}", token).json()["version"] == done.json()["version"]
    other = a.post(f"/games/{game}/notes", token, text="nor of this")
    assert other.status_code == 201
    a.run(stream.until(lambda body: b"nor of this" in body, 4.0))
    a.run(stream.leave())


def test_a_hint_is_all_it_takes(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = two
    # nobody looks by position
    monkeypatch.setattr(b.app.registry.store, "changed", lambda heads: [])
    game = a.create("osaka")
    token = a.viewer(game, 1)
    stream = b.follow(f"/games/{game}/stream", token)
    a.run(stream.until(lambda body: b"event: group" in body))
    a.run(asyncio.sleep(0.5))  # it hears of the game
    assert a.post(f"/games/{game}/notes", token, text="told at once").status_code == 201
    a.run(stream.until(lambda body: b"told at once" in body, 4.0))
    a.run(stream.leave())


def test_what_came_before_it_was_heard_of_is_looked_up(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = two
    looks: list[list[str]] = []
    look = b.app.registry.store.changed

    def grown(heads: Mapping[str, Head]) -> list[str]:
        looks.append(list(heads))
        return look(heads)

    other, game = a.create("osaka"), a.create("osaka")
    token = a.viewer(game, 1)
    aside = b.follow(f"/games/{other}/stream", a.viewer(other, 1))
    a.run(aside.until(lambda body: b"event: group" in body))
    a.run(asyncio.sleep(0.5))
    monkeypatch.setattr(b.app.registry.store, "changed", grown)
    stream = b.follow(f"/games/{game}/stream", token)
    a.run(stream.until(lambda body: b"event: group" in body))
    a.run(asyncio.sleep(0.5))
    assert [game] in looks
    for reader in (stream, aside):
        a.run(reader.leave())


def test_a_process_hears_only_of_what_is_followed_there(two: Two) -> None:
    a, b = two
    game, other = a.create("osaka"), a.create("osaka")
    token, admin = a.viewer(game, 1), a.token("admin")
    assert b.get(f"/games/{other}", admin).status_code == 200

    def hears(*games: str) -> bool:
        store = b.app.registry.store
        assert isinstance(store, PostgresStore)
        return b.app.registry._hinted_games == store._wanted == set(games)

    def within(seconds: float, holds: Callable[[], bool]) -> None:
        until = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < until
            a.run(asyncio.sleep(0.02))

    within(4.0, hears)
    stream = b.follow(f"/games/{game}/stream", token)
    a.run(stream.until(lambda body: b"event: group" in body))
    assert hears(game)
    told = b.follow("/stream", admin)
    within(4.0, lambda: b.app.registry._hinted_games is None)
    a.run(told.leave())
    within(4.0, lambda: hears(game))
    a.run(stream.leave())
    within(4.0, hears)


def test_a_game_that_is_put_away_while_somebody_asks_for_it_is_opened_again(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, _ = two
    game = a.create("osaka")
    registry = a.app.registry
    look = registry._refresh

    async def slowly(
        open_game: OpenGame,
    ) -> None:  # the database is slow, and nobody has asked for long
        await look(open_game)
        registry._close(open_game)

    monkeypatch.setattr(registry, "_refresh", slowly)
    opened = registry.open_games[game]
    assert a.get(f"/games/{game}", a.token("admin")).status_code == 200
    assert registry.open_games[game] is not opened


def test_a_bot_is_played_by_another_process_when_its_own_does_not(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = two
    monkeypatch.setattr("ledger.service.open_games.playing.bots.GRACE", 0.05)
    monkeypatch.setattr(a.app.bots, "_delay", 600.0)
    seats = [{"name": name, "bot": "random"} for name in ("Ana", "Bartek")]
    made = a.post("/games", a.token("admin"), game="osaka", seats=seats)
    game, version = made.json()["id"], made.json()["version"]
    token = a.viewer(game, None)

    async def moves() -> None:
        open_game = await b.app.registry.get(game)
        async with asyncio.timeout(10):
            while open_game.log.head.seq < version + 20:
                await asyncio.sleep(0.02)

    a.run(moves())
    abandoned = b.post(f"/games/{game}/abandon", token, reason="enough")
    assert abandoned.status_code == 201
    assert verify(read(a.log(game))).verdict == "legal"


def test_of_each_turn_the_webhook_hears_once(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    a, _ = two
    told: list[tuple[str, int, int]] = []

    async def send(hook: Webhook, turn: Turn) -> str:
        told.append((turn.game, turn.seat, turn.turn))
        return "sent"

    monkeypatch.setattr(Webhook, "_send", send)
    settings = WebhookSettings("http://127.0.0.1:9", None, "http://127.0.0.1:8000")

    async def hooks() -> list[Webhook]:
        return [Webhook(s.app.registry, settings) for s in two]

    both = a.run(hooks())
    game = a.create("osaka")
    tokens = {n: a.viewer(game, n) for n in (0, 1, 2)}
    for s in two:
        assert s.get(f"/games/{game}", tokens[0]).status_code == 200  # both have it open
    asked = []
    for n in range(6):
        s = two[n % 2]
        facts = s.get(f"/games/{game}", tokens[0]).json()
        asked.append(facts["awaiting"][0]["seat"])
        move = first_move(s, game, tokens[asked[-1]])
        assert s.post(f"/games/{game}/commands", tokens[asked[-1]], move=move).status_code == 201
    asked.append(a.get(f"/games/{game}", tokens[0]).json()["awaiting"][0]["seat"])
    a.run(asyncio.sleep(0.1))
    changes = [seat for n, seat in enumerate(asked) if n == 0 or asked[n - 1] != seat]
    assert [seat for id, seat, _ in told if id == game] == changes

    async def close() -> None:
        for hook in both:
            await hook.close()

    a.run(close())
