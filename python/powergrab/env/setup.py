"""Checks of the arguments of environments, in the form that the compiled part takes."""

from __future__ import annotations

import os
from typing import Any, Sequence

from .. import _arguments as arguments
from .. import _native

Opponents = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

#: The most environments of a vector.
ENVS = 2**18


def table(
    rules: Any, players: int, learners: Sequence[int] | None, opponents: Opponents | None
) -> tuple[Any, int, list[int], list[str] | None]:
    """Returns the ruleset, the number of seats, the seats that learn, and the bots of the others in order; None for the game's default bot."""
    if not isinstance(rules, (str, os.PathLike, _native.Rules)):
        raise TypeError(f"rules={rules!r}: a ruleset's name or file, or pg.Rules is needed")
    ruleset = rules if isinstance(rules, _native.Rules) else os.fspath(rules)
    n = arguments.whole("players", players, 2, arguments.SEATS)
    learning = list(range(n))
    if learners is not None:
        given = arguments.items("learners", learners, "a list of seats")
        learning = [arguments.whole("learners", seat, 0, 2**63 - 1) for seat in given]
    if opponents is None:
        return ruleset, n, learning, None
    if isinstance(opponents, (str, os.PathLike)):
        bot = _bot(opponents)
        # A single bot plays in all seats, unless it comes with a number of seats.
        return ruleset, n, learning, [bot] if "*" in bot else [bot] * max(n - len(learning), 0)
    given = arguments.items("opponents", opponents, "a bot's name or file, or a list of them")
    return ruleset, n, learning, [_bot(bot) for bot in given]


def _bot(bot: Any) -> str:
    if not isinstance(bot, (str, os.PathLike)):
        raise TypeError(f"opponents={bot!r}: bots are given by their names or files")
    return str(os.fspath(bot))


def positioned(game: _native.Game) -> str:
    """Returns the position of a game's episode."""
    position = game.position()
    if position is None:
        raise RuntimeError("there is no episode yet: call reset() first")
    return position
