#!/usr/bin/env python3
"""How much of the processors a command keeps busy: the share of its threads' time in which they run or wait to run.

    python3 scripts/measure/busy.py target/release/powergrab balance configs/balance-reference.toml --threads 2 --out DIR

Read from Linux's schedstat of every thread, some 50 times a second. A thread that waits for a processor that another program has is not
counted as idle, so that a busy machine does not matter much. `--threads` of the command says how many processors there are to use.
"""

import argparse
import pathlib
import subprocess
import sys
import time


def sample(pid, seen):
    """Adds what each thread has run and waited so far, in nanoseconds."""
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*"):
        try:
            run, wait, _ = map(int, (task / "schedstat").read_text().split())
        except (OSError, ValueError):
            continue
        seen[task.name] = run + wait


def busy(command, threads):
    """The share of `threads` processors that the command used, and how long it took."""
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
