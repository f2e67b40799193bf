"""A game as a value, for searches and loops. The methods have the names of OpenSpiel.

    state = pg.new_game("power-grab", players=4, seed=7)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    state.returns()
"""

from __future__ import annotations

import functools
import os
from typing import Any

from . import _arguments as arguments
from . import _native
from ._native import GameState, LoadedGame


@arguments.public
def load_game(
    rules: str | os.PathLike[str] | _native.Rules = "power-grab",
    players: int = 4,
    *,
    unit: str = "round",
    reward: str = "win",
) -> LoadedGame:
    """Returns a game for a number of players. Its ``new_initial_state(seed)`` starts one.

    :param rules: a ruleset: its name, its file, or a ``Rules``.
    :param players: the number of seats, from 2 to what the ruleset allows.
    :param unit: ``"round"``, or ``"game"`` to the target.
    :param reward: ``"win"`` or ``"points"``, as in :class:`powergrab.VectorEnv`.
    :raises InputError: if an argument has an unknown value.
    """
    if not isinstance(rules, (str, os.PathLike, _native.Rules)):
        raise TypeError(f"rules={rules!r}: a ruleset's name or file, or pg.Rules is needed")
    ruleset = rules if isinstance(rules, _native.Rules) else os.fspath(rules)
    n = arguments.whole("players", players, 2, arguments.SEATS)
    return LoadedGame(ruleset, n, arguments.text("unit", unit), arguments.text("reward", reward))


@functools.lru_cache(maxsize=64)
def _inside(rules: str, players: int, unit: str, reward: str) -> LoadedGame:
    """Returns a game by a shipped ruleset, which no file can change."""
    return load_game(rules, players, unit=unit, reward=reward)


_NAMES = frozenset(_native.rulesets())


@arguments.public
def new_game(
    rules: str | os.PathLike[str] | _native.Rules = "power-grab",
    players: int = 4,
    seed: int | None = None,
    *,
    unit: str = "round",
    reward: str = "win",
) -> GameState:
    """Starts a game, and returns it at its first decision. The caller decides for every seat; chance follows from the seed.

    The game is the first episode of a :class:`powergrab.VectorEnv` with that seed. The arguments are those of :func:`load_game`.

    :param seed: from 0 to 2^64 - 1; by default a new one.
    """
    known = type(rules) is str and rules in _NAMES and type(players) is int and type(unit) is str and type(reward) is str
    game = (_inside if known else load_game)(rules, players, unit=unit, reward=reward)  # type: ignore[arg-type]
    return game.new_initial_state(arguments.seed(seed))
