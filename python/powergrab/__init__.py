"""powergrab: a laboratory for strategy in UNO Power Grab and its family.

    import powergrab as pg
    run = pg.match(["hoarder", "greedy*3"], deals=20_000, seed=1)
    run.bots.to_pandas()        # the tables of the command line, named as their files
    run.write("results/x")      # the same bytes as the command line writes
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._board import board
from ._bots import Bot, Game
from ._errors import BotWarning, Error, FaultError, InputError, Interrupted, MissingError, ResultsError
from ._experiments import balance, distil, match, review, sweep, tournament, tune, why
from ._games import Games, play
from ._native import GameState, LoadedGame, View, __commit__, __version__
from ._positions import Board, Verified, analyse, verify
from ._questions import Answers, compare, plan
from ._rules import Rules, rulesets, strategies
from ._run import Run, load
from ._states import load_game, new_game
from ._table import Table

if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "Answers",
    "Board",
    "Bot",
    "BotWarning",
    "Error",
    "FaultError",
    "GameEnv",
    "GameState",
    "Game",
    "Games",
    "InputError",
    "Interrupted",
    "LoadedGame",
    "MissingError",
    "ResultsError",
    "Rules",
    "Run",
    "Table",
    "VectorEnv",
    "Verified",
    "View",
    "__commit__",
    "__version__",
    "analyse",
    "balance",
    "board",
    "compare",
    "distil",
    "load",
    "load_game",
    "new_game",
    "match",
    "pettingzoo",
    "plan",
    "play",
    "review",
    "rulesets",
    "strategies",
    "sweep",
    "tournament",
    "tune",
    "verify",
    "why",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    """Imports the environments on first use: only they need gymnasium."""
    if name in ("GameEnv", "VectorEnv"):
        from . import env

        return getattr(env, name)
    if name == "pettingzoo":
        import importlib

        return importlib.import_module(".pettingzoo", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
