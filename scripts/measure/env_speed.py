"""Measures how fast games play from Python beside those of other libraries: decisions per second with a random policy.

    python -m venv venv && venv/bin/pip install './python[env]' open_spiel rlcard pygame pgx 'jax[cpu]'
    venv/bin/python scripts/measure/env_speed.py [--seconds 2] [--rounds 5] [--markdown]

A decision is one action of one player. Single games are compared with single games, and batches with batches, each library with the fastest
loop that its documents allow. All take turns for the same time; a figure is the median of several rounds. Processor time counts, so other
programs matter little; `taskset -c 1` limits JAX to one processor, too. Libraries that are not installed are left out. `--markdown` prints the
table of docs/how-to/python.md.

The games differ: Power Grab and UNO are larger than crazy eights, and those are larger than connect four.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import Any, Callable, Iterator, NamedTuple

import numpy as np


def state() -> Iterator[int]:
    """Yields the numbers of decisions of single games."""
    import powergrab as pg

    pick, game, seed = random.random, pg.load_game("power-grab", 4), 0
    while True:
        seed, decisions = seed + 1, 0
        one = game.new_initial_state(seed)
        legal_actions, apply_action, is_terminal = one.legal_actions, one.apply_action, one.is_terminal
        while not is_terminal():
            legal = legal_actions()
            apply_action(legal[int(pick() * len(legal))])
            decisions += 1
        yield decisions


def game_env() -> Iterator[int]:
    import powergrab as pg

    pick, env = random.random, pg.GameEnv("power-grab", 2, opponents="random", seed=1)
    env.reset()
    legal_actions, step = env.legal_actions, env.step
    while True:
        for _ in range(1000):
            legal = legal_actions()
            if step(legal[int(pick() * len(legal))])[2]:
                env.reset()
        yield 1000


def vector_of_one() -> Iterator[int]:
    import powergrab as pg

    env = pg.VectorEnv("power-grab", 1, 4, seed=1, copy=False)
    _, info = env.reset()
    actions = np.zeros(1, np.int64)
    pick, legal, n_legal, step = random.random, info["legal"].item, info["n_legal"].item, env.step
    while True:
        for _ in range(1000):
            actions[0] = legal(int(pick() * n_legal()))
            step(actions)
        yield 1000


def vector(n: int, opponents: str | None = None) -> Iterator[int]:
    import powergrab as pg

    learners = None if opponents is None else [0]
    env = pg.VectorEnv("power-grab", n, 4, learners, opponents, seed=1, copy=False)
    _, info = env.reset()
    rng, legal, n_legal = np.random.default_rng(1), info["legal"].reshape(-1), info["n_legal"]
    rows, lots = np.arange(n) * info["legal"].shape[1], np.zeros(n, np.float32)
    while True:
        for _ in range(20):
            rng.random(n, np.float32, out=lots)
            np.multiply(lots, n_legal, out=lots)
            env.step(legal.take(rows + lots.astype(np.int64)).astype(np.int64))
        yield 20 * n


def open_spiel() -> Iterator[int]:
    import pyspiel

    pick, game = random.random, pyspiel.load_game("crazy_eights")
    first = game.new_initial_state()
    while first.is_chance_node():  # All outcomes are equally likely, so one is drawn like an action.
        assert len({probability for _, probability in first.chance_outcomes()}) == 1
        first.apply_action(random.choice(first.legal_actions()))
    while True:
        state, decisions = game.new_initial_state(), 0
        legal_actions, apply_action, is_chance_node = state.legal_actions, state.apply_action, state.is_chance_node
        while not state.is_terminal():
            decisions += not is_chance_node()
            legal = legal_actions()
            apply_action(legal[int(pick() * len(legal))])
        yield decisions


def rlcard() -> Iterator[int]:
    import rlcard

    pick, env = random.random, rlcard.make("uno", config={"seed": 1})
    while True:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(pick() * len(legal))])
            decisions += 1
        yield decisions


def pettingzoo() -> Iterator[int]:
    from pettingzoo.classic import connect_four_v3

    pick, env = random.random, connect_four_v3.raw_env()
    while True:
        env.reset()
        decisions = 0
        while not any(env.terminations.values()):
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
            env.step(int(legal[int(pick() * len(legal))]))
            decisions += 1
        yield decisions


def pgx(n: int) -> Iterator[int]:
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental.wrappers import auto_reset

    steps, env = max(20, 200_000 // n), library.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: None) -> Any:
        state, key = carry
        key, lots, begin = jax.random.split(key, 3)
        actions = jax.random.categorical(lots, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return (step(state, actions, jax.random.split(begin, n)), key), None

    play = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=steps)[0])
    key = jax.random.PRNGKey(1)
    carry = jax.jit(jax.vmap(env.init))(jax.random.split(key, n)), key
    while True:
        carry = jax.block_until_ready(play(carry))
        yield n * steps


class Contender(NamedTuple):
    """A library and a game, with a function that plays it."""

    name: str
    game: str
    play: Callable[[], Iterator[int]]


ONE = [
    Contender("powergrab `GameState`", "Power Grab, 4 seats", state),
    Contender("powergrab `GameEnv`", "Power Grab, against `random`", game_env),
    Contender("powergrab `VectorEnv(num_envs=1)`", "Power Grab, 4 seats", vector_of_one),
    Contender("OpenSpiel", "crazy eights", open_spiel),
    Contender("RLCard", "UNO", rlcard),
    Contender("PettingZoo", "connect four", pettingzoo),
]
MANY = [
    Contender("powergrab `VectorEnv(num_envs=1024)`", "Power Grab, 4 seats", lambda: vector(1024)),
    Contender("powergrab `VectorEnv(num_envs=8192)`", "Power Grab, 4 seats", lambda: vector(8192)),
    Contender("powergrab `VectorEnv(num_envs=1024)`", "Power Grab, three `balanced`", lambda: vector(1024, "balanced")),
    Contender("pgx, 1,024 games", "connect four", lambda: pgx(1024)),
    Contender("pgx, 8,192 games", "connect four", lambda: pgx(8192)),
]


def rate(steps: Iterator[int], seconds: float) -> float:
    """Returns the decisions per second of processor time."""
    decisions, start = 0, time.process_time()
    while (took := time.process_time() - start) < seconds:
        decisions += next(steps)
    return decisions / took


def measured(contenders: list[Contender], seconds: float, rounds: int) -> dict[Contender, list[float]]:
    """Returns the rates of the installed contenders, round by round."""
    running: dict[Contender, Iterator[int]] = {}
    for contender in contenders:
        steps = contender.play()
        try:
            rate(steps, seconds)  # Warms up: the first round also compiles.
        except ImportError as missing:
            print(f"{contender.name}: not installed ({missing.name})")
        else:
            running[contender] = steps
    rates: dict[Contender, list[float]] = {contender: [] for contender in running}
    for _ in range(rounds):
        for contender, steps in running.items():
            rates[contender].append(rate(steps, seconds))
    return rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="the seconds of each contender in a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--markdown", action="store_true", help="print the table of the documents")
    args = parser.parse_args()
    if args.markdown:
        print("| plays | game | decisions per second | ratio of powergrab |\n|---|---|---|---|")
    for title, contenders in (("one game", ONE), ("many games at once", MANY)):
        if not args.markdown:
            print(f"{title}:")
        rates = measured(contenders, args.seconds, args.rounds)
        own = statistics.median(next(iter(rates.values()), [0.0]))
        for contender, values in rates.items():
            middle = statistics.median(values)
            times = "" if contender.name.startswith("powergrab") else f"{own / middle:.2f}"
            if args.markdown:
                print(f"| {contender.name} | {contender.game} | {round(middle, -3):,.0f} | {times} |")
            else:
                name = f"{contender.name.replace('`', '')}, {contender.game.replace('`', '')}"
                spread = f"{min(values):,.0f} to {max(values):,.0f}"
                print(f"  {name:66} {middle:12,.0f} decisions/s ({spread}) {times}")


if __name__ == "__main__":
    main()
