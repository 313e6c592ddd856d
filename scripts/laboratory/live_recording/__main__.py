"""Type the sample evenings into `ledger record`, with slips, corrections, kills and resizes.

A real terminal shows the prompts, and each line of a sample session is typed at its prompt the way
a person would: without the player's name and without what the prompt says already. Now and then,
by a seed, the person makes a typing mistake, types the line of another moment, undoes it, undoes a
move and types it again, undoes and redoes, asks for help, resizes the window, or has the program
killed in the middle of a line. At the end, what is in effect in the log has to be the sample, event
by event. The figures count keys for a move (or a draw) with its Enter, and what was refused.

    scripts/lab live-recording                     the four evenings, as they are and disturbed
    scripts/lab live-recording --game klongs --seed 3
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from scripts.console import arguments, say, show

GAMES = ("osaka", "istanbul", "century", "klongs")


def main() -> int:
    """Type the evenings."""
    parser = arguments("lab live-recording", __doc__)
    parser.add_argument("--game", choices=GAMES, help="only this game")
    parser.add_argument("--seed", type=int, default=1, help="which slips (1)")
    options = parser.parse_args()
    from .evening import Evening, Stuck, differences, sample

    wrong = 0
    for game in (options.game,) if options.game else GAMES:
        for seed in (None, options.seed):
            evening = sample(game)
            with tempfile.TemporaryDirectory(prefix="ledger-live-") as folder:
                log = Path(folder) / f"{game}.jsonl"
                typed = Evening(evening, log, seed)
                try:
                    typed.play()
                    found = [*differences(evening, log)]
                except Stuck as e:
                    found = [str(e)]
            wrong += bool(found)
            for one in found[:5]:
                say(f"{game}: {one}")
            each = {kind: round(typed.keys[kind] / typed.typed[kind], 1) for kind in typed.keys}
            name = f"{game}, {'as it is' if seed is None else f'slips of seed {seed}'}"
            show({f"{name}: keys in all": sum(typed.keys.values()), f"{name}: keys each": each})
            show({f"{name}: lines": typed.typed, f"{name}: refused": len(typed.refused)})
            if typed.found:
                show({f"{name}: slips": typed.found})
    say("every evening is as it was meant" if not wrong else f"{wrong} evenings are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
