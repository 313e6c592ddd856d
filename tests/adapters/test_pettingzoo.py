"""Games as PettingZoo environments: its own tests pass, and nobody observes what they can't see."""

from __future__ import annotations

import random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import ledger
from common.examples import example_games
from ledger.adapters.pettingzoo import FACTS, UNKNOWN, GameEnv, env, rewards
from ledger.kernel.errors import Failed, Illegal, LedgerError
from ledger.kernel.game.registry import offered
from ledger.kernel.rules.outcome import Outcome
from ledger.testing.effort import effort
from ledger.testing.playing import Habits, Script, play
from ledger.testing.worlds import another_world, has_secrets

OURS = [ledger.find_game(name) for name in ("osaka", "istanbul", "century", "klongs")]
ALL = [*OURS, *example_games().values()]

pytestmark = [
    # PettingZoo knows by name which of its own environments may have a dict as observation
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.fixture(params=ALL, ids=lambda game: game.meta.name)
def game(request):
    with offered(request.param):
        yield request.param


def test_pettingzoo_finds_nothing_wrong(game):
    for players in game.meta.players[:: effort(len(game.meta.players), 1)]:
        api_test(env(game, players=players), num_cycles=effort(12, 1000))


def test_the_same_seed_and_actions_give_the_same_game(game):
    seed_test(lambda: env(game), num_cycles=effort(15, 500))


def test_another_seed_gives_another_game():
    first, second = (GameEnv("osaka") for _ in range(2))
    first.reset(seed=1)
    second.reset(seed=2)
    assert first.log() != second.log()
    first.reset()
    one = first.log()
    first.reset()
    assert first.log() != one, "every episode is another game"


def test_a_finished_episode_is_a_log_that_verifies(game):
    played, rewarded = _played(game, seed=3)
    report = ledger.verify(ledger.read(played.log()))
    assert report.verdict == "legal", report.problems
    assert ledger.read(played.log()).lines[-1].type == "sealed"
    if game.meta.cooperative:
        assert set(rewarded.values()) in ({1.0}, {-1.0})
    else:
        assert sum(rewarded.values()) == pytest.approx(0)


def _played(game, seed, bot="random", **how):
    """Return an episode that is over, and what each agent got at the end."""
    played = GameEnv(game, **how)
    rng = random.Random(seed)
    played.reset(seed=seed)
    rewarded = {}
    for agent in played.agent_iter():
        _, reward, terminated, truncated, _ = played.last()
        if terminated or truncated:
            rewarded[agent] = reward
            played.step(None)
        else:
            played.step(played.bot_action(bot, rng))
    return played, rewarded


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.meta.name)
def test_bots_say_which_action_they_would_choose(game):
    better = 0.0
    for seed in range(effort(2, 20)):
        rng = random.Random(seed)
        played = GameEnv(game, players=2)
        played.reset(seed=seed)
        for agent in played.agent_iter():
            _, reward, terminated, _, _ = played.last()
            if terminated:
                better += reward if agent == "player_1" else 0
                played.step(None)
            else:
                bot = "greedy" if agent == "player_1" else "random"
                played.step(played.bot_action(bot, rng))
    assert better > 0, "a greedy bot beats one that plays at random"


def test_actions_are_the_legal_moves_in_their_order():
    osaka = GameEnv("osaka", players=2)
    osaka.reset(seed=1)
    first = osaka.agent_selection
    (other,) = set(osaka.agents) - {first}
    assert osaka.moves()[:2] == ["claim red", "claim blue"]
    mask = osaka.observe(first)["action_mask"]
    assert mask.tolist() == [1] * 4 + [0] * (osaka.actions - 4)
    assert not osaka.observe(other)["action_mask"].any(), "it isn't their turn"
    osaka.step(1)
    assert "blue" in str(osaka.view(other)["seats"])


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing():
    osaka = GameEnv("osaka", players=2)
    osaka.reset(seed=1)
    before, first = osaka.log(), osaka.agent_selection
    for action in (len(osaka.legal()), -1, None):
        with pytest.raises(Illegal):
            osaka.step(action)
    assert osaka.log() == before
    assert osaka.agent_selection == first


def test_too_many_moves_for_the_bound_are_an_error_and_not_a_shorter_list():
    klongs = GameEnv("klongs", actions=20)
    klongs.reset(seed=1)
    with pytest.raises(Failed, match="20"):
        for _ in range(50):
            klongs.step(0)


def test_an_episode_can_be_cut_short():
    cut, rewarded = _played(OURS[0], seed=1, max_turns=3)
    assert set(rewarded.values()) == {0.0}
    report = ledger.verify(ledger.read(cut.log()))
    assert report.verdict == "legal"
    assert ledger.read(cut.log()).lines[-2].type == "ended"


def test_before_it_is_set_up_there_is_nothing_to_see():
    with pytest.raises(LedgerError):
        GameEnv("osaka").observe("player_1")


def test_an_episode_can_begin_in_the_middle_of_a_game():
    osaka = OURS[0]
    table = play(osaka, Script(4, 20, 3), Habits(undo=0))
    there = GameEnv("osaka", players=3)
    there.reset(options={"log": table.bytes()})
    assert there.agent_selection == f"player_{osaka.rules.awaiting(table.state)[0].seat}"
    for players, log in ((2, table.bytes()), (3, _played(osaka, 1, players=3)[0].log())):
        with pytest.raises(Illegal):
            GameEnv("osaka", players=players).reset(options={"log": log})


def test_the_board_as_text():
    osaka = GameEnv("osaka", render_mode="ansi")
    osaka.reset(seed=1)
    assert "Farm" in osaka.render()
    osaka.render_mode = None
    assert osaka.render() is None


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        (((2,), (1,), (3,)), [0, 1, -1]),
        (((1, 2), (3,)), [0.5, 0.5, -1]),
        (((1, 2, 3),), [0, 0, 0]),
        (((3,), (1, 2)), [-0.5, -0.5, 1]),
    ],
)
def test_rewards_follow_the_places(ranking, expected):
    assert rewards(Outcome("", ranking, (0, 0, 0), ""), 3) == pytest.approx(expected)


# --- secrets


def test_observations_hold_only_what_the_seat_may_see(game):
    """Two games that differ only in what a seat could not see look the same to it."""
    found = 0
    for seed in range(effort(12, 120)):
        count = game.meta.players[seed % len(game.meta.players)]
        table = play(game, Script(seed, 3 + seed, count), Habits(undo=0))
        if table.over:
            continue
        for viewer in range(1, count + 1):
            other = another_world(table, viewer, random.Random(seed), tries=20)
            if other is None or other.over or other.state == table.state:
                continue
            worlds = []
            for world in (table, other):
                there = GameEnv(game, players=count)
                there.reset(options={"log": world.bytes()})
                worlds.append(there)
            found += 1
            one, two = (w.observe(f"player_{viewer}") for w in worlds)
            assert np.array_equal(one["observation"], two["observation"])
            assert np.array_equal(one["action_mask"], two["action_mask"])
    assert (found > 0) is has_secrets(game)


def test_what_others_hold_in_secret_is_unknown():
    for game in ALL:
        hidden = [r.key for r in game.holdings.resources if not r.public]
        there = GameEnv(game)
        there.reset(seed=1)
        numbers = dict(zip(there.features, there.observe("player_1")["observation"], strict=False))
        assert [numbers[f] for f in FACTS[:1]] == [1]
        for key in hidden:
            assert numbers[f"own {key}"] != UNKNOWN
            assert numbers[f"+1 {key}"] == UNKNOWN
    assert any(not r.public for game in ALL for r in game.holdings.resources)
