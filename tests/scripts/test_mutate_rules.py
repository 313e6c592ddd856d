"""scripts/mutate-rules: a run that was ended goes on, and no mutant counts as more than it is."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from common.paths import ROOT
from ledger.kernel.game.registry import installed
from scripts.campaigns.mutate_rules.__main__ import report
from scripts.campaigns.mutate_rules.campaign import Campaign, told
from scripts.campaigns.mutate_rules.mutants import Mutant, all_mutants
from scripts.campaigns.mutate_rules.results import Result, Results, digest
from scripts.campaigns.mutate_rules.worker import Job, Verdict

CLAIMING = "tests/games/osaka/test_turn.py::test_claiming"
WHOLE = "tests/games/osaka/test_turn.py"
MUTANTS = [Mutant(f"rules/turn.py step: {n} -> {n + 1}", ("OSA-14",)) for n in range(1, 6)]


class Killed(Exception):
    """The campaign is ended from outside."""


class Runs:
    """Runs no tests: says what a table says, passes else, and is killed after so many runs."""

    def __init__(self, ends: dict[tuple[str, str], Verdict] | None = None, most: int = 99):
        self.ends, self.most, self.seen = ends or {}, most, []

    def __call__(self, mutant, tests, seconds):
        if len(self.seen) == self.most:
            raise Killed
        self.seen.append((mutant.name, *tests))
        return self.ends.get((mutant.name, tests[0]), Verdict("passed"))


def campaign(path, run, digest="now"):
    results = Results(path / "osaka.jsonl", digest)
    return Campaign({"OSA-14": [CLAIMING]}, [WHOLE], results, run)


def test_a_run_that_was_killed_goes_on_where_it_stopped(tmp_path):
    first = Runs({(m.name, CLAIMING): Verdict("failed", CLAIMING) for m in MUTANTS}, most=3)
    with pytest.raises(Killed):
        told([lambda m=m: campaign(tmp_path, first).try_mutant(m) for m in MUTANTS], 1)
    with (tmp_path / "osaka.jsonl").open("a") as file:
        file.write('{"mutant": "rules/tu')  # killed while it wrote
    second = Runs({(MUTANTS[4].name, WHOLE): Verdict("hung")})
    going_on = campaign(tmp_path, second)
    ends = [going_on.try_mutant(m).end for m in MUTANTS]
    assert ends == ["noticed", "noticed", "noticed", "survived", "hung"]
    assert {name for name, _ in second.seen} == {m.name for m in MUTANTS[3:]}
    third = Runs(most=0)
    assert [campaign(tmp_path, third).try_mutant(m).end for m in MUTANTS] == ends


def test_claiming_tests_come_first_and_the_first_failure_ends_it(tmp_path):
    run = Runs({(MUTANTS[0].name, CLAIMING): Verdict("failed", CLAIMING)})
    trial = campaign(tmp_path, run)
    trial.try_mutant(MUTANTS[0])
    trial.try_mutant(MUTANTS[1])
    assert [tests for _, tests in run.seen] == [CLAIMING, CLAIMING, WHOLE]


def test_another_game_or_other_tests_mean_another_run_that_begins_with_what_noticed(tmp_path):
    by = "tests/games/osaka/test_turn.py::test_gone[2]"
    here = "tests/scripts/test_mutate_rules.py::test_claiming_tests_come_first"
    here += "_and_the_first_failure_ends_it"
    noticed = {MUTANTS[0].name: by, MUTANTS[1].name: f"{here}[2]"}
    run = Runs({(name, CLAIMING): Verdict("failed", x) for name, x in noticed.items()})
    for m in MUTANTS[:2]:
        campaign(tmp_path, run).try_mutant(m)
    again = Runs()
    for m in MUTANTS[:2]:
        assert campaign(tmp_path, again, "later").try_mutant(m).end == "survived"
    assert [tests for _, tests in again.seen] == [CLAIMING, WHOLE, here, CLAIMING, WHOLE]


def test_a_mutant_of_the_same_name_that_changes_something_else_is_another(tmp_path):
    first, second = Mutant("a", (), text="1"), Mutant("a", (), text="2")
    run = Runs()
    for m in (first, second, first):
        campaign(tmp_path, run).try_mutant(m)
    assert len(run.seen) == 2


def test_the_digest_is_of_the_game_and_its_tests(tmp_path):
    names = ["ledger/games/osaka/box.toml", "ledger/kernel/a.py", "tests/games/osaka/test_a.py"]
    for name in [*names, "tests/conftest.py"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    known = [digest("osaka", tmp_path)]
    for name in names:
        (tmp_path / name).write_text("2")
        known.append(digest("osaka", tmp_path))
    assert len(set(known)) == 4
    for name in ("ledger/games/klongs/game.py", "tests/games/osaka/survivors.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
        assert digest("osaka", tmp_path) == known[-1]


@pytest.mark.parametrize("game", ["century", "istanbul", "klongs", "osaka"])
def test_every_mutant_has_a_name_of_its_own(game):
    found = installed()[game]
    rules = {r["id"] for r in found.rules()["rule"]}
    mutants = all_mutants(found, ROOT / found.package.replace(".", "/"), rules)
    assert len({m.name for m in mutants}) == len(mutants) > 200
    assert all(bool(m.text) != bool(m.env) for m in mutants)


@pytest.mark.parametrize(
    ("survive", "excused", "fit"),
    [
        (0, 0, True),
        (5, 5, True),
        (5, 4, False),  # one has no reason
        (6, 6, False),  # more than 5 %
        (4, 5, False),  # a reason for one that is noticed
    ],
)
def test_survivors_need_a_reason_and_are_few(survive, excused, fit, capsys):
    mutants = {f"m{n}": Mutant(f"m{n}", ("OSA-14",)) for n in range(100)}
    found = [Result(x, "", "", "survived" if int(x[1:]) < survive else "noticed") for x in mutants]
    reasons = {f"m{n}": "no difference" for n in range(excused)}
    assert report(mutants, found, reasons, whole=True) is fit
    assert f"{survive} survived ({survive}.0%)" in capsys.readouterr().out


def test_a_worker_tells_noticed_from_passed_and_from_endless():
    package, test = "ledger.games.osaka", "tests/games/osaka/test_box.py"
    tests = [f"{test}::test_another_box_travels_with_its_log"]
    jobs = [
        Job(package, tests, 60),
        Job(package, tests, 60, "game.py", "raise SystemError"),
        Job(package, tests, 1, "game.py", "while True: pass"),
        Job(package, tests, 60),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "scripts.campaigns.mutate_rules.worker", package],
        input="".join(json.dumps(job._asdict()) + "\n" for job in jobs),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    told = [Verdict(**json.loads(line)) for line in done.stdout.splitlines()]
    assert [(v.end, v.by) for v in told] == [
        ("passed", ""),
        ("failed", test),
        ("hung", ""),
        ("passed", ""),
    ]
