"""What a sheet of an export contains, by its name; not in `linked.py`, so as to load faster."""

from __future__ import annotations

import re

_ROLES = {
    "scores": ("score", "scores", "playerscores", "result", "results", "standings", "seats"),
    "players": ("player", "players", "people", "persons", "members", "gracze", "giocatori"),
    "games": ("game", "games", "boardgames", "gry", "giochi"),
    "locations": ("location", "locations", "places", "venues", "miejsca", "luoghi"),
    "plays": ("play", "plays", "sessions", "matches", "partie", "partite"),
}
_ROLE = {word: role for role, words in _ROLES.items() for word in words}
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\dA-Za-z_]+")


def role_of(label: str) -> str | None:
    """Return what a sheet contains, judging by the last telling word in its name, or None."""
    roles = (_ROLE.get(word.lower()) for word in reversed(_WORD.findall(label)))
    return next((role for role in roles if role is not None), None)
