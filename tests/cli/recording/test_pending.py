"""Half a move survives: what was typed of it is typed again when somebody goes on."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger import load
from ledger.cli.commands.record import _resume
from ledger.cli.recording.pending_file import PendingFile
from ledger.cli.recording.recorded_log import RecordedLog
from ledger.cli.recording.shell import Shell
from ledger.kernel.game.registry import find_game
from ledger.kernel.play.opening import open_game
from ledger.recorder import Recorder
from recorder.test_recorder import CLAIMS, SET_UP


class Glass:
    """A screen that keeps what it shows."""

    def __init__(self) -> None:
        self.shown = []

    def show(self, replies, *, asked=False):
        self.shown += [getattr(x, "text", x) for x in replies]


def sit_down(path, **more):
    """Start to record, or go on, as a person at a terminal does."""
    game = find_game("osaka")
    table, kept = _resume(path) if path.exists() else (None, RecordedLog(path))
    r = Recorder(
        game, table or open_game(game, ["Ana", "Bartek"]), now=lambda: None, live=True, **more
    )
    shell = Shell(r, kept, Glass())
    shell._take(r.start())
    shell._go_on()
    return shell


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "evening.jsonl"
    shell = sit_down(path)
    shell._enter("\n".join((*SET_UP, "", *CLAIMS, "take R2", "take R2", "take B3", "buy Y5 Y5")))
    shell._enter("X9")
    shell._enter("# two came\nB2 B2")
    assert shell.recorder.prompt == "farm> "
    shell.log.writer.close()  # as if the power failed
    return path


def test_the_question_comes_again_with_the_answers_before_it(log):
    before = log.read_bytes()
    shell = sit_down(log)
    assert any(tells(str(x), "buy Y5 Y5") for x in shell.screen.shown)
    assert shell.recorder.prompt == "farm> "
    assert log.read_bytes() == before
    shell._enter("G2 G2 G2")
    types = [x.type for x in load(log).lines]
    assert types.count("bought") == 1 and types[-1] == "noted"
    assert not PendingFile(log).path.exists()


def test_back_drops_it_for_good(log):
    shell = sit_down(log)
    shell._enter("back")
    shell.log.writer.close()
    assert sit_down(log).recorder.prompt == "Ana, action> "


def test_it_counts_only_where_it_was_typed(run, log):
    assert run("do", log, "take Y5").code == 0
    shell = sit_down(log)
    assert shell.recorder.prompt == "Bartek, action> "
    shell._enter("# hm")
    assert not PendingFile(log).path.exists()


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b'{"digest":"x","lines":[1]}', b"\xff"])
def test_a_side_file_that_is_garbage_does_no_harm(log, data):
    PendingFile(log).path.write_bytes(data)
    assert sit_down(log).recorder.prompt == "Ana, action> "


def test_a_house_rule_that_was_granted_is_not_asked_for_again(tmp_path, capsys):
    path = tmp_path / "evening.jsonl"
    shell = sit_down(path, house_rule=True)
    shell._enter("\n".join((*SET_UP, "", *CLAIMS)))
    shell._enter("buy Y3")
    shell._enter("y\nB2 B2")
    shell.log.writer.close()
    again = sit_down(path, house_rule=True)
    assert again.recorder.prompt == "farm> "
    again.log.writer.close()
    assert sit_down(path).recorder.prompt == "Bartek, action> "
    assert tells(capsys.readouterr().err, "buy Y3")
