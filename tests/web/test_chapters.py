"""Chapters and contents at their edges; what holds for every game is a law (`ledger.testing`)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.games import change_game
from common.paths import REPLAYS
from ledger.kernel.errors import Illegal
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import Replay
from ledger.testing.forge import forge
from ledger.web.chapters import chapter_number, first_line, position, render_chapter
from ledger.web.contents import contents_part, every_viewer, rule_facts, viewer_choices

READING = read((REPLAYS / "osaka-2p.jsonl").read_bytes())
REPLAY = Replay(READING.game, READING.lines)


def test_64_lines_make_a_chapter() -> None:
    assert [chapter_number(seq) for seq in (1, 64, 65, 128, 129)] == [1, 1, 2, 2, 3]
    assert [first_line(n) for n in (1, 2, 3)] == [1, 65, 129]
    assert [len(render_chapter(REPLAY, n, "en").lines) for n in (1, 2, 5)] == [64, 64, 303 - 256]
    for n in (0, 6, -1):
        with pytest.raises(IndexError, match="1 to 5"):
            render_chapter(REPLAY, n, "en")


def test_a_teller_goes_on_over_the_end_of_a_chapter() -> None:
    renderer = render_chapter(REPLAY, 1, "en").renderer
    second = render_chapter(REPLAY, 2, "en")
    renderer.turn_page()
    lines = [renderer.render(READING.lines[64])]
    assert renderer.start() == second.start
    lines += [renderer.render(line) for line in READING.lines[65:128]]
    assert lines == list(second.lines)


def test_what_moved_is_what_the_last_move_changed() -> None:
    assert position(REPLAY, 1, "en").moved == ()
    shown = position(REPLAY, 110, "en")
    assert set(shown.moved) <= shown.scene.pieces.keys()
    assert shown.moved


def test_a_log_that_does_not_fit_together_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def forged(*_: object) -> None:
        raise KeyError("a card that doesn't exist")

    lie = read(forge(READING.lines, headers={9: {"turn": 99}}))
    replay = Replay(lie.game, lie.lines)
    change_game(monkeypatch, READING.game, view=forged)
    for work in (
        lambda: render_chapter(replay, 1, "en"),
        lambda: position(replay, 9, "en"),
        lambda: contents_part(replay, "en"),
    ):
        with pytest.raises(Illegal):
            work()


def test_what_cannot_be_counted_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def forged(*_: object) -> None:
        raise KeyError("a card that doesn't exist")

    game, view = READING.game, READING.game.view
    ending = replace(game.rules.ending, scores=forged)
    rules, holdings = replace(game.rules, ending=ending), replace(game.holdings, count_all=forged)
    views = {"view": lambda *args: view(*args)}  # a view of the rules as they were
    change_game(monkeypatch, game, rules=rules, holdings=holdings, **views)
    assert not any(line.changes or line.scores for line in render_chapter(REPLAY, 1, "en").lines)
    counted = contents_part(REPLAY, "en")
    assert (counted.curves, counted.scores) == ({}, ())
    assert counted.turns[-1][4] == 303


def test_who_can_look_and_what_a_rule_says() -> None:
    assert list(every_viewer(READING.opened)) == [None, 0, 1, 2]
    assert [one.as_ for one in viewer_choices(READING.opened, (None, 0, 2))] == ["full", "0", "2"]
    assert rule_facts(READING.game, "OSA-9999", "en") is None
    found = rule_facts(READING.game, "OSA-14", "en")
    assert found is not None
    assert (found["kind"], found["title"], found["see"][0]) == ("rule", "Paying", "OSA-13")
    polish = rule_facts(READING.game, "OSA-14", "pl")
    assert polish is not None
    assert (found["lang"], polish["lang"]) == ("en", "pl")
    assert polish["text"] != found["text"]
