"""How fast environments step from Python, beside those of other libraries: decisions per second with a random policy.

    python -m venv venv && venv/bin/pip install ./python rlcard pettingzoo open_spiel gymnasium
    venv/bin/python scripts/env_speed.py [--seconds 2] [--rounds 5]

Every library plays in turn for the same time, several rounds long, in one thread; the figure is the median of the rounds. A decision is
one action of one player. powergrab steps 1,024 environments of Power Grab at four seats, every seat a learner, with a policy in
numpy. RLCard's `uno`, PettingZoo's `connect_four` and OpenSpiel's `crazy_eights` are asked as their documents show.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import Callable, Iterator

import numpy as np

ENVS = 1024


def powergrab(opponents: str | None = None) -> Iterator[int]:
    """Yields decisions, a step at a time."""
    import powergrab as pg

    learners = None if opponents is None else [0]
    env = pg.VectorEnv("power-grab", ENVS, 4, learners, opponents or "random", seed=1, copy=False)
    rng = np.random.default_rng(1)
    rows = np.arange(ENVS)
    _, info = env.reset()
    while True:
        for _ in range(20):
            lots = (rng.random(ENVS, np.float32) * info["n_legal"]).astype(np.intp)
            _, _, _, _, info = env.step(info["legal"][rows, lots])
        yield 20 * ENVS


def rlcard() -> Iterator[int]:
    import rlcard

    env = rlcard.make("uno", config={"seed": 1})
    while True:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            action = random.choice(list(state["legal_actions"]))
            state, _ = env.step(action)
            decisions += 1
        yield decisions


def pettingzoo() -> Iterator[int]:
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    while True:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            env.step(int(np.random.choice(np.flatnonzero(observation["action_mask"]))))
            decisions += 1
        yield decisions


def open_spiel() -> Iterator[int]:
    import pyspiel

    game = pyspiel.load_game("crazy_eights")
    while True:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, _ = zip(*state.chance_outcomes())
                state.apply_action(random.choice(outcomes))
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        yield decisions


CONTENDERS: dict[str, Callable[[], Iterator[int]]] = {
    "powergrab, every seat a learner": powergrab,
    "powergrab, one learner and three balanced": lambda: powergrab("balanced"),
    "RLCard uno": rlcard,
    "PettingZoo connect_four": pettingzoo,
    "OpenSpiel crazy_eights": open_spiel,
}


def rate(steps: Iterator[int], seconds: float) -> float:
    """Decisions per second."""
    decisions, start = 0, time.perf_counter()
    while (took := time.perf_counter() - start) < seconds:
        decisions += next(steps)
    return decisions / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    running: dict[str, Iterator[int]] = {}
    for name, make in CONTENDERS.items():
        try:
            running[name] = make()
            next(running[name])
        except ImportError as missing:
            running.pop(name, None)
            print(f"{name}: not installed ({missing.name})")
    rates: dict[str, list[float]] = {name: [] for name in running}
    for _ in range(args.rounds):
        for name, steps in running.items():
            rates[name].append(rate(steps, args.seconds))
    own = statistics.median(next(iter(rates.values())))
    for name, values in rates.items():
        middle = statistics.median(values)
        spread = f"{min(values):,.0f} to {max(values):,.0f}"
        print(f"{name:45} {middle:12,.0f} decisions/s ({spread}), powergrab is {own / middle:.1f} times as fast")


if __name__ == "__main__":
    main()
