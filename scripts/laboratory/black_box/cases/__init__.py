"""Everything that is asked: groups of cases by name, the longest first."""

from __future__ import annotations

from scripts.laboratory.black_box.recording import Group

from . import bad_input, games, imports, library, playing, reading, remote, service

GROUPS: dict[str, Group] = {
    **service.GROUPS,
    **remote.GROUPS,
    **library.GROUPS,
    **playing.GROUPS,
    **reading.GROUPS,
    **imports.GROUPS,
    **bad_input.GROUPS,
    **games.GROUPS,
}
