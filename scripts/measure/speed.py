#!/usr/bin/env python3
"""Every figure of speed in one run: the program as built for release and as `dist`, the Python package, the environments beside other libraries.

    python3 scripts/measure/speed.py target/release/powergrab target/dist/powergrab [--python VENV/bin/python] [--rounds 5] [--only rounds,net]

What is compared takes turns, `--rounds` times over; a figure is the median, a ratio the median of the ratios of each turn, so that a machine
which others use too moves both sides alike. `--python` names a Python that has the package and, for the last part, the other libraries of
`scripts/env_speed.py`. Any number of programs may be given; ratios are to the first. Parts:

    rounds   rounds a second by bot, four seats, one thread, statistics and all; `balance` and `tune` in seconds
    net      nanoseconds a decision of `net`, by instruction set
    records  what `match --records` takes beside `match` without
    busy     the share of two processors that studies keep busy
    python   a match in Python beside the program's
    env      decisions a second of environments and of single games, beside other libraries
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from busy import busy

HOME = pathlib.Path(__file__).resolve().parents[2]
# By bot: how many deals take some tenths of a second.
DEALS = {"random": 200_000, "greedy": 200_000, "balanced": 100_000, "champion-4": 100_000, "net": 6_000, "monte-carlo": 25}
STUDIES = {"balance": ["balance", "configs/balance.toml", "--scale", "0.05"], "tune": ["tune", "configs/tune-quick.toml"]}
BUSY = {
    "balance-reference, whole": ["balance", "configs/balance-reference.toml"],
    "sweep-hoarding-greedy": ["sweep", "configs/sweep-hoarding-greedy.toml"],
    "tournament grid": ["tournament", "configs/grid.toml"],
    "match": ["match", "--bots", "balanced,greedy", "--deals", "100000"],
}
# A match in Python; the figure is what it says of itself.
IN_PYTHON = "import powergrab as pg, sys, time\nt = time.perf_counter()\npg.match([sys.argv[1]], deals=int(sys.argv[2]), unit='round', threads=1)\nprint(time.perf_counter() - t)"


def run(command):
    """Seconds that a command takes."""
    start = time.perf_counter()
    done = subprocess.run([str(word) for word in command], cwd=HOME, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    return time.perf_counter() - start


def said(out):
    """Seconds that a run says of itself, from its first deal to its last."""
    return json.loads((out / "timing.json").read_text())["seconds"]


def in_turn(rounds, sides):
    """By side, what each measures in each round."""
    return [list(one) for one in zip(*([side() for side in sides] for _ in range(rounds)))]


def line(name, values, unit, better_high):
    """A row: medians, and the ratio of each side to the first."""
    first = values[0]
    cells = [f"{statistics.median(one):>14,.4g}" for one in values]
    ratios = [statistics.median((b / a if better_high else a / b) for a, b in zip(first, one)) for one in values[1:]]
    print(f"{name:<34}" + "".join(cells) + "".join(f"{ratio:>9.3f}" for ratio in ratios) + f"  {unit}", flush=True)


def rounds(args, home):
    def match(program, bot, deals):
        out = home / "match"
        run([program, "match", "--bots", f"{bot}*4", "--unit", "round", "--deals", deals, "--threads", 1, "--force", "--out", out])
        return deals / said(out)

    def study(program, words):
        return run([program, *words, "--threads", 1, "--force", "--out", home / "study"])

    for bot, deals in DEALS.items():
        sides = [lambda p=p: match(p, bot, deals) for p in args.programs]
        line(f"{bot}*4", in_turn(args.rounds, sides), "rounds/s", True)
    for name, words in STUDIES.items():
        line(name, in_turn(args.rounds, [lambda p=p: study(p, words) for p in args.programs]), "s", False)


def net(args, home):
    for seats, deals in ((2, 12_000), (4, 6_000)):
        for cpu in ("plain", "avx2", "avx512"):

            def decision(program):
                """Nanoseconds a decision: a run of `net` less one of `first-legal`, over the decisions that `net` was asked for."""
                out = home / "net"
                command = [program, "match", "--bots", f"net*{seats}", "--unit", "round", "--deals", deals, "--threads", 1, "--force", "--out", out]
                subprocess.run([str(word) for word in command], cwd=HOME, capture_output=True, check=True, env={"POWERGRAB_CPU": cpu})
                return 1e9 * said(out) / deals

            sides = [lambda p=p: decision(p) for p in args.programs]
            line(f"net*{seats}, {cpu}", in_turn(args.rounds, sides), "ns a round", False)


def records(args, home):
    for program in args.programs:
        match = [program, "match", "--bots", "balanced,greedy", "--deals", 20_000, "--threads", 1, "--force", "--out", home / "match"]
        sides = [lambda: run(match), lambda: run([*match, "--records", home / "records.csv"])]
        line("match, and with --records", in_turn(args.rounds, sides), "s", False)


def keeps_busy(args, home):
    for name, words in BUSY.items():
        share, took = busy([str(args.programs[0]), *words, "--threads", "2", "--force", "--out", str(home / "busy")], 2)
        print(f"{name:<34}{100 * share:>13.1f} % of two processors in {took:.1f} s", flush=True)


def python(args, home):
    if args.python is None:
        return print("no --python: the package was not measured")

    def package(bot, deals):
        done = subprocess.run([args.python, "-c", IN_PYTHON, f"{bot}*4", str(deals)], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr)
        return deals / float(done.stdout)

    def program(bot, deals):
        out = home / "match"
        run([args.programs[0], "match", "--bots", f"{bot}*4", "--unit", "round", "--deals", deals, "--threads", 1, "--force", "--out", out])
        return deals / said(out)

    for bot in ("random", "balanced", "net"):
        sides = [lambda: program(bot, DEALS[bot]), lambda: package(bot, DEALS[bot])]
        line(f"{bot}*4: program, package", in_turn(args.rounds, sides), "rounds/s", True)


def env(args, home):
    if args.python is None:
        return print("no --python: environments were not measured")
    subprocess.run([args.python, HOME / "scripts/env_speed.py", "--rounds", str(args.rounds), "--seconds", "1"], check=True)


PARTS = {"rounds": rounds, "net": net, "records": records, "busy": keeps_busy, "python": python, "env": env}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--python")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default=",".join(PARTS))
    args = parser.parse_args()
    for number, program in enumerate(args.programs):
        print(f"program {number}: {program}")
    with tempfile.TemporaryDirectory() as home:
        for part in args.only.split(","):
            print(f"\n{part}", flush=True)
            PARTS[part](args, pathlib.Path(home))


if __name__ == "__main__":
    main()
