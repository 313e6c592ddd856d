"""Reading piece by piece gives what reading at once gives, also where a log is bad."""

import hashlib
import os
import random
import threading

import pytest

from common.refusals import tells
from ledger import Seeded, Table, installed, open_game, read
from ledger.kernel.errors import Malformed
from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import Entry, Retracted
from ledger.tui import log_source as module
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model

from .conftest import GAMES, sample


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(module, "FIRST", 700)
    monkeypatch.setattr(module, "BLOCK", 1300)


@pytest.mark.parametrize("name", GAMES)
def test_pieces_make_the_whole(small_pieces, log, name):
    source = LogSource(log(name))
    assert 0 < len(source.lines) < len(read(sample(name)).lines)
    assert not source.done
    parts = [source.part]
    while source.read_on():
        parts.append(source.part)
    reading = read(sample(name))
    assert source.lines == reading.lines
    assert source.head == reading.head
    assert (source.error, source.sealed, source.part) == ("", True, 1.0)
    assert parts == sorted(parts)
    last = len(source.lines)
    assert source.replay.at(last) == Table(reading.game, reading.lines).state


@pytest.mark.parametrize("name", GAMES)
def test_turns_are_those_of_the_replay(small_pieces, log, name):
    source = LogSource(log(name))
    source.read_all()
    turns = source.replay.turns
    assert [(t.number, t.first, t.last) for t in source.turns] == [
        (t.number, t.first, t.last) for t in turns
    ]
    for t in turns:
        assert source.turn_end(t.number) == t.last
        assert source.turns[source.turn_index(t.first)].number == t.number
    assert source.turn_end(100_000) is None


BAD = {
    "torn": lambda data: data[:-40],
    "no newline": lambda data: data[:-1],
    "half a group": lambda data: b"".join(data.splitlines(keepends=True)[:-3]),
    "changed": lambda data: data.replace(b'"turn":3', b'"turn":4', 1),
    "a line lost": lambda data: b"".join(
        x for i, x in enumerate(data.splitlines(keepends=True)) if i != 40
    ),
    "an empty line": lambda data: (
        data[: data.index(b"\n", 5000) + 1] + b"\n" + data[data.index(b"\n", 5000) + 1 :]
    ),
    "after the seal": lambda data: data + data.splitlines(keepends=True)[-1],
    "no text": lambda data: data[:9000] + b"\xff\xfe" + data[9002:],
}


@pytest.mark.parametrize("how", BAD)
@pytest.mark.parametrize("pieces", [False, True])
def test_a_bad_log_opens_at_its_good_part(request, log, how, pieces):
    if pieces:
        request.getfixturevalue("small_pieces")
    data = BAD[how](sample("osaka"))
    reading = read(data)
    source = LogSource(log(data=data))
    source.read_all()
    assert source.lines == reading.lines
    if reading.error is None:
        assert source.error == ""
    else:
        assert str(source.error) == f"line {reading.error.line}: {reading.error.message}"
    assert source.head.digest == reading.head.digest


def test_an_event_of_a_newer_version_ends_the_good_part(log):
    data = sample("osaka")
    lines = data.splitlines(keepends=True)
    head = read(b"".join(lines[:6])).head
    header = b'"seq":7,"cmd":1,"more":false,"turn":0,"by":1,"at":null'
    newer = stamp_raw(head, b'{"type":"bribed",' + header + b',"data":{"seat":1}')
    source = LogSource(log(data=b"".join(lines[:6]) + newer))
    source.read_all()
    assert len(source.lines) == 6
    assert tells(str(source.error), "7")
    assert "bribed" in str(source.error)


def stamp_raw(head, body):
    """Chain a raw line to a log."""
    digest = hashlib.sha256(head.digest.encode() + body).hexdigest()[:32]
    return body + b',"digest":"' + digest.encode() + b'"}\n'


@pytest.mark.parametrize("name", GAMES)
def test_a_forged_event_ends_the_good_part(log, name):
    reading = read(sample(name))
    end = next(line.seq for line in reading.lines if not line.more)
    lines = reading.lines[:end]
    forged = Entry(data=Retracted(to=900), turn=1, by=1)
    _, raw, _ = stamp(Head(end, 0, lines[-1].digest), [forged])
    start = b"".join(sample(name).splitlines(keepends=True)[:end])
    source = LogSource(log(name, start + raw))
    assert len(source.lines) == end
    assert tells(str(source.error), f"{end + 1}")
    assert source.replay.at(end) == Table(reading.game, lines).state


@pytest.mark.parametrize("data", [b"", b"\n", b"hello\n", b'{"type":"moved"}\n', b"\x00" * 4000])
def test_what_is_no_log(log, data):
    with pytest.raises(Malformed):
        LogSource(log(data=data))


def test_a_pipe_is_read_at_once(tmp_path):
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_bytes(sample("osaka")))
    writer.start()
    source = LogSource(path)
    writer.join()
    source.read_all()
    assert source.lines == read(sample("osaka")).lines


def test_a_log_that_grows(log):
    data = sample("osaka")
    lines = data.splitlines(keepends=True)
    ends = [line.seq for line in read(data).lines if not line.more]
    path = log(data=b"".join(lines[: ends[3]]))
    source = LogSource(path, growing=True)
    assert (len(source.lines), source.done, source.error) == (ends[3], True, "")
    assert not source.poll()
    with path.open("ab") as file:
        file.write(b"".join(lines[ends[3] : ends[5] + 1]))  # the last group is not whole
        file.write(lines[ends[5] + 1][:10])  # nor is the last line
    assert source.poll()
    source.read_all()
    assert (len(source.lines), source.error) == (ends[5], "")
    with path.open("ab") as file:
        file.write(lines[ends[5] + 1][10:] + b"".join(lines[ends[5] + 2 :]))
    assert source.poll()
    source.read_all()
    assert source.lines == read(data).lines
    assert source.sealed
    assert not source.poll()


def test_a_log_that_is_rewritten_says_so(log):
    path = log()
    data = b"".join(path.read_bytes().splitlines(keepends=True)[:6])
    path.write_bytes(data)
    source = LogSource(path, growing=True)
    path.write_bytes(data[:100])
    assert not source.poll()
    assert "rewritten" in str(source.error)


def test_what_was_taken_back_does_not_count(log):
    game = installed()["osaka"]
    table = Table.open(game, open_game(game, ["Ana", "Bartek"]), Seeded(1))
    start = table.head.seq
    rng = random.Random(1)
    for _ in range(6):
        table.do(game.rules.random_move(table.state, rng), Seeded(rng))
    gone = table.head.seq
    table.undo(start)
    table.do(game.rules.random_move(table.state, rng), Seeded(rng))
    source = LogSource(log(data=table.bytes()))
    live = {line.seq for line in source.replay.live}
    assert source.spans() == [(1, start), (gone + 2, table.head.seq)]
    model = Model(source)
    assert {n for n in range(1, model.last + 1) if model.counts(n)} == live
