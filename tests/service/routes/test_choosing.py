"""Choosing moves over HTTP: piece by piece, and by typing."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import httpx
import pytest

from ledger.kernel import move_chooser as narrowing
from ledger.kernel.errors import Illegal
from ledger.kernel.game.registry import installed
from ledger.service.open_games.playing import chooser_cache
from ledger.service.open_games.playing.undo_policy import own_undo
from ledger.testing.effort import CAMPAIGN, effort

from ..checked_service import CheckedService, error
from ..in_process_service import ORIGIN


def choices(s: CheckedService, game: str, viewer: int | None, *picks: str, **more: Any) -> Any:
    """Ask what comes after some picks."""
    answer = s.get(f"/games/{game}/choices", s.viewer(game, viewer), params={"pick": picks, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_move_is_chosen_by_a_piece_and_sent(s: CheckedService) -> None:
    game = s.create("osaka")
    first = choices(s, game, 2)
    assert first["question"] == {"seat": 2, "ask": "starting token", "rule": "OSA-09"}
    assert (first["left"], first["seat"], first["command"]) == (4, 2, None)
    offered = [f"piece:{x['region']}:{x['value']}" for x in first["lit"]]
    offered += [button["pick"] for button in first["buttons"]]
    assert len(offered) == 4
    blue = next(pick for pick in offered if pick.endswith(":blue"))
    chosen = choices(s, game, 2, blue)
    assert chosen["command"] == {"type": "Claim", "seat": 2, "colour": "blue"}
    assert (chosen["move"], chosen["left"]) == ("claim blue", 1)
    assert len(chosen["words"]) >= 1
    done = s.post(
        f"/games/{game}/commands",
        s.viewer(game, 2),
        command=chosen["command"],
        version=chosen["version"],
        key="once",
    )
    assert done.status_code == 201
    stale = s.get(
        f"/games/{game}/choices", s.viewer(game, 2), params={"version": chosen["version"]}
    )
    assert error(stale, 412, "stale")["version"] == done.json()["version"]


def test_who_is_not_asked_learns_who_is(s: CheckedService) -> None:
    game = s.create("osaka")
    other = choices(s, game, 1)
    assert (other["left"], other["lit"], other["buttons"]) == (0, [], [])
    assert other["question"]["seat"] == 2
    assert choices(s, game, None) == choices(s, game, 2)
    assert choices(s, game, None, seat=1) == other
    error(s.get(f"/games/{game}/choices", s.viewer(game, 0)), 403, "forbidden")
    error(s.get(f"/games/{game}/choices?seat=2", s.viewer(game, 1)), 403, "forbidden")
    s.post(f"/games/{game}/abandon", s.token("admin"), reason="rain")
    over = choices(s, game, 1)
    assert (over["left"], over["question"]) == (0, None)


@pytest.mark.parametrize("kind", ["osaka", *(["istanbul"] if CAMPAIGN else [])])
def test_taking_back_is_offered_exactly_where_it_is_allowed(s: CheckedService, kind: str) -> None:
    game, offers = s.create(kind), set()

    def compare() -> None:
        past = s.run(s.app.registry.get(game)).log.history(None)
        for seat in (1, 2):
            offered = choices(s, game, seat)["undo"]
            try:
                own_undo(past.game, past.replay, seat)
            except Illegal:
                assert not offered
            else:
                assert offered
            offers.add(offered)

    for n in range(14):
        legal = s.get(f"/games/{game}/legal", s.token("admin")).json()
        move = random.Random(n).choice(legal["moves"])["move"]
        s.post(f"/games/{game}/commands", s.viewer(game, legal["seat"]), move=move)
        if n % 5 == 3:
            s.post(f"/games/{game}/notes", s.viewer(game, 1), text="hm")
        if n % 7 == 6:
            s.restart()  # nobody remembers the last move
        compare()
    for seat in (1, 2):
        s.post(f"/games/{game}/undo", s.viewer(game, seat))
    compare()
    assert offers == {True, False}


def test_words_are_those_of_the_language(s: CheckedService) -> None:
    game = s.create("century")
    for lang, wanted in (("en", "start"), ("pl", "start"), ("xx", "start"), ("../..", "start")):
        assert choices(s, game, None, lang=lang)["question"]["ask"] == wanted
    english, polish = (choices(s, game, None, lang=lang)["asks"] for lang in ("en", "pl"))
    assert english != polish


@pytest.mark.parametrize("pick", ["", "verb", "piece:hand", "odd:a:b", "field:times"])
def test_a_pick_that_cannot_be_read(s: CheckedService, pick: str) -> None:
    game = s.create("osaka")
    path = f"/games/{game}/choices"
    kind = ("illegal", 422) if pick == "verb" else ("malformed", 400)
    error(s.get(path, s.viewer(game, 2), params={"pick": pick}), kind[1], kind[0])


def test_too_many_picks_and_too_long_texts(s: CheckedService) -> None:
    game = s.create("osaka")
    many = {"pick": ["verb:claim"] * 65}
    error(s.get(f"/games/{game}/choices", s.viewer(game, 2), params=many), 400, "malformed")
    long = {"text": "x" * 2001}
    error(s.get(f"/games/{game}/completions", s.viewer(game, 2), params=long), 400, "malformed")


def test_what_was_typed_is_completed(s: CheckedService) -> None:
    game = s.create("osaka")

    def complete(text: str, seat: int = 2, **more: str) -> list[str]:
        path = f"/games/{game}/completions"
        found = s.get(path, s.viewer(game, seat), params={"text": text, **more}).json()
        return [x["text"] for x in found["completions"]]

    assert complete("cl") == ["claim"]
    assert complete("claim r") == ["red"]
    assert set(complete("claim ")) == {"red", "blue", "yellow", "green"}
    assert complete("zebra ") == []
    assert complete("cl", seat=1) == []
    assert complete("claim ", lang="it") == ["rosso", "blu", "giallo", "verde"]


def test_moves_are_sought_once_however_many_ask(
    s: CheckedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = s.create("klongs")
    seat = s.get(f"/games/{game}", s.token("admin")).json()["awaiting"][0]["seat"]
    sought = []

    class Counted(narrowing.Chooser):
        def __init__(self, *given: Any) -> None:
            sought.append(given)
            super().__init__(*given)

    monkeypatch.setattr(chooser_cache, "Chooser", Counted)
    token = s.viewer(game, seat)

    async def all_at_once() -> list[int]:
        transport = httpx.ASGITransport(s.app, raise_app_exceptions=False)
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            path = f"/api/v1/games/{game}/choices"
            asked = (client.get(path, headers=headers) for _ in range(6))
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    assert s.run(all_at_once()) == [200] * 6
    choices(s, game, seat, "verb:place")
    assert len(sought) == 1


def test_what_is_kept_is_bounded(s: CheckedService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chooser_cache, "MOST_MOVES", 1)
    for _ in range(6):
        game = s.create("klongs")
        choices(s, game, None)
    kept = s.app.service.choosers._kept
    assert len(kept) == 1
    monkeypatch.setattr(chooser_cache, "MOST_MOVES", 10**6)
    monkeypatch.setattr(chooser_cache, "MOST_KEPT", 3)
    for _ in range(6):
        choices(s, s.create("osaka"), None)
    assert len(kept) == 3


@pytest.mark.parametrize("name", sorted(installed()))
def test_a_game_is_played_by_clicks_alone(fresh: CheckedService, name: str) -> None:
    """Every seat takes what is offered, as a page does: pick, look, pick, confirm."""
    s, rng = fresh, random.Random(name)
    game = s.create(name)
    picks: list[str] = []
    played = 0
    while played < effort(12, 1000):
        found = choices(s, game, None, *picks)
        if found["question"] is None:
            break
        seat = found["question"]["seat"]
        found = choices(s, game, seat, *picks)
        steps = [f"piece:{x['region']}:{x['value']}" for x in found["lit"]]
        steps += [button["pick"] for button in found["buttons"]]
        if found["command"] is not None and (not steps or rng.random() < 0.8):
            sent = {"command": found["command"], "version": found["version"], "key": f"k{played}"}
            done = s.post(f"/games/{game}/commands", s.viewer(game, seat), **sent)
            assert done.status_code == 201, done.text
            played += 1
            picks = []
        elif steps and len(picks) < 20:
            picks.append(rng.choice(steps))
        else:  # paid too much, or with the wrong things
            assert found["refused"]["detail"]
            picks = [p for i, p in enumerate(picks) if i not in found["paid"]]
    assert played >= 12
