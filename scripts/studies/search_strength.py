"""For search_strength.sh: joins its rows.

    search_strength.py RUNS CSV

A row is a bot in a line-up with its share of whole games or of single rounds (`unit`) and a 95 % interval, clustered by deal. Bots that search differ from the files
that ship by their budget only, which their names give.
"""

import csv
import pathlib
import sys

FIGURES = ["games", "win_rate", "se", "low", "high", "fair_share"]
KEY = ["ruleset", "players", "unit", "bot", "line_up"]
HEAD = [*KEY, "deals", *FIGURES]


def rows(runs, out):
    """Of each line-up the run with the most deals; a row that is there stays until a run has as many."""
    best = {}
    if out.exists():
        with open(out, newline="") as file:
            for row in csv.DictReader(file):
                best[tuple(row[k] for k in KEY)] = int(row["deals"]), row
    for mark in runs.glob("*.done"):
        directory = mark.with_suffix("")
        deals = int(directory.name.rsplit("+", 1)[1])
        with open(directory / "lineups.csv", newline="") as file:
            found = list(csv.DictReader(file))
        first = {**found[0], "unit": directory.name.split("+", 1)[0]}
        key = tuple(first[k] for k in KEY)
        if deals >= best.get(key, (0, None))[0]:
            best[key] = deals, first
    for key, (deals, figures) in sorted(best.items()):
        yield [*key, deals, *(figures[f] for f in FIGURES)]


def main(runs, out):
    out = pathlib.Path(out)
    beside = out.with_suffix(".new")
    with open(beside, "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(HEAD)
        table.writerows(rows(pathlib.Path(runs), out))
    beside.replace(out)


main(*sys.argv[1:])
