#!/usr/bin/env python3
"""Measures all figures of speed: programs, the Python package, and environments beside other libraries.

    python3 scripts/measure/speed.py target/release/powergrab target/dist/powergrab [--python VENV/bin/python] [--rounds 5] [--only rounds,net]

The sides take turns, `--rounds` times, every other time in reverse. A figure is a median. A ratio is the median of the ratios of each turn,
so that a busy machine slows both sides alike; above 1, a side is faster than the first. Behind it, the ratio of the best turns: on a machine
that is busy in bursts, it varies less. `--python` names a Python with the package, which becomes a side, and for `env`
with the other libraries of `scripts/measure/env_speed.py`.

    rounds   rounds a second by bot (four seats, one thread, all statistics), from the first deal to the last; seconds of `balance` and
             of two tunings, of the programs with their start
    net      rounds a second of `net`, by instruction set
    records  seconds of a match, and of one with `--records`
    busy     the share of two processors that studies keep busy
    env      decisions a second of environments and single games, beside other libraries
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

from busy import busy

HOME = pathlib.Path(__file__).resolve().parents[2]
# By bot: a number of deals that takes about a second.
DEALS = {"random": 400_000, "greedy": 400_000, "balanced": 200_000, "champion-4": 200_000, "net": 20_000, "monte-carlo": 25}
BALANCE = ["balance", "configs/balance.toml", "--scale", "0.05"]
BUSY = {
    "balance-reference": ["balance", "configs/balance-reference.toml"],
    "sweep-hoarding-greedy": ["sweep", "configs/sweep-hoarding-greedy.toml"],
    "tournament grid": ["tournament", "configs/grid.toml"],
    "match": ["match", "--bots", "balanced,greedy", "--deals", "100000"],
}
# The commands in Python. Prints the seconds without the start of the interpreter; of a match, without what a match of one deal takes.
PACKAGE = """
import sys, time, powergrab as pg
kind, *rest = sys.argv[1:]

def match(deals):
    start = time.perf_counter()
    pg.match([rest[0]], deals=deals, unit="round", threads=1, progress=False)
    return time.perf_counter() - start

start = time.perf_counter()
if kind == "match":
    match(1)
    print(match(int(rest[1])) - match(1))
    sys.exit()
elif kind == "balance":
    pg.balance(rest[0], scale=float(rest[2]), threads=1, progress=False)
else:
    pg.tune(rest[0], threads=1, progress=False)
print(time.perf_counter() - start)
"""


class Program:
    """A build of the program."""

    def __init__(self, path, out):
        self.path, self.name, self.out = path, str(path), out

    def seconds(self, words, cpu=None):
        """Returns the seconds of a command on one thread."""
        command = [self.path, *words, "--threads", "1", "--force", "--out", self.out]
        chosen = {} if cpu is None else {"POWERGRAB_CPU": cpu}
        start = time.perf_counter()
        done = subprocess.run(list(map(str, command)), cwd=HOME, capture_output=True, text=True, env=os.environ | chosen)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
        return time.perf_counter() - start

    def match(self, bot, deals, cpu=None):
        """Returns the seconds of a match of four from its first deal to its last, as the program measures them."""
        self.seconds(["match", "--bots", f"{bot}*4", "--unit", "round", "--deals", deals], cpu)
        return json.loads((self.out / "timing.json").read_text())["seconds"]


class Package:
    """The Python package."""

    def __init__(self, python):
        self.python, self.name = python, f"the package of {python}"

    def seconds(self, words):
        done = subprocess.run([self.python, "-c", PACKAGE, *map(str, words)], cwd=HOME, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr)
        return float(done.stdout)

    def match(self, bot, deals):
        return self.seconds(["match", f"{bot}*4", deals])


def compare(args, name, sides, unit, amount=None):
    """Prints a row: the seconds of each side or, with an amount, the amount per second; then the speed of each side relative to the first,
    and in parentheses that of its best turn relative to the best turn of the first.
    """
    took = [[] for _ in sides]
    for turn in range(args.rounds):
        for i in range(len(sides))[:: -1 if turn % 2 else 1]:
            took[i].append(sides[i]())
    shown = [[amount / t for t in one] if amount else one for one in took]
    ratios = [(statistics.median(a / b for a, b in zip(took[0], one)), min(took[0]) / min(one)) for one in took[1:]]
    row = [f"{statistics.median(one):>13,.4g}" for one in shown] + [f"{ratio:>8.3f} ({best:.3f})" for ratio, best in ratios]
    print(f"{name:<26}" + "".join(row) + f"  {unit}", flush=True)


def studies(home):
    """Returns the commands of `balance` and of two tunings by name: `tune` has generations as large as those of a real tuning, `tune-quick`
    small ones, in which the start and the files weigh more.
    """
    return {
        "balance": BALANCE,
        "tune": ["tune", changed("tune-champion-2.toml", home, generations=2, validate=2_400, one_step=600)],
        "tune-quick": ["tune", changed("tune-quick.toml", home, generations=40)],
    }


def changed(name, home, **values):
    """Writes a configuration with other values of some keys to `home`, and returns its path."""
    text = (HOME / "configs" / name).read_text()
    for key, value in values.items():
        text, found = re.subn(rf"(?m)^{key} = .*$", f"{key} = {value}", text)
        if not found:
            sys.exit(f"{name}: no `{key}`")
    (home / name).write_text(text)
    return home / name


def rounds(args):
    for bot, deals in DEALS.items():
        compare(args, f"{bot}*4", [lambda s=s: s.match(bot, deals) for s in args.sides], "rounds/s", deals)
    for name, words in studies(args.home).items():
        compare(args, name, [lambda s=s: s.seconds(words) for s in args.sides], "s")


def net(args):
    for cpu in ("plain", "avx2", "avx512"):
        compare(args, f"net*4, {cpu}", [lambda p=p: p.match("net", DEALS["net"], cpu) for p in args.programs], "rounds/s", DEALS["net"])


def records(args):
    match = ["match", "--bots", "balanced,greedy", "--deals", 20_000]
    for program in args.programs:
        both = [lambda: program.seconds(match), lambda: program.seconds([*match, "--records", program.out.with_suffix(".csv")])]
        compare(args, "match, with --records", both, "s")


def keeps_busy(args):
    program = args.programs[0]
    for name, words in BUSY.items():
        share, took = busy([program.path, *words, "--threads", "2", "--force", "--out", program.out], 2)
        print(f"{name:<26}{100 * share:>13.1f} % of two processors in {took:.1f} s", flush=True)


def env(args):
    if args.python is None:
        print("not measured: it needs --python")
    else:
        subprocess.run([args.python, HOME / "scripts/measure/env_speed.py", "--rounds", str(args.rounds), "--seconds", "1"], check=True)


PARTS = {"rounds": rounds, "net": net, "records": records, "busy": keeps_busy, "env": env}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--python")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default=",".join(PARTS))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        args.home = pathlib.Path(home)
        args.programs = [Program(path, args.home / "run") for path in args.programs]
        args.sides = [*args.programs, *([Package(args.python)] if args.python else [])]
        for number, side in enumerate(args.sides):
            print(f"side {number}: {side.name}")
        for part in args.only.split(","):
            print(f"\n{part}", flush=True)
            PARTS[part](args)


if __name__ == "__main__":
    main()
