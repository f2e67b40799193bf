"""One game with one learner, with Gymnasium's conventions."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
except ImportError as error:  # pragma: no cover
    raise ImportError("environments need gymnasium: pip install 'powergrab[env]'") from error

from gymnasium.utils import seeding

from .. import _arguments as arguments
from .. import _native
from .places import Places
from .setup import Opponents, positioned, table


class GameEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One game in which the caller plays the seat ``learner``, and bots play the others.

    The arguments are those of :class:`powergrab.VectorEnv`. ``MaskablePPO`` of sb3-contrib calls :meth:`action_masks`; ``info["action_mask"]``
    holds the same. An illegal action is an error; with ``illegal="random"``, a legal one is drawn instead, for checkers that ignore masks.
    The environment can be copied and pickled.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    @arguments.public
    def __init__(
        self,
        rules: Any = "power-grab",
        players: int = 4,
        learner: int = 0,
        opponents: Opponents | None = None,
        seed: int | None = None,
        *,
        unit: str = "round",
        reward: str = "win",
        illegal: str = "error",
    ) -> None:
        self.learner = arguments.whole("learner", learner, 0, arguments.SEATS - 1)
        self._table = table(rules, players, [learner], opponents)
        self._words = arguments.text("unit", unit), arguments.text("reward", reward)
        if illegal not in ("error", "random"):
            raise ValueError(f'illegal={illegal!r}: choose "error" or "random"')
        self._seed = arguments.seed(seed)
        self._np_random, self._np_random_seed = seeding.np_random(self._seed)
        self._game = self._made()
        self._lock = threading.Lock()
        self._illegal = illegal
        self.players = self._table[1]
        self.render_mode = None
        self.observation_space = gymnasium.spaces.Box(0, 255, (self._game.n_features,), np.uint8)
        self.action_space = gymnasium.spaces.Discrete(self._game.n_actions)
        self._episode = 0

    def _made(self) -> _native.Game:
        return _native.Game(*self._table, self._seed, *self._words)

    def __getstate__(self) -> dict[str, Any]:
        state = {key: value for key, value in self.__dict__.items() if key not in ("_game", "_lock")}
        return state | {"position": self._game.position()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        position = state.pop("position")
        self.__dict__.update(state)
        self._lock, self._game = threading.Lock(), self._made()
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

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns True for each legal action of the next step; all False once the episode is over."""
        return self._game.observe(self.learner)[1].astype(bool)

    def legal_actions(self) -> list[int]:
        """Returns the legal actions of the next step in ascending order; an empty list once the episode is over."""
        return self._game.legal_actions()

    def _observe(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        observation, mask = self._game.observe(self.learner)
        return observation, {"action_mask": mask}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Starts the first episode of a seed, or by default the next episode."""
        number = arguments.maybe_whole("seed", seed)
        with self._lock:
            super().reset(seed=number)
            if number is not None:
                self._seed = self._np_random_seed = number
                self._game.reseed(number)
                self._episode = 0
            # An episode without a decision of the learner does not count.
            self._episode, observation, mask = self._game.reset_as(self._episode, self.learner)
            return observation, {"action_mask": mask}

    def position(self) -> str:
        """Returns the position of the episode as text, for :meth:`restore` of any environment with the same arguments.

        :raises RuntimeError: before the first reset.
        """
        return positioned(self._game)

    def restore(self, position: str) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Goes to a position. The game continues from there with the same chance.

        :raises InputError: if the text is not a position, or has other rules, seats or opponents; nothing is changed.
        """
        with self._lock:
            self._game.restore(arguments.text("position", position))
            return self._observe()

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Takes an action and plays to the learner's next decision.

        :raises ValueError: if the action is not legal, or the episode is over.
        """
        if self._illegal == "error":
            # The game is locked while it plays.
            return self._game.step_as(action, self.learner)
        with self._lock:
            legal = self._game.legal_actions()
            if arguments.action(action) not in legal and legal:
                action = self.np_random.choice(np.array(legal))
            return self._game.step_as(action, self.learner)
