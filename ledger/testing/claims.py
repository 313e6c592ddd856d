"""Which test claims which rule: `@pytest.mark.rule("OSA-14")`, `@pytest.mark.example("OSA-G5")`."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from ledger.kernel.game.game import Game
from ledger.kernel.packages import files_of


@dataclass
class Claims:
    """The tests that claim each id.

    `whole` means that all tests were collected, so an id without a test is really unclaimed.
    """

    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    examples: set[str] = field(default_factory=set)
    whole: bool = False

    def count(self, game: Game) -> dict[str, int]:
        """Count the tests that claim each rule of a game; a parametrized test counts once."""
        known = sorted(set(game.rulebook.ids) & self.tests.keys())
        return {id: len({test.partition("[")[0] for test in self.tests[id]}) for id in known}

    def write(self, game: Game) -> Path | None:
        """Write the counts into the game's package, where `ledger rules` finds them."""
        counts = self.count(game)
        if not counts:
            return None
        path = Path(str(files_of(game.package).joinpath("claims.json")))
        path.write_text(json.dumps(counts, indent=1) + "\n", "utf-8")
        return path
