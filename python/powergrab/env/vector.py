"""Thousands of games, stepped at once (Gymnasium's vector conventions)."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

try:
    import gymnasium
except ImportError as error:  # pragma: no cover
    raise ImportError("environments need gymnasium: pip install 'powergrab[env]'") from error
from gymnasium.vector.utils import batch_space

from .. import _native
from .places import Places
from .setup import ruleset, seats

try:
    from gymnasium.vector import AutoresetMode

    _MODES: dict[str, Any] = {
        "same-step": AutoresetMode.SAME_STEP,
        "next-step": AutoresetMode.NEXT_STEP,
        "disabled": AutoresetMode.DISABLED,
    }
except ImportError:  # Gymnasium before 1.1 has no name for it.
    _MODES = {mode: mode for mode in ("same-step", "next-step", "disabled")}


class VectorEnv(gymnasium.vector.VectorEnv):
    """``num_envs`` games in which the seats ``learners`` are answered for by the caller and bots play the others.

    Each row of a step is one game at a learner's decision:

    * the observation, ``uint8 (num_envs, F)``; :attr:`features` says what each place means;
    * ``info["action_mask"]``, ``int8 (num_envs, A)``, 1 where an action is legal; :attr:`actions` names them;
    * ``info["legal"]`` and ``info["n_legal"]``, the same as lists: row ``i`` begins with ``n_legal[i]`` legal actions;
    * ``info["seat"]``, the seat that decides, and ``info["rewards"]``, what every seat was rewarded with in the step.

    The reward of a row is that of the seat that acted. It is 1 for a win at the end of the episode (``reward="win"``), or the points of each
    round as a share of the target (``reward="points"``; in Grid, which has no target, in hundreds; with ``scoring = "own"``, where the lowest
    total wins, less than 0). An episode is a round (``unit="round"``)
    or a game to the target; in Grid both are the whole game.

    The episodes follow from the seed and the number of the environment alone, whatever ``num_envs`` and ``threads``. With ``copy=False``
    the arrays of a step are overwritten by the next.

    :param rules: a ruleset: its name, its file, or a ``Rules``.
    :param num_envs: how many games.
    :param players: how many seats.
    :param learners: the seats that learn; none for all.
    :param opponents: the bots of the other seats in order, or one for all of them; ``balanced`` where none is named, in Grid ``grid-heuristic``.
    :param seed: the seed of the episodes.
    :param unit: ``"round"`` or ``"game"``.
    :param reward: ``"win"`` or ``"points"``.
    :param autoreset: ``"same-step"``, ``"next-step"`` or ``"disabled"``, as Gymnasium defines them.
    :param threads: how many threads step; it changes no result.
    :param copy: whether each step gives arrays of its own.
    """

    def __init__(
        self,
        rules: Any = "power-grab",
        num_envs: int = 1,
        players: int = 4,
        learners: Sequence[int] | None = None,
        opponents: str | Sequence[str] | None = None,
        seed: int = 0,
        *,
        unit: str = "round",
        reward: str = "win",
        autoreset: str = "same-step",
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        learning, bots = seats(players, learners, opponents)
        self._games = _native.Games(
            ruleset(rules), players, num_envs, learning, bots, seed, unit, reward, autoreset, threads
        )
        self.num_envs = num_envs
        self.players = players
        self.learners = learning
        self.copy = copy
        self.metadata = {"autoreset_mode": _MODES[autoreset], "render_modes": []}
        self.render_mode = None
        features, actions = self._games.n_features, self._games.n_actions
        self.single_observation_space = gymnasium.spaces.Box(0, 255, (features,), np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        n = num_envs
        self._arrays = (
            np.zeros((n, features), np.uint8),
            np.zeros((n, actions), np.uint8),
            np.zeros((n, actions), np.uint8),
            np.zeros(n, np.uint8),
            np.zeros(n, np.uint8),
            np.zeros(n, np.float32),
            np.zeros((n, players), np.float32),
            np.zeros(n, np.uint8),
            np.zeros((n, features), np.uint8),
        )
        self._always = np.ones(n, bool)
        self._never = np.zeros(n, bool)
        self._rows = np.arange(n)
        self._numbers = np.zeros(n, np.int64)
        self._same_step = autoreset == "same-step"
        self._seed = seed
        self._was_reset = False
        self.closed = False

    @property
    def version(self) -> int:
        """The version of the observation and of the index of actions."""
        return self._games.version

    @property
    def actions(self) -> Places:
        """What each place of the index of actions is."""
        return Places(self._games.actions())

    @property
    def features(self) -> Places:
        """What the places of an observation mean."""
        return Places(self._games.features())

    @property
    def n_faults(self) -> int:
        """How many games opponents from outside failed in."""
        return self._games.n_faults

    def deal(self, env: int) -> int | None:
        """Where the present episode of an environment stands among the deals of its seed."""
        return self._games.deal(env)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins an episode in every environment, or where ``options["reset_mask"]`` is true.

        With a seed it is the first episode of that seed; without one it is the next.
        """
        self._open()
        if isinstance(seed, (list, tuple)):
            raise ValueError("seed: give one whole number; each environment has episodes of its own by its number")
        which = None
        if options and "reset_mask" in options:
            which = np.asarray(options["reset_mask"], bool).tolist()
            if not self._was_reset and not all(which):
                raise ValueError("reset_mask: the first reset must begin every environment")
        self._games.reset(self._arrays, seed, which)
        if seed is not None:
            self._seed = seed
            self._np_random_seed = seed
        self._was_reset = True
        return self._observations(), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Takes an action in every environment and plays each to its next decision.

        :raises ValueError: an action is not legal; nothing was changed.
        """
        self._open()
        if not self._was_reset:
            raise RuntimeError("step before reset: call reset() first")
        numbers = np.asarray(actions)
        if numbers.dtype != np.int64:
            if numbers.dtype.kind not in "iu":
                raise TypeError(f"actions of type {numbers.dtype}: whole numbers are needed")
            numbers = numbers.astype(np.int64)
        if numbers.shape != (self.num_envs,):
            raise ValueError(f"actions of shape {numbers.shape}: one for each environment is needed, ({self.num_envs},)")
        self._games.step(np.ascontiguousarray(numbers), self._arrays)
        ended = self._arrays[7].view(np.bool_)
        info = self._info()
        if self._same_step and ended.any():
            self._final(info, ended)
        reward = self._arrays[5]
        if self.copy:
            ended, reward = ended.copy(), reward.copy()
        return self._observations(), reward, ended, self._never.copy() if self.copy else self._never, info

    def random_actions(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """A uniform legal action for each environment."""
        lots = (rng.random(self.num_envs, np.float32) * self._arrays[3]).astype(np.intp)
        return self._arrays[2][self._rows, lots].astype(np.int64)

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is left open."""

    def _open(self) -> None:
        if self.closed:
            raise RuntimeError("the environment is closed: make another")

    def _observations(self) -> NDArray[np.uint8]:
        return self._arrays[0].copy() if self.copy else self._arrays[0]

    def _info(self) -> dict[str, Any]:
        _, mask, legal, n_legal, seat, _, rewards, _, _ = self._arrays
        arrays: dict[str, NDArray[Any]] = {
            "action_mask": mask.view(np.int8),
            "legal": legal,
            "n_legal": n_legal,
            "seat": seat,
            "rewards": rewards,
        }
        info: dict[str, Any] = dict(arrays)
        if self.copy:
            info = {key: array.copy() for key, array in arrays.items()}
        info.update({f"_{key}": self._always for key in tuple(info)})
        return info

    def _final(self, info: dict[str, Any], ended: NDArray[np.bool_]) -> None:
        last = np.full(self.num_envs, None, object)
        for env in np.flatnonzero(ended):
            last[env] = self._arrays[8][env].copy()
        info["final_obs"] = last
        info["_final_obs"] = ended.copy()
        info["final_info"] = {"rewards": info["rewards"].copy(), "_rewards": ended.copy()}
        info["_final_info"] = ended.copy()
