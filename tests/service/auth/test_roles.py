"""Who may do what: every route with every kind of token, in one table."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.index.query.sandbox import SandboxReply, SandboxRequest
from ledger.kernel.errors import Failed
from ledger.service.auth.file_tokens import FileTokens
from ledger.service.http.gateway_settings import GatewaySettings
from ledger.service.sql.queries import Queries

from ..checked_service import CheckedService

ROLES = (
    *("none", "wrong", "expired", "revoked"),
    *("other", "stranger", "seat", "spectator", "referee", "host", "metrics", "admin"),
)
# "other" has a seat in another game, "stranger" is a host who did not start this one
# none, wrong, expired and revoked tokens are 401 everywhere but where nobody needs one
OPEN = "200 401 401 401 200 200 200 200 200 200 200 200"
ANY = "401 401 401 401 200 200 200 200 200 200 403 200"
SEE = "401 401 401 401 403 403 200 200 200 200 403 200"
CHOOSE = "401 401 401 401 403 403 200 403 200 200 403 200"
PLAY = "401 401 401 401 403 403 201 403 201 201 403 201"
JUDGE = "401 401 401 401 403 403 403 403 201 201 403 201"
RULE = "401 401 401 401 403 403 403 403 403 403 403"  # an admin's own status follows

TABLE: dict[str, tuple[str, dict[str, Any] | None]] = {
    "GET /": (OPEN, None),
    "GET /host": (OPEN, None),
    "GET /!games/{id}": (OPEN, None),
    "GET /static/base.css": (OPEN, None),
    "GET /api": (OPEN, None),
    "GET /page.css": (OPEN, None),
    "GET /openapi.json": (OPEN, None),
    "GET /health": (OPEN, None),
    "GET /ready": (OPEN, None),
    "GET /metrics": ("401 401 401 401 403 403 403 403 403 403 200 200", None),
    "GET /api/v1/kinds": (ANY, None),
    "GET /api/v1/whoami": (ANY, None),
    "GET /api/v1/games": (ANY, None),
    "POST /api/v1/games": (
        "401 401 401 401 403 201 403 403 403 201 403 201",
        {"game": "osaka", "seats": ["Ana", "Bo"]},
    ),
    "GET /api/v1/games/{id}": (SEE, None),
    "GET /api/v1/games/{id}/events": (SEE, None),
    "GET /api/v1/games/{id}/state": (SEE, None),
    "GET /api/v1/games/{id}/legal": (CHOOSE, None),
    "GET /api/v1/games/{id}/choices": (CHOOSE, None),
    "GET /api/v1/games/{id}/completions": (CHOOSE, None),
    "GET /api/v1/games/{id}/verify": (SEE, None),
    "GET /api/v1/games/{id}/export": (SEE, None),
    "GET /api/v1/games/{id}/stream": (SEE, None),
    "GET /api/v1/games/{id}/contents": (SEE, None),
    "GET /api/v1/games/{id}/chapters/{number}": (SEE, None),
    "GET /api/v1/games/{id}/rules/{rule}": (SEE, None),
    "GET /api/v1/games/{id}/picture.svg": (SEE, None),
    "GET /api/v1/stream": (ANY, None),
    "POST /api/v1/games/{id}/commands": (PLAY, {"move": "claim red"}),
    "POST /api/v1/games/{id}/undo": (PLAY, {}),
    "POST /api/v1/games/{id}/notes": (PLAY, {"text": "hm"}),
    "POST /api/v1/games/{id}/abandon": (JUDGE, {"reason": "late"}),
    "POST /api/v1/games/{id}/branches": (JUDGE, {"at": 6}),
    "POST /api/v1/games/{id}/reopen": (f"{RULE} 200", None),
    "POST /api/v1/query": (ANY, {"sql": "select 1"}),
    "GET /api/v1/reports": (ANY, None),
    "GET /api/v1/reports/{name}": (ANY, None),
    "POST /api/v1/tokens": (
        "401 401 401 401 403 403 403 403 403 201 403 201",
        {"role": "spectator", "game": "GAME"},
    ),
    "GET /api/v1/tokens": ("401 401 401 401 403 200 403 403 403 200 403 200", None),
    "POST /api/v1/passes": ("401 401 401 401 201 201 201 201 201 201 403 201", None),
    "GET /api/v1/passes": (OPEN, None),
    "DELETE /api/v1/passes": ("401 401 401 401 204 204 204 204 204 204 403 204", None),
    "POST /api/v1/qr": (ANY, {"text": "http://127.0.0.1:8000/games/x#join=y"}),
    "DELETE /api/v1/tokens/{token_id}": ("401 401 401 401 403 403 403 403 403 204 403 204", None),
}


class Doors(CheckedService):
    """A service with a game to look at, one that is over, and tokens that work no more."""

    def __enter__(self) -> Doors:
        super().__enter__()
        tokens = self.app.service.tokens
        old = FileTokens(
            self.folder / ".service", clock=lambda: dt.datetime(2026, 9, 1, tzinfo=dt.UTC)
        )
        revoked, facts = tokens.make("admin")
        tokens.revoke(facts.id)
        self.useless = {
            "none": None,
            "wrong": "ledger_" + "a" * 10 + "_" + "b" * 43,
            "expired": old.make("admin", days=30)[0],
            "revoked": revoked,
        }
        # a question starts a process; who may ask is all that matters here
        self.app.service.public = _Silent()
        self.app.service.game_files.of = lambda *_: _Silent()  # type: ignore[method-assign]
        self.other, self.game, self.over = (self.create("osaka") for _ in range(3))
        self.post(f"/games/{self.over}/abandon", self.token("admin"), reason="rain")
        self.host = tokens.make("host")
        return self

    def of(self, role: str, game: str) -> str | None:
        """Return the token of a role."""
        if role in self.useless:
            return self.useless[role]
        if role == "other":
            return self.token("seat", self.other, 1)
        if role == "stranger":
            return self.token("host")
        if role == "host":
            self.app.service.tokens.grant(self.host[1].id, game)
            return self.host[0]
        seats = {"seat": 2, "spectator": 0, "referee": None}
        return self.viewer(game, seats[role]) if role in seats else self.token(role)


class _Silent(Queries):
    def _answer(self, request: SandboxRequest) -> SandboxReply:
        return SandboxReply(columns=[], types=[], rows=[], more=False)

    def _look_again(self) -> None:
        raise AssertionError("there is nothing to look at")


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    folder: Path = tmp_path_factory.mktemp("roles") / "library"
    with Doors(folder, gateway=GatewaySettings(rate=0, guesses=0)) as serving:
        yield serving
        serving.check_logs()


@pytest.mark.parametrize("route", TABLE)
def test_who_may_do_what(doors: Doors, route: str) -> None:
    s = doors
    statuses, body = TABLE[route]
    method, path = route.split()
    found = {}
    for role, expected in zip(ROLES, statuses.split(), strict=True):
        game = s.over if path.endswith("/stream") else s.game  # one that goes on does not end
        if method == "POST" and "{id}" in path and expected < "300":
            game = s.create("osaka")
            if path.endswith("/undo"):
                s.post(f"/games/{game}/commands", s.viewer(game, 2), move="claim red")
        token, before = s.of(role, game), s.log(game)
        sent = {k: game if v == "GAME" else v for k, v in (body or {}).items()}
        more = {} if body is None else {"json": sent}
        url = path.replace("{id}", game).replace("{name}", "activity")
        url = url.replace("{number}", "1").replace("{rule}", "OSA-14")
        if "{token_id}" in path:
            url = url.replace("{token_id}", s.app.service.tokens.make("spectator", game)[1].id)
        ask = "HEAD" if path == "/api/v1/stream" else method  # it never ends
        answer = s.ask(ask, url, token, **more)
        found[role] = answer.status_code
        if expected == "401":
            assert answer.headers["www-authenticate"] == "Bearer"
        if expected >= "400":
            assert s.log(game) == before
        if role in ("none", "other", "stranger") and "{id}" in path:
            # whether a game is there is nobody's business but of those who may see it
            nowhere = s.ask(method, url.replace(game, "nowhere"), token, **more)
            assert (nowhere.status_code, nowhere.content) == (answer.status_code, answer.content)
    assert found == dict(zip(ROLES, map(int, statuses.split()), strict=True))


def test_the_table_names_every_route(doors: Doors) -> None:
    paths = doors.get("/openapi.json").json()["paths"]
    documented = {f"{method.upper()} {path}" for path, item in paths.items() for method in item}
    pages = {"GET /", "GET /host", "GET /!games/{id}", "GET /static/base.css", "GET /api"}
    assert TABLE.keys() - documented == pages | {"GET /page.css", "GET /openapi.json"}
    assert documented <= TABLE.keys()


# --- tokens by the API ----------------------------------------------------------------------


def test_tokens_are_made_listed_and_revoked(s: CheckedService) -> None:
    game = s.create("osaka")
    admin = s.token("admin")
    made = s.post("/tokens", admin, role="seat", game=game, seat=2, label="Bartek", days=1)
    assert made.status_code == 201
    secret, facts = made.json()["token"], made.json()["facts"]
    assert (facts["role"], facts["seat"], facts["label"]) == ("seat", 2, "Bartek")
    assert s.get("/whoami", secret).json() == facts
    listed = s.get("/tokens", admin)
    assert facts in listed.json()["tokens"]
    assert secret not in listed.text
    assert s.ask("DELETE", f"/tokens/{facts['id']}", admin).status_code == 204
    assert s.get("/whoami", secret).status_code == 401
    assert s.ask("DELETE", f"/tokens/{facts['id']}", admin).status_code == 204
    assert s.ask("DELETE", "/tokens/nobody", admin).status_code == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"role": "seat"}, 400),
        ({"role": "seat", "game": "GAME"}, 400),
        ({"role": "seat", "game": "GAME", "seat": 3}, 400),
        ({"role": "spectator", "game": "GAME", "seat": 1}, 400),
        ({"role": "admin", "game": "GAME"}, 400),
        ({"role": "king"}, 400),
        ({"role": "seat", "game": "nowhere", "seat": 1}, 404),
        ({"role": "spectator", "days": 0}, 400),
        ({"role": "spectator", "days": 3651}, 400),
        ({"role": "spectator", "label": "x" * 101}, 400),
    ],
)
def test_tokens_that_make_no_sense(s: CheckedService, body: dict[str, Any], status: int) -> None:
    game = s.create("osaka")
    wish = {k: game if v == "GAME" else v for k, v in body.items()}
    before = s.get("/tokens", s.token("admin")).json()
    assert s.post("/tokens", s.token("admin"), **wish).status_code == status
    assert s.get("/tokens", s.token("admin")).json() == before


def test_a_seat_that_the_game_does_not_have(s: CheckedService) -> None:
    game = s.create("osaka")
    third = s.app.service.tokens.make("seat", game, 3)[0]  # as `ledger token` would make it
    assert s.get(f"/games/{game}", third).status_code == 403
    assert s.post(f"/games/{game}/commands", third, move="claim red").status_code == 403


# --- hosts ----------------------------------------------------------------------------------


def _hosted(s: CheckedService, token: str, **more: Any) -> str:
    made = s.post("/games", token, game="osaka", seats=["Ana", "Bo"], **more)
    assert made.status_code == 201, made.text
    return made.json()["id"]


def test_a_host_starts_games_and_gives_out_their_seats(s: CheckedService) -> None:
    host, other = (s.app.service.tokens.make("host")[0] for _ in range(2))
    game, foreign = _hosted(s, host), s.create("osaka")
    assert [g["id"] for g in s.get("/games", host).json()["games"]] == [game]
    assert s.get("/games", other).json()["games"] == []
    seat = s.post("/tokens", host, role="seat", game=game, seat=2).json()["token"]
    assert s.post(f"/games/{game}/commands", seat, move="claim red").status_code == 201
    listed = s.get("/tokens", host).json()["tokens"]
    assert [(t["game"], t["seat"]) for t in listed] == [(game, 2)]
    assert s.get("/tokens", other).json()["tokens"] == []
    for wish in (
        {"role": "seat", "game": foreign, "seat": 1},
        {"role": "spectator", "game": "nowhere"},
        {"role": "spectator"},
        {"role": "host"},
        {"role": "admin"},
        {"role": "spectator", "game": game, "whole_library": True},
    ):
        assert s.post("/tokens", host, **wish).status_code == 403
    theirs = s.post("/tokens", s.token("admin"), role="spectator", game=foreign).json()["facts"]
    for id in (theirs["id"], "nobody"):
        assert s.ask("DELETE", f"/tokens/{id}", host).status_code == 403
        assert s.get(f"/tokens?after={id}", host).status_code == 403
    assert s.ask("DELETE", f"/tokens/{listed[0]['id']}", other).status_code == 403
    assert s.ask("DELETE", f"/tokens/{listed[0]['id']}", host).status_code == 204
    assert s.get("/whoami", seat).status_code == 401


def test_a_restart_keeps_whose_a_game_is(fresh: CheckedService) -> None:
    host = fresh.app.service.tokens.make("host")[0]
    game = _hosted(fresh, host)
    fresh.restart()
    assert fresh.get(f"/games/{game}", host).status_code == 200


def test_the_same_key_of_two_hosts_is_two_games(s: CheckedService) -> None:
    one, two = (s.app.service.tokens.make("host")[0] for _ in range(2))
    first = _hosted(s, one, key="k")
    again = s.post("/games", one, game="osaka", seats=["Ana", "Bo"], key="k")
    assert (again.status_code, again.json()["id"]) == (200, first)
    second = s.post("/games", two, game="century", seats=["Ana", "Bo"], key="k")
    assert second.status_code == 201
    assert s.get(f"/games/{first}", two).status_code == 403


def test_a_game_whose_host_could_not_be_noted_is_its_own_at_the_second_try(
    s: CheckedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = s.app.service.tokens.make("host")[0]

    def full(*_: object) -> None:
        raise Failed("the disk is full")

    with monkeypatch.context() as failing:
        failing.setattr(s.app.service.tokens, "grant", full)
        wish = {"game": "osaka", "seats": ["Ana", "Bo"], "key": "again"}
        assert s.post("/games", host, **wish).status_code == 503
        assert s.get("/games", host).json()["games"] == []
    made = s.post("/games", host, **wish)
    assert made.status_code == 200
    assert s.get(f"/games/{made.json()['id']}", host).status_code == 200


def test_a_branch_belongs_to_who_made_it(s: CheckedService) -> None:
    game = s.create("osaka")
    referee, other = s.token("referee", game), s.app.service.tokens.make("referee", game)[0]
    made = s.post(f"/games/{game}/branches", referee, at=6, key="k")
    branch = made.json()["id"]
    assert made.status_code == 201
    assert s.post(f"/games/{branch}/commands", referee, move="claim red", seat=2).status_code == 201
    assert [g["id"] for g in s.get("/games", referee).json()["games"]] == sorted([game, branch])
    assert s.get(f"/games/{branch}", other).status_code == 403
    # the same key of another referee is another branch
    second = s.post(f"/games/{game}/branches", other, at=6, key="k")
    assert second.status_code == 201
    assert second.json()["id"] != branch


def test_names_of_games_cannot_be_tried_out(s: CheckedService) -> None:
    game, there = s.create("osaka"), s.create("osaka", id="tuesday")
    referee, host = s.token("referee", game), s.token("host")
    for id in (there, "free"):
        answers = [
            s.post(f"/games/{game}/branches", referee, at=6, id=id),
            s.post("/games", host, game="osaka", seats=["Ana", "Bo"], id=id),
        ]
        assert [a.status_code for a in answers] == [403, 403]
    assert s.get("/games/free", s.token("admin")).status_code == 404


def test_tokens_are_listed_in_pages(fresh: CheckedService) -> None:
    admin = fresh.token("admin")
    ids = [fresh.app.service.tokens.make("spectator")[1].id for _ in range(7)]
    found: list[str] = []
    after = ""
    while True:
        page = fresh.get(f"/tokens?limit=3{after}", admin).json()
        assert len(page["tokens"]) <= 3
        found += [t["id"] for t in page["tokens"]]
        if page["next"] is None:
            break
        after = f"&after={page['next']}"
    assert len(found) == 8
    assert set(ids) < set(found)
    assert fresh.get("/tokens?after=nobody", admin).status_code == 404
