"""simulate: the same seed gives the same bytes, and nothing is overwritten."""

import json

import pytest
from msgspec.json import encode

import ledger
from common.refusals import refuses, tells
from ledger.kernel.errors import Malformed
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import Seat
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.simulate import play

from ..conftest import START


def names(folder):
    return sorted(p.name for p in folder.glob("*.jsonl"))


def test_files_are_named_after_game_players_seed_and_number(run, tmp_path):
    out = tmp_path / "new" / "folder"
    result = run("simulate", "osaka", "--players", 3, "--games", 2, "--seed", 5, "--out", out)
    assert result.code == 0
    assert names(out) == ["osaka-3p-5-0001.jsonl", "osaka-3p-5-0002.jsonl"]
    assert tells(result.out, "2 | 5")
    assert run("verify", out).code == 0


def test_the_same_seed_gives_the_same_bytes(run, tmp_path):
    for folder in ("a", "b"):
        args = ("--games", 2, "--seed", 5, "--start", START, "--out", tmp_path / folder)
        assert run("simulate", "osaka", *args).code == 0
    for name in names(tmp_path / "a"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_the_same_games_are_played_by_any_number_of_processes(run, tmp_path):
    outputs = []
    for jobs in (1, 3):
        folder = tmp_path / str(jobs)
        args = ("--games", 5, "--seed", 5, "--start", START, "--out", folder, "--jobs", jobs)
        result = run("simulate", "osaka", *args)
        assert result.code == 0
        outputs.append(result.out.replace(str(folder), ""))
    assert outputs[0] == outputs[1]
    assert len(names(tmp_path / "1")) == 5
    for file in (tmp_path / "1").iterdir():
        assert file.read_bytes() == (tmp_path / "3" / file.name).read_bytes()


def test_a_game_does_not_depend_on_how_many_are_played(run, tmp_path):
    common = ("--seed", 5, "--start", START, "--out")
    run("simulate", "osaka", "--games", 3, *common, tmp_path / "a")
    run("simulate", "osaka", "--games", 2, *common, tmp_path / "b")
    name = "osaka-2p-5-0002.jsonl"
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_without_start_only_the_times_differ(run, tmp_path):
    def events(folder):
        (path,) = (tmp_path / folder).glob("*.jsonl")
        lines = [json.loads(x) for x in path.read_text().splitlines()]
        assert all(x["at"] for x in lines)
        lines[0]["data"]["started"] = None
        return [(x["type"], x["data"]) for x in lines[:-1]]

    for folder in ("a", "b"):
        assert run("simulate", "osaka", "--seed", 5, "--out", tmp_path / folder).code == 0
    assert events("a") == events("b")


def test_start_fixes_the_times(run, tmp_path):
    run("simulate", "osaka", "--games", 2, "--seed", 5, "--start", START, "--out", tmp_path)
    first, second = (json.loads(p.open().readline()) for p in sorted(tmp_path.glob("*.jsonl")))
    assert first["data"]["started"] == "2026-03-01T18:00:00.000Z"
    assert second["data"]["started"] == "2026-03-02T18:00:00.000Z"


def test_nothing_is_overwritten_without_force(run, tmp_path):
    path = tmp_path / "osaka-2p-5-0002.jsonl"
    path.write_text("mine")
    args = ("simulate", "osaka", "--games", 2, "--seed", 5, "--out", tmp_path)
    result = run(*args)
    assert result.code == 1
    assert names(tmp_path) == [path.name]
    assert path.read_text() == "mine"
    assert run(*args, "--force").code == 0
    assert path.read_text() != "mine"
    assert len(names(tmp_path)) == 2


def test_a_bot_for_each_seat(run, tmp_path):
    args = ("simulate", "osaka", "--players", 2, "--out", tmp_path)
    assert run(*args, "--bot", "random,greedy").code == 0
    assert run(*args, "--bot", "random,random,random").code == 2
    result = run(*args, "--bot", "clever")
    assert result.code == 2
    assert "greedy" in result.err


def test_a_game_that_is_stopped_says_so(run, tmp_path):
    args = ("simulate", "osaka", "--seed", 5, "--max-turns", 3, "--out", tmp_path)
    result = run(*args)
    assert result.code == 0
    assert tells(result.out, "--max-turns | 1 of 1")
    fact = run(*args, "--force", "--json").json
    assert fact["capped"] is True
    assert fact["reason"] == "stopped after 3 turns"
    assert fact["scores"] == [None, None]
    assert run("verify", tmp_path).code == 0


def test_json(run, tmp_path):
    facts = run("simulate", "osaka", "--games", 2, "--seed", 5, "--out", tmp_path, "--json").jsons
    assert len(facts) == 2
    assert list(facts[0]) == [
        "file", "events", "turns", "capped", "reason", "ranking", "scores", "winners",
    ]  # fmt: skip
    assert sorted(s for place in facts[0]["ranking"] for s in place) == [1, 2]


def test_options_and_a_box_of_ones_own(run, tmp_path):
    from importlib import resources

    text = resources.files("ledger.games.osaka").joinpath("box.toml").read_text()
    box = tmp_path / "box.toml"
    box.write_text(text.replace("end_tokens = 8", "end_tokens = 2"))
    out = tmp_path / "out"
    args = ("--box", box, "--option", "insurance_scope=any", "--seed", 1, "--out", out)
    assert run("simulate", "osaka", *args).code == 0
    opened = json.loads(next(out.glob("*.jsonl")).open().readline())["data"]
    assert opened["options"] == {"insurance_scope": "any"}
    assert opened["box_data"]["limits"]["end_tokens"] == 2
    assert run("verify", out).code == 0


def test_a_box_may_hold_only_what_is_different(run, tmp_path):
    part = tmp_path / "part.toml"
    part.write_text('[notation]\nletters = { red = "X", blue = "B", yellow = "Y", green = "G" }\n')
    out = tmp_path / "out"
    assert run("simulate", "osaka", "--box", part, "--seed", 1, "--out", out).code == 0
    box = json.loads(next(out.glob("*.jsonl")).open().readline())["data"]["box_data"]
    assert box["notation"]["letters"]["red"] == "X"
    assert box["limits"]["end_tokens"] == 8
    assert box["id"] == "osaka-standard+own"
    assert run("verify", out).code == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--players", 5), "2 | 4"),
        (("--option", "speed=fast"), "speed"),
        (("--option", "insurance_scope=none"), "insurance_scope | none"),
        (("--option", "nonsense"), "write k=v"),
        (("--start", "yesterday"), "2026"),
        (("--box", "/nowhere.toml"), ""),
    ],
)
def test_wrong_arguments_write_nothing(run, tmp_path, args, message):
    out = tmp_path / "out"
    result = run("simulate", "osaka", "--out", out, *args)
    assert result.code in (1, 2)
    assert tells(result.err, message)
    assert not out.exists()


@pytest.mark.parametrize("text", ["[limits", "limits = 1", "\xff"])
def test_a_broken_box_is_told_with_its_file(run, tmp_path, text):
    box = tmp_path / "box.toml"
    box.write_bytes(text.encode("latin-1"))
    result = run("simulate", "osaka", "--out", tmp_path / "out", "--box", box)
    assert result.code == 2
    assert "error: " in result.err


def test_each_log_says_which_bot_plays_which_seat(run, tmp_path):
    out = tmp_path / "games"
    bots = ("--bot", "greedy,random", "--seed", 5)
    assert run("simulate", "osaka", *bots, "--games", 2, "--out", out).code == 0
    first = json.loads(next(out.glob("*.jsonl")).open().readline())
    assert [s["bot"] for s in first["data"]["seats"]] == ["greedy", "random"]
    assert run("verify", out).code == 0
    sql = "select bot, count(*) from seats group by bot order by bot"
    asked = run("sql-memory", out, "--sql", sql, "--csv")
    assert asked.out.splitlines()[1:] == ["greedy,2", "random,2"], asked


def test_the_bots_come_back_from_a_session(run, tmp_path):
    out = tmp_path / "games"
    run("simulate", "istanbul", "--players", 3, "--seed", 5, "--bot", "random", "--out", out)
    (log,) = out.glob("*.jsonl")
    session = run("export", log, "--to", "session").out
    assert "bots: random, random, random" in session.splitlines()
    back = read_session(session.replace("random, random,", "random, -,"))
    seats = back.lines[0].data.seats
    assert [s.bot or None for s in seats] == ["random", None, "random"]
    with refuses(Malformed, "bots | 3 | greedy"):
        read_session(session.replace("bots: random, random, random", "bots: -, -, -, greedy"))


# --- ids and the manifest -----------------------------------------------------------------------


def ids(run, folder, *args):
    out = folder / "-".join(map(str, args)).replace("/", "_")
    assert run("simulate", "osaka", "--seed", 5, "--start", START, "--out", out, *args).code == 0
    found = {json.loads(p.open().readline())["data"]["id"]: p for p in out.glob("*.jsonl")}
    assert set(found) == {p.stem for p in found.values()}
    return set(found)


def test_other_games_have_other_ids(run, tmp_path):
    box = tmp_path / "box.toml"
    box.write_text("[limits]\nend_tokens = 5\n")
    runs = [
        ids(run, tmp_path, "--games", 2),
        ids(run, tmp_path, "--bot", "random"),
        ids(run, tmp_path, "--bot", "random,greedy"),
        ids(run, tmp_path, "--bot", "greedy,random"),
        ids(run, tmp_path, "--max-turns", 3),
        ids(run, tmp_path, "--option", "insurance_scope=any"),
        ids(run, tmp_path, "--box", box),
        ids(run, tmp_path, "--seed", 6),
        ids(run, tmp_path, "--players", 3),
    ]
    assert len(set.union(*runs)) == sum(map(len, runs))
    assert ids(run, tmp_path, "--bot", "greedy") <= runs[0]  # as usual


def test_simulated_games_of_two_bots_are_both_in_a_library(run, tmp_path):
    library = tmp_path / "library"
    for bot in ("greedy", "random"):
        args = ("--seed", 7, "--games", 2, "--bot", bot, "--out", tmp_path / bot)
        assert run("simulate", "osaka", *args).code == 0
        result = run("import", tmp_path / bot, "--library", library)
        assert result.code == 0
        assert "2 new" in result.out
        assert "manifest" not in result.out + result.err  # it is no game, and nothing to be told of


def test_the_manifest_says_all_that_decided_the_games(run, tmp_path):
    box = tmp_path / "box.toml"
    box.write_text("[limits]\nend_tokens = 5\n")
    out = tmp_path / "out"
    args = ("--players", 3, "--games", 2, "--seed", 9, "--bot", "random", "--box", box)
    more = ("--option", "insurance_scope=any", "--max-turns", 50, "--start", START, "--out", out)
    assert run("simulate", "osaka", *args, *more).code == 0
    (path,) = out.glob("*.manifest.json")
    told = json.loads(path.read_bytes())
    opened = json.loads(next(out.glob("*.jsonl")).open().readline())["data"]
    assert (
        told
        | {
            "game": "osaka",
            "rules": opened["rules"],
            "players": 3,
            "seed": 9,
            "bots": ["random"] * 3,
            "options": {"insurance_scope": "any"},
            "max_turns": 50,
        }
        == told
    )
    assert (told["box"], told["box_data"]) == (opened["box"], opened["box_data"])
    assert told["start"] == START
    assert told["ledger"] == ledger.__version__
    for log in told["logs"]:
        last = json.loads((out / log["file"]).read_text().splitlines()[-1])
        assert (log["events"], log["digest"]) == (last["seq"], last["digest"])
        assert log["file"] == f"{log['id']}.jsonl"
    # what it says is enough to play a game again
    game = find_game(told["game"])
    names = [seat["name"] for seat in opened["seats"]]
    seats = [Seat(name=n, bot=b) for n, b in zip(names, told["bots"], strict=True)]
    again = open_game(
        game, seats, options=told["options"], box=told["box_data"], id=told["logs"][1]["id"]
    )
    bots = [game.bots[name] for name in told["bots"]]
    played = play(game, again, bots, told["logs"][1]["seed"], max_turns=told["max_turns"])
    lines = (out / told["logs"][1]["file"]).read_text().splitlines()[1:-1]
    assert [json.loads(encode(x.data)) for x in played.table.lines[1:-1]] == [
        json.loads(line)["data"] for line in lines
    ]


# --- two boxes side by side -------------------------------------------------------------------


@pytest.fixture
def short_box(tmp_path):
    """A box in which the game ends early."""
    box = tmp_path / "short.toml"
    box.write_text("[limits]\nend_tokens = 3\n")
    return box


def measured(found, name, seat=None):
    (m,) = [m for m in found["measures"] if (m["measure"], m["seat"]) == (name, seat)]
    return m


def test_two_boxes_side_by_side(run, short_box):
    args = ("--against", "osaka-standard", "--games", 12, "--seed", 5, "--json")
    found = run("simulate", "osaka", "--box", short_box, *args).json
    assert list(found) == [
        "game", "players", "bots", "seed", "confidence", "a", "b", "measures",
    ]  # fmt: skip
    assert (found["game"], found["players"], found["seed"]) == ("osaka", 2, 5)
    assert found["a"]["name"] == str(short_box)
    assert found["a"]["box"] != found["b"]["box"]
    turns = measured(found, "turns")
    assert turns["difference"]["mean"] == pytest.approx(turns["a"]["mean"] - turns["b"]["mean"])
    assert turns["difference"]["high"] < 0  # games are shorter, and that is no chance
    wins = [measured(found, "wins", seat) for seat in (1, 2)]
    assert sum(x["a"]["mean"] for x in wins) == pytest.approx(1)
    assert all(0 <= x["a"]["low"] <= x["a"]["mean"] <= x["a"]["high"] <= 1 for x in wins)
    assert measured(found, "score", 1)["a"]["games"] == 12


def test_a_box_that_changes_nothing_changes_nothing(run, tmp_path):
    """Both sides have the same chance: with other letters alone, game by game the same happens."""
    box = tmp_path / "letters.toml"
    box.write_text('[notation]\nletters = { red = "X", blue = "B", yellow = "Y", green = "G" }\n')
    args = ("--against", box, "--games", 4, "--seed", 5, "--bot", "greedy", "--json")
    found = run("simulate", "osaka", *args).json
    assert measured(found, "turns")["difference"]["mean"] == 0
    assert measured(found, "winning score")["difference"] == {
        "mean": 0, "low": 0, "high": 0, "games": 4,
    }  # fmt: skip


def test_a_comparison_is_the_same_with_any_number_of_processes(run, short_box):
    args = ("--box", short_box, "--against", "osaka-standard", "--games", 6, "--seed", 5)
    one, two = (run("simulate", "osaka", *args, "--jobs", jobs) for jobs in (1, 2))
    assert one == two
    assert tells(one.out, "turns | wins, seat 1 | score, seat 2")


def test_the_logs_of_both_sides_are_kept_on_demand(run, tmp_path, short_box):
    out = tmp_path / "games"
    args = ("--against", short_box, "--games", 2, "--seed", 5, "--out", out)
    assert run("simulate", "osaka", *args).code == 0
    assert len(names(out)) == 4
    assert len(list(out.glob("*.manifest.json"))) == 2
    assert run("verify", out).code == 0


def test_games_that_were_broken_off_do_not_count(run, short_box):
    args = ("--against", short_box, "--games", 3, "--seed", 5, "--max-turns", 3, "--json")
    found = run("simulate", "osaka", *args).json
    assert found["a"]["capped"] == 3
    assert [m["measure"] for m in found["measures"]] == ["broken off"]


@pytest.mark.parametrize(
    ("args", "hint"),
    [((), "--out"), (("--against", "osaka-standard"), "--against"), (("--against", "no.toml"), "")],
)
def test_a_comparison_needs_two_boxes(run, args, hint):
    result = run("simulate", "osaka", *args)
    assert result.code == 2
    assert hint in result.err
