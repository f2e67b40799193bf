"""Bots written in Python."""

from __future__ import annotations

import random

# Python takes the thread that first imports this for the main one, and waits for it at the end. Threads on which bots decide are kept, so it
# must not be one of theirs.
import threading  # noqa: F401
from collections.abc import Mapping
from typing import Any

from ._native import View

Mapping.register(View)


class Game:
    """One seat of one game that a bot plays. Whatever a bot remembers of a game, it keeps here: many games are played at once."""

    def __init__(self, number: int, seat: int, seats: int, seed: int, rules: str) -> None:
        self.number = number
        """Tells this seat of this game from all others of the bot; numbers depend on the machine."""
        self.seat = seat
        """The bot's seat, from 0."""
        self.seats = seats
        """How many seats the table has."""
        self.seed = seed
        """A number of this seat's own in this deal."""
        self.rules = rules
        """The ruleset's name and fingerprint."""
        self._random: random.Random | None = None

    @property
    def random(self) -> random.Random:
        """Random numbers of this seat's own: the same in the same deal of the same seed."""
        if self._random is None:
            self._random = random.Random(self.seed)
        return self._random


class Bot:
    """A bot: derive from this class and say how it decides.

    Every seat that the object is named in plays with it, in every experiment. An exception, or an answer that is none of the
    options, costs it its say in that game: it takes the first option from there on, and the game is counted in `faults`.
    """

    name: str = ""
    """The name in tables; without it that of the class."""

    full_view: bool = False
    """Whether views hold also what can be told from the events (docs/protocol.md)."""

    def decide(self, view: View, options: list[str]) -> str:
        """One of the options, as it stands there.

        `view` is a mapping with the keys of docs/protocol.md, whose values are made when the bot looks at them; `view["game"]` is the
        :class:`Game`. `dict(view)` is a plain dictionary.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method decide(self, view, options)")

    def begin(self, game: Game) -> None:
        """A game begins."""

    def hear(self, game: Game, event: dict[str, Any]) -> None:
        """Something happened, told as far as the seat may know it."""

    def end(self, game: Game) -> None:
        """A game is over."""
