"""The games with PettingZoo's interface for turns (AEC): every seat is an agent.

>>> import powergrab as pg
>>> env = pg.pettingzoo.env("power-grab", players=3)
>>> env.reset(seed=1)
>>> env.last()[0]["action_mask"].dtype
dtype('int8')
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
except ImportError as error:  # pragma: no cover
    raise ImportError("this environment needs pettingzoo: pip install 'powergrab[env]'") from error

from . import _arguments as arguments
from . import _native
from .env.places import Places
from .env.setup import positioned, table

__all__ = ["env", "raw_env"]


def env(rules: Any = "power-grab", players: int = 4, **options: Any) -> Any:
    """Returns the environment with a check of the order of calls; the options are those of :class:`raw_env`."""
    return wrappers.OrderEnforcingWrapper(raw_env(rules, players, **options))


class raw_env(AECEnv):  # type: ignore[misc]
    """One game whose seats are the agents ``seat_0``, ``seat_1`` and so on.

    An observation is a dictionary: ``observation`` (``uint8``; :attr:`features` has the meaning of each place) and ``action_mask`` (``int8``),
    which is 1 for each action that the next step takes. It is all 0 for an agent without a decision, and once the episode is over. The
    environment can be copied and pickled.

    :param rules: a ruleset: its name, its file, or a ``Rules``.
    :param players: the number of seats.
    :param seed: the seed of the episodes until :meth:`reset` names another; by default a new one.
    :param unit: an episode is a ``"round"`` or a ``"game"`` to the target.
    :param reward: ``"win"`` or ``"points"``.
    """

    metadata = {"name": "powergrab_v1", "is_parallelizable": False, "render_modes": []}

    @arguments.public
    def __init__(
        self,
        rules: Any = "power-grab",
        players: int = 4,
        seed: int | None = None,
        *,
        unit: str = "round",
        reward: str = "win",
    ) -> None:
        super().__init__()
        self._table = table(rules, players, None, [])
        self._words = arguments.text("unit", unit), arguments.text("reward", reward)
        self._seed = arguments.seed(seed)
        self._game = self._made()
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self._table[1])]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        features, actions = self._game.n_features, self._game.n_actions
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0, 255, (features,), np.uint8),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._episode = 0

    def _made(self) -> _native.Game:
        return _native.Game(*self._table, self._seed, *self._words)

    def __getstate__(self) -> dict[str, Any]:
        state = {key: value for key, value in self.__dict__.items() if key != "_game"}
        return state | {"position": self._game.position()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        position = state.pop("position")
        self.__dict__.update(state)
        self._game = self._made()
        if position is not None:
            self._game.restore(position)

    @property
    def actions(self) -> Places:
        """The action at each place of the index."""
        return Places(self._game.actions())

    @property
    def features(self) -> Places:
        """The meanings of the places of an observation."""
        return Places(self._game.features())

    def observation_space(self, agent: str) -> Any:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Returns the observation of an agent, and the mask of its legal actions."""
        observation, mask = self._game.observe(self._seats[agent])
        return {"observation": observation, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the first episode of a seed, or by default the next episode."""
        if seed is not None:
            self._seed = arguments.whole("seed", seed)
            self._game.reseed(self._seed)
            self._episode = 0
        self._episode = self._game.reset(self._episode)
        self._begin()

    def _begin(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def position(self) -> str:
        """Returns the position of the episode as text, for :meth:`restore` of any environment with the same arguments.

        :raises RuntimeError: before the first reset.
        """
        return positioned(self._game)

    def restore(self, position: str) -> None:
        """Goes to a position. The game continues from there with the same chance, and rewards count from there.

        :raises InputError: if the text is not a position, or has other rules or seats; nothing is changed.
        """
        _, ended = self._game.restore(arguments.text("position", position))
        self._begin()
        if ended:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]

    def _asked(self) -> str:
        return self.possible_agents[self._game.seat or 0]

    def step(self, action: Any) -> None:
        """Takes an action of the agent that decides.

        :raises ValueError: if the action is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rewards, ended = self._game.step(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        if ended:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()

    def render(self) -> None:
        """Does nothing: there is no picture."""

    def close(self) -> None:
        """Does nothing: no resource is open."""
