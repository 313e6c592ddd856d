"""The attacks of `scripts/lab attack`, small: what strangers do, players don't notice.

How long a command may take depends on the machine; the script itself looks at that.
"""

from __future__ import annotations

import pytest

from scripts.laboratory.attack.__main__ import DEFENCES
from scripts.laboratory.attack.run import Found, Size, attack
from scripts.laboratory.attack.server import DEFENCES as TAKEN_OUT

TINY = Size(games=4, rate=6, quiet=0.5, each=1.2, together=1.5, scale=0.1, quick=True)


def broken(found: Found) -> dict[str, str]:
    """Return the bounds that broke, besides those of a machine that has other work to do."""
    return {fault.bound: fault.text for fault in found.faults if fault.bound not in ("p99", "lag")}


def test_players_do_not_notice(tmp_path):
    found = attack(tmp_path, ["heads", "bodies", "slow", "answers", "tokens"], TINY)
    assert broken(found) == {}
    assert len(found.phases) == 8
    assert all(phase.commands > 5 for phase in found.phases)


@pytest.mark.parametrize(
    ("without", "bound"),
    [
        ("bodies", "left"),
        pytest.param("deadlines", "left", marks=pytest.mark.campaign),
        pytest.param("tokens", "answers", marks=pytest.mark.campaign),
    ],
)
def test_an_attack_finds_what_is_missing(tmp_path, without, bound):
    found = attack(tmp_path, [DEFENCES[without]], TINY, without=without)
    assert bound in broken(found)


def test_every_defence_can_be_taken_out():
    assert DEFENCES.keys() == TAKEN_OUT.keys()
