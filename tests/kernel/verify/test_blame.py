"""Whose fault an exception is: planted bugs are the game's, forged events are the log's."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import ledger
from common.plugin_folder import CODE, line_of, plugins_in, write_plugin
from common.refusals import tells
from ledger.boards.draw import draw_board
from ledger.kernel.errors import GameFault, GameWarning, Illegal
from ledger.kernel.narration.narrate import words
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.simulate import play
from ledger.kernel.replay.log_reader import Reading, read
from ledger.kernel.replay.replay import Replay
from ledger.kernel.verify.blame import blame, blamed
from ledger.kernel.verify.verify import verify_bytes
from ledger.testing.forge import change, forge


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A log of the game as it should be."""
    folder = tmp_path_factory.mktemp("right")
    write_plugin(folder)
    with plugins_in(folder):
        return simulated().bytes()


def simulated() -> ledger.Table:
    game = ledger.find_game("heap")
    return play(game, open_game(game, ["Ana", "Bo", "Cy"]), [game.bots["random"]] * 3, 1).table


def planted(
    folder: Path, line: str, bug: str = "raise KeyError('R5')", *, when: str = "True"
) -> int:
    """Write the game with a bug before a line; return where the bug is."""
    indent = " " * (len(line) - len(line.lstrip()))
    code = CODE.replace(line, f"{indent}if {when}:\n{indent}    {bug}\n{line}")
    write_plugin(folder, code)
    return line_of(bug, code)


def drawn(reading: Reading) -> None:
    game, state = reading.game, Replay(reading.game, reading.lines).at(len(reading.lines) - 3)
    draw_board(game, game.view(state, None), 80, ["Ana", "Bo", "Cy"])


def asked(reading: Reading) -> None:
    game, state = reading.game, Replay(reading.game, reading.lines).at(len(reading.lines) - 3)
    list(game.rules.legal_moves(state, game.rules.awaiting(state)[0].seat))
    game.rules.scores(state), game.holdings(state)


def folded(reading: Reading) -> None:
    Replay(reading.game, reading.lines)


PLACES: dict[str, tuple[str, Callable[[Reading], None]]] = {
    "evolve": ("    s.stones -= e.count", folded),
    "setup": ("        self.players = players", folded),
    "start": ("    return State(setup, setup.stones, [0] * setup.players)", folded),
    "view": ("    return View(s.stones, tuple(s.taken))", drawn),
    "draw": ('    return Text(f"{v.stones} stones")', drawn),
    "awaiting": (
        '    return () if s.over or not s.stones else (Question(s.active, "take", "HEP-01"),)',
        asked,
    ),
    "legal": (
        "    yield from (Take(seat=seat, count=n) for n in range(1, min(3, s.stones) + 1))",
        asked,
    ),
    "scores": ("    return tuple(s.taken)", asked),
    "holdings": ("    return [(n,) for n in s.taken]", asked),
}


@pytest.mark.parametrize("what", PLACES)
@pytest.mark.parametrize("bug", ["raise KeyError('R5')", "nonsense()"], ids=["data", "name"])
def test_a_bug_is_the_game_s_fault_whatever_it_raises(
    what: str, bug: str, log: bytes, tmp_path: Path
) -> None:
    before, use = PLACES[what]
    line = planted(tmp_path, before, bug)
    with plugins_in(tmp_path):
        reading = read(log)
        with pytest.raises(GameFault) as e, blamed(reading.game, reading.lines):
            use(reading)
    raised = "KeyError | R5" if "KeyError" in bug else "NameError | nonsense"
    facts = f"heap | ledger-heap 1.2 | {raised} | heap_game/__init__.py | line {line}"
    assert tells(e.value.message, facts), e.value.message
    assert tells(e.value.hint, "LEDGER_DEBUG=1")
    assert e.value.game == "heap"


DECIDED = {
    "decide": "    d.emit(Took(seat=x.seat, count=x.count))",
    "evolve": "    s.stones -= e.count",
    "begin": "    d.emit(Turned(seat=1))",
    "outcome": "    ranking = rank([-n for n in s.taken])",
}


@pytest.mark.parametrize("what", DECIDED)
def test_a_log_is_not_called_illegal_if_the_rules_fail(
    what: str, log: bytes, tmp_path: Path
) -> None:
    line = planted(tmp_path, DECIDED[what])
    with plugins_in(tmp_path):
        report = verify_bytes(log)
        assert report.verdict == "unchecked"
        (problem,) = report.problems
        assert problem.kind == "game-fault"
        assert tells(problem.message, f"heap | KeyError | R5 | heap_game/__init__.py | line {line}")
        with pytest.raises(GameFault) as e:
            simulated()
        assert tells(str(e.value), f"heap | line {line}")


def test_a_bug_that_one_move_alone_meets_is_the_game_s(log: bytes, tmp_path: Path) -> None:
    """That the game itself calls this move legal shows whose fault it is."""
    lines = map(json.loads, log.splitlines())
    count = [line["data"]["count"] for line in lines if line["type"] == "took"][2]
    planted(tmp_path, "    s.stones -= e.count", when=f"s.turn == 3 and e.count == {count}")
    with plugins_in(tmp_path):
        assert verify_bytes(log).verdict == "unchecked"


FORGERIES: dict[str, Callable[[Reading], bytes]] = {}


def forgery(make: Callable[[Reading], bytes]) -> Callable[[Reading], bytes]:
    FORGERIES[make.__name__] = make
    return make


@forgery
def a_seat_that_doesn_t_exist(right: Reading) -> bytes:
    """The fold raises IndexError."""
    return forge(right.lines, {3: [change(right.lines[2], seat=9)]})


@forgery
def another_seat_in_the_middle(right: Reading) -> bytes:
    return forge(right.lines, {5: [change(right.lines[4], seat=77)]})


@pytest.mark.parametrize("how", FORGERIES)
def test_a_forged_log_stays_the_log_s_fault(how: str, log: bytes, tmp_path: Path) -> None:
    write_plugin(tmp_path)
    with plugins_in(tmp_path):
        data = FORGERIES[how](read(log))
        reading = read(data)
        assert reading.error is None
        with pytest.raises(Illegal) as e, blamed(reading.game, reading.lines):
            Replay(reading.game, reading.lines)
        assert isinstance(e.value.__cause__, IndexError)
        assert not isinstance(e.value, GameFault)
        assert verify_bytes(data).verdict == "illegal"


def test_a_forged_log_stays_forged_if_the_game_has_a_bug_elsewhere(
    log: bytes, tmp_path: Path
) -> None:
    planted(tmp_path, '    return Text(f"{v.stones} stones")')
    with plugins_in(tmp_path):
        data = a_seat_that_doesn_t_exist(read(log))
        assert verify_bytes(data).verdict == "illegal"


def test_what_only_forged_events_can_cause_is_the_log_s_fault(log: bytes, tmp_path: Path) -> None:
    """The rules look up what isn't there, but for no move that they call legal."""
    rule = '    d.need("HEP-01",'
    write_plugin(tmp_path, CODE.replace(rule, f"    {{1: 1, 2: 2, 3: 3}}[x.count]\n{rule}"))
    with plugins_in(tmp_path):
        right = read(log)
        data = forge(right.lines, {3: [change(right.lines[2], count=77)]})
        report = verify_bytes(data)
        assert verify_bytes(log).verdict == "legal"
    assert report.verdict == "illegal"
    assert [p.line for p in report.problems] == [3]


def test_a_question_without_answers_is_the_game_s_fault(log: bytes, tmp_path: Path) -> None:
    write_plugin(tmp_path, CODE.replace('answers="take"', 'answers="grab"'))
    line = line_of("def awaiting(s)")
    with plugins_in(tmp_path):
        (problem,) = verify_bytes(log).problems
    assert problem.kind == "game-fault"
    assert tells(problem.message, f"heap | answers | take | heap_game/__init__.py | line {line}")


def test_an_exception_of_ours_is_not_put_on_a_game() -> None:
    error = KeyError("ours")
    assert blame(error) is error
    assert blame(error, ledger.find_game("osaka")) is error


def test_what_has_no_words_is_told_by_its_type(
    log: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    found_late = '"{name} takes {count}"', 'lambda t, x: "{name} takes {counted}"'
    write_plugin(tmp_path, CODE.replace(*found_late))
    with plugins_in(tmp_path):
        reading = read(log)
        tell = partial(words, reading.game, reading.lines[2].data, ["Ana", "Bo", "Cy"], "en")
        assert tell().startswith("took {")
        assert not recwarn.list
        monkeypatch.setenv("LEDGER_DEBUG", "1")
        with pytest.warns(GameWarning) as said:
            assert tell().startswith("took {")
    assert tells(str(said[0].message), "took | counted")
