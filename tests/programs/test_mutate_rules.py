"""scripts/lab mutate-rules: a run goes on where it was, and no mutant counts as more than it is."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial

import pytest

from common.paths import ROOT
from scripts.laboratory.mutate_rules.__main__ import report
from scripts.laboratory.mutate_rules.campaign import Campaign, told
from scripts.laboratory.mutate_rules.mutants import Mutant, all_mutants
from scripts.laboratory.mutate_rules.results import Result, Results
from scripts.laboratory.mutate_rules.subject import subject_of
from scripts.laboratory.mutate_rules.worker import Job, Verdict

CLAIMING = "tests/games/osaka/test_turn.py::test_claiming"
WHOLE = "tests/games/osaka/test_turn.py"
OTHER = "tests/games/osaka/test_tide.py"
MUTANTS = [Mutant(f"rules/turn.py step: {n} -> {n + 1}", ("OSA-14",)) for n in range(1, 6)]


class Killed(Exception):
    """The campaign is ended from outside."""


class Runs:
    """Runs no tests: says what a table says, passes else, and is killed after so many runs."""

    def __init__(self, ends: dict[tuple[str, str], Verdict] | None = None, most: int = 99):
        self.ends, self.most, self.seen = ends or {}, most, []

    def __call__(self, mutant, tests):
        if len(self.seen) == self.most:
            raise Killed
        self.seen.append((mutant.name, *tests))
        return self.ends.get((mutant.name, tests[0]), Verdict("passed"))


def campaign(path, run):
    home, tests = path / "ledger" / "games" / "osaka", path / "tests" / "games" / "osaka"
    results = Results(path / "osaka.jsonl", home, tests, path)
    return Campaign({"OSA-14": [CLAIMING]}, [WHOLE], results, run)


@pytest.fixture
def root(tmp_path):
    """A repository with one game and two files of tests."""
    for name in ("ledger/games/osaka/box.toml", WHOLE, OTHER, "tests/games/osaka/scenario.py"):
        write(tmp_path / name, "def test_claiming(x): ...")
    return tmp_path


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_run_that_was_killed_goes_on_where_it_stopped(root):
    first = Runs({(m.name, CLAIMING): Verdict("failed", CLAIMING) for m in MUTANTS}, most=3)

    def try_anew(mutant):
        return campaign(root, first).try_mutant(mutant)

    with pytest.raises(Killed):
        told([partial(try_anew, m) for m in MUTANTS], 1)
    with (root / "osaka.jsonl").open("a") as file:
        file.write('{"mutant": "rules/tu')  # killed while it wrote
    second = Runs({(MUTANTS[4].name, WHOLE): Verdict("hung")})
    going_on = campaign(root, second)
    ends = [going_on.try_mutant(m).end for m in MUTANTS]
    assert ends == ["noticed", "noticed", "noticed", "survived", "hung"]
    assert {name for name, _ in second.seen} == {m.name for m in MUTANTS[3:]}
    third = Runs(most=0)
    assert [campaign(root, third).try_mutant(m).end for m in MUTANTS] == ends


def test_claiming_tests_come_first_and_the_first_failure_ends_it(root):
    run = Runs({(MUTANTS[0].name, CLAIMING): Verdict("failed", CLAIMING)})
    trial = campaign(root, run)
    trial.try_mutant(MUTANTS[0])
    trial.try_mutant(MUTANTS[1])
    assert [tests for _, tests in run.seen] == [CLAIMING, CLAIMING, WHOLE]


@pytest.mark.parametrize(
    ("changed", "tried_again"),
    [
        ("ledger/games/osaka/box.toml", {"noticed", "survived"}),
        ("ledger/games/osaka/rules/new.py", {"noticed", "survived"}),
        ("tests/games/osaka/scenario.py", {"noticed", "survived"}),
        (WHOLE, {"noticed", "survived"}),
        (OTHER, {"survived"}),  # what a test has noticed, it notices again
        ("tests/games/osaka/survivors.toml", set()),
        ("ledger/games/osaka/claims.json", set()),
        ("ledger/games/klongs/box.toml", set()),
        ("tests/games/klongs/test_turn.py", set()),
    ],
)
def test_a_result_holds_until_what_it_rests_on_changes(root, changed, tried_again):
    noticed, survived = MUTANTS[:2]
    run = Runs({(noticed.name, CLAIMING): Verdict("failed", CLAIMING)})
    for m in (noticed, survived):
        campaign(root, run).try_mutant(m)
    write(root / changed, "def test_claiming(y): ...")
    again = Runs({(noticed.name, CLAIMING): Verdict("failed", CLAIMING)})
    ends = [campaign(root, again).try_mutant(m).end for m in (noticed, survived)]
    assert ends == ["noticed", "survived"]
    names = {noticed.name: "noticed", survived.name: "survived"}
    assert {names[name] for name, _ in again.seen} == tried_again


@pytest.mark.parametrize(("test", "first"), [("test_claiming[2]", True), ("test_gone", False)])
def test_what_noticed_a_mutant_before_is_run_first(root, test, first):
    by = f"{OTHER}::{test}"
    campaign(root, Runs({(MUTANTS[0].name, WHOLE): Verdict("failed", by)})).try_mutant(MUTANTS[0])
    write(root / "ledger/games/osaka/box.toml", "changed")
    run = Runs()
    campaign(root, run).try_mutant(MUTANTS[0])
    assert [tests for _, tests in run.seen] == [
        *[f"{OTHER}::test_claiming"] * first,
        CLAIMING,
        WHOLE,
    ]


def test_a_mutant_of_the_same_name_that_changes_something_else_is_another(root):
    first, second = Mutant("a", (), text="1"), Mutant("a", (), text="2")
    run = Runs()
    for m in (first, second, first):
        campaign(root, run).try_mutant(m)
    assert len(run.seen) == 2


@pytest.mark.parametrize(
    ("game", "least"),
    [
        *((game, 200) for game in ("century", "istanbul", "klongs", "osaka")),
        *(("scramble", 30), ("heirlooms", 30), ("fens", 60)),
    ],
)
def test_every_mutant_has_a_name_of_its_own(game, least):
    subject = subject_of(game)
    rules = {r["id"] for r in subject.game.rulebook.data["rule"]}
    mutants = all_mutants(subject, rules)
    assert len({m.name for m in mutants}) == len(mutants) > least
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
    found = [
        Result(x, "", "", "", "survived" if int(x[1:]) < survive else "noticed") for x in mutants
    ]
    reasons = {f"m{n}": "no difference" for n in range(excused)}
    assert report(mutants, found, reasons, whole=True) is fit
    assert f"{survive} survived ({survive}.0%)" in capsys.readouterr().out


def test_a_worker_tells_noticed_from_passed_and_from_endless():
    folder, test = "ledger/games/osaka", "tests/games/osaka/test_box.py"
    tests = [f"{test}::test_another_box_travels_with_its_log"]
    jobs = [
        Job(folder, tests, 60),
        Job(folder, tests, 60, "game.py", "raise SystemError"),
        Job(folder, tests, 1, "game.py", "while True: pass"),
        Job(folder, tests, 60),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "scripts.laboratory.mutate_rules.worker", "ledger.games.osaka"],
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
