"""The list of games: in order, in pages, and as the journal has it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.journal import Log, LogAdded, LogGrew
from ledger.library.library import Library
from ledger.service.rooms import listing as module
from ledger.service.rooms.interface import GameFilter
from ledger.service.rooms.listing import LibraryListing

WANTED = (
    GameFilter(),
    GameFilter(game="osaka"),
    GameFilter(player="ána"),
    GameFilter(unsealed=True),
    GameFilter(game="century", player="Bo", unsealed=True),
    GameFilter(since="2026-03-10"),
    GameFilter(until="2026-03-10", player="Bo"),
    GameFilter(game="nothing"),
    GameFilter(player="Nobody"),
)


def _log(rng: random.Random, *, sealed: bool, game: str | None = None) -> Log:
    who = rng.sample(["Ana", "Bo", "Celina"], 2)
    return Log(
        game=game or rng.choice(["osaka", "century"]),
        head=f"{rng.random()}",
        lines=rng.randint(1, 99),
        size=1,
        sealed=sealed,
        date=f"2026-03-{rng.randint(1, 28):02d}T18:00:00.000Z",
        standings=tuple(Standing(person=Person(name=name)) for name in who),
    )


def _all(found: LibraryListing, wanted: GameFilter, limit: int) -> list[str]:
    ids: list[str] = []
    after: str | None = ""
    while after is not None:
        page = found.page(wanted, after, limit)
        assert len(page.entries) <= limit
        assert page.next is None or page.next > after
        ids += [e.id for e in page.entries]
        after = page.next
    return ids


def _check(library: Library, found: LibraryListing) -> None:
    for wanted in WANTED:
        expected = sorted(e.id for e in library.games() if wanted.takes(e))
        for limit in (1, 3, 100):
            assert _all(found, wanted, limit) == expected, wanted


@pytest.mark.parametrize("looks", [2, 2000])
def test_every_page_is_what_the_journal_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks: int
) -> None:
    monkeypatch.setattr(module, "LOOKS", looks)
    library, rng = Library(tmp_path), random.Random(looks)
    found = LibraryListing(library)
    _check(library, found)
    ids: list[str] = []
    for _ in range(12):
        with Library(tmp_path).writing() as writer:
            for _ in range(3):
                id = f"g{rng.randint(0, 10**6)}"
                ids.append(id)
                log = _log(rng, sealed=rng.random() < 0.5)
                writer.say([LogAdded(id=id, identity=f"id:{id}", revision=1, log=log)])
            grown = rng.choice(ids)
            writer.say([LogGrew(id=grown, log=_log(rng, sealed=True))])
        _check(library, found)
    assert found.some([ids[0], "nothing"]) == {ids[0]: library.catalogue.entries[ids[0]]}


def test_a_result_whose_place_another_took_goes(tmp_path: Path) -> None:
    library = Library(tmp_path)
    found = LibraryListing(library)
    at_bgg = PlayRecord(source="bgg", key="7", title="Chess", standings=())
    with library.writing() as writer:
        writer.add_result(at_bgg)
    assert _all(found, GameFilter(), 10) == ["bgg-7"]
    own = PlayRecord(source="bgstats", key="u1", title="Chess", standings=(), extra={"bggId": 7})
    with library.writing() as writer:
        writer.add_result(own)
    assert _all(found, GameFilter(), 10) == ["bgstats-u1"]


def test_a_page_looks_at_few_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library, rng = Library(tmp_path), random.Random(1)
    with library.writing() as writer:
        facts = [
            LogAdded(id=f"g{n:04d}", identity=f"id:{n}", revision=1, log=_log(rng, sealed=n > 3))
            for n in range(500)
        ]
        writer.say(facts)
    found = LibraryListing(library)
    found.page(GameFilter(), "", 1)
    looked: list[str] = []
    plain = GameFilter.takes
    monkeypatch.setattr(GameFilter, "takes", lambda self, e: looked.append(e.id) or plain(self, e))
    for wanted, after, most in (
        (GameFilter(), "", 10),
        (GameFilter(), "g0250", 10),
        (GameFilter(unsealed=True), "", 4),
        (GameFilter(player="Nobody"), "", 0),
        (GameFilter(game="nothing"), "", 0),
    ):
        looked.clear()
        found.page(wanted, after, 10)
        assert len(looked) <= most, wanted
