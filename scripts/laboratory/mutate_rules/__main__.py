"""Falsify the rules one by one and see whether the tests notice.

A mutant changes one place of a game's rules: a `need` that never refuses, an event field with
a wrong value, a comparison, number or step in a function, a number in the box. The tests that
claim its rule are run first, then all that play by the rules. One that goes on for ever counts as
noticed.

A run that was ended goes on where it stopped: results stand in .mutate-rules/ and hold until the
game or its tests change; delete them when the kernel has changed much. Survivors need a reason in
tests/games/GAME/survivors.toml, and there may be at most 5 % of them. Those of a game in
examples/games are in tests/games/examples/survivors_GAME.toml.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from scripts import ROOT
from scripts.console import arguments, say

from .campaign import Campaign, told, workers
from .mutants import Mutant, all_mutants, claims
from .results import Result, Results
from .subject import subject_of

MOST_SURVIVORS = 0.05


def main() -> int:
    """Run the campaign and print its figures."""
    parser = arguments("lab mutate-rules", __doc__)
    parser.add_argument("--game", default="osaka")
    parser.add_argument("--rule", action="append", help="only mutants of these ids")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--results", type=Path, default=ROOT / ".mutate-rules", metavar="FOLDER")
    args = parser.parse_args()

    subject = subject_of(args.game)
    game = subject.game
    rules = {r["id"]: r["kind"] for r in game.rulebook.data["rule"]}
    mutants = all_mutants(subject, set(rules))
    if args.rule:
        rules = {x: kind for x, kind in rules.items() if x in args.rule}
        mutants = [m for m in mutants if rules.keys() & set(m.ids)]
    examples = [x for x, kind in rules.items() if kind == "example"]
    tests = subject.tests[0].parent
    claimed = claims(tests)
    home = subject.modules[0] if subject.home == subject.top else subject.home
    results = Results(args.results / f"{args.game}.jsonl", home, tests)
    held = sum(results.get(m.name, m.change) is not None for m in mutants)
    say(f"{game.meta.name}: {len(mutants)} mutants, {held} known already")

    whole = [path.relative_to(ROOT).as_posix() for path in subject.tests]
    with workers(subject, args.jobs) as run:
        campaign = Campaign(claimed, whole, results, run, subject.main)
        if why := campaign.unfit():
            say(why)
            return 2
        found = told([partial(campaign.try_mutant, m) for m in mutants], args.jobs)
        by_field = sorted(mutants, key=lambda m: not m.env.startswith("field"))
        bites = [partial(campaign.try_example, x, by_field) for x in examples]
        blunt = [r.mutant for r in told(bites, args.jobs) if r.end == "survived"]
    print(f"examples that notice no mutant: {', '.join(blunt) or 'none'}")
    unclaimed = sorted(rules.keys() - claimed.keys())
    print(f"ids without a claiming test: {', '.join(unclaimed) or 'none'}")
    of_none = rules.keys() - {x for m in mutants for x in m.ids} - set(examples)
    print(f"ids without a mutant: {', '.join(sorted(of_none)) or 'none'}")
    fit = report(
        {m.name: m for m in mutants}, found, reasons(subject.survivors), whole=not args.rule
    )
    return 0 if fit and not blunt and not unclaimed else 1


def reasons(path: Path) -> dict[str, str]:
    """Return the survivors that are known, with the reason of each."""
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def report(
    mutants: dict[str, Mutant], found: Iterable[Result], excused: dict[str, str], *, whole: bool
) -> bool:
    """Print the figures; return whether all survivors have a reason and are few."""
    found = sorted(found, key=lambda r: list(mutants).index(r.mutant))
    alive = [r.mutant for r in found if r.end == "survived"]
    hung = [r.mutant for r in found if r.end == "hung"]
    for name in hung:
        print(f"went on for ever: {name}")
    for name in alive:
        m = mutants[name]
        print(f"survived: {name} ({', '.join((*m.ids, m.place or 'everywhere'))})")
        print(f"  {excused.get(name, 'NO REASON')}")
    stale = sorted(excused.keys() - set(alive)) if whole else []
    for name in stale:
        print(f"has a reason, but did not survive: {name}")
    new = [name for name in alive if name not in excused]
    share = len(alive) / max(len(found), 1)
    print(f"{len(found)} mutants, {len(found) - len(alive)} noticed ({len(hung)} by going on)")
    print(f"{len(alive)} survived ({share:.1%}), {len(new)} of them without a reason")
    print(f"{sum(r.cpu for r in found) / 60:.1f} minutes of computing")
    return not new and not stale and (share <= MOST_SURVIVORS or not whole)


if __name__ == "__main__":
    sys.exit(main())
