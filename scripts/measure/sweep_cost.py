"""Measures the overhead of a sweep: its time relative to that of a match with as many games.

    python3 scripts/measure/sweep_cost.py [CELLS] [DEALS] [PROGRAM]      (200 cells, 20000 deals, target/release/powergrab)

All cells are equal, and the match has the same bots, so both play the same kind of games. Prints the processor time and the wall time of both.
Exit code 1 if the processor time is more than 1.1 times that of the match.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOST = 1.1


def measured(command, cwd):
    """Returns the processor time and the wall time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(command, cwd=cwd, check=True, capture_output=True)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, wall


def main():
    cells = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    deals = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
    program = str(Path(sys.argv[3] if len(sys.argv) > 3 else "target/release/powergrab").resolve())
    bots = ["balanced", "greedy"]
    with tempfile.TemporaryDirectory() as home:
        levels = ", ".join(["1.0"] * cells)
        Path(home, "cost.toml").write_text(
            f'name = "cost"\nline_up = {bots}\ndeals = {deals}\nunit = "round"\n[factors]\nbalanced.bluff = [{levels}]\n'.replace("'", '"')
        )
        sweep = measured([program, "sweep", "cost.toml", "--out", "sweep"], home)
        match = measured(
            [program, "match", "--bots", ",".join(bots), "--unit", "round", "--deals", str(cells * deals), "--out", "match"],
            home,
        )
    for name, (cpu, wall) in [("sweep", sweep), ("match", match)]:
        print(f"{name}: {cpu:.2f} s of processor time, {wall:.2f} s of wall time")
    ratio = sweep[0] / match[0]
    print(f"{cells} cells of {deals} deals: {ratio:.3f} times a match (wall: {sweep[1] / match[1]:.3f})")
    return ratio > MOST


if __name__ == "__main__":
    sys.exit(main())
