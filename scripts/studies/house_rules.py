#!/usr/bin/env python3
"""What house rules do to classic and Power Grab: figures, tuned bots, and a page of small multiples.

    POWERGRAB=target/release/powergrab scripts/studies/house_rules.py OUT          all of it
    scripts/studies/house_rules.py OUT --deals 250 --seats 2,4 --what tune         quicker, or less; figures already in OUT stay, or are replaced
    scripts/studies/house_rules.py OUT --rules "party,seven and zero" --what terms what the heuristic's terms for these rules are worth to `balanced`
    scripts/studies/house_rules.py OUT --what draw                                 only the picture, from OUT/figures.csv

Writes OUT/figures.csv (base, rule, players, metric, value and its 95 % interval), OUT/tuned/ (a bot tuned from `balanced` for each rule and
number of seats) and OUT/figures.svg. A metric like `without_house_seven` is what `balanced` wins against itself when it does without that term.
"""

import argparse
import concurrent.futures
import csv
import os
import pathlib
import subprocess

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
# What is tuned: what cards are worth, and the parameters of the house rules that are on.
PARAMS = [
    "points", "panic", "colour_links", "number_links", "wild_hold", "keep_below", "hurt", "miss", "save", "near_out", "starve",
    "bluff_bias", "challenge_at",
]
# The heuristic's terms for house rules: which rule they are for, and the value at which they say nothing.
TERMS = {
    "house_take": ("stack", 0), "house_seven": ("seven_zero", 0), "house_zero": ("seven_zero", 0),
    "house_draw": ("seven_zero", -20), "house_mine": ("seven_zero", 1), "house_stuck": ("seven_zero", 0),
}
METRICS = {
    "turns": "turns a round", "winner_points": "points of the winner", "ahead": "won by the seat ahead half-way", "first_seat": "won by the first seat",
    "over_greedy": "tuned bot against greedy", "over_random": "tuned bot against random", "over_balanced": "tuned bot against balanced",
    "monte_carlo": "monte-carlo against the tuned bot", "card_W4": "worth of a Wild Draw Four", "card_7": "worth of a 7", "card_0": "worth of a 0",
    "tower_U": "worth of tower U", "tower_N": "worth of tower N", "tower_O": "worth of tower O", "tower_!": "worth of tower !",
}


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
        self.rows.append((self.base, self.rule, self.players, metric, f"{value:.6g}", f"{low:.6g}", f"{high:.6g}"))

    def run(self, *args):
        command = [os.environ.get("POWERGRAB", "target/release/powergrab"), *map(str, args), "--threads", "1", "--force"]
        subprocess.run(command, check=True, capture_output=True, text=True)

    def rows_of(self, directory, file):
        path = self.work / directory / file
        return list(csv.DictReader(open(path, newline=""))) if path.exists() else []

    def measure(self):
        tables = ", ".join(['"balanced"'] * self.players)
        self.run("match", "--ruleset", self.rules, "--bots", ",".join(["balanced"] * self.players), "--deals", 8 * self.deals, "--unit", "round",
                 "--out", self.work / "match")
        for row in self.rows_of("match", "rounds.csv"):
            if row["metric"] in ("turns", "winner_points"):
                mean, half = float(row["mean"]), 1.96 * float(row["se"])
                self.add(row["metric"], mean, mean - half, mean + half)
        for row in self.rows_of("match", "seats.csv"):
            if row["position"] == "1":
                self.add("first_seat", *(float(row[key]) for key in ("win_rate", "low", "high")))
        towers = f"[towers]\ndeals = {6 * self.deals}\n" if self.base == "power-grab" else ""
        config = self.work / "balance.toml"
        config.write_text(f'name = "house"\nruleset = "{self.rules}"\nline_ups = [[{tables}]]\n[drama]\ndeals = {6 * self.deals}\n[cards]\ndeals = {3 * self.deals}\n{towers}')
        self.run("balance", config, "--out", self.work / "balance")
        for row in self.rows_of("balance", "drama.csv"):
            if (row["metric"], row["at"]) == ("favourite_wins", "50 %"):
                self.add("ahead", *(float(row[key]) for key in ("value", "low", "high")))
        for row in self.rows_of("balance", "card_worth.csv"):
            if row["card"] in ("W4", "7", "0"):
                self.add("card_" + row["card"], *(float(row[key]) for key in ("win", "win_low", "win_high")))
        for row in self.rows_of("balance", "tower_worth.csv"):
            if row["by"] == "all":
                self.add("tower_" + row["tower"], *(float(row[key]) for key in ("win", "win_low", "win_high")))

    def terms_of_rule(self):
        # Power Grab has no 0.
        absent = "house_zero" if self.base == "power-grab" else None
        return [term for term, (rule, _) in TERMS.items() if rule in RULES[self.rule] and term != absent]

    def terms(self):
        for term in self.terms_of_rule():
            self.one_among(f"without_{term}", f"balanced:{term}={TERMS[term][1]}", "balanced", 8 * self.deals)

    def tune(self):
        params = PARAMS + self.terms_of_rule()
        names = ", ".join(f'"{name}"' for name in params)
        config = self.work / "tune.toml"
        config.write_text(
            f'name = "tuned"\nruleset = "{self.rules}"\nplayers = {self.players}\nstart = "balanced"\nfield = ["balanced", "greedy"]\nparams = [{names}]\n'
            f'unit = "round"\nsigma = 0.15\ngenerations = 60\ndeals = 400\nmax_deals = 4000\ngames = {4000 * self.deals}\nvalidate = {80 * self.deals}\n'
            "one_step = 2\nseed = 20261123\n")
        self.run("tune", config, "--out", self.work / "tune")
        text = (self.work / "tune" / "tuned.toml").read_text()
        self.tuned.write_text(text)
        for row in self.rows_of("tune", "validation.csv"):
            if row["measure"] == "among" and row["opponents"] == "balanced":
                self.add("over_balanced", *(float(row[key]) for key in ("value", "low", "high")))
        self.one_among("over_greedy", self.tuned, "greedy", 8 * self.deals)
        self.one_among("over_random", self.tuned, "random", 8 * self.deals)

    def search(self):
        self.one_among("monte_carlo", "monte-carlo", self.tuned, max(self.deals // 4, 10))

    def one_among(self, metric, hero, others, deals):
        """What one bot wins where others of one kind have the other seats."""
        bots = ",".join(map(str, [hero] + [others] * (self.players - 1)))
        self.run("match", "--ruleset", self.rules, "--bots", bots, "--deals", deals, "--unit", "round", "--out", self.work / metric)
        for row in self.rows_of(metric, "bots.csv"):
            if row["bot"] != pathlib.Path(others).stem:
                self.add(metric, *(float(row[key]) for key in ("win_rate", "low", "high")))


def all_of(cell, what):
    for step in (cell.measure, cell.terms, cell.tune, cell.search):
        if step.__name__ in what:
            step()
    return cell.rows


def draw(out):
    """Small multiples: a row of panels for each metric, a panel for each base and number of seats, a line for each rule."""
    rows = list(csv.DictReader(open(out / "figures.csv", newline="")))
    panels = [(base, players) for base in BASES for players in sorted({int(row["players"]) for row in rows})]
    width, height, left, top, gap = 170, 15 * len(RULES), 100, 60, 26
    text, y0 = [], top
    for metric, title in METRICS.items():
        factor = 1 if metric in ("turns", "winner_points") else 100
        here = [row for row in rows if row["metric"] == metric]
        if not here:
            continue
        text.append(f'<text x="{left}" y="{y0 - 22}" font-weight="bold" font-size="13">{title}{", %" if factor == 100 else ""}</text>')
        text += [f'<text x="{left - 8}" y="{y0 + 15 * j + 12}" text-anchor="end">{rule}</text>' for j, rule in enumerate(RULES)]
        for i, (base, players) in enumerate(panels):
            x0 = left + i * (width + gap)
            cells = {row["rule"]: [factor * float(row[k]) for k in ("value", "low", "high")] for row in here if (row["base"], int(row["players"])) == (base, players)}
            if not cells:
                continue
            low, high = min(cell[1] for cell in cells.values()), max(cell[2] for cell in cells.values())
            at = lambda value: x0 + 4 + (width - 8) * (value - low) / ((high - low) or 1)
            text.append(f'<text x="{x0}" y="{y0 - 5}" fill="#555">{base}, {players} seats: {low:.3g} to {high:.3g}</text>')
            text.append(f'<rect x="{x0}" y="{y0}" width="{width}" height="{height}" fill="none" stroke="#bbb"/>')
            if "by the sheet" in cells:
                x = at(cells["by the sheet"][0])
                text.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y0}" y2="{y0 + height}" stroke="#999" stroke-dasharray="3 3"/>')
            for j, rule in enumerate(RULES):
                if rule in cells:
                    y, (value, low2, high2) = y0 + 15 * j + 8, map(at, cells[rule])
                    text.append(f'<line x1="{low2:.1f}" x2="{high2:.1f}" y1="{y}" y2="{y}" stroke="#1f6fb2"/><circle cx="{value:.1f}" cy="{y}" r="2.5" fill="#1f6fb2"/>')
        y0 += height + 60
    size = (left + len(panels) * (width + gap), y0)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>'
    (out / "figures.svg").write_text("\n".join([head, *text, "</svg>"]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--deals", type=int, default=1000, help="what all numbers of deals are multiples of")
    parser.add_argument("--seats", type=lambda text: [int(n) for n in text.split(",")], default=[2, 4, 6])
    parser.add_argument("--rules", type=lambda text: text.split(","), default=list(RULES), help="some of: " + ", ".join(RULES))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--what", default="measure,terms,tune,search", help="some of: measure, terms, tune, search; or draw")
    options = parser.parse_args()
    (options.out / "tuned").mkdir(parents=True, exist_ok=True)
    figures = options.out / "figures.csv"
    rows = {tuple(row[:4]): row for row in list(csv.reader(open(figures, newline="")))[1:]} if figures.exists() else {}
    cells = [Cell(options, base, rule, players) for players in options.seats for base in BASES for rule in options.rules]
    order = lambda row: (BASES.index(row[0]), list(RULES).index(row[1]), int(row[2]), [*METRICS, *(f"without_{term}" for term in TERMS)].index(row[3]))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for new in pool.map(lambda cell: all_of(cell, options.what), cells):
            rows.update({tuple(map(str, row[:4])): row for row in new})
            with open(figures, "w", newline="") as file:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerow(["base", "rule", "players", "metric", "value", "low", "high"])
                writer.writerows(sorted(rows.values(), key=order))
    draw(options.out)


if __name__ == "__main__":
    main()
