#!/usr/bin/env python3
"""Draws how much it pays to want towers, one panel a field, from the three sweeps of configs/sweep-hoarding-*.toml.

    python3 scripts/pictures/hoarding_plot.py results/reference docs/how-to/hoarding.svg
"""

import csv
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

FIELDS = ["greedy", "balanced", "champion-4"]
# The levels of the sweep: how much the bot wants towers, as multiples of what `balanced` does.
LEVELS = ["not at all", "1/3", "as balanced", "2×", "4×", "any price"]


def main(results, out):
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "powergrab", "font.size": 9})
    plt.rcParams.update({"axes.spines.top": False, "axes.spines.right": False})
    figure, axes = plt.subplots(1, len(FIELDS), figsize=(9, 3.2))
    for axis, field in zip(axes, FIELDS):
        with (Path(results) / f"sweep-hoarding-{field}" / "sweep.csv").open(newline="") as stream:
            rows = [row for row in csv.DictReader(stream) if row["bot"] == "mine"]
        share, low, high = ([100 * float(row[column]) for row in rows] for column in ("win_rate", "low", "high"))
        x = range(len(rows))
        axis.errorbar(x, share, [[s - a for s, a in zip(share, low)], [b - s for s, b in zip(share, high)]], fmt="o-", ms=4, capsize=2)
        best = max(x, key=lambda i: share[i])
        axis.plot(best, share[best], "o", ms=10, mfc="none", color="tab:red")
        axis.axhline(25, ls="--", lw=1, color="grey")
        axis.set_xticks(list(x), LEVELS, rotation=40, ha="right")
        axis.set_title(f"among three {field}")
    axes[0].set_ylabel("games won, %")
    figure.tight_layout()
    figure.savefig(out, metadata={"Date": None})


if __name__ == "__main__":
    main(*sys.argv[1:])
