"""The part that runs inside each environment: the digest of every state, by the public API alone.

    python -P states.py FOLDER-OF-LOGS

One line for each log: its name, and a digest for the state after each of its lines. What is looked
up in a game and never changes (`setup`) is left out.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import sys
from pathlib import Path
from typing import Any


def plain(value: Any) -> Any:
    """Return a value as lists, numbers and text, in its own order."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        named = [f.name for f in dataclasses.fields(value) if f.name != "setup"]
        return [(name, plain(getattr(value, name))) for name in sorted(named)]
    if isinstance(value, dict):
        return [(key, plain(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(value)
    return value


def digest(state: Any) -> str:
    """Return the digest of a state."""
    return hashlib.sha256(repr(plain(state)).encode()).hexdigest()[:16]


def main() -> None:
    """Fold every log of a folder."""
    ledger: Any = importlib.import_module("ledger")
    for path in sorted(Path(sys.argv[1]).glob("*.jsonl")):
        log = ledger.load(path)
        replay = ledger.Replay(log.game, log.lines)
        found = [digest(replay.at(1)), *(digest(state) for _, state in replay.walk())]
        print(path.stem, *found)


if __name__ == "__main__":
    main()
