#!/usr/bin/env python3
"""Draws the pictures of tables as SVG, with matplotlib (pinned in scripts/notebooks/requirements.txt).

    python3 scripts/pictures/plot.py hoarding results/reference docs/how-to/hoarding.svg
    python3 scripts/pictures/plot.py skill-ladder results/reference/skill_ladder.csv results/reference/skill_ladder.svg
    python3 scripts/pictures/plot.py house-rules results/reference/house_rules.csv results/reference/house_rules.svg
    python3 scripts/pictures/plot.py recipes results/reference/recipes.csv results/reference/recipes.svg
    python3 scripts/pictures/plot.py frontier OUT/frontier.csv OUT/frontier.svg

The same table gives the same bytes.
"""

import argparse
import csv
import textwrap
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
from matplotlib.ticker import PercentFormatter

plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "powergrab", "font.size": 9})
plt.rcParams.update({"axes.spines.top": False, "axes.spines.right": False})
GREEN, BLUE, PURPLE, RED, GREY = "#2a7f3f", "#1f6fb2", "#7a3fa0", "#b2481f", "#555555"


def rows(path):
    """Returns the rows of a CSV file."""
    with Path(path).open(newline="") as file:
        return list(csv.DictReader(file))


def intervals(axis, x, found, colour=None, scale=1.0, fmt="o-", **options):
    """Draws the win rates of rows with their 95 % intervals."""
    share, low, high = ([scale * float(row[column]) for row in found] for column in ("win_rate", "low", "high"))
    errors = [[s - a for s, a in zip(share, low)], [b - s for s, b in zip(share, high)]]
    axis.errorbar(x, share, errors, fmt=fmt, color=colour, **options)
    return share


def fair(axis, share):
    """Draws the fair share as a dashed line."""
    axis.axhline(share, ls="--", lw=1, color="grey")


def hoarding(results):
    """Games won by how much a bot values towers, one panel for each of the sweeps of configs/sweep-hoarding-*.toml."""
    fields = ["greedy", "balanced", "champion-4"]
    # The levels of the sweep: how much the bot values towers, as multiples of what `balanced` does.
    levels = ["not at all", "1/3", "as balanced", "2×", "4×", "any price"]
    figure, axes = plt.subplots(1, len(fields), figsize=(9, 3.2))
    for axis, field in zip(axes, fields):
        found = [row for row in rows(Path(results) / f"sweep-hoarding-{field}" / "sweep.csv") if row["bot"] == "mine"]
        x = range(len(found))
        share = intervals(axis, x, found, scale=100, ms=4, capsize=2)
        best = max(x, key=lambda i: share[i])
        axis.plot(best, share[best], "o", ms=10, mfc="none", color="tab:red")
        fair(axis, 25)
        axis.set_xticks(list(x), levels, rotation=40, ha="right")
        axis.set_title(f"among three {field}")
    axes[0].set_ylabel("games won, %")
    return figure


def skill_ladder(table):
    """Rounds won by the number of playouts, one panel for each ruleset and number of seats."""
    found = rows(table)
    rulesets = list(dict.fromkeys(row["ruleset"] for row in found))
    seats = sorted({int(row["seats"]) for row in found})
    budgets = sorted({int(row["playouts"]) for row in found})
    figure, axes = plt.subplots(len(rulesets), len(seats), figsize=(3.8 * len(seats), 2.6 * len(rulesets)), squeeze=False)
    for across, ruleset in zip(axes, rulesets):
        for axis, number in zip(across, seats):
            own = [row for row in found if (row["ruleset"], int(row["seats"])) == (ruleset, number)]
            own.sort(key=lambda row: int(row["playouts"]))
            axis.set_title(f"{ruleset}, {number} seats")
            axis.set_xticks(range(len(budgets)), budgets, rotation=40, ha="right")
            axis.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
            if own:
                fair(axis, float(own[0]["fair_share"]))
                intervals(axis, [budgets.index(int(row["playouts"])) for row in own], own, BLUE, ms=3, lw=1.5)
    figure.supxlabel("playouts a decision")
    figure.supylabel("rounds won")
    return figure


# The figures of house rules, in the order of the picture: the title of each, and whether it is a share.
METRICS = {
    "turns": ("turns a round", False),
    "winner_points": ("points of the winner", False),
    "ahead": ("won by the seat ahead half-way", True),
    "first_seat": ("won by the first seat", True),
    "over_greedy": ("tuned bot against greedy", True),
    "over_random": ("tuned bot against random", True),
    "over_balanced": ("tuned bot against balanced", True),
    "monte_carlo": ("monte-carlo against the tuned bot", True),
    "card_W4": ("worth of a Wild Draw Four", True),
    "card_7": ("worth of a 7", True),
    "card_0": ("worth of a 0", True),
    "tower_U": ("worth of tower U", True),
    "tower_N": ("worth of tower N", True),
    "tower_O": ("worth of tower O", True),
    "tower_!": ("worth of tower !", True),
}


def house_rules(table):
    """Small multiples: a row of panels for each metric, a panel for each base and number of seats, a line for each rule."""
    found = rows(table)
    rules = list(dict.fromkeys(row["rule"] for row in found))
    panels = [(base, n) for base in ("classic", "power-grab") for n in sorted({int(row["players"]) for row in found})]
    metrics = [metric for metric in METRICS if any(row["metric"] == metric for row in found)]
    figure, axes = plt.subplots(len(metrics), len(panels), figsize=(2.5 * len(panels), 2.2 * len(metrics)), sharey=True, squeeze=False)
    for across, metric in zip(axes, metrics):
        title, share = METRICS[metric]
        scale = 100 if share else 1
        for axis, (base, n) in zip(across, panels):
            own = [row for row in found if (row["metric"], row["base"], int(row["players"])) == (metric, base, n)]
            axis.set_ylim(len(rules) - 0.5, -0.5)
            axis.set_yticks(range(len(rules)), rules)
            axis.set_title(f"{base}, {n} seats", fontsize="small")
            if not own:
                axis.set_axis_off()
                continue
            y = [rules.index(row["rule"]) for row in own]
            value, low, high = ([scale * float(row[column]) for row in own] for column in ("value", "low", "high"))
            # One line with gaps, which makes a small file.
            ends = [end for pair in zip(low, high) for end in (*pair, float("nan"))]
            axis.plot(ends, [at for at in y for _ in range(3)], color=BLUE)
            axis.tick_params(left=axis is across[0])
            axis.locator_params(axis="x", nbins=3)
            axis.plot(value, y, "o", ms=3, color=BLUE)
            for row, at in zip(own, value):
                if row["rule"] == rules[0]:
                    axis.axvline(at, ls=":", lw=1, color="grey")
        across[0].set_axis_on()
        across[0].set_ylabel(textwrap.fill(title + (", %" if share else ""), 22), fontweight="bold")
    return figure


def recipes(table):
    """Learning curves: games won against the champion by minutes of processor time."""
    colours = {"champions": RED, "self-play": PURPLE, "both": GREEN, "ppo": BLUE}
    found = rows(table)
    figure, axis = plt.subplots(figsize=(7, 4))
    for recipe, colour in colours.items():
        own = [row for row in found if row["recipe"] == recipe]
        if own:
            intervals(axis, [float(row["minutes"]) for row in own], own, colour, ms=3, lw=1.5, label=recipe)
    axis.set_ylim(0, 1)
    axis.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    axis.set_xlabel("minutes of processor time")
    axis.set_ylabel("games won against champion-2")
    axis.legend(frameon=False)
    return figure


def frontier(table):
    """Games won by the time of a decision, one panel for each number of seats."""

    def colour(bot):
        kind = ("monte-carlo", bot.endswith("-net")) if bot.startswith("monte-carlo") else bot
        return {("monte-carlo", False): BLUE, ("monte-carlo", True): RED, "net": GREEN}.get(kind, GREY)

    found = rows(table)
    seats = sorted({int(row["players"]) for row in found})
    figure, axes = plt.subplots(len(seats), 1, figsize=(8, 4.2 * len(seats)), squeeze=False)
    for axis, number in zip(axes[:, 0], seats):
        for row in (row for row in found if int(row["players"]) == number):
            at = float(row["decision_us"])
            intervals(axis, [at], [row], colour(row["bot"]), fmt="o", ms=4)
            axis.annotate(row["bot"], (at, float(row["win_rate"])), (5, 3), textcoords="offset points", color=colour(row["bot"]))
        fair(axis, 1 / number)
        axis.set_xscale("log")
        axis.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
        axis.set_xlabel("microseconds a decision")
        axis.set_ylabel("games won")
        axis.set_title(f"{number} seats, against champion-{number}")
    return figure


PICTURES = {"hoarding": hoarding, "skill-ladder": skill_ladder, "house-rules": house_rules, "recipes": recipes, "frontier": frontier}


def save(figure, path):
    """Writes a figure as SVG."""
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", choices=PICTURES)
    parser.add_argument("table", help="the CSV file, or the directory of the sweeps")
    parser.add_argument("svg")
    options = parser.parse_args()
    save(PICTURES[options.picture](options.table), options.svg)


if __name__ == "__main__":
    main()
