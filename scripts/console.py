"""How every program here reads its arguments and tells how far it is."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter


def arguments(program: str, text: str | None) -> ArgumentParser:
    """Return a parser whose help is the text as it stands."""
    return ArgumentParser(
        prog=f"scripts/{program}", description=text, formatter_class=RawDescriptionHelpFormatter
    )


def say(text: str) -> None:
    """Tell how far a run is, apart from its results."""
    print(text, file=sys.stderr, flush=True)
