#!/usr/bin/env python3
"""Measures what house rules do to classic and Power Grab: figures, tuned bots, and a page of small multiples.

    POWERGRAB=target/release/powergrab scripts/studies/house_rules.py OUT          all of it
    scripts/studies/house_rules.py OUT --deals 250 --seats 2,4 --what tune         fewer deals, seats or steps; other figures in OUT stay
    scripts/studies/house_rules.py OUT --rules "party,seven and zero" --what terms the heuristic's terms for these rules
    scripts/studies/house_rules.py OUT --what draw                                 only the picture, from OUT/figures.csv

Writes OUT/figures.csv (base, rule, players, metric, value and its 95 % interval), OUT/tuned/ (a bot tuned from `balanced` for each rule and
number of seats) and OUT/figures.svg, which needs matplotlib. A metric like `without_house_seven` is the share that `balanced` wins against
itself without that term. The runs stand in OUT/work, so the same command resumes.
"""

import argparse
import concurrent.futures
import json
import pathlib
import sys

from matches import HOME, Table, rows, run

BASES = ("classic", "power-grab")
RULES = {
    "by the sheet": "",
    "stack same": 'stack = "same"',
    "stack cross": 'stack = "cross"',
    "until playable": 'draw = "until-playable"',
    "forced play": "force_play = true",
    "no challenge": "challenge = false",
    "no bluff": "bluff = false",
    "seven and zero": "seven_zero = true",
    "party": 'stack = "cross"\ndraw = "until-playable"\nseven_zero = true',
    "strict": "force_play = true\nbluff = false",
    "kitchen-table": 'stack = "same"\ndraw = "until-playable"\nchallenge = false',
}
# The parameters that are tuned, beside those of the house rules in force.
PARAMS = [
    "points", "panic", "colour_links", "number_links", "wild_hold", "keep_below", "hurt", "miss", "save", "near_out", "starve",
    "bluff_bias", "challenge_at",
]
# The heuristic's terms for house rules: the rule of each, and the value that turns it off.
TERMS = {
    "house_take": ("stack", 0), "house_seven": ("seven_zero", 0), "house_zero": ("seven_zero", 0),
    "house_draw": ("seven_zero", -20), "house_mine": ("seven_zero", 1), "house_stuck": ("seven_zero", 0),
}
METRICS = [
    "turns", "winner_points", "ahead", "first_seat", "over_greedy", "over_random", "over_balanced", "monte_carlo", "card_W4", "card_7", "card_0",
    "tower_U", "tower_N", "tower_O", "tower_!", *(f"without_{term}" for term in TERMS),
]
KEY = ["base", "rule", "players", "metric"]


class Cell:
    """One ruleset at one number of seats."""

    def __init__(self, options, base, rule, players):
        self.base, self.rule, self.players, self.deals = base, rule, players, options.deals
        self.name = f"{base}-{rule.replace(' ', '-')}-{players}"
        self.work = options.out / "work" / self.name
        self.work.mkdir(parents=True, exist_ok=True)
        self.rules = self.work / f"{rule.replace(' ', '-')}.toml" if RULES[rule] else base
        if RULES[rule]:
            self.rules.write_text(f'base = "{base}"\nname = "house"\n{RULES[rule]}\n')
        self.tuned = options.out / "tuned" / f"{self.name}.toml"
        self.rows = []

    def add(self, metric, value, low, high):
        """Adds a figure and its interval."""
        key = dict(zip(KEY, (self.base, self.rule, self.players, metric)))
        self.rows.append({**key, "value": f"{value:.6g}", "low": f"{low:.6g}", "high": f"{high:.6g}"})

    def add_row(self, metric, row, *columns):
        """Adds a figure and its interval, which stand in these columns. Very few deals give none."""
        if all(row[column] for column in columns):
            self.add(metric, *(float(row[column]) for column in columns))

    def run(self, directory, *arguments):
        """Plays a run into a directory below that of the cell."""
        run(self.work / directory, *arguments, "--threads", 1)

    def rows_of(self, directory, file):
        """Returns the rows of a table of a run."""
        return rows(self.work / directory / file)

    def measure(self):
        """Measures rounds between `balanced` bots: their length and points, and the worth of seats, leads, cards and towers."""
        bots = ["balanced"] * self.players
        self.run("match", "match", "--ruleset", self.rules, "--bots", ",".join(bots), "--deals", 8 * self.deals, "--unit", "round")
        for row in self.rows_of("match", "rounds.csv"):
            if row["metric"] in ("turns", "winner_points"):
                mean, half = float(row["mean"]), 1.96 * float(row["se"])
                self.add(row["metric"], mean, mean - half, mean + half)
        for row in self.rows_of("match", "seats.csv"):
            if row["position"] == "1":
                self.add_row("first_seat", row, "win_rate", "low", "high")
        towers = f"[towers]\ndeals = {6 * self.deals}\n" if self.base == "power-grab" else ""
        config = self.work / "balance.toml"
        config.write_text(
            f'name = "house"\nruleset = "{self.rules}"\nline_ups = [{json.dumps(bots)}]\n[drama]\ndeals = {6 * self.deals}\n'
            f"[cards]\ndeals = {3 * self.deals}\n{towers}"
        )
        self.run("balance", "balance", config)
        for row in self.rows_of("balance", "drama.csv"):
            if (row["metric"], row["at"]) == ("favourite_wins", "50 %"):
                self.add_row("ahead", row, "value", "low", "high")
        for row in self.rows_of("balance", "card_worth.csv"):
            if row["card"] in ("W4", "7", "0"):
                self.add_row("card_" + row["card"], row, "win", "win_low", "win_high")
        for row in self.rows_of("balance", "tower_worth.csv"):
            if row["by"] == "all":
                self.add_row("tower_" + row["tower"], row, "win", "win_low", "win_high")

    def terms_of_rule(self):
        """Returns the terms of the heuristic that this rule uses."""
        # Power Grab has no 0.
        absent = "house_zero" if self.base == "power-grab" else None
        return [term for term, (rule, _) in TERMS.items() if rule in RULES[self.rule] and term != absent]

    def terms(self):
        """Measures what each term is worth: `balanced` without it against `balanced`."""
        for term in self.terms_of_rule():
            self.one_among(f"without_{term}", f"balanced:{term}={TERMS[term][1]}", "balanced", 8 * self.deals)

    def tune(self):
        """Tunes a bot for this rule, and plays it against three kinds of opponents."""
        params = PARAMS + self.terms_of_rule()
        config = self.work / "tune.toml"
        config.write_text(
            f'name = "tuned"\nruleset = "{self.rules}"\nplayers = {self.players}\nstart = "balanced"\nfield = ["balanced", "greedy"]\n'
            f'params = {json.dumps(params)}\nunit = "round"\nsigma = 0.15\ngenerations = 60\ndeals = 400\nmax_deals = 4000\n'
            f"games = {4000 * self.deals}\nvalidate = {80 * self.deals}\none_step = 2\nseed = 20261123\n"
        )
        self.run("tune", "tune", config)
        self.tuned.write_text((self.work / "tune" / "tuned.toml").read_text())
        for row in self.rows_of("tune", "validation.csv"):
            if row["measure"] == "among" and row["opponents"] == "balanced":
                self.add_row("over_balanced", row, "value", "low", "high")
        self.one_among("over_greedy", self.tuned, "greedy", 8 * self.deals)
        self.one_among("over_random", self.tuned, "random", 8 * self.deals)

    def search(self):
        """Plays the searching bot against the tuned one."""
        self.one_among("monte_carlo", "monte-carlo", self.tuned, max(self.deals // 4, 10))

    def one_among(self, metric, hero, others, deals):
        """Measures what one bot wins if another bot has all other seats."""
        bots = ",".join(map(str, [hero] + [others] * (self.players - 1)))
        self.run(metric, "match", "--ruleset", self.rules, "--bots", bots, "--deals", deals, "--unit", "round")
        for row in self.rows_of(metric, "bots.csv"):
            if row["bot"] != pathlib.Path(others).stem:
                self.add_row(metric, row, "win_rate", "low", "high")


def all_of(cell, what):
    """Does the steps of a cell that are asked for, and returns its rows."""
    for step in (cell.measure, cell.terms, cell.tune, cell.search):
        if step.__name__ in what:
            step()
    return cell.rows


def order(key):
    """Returns the place of a row in figures.csv."""
    base, rule, players, metric = key
    return BASES.index(base), list(RULES).index(rule), int(players), METRICS.index(metric)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--deals", type=int, default=1000, help="the unit of all numbers of deals (default 1000)")
    parser.add_argument("--seats", type=lambda text: [int(n) for n in text.split(",")], default=[2, 4, 6])
    parser.add_argument("--rules", type=lambda text: text.split(","), default=list(RULES), help="some of: " + ", ".join(RULES))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--what", default="measure,terms,tune,search", help="some of: measure, terms, tune, search; or draw")
    options = parser.parse_args()
    (options.out / "tuned").mkdir(parents=True, exist_ok=True)
    table = Table(options.out / "figures.csv", KEY, [*KEY, "value", "low", "high"], order)
    cells = [Cell(options, base, rule, players) for players in options.seats for base in BASES for rule in options.rules]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(lambda cell: all_of(cell, options.what.split(",")), cells):
            for row in found:
                table.add(row)
    sys.path.append(str(HOME / "scripts" / "pictures"))
    import plot

    plot.save(plot.house_rules(table.path), options.out / "figures.svg")


if __name__ == "__main__":
    main()
