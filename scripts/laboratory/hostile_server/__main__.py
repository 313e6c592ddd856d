"""A server that wishes its clients ill, against `host`, `play`, `tail`, `bot` and `log`.

An honest server of one game is put behind a liar: in every round a command is run against it, and
one answer is falsified: a value of it is replaced, a field is missing or there is one too many, its
head lies, it is cut off, or it is no answer at all. Whatever it says, the command has to end in
words within seconds: no traceback, nothing that a terminal obeys, no file beside those it was
asked for. Exit code 1: one didn't. The seed is said; with it everything is the same again.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

from scripts.console import arguments, parse_with_seed, say

ROOT = Path(__file__).parents[3]


def main() -> int:
    """Read the arguments, and lie."""
    parser = arguments("lab hostile-server", __doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--only", type=int, help="one round of this seed")
    args = parse_with_seed(parser)
    sys.path.append(str(ROOT / "tests"))

    from .liar import Round, play_round

    rounds = range(args.rounds) if args.only is None else [args.only]
    bad = 0
    ends: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="ledger-hostile-") as folder:
        for number in rounds:
            rng = random.Random(f"{args.seed}/{number}")
            done: Round = play_round(rng, Path(folder) / str(number))
            ends[f"{done.command}: exit {done.code}"] += 1
            if args.only is not None:
                said = re.sub(r"[^ -~\n]", "?", done.said)
                say(f"{done.command}, {done.lie}\n{said}")
            if done.wrong:
                bad += 1
                say(f"round {number}: {done.command}, {done.lie}: {done.wrong}")
    for end, count in sorted(ends.items()):
        say(f"{count:>6}  {end}")
    say(f"{bad} of {len(rounds)} rounds went wrong")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
