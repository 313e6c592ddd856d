"""Creating new games: a complete distribution that runs at once, for its author to change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from ledger.kernel.errors import Malformed

_NAMES = ("Ana", "Bartek", "Celina", "Dora", "Emil", "Frida", "Gosia", "Hugo", "Iga", "Jan")
MOST = len(_NAMES)
"""The maximum number of players in a new game."""


def read_players(text: str) -> tuple[int, ...]:
    """Parse how many can play, such as `4` or `3-7`; raise `Malformed` for anything else."""
    found = re.fullmatch(r"(\d+)(?:-(\d+))?", text.strip())
    if found is None:
        raise Malformed(
            "{text!r} isn't a number of players", hint="write it like 4 or 3-7", text=text
        )
    first, last = int(found[1]), int(found[2] or found[1])
    if not 2 <= first <= last <= MOST:
        raise Malformed("a new game is for 2 to {most} players, not {text}", most=MOST, text=text)
    return tuple(range(first, last + 1))


def files_of_new_game(
    name: str, players: Sequence[int], *, hidden: bool
) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Yield the files of a new game; `hidden`: one in which players hold hidden cards."""
    if re.fullmatch(r"[a-z][a-z0-9_]*", name) is None:
        raise Malformed(
            "{name!r} can't be the name of a game",
            hint="lowercase letters, digits and _, as in `high_card`",
            name=name,
        )
    words = _words(name, players)
    home = resources.files(__name__)
    for kind in ("common", "hidden" if hidden else "open"):
        for path, data in _walk(home.joinpath(kind), PurePosixPath()):
            parts = [words["package"] if part == "package" else part for part in path.parts]
            last = re.sub(r"\bgame\b|(?<=test_)game", name, parts[-1].removesuffix(".txt"))
            filled = _fill(data, words) if parts[-1].endswith(".txt") else data
            yield PurePosixPath(*parts[:-1], last), filled


def _words(name: str, players: Sequence[int]) -> dict[str, str]:
    """Return the words that fill the gaps in the files."""
    least, most = players[0], players[-1]
    names = _NAMES[:least]
    dealt = ["C7 C1 C3 C10", "C2 C2 C5 C8", *["? ? ? ?"] * least]
    return {
        "name": name,
        "title": name.replace("_", " ").title(),
        "package": f"ledger_{name}",
        "ID": name.replace("_", "")[:3].upper(),
        "players": str(tuple(players)),
        "players_text": ", ".join(names),
        "first": names[0],
        "second": names[1],
        "least": str(least),
        "most": str(most),
        "copies": str(most * 4 // 10 + 1),
        "deal": "\n".join(f"{who} hand {hand}" for who, hand in zip(names, dealt, strict=False)),
    }


def _walk(folder: Traversable, path: PurePosixPath) -> Iterator[tuple[PurePosixPath, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda x: x.name):
        if entry.is_dir():
            yield from _walk(entry, path / entry.name)
        else:
            yield path / entry.name, entry.read_bytes()


def _fill(data: bytes, words: dict[str, str]) -> bytes:
    return re.sub(r"@(\w+)@", lambda gap: words[gap[1]], data.decode("utf-8")).encode("utf-8")
