"""For those who train networks: decisions with the value of every option, and files of weights for the policy ``net``.

:class:`Rollouts` plays games of bots and tries, at some of their decisions, each option in the position as it really is; a policy plays
the round on. ``scripts/learn/net.py`` learns from that, and :func:`write_weights` makes the file that a strategy names.
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

#: What the number one is in activations and in the first layer, and in the weights of the others.
ONE, WEIGHT_ONE = 256, 1024


class Decisions(NamedTuple):
    """Some decisions."""

    #: ``uint16 (n, width)``: the features that are on, filled up with ``n_features``.
    features: npt.NDArray[np.uint16]
    #: ``float32 (n, n_actions)``: what each option was worth, NaN where the action is no option.
    values: npt.NDArray[np.float32]
    #: ``uint16 (n,)``: the action that the policy that plays on would have taken.
    usual: npt.NDArray[np.uint16]


class Rollouts:
    """Makes decisions with values, one after the other.

    Parameters
    ----------
    ruleset : str or Rules
        A ruleset of the shedding games.
    line_up : list of str
        Who plays, a bot for each seat; each deal they move on by a seat. Programs and bots that listen to events are refused.
    rollout : str, optional
        The policy that plays on in all seats; without it each bot plays on in its own. No search and no program.
    goal : str
        What an option is worth: "game" (the chance to win the whole game), "points" (of the round, over the others' mean, in hundreds)
        or "round" (rounds won).
    unit : str
        Whether "game" or "round" is played.
    every : int
        Of how many decisions with a choice one is taken.
    worlds : int
        How many orders of the draw pile each option is tried in.
    explore : float
        The chance that a decision that was taken is then played by lot, so that unusual positions come up.
    seed, first, step : int
        What begins the deals, the first deal, and how far on the next is. Deals are those for tuning: no match ever meets them.
    learners : list of int, optional
        Whose decisions are taken, as places of ``line_up``; everybody's where it is missing.
    cut : int
        At which of the seat's next choices the value of its network ends the playing on: much less noise, and the network's error instead.
        0 plays to the end of the round. Who plays on needs a network.
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
        #: How many features there are.
        self.n_features: int = self._it.n_features
        #: How many actions there are.
        self.n_actions: int = self._it.n_actions
        #: The fingerprint of deck and features, which files of weights name.
        self.deck: str = self._it.deck

    def decisions(self, n: int) -> Decisions:
        """The next ``n`` decisions."""
        n = arguments.whole("n", n, 1, 2**31)
        features = np.empty((n, _native.Rollouts.WIDTH), np.uint16)
        values = np.empty((n, self.n_actions), np.float32)
        usual = np.empty(n, np.uint16)
        self._it.fill(features, values, usual)
        return Decisions(features, values, usual)


@dataclass
class Network:
    """A trained network: what it is for, and its weights in floats. Activations are cut to 0 to 8."""

    #: The ruleset, for people.
    ruleset: str
    #: The fingerprint of deck and features: :attr:`Rollouts.deck`.
    deck: str
    #: The fewest and the most seats.
    seats: tuple[int, int]
    #: Whether it was trained under house rules.
    house: bool
    #: What its numbers tell, as in :class:`Rollouts`.
    goal: str
    #: How much comes out for a value of one.
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
    info = np.iinfo(type_)
    return np.clip(np.rint(numbers.astype(np.float64) * one), info.min, info.max).astype(type_).tobytes()


def write_weights(path: str | os.PathLike[str], networks: list[Network], provenance: dict[str, Any]) -> str:
    """Writes a file of weights (``.pgnet``) for the key ``weights`` of strategies of policy ``net``; gives its SHA-256.

    ``provenance`` says how the weights were made, for people.
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
