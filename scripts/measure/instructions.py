#!/usr/bin/env python3
"""Compares the instructions that two builds of the program take for the same work, as Valgrind counts them.

A machine that others use matters little, unless a run waits for a processor for seconds: deals that take longer than a second are handed in
before their chunk is complete, and each time that takes instructions.

    python3 scripts/measure/instructions.py target/release/powergrab target/dist/powergrab [--least 0.9] [--only balanced,tune]

Plays each job at two sizes and takes the difference, which leaves out the cost of the start. Both programs must write the same results.
Prints the instructions of each in millions, and the ratio of the second to the first. Exit code 1 if a ratio is below `--least`, or if
results differ.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

# By name: a function from a size to the command, and a small and a large size.
JOBS = {
    **{
        bot: (lambda n, bot=bot: ["match", "--bots", f"{bot}*4", "--unit", "round", "--deals", n], sizes)
        for bot, sizes in {
            "random": (100, 2100),
            "greedy": (100, 2100),
            "balanced": (100, 1100),
            "champion-4": (100, 1100),
            "net": (4, 44),
            "monte-carlo": (1, 3),
        }.items()
    },
    "balance": (lambda n: ["balance", "configs/balance.toml", "--scale", n], (0.005, 0.02)),
    "tune": (lambda n: ["tune", "configs/tune-quick.toml", "--generations", n], (2, 10)),
}
TOTAL = re.compile(r"I +refs: +([0-9,]+)")
# Files about the run, not about its games.
ABOUT = {"manifest.json", "timing.json"}
COMMIT = re.compile(rb"commit ([0-9a-f]{12}(-dirty)?|unknown)")


def instructions(program, arguments, out):
    """Counts the instructions of the command, which writes its results to `out`."""
    # Without checkpoints between: a slow run would write more of them than a fast one.
    command = [str(program), *map(str, arguments), "--threads", "1", "--out", str(out), "--checkpoint", "86400"]
    counted = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run([*counted, *command], capture_output=True, text=True)
    found = TOTAL.search(done.stderr)
    if done.returncode != 0 or not found:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return int(found[1].replace(",", ""))


def results(out):
    """Returns the files of results by their paths, without the commit that strategy files name."""
    files = (path for path in sorted(out.rglob("*")) if path.is_file() and path.name not in ABOUT)
    return {str(path.relative_to(out)): COMMIT.sub(b"", path.read_bytes()) for path in files}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=pathlib.Path)
    parser.add_argument("second", type=pathlib.Path)
    parser.add_argument("--least", type=float, default=0.9)
    parser.add_argument("--only", help="some of the jobs, separated by commas")
    args = parser.parse_args()
    names = args.only.split(",") if args.only else list(JOBS)
    failed = False
    print(f"{'million instructions':<22}{'first':>10}{'second':>10}{'ratio':>8}")
    for name in names:
        job, sizes = JOBS[name]
        with tempfile.TemporaryDirectory() as home, ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            outs = [pathlib.Path(home, f"{side}-{size}") for side in (1, 2) for size in sizes]
            programs = [args.first] * 2 + [args.second] * 2
            counted = list(pool.map(instructions, programs, map(job, sizes * 2), outs))
            counts = [(counted[large] - counted[large - 1]) / 1e6 for large in (1, 3)]
            ratio = counts[1] / counts[0]
            same = results(outs[1]) == results(outs[3])
            failed |= ratio < args.least or not same
            verdict = ("" if ratio >= args.least else f"  below {args.least}") + ("" if same else "  RESULTS DIFFER")
            print(f"{name:<22}{counts[0]:>10,.1f}{counts[1]:>10,.1f}{ratio:>8.3f}{verdict}", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
