"""For search_strength.sh: joins its rows.

    search_strength.py RUNS CSV

A row is a bot in a line-up with its share of whole games and a 95 % interval, clustered by deal. Bots that search differ from the files
that ship by their budget only, which their names give.
"""

import csv
import pathlib
import sys

FIGURES = ["games", "win_rate", "se", "low", "high", "fair_share"]
HEAD = ["ruleset", "players", "bot", "line_up", "deals", *FIGURES]


def rows(runs, out):
    """Of each line-up the run with the most deals; a row that is there stays until a run has as many."""
    best = {}
    if out.exists():
        with open(out, newline="") as file:
            for row in csv.DictReader(file):
                key = row["ruleset"], int(row["players"]), row["bot"], row["line_up"]
                best[key] = int(row["deals"]), row
    for mark in runs.glob("*.done"):
        directory = mark.with_suffix("")
        deals = int(directory.name.rsplit("+", 1)[1])
        with open(directory / "lineups.csv", newline="") as file:
            found = list(csv.DictReader(file))
        first = found[0]
        key = first["ruleset"], int(first["players"]), first["bot"], first["line_up"]
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
