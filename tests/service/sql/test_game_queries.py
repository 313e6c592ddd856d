"""A token for one game asks about that game alone; over no route does it see another."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from ledger.index.schema import TABLES
from ledger.kernel.log.codec import encode
from ledger.kernel.replay.redact import redact
from ledger.protocol.errors import Busy
from ledger.service.sql.game_queries import GameFiles
from ledger.service.sql.queries import Queries
from ledger.store.folder import FolderStore

from ..checked_service import CheckedService
from ..in_process_service import ORIGIN
from ..sample_libraries import table_of

FOREIGN = ("Zebedee", "Quentin", "Atlantis", "a secret remark")
"""What stands only in the other game."""


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with CheckedService(tmp_path_factory.mktemp("two") / "library") as serving:
        yield serving


@pytest.fixture(scope="module")
def games(two: CheckedService) -> tuple[str, str]:
    """Return a game, and another one of which nothing may be seen."""
    mine = two.create("century")
    made = two.post("/games", two.token("admin"), game="century", seats=["Zebedee", "Quentin"],
                    place="Atlantis", id="the-other")  # fmt: skip
    assert made.status_code == 201
    for game in (mine, "the-other"):
        text = "a remark" if game == mine else "a secret remark"
        two.post(f"/games/{game}/notes", two.token("admin"), text=text)
    return mine, "the-other"


def _holders(s: CheckedService, game: str) -> dict[str, str]:
    return {str(viewer): s.viewer(game, viewer) for viewer in (0, 1, 2, None)}


def _sql(s: CheckedService, token: str, sql: str) -> Any:
    answer = s.post("/query", token, sql=sql)
    assert answer.status_code == 200, answer.text
    return answer.json()["rows"]


def test_no_table_holds_another_game(two: CheckedService, games: tuple[str, str]) -> None:
    mine, other = games
    whole = _sql(two, two.token("admin"), "select log from games order by all")
    assert whole == [[mine], [other]]
    views = "select view_name from duckdb_views() where not internal"
    for holder, token in _holders(two, mine).items():
        view = None if holder == "None" else int(holder)
        assert _sql(two, token, "select log, view from games") == [[mine, view]]
        if view in (1, None):
            tables = [t.name for t in TABLES] + ["internal.logs", "internal.meta"]
            tables += [f'"{v}"' for (v,) in _sql(two, token, views)]
            rows = str(_sql(two, token, _every(tables)))
            assert mine in rows
            assert not [word for word in (other, *FOREIGN) if word in rows], holder
    rows = str(_sql(two, two.token("admin"), _every(["games", "seats", "events"])))
    assert all(word in rows for word in (other, *FOREIGN))


def _every(tables: list[str]) -> str:
    """Ask for every row of some tables in one question: each starts a process."""
    return " union all ".join(f"select to_json(t)::varchar from {name} t" for name in tables)


def test_no_route_shows_another_game(two: CheckedService, games: tuple[str, str]) -> None:
    mine, other = games
    paths = two.get("/openapi.json").json()["paths"]
    bodies = {"commands": {"move": "rest"}, "notes": {"text": "hm"}, "abandon": {"reason": "x"},
              "branches": {"at": 1}, "query": {"sql": "from games"},
              "tokens": {"role": "spectator", "game": other}}  # fmt: skip
    before = two.log(other)
    for token in _holders(two, mine).values():
        for path, item in paths.items():
            if path == "/api/v1/stream":
                continue  # it never ends; test_all_games_stream.py listens to it
            for method in item:
                kind = path.rpartition("/")[2]
                url = path.replace("{id}", other).replace("{name}", "h-index")
                url = url.replace("{token_id}", "aaaaaaaaaa").replace("{number}", "1")
                url = url.replace("{rule}", "CEN-01")
                more = {"json": bodies.get(kind, {})} if method == "post" else {}
                answer = two.ask(method.upper(), url, token, **more)
                assert not [w for w in (other, *FOREIGN) if w in answer.text], (method, url)
                if "{id}" in path:
                    assert answer.status_code == 403, (method, url)
    assert two.log(other) == before


def test_a_report_is_about_the_game_of_the_token(
    two: CheckedService, games: tuple[str, str]
) -> None:
    mine, _ = games
    for token, names in (
        (two.viewer(mine, 1), {"Ana", "Bartek"}),
        (two.token("admin"), {"Ana", "Bartek", "Zebedee", "Quentin"}),
    ):
        answer = two.get("/reports/h-index", token)
        assert answer.status_code == 200, answer.text
        assert {n for n in ("Ana", "Bartek", "Zebedee", "Quentin") if n in answer.text} == names
        wins = two.get("/reports/players", token).json()
        assert wins["left_out"] == {"not finished": len(names) // 2}, "nothing is over yet"


def test_a_token_with_the_right_to_it_asks_the_whole_library(
    two: CheckedService, games: tuple[str, str]
) -> None:
    mine, other = games
    made = two.post("/tokens", two.token("admin"), role="seat", game=mine, seat=1,
                    whole_library=True).json()  # fmt: skip
    assert made["facts"]["whole_library"]
    rows = _sql(two, made["token"], "select log, view from games order by log")
    assert rows == [[mine, 0], [other, 0]]
    assert two.get(f"/games/{other}", made["token"]).status_code == 403
    for role in ("spectator", "referee"):
        assert len(_sql(two, two.token(role), "from games")) == 2


def test_the_next_event_is_there_at_once(two: CheckedService, games: tuple[str, str]) -> None:
    mine, _ = games
    token = two.viewer(mine, 1)
    before = _sql(two, token, "select max(seq) from events")[0][0]
    for n in (1, 2):
        two.post(f"/games/{mine}/notes", token, text=f"remark {n}")
        assert _sql(two, token, "select max(seq) from events") == [[before + n]]


def test_a_host_asks_about_the_games_it_started(two: CheckedService) -> None:
    host = two.app.service.tokens.make("host")[0]
    assert _sql(two, host, "from games") == []
    ids = []
    for _ in range(2):
        made = two.post("/games", host, game="osaka", seats=["Ana", "Bo"])
        ids.append([made.json()["id"]])
        assert _sql(two, host, "select log from games order by log") == sorted(ids)


# --- the files ------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> FolderStore:
    folder = tmp_path / "games"
    folder.mkdir()
    for id in ("a", "b", "c"):
        (folder / f"{id}.jsonl").write_bytes(encode(table_of("century").lines))
    return FolderStore(folder)


def _rows(queries: Queries, sql: str) -> Any:
    return queries.ask(sql).rows


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_a_file_holds_what_the_viewer_sees(store: FolderStore, tmp_path: Path, viewer: int) -> None:
    files = GameFiles(store, tmp_path / "files")
    table = table_of("century")
    lines, _ = redact(table.game, table.lines, viewer)
    head = _rows(files.of("a", ["a"], viewer), "select head, seq from internal.logs")
    assert head == [[lines[-1].digest, len(lines)]]


def test_files_that_nobody_asks_for_go_first(store: FolderStore, tmp_path: Path) -> None:
    files = GameFiles(store, tmp_path / "files", most=2)
    for id in ("a", "b", "c", "c", "b"):
        assert _rows(files.of(id, [id], 0), "select log from games") == [[id]]
    kept = {p.stem for p in (tmp_path / "files").glob("*/games/*.jsonl")}
    assert kept == {"b", "c"}
    assert len(list((tmp_path / "files").glob("*/*.duckdb"))) == 2


def test_a_file_that_is_gone_or_broken_is_made_again(store: FolderStore, tmp_path: Path) -> None:
    files = GameFiles(store, tmp_path / "files")
    queries = files.of("a", ["a"], 0)
    for spoil in (Path.unlink, lambda path: path.write_bytes(b"no database")):
        assert _rows(queries, "select log from games") == [["a"]]
        for path in (tmp_path / "files").rglob("*.duckdb"):
            spoil(path)
    assert _rows(queries, "select log from games") == [["a"]]


def test_a_game_that_cannot_be_read_is_left_out(store: FolderStore, tmp_path: Path) -> None:
    (store.folder / "b.jsonl").write_bytes(b"no log\n")
    queries = GameFiles(store, tmp_path / "files").of("all", ["a", "b", "nowhere"], None)
    assert _rows(queries, "select log from games") == [["a"]]


# --- fair -----------------------------------------------------------------------------------


def test_endless_questions_of_one_token_do_not_close_sql_for_others(
    two: CheckedService, games: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, _ = games
    hog, other = two.viewer(mine, 1), two.viewer(mine, 2)
    _sql(two, other, "select 1")  # the file is there
    queue = two.app.service.questions
    ended, plain = threading.Event(), Queries.ask

    def endless(self: Queries, sql: str, *more: Any, **named: Any) -> Any:
        if sql == "select 'endless'":
            assert ended.wait(60)
        return plain(self, sql, *more, **named)

    monkeypatch.setattr(Queries, "ask", endless)

    async def ask(client: httpx.AsyncClient, token: str, sql: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"}
        return await client.post("/api/v1/query", json={"sql": sql}, headers=headers)

    async def work() -> None:
        transport = httpx.ASGITransport(two.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, timeout=30) as client:
            slow = [asyncio.ensure_future(ask(client, hog, "select 'endless'")) for _ in range(8)]
            try:
                async with asyncio.timeout(30):
                    while queue.waiting + queue.running < len(slow):
                        await asyncio.sleep(0.01)
                ninth = await ask(client, hog, "select 1")
                assert ninth.json()["kind"] == Busy.kind
                answer = await ask(client, other, "select 1")
                assert (answer.status_code, answer.json()["rows"]) == (200, [[1]])
                assert not any(task.done() for task in slow)
            finally:
                for task in slow[1:]:
                    task.cancel()
                ended.set()
                await asyncio.wait(slow)
            assert slow[0].result().json()["rows"] == [["endless"]]

    two.run(work())
