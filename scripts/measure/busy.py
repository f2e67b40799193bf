#!/usr/bin/env python3
"""Measures how busy a command keeps the processors: the share of time in which its threads run or wait to run.

    python3 scripts/measure/busy.py target/release/powergrab balance configs/balance-reference.toml --threads 2 --out DIR

Reads Linux's schedstat of every thread some 50 times a second. A thread that waits for a processor does not count as idle, so other programs
on the machine matter little. The command's `--threads` is the number of processors to compare with.
"""

import argparse
import pathlib
import subprocess
import sys
import time


def sample(pid, seen):
    """Adds the time that each thread has run and waited so far, in nanoseconds."""
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*"):
        try:
            run, wait, _ = map(int, (task / "schedstat").read_text().split())
        except (OSError, ValueError):
            continue
        seen[task.name] = run + wait


def busy(command, threads):
    """Returns the share of `threads` processors that the command used, and the seconds that it took."""
    start = time.monotonic()
    command = list(map(str, command))
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    seen = {}
    while process.poll() is None:
        sample(process.pid, seen)
        time.sleep(0.02)
    took = time.monotonic() - start
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: {process.stderr.read().decode()}")
    return sum(seen.values()) / 1e9 / (threads * took), took


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    threads = int(args.command[args.command.index("--threads") + 1]) if "--threads" in args.command else 2
    share, took = busy(args.command, threads)
    print(f"{100 * share:.1f} % of {threads} processors in {took:.1f} s")


if __name__ == "__main__":
    main()
