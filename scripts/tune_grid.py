#!/usr/bin/env python3
"""Tunes a strategy's parameters by playing: separable CMA-ES over the binary, standard library only.

    scripts/tune_grid.py powergrab grid-heuristic --players 2,4,8 --deals 300 --generations 60 --out results/tuned

Each generation is one gauntlet: all candidates on the same deals, against tables full of the strategy as it is. Every
generation has a seed of its own, so no deal is looked at twice. What is written at the end is the search's mean, the average over its last
third, not the candidate that was luckiest. Validate it on deals of another seed: the figures seen here are flattering.

Method: R. Ros and N. Hansen, "A simple modification in CMA-ES achieving linear time and space complexity", PPSN 2008.
"""
import argparse
import csv
import json
import math
import pathlib
import random
import re
import subprocess

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("powergrab", help="the program")
parser.add_argument("strategy", help="a built-in strategy that plays the ruleset")
parser.add_argument("--ruleset", default="grid")
parser.add_argument("--players", default="2,4", help="numbers of players, each of equal weight")
parser.add_argument("--deals", type=int, default=300, help="deals a generation")
parser.add_argument("--generations", type=int, default=60)
parser.add_argument("--candidates", type=int, default=12)
parser.add_argument("--step", type=float, default=0.25, help="first step, in units of each parameter's scale")
parser.add_argument("--seed", type=int, default=1000, help="of the first generation; the next ones count on")
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("--out", default="results/tuned", help="a directory")
args = parser.parse_args()

out = pathlib.Path(args.out)
out.mkdir(parents=True, exist_ok=True)
players = [int(n) for n in args.players.split(",")]
told = subprocess.run([args.powergrab, "strategies", args.strategy], capture_output=True, text=True, check=True).stdout
policy = re.search(r"^policy +(\S+)", told, re.M)[1]
number = r"(-?[\d.]+(?:e-?\d+)?)"
found = re.findall(rf"^ +\*? *(\w+) = {number} +\({number} to {number}, (\w+), default", told, re.M)
names = [f[0] for f in found]
start = [float(f[1]) for f in found]
low, high = [float(f[2]) for f in found], [float(f[3]) for f in found]
# A parameter moves in units of its own size, but not of less than a twentieth of its range to three units around 0.
scale = [max(abs(x), min((h - l) / 20, 1.0), 0.05) for x, l, h in zip(start, low, high)]
n = len(names)
rng = random.Random(args.seed)


def values(z):
    return [min(max(x + s * u, l), h) for x, s, u, l, h in zip(start, scale, z, low, high)]


def strategy_file(path, z, comment=""):
    lines = [comment] if comment else []
    lines += [f'policy = "{policy}"', "[params]"]
    lines += [f"{name} = {round(value, 3)!r}" for name, value in zip(names, values(z))]
    path.write_text("\n".join(lines) + "\n")


def play(candidates, seed):
    """The gain of each candidate: wins above the fair share, as a part of it."""
    files = []
    for i, z in enumerate(candidates):
        strategy_file(out / f"c{i}.toml", z)
        files.append(f"./c{i}.toml")
    config = out / "generation.toml"
    config.write_text(
        f'name = "generation"\nruleset = "{args.ruleset}"\nformat = "gauntlet"\nline_up_deals = "shared"\nheroes = {json.dumps(files)}\n'
        f'field = ["{args.strategy}"]\nplayers = {players}\nrepeat = true\ndeals = {args.deals}\nseed = {seed}\n'
    )
    run = [args.powergrab, "tournament", "generation.toml", "--out", "generation", "--force", "--format", "json"]
    subprocess.run(run + ["--threads", str(args.threads)], cwd=out, capture_output=True, check=True)
    gain = {}
    with open(out / "generation" / "bots.csv", newline="") as file:
        for row in csv.DictReader(file):
            part = float(row["win_rate"]) / float(row["fair_share"]) - 1
            gain[row["bot"]] = gain.get(row["bot"], 0) + part / len(players)
    return [gain[f"c{i}"] for i in range(len(candidates))]


size = args.candidates
weights = [math.log((size + 1) / 2) - math.log(i + 1) for i in range(size // 2)]
weights = [w / sum(weights) for w in weights]
mu = 1 / sum(w * w for w in weights)
c_sigma = (mu + 2) / (n + mu + 5)
d_sigma = 1 + c_sigma + 2 * max(0, math.sqrt((mu - 1) / (n + 1)) - 1)
c_c = (4 + mu / n) / (n + 4 + 2 * mu / n)
c_1 = min(1, (n + 2) / 3 * 2 / ((n + 1.3) ** 2 + mu))
c_mu = min(1 - c_1, (n + 2) / 3 * 2 * (mu - 2 + 1 / mu) / ((n + 2) ** 2 + mu))
length = math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
mean, sigma = [0.0] * n, args.step
variance, p_sigma, p_c = [1.0] * n, [0.0] * n, [0.0] * n
late = []
for generation in range(args.generations):
    steps = [[rng.gauss(0, 1) for _ in range(n)] for _ in range(size)]
    tried = [[m + sigma * math.sqrt(v) * u for m, v, u in zip(mean, variance, step)] for step in steps]
    gains = play(tried, args.seed + generation)
    best = sorted(range(size), key=lambda i: -gains[i])[: len(weights)]
    step = [sum(w * steps[i][k] for w, i in zip(weights, best)) for k in range(n)]
    mean = [m + sigma * math.sqrt(v) * s for m, v, s in zip(mean, variance, step)]
    p_sigma = [(1 - c_sigma) * p + math.sqrt(c_sigma * (2 - c_sigma) * mu) * s for p, s in zip(p_sigma, step)]
    norm = math.sqrt(sum(p * p for p in p_sigma))
    keep = norm / math.sqrt(1 - (1 - c_sigma) ** (2 * generation + 2)) < (1.4 + 2 / (n + 1)) * length
    for k in range(n):
        p_c[k] = (1 - c_c) * p_c[k] + keep * math.sqrt(c_c * (2 - c_c) * mu * variance[k]) * step[k]
        spread = sum(w * variance[k] * steps[i][k] ** 2 for w, i in zip(weights, best))
        variance[k] = (1 - c_1 - c_mu) * variance[k] + c_1 * p_c[k] ** 2 + c_mu * spread
    sigma *= math.exp(min(1, c_sigma / d_sigma * (norm / length - 1)))
    if generation >= args.generations * 2 // 3:
        late.append(mean)
    print(f"{generation:3} mean gain {sum(gains) / size:+.4f} best {max(gains):+.4f} step {sigma:.3f}", flush=True)
    strategy_file(out / "mean.toml", mean)
    if late:
        strategy_file(out / "tuned.toml", [sum(z[k] for z in late) / len(late) for k in range(n)])
