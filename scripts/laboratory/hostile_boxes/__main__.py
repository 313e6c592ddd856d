"""Try boxes with something extreme in them: each is refused in words, or served in little memory.

    scripts/lab hostile-boxes                          every field of every game, and 200 mixtures
    scripts/lab hostile-boxes --game osaka --seed 7    one game, as it was tried before
    scripts/lab hostile-boxes --sample 30 --mixtures 10

The fields are found by walking the type of each game's box. What is tried: 0, -1, 2^31-1, 2^53,
2^63-1, 10^30, fractions, huge texts and lists, the greatest value that is allowed and the next, and
mixtures of these. Each box is tried twice: for a new game, and as the box of a log, which has to be
read, folded and verified whatever it says. A box may take 50 MB more memory, and 5 s of CPU, in
rules, views, choices, scenes, boards and exports. Each game has a process of its own.

Exit code 1 if any box was neither refused in words nor served. Linux only.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence

from scripts import ROOT
from scripts.console import arguments, parse_with_seed, say


def main() -> int:
    """Try the boxes of all games, or of one in this process."""
    parser = arguments("lab hostile-boxes", __doc__)
    parser.add_argument("--game", action="append", help="only this game, and others named so")
    parser.add_argument("--sample", type=int, help="so many fields and values; all if left out")
    parser.add_argument("--mixtures", type=int, default=200, help="so many mixtures (default 200)")
    parser.add_argument(
        "--here", action="store_true", help="in this process, whose memory it limits"
    )
    options = parse_with_seed(parser)
    if options.here:
        return _try_games(options.game, options.seed, options.sample, options.mixtures)
    from ledger.kernel.game.registry import installed

    wrong = 0
    for name in options.game or installed():
        words = ["--here", "--game", name, "--seed", options.seed, "--mixtures", options.mixtures]
        words += ["--sample", options.sample] if options.sample else []
        command = [sys.executable, "-m", "scripts.laboratory", "hostile-boxes", *map(str, words)]
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code not in (0, 1):
            say(f"{name}: the process ended with {code}")
        wrong += code != 0
    return int(wrong > 0)


def _try_games(names: Sequence[str], seed: int, sample: int | None, mixed: int) -> int:
    """Try boxes of games in this process; print what is wrong, and a line about each game."""
    from ledger.kernel.game.registry import find_game

    from .cases import Case, cases, mixtures
    from .serving import MEGABYTE, answer_to, limit_memory

    wrong = 0
    for n, name in enumerate(names):
        game, rng = find_game(name), random.Random(f"{seed}/{name}")
        every = list(cases(game, rng))
        if sample is not None:
            every = rng.sample(every, min(sample, len(every)))
        every += mixtures(game, rng, mixed)
        answer_to(game, Case("", "", {}), seed, recorded=True)  # what everything needs is loaded
        if n == 0:
            limit_memory()
        found: Counter[str] = Counter()
        most, bad = 0, 0
        for case in every:
            for recorded in (False, True):
                answer = answer_to(game, case, seed, recorded=recorded)
                most = max(most, answer.more)
                if answer.wrong:
                    bad += 1
                    kind = "log" if recorded else "new"
                    print(f"{name}, {kind}: {case.field}: {case.what}: {answer.wrong}")
                else:
                    found[f"{answer.how} {'in logs' if recorded else 'anew'}"] += 1
        said = ", ".join(f"{n} {how}" for how, n in sorted(found.items()))
        print(f"{name}: {len(every)} boxes: {said}; {most // MEGABYTE} MB more; {bad} wrong")
        wrong += bad
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
