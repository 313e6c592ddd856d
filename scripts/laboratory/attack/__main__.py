"""Attack a server as strangers can while games are played; the players must not notice.

Twenty games are played over HTTP by paced clients, half of which connect anew for each command.
The attacks come one after the other and together, with a quiet time before each: heads without
end, bodies that never come, slow connections, refused ones that go on, answers and streams that
nobody reads, wrong tokens, endless questions. The server may have 1,024 files; the attackers go
last (nice).

Every command has to be answered, with a p99 of at most 3 times the quiet one; the event loop may
be at most 250 ms late, the memory grow by 100 MB at most, and by 30 MB when everything comes a
second time, and two questions run at once. Afterwards nothing may be left open, though the
attackers hang on. Every log is checked, and what every reader saw.

    scripts/lab attack                      everything, about 4 minutes
    scripts/lab attack heads slow           some attacks
    scripts/lab attack --quick              small, with short deadlines
    scripts/lab attack --without heads      a defence less: the exit code must be 1
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.console import arguments, parse_with_seed, say

if TYPE_CHECKING:
    from .run import Found

KINDS = ("heads", "bodies", "slow", "refused", "answers", "streams", "tokens", "questions")
DEFENCES = {
    "heads": "heads",
    "bodies": "bodies",
    "refusals": "refused",
    "deadlines": "answers",
    "connections": "slow",
    "places": "answers",
    "streams": "streams",
    "tokens": "tokens",
    "questions": "questions",
}
"""Each defence, and the attack that notices when it is missing."""


def report(found: Found) -> str:
    """Return the figures as a table."""
    names = f"{'commands':>9}{'p99, ms':>9}{'ratio':>7}{'lag, ms':>9}{'MB':>6}{'SQL':>5}{'left':>6}"
    quiet = found.phases[0]
    rows = [
        f"{p.name:<12}{p.commands:>9}{p.p99 * 1000:>9.1f}{p.p99 / quiet.p99:>7.2f}"
        f"{p.lag * 1000:>9.1f}{p.memory:>6.0f}{p.children:>5}{p.left:>6}"
        for p in found.phases
    ]
    return "\n".join([f"{'':<12}{names}", *rows, f"commands sent again: {found.retries}"])


def main() -> int:
    """Run the attacks; the exit code says whether a bound broke."""
    parser = arguments("lab attack", __doc__)
    parser.add_argument("kinds", nargs="*", metavar="ATTACK", help=" ".join(KINDS))
    parser.add_argument("--without", choices=DEFENCES, help="a defence to leave out")
    parser.add_argument("--quick", action="store_true", help="small, with short deadlines")
    parser.add_argument("--dir", type=Path, help="where to work")
    options = parse_with_seed(parser)
    unknown = [kind for kind in options.kinds if kind not in KINDS]
    if unknown:
        parser.error(f"there is no attack {unknown[0]!r}; there are {', '.join(KINDS)}")
    kinds = options.kinds or ([DEFENCES[options.without]] if options.without else list(KINDS))

    from .run import Size, attack

    size = Size()
    if options.quick:
        size = Size(games=8, quiet=2, each=3, together=4, scale=0.25, quick=True)
    with tempfile.TemporaryDirectory(dir=options.dir) as folder:
        found = attack(
            Path(folder), kinds, size, without=options.without, seed=options.seed, say=say
        )
    if found.phases:
        print(report(found))
    for fault in found.faults[:20]:
        print(fault.text, file=sys.stderr)
    return 1 if found.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
