"""What a person keeps: saved screens, branches and notes."""

import re

import pytest

from common.refusals import tells
from ledger import load
from ledger.cli.app import run as command
from ledger.cli.files.tui_files import TuiFiles
from ledger.kernel.log.events import Noted
from ledger.store.files import RealFiles
from ledger.store.folder import FolderStore
from ledger.store.log_writer import LogWriter
from ledger.tui.controller import Controller
from ledger.tui.drawing.status_line import news
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model
from ledger.tui.notes import add_note, side_file

from .driving import at, drive, typed


def test_save(controller, tmp_path):
    c = controller(files=TuiFiles())
    drive(c, "s", "enter")
    drive(c, "s", "enter")
    text = tmp_path / "x.txt"
    c.do("save")
    c.screen.prompt.text, c.screen.prompt.cursor = str(text), 0
    drive(c, "enter")
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "osaka-6-2.svg", "osaka-6.svg", "osaka.jsonl", "x.txt",
    ]  # fmt: skip
    picture = (tmp_path / "osaka-6.svg").read_text()
    assert picture.startswith("<svg")
    assert not re.search(r"url\(\"?http|href=|@import|@font-face|<image", picture)
    assert "Bartek is the first player" in text.read_text()
    wrong = (("x.txt", "exists"), ("x.png", ".svg or .txt"), ("no/x.svg", "no such"))
    for name, why in wrong:
        c.do("save")
        c.screen.prompt.text = str(tmp_path / name)
        assert why in drive(c, "enter", size=(200, 30))


def test_branch(controller, tmp_path):
    c = controller(files=TuiFiles())
    inside = next(x.seq for x in c.model.lines if x.more and x.cmd)
    c.move(inside)
    end = c.model.source.group_end(inside)
    drive(c, "b", "enter")
    made = load(tmp_path / f"osaka-branch-{end}.jsonl")
    assert len(made.lines) == end
    assert made.opened.origin.at == end


def test_a_note_on_a_sealed_log_stands_beside_it(controller, log):
    c = controller(files=TuiFiles())
    before = log().read_bytes()
    screen = drive(c, "a", *typed("why"), "enter")
    assert tells(screen, "osaka.notes.jsonl")
    assert "why" in screen
    assert log().read_bytes() == before
    new = controller()
    assert new.model.notes == {6: ["why"]}
    drive(new, "g", "'")
    assert at(new) == 6


def test_a_note_at_the_end_of_an_open_log_goes_into_it(log, tmp_path):
    path = log(data=b"".join(log().read_bytes().splitlines(keepends=True)[:6]))
    c = Controller(Model(LogSource(path)), files=TuiFiles())
    screen = drive(c, "a", *typed("why"), "enter", "end")
    assert "Note: why" in screen
    assert isinstance(load(path).lines[-1].data, Noted)
    assert at(c) == 7
    drive(c, "g", "a", *typed("before"), "enter")
    assert len(load(path).lines) == 7
    assert c.model.notes == {1: ["before"]}


def test_a_note_for_one_reader(log):
    path = log(data=b"".join(log().read_bytes().splitlines(keepends=True)[:6]))
    c = Controller(Model(LogSource(path)), files=TuiFiles())
    screen = drive(c, "a", *typed("for recorder # why"), "enter", "end")
    assert "why" in screen
    assert load(path).lines[-1].data == Noted(text="why", to="recorder")
    c.model.look(2)
    assert "why" not in drive(c, "home", "end")


def test_a_note_in_a_log_that_somebody_else_writes_stands_beside_it(log):
    path = log(data=b"".join(log().read_bytes().splitlines(keepends=True)[:6]))
    writer = LogWriter.open(RealFiles(), path.parent, path.stem)
    try:
        c = Controller(Model(LogSource(path)), files=TuiFiles())
        assert tells(drive(c, "a", *typed("why"), "enter"), "osaka.notes.jsonl")
    finally:
        writer.close()


def test_bad_notes_are_counted_and_passed_over(controller, log):
    side = log().with_name("osaka.notes.jsonl")
    side.write_bytes(b'{"seq":6,"text":"fine"}\nnonsense\n{"seq":"x","text":1}\n\xff\n')
    c = controller()
    assert c.model.notes == {6: ["fine"]}
    assert tells(news(c.model, c.screen)[0], "3")


def test_notes_beside_a_log_are_no_log(log, capsys):
    add_note(side_file(log()), 3, "hm")
    with pytest.raises(SystemExit) as e:
        command(["verify", str(log().parent)])
    assert not e.value.code
    assert ".notes" not in capsys.readouterr().out
    assert FolderStore(log().parent).games() == ["osaka"]
