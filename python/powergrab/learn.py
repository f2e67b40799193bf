"""Training of networks: decisions with the value of every option, and files of weights for the policy ``net``.

:class:`Rollouts` plays games of bots. At some of their decisions it tries each option in the true position, and a policy finishes the round.
``scripts/learn/net.py`` learns from these values, and :func:`write_weights` writes the file that a strategy names.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _arguments as arguments
from . import _native
from ._rules import Rules

__all__ = ["Decisions", "Network", "Rollouts", "write_weights"]

#: The integer for 1.0 in activations and the first layer, and that in the weights of the other layers.
ONE, WEIGHT_ONE = 256, 1024


class Decisions(NamedTuple):
    """Decisions with the values of their options."""

    #: ``uint16 (n, width)``: the features that are on, filled up with ``n_features``.
    features: npt.NDArray[np.uint16]
    #: ``float32 (n, n_actions)``: the value of each option, NaN for actions that are not options.
    values: npt.NDArray[np.float32]
    #: ``uint16 (n,)``: the action that the rollout policy would have taken.
    usual: npt.NDArray[np.uint16]


class Rollouts:
    """A generator of decisions with values.

    Parameters
    ----------
    ruleset : str or Rules
        A ruleset of the shedding games.
    line_up : list of str
        A bot for each seat; they move on by a seat each deal. External programs, and bots that need events, are refused.
    rollout : str, optional
        The policy that finishes the round in all seats; by default each bot does in its own seat. It may not be a search or a program.
    goal : str
        The value of an option: "game" (the chance of winning the whole game), "points" (of the round, above the mean of the others, in
        hundreds) or "round" (rounds won).
    unit : str
        Whether "game" or "round" is played.
    every : int
        One of this many decisions with a choice is taken.
    worlds : int
        The number of orders of the draw pile in which each option is tried.
    explore : float
        The chance that a taken decision is then played at random, which leads to unusual positions.
    seed, first, step : int
        The seed of the deals, the first deal, and the step to the next. The deals are those for tuning, which no match plays.
    learners : list of int, optional
        The bots whose decisions are taken, as places of ``line_up``; by default all.
    cut : int
        The number of the seat's next choices after which the value of its network replaces the rest of the round. That has much less
        noise, but the error of the network. 0 plays to the end of the round; other values need a rollout policy with a network.
    """

    def __init__(
        self,
        ruleset: str | Rules,
        line_up: list[str],
        rollout: str | None,
        *,
        goal: str = "game",
        unit: str = "game",
        every: int = 3,
        worlds: int = 2,
        explore: float = 0.1,
        seed: int = 0,
        first: int = 0,
        step: int = 1,
        learners: list[int] | None = None,
        cut: int = 0,
    ) -> None:
        if not isinstance(ruleset, (str, os.PathLike, Rules)):
            raise TypeError(f"ruleset={ruleset!r}: a ruleset's name or file, or pg.Rules is needed")
        numbers = {"every": every, "worlds": worlds, "seed": seed, "first": first, "step": step, "cut": cut}
        small = ("every", "worlds", "cut")
        whole = {name: arguments.whole(name, it, 0, 2**32 - 1 if name in small else arguments.MOST) for name, it in numbers.items()}
        given = arguments.items("learners", learners or [], "a list of seats")
        seats = [arguments.whole("learners", seat, 0, arguments.SEATS - 1) for seat in given]
        named = arguments.items("line_up", line_up, "a list with a bot for each seat")
        bots = [arguments.text("line_up", bot) for bot in named]
        self._it = _native.Rollouts(
            ruleset if isinstance(ruleset, Rules) else os.fspath(ruleset),
            bots,
            arguments.maybe_text("rollout", rollout),
            arguments.text("goal", goal),
            arguments.text("unit", unit),
            whole["every"],
            whole["worlds"],
            arguments.number("explore", explore),
            whole["seed"],
            whole["first"],
            whole["step"],
            seats,
            whole["cut"],
        )
        #: The number of features.
        self.n_features: int = self._it.n_features
        #: The number of actions.
        self.n_actions: int = self._it.n_actions
        #: The fingerprint of deck and features, which files of weights hold.
        self.deck: str = self._it.deck

    def decisions(self, n: int) -> Decisions:
        """Returns the next ``n`` decisions."""
        n = arguments.whole("n", n, 1, 2**31)
        features = np.empty((n, _native.Rollouts.WIDTH), np.uint16)
        values = np.empty((n, self.n_actions), np.float32)
        usual = np.empty(n, np.uint16)
        self._it.fill(features, values, usual)
        return Decisions(features, values, usual)


@dataclass
class Network:
    """A trained network: its purpose, and its weights as floats. Activations are clipped to 0 to 8."""

    #: The name of the ruleset, for information.
    ruleset: str
    #: The fingerprint of deck and features: :attr:`Rollouts.deck`.
    deck: str
    #: The fewest and the most seats.
    seats: tuple[int, int]
    #: Whether it was trained under house rules.
    house: bool
    #: The goal that its values stand for, as in :class:`Rollouts`.
    goal: str
    #: The output for a value of one.
    scale: float
    #: ``(n_features, first)`` and ``(first,)``.
    rows: npt.NDArray[np.float32]
    bias1: npt.NDArray[np.float32]
    #: ``(second, first)`` and ``(second,)``.
    weights2: npt.NDArray[np.float32]
    bias2: npt.NDArray[np.float32]
    #: ``(n_actions + 1, second)`` and ``(n_actions + 1,)``; the value comes last.
    weights3: npt.NDArray[np.float32]
    bias3: npt.NDArray[np.float32]


def _whole(numbers: npt.NDArray[np.float32], one: int, type_: str) -> bytes:
    """Returns the bytes of the numbers as integers of a type, in which `one` stands for 1.0."""
    info = np.iinfo(type_)
    return np.clip(np.rint(numbers.astype(np.float64) * one), info.min, info.max).astype(type_).tobytes()


def write_weights(path: str | os.PathLike[str], networks: list[Network], provenance: dict[str, Any]) -> str:
    """Writes a file of weights (``.pgnet``) for the key ``weights`` of strategies of policy ``net``, and returns its SHA-256.

    ``provenance`` describes how the weights were made, for information.
    """
    head = {
        "networks": [
            {
                "ruleset": it.ruleset,
                "deck": it.deck,
                "seats": list(it.seats),
                "house": it.house,
                "goal": it.goal,
                "scale": it.scale,
                "features": it.rows.shape[0],
                "layers": [it.rows.shape[1], it.weights2.shape[0]],
                "outputs": it.weights3.shape[0],
            }
            for it in networks
        ],
        "provenance": provenance,
    }
    text = json.dumps(head).encode()
    body = b"pgnet 1\n" + struct.pack("<I", len(text)) + text
    for it in networks:
        body += _whole(it.rows, ONE, "<i2") + _whole(it.bias1, ONE, "<i2")
        body += _whole(it.weights2, WEIGHT_ONE, "<i2") + _whole(it.bias2, ONE * WEIGHT_ONE, "<i4")
        body += _whole(it.weights3, WEIGHT_ONE, "<i2") + _whole(it.bias3, ONE * WEIGHT_ONE, "<i4")
    digest = hashlib.sha256(body)
    with open(path, "wb") as file:
        file.write(body + digest.digest())
    return digest.hexdigest()
