"""Commands under names that people would guess lead to the right one."""

import pytest

from ledger.cli.command_list import COMMANDS, OLD_NAMES, SAME_AS
from ledger.cli.near_misses import OTHER_NAMES, command_meant

MEANT = {
    "view": "replay",
    "watch": "replay",
    "start": "record",
    "stats": "report",
    "undo": "do FILE undo",
    "search": "list TEXT",
    "edit": "record",
    "transform": "convert FILE --out NAME",
    "rply": "replay",
    "recrod": "record",
    "Replay": "replay",
    "games/x.jsonl": "replay games/x.jsonl",
    "my game.jsonl": "replay 'my game.jsonl'",
    "evening.session": "replay evening.session",
    "plays.xlsx": "import plays.xlsx",
}


@pytest.mark.parametrize("typed", MEANT)
def test_a_guess_leads_to_the_command(run, typed):
    result = run(typed)
    assert (result.code, result.out) == (2, "")
    assert f"did you mean `ledger {MEANT[typed]}`?" in result.err


@pytest.mark.parametrize("typed", ["qqqq", "x", "\x1b[31mview", "a\nb.jsonl", ""])
def test_what_nobody_can_guess_leads_to_the_list(run, typed):
    result = run(typed)
    assert (result.code, result.out) == (2, "")
    assert "`ledger --help`" in result.err
    assert "\x1b" not in result.err


def test_other_names_lead_to_commands_and_mean_one_thing():
    names = [other for others in OTHER_NAMES.values() for other in others]
    assert len(names) == len(set(names))
    assert not {*names} & {*COMMANDS, *OLD_NAMES, *SAME_AS}
    assert {command.split()[0] for command in OTHER_NAMES} <= {*COMMANDS, "convert"}
    assert all(command_meant(other, COMMANDS) for other in names)
