"""`ledger record` without a terminal: lines from a pipe, resuming, locks, damage."""

from __future__ import annotations

import io
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from common.refusals import tells
from ledger import load
from ledger.cli.recording.shell import Shell
from ledger.kernel.play.opening import open_game
from ledger.recorder import Recorder
from ledger.store.files import RealFiles
from ledger.store.log_writer import LogWriter

from ..conftest import spawn

SET_UP = "market R2 R2 B3 Y5 G5\nfarm R5 R5 R5\nAna hand Y5 Y5\nBartek hand Y3 Y3 Y2\n"
CLAIMS = "claim red\nclaim blue\n"


@pytest.fixture
def pipe(run, monkeypatch):
    """Call `ledger record` with lines on its stdin."""

    def go(text, *args):
        data = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        return run("record", *args)

    return go


@pytest.fixture
def log(pipe, tmp_path):
    """A game after its set-up."""
    path = tmp_path / "evening.jsonl"
    result = pipe(SET_UP + CLAIMS, "osaka", "--players", "Ana,Bartek", "--out", path)
    assert (result.code, result.err) == (0, "")
    return path


def types(path):
    return [line.type for line in load(path).lines]


def test_a_game_is_started_paused_and_resumed(run, pipe, log):
    assert types(log)[-3:] == ["claimed", "claimed", "turned"]
    opened = load(log).opened
    assert (opened.id[:8], [s.name for s in opened.seats]) == ("evening-", ["Ana", "Bartek"])
    assert opened.started is not None
    assert None not in [line.at for line in load(log).lines]
    result = pipe("take R2\n", log)
    assert result.code == 0
    assert "Bartek takes R2" in result.out
    assert tells(result.out, f"{log} | 11 events | ledger record {log}")
    assert "╭" not in result.out, "a pipe gets no board"
    assert run("verify", log).code == 0


def test_the_names_may_come_first_and_the_file_be_named_by_the_day(pipe, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert pipe("Ana, Bartek\n" + SET_UP, "osaka").code == 0
    first, second = sorted(tmp_path.glob("osaka-20??-??-??*.jsonl"), key=lambda p: len(p.name))
    assert second.stem == f"{first.stem}-2"
    assert pipe("", "osaka").code == 2
    assert pipe("Ana\n", "osaka").code == 1


def test_options_of_a_new_game(pipe, tmp_path):
    path = tmp_path / "x.jsonl"
    args = ("--players", "A,B", "--colours", "gray,-", "--place", "kitchen", "--board")
    result = pipe(SET_UP.replace("Ana ", "").replace("Bartek ", ""), "osaka", *args, "--out", path)
    assert result.code == 0
    assert "╭" in result.out
    opened = load(path).opened
    assert ([s.colour for s in opened.seats], opened.place) == (["gray", None], "kitchen")


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("market R2\n", 2, "stdin:1:8 | market | 5 | OSA-04"),
        (SET_UP[:22], 1, "warning | set-up"),
    ],
)
def test_a_set_up_that_is_broken_off_leaves_nothing(pipe, tmp_path, text, code, message):
    path = tmp_path / "x.jsonl"
    result = pipe(text, "osaka", "--players", "Ana,Bartek", "--out", path)
    assert result.code == code
    assert tells(result.err, message)
    assert not path.exists()


def test_the_first_refused_line_ends_it_and_the_rest_is_not_read(pipe, log):
    result = pipe("take R2\n# hm\nbuy Y5\ntake B3\n", log)
    assert result.code == 1
    assert tells(result.err, "stdin:3:1 | 15 | 5 | OSA-14")
    assert types(log)[-1] == "noted"
    assert tells(result.out, f"ledger record {log}")
    assert pipe("tkae R2\n", log).code == 2
    assert pipe(b"take B3\n\xff\n", log).code == 2
    assert types(log)[-1] == "turned"


def test_lines_that_end_inside_a_move(pipe, log):
    pipe("take R2\ntake R2\ntake B3\n", log)
    before = log.read_bytes()
    result = pipe("buy Y5 Y5\nB2 B2\n", log)
    assert result.code == 1
    assert tells(result.err, "warning | `buy Y5 Y5`")
    assert log.read_bytes() == before
    assert pipe("buy Y5 Y5\nB2 B2\nG2 G2 G2\n", log).code == 0


def test_a_house_rule_in_a_pipe(run, pipe, log):
    before = log.read_bytes()
    for answer in ("n\n", "take R2\n", ""):
        result = pipe("buy Y3\n" + answer, log, "--house-rule")
        assert result.code == 1
        assert log.read_bytes() == before
    assert pipe("buy Y3\ny\nB2 B2\nG2 G2 G2\n", log, "--house-rule").code == 0
    result = run("verify", log)
    assert result.code == 0
    assert tells(result.out, "OSA-14 | house-rule")


def test_the_end_seals_the_log(run, pipe, log):
    result = pipe("abandon it is late\n", log)
    assert result.code == 0
    assert "sealed" in result.out
    assert types(log)[-2:] == ["ended", "sealed"]
    assert run("verify", log).code == 0
    result = pipe("", log)
    assert result.code == 1
    assert "sealed" in result.err


def test_an_ended_game_that_was_not_sealed_is_sealed_later(run, pipe, log):
    pipe("abandon it is late\n", log)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]))
    assert pipe("# good night\n", log).code == 0
    assert types(log)[-3:] == ["ended", "noted", "sealed"]
    assert run("verify", log).code == 0


def test_a_torn_end_is_repaired_and_told(pipe, log):
    good = log.read_bytes()
    log.write_bytes(good + b'{"type":"took","seq":10,')
    result = pipe("take R2\n", log)
    assert result.code == 0
    assert "evening.torn-1" in result.err
    assert log.read_bytes().startswith(good)
    assert types(log)[-1] == "turned"


def test_a_damaged_log_is_left_as_it_is(pipe, log):
    log.write_bytes(log.read_bytes().replace(b'"red"', b'"rod"'))
    before = log.read_bytes()
    assert pipe("take R2\n", log).code == 1
    assert log.read_bytes() == before


def test_two_cannot_record_the_same_game(pipe, log):
    writer = LogWriter.open(RealFiles(), log.parent, log.stem)
    try:
        result = pipe("take R2\n", log)
    finally:
        writer.close()
    assert result.code == 1


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("chess",), 2, "chess"),
        (("nowhere.jsonl",), 2, ""),
        (("{log}", "--players", "A,B"), 2, ""),
        (("osaka", "--players", "A,B", "--out", "{log}"), 1, "ledger record"),
        (("osaka", "--players", "A,B", "--out", "x.txt"), 2, "game.jsonl"),
        (("osaka", "--players", "A,A", "--out", "x.jsonl"), 1, "same name"),
        (("osaka", "--players", "A,\udcc5", "--out", "x.jsonl"), 2, "UTF-8"),
        (("osaka", "--players", "A,B", "--out", "x.jsonl", "--option", "q=1"), 2, ""),
    ],
)
def test_what_cannot_be_recorded(pipe, log, tmp_path, monkeypatch, args, code, message):
    monkeypatch.chdir(tmp_path)
    result = pipe("", *(a.format(log=log) for a in args))
    assert result.code == code
    assert tells(result.err, message)


def test_what_a_seat_saw_is_not_recorded_on(run, pipe, log, tmp_path):
    stream = tmp_path / "ana.jsonl"
    run("export", log, "--to", "jsonl", "--as", "Ana", "--out", stream)
    result = pipe("take R2\n", stream)
    assert result.code == 1
    assert tells(result.err, f"{stream}")


def test_lines_and_logs_that_cannot_be_taken(pipe, log, tmp_path):
    new = ("osaka", "--out", tmp_path / "new.jsonl")
    result = pipe("", *new)
    assert result.code == 2
    result = pipe(b"# fine\n# caf\xe9\n", log)
    assert result.code == 2
    assert tells(result.err, "stdin:2 | 0xe9")
    assert pipe("abandon\n", log).code == 0
    result = pipe("take R2\n", log)
    assert result.code == 1
    assert tells(result.err, f"{log}")


def test_hostile_names_are_harmless(pipe, tmp_path):
    path = tmp_path / "x.jsonl"
    text = SET_UP.replace("Ana ", "").replace("Bartek ", "")
    result = pipe(text + CLAIMS, "osaka", "--players", "\x1b[2J,[/bold]", "--out", path, "--board")
    assert result.code == 0
    assert "\x1b[2J" not in result.out
    assert "[/bold]" in result.out


def test_a_plain_terminal_gets_plain_signs_and_nothing_heavy(log):
    code = (
        "import sys, ledger.cli\n"
        f"sys.argv[1:] = ['record', {str(log)!r}, '--board']\n"
        "try: ledger.cli.main()\n"
        "except SystemExit: pass\n"
        "sys.exit('prompt_toolkit' in sys.modules or 'duckdb' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=b"take R2\n",
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert b"Bartek takes R2" in done.stdout


def test_everything_is_durable_before_it_is_shown(osaka):
    done = []

    class Disk:
        path, seq = Path("x.jsonl"), 0

        def keep(self, table):
            done.append(("kept", len(table.lines)))

    class Glass:
        def show(self, replies, *, asked=False):
            done.append(("shown", 0 if recorder.table is None else len(recorder.table.lines)))

    opened = open_game(osaka, ["Ana", "Bartek"])
    recorder = Recorder(osaka, opened, now=lambda: None)
    shell = Shell(recorder, Disk(), Glass())
    lines = (SET_UP + CLAIMS + "abandon\n").splitlines()
    assert shell.from_pipe(enumerate(lines, 1)) == 0
    assert recorder.table.head.sealed
    changed = [n for what, n in done if what == "shown" and n]
    assert len(set(changed)) == 5, "set-up, two moves, the end, the seal"
    for n in set(changed):
        assert done.index(("kept", n)) < done.index(("shown", n))


def test_a_disk_that_is_full_loses_nothing_that_was_told(pipe, log):
    def no_space():
        size = log.stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 1200, size + 1200))

    result = spawn("record", log, stdin=b"take R2\n" + b"# x\n" * 20, preexec_fn=no_space)
    assert result.code == 2
    told = [int(line.split()[0]) for line in result.out.splitlines() if line[:1].isdecimal()]
    assert len(told) > 3
    assert pipe("", log).code == 0, "it goes on where it failed"
    assert len(load(log).lines) == max(told)


def test_a_recording_says_how_it_comes_into_the_library(run, pipe, log):
    result = pipe("take R2\n", log)
    assert f"ledger import {log}" in result.out
    assert '"exists":false' in run("library", "--json").out


def test_a_recording_goes_into_the_library_whenever_it_stops(run, pipe, log, monkeypatch):
    monkeypatch.setenv("LEDGER_KEEP", "1")
    assert pipe("take R2\n", log).code == 0
    result = pipe("undo\n", log)
    assert result.code == 0
    assert "ledger import" not in result.out
    assert run("list", "--json").out.count('"kind"') == 1
    assert '"lines":12' in run("list", "--json").out.replace(" ", "")
    result = pipe("", log, "--no-keep")
    assert f"ledger import {log}" in result.out
