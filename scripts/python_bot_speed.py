"""Rounds per second of bots in Python: a program behind a pipe, a class (`decide`), a function over arrays (`decide_batch`).

    python scripts/python_bot_speed.py          # needs the package with numpy; a minute

Program and class take the first option. The function over arrays is a network with 128 hidden units, of which the share of the time that its
arithmetic takes is told as well: no code around it can make it faster than that. Each plays alone against `greedy`, in turn, on one thread; medians
of five.
"""

import json
import os
import pathlib
import statistics
import sys
import tempfile
import time

# The network is to have one core, as the others have.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np

import powergrab as pg

PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "first", "events": False, "view": "short"}), flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "answer", "game": message["game"], "option": message["options"][0]}), flush=True)
    elif message["type"] == "quit":
        break
"""


class First(pg.Bot):
    """Takes the first option."""

    def decide(self, view, options):
        return options[0]


class Network(pg.Bot):
    """A network with random weights and 128 hidden units."""

    def __init__(self):
        self.weights = None
        self.seconds = 0.0
        self.decisions = 0

    def decide_batch(self, observations, masks):
        if self.weights is None:
            rng = np.random.default_rng(1)
            sizes = (observations.shape[1], 128, masks.shape[1])
            self.weights = [rng.standard_normal(shape, dtype=np.float32) for shape in zip(sizes, sizes[1:])]
        started = time.perf_counter()
        first, second = self.weights
        hidden = np.maximum(observations.astype(np.float32) @ first, 0)
        actions = np.where(masks == 1, hidden @ second, -np.inf).argmax(axis=1)
        self.seconds += time.perf_counter() - started
        self.decisions += len(observations)
        return actions


def rounds_per_second(bot, deals):
    """What a match against greedy plays."""
    started = time.perf_counter()
    run = pg.match([bot, "greedy"], deals=deals, unit="round", threads=1, progress=False)
    return run.manifest["result"]["rounds_really_played"] / (time.perf_counter() - started)


def main():
    with tempfile.TemporaryDirectory() as home:
        program = pathlib.Path(home) / "first.py"
        program.write_text(PROGRAM)
        strategy = pathlib.Path(home) / "piped.toml"
        strategy.write_text(f'policy = "process"\ncommand = {json.dumps([sys.executable, str(program)])}\n')
        network = Network()
        piped, called, batched = [], [], []
        for _ in range(5):
            piped.append(rounds_per_second(strategy, 500))
            called.append(rounds_per_second(First(), 10_000))
            batched.append(rounds_per_second(network, 20_000))
    pipe, call, batch = (statistics.median(rates) for rates in (piped, called, batched))
    print(f"pipe {pipe:,.0f} rounds a second")
    print(f"class {call:,.0f}: {call / pipe:.1f} times the pipe")
    alone = network.seconds / network.decisions
    print(f"function over arrays {batch:,.0f}: {batch / pipe:.1f} times the pipe; {alone * 1e6:.2f} microseconds a decision are the network's arithmetic")


if __name__ == "__main__":
    main()
