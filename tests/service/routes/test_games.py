"""New games: what is wrong with a wish is said, and the same wish again makes no second game."""

from __future__ import annotations

from typing import Any

import pytest

from common.refusals import tells

from ..checked_service import CheckedService, error

TWO = ["Ana", "Bartek"]


def test_a_new_game_is_on_disk_and_in_the_library(s: CheckedService) -> None:
    answer = s.post("/games", s.token("admin"), game="osaka", seats=TWO, place="Łódź", id="first")
    assert answer.status_code == 201
    facts = answer.json()
    assert answer.headers["location"] == "/api/v1/games/first"
    assert answer.headers["etag"].startswith(f'"{facts["version"]}-')
    assert (facts["id"], facts["place"], facts["status"]) == ("first", "Łódź", "running")
    assert [seat["name"] for seat in facts["seats"]] == TWO
    assert s.log("first").count(b"\n") == facts["version"]
    assert s.get("/games/first", s.token("admin")).json() == facts
    s.restart()
    assert s.get("/games/first", s.token("admin")).json() == facts


@pytest.mark.parametrize("game", ["osaka", "istanbul", "century", "klongs", "splash"])
def test_every_game_can_be_created(s: CheckedService, game: str) -> None:
    for players in (2, 4):
        facts = s.get(f"/games/{s.create(game, players)}", s.token("admin")).json()
        assert (facts["game"], len(facts["seats"]), facts["viewer"]) == (game, players, None)


@pytest.mark.parametrize(
    ("wish", "status", "kind", "says"),
    [
        ({"game": "osakka"}, 400, "malformed", "osakka"),
        ({"seats": ["Ana"]}, 422, "illegal", "2 | 4 | 1"),
        ({"seats": ["Ana", "Bo", "Ce", "Do", "Ed"]}, 422, "illegal", "2 | 4"),
        ({"seats": ["Ana", "ana "]}, 422, "illegal", ""),
        ({"seats": ["Ana", ""]}, 400, "malformed", "name"),
        ({"seats": []}, 422, "illegal", "not 0"),
        ({"seats": ["Ana", {"name": "Bo", "colour": "mauve"}]}, 422, "illegal", "mauve"),
        ({"seats": ["Ana", {"name": "Bo", "nick": "B"}]}, 400, "malformed", "nick"),
        ({"options": {"nights": 3}}, 400, "malformed", "nights"),
        ({"options": {"refill_timing": "never"}}, 400, "malformed", "option"),
        ({"box": {"cards": {"copies": {}}}}, 400, "malformed", "box"),
        ({"box": {"boats": {}}}, 400, "malformed", "box"),
        ({"id": "No Such"}, 400, "malformed", "id"),
        ({"id": "../up"}, 400, "malformed", "id"),
        ({"id": "x" * 65}, 400, "malformed", "id"),
        ({"id": "ok\n"}, 400, "malformed", "id"),
        ({"key": "with space"}, 400, "malformed", "key"),
        ({"colour": "red"}, 400, "malformed", "colour"),
        ({"place": 7}, 400, "malformed", "place"),
    ],
)
def test_what_is_wrong_is_said(
    s: CheckedService, wish: dict[str, Any], status: int, kind: str, says: str
) -> None:
    before = set(s.app.registry.store.games())
    said = error(
        s.post("/games", s.token("admin"), **{"game": "osaka", "seats": TWO, **wish}), status, kind
    )
    assert tells(said["detail"], says)
    assert s.created == {}
    assert set(s.app.registry.store.games()) == before


def test_what_can_be_no_id_is_refused(s: CheckedService) -> None:
    error(s.get("/games?after=%00", s.token("admin")), 400, "malformed")
    assert s.get("/games?after=", s.token("admin")).status_code == 200


def test_a_mistyped_name_is_guessed(s: CheckedService) -> None:
    said = error(s.post("/games", s.token("admin"), game="osakka", seats=TWO), 400, "malformed")
    assert tells(said["hint"], "osaka")
    assert "century, istanbul, klongs, osaka" in said["detail"]


def test_names_seats_colours_options_and_an_own_box(s: CheckedService) -> None:
    answer = s.post(
        "/games",
        s.token("admin"),
        game="Traders of Osaka",
        seats=[{"name": "Ana", "colour": "pink"}, "Bartek"],
        options={"refill_timing": "after_purchase"},
        box={"cards": {"copies": {"2": 12, "3": 9, "5": 7}, "provenance": PROVENANCE}},
    )
    assert answer.status_code == 201, answer.text
    opened = s.get(f"/games/{answer.json()['id']}/events?limit=1", s.token("admin")).json()
    data = opened["events"][0]["data"]
    assert data["seats"][0] == {"name": "Ana", "colour": "pink"}
    assert data["box_data"]["cards"]["copies"]["2"] == 12
    assert answer.json()["options"] == {"refill_timing": "after_purchase"}


PROVENANCE = {"status": "default", "source": [], "note": "our own copy has one more"}


# --- the same again -------------------------------------------------------------------------


def test_a_taken_id_is_a_conflict(s: CheckedService) -> None:
    s.create("osaka", id="mine")
    error(s.post("/games", s.token("admin"), game="osaka", seats=TWO, id="mine"), 409, "conflict")
    error(
        s.post("/games", s.token("admin"), game="osaka", seats=TWO, id="mine", key="k"),
        409,
        "conflict",
    )


@pytest.mark.parametrize("header", [True, False])
def test_the_same_key_gives_the_same_game(fresh: CheckedService, header: bool) -> None:
    s = fresh

    def wish(**more: Any) -> Any:
        key = {"headers": {"Idempotency-Key": "once"}} if header else {"key": "once"}
        body = {"game": "osaka", "seats": TWO, **more}
        return s.post("/games", s.token("admin"), **body, **key)

    first = wish()
    again = wish()
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    s.restart()
    assert wish().json() == first.json()
    said = error(wish(place="elsewhere"), 409, "conflict")
    assert said["detail"]
    error(wish(seats=[*TWO, "Celina"]), 409, "conflict")
    error(wish(game="century"), 409, "conflict")
    assert len(s.get("/games", s.token("admin")).json()["games"]) == 1


def test_the_same_key_and_id_give_the_same_game_however_far_it_went(s: CheckedService) -> None:
    wish = {"game": "osaka", "seats": TWO, "id": "far", "key": "k"}
    assert s.post("/games", s.token("admin"), **wish).status_code == 201
    move = s.post("/games/far/commands", s.token("seat", "far", 2), move="claim red")
    assert move.status_code == 201
    again = s.post("/games", s.token("admin"), **wish)
    assert (again.status_code, again.json()["version"]) == (200, move.json()["version"])


def test_a_key_in_both_places_must_be_the_same(s: CheckedService) -> None:
    body = {"game": "osaka", "seats": TWO, "key": "twice"}
    answer = s.post("/games", s.token("admin"), headers={"Idempotency-Key": "b"}, **body)
    error(answer, 400, "malformed")
    answer = s.post("/games", s.token("admin"), headers={"Idempotency-Key": "twice"}, **body)
    assert answer.status_code == 201


def test_games_and_their_options_are_named_in_a_language(s: CheckedService) -> None:
    def kind(lang: str) -> Any:
        games = s.get(f"/kinds?lang={lang}", s.token("admin")).json()["games"]
        return {game["name"]: game for game in games}

    english, polish, italian = kind("en"), kind("pl"), kind("it")
    assert polish["osaka"]["title"] == "Kupcy z Osaki"
    assert italian["century"]["title"] == english["century"]["title"]
    for game in ("klongs", "osaka", "istanbul"):
        for option, told in english[game]["option_types"].items():
            same = polish[game]["option_types"][option]
            assert told["choices"] == same["choices"]
            assert len(same["labels"]) == (0 if told["type"] == "boolean" else len(told["choices"]))
            spoken = [
                {found[game]["option_types"][option]["label"]}
                | {*found[game]["option_types"][option]["labels"]}
                for found in (english, polish, italian)
            ]
            assert not spoken[0] & spoken[1]
            assert not spoken[0] & spoken[2]
    id = s.create("osaka", options={"insurance_scope": "any"})
    assert s.get(f"/games/{id}?lang=pl", s.token("admin")).json()["title"] == "Kupcy z Osaki"
    told = s.get(f"/games/{id}/contents?lang=it", s.token("admin")).json()
    assert told["options"]["insurance_scope"] == "any"
    assert told["option_words"]["che cosa copre l'assicurazione"] == "tutte le merci"
