"""Compares the speed of two states of the code. Builds each once, and links it several times with its functions in different orders.

The placement of code changes a figure by some per cent, so one binary of each cannot show smaller differences.

    git worktree add /tmp/before COMMIT
    python3 scripts/measure/placements.py /tmp/before . [--profile dist] [--placements 6] [--rounds 2] [--bots random,greedy] [--slices 5]
    python3 scripts/measure/placements.py .:release .:dist --jobs

All placements of both take turns with `powergrab bench`. Prints by bot, case and number of players the nanoseconds of a turn (the geometric
mean over placements of the best of all rounds), the range of the placements around that mean, and the ratio of the two states; with `--jobs`
the milliseconds of the matches and studies that speed.py times, instead. The linker is lld, as Rust uses on Linux. A profile may follow a
directory after a colon: `/tmp/before:release`.
"""

import argparse
import json
import math
import shlex
import subprocess
import tempfile
from pathlib import Path

from speed import DEALS, Program, studies


def link_command(directory, profile, target):
    """Builds the program, keeps its objects, and returns the command that linked it."""
    build = ["cargo", "rustc", "--locked", "--bin", "powergrab", "--profile", profile, "--target-dir", target]
    build += ["--", "-C", "save-temps", "--print", "link-args"]
    text = subprocess.run(build, cwd=directory, check=True, stdout=subprocess.PIPE, text=True).stdout
    kept = Path(target, "link")
    # Without a change, cargo does not link and prints nothing.
    for line in text.splitlines():
        if " -o " in line.replace('"', ""):
            kept.write_text(line)
    return shlex.split(kept.read_text())


def placements(directory, profile, target, count):
    """Yields the paths of `count` programs that differ only in the order of their functions."""
    command = link_command(directory, profile, target)
    while "=" in command[0]:
        del command[0]
    # Cargo removes this directory after the build.
    gone = next(i for i, word in enumerate(command) if word.endswith("raw-dylibs"))
    del command[gone - 1 : gone + 1]
    output = command.index("-o") + 1
    for seed in range(1, count + 1):
        command[output] = str(Path(target) / f"placement-{seed}")
        subprocess.run([*command, f"-Wl,--shuffle-sections=.text*={seed}"], check=True)
        yield command[output]


def measure(program, options):
    """Returns the nanoseconds of a turn by bot, case and number of players."""
    command = [program, "bench", "--json", "--threads", "1", "--players", "2,4,6", "--bots", options.bots, "--slices", options.slices]
    rows = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return {(row["bot"], case, row["players"]): row[f"{case}_ns"] for row in rows for case in ("engine", "arena")}


def measure_jobs(program):
    """Returns the milliseconds of each match and study of speed.py."""
    with tempfile.TemporaryDirectory() as home:
        timed = Program(program, Path(home, "run"))
        figures = {(bot, "match", 4): 1e3 * timed.match(bot, deals) for bot, deals in DEALS.items()}
        return figures | {(name, "study", ""): 1e3 * timed.seconds(words) for name, words in studies(Path(home)).items()}


def mean(values):
    """Returns the geometric mean."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--profile", default="dist")
    parser.add_argument("--placements", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--bots", default="random,greedy")
    parser.add_argument("--slices", default="5")
    parser.add_argument("--jobs", action="store_true")
    options = parser.parse_args()
    sides = []
    for name in ("before", "after"):
        directory, _, profile = getattr(options, name).partition(":")
        target = str(Path("target/placements").resolve() / name)
        sides.append(list(placements(directory, profile or options.profile, target, options.placements)))
    best = [{}, {}]
    for turn in range(options.rounds):
        for number in range(options.placements):
            for side in (0, 1) if (turn + number) % 2 == 0 else (1, 0):
                program = sides[side][number]
                for key, value in (measure_jobs(program) if options.jobs else measure(program, options)).items():
                    least = best[side].setdefault(key, [math.inf] * options.placements)
                    least[number] = min(least[number], value)
    print(f"{'bot':16} {'case':7} {'players':>7} {'before':>8} {'spread':>13} {'after':>8} {'spread':>13} {'before/after':>13}")
    for key in best[0]:
        bot, case, players = key
        sides = [(mean(side[key]), min(side[key]), max(side[key])) for side in best]
        columns = "".join(f" {m:8.0f} {low / m:6.3f}-{high / m:.3f} " for m, low, high in sides)
        print(f"{bot:16} {case:7} {players:7}{columns} {sides[0][0] / sides[1][0]:13.3f}")


if __name__ == "__main__":
    main()
