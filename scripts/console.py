"""How every program here reads its arguments, reports progress and prints its figures."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping


def arguments(program: str, text: str | None) -> ArgumentParser:
    """Return a parser whose help is the text as it stands; `program` is below `scripts/`."""
    return ArgumentParser(
        prog=f"scripts/{program}", description=text, formatter_class=RawDescriptionHelpFormatter
    )


def say(text: str) -> None:
    """Tell how far a run is, apart from its results."""
    print(text, file=sys.stderr, flush=True)


def show(figures: Mapping[str, object]) -> None:
    """Print figures, a line for each."""
    for name, value in figures.items():
        if isinstance(value, Mapping):
            value = "  ".join(f"{key} {each}" for key, each in value.items())
        print(f"{name + ':':<50} {value}")
