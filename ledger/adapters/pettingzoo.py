"""Any installed game as a PettingZoo environment (AEC); needs the extra `pettingzoo`.

>>> from ledger.adapters.pettingzoo import env
>>> game = env("osaka", players=3)
>>> game.reset(seed=7)
>>> for agent in game.agent_iter():
...     observation, reward, terminated, truncated, info = game.last()
...     over = terminated or truncated
...     game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))

The agents are the seats: `player_1` and so on. If several may move, the one that the rules name
first acts. An action is an index into the list of legal moves, in the game's own order;
`action_mask` shows how long that list currently is. Cards and dice depend on the seed given to
`reset`. A finished episode is a log like any other: `env.unwrapped.log()`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, TypedDict
from zlib import crc32

import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ledger.boards.draw import draw_board
from ledger.kernel.errors import Failed, Illegal, LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.sides import side_numbers
from ledger.kernel.play.decide import decide
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.rules.canonical_moves import canonical
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.command import Command, State
from ledger.kernel.rules.outcome import Outcome
from ledger.kernel.rules.turns import clockwise

HASHED = 1024
"""The number of values in an observation that a seat's whole view is hashed into."""
UNKNOWN = -1
"""The number that replaces one that a seat may not know."""
FACTS = ("seat", "asked", "turn", "round", "over")
"""The numbers that every observation begins with."""
_LIMIT = 2**31 - 1


class Observation(TypedDict):
    """An agent's observation as numbers, and a mask of its legal actions."""

    observation: NDArray[np.int32]
    action_mask: NDArray[np.int8]


def env(game: str | Game, **how: Any) -> OrderEnforcingWrapper[str, Any, Any]:
    """Return a game as an environment that enforces the order of calls.

    The arguments are the same as for `GameEnv`.
    """
    return OrderEnforcingWrapper(GameEnv(game, **how))


class GameEnv(AECEnv[str, Any, Any]):
    """A game as an environment in which one agent acts at a time.

    `players`, `options` and `box` are the same as for `ledger new`. An action is a number below
    `actions`, which defaults to the bound that the game declares. A position with more legal moves
    than that raises `Failed`; the list is never cut short. After `max_turns` turns, the episode is
    truncated.

    An observation holds only what the seat may know: first the facts, then everyone's resources,
    clockwise from the agent's own seat (-1: hidden), both named in `features`, and then the whole
    view, hashed into `hashed` numbers. `view` returns it as plain data.

    Rewards come at the end: 1 for first place, -1 for last place, evenly spaced in between, and
    shared by tied players. Partners have the same; if all play together, it is 1 or -1 for all.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        players: int | None = None,
        options: dict[str, str | int | bool] | None = None,
        box: dict[str, Any] | None = None,
        actions: int | None = None,
        hashed: int = HASHED,
        max_turns: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        count = self.game.meta.players[0] if players is None else players
        names = [f"Player {seat}" for seat in range(1, count + 1)]
        self.opened = open_game(self.game, names, options=options, box=box)
        self.metadata = {
            "name": f"ledger_{self.game.meta.name}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.actions = self.game.rules.most_moves if actions is None else actions
        self.hashed, self.max_turns, self.render_mode = hashed, max_turns, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(1, count + 1)]
        self.agents: list[str] = []
        self.features = (
            *FACTS,
            *(
                f"{'own' if away == 0 else f'+{away}'} {resource.key}"
                for away in range(count)
                for resource in self.game.holdings.resources
            ),
        )
        size = len(self.features) + hashed
        # separate ones for each agent, since libraries seed them one by one
        self.action_spaces = {a: spaces.Discrete(self.actions) for a in self.possible_agents}
        self.observation_spaces = {
            a: spaces.Dict(
                {
                    "observation": spaces.Box(-_LIMIT, _LIMIT, (size,), np.int32),
                    "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
                }
            )
            for a in self.possible_agents
        }
        self._rng = random.Random()
        self._table: Table | None = None
        self._legal: list[Command] | None = None

    def __str__(self) -> str:
        """Return the environment's name, as PettingZoo shows it."""
        return str(self.metadata["name"])

    # --- what PettingZoo requires

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a new game; the same seed and the same actions lead to the same game.

        `options={"log": …}` continues an unfinished game from its log (bytes) instead.
        """
        if seed is not None:
            self._rng = random.Random(seed)
        episode = self._rng.getrandbits(64)
        self._chance = Seeded(episode)
        log = (options or {}).get("log")
        self._table = self._set_up(episode) if log is None else self._go_on(log)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def step(self, action: int | None) -> None:
        """Play the chosen move for the agent to act; pass None for an agent whose game is over.

        Raises `Illegal` for an action that isn't legal in this position.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        command = self._command(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        table = self.table
        decision = decide(self.game, table.state, command, self._chance, own=True)
        table.enter(decision, by=command.seat)
        self._next()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now."""
        seat = self._seat(agent)
        mask = np.zeros(self.actions, np.int8)
        if self.agents and agent == self.agent_selection and not self._over:
            mask[: len(self.legal())] = 1
        seen = self.game.mask(self.table.state, seat)
        return {"observation": self._numbers(seen, seat), "action_mask": mask}

    def state(self) -> NDArray[np.int32]:
        """Return everything, hidden or not: for training a shared critic, never for an agent."""
        return self._numbers(self.table.state, None)

    def render(self) -> str | None:
        """Return the board as a spectator sees it, as text, if `render_mode` is `ansi`."""
        if self.render_mode is None:
            return None
        from io import StringIO

        from rich.console import Console

        console = Console(file=StringIO(), width=100, force_terminal=False)
        seen = self.game.view(self.game.mask(self.table.state, 0), 0)
        console.print(draw_board(self.game, seen, 100, [s.name for s in self.opened.seats]))
        return str(console.file.getvalue())  # type: ignore[attr-defined]

    # --- what Ledger adds

    @property
    def table(self) -> Table:
        """The game being played; raises `LedgerError` before the first `reset`."""
        if self._table is None:
            raise LedgerError("nothing has been set up yet", hint="call reset() first")
        return self._table

    def legal(self) -> list[Command]:
        """Return the legal moves of the agent to act; action 3 plays the one at index 3."""
        if self._legal is None:
            seat = self._seat(self.agent_selection)
            seen = self.game.mask(self.table.state, seat)
            found = list(islice(self.game.rules.legal_moves(seen, seat), self.actions + 1))
            if len(found) > self.actions:
                raise Failed(
                    "{title} has more than {actions} legal moves here",
                    hint="env({name!r}, actions={more}) has more room",
                    title=self.game.meta.title,
                    actions=self.actions,
                    name=self.game.meta.name,
                    more=4 * self.actions,
                )
            self._legal = found
        return self._legal

    def moves(self) -> list[str]:
        """Return the legal moves as they would be typed."""
        return [self.game.words.write(command) for command in self.legal()]

    def bot_action(self, bot: str, rng: random.Random) -> int:
        """Return the action that one of the game's bots would choose."""
        seat = self._seat(self.agent_selection)
        seen = self.game.mask(self.table.state, seat)
        chosen = self.game.bots[bot].choose(self.game, seen, seat, rng)
        return self.legal().index(canonical(self.game.rules, seen, chosen))

    def view(self, agent: str) -> Any:
        """Return what an agent sees as plain data, for observations of your own."""
        seat = self._seat(agent)
        return msgspec.to_builtins(self.game.view(self.game.mask(self.table.state, seat), seat))

    def log(self) -> bytes:
        """Return the log so far; the log of a finished game is sealed."""
        return self.table.bytes()

    # --- inside

    @property
    def _over(self) -> bool:
        return any(self.terminations.values()) or any(self.truncations.values())

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent) + 1

    def _set_up(self, episode: int) -> Table:
        opened = msgspec.structs.replace(self.opened, id=f"{self.game.meta.name}-{episode:016x}")
        return Table.open(self.game, opened, self._chance)

    def _go_on(self, log: bytes) -> Table:
        reading = read(log)
        if reading.error is not None:
            raise reading.error
        table = Table.of(reading)
        seats = len(reading.opened.seats)
        if reading.game is not self.game or seats != len(self.possible_agents):
            wanted = f"{self.game.meta.name} for {len(self.possible_agents)}"
            raise Illegal(
                "this is a log of {name} for {seats}, not of {wanted}",
                name=reading.game.meta.name,
                seats=seats,
                wanted=wanted,
            )
        if table.over:
            raise Illegal("the game of this log is over, so nobody can act in it")
        return table

    def _command(self, action: int | None) -> Command:
        legal = self.legal()
        if action is None or not 0 <= action < len(legal):
            last = len(legal) - 1
            raise Illegal(
                "action {action} is not legal here; 0 to {last} are (see action_mask)",
                action=action,
                last=last,
            )
        return legal[int(action)]

    def _next(self) -> None:
        """Find out which agent acts next, or end the episode."""
        self._legal = None
        table = self.table
        asked = self.game.rules.awaiting(table.state)
        if (
            asked
            and self.max_turns is not None
            and self.game.rules.turn(table.state) > self.max_turns
        ):
            table.abandon(f"stopped after {self.max_turns} turns")
            table.seal()
            self.truncations = dict.fromkeys(self.agents, True)
        elif asked:
            self.agent_selection = self.possible_agents[asked[0].seat - 1]
            return
        elif outcome := self.game.rules.outcome(table.state):
            table.seal()
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, rewards(outcome, len(self.agents)), strict=True))
        self.agent_selection = self.agents[0]

    def _numbers(self, state: State, viewer: int | None) -> NDArray[np.int32]:
        """Return the numbers of an observation for a state already masked for a viewer."""
        game = self.game
        seats = len(self.possible_agents)
        asked = game.rules.awaiting(state)
        out = np.zeros(len(self.features) + self.hashed, np.int32)
        facts = [
            viewer or 0,
            asked[0].seat if asked else 0,
            game.rules.turn(state),
            game.rules.round(state),
        ]
        facts.append(int(not asked))
        held = game.holdings(state)
        for seat in clockwise(viewer or 1, seats):
            own = viewer in (None, seat)
            for resource, amount in zip(game.holdings.resources, held[seat - 1], strict=True):
                facts.append(amount if own or resource.public else UNKNOWN)
        out[: len(facts)] = facts
        hashed = out[len(facts) :]
        for path, value in _leaves(msgspec.to_builtins(game.view(state, viewer)), ""):
            if isinstance(value, int) and not isinstance(value, bool):
                hashed[_bucket(path, self.hashed)] += value
            elif value is not None:
                hashed[_bucket(f"{path}={value}", self.hashed)] += 1
        return out


def rewards(outcome: Outcome, seats: int) -> list[float]:
    """Return each seat's reward: 1 for first place, -1 for last place, shared by tied sides.

    Those who play together have the same. If nobody has won, or all play together, it is 1 for
    those who have won and -1 for the others.
    """
    side = side_numbers(outcome.sides or (), seats)
    sides = len(set(side))
    if not outcome.winners or sides == 1:
        return [1.0 if seat in outcome.winners else -1.0 for seat in range(1, seats + 1)]
    out = [0.0] * seats
    better = 0
    for tied in outcome.ranking:
        size = len({side[seat - 1] for seat in tied})
        middle = better + (size - 1) / 2
        for seat in tied:
            out[seat - 1] = 1 - 2 * middle / (sides - 1) if sides > 1 else 1.0
        better += size
    return out


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield every single value in plain data, with the path to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}/{key}")
    elif isinstance(value, list | tuple):
        for i, inner in enumerate(value):
            yield from _leaves(inner, f"{path}/{i}")
    else:
        yield path, value


@lru_cache(maxsize=2**16)
def _bucket(text: str, buckets: int) -> int:
    return crc32(text.encode()) % buckets
