"""The program that types whole evenings into `ledger record`; here only their beginning."""

import pytest

from scripts.laboratory.live_recording.evening import Evening, live_events, mangled, sample


@pytest.mark.parametrize(("game", "seed"), [("osaka", 2), ("klongs", 3)])
def test_a_disturbed_evening_is_the_one_that_was_meant(tmp_path, game, seed):
    evening = sample(game)
    typed = Evening(evening, tmp_path / "evening.jsonl", seed)
    typed.play(upto=30)
    found = live_events(tmp_path / "evening.jsonl")
    assert found == live_events(evening.log)[: len(found)]
    assert len(found) >= 20
    assert not typed.refused
    assert len(typed.found) >= 2, "something went wrong on the way"
    typed.recording.child.close(force=True)


def test_a_typing_mistake_is_one():
    class Rng:
        choice = staticmethod(lambda found: found[0])
        randrange = staticmethod(lambda a, _: a)

    assert mangled(Rng(), "take B5") == "tkae B5"
    assert mangled(Rng(), "cook") == "cookq"
    assert mangled(Rng(), "B5 B2") == "B5q B2"
