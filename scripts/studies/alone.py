"""What the scripts share that play a bot alone among others."""

import csv
import os
import pathlib
import subprocess

SEED = 20261123


def powergrab(*arguments):
    """What the program prints; POWERGRAB names it where it is not on the path."""
    program = os.environ.get("POWERGRAB", "powergrab")
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def alone(run, name, rivals, *options):
    """The row of a bot in `bots.csv` of a match among its rivals."""
    powergrab("match", "--bots", ",".join([name, *rivals]), "--seed", SEED, "--out", run, "--force", *options)
    return next(row for row in read(run / "bots.csv") if row["bot"] == pathlib.Path(name).stem)


def read(table):
    """The rows of a table; none where there is no file."""
    if not table.exists():
        return []
    with table.open(newline="") as file:
        return list(csv.DictReader(file))


def write(table, head, rows):
    """A table as CSV."""
    with table.open("w", newline="") as file:
        writer = csv.DictWriter(file, head, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
