"""`ledger box`, and box files of one's own wherever a command takes one."""

import json
import tomllib

import pytest

from common.refusals import tells
from ledger.cli.files.box_files import json_lines, toml_lines, write_toml
from ledger.games.century import GAME as CENTURY
from ledger.games.istanbul import GAME
from ledger.kernel.boxes.box import digest_box
from ledger.kernel.game.registry import installed
from ledger.kernel.replay.log_reader import read

CHEAP = '[[tile]]\nid = "lira-r"\ncost = { red = 2 }\n'


@pytest.fixture
def write(tmp_path):
    """Write a file for a test."""

    def go(text, name="my.toml"):
        path = tmp_path / name
        path.write_text(text if isinstance(text, str) else json.dumps(text, indent=1))
        return path

    return go


@pytest.mark.parametrize("game", installed().values(), ids=installed())
def test_the_printed_box_is_the_standard_one_and_says_what_is_a_guess(run, write, game):
    result = run("box", game.meta.name)
    assert result.code == 0
    data = tomllib.loads(result.out)
    assert data.pop("base") == game.boxes.standard_id
    assert digest_box(data) == game.boxes.standard_digest
    assert "defaults" in result.out.splitlines()[0]
    assert run("box", game.meta.name, "--json").json == json.loads(json.dumps(data))
    path = write(result.out)
    assert tells(run("box", "--diff", path).out, f"no | {game.boxes.standard_id}")
    (checked,) = run("box", game.meta.name, "--check", path, "--json").jsons
    assert (checked["box"], checked["changes"]) == (game.boxes.standard_digest, 0)


def test_an_earlier_box_is_printed_by_its_id(run, write):
    data = tomllib.loads(run("box", "century-standard").out)
    assert data.pop("base") == "century-standard"
    assert digest_box(data) == digest_box(CENTURY.boxes["century-standard"])
    path = write('base = "century-standard"\n[limits]\nhold = 12\n')
    (difference,) = run("box", "--diff", path, "--json").jsons
    assert difference == {"place": "limits.hold", "standard": 10, "own": 12}


def test_one_cost_is_changed_checked_compared_played_and_exported(run, write, tmp_path):
    text = run("box", "istanbul").out
    tile = text.index('id = "lira-r"')
    mine = write(text[:tile] + text[tile:].replace("red = 3", "red = 2", 1))
    few = write(CHEAP, "few.toml")
    for path in (mine, few):
        result = run("box", "istanbul", "--check", path)
        assert (result.code, result.err) == (0, "")
        assert tells(result.out, "Istanbul | 2, 3 and 4 | 1 difference | istanbul-standard")
        assert run("box", "--diff", path).out == "tile lira-r: cost.red: 3 → 2\n"
        assert run("box", "--part", path).out == f'base = "istanbul-standard"\n\n{CHEAP}'
        out = tmp_path / path.stem
        short = ("--seed", 1, "--max-turns", 3, "--out", out)
        assert run("simulate", "istanbul", "--box", path, *short).code == 0
        (log,) = out.glob("*.jsonl")
        opened = read(log.read_bytes()).opened
        assert opened.box_data["id"] == "istanbul-standard+own"
        assert len(opened.box_data["tile"]) == 24
        assert run("box", "--diff", log).out == "tile lira-r: cost.red: 3 → 2\n"
        session = run("export", log, "--to", "session").out
        (box,) = [x[5:] for x in session.splitlines() if x.startswith("box: ")]
        assert json.loads(box) == {
            "base": "istanbul-standard",
            "tile": [{"id": "lira-r", "cost": {"red": 2}}],
        }
        again = tmp_path / f"{path.stem}.jsonl"
        given = write(session, f"{path.stem}.session")
        assert run("import", given, "--out", again).code == 0
        assert again.read_bytes() == log.read_bytes()


WRONG = {
    "a name that is not there": ('\n[[card]]\nid = "a-rde"\n', 2, "card a-rde | whole | add"),
    "a kind that does not exist": (
        '[[card]]\nid = "a-red"\nothers = { pay = { gold = 1 }, gain = { lira = 4 } }\n',
        3,
        "card a-red | gold | lira",
    ),
    "a falling track": (
        '[limits]\ndice = 5\n\n[[track]]\narea = "goods"\nplayers = 3\nprices = [\n 6,\n 5\n]\n',
        7,
        "track goods 3 | prices",
    ),
    "a number in a list": (
        "[limits]\nstart_lira = [\n  0,\n  1, # two\n  2,\n  -3,\n]\n",
        6,
        "limits.start_lira[3] | -3",
    ),
    "a text for a number": ('title = "Mine"\n[limits]\nactions = 2\ndice = "five"\n', 4, "dice"),
    "a field of no table": ("[limits]\nactions = 2\ndices = 5\n", 3, "dices | limits"),
    "a table of no box": ("[limits]\nactions = 2\n[reroll-pay]\nlira = 1\n", 3, "reroll-pay"),
    "a row without its name": ("[[tile]]\ncost = { red = 2 }\n", 1, "tile | id"),
    "a row twice": (CHEAP + CHEAP, 1, "tile lira-r | twice"),
    "rows that are all there are": (
        '[[card]]\nid = "a-red"\nactive = { gain = { lira = 4 } }\n[merge]\ncard = "whole"\n',
        1,
        "card | 1 | 9",
    ),
    "no way to merge": (CHEAP + '[merge]\ntile = "replace"\n', 5, "merge.tile | change | whole"),
    "a base that does not exist": ('base = "istanbul"\n' + CHEAP, 1, "base | istanbul-standard"),
    "what follows from a table elsewhere": ("[supply]\nruby = 30\n", 1, "track | 31"),
    "no TOML": ("[limits]\ndice = \n", 2, "TOML"),
}


@pytest.mark.parametrize(("text", "line", "facts"), WRONG.values(), ids=WRONG)
def test_an_error_names_the_file_and_the_line(run, write, tmp_path, text, line, facts):
    path = write(text)
    for command in (
        ("box", "istanbul", "--check", path),
        ("simulate", "istanbul", "--box", path, "--out", tmp_path / "out"),
        ("games", "istanbul", "--box", path),
        ("new", "istanbul", "--players", "A,B", "--box", path, "--out", tmp_path / "a.jsonl"),
    ):
        result = run(*command)
        assert result.code == 2
        assert f"{path}:{line}:" in result.err
        assert tells(result.err, facts)


def test_an_error_in_json_names_its_line_too(run, write):
    part = {"limits": {"dice": 5}, "card": [{"id": "a-crystal"}, {"id": "a-red", "active": 3}]}
    path = write(part, "my.json")
    result = run("box", "istanbul", "--check", path)
    assert result.code == 2
    line = path.read_text().splitlines().index('   "active": 3') + 1
    assert f"{path}:{line}:" in result.err


def test_new_rows_are_added_if_the_box_says_so(run, write):
    card = '[[card]]\nid = "z-feast"\nactive = { gain = { lira = 9 } }\n'
    path = write(card + '[merge]\ncard = "add"\n')
    assert run("box", "istanbul", "--check", path).code == 0
    (found,) = run("box", "--diff", path, "--json").jsons
    assert (found["place"], found["standard"], found["own"]["id"]) == (
        "card z-feast", None, "z-feast",
    )  # fmt: skip
    part = tomllib.loads(run("box", "--part", path).out)
    assert GAME.boxes.whole(part) == GAME.boxes.whole(tomllib.loads(path.read_text()))


def test_without_a_game_a_box_must_be_of_one_only(run, write):
    assert run("box", "--check", write("[limits]\nhold = 12\n")).code == 0
    for text, facts in (
        ("[players]\ncounts = [2]\n", "several"),
        ("[gold]\nbars = 1\n", "no game"),
    ):
        result = run("box", "--check", write(text))
        assert result.code == 2
        assert tells(result.err, f"{facts} | GAME")
    assert run("box").code == 2
    path = write(CHEAP)
    assert run("box", "istanbul", "--check", path, "--diff", path).code == 2


def test_a_box_that_bots_cannot_play_with_is_refused(run, write, monkeypatch):
    def breaks(*args, **more):
        raise KeyError("card")

    monkeypatch.setattr("ledger.games.istanbul.rules.opening.gain", breaks)
    result = run("box", "istanbul", "--check", write(CHEAP))
    assert result.code == 2
    assert tells(result.err, "my.toml | 2 players | KeyError | opening.py")


def test_a_log_of_another_game_is_not_compared(run, tmp_path):
    run("simulate", "osaka", "--seed", 1, "--out", tmp_path)
    (log,) = tmp_path.glob("*.jsonl")
    assert run("box", "osaka", "--diff", log).out == "no differences from osaka-standard\n"
    assert tells(run("box", "klongs", "--diff", log).err, "osaka | klongs")


def test_a_card_of_ones_own_is_told_as_it_is(run, write, tmp_path):
    rows = "".join(
        f'[[tile]]\nid = "lira-{c}"\neffect = {{ income = {{ lira = 7 }} }}\n' for c in "rygb"
    )
    path, log = write(rows), tmp_path / "a.jsonl"
    tiles = "tile lira-r lira-y lira-g lira-b die-1 die-2"
    new = ("new", "istanbul", "--players", "Ana,Bo", "--box", path, "--out", log, "--seed", 1)
    told = run(*new, "--given", tiles).out, run("log", log).out
    for text in told:
        assert "lira-r (7 lira" in " ".join(text.split())


# --- lines ------------------------------------------------------------------------------------


def test_the_lines_of_toml():
    head = 'a = 1\n\n[b]\nc = """\nd = 2\n"""\ne.f = { g = [1, 2] }\n'
    lines = toml_lines(head + "[[r]]\nid = 1\n[[r]]\nid = 2\n[r.s]\nt = 3\n")
    assert lines["a",] == 1
    assert lines["b",] == 3
    assert lines["b", "c"] == 4
    assert lines["b", "e", "f", "g", 1] == 7
    assert (lines["r", 0, "id"], lines["r", 1], lines["r", 1, "id"]) == (9, 10, 11)
    assert lines["r", 1, "s", "t"] == 13
    entries = toml_lines("[m]\ncells = [\n  { n = 1 },\n  # no\n  { n = 2 },\n]\n")
    assert (entries["m", "cells", 0, "n"], entries["m", "cells", 1, "n"]) == (3, 5)


def test_the_lines_of_json():
    lines = json_lines('{"a": 1,\n "b": [\n {"c": "}"},\n\n {"c":\n 2}]}')
    assert lines == {
        ("a",): 1,
        ("b",): 2,
        ("b", 0): 3,
        ("b", 0, "c"): 3,
        ("b", 1): 5,
        ("b", 1, "c"): 5,
    }


@pytest.mark.parametrize("game", installed().values(), ids=installed())
def test_a_box_written_as_toml_is_the_same(game):
    assert (
        tomllib.loads(write_toml(game.boxes[game.boxes.standard_id]))
        == game.boxes[game.boxes.standard_id]
    )
    odd = {"id": 'a "b"\n\x7f\u2028🐟', "t": {"a b": [1, True, {}], "r": [{"x": -1}]}}
    assert tomllib.loads(write_toml(odd)) == odd
