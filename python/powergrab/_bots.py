"""Bots written in Python."""

from __future__ import annotations

import random

# Python takes the thread that first imports this for the main thread, and joins it at exit. The threads on which bots decide stay alive, so
# none of them may be the first.
import threading  # noqa: F401
from collections.abc import Mapping
from typing import Any

from ._native import View

Mapping.register(View)


class Game:
    """One seat of one game that a bot plays. A bot plays many games at once, so it keeps here what it remembers of a game."""

    def __init__(self, number: int, seat: int, seats: int, seed: int, rules: str) -> None:
        self.number = number
        """Distinguishes this seat of this game from the bot's others. Numbers depend on the machine."""
        self.seat = seat
        """The bot's seat, from 0."""
        self.seats = seats
        """The number of seats at the table."""
        self.seed = seed
        """A seed for this seat in this deal."""
        self.rules = rules
        """The ruleset's name and fingerprint."""
        self._random: random.Random | None = None

    @property
    def random(self) -> random.Random:
        """A generator for this seat. The same deal of the same seed gives the same numbers."""
        if self._random is None:
            self._random = random.Random(self.seed)
        return self._random


class Bot:
    """A bot: derive from this class, and define :meth:`decide` or ``decide_batch``.

    The object can have any seat of any experiment. An exception, or an answer that is not an option, disqualifies the bot for the rest of that
    game: it takes the first option from then on, and the game is counted in `faults`.
    """

    name: str = ""
    """The name in tables; by default that of the class."""

    full_view: bool = False
    """Whether views also hold what follows from the events (docs/protocol.md)."""

    def decide(self, view: View, options: list[str]) -> str:
        """Returns one of the options.

        `view` is a mapping with the keys of docs/protocol.md. Its values are computed when the bot reads them; `dict(view)` is a plain
        dictionary. `view["game"]` is the :class:`Game`.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method decide(self, view, options)")

    def begin(self, game: Game) -> None:
        """Called at the start of a game."""

    def hear(self, game: Game, event: dict[str, Any]) -> None:
        """Called with each event, as far as the seat may know it."""

    def end(self, game: Game) -> None:
        """Called at the end of a game."""
