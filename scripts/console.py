"""How every program here reads its arguments, reports progress and prints its figures."""

from __future__ import annotations

import secrets
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping


def arguments(program: str, text: str | None) -> ArgumentParser:
    """Return a parser whose help is the text as it stands; `program` is below `scripts/`."""
    return ArgumentParser(
        prog=f"scripts/{program}", description=text, formatter_class=RawDescriptionHelpFormatter
    )


def parse_with_seed(parser: ArgumentParser) -> Namespace:
    """Return the arguments of a campaign; one that is given no `--seed` gets one, which is said.

    With the same seed, everything that a campaign chooses is chosen again. What runs at the same
    time as something else may still come in another order.
    """
    parser.add_argument("--seed", type=int, help="chooses the same again; else a new one is said")
    options = parser.parse_args()
    if options.seed is None:
        options.seed = secrets.randbelow(2**31)
    say(f"--seed {options.seed}")
    return options


def say(text: str) -> None:
    """Tell how far a run is, apart from its results."""
    print(text, file=sys.stderr, flush=True)


def show(figures: Mapping[str, object]) -> None:
    """Print figures, a line for each."""
    for name, value in figures.items():
        if isinstance(value, Mapping):
            value = "  ".join(f"{key} {each}" for key, each in value.items())
        print(f"{name + ':':<50} {value}")
