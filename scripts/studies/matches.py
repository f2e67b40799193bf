"""Runs behind the tables of the studies, and those tables.

The program resumes an interrupted run in its directory, and does not repeat a complete one. So the same command resumes a study.
"""

import csv
import os
import pathlib
import subprocess
import sys

HOME = pathlib.Path(__file__).resolve().parents[2]
# Columns of `bots.csv` and `lineups.csv` that the tables of the studies take over.
FIGURES = ["games", "win_rate", "se", "low", "high", "fair_share"]


def _call(*arguments):
    """Runs the program, $POWERGRAB or else the release build of this clone."""
    program = os.environ.get("POWERGRAB", HOME / "target" / "release" / "powergrab")
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)


def _checked(done):
    """Returns what the program printed, or exits with its error message."""
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, done.args))}: exit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def powergrab(*arguments):
    """Runs the program and returns what it printed."""
    return _checked(_call(*arguments))


def run(directory, *arguments):
    """Plays a run into a directory, or resumes it. Another run there (say, of a bot that has changed since) is overwritten."""
    command = [*arguments, "--out", directory]
    done = _call(*command, "--resume")
    if "results of another run" in done.stderr:
        done = _call(*command, "--force")
    _checked(done)
    return directory


def match(directory, bots, deals, *options):
    """Plays a match, or resumes it. The directory's name should hold the number of deals, so that a shorter run does not replace a longer one."""
    return run(directory, "match", "--bots", ",".join(map(str, bots)), "--deals", deals, *options)


def among(directory, bot, others, deals, *options):
    """Plays a match of one bot among others, and returns the bot's row of `bots.csv`."""
    match(directory, [bot, *others], deals, *options)
    return next(row for row in rows(directory / "bots.csv") if row["bot"] == pathlib.Path(bot).stem)


def rows(path):
    """Returns the rows of a CSV file, or an empty list if there is no such file."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


class Table:
    """A CSV file whose rows have a key. A row is replaced only by one of as many deals or more."""

    def __init__(self, path, key, head, order=None):
        self.path, self.key, self.head, self.order = path, key, head, order
        self.rows = {self._key(row): row for row in rows(path)}

    def _key(self, row):
        return tuple(str(row[column]) for column in self.key)

    def has(self, row):
        """Whether the table has this row, with as many deals or more."""
        found = self.rows.get(self._key(row))
        return found is not None and int(found.get("deals", 0)) >= int(row.get("deals", 0))

    def add(self, row):
        """Adds a row and writes the file, whole or not at all."""
        row = {column: str(row[column]) for column in self.head}
        if self._key(row) not in self.rows or int(row.get("deals", 0)) >= int(self.rows[self._key(row)].get("deals", 0)):
            self.rows[self._key(row)] = row
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        with part.open("w", newline="") as file:
            writer = csv.DictWriter(file, self.head, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.sorted())
        part.replace(self.path)

    def sorted(self):
        """Returns the rows in order, by default that of their keys."""
        return [self.rows[key] for key in sorted(self.rows, key=self.order)]
