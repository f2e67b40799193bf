"""From what people write to what the compiled part takes."""

from __future__ import annotations

import os
from typing import Any, Sequence

from .. import _native


def ruleset(rules: Any) -> Any:
    """What the compiled part takes for a ruleset."""
    return rules if isinstance(rules, _native.Rules) else os.fspath(rules)


def seats(
    players: int, learners: Sequence[int] | None, opponents: str | Sequence[str] | None
) -> tuple[list[int], list[str] | None]:
    """The seats that learn, and the bots of the others in order; none for the game's usual bot."""
    learning = list(range(players)) if learners is None else [int(seat) for seat in learners]
    if opponents is None:
        return learning, None
    if isinstance(opponents, str):
        bots = [opponents] * max(players - len(learning), 0)
    else:
        bots = list(opponents)
    return learning, bots


def positioned(game: _native.Game) -> str:
    """Where the episode of a game stands."""
    position = game.position()
    if position is None:
        raise RuntimeError("there is no episode yet: call reset() first")
    return position
