"""Measures bots in Python in rounds per second: a program behind a pipe, a class (`decide`), a function over arrays (`decide_batch`).

    python scripts/measure/python_bot_speed.py          # needs the package with numpy; a minute

Program and class first take the first option; in a second variant both read the hand, the top card and the numbers of cards of the others. The
function over arrays is a network with 128 hidden units. The time of its arithmetic is printed too, as a lower bound. Each plays against
`greedy` on one thread. They take turns; figures are medians of five.
"""

import json
import os
import pathlib
import statistics
import sys
import tempfile
import time

# Limits the network to one core, which the others use too.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np

import powergrab as pg

PROGRAM = """
import json, sys
CHOOSE
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "first", "events": False, "view": "short"}), flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "answer", "game": message["game"], "option": choose(message["view"], message["options"])}), flush=True)
    elif message["type"] == "quit":
        break
"""


FIRST = """
def choose(view, options):
    return options[0]
"""

READING = """
def choose(view, options):
    colours = [card[0] for card in view["hand"]]
    if options[0] in "RYGB":
        return max(options, key=colours.count)
    threatened = min(player["cards"] for player in view["players"]) < 3
    same = [option for option in options if option[0] == view["top"][0]]
    return same[-1] if same and threatened else options[0]
"""


class Class(pg.Bot):
    """Chooses like a program with the same text."""

    def __init__(self, text):
        namespace = {}
        exec(text, namespace)
        self.choose = namespace["choose"]

    def decide(self, view, options):
        return self.choose(view, options)


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
    """Returns the rounds per second of a match against greedy."""
    started = time.perf_counter()
    run = pg.match([bot, "greedy"], deals=deals, unit="round", threads=1, progress=False)
    return run.manifest["result"]["rounds_really_played"] / (time.perf_counter() - started)


def main():
    with tempfile.TemporaryDirectory() as home:
        strategies = {}
        for name, text in (("first", FIRST), ("reading", READING)):
            program = pathlib.Path(home) / f"{name}.py"
            program.write_text(PROGRAM.replace("CHOOSE", text))
            strategies[name] = pathlib.Path(home) / f"{name}.toml"
            strategies[name].write_text(f'policy = "process"\ncommand = {json.dumps([sys.executable, str(program)])}\n')
        network = Network()
        rates = {key: [] for key in ("pipe", "class", "pipe, reading", "class, reading", "batch")}
        for _ in range(5):
            rates["pipe"].append(rounds_per_second(strategies["first"], 500))
            rates["class"].append(rounds_per_second(Class(FIRST), 10_000))
            rates["pipe, reading"].append(rounds_per_second(strategies["reading"], 500))
            rates["class, reading"].append(rounds_per_second(Class(READING), 10_000))
            rates["batch"].append(rounds_per_second(network, 20_000))
    pipe, call, pipe_read, call_read, batch = (statistics.median(five) for five in rates.values())
    print(f"pipe {pipe:,.0f} rounds a second")
    print(f"class {call:,.0f}: {call / pipe:.1f} times the pipe")
    print(f"reading: pipe {pipe_read:,.0f}, class {call_read:,.0f}: {call_read / pipe_read:.1f} times the pipe")
    alone = network.seconds / network.decisions
    print(f"function over arrays {batch:,.0f}: {batch / pipe:.1f} times the pipe; {alone * 1e6:.2f} microseconds a decision for the network's arithmetic")


if __name__ == "__main__":
    main()
