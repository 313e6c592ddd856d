"""Who may do what: every route with every kind of token, in one table."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.index.query.sandbox import Reply
from ledger.service.auth.tokens import Tokens
from ledger.service.http.gateway import GatewaySettings

from ..checked_service import CheckedService

ROLES = (
    *("none", "wrong", "expired", "revoked"),
    *("other", "seat", "spectator", "referee", "metrics", "admin"),
)
# none, wrong, expired and revoked tokens are 401 everywhere but where nobody needs one
OPEN = "200 401 401 401 200 200 200 200 200 200"
ANY = "401 401 401 401 200 200 200 200 403 200"
SEE = "401 401 401 401 403 200 200 200 403 200"
PLAY = "401 401 401 401 403 201 403 201 403 201"
JUDGE = "401 401 401 401 403 403 403 201 403 201"
RULE = "401 401 401 401 403 403 403 403 403"  # an admin's own status follows

TABLE: dict[str, tuple[str, dict[str, Any] | None]] = {
    "GET /": (OPEN, None),
    "GET /page.css": (OPEN, None),
    "GET /openapi.json": (OPEN, None),
    "GET /health": (OPEN, None),
    "GET /ready": (OPEN, None),
    "GET /metrics": ("401 401 401 401 403 403 403 403 200 200", None),
    "GET /api/v1/kinds": (ANY, None),
    "GET /api/v1/whoami": (ANY, None),
    "GET /api/v1/games": (ANY, None),
    "POST /api/v1/games": (f"{RULE} 201", {"game": "osaka", "seats": ["Ana", "Bo"]}),
    "GET /api/v1/games/{id}": (SEE, None),
    "GET /api/v1/games/{id}/events": (SEE, None),
    "GET /api/v1/games/{id}/state": (SEE, None),
    "GET /api/v1/games/{id}/legal": ("401 401 401 401 403 200 403 200 403 200", None),
    "GET /api/v1/games/{id}/verify": (SEE, None),
    "GET /api/v1/games/{id}/export": (SEE, None),
    "GET /api/v1/games/{id}/stream": (SEE, None),
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
    "POST /api/v1/tokens": (f"{RULE} 201", {"role": "spectator"}),
    "GET /api/v1/tokens": (f"{RULE} 200", None),
    "DELETE /api/v1/tokens/{token_id}": (f"{RULE} 204", None),
}


class Doors(CheckedService):
    """A service with a game to look at, one that is over, and tokens that work no more."""

    def __enter__(self) -> Doors:
        super().__enter__()
        tokens = self.app.service.tokens
        old = Tokens(tokens.folder, clock=lambda: dt.datetime(2026, 9, 1, tzinfo=dt.UTC))
        revoked, facts = tokens.make("admin")
        tokens.revoke(facts.id)
        self.useless = {
            "none": None,
            "wrong": "ledger_" + "a" * 10 + "_" + "b" * 43,
            "expired": old.make("admin", days=30)[0],
            "revoked": revoked,
        }
        # a question starts a process; who may ask is all that matters here
        self.app.service.public.ask = self.app.service.public.report = _nothing
        self.other, self.game, self.over = (self.create("osaka") for _ in range(3))
        self.post(f"/games/{self.over}/abandon", self.token("admin"), reason="rain")
        return self

    def of(self, role: str, game: str) -> str | None:
        """Return the token of a role."""
        if role in self.useless:
            return self.useless[role]
        if role == "other":
            return self.token("seat", self.other, 1)
        seats = {"seat": 2, "spectator": 0, "referee": None}
        return self.viewer(game, seats[role]) if role in seats else self.token(role)


def _nothing(*_: object) -> Reply:
    return Reply(columns=[], types=[], rows=[], more=False)


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
    more = {} if body is None else {"json": body}
    found = {}
    for role, expected in zip(ROLES, statuses.split(), strict=True):
        game = s.over if path.endswith("/stream") else s.game  # one that goes on does not end
        if method == "POST" and "{id}" in path and expected < "300":
            game = s.create("osaka")
            if path.endswith("/undo"):
                s.post(f"/games/{game}/commands", s.viewer(game, 2), move="claim red")
        token, before = s.of(role, game), s.log(game)
        url = path.replace("{id}", game).replace("{name}", "activity")
        if "{token_id}" in path:
            url = url.replace("{token_id}", s.app.service.tokens.make("spectator")[1].id)
        ask = "HEAD" if path == "/api/v1/stream" else method  # it never ends
        answer = s.ask(ask, url, token, **more)
        found[role] = answer.status_code
        if expected == "401":
            assert answer.headers["www-authenticate"] == "Bearer"
        if expected >= "400":
            assert s.log(game) == before
        if role == "other" and "{id}" in path:
            # whether a game is there is nobody's business but of those who may see it
            nowhere = s.ask(method, url.replace(game, "nowhere"), token, **more)
            assert (nowhere.status_code, nowhere.content) == (answer.status_code, answer.content)
    assert found == dict(zip(ROLES, map(int, statuses.split()), strict=True))


def test_the_table_names_every_route(doors: Doors) -> None:
    paths = doors.get("/openapi.json").json()["paths"]
    documented = {f"{method.upper()} {path}" for path, item in paths.items() for method in item}
    assert TABLE.keys() - documented == {"GET /", "GET /page.css", "GET /openapi.json"}
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
