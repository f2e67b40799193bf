"""Many games stepped at once, with Gymnasium's conventions for vectors."""

from __future__ import annotations

import threading
from typing import Any, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

try:
    import gymnasium
except ImportError as error:  # pragma: no cover
    raise ImportError("environments need gymnasium: pip install 'powergrab[env]'") from error
from gymnasium.utils import seeding
from gymnasium.vector.utils import batch_space

from .. import _arguments as arguments
from .. import _native
from .._errors import InputError
from .places import Places
from .setup import ENVS, Opponents, table

try:
    from gymnasium.vector import AutoresetMode

    _MODES: dict[str, Any] = {
        "same-step": AutoresetMode.SAME_STEP,
        "next-step": AutoresetMode.NEXT_STEP,
        "disabled": AutoresetMode.DISABLED,
    }
except ImportError:  # Gymnasium before 1.1 has no name for it.
    _MODES = {mode: mode for mode in ("same-step", "next-step", "disabled")}


_INT64 = np.dtype(np.int64)
#: Attributes that are not pickled, but created again.
_LIVE = frozenset(
    "_games _lock _arrays _observation _legal _n_legal _finals _reward _ended _info_arrays _info_always _info_live".split()
)


def _mode(autoreset: Any) -> str:
    """Returns the word for an autoreset mode of Gymnasium."""
    word = next((word for word, mode in _MODES.items() if autoreset in (word, mode)), None)
    if word is None:
        raise InputError(f"autoreset={autoreset!r}: choose one of {', '.join(_MODES)}, or Gymnasium's AutoresetMode")
    return word


class VectorEnv(gymnasium.vector.VectorEnv):
    """``num_envs`` games in which the caller plays the seats ``learners``, and bots play the others.

    Each row of a step is a game at a decision of a learner:

    * the observation, ``uint8 (num_envs, F)``; :attr:`features` has the meaning of each place;
    * ``info["action_mask"]``, ``int8 (num_envs, A)``, 1 for each action that the next step takes; :attr:`actions` names them. An episode that
      is over has only zeros until it is reset; with ``autoreset="next-step"`` it has only ones, as the next step takes any action;
    * ``info["legal"]`` and ``info["n_legal"]``, the same as lists: row ``i`` starts with ``n_legal[i]`` legal actions;
    * ``info["seat"]``, the seat that decides, and ``info["rewards"]``, the rewards of all seats in the step.

    The reward of a row is that of the seat that acted. An episode is a round (``unit="round"``) or a game to the target (``unit="game"``); in
    Grid both are the whole game. The rewards are:

    * with ``reward="win"``, 1 for a win at the end of the episode;
    * with ``reward="points"``, the points of each round as a share of the target. In Grid, which has no target, they are in hundreds. With
      ``scoring = "own"``, with which the lowest total wins, they are negative.

    An episode depends only on the seed and the number of its environment, not on ``num_envs`` or ``threads``. With ``copy=False`` each step
    overwrites the arrays of the last. The environments can be copied and pickled; threads that share them take turns.

    :param rules: a ruleset: its name, its file, or a ``Rules``.
    :param num_envs: the number of games.
    :param players: the number of seats.
    :param learners: the seats that learn; by default all.
    :param opponents: the bots of the other seats in order, like ``["hoarder", "greedy*2"]``, or one bot for all of them; by default
        ``balanced``, in Grid ``grid-heuristic``.
    :param seed: the seed of the episodes; by default a new one, which ``np_random_seed`` holds.
    :param unit: ``"round"`` or ``"game"``.
    :param reward: ``"win"`` or ``"points"``.
    :param autoreset: ``"same-step"``, ``"next-step"`` or ``"disabled"``, as Gymnasium defines them, or its ``AutoresetMode``.
    :param threads: the number of threads; it changes no result.
    :param copy: whether each step returns new arrays.
    """

    @arguments.public
    def __init__(
        self,
        rules: Any = "power-grab",
        num_envs: int = 1,
        players: int = 4,
        learners: Sequence[int] | None = None,
        opponents: Opponents | None = None,
        seed: int | None = None,
        *,
        unit: str = "round",
        reward: str = "win",
        autoreset: Any = "same-step",
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        n = arguments.whole("num_envs", num_envs, 1, ENVS)
        ruleset, players, learning, bots = table(rules, players, learners, opponents)
        mode = _mode(autoreset)
        words = arguments.text("unit", unit), arguments.text("reward", reward), mode
        n_threads = arguments.whole("threads", threads, 1, 1024)
        self._np_random, self._np_random_seed = seeding.np_random(arguments.seed(seed))
        self._made = (ruleset, players, n, learning, bots, self._np_random_seed, *words, n_threads)
        self._games = _native.Games(*self._made)
        self._lock = threading.Lock()
        self.num_envs = n
        self.players = players
        self.learners = learning
        self.copy = arguments.flag("copy", copy)
        self.metadata = {"autoreset_mode": _MODES[mode], "render_modes": []}
        self.render_mode = None
        features, actions = self._games.n_features, self._games.n_actions
        self.single_observation_space = gymnasium.spaces.Box(0, 255, (features,), np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._never = np.zeros(n, bool)
        self._rows = np.arange(n)
        self._shape = (n,)
        self._same_step = mode == "same-step"
        self._was_reset = False
        self.closed = False
        self._name_arrays()

    def _name_arrays(self) -> None:
        """Binds the arrays that each step writes."""
        n_bytes, n_floats = self._games.array_sizes
        self._arrays = arrays = self._games.bind(np.zeros(n_bytes, np.uint8), np.zeros(n_floats, np.float32))
        self._observation, mask, self._legal, self._n_legal, seat, ended, self._finals, self._reward, rewards = arrays
        self._ended = ended.view(np.bool_)
        always = np.ones(self.num_envs, bool)
        info = {
            "action_mask": mask.view(np.int8),
            "legal": self._legal,
            "n_legal": self._n_legal,
            "seat": seat,
            "rewards": rewards,
        }
        self._info_arrays = info
        self._info_always: dict[str, NDArray[Any]] = {f"_{key}": always for key in info}
        self._info_live: dict[str, NDArray[Any]] = {**info, **self._info_always}

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            state = {key: value for key, value in self.__dict__.items() if key not in _LIVE}
            return state | {"arrays": [array.copy() for array in self._arrays], "positions": self._games.positions()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        positions, arrays = state.pop("positions"), state.pop("arrays")
        self.__dict__.update(state)
        self._lock, self._games = threading.Lock(), _native.Games(*self._made)
        self._games.restore(positions)
        self._name_arrays()
        for own, array in zip(self._arrays, arrays, strict=True):
            own[...] = array

    @property
    def version(self) -> int:
        """The version of the observation and of the index of actions."""
        return self._games.version

    @property
    def actions(self) -> Places:
        """The action at each place of the index."""
        return Places(self._games.actions())

    @property
    def features(self) -> Places:
        """The meanings of the places of an observation."""
        return Places(self._games.features())

    @property
    def n_faults(self) -> int:
        """The number of games in which an opponent outside the program failed."""
        return self._games.n_faults

    def deal(self, env: int) -> int | None:
        """Returns the deal of an environment's present episode, among the deals of its seed."""
        return self._games.deal(arguments.whole("env", env, 0, self.num_envs - 1))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Starts an episode in every environment, or in those whose ``options["reset_mask"]`` is true.

        With a seed it is the first episode of that seed, otherwise the next.
        """
        self._open()
        if isinstance(seed, (list, tuple)):
            raise InputError("seed: give one whole number; each environment has episodes of its own by its number")
        number = arguments.maybe_whole("seed", seed)
        which = None
        if options and "reset_mask" in options:
            which = np.asarray(options["reset_mask"], bool).tolist()
            if not self._was_reset and not all(which):
                raise InputError("reset_mask: the first reset must begin every environment")
        with self._lock:
            self._games.reset(number, which)
            if number is not None:
                self._np_random, self._np_random_seed = seeding.np_random(number)
            self._was_reset = True
            return self._observations(), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Takes an action in every environment and plays each to its next decision.

        :raises ValueError: if an action is not legal; nothing is changed.
        """
        if self.closed or not self._was_reset:
            self._open()
            raise RuntimeError("step before reset: call reset() first")
        if (
            type(actions) is not np.ndarray
            or actions.dtype is not _INT64
            or actions.shape != self._shape
            or not actions.flags.c_contiguous
        ):
            actions = self._numbers(actions)
        with self._lock:
            any_ended = self._games.step(actions)
            ended, reward, never = self._ended, self._reward, self._never
            info = self._info()
            if any_ended and self._same_step:
                self._final(info, ended)
            if self.copy:
                ended, reward, never = ended.copy(), reward.copy(), never.copy()
            return self._observations(), reward, ended, never, info

    def _numbers(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Checks actions, and returns them as the games take them."""
        numbers: NDArray[Any] = np.asarray(actions)
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"actions of type {numbers.dtype}: whole numbers are needed")
        if numbers.shape != self._shape:
            raise ValueError(f"actions of shape {numbers.shape}: one for each environment is needed, ({self.num_envs},)")
        return np.ascontiguousarray(numbers, np.int64)

    def random_actions(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Draws a uniform legal action for each environment."""
        lots = (rng.random(self.num_envs, np.float32) * self._n_legal).astype(np.intp)
        actions: NDArray[np.int64] = self._legal[self._rows, lots].astype(np.int64)
        return actions

    def close_extras(self, **kwargs: Any) -> None:
        """Does nothing: no resource is open."""

    def _open(self) -> None:
        if self.closed:
            raise RuntimeError("the environment is closed: make another")

    def _observations(self) -> NDArray[np.uint8]:
        return self._observation.copy() if self.copy else self._observation

    def _info(self) -> dict[str, Any]:
        if self.copy:
            return {key: array.copy() for key, array in self._info_arrays.items()} | self._info_always
        return self._info_live.copy()

    def _final(self, info: dict[str, Any], ended: NDArray[np.bool_]) -> None:
        last = np.full(self.num_envs, None, object)
        for env in np.flatnonzero(ended):
            last[env] = self._finals[env].copy()
        info["final_obs"] = last
        info["_final_obs"] = ended.copy()
        info["final_info"] = {"rewards": info["rewards"].copy(), "_rewards": ended.copy()}
        info["_final_info"] = ended.copy()
