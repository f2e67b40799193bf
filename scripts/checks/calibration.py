#!/usr/bin/env python3
"""Checks through the command line that intervals, tests and stopping rules have their nominal error rates.

    python3 scripts/checks/calibration.py PATH/TO/powergrab [--runs 2000]
    python3 scripts/checks/calibration.py PATH/TO/powergrab --tables [--runs 400] [--seats 2,4,7] [--deals 2,3,5,10,40,200]

Equal strategies whose random streams differ by `salt` play many small tournaments, so every difference that is reported is an error. For
unequal bots, the interval of a short run must contain the win rate of a long run. Each count of errors must lie in the band that holds a
binomial count with probability 99.9 %, or below its upper end if only a bound is promised. Exit code 1 if a count is out of its band.

`--tables` checks every figure with an error of every table of a match, with few and many deals, for equal and unequal bots. It counts the
figures that have an interval, and the intervals that miss the value of a long run.
"""

import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

LEVEL = 0.05


def band(runs, p):
    """Returns the 0.05 % and 99.95 % quantiles of a binomial variable."""
    tail = 0.0005
    low = high = None
    cumulated = 0.0
    for k in range(runs + 1):
        log = math.lgamma(runs + 1) - math.lgamma(k + 1) - math.lgamma(runs - k + 1)
        cumulated += math.exp(log + k * math.log(p) + (runs - k) * math.log(1 - p))
        if low is None and cumulated > tail:
            low = k
        if cumulated >= 1 - tail:
            high = k
            break
    return low, high


class Lab:
    """A directory in which the program plays."""

    def __init__(self, binary, home):
        self.binary = str(pathlib.Path(binary).resolve())
        self.home = pathlib.Path(home)
        self.failed = False

    def run(self, *args, out="run"):
        command = [self.binary, *map(str, args), "--threads", "1", "--force", "--out", out]
        done = subprocess.run(command, cwd=self.home, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: {done.stderr}")
        return self.home / out

    def salted(self, name, policy, salt):
        (self.home / f"{name}.toml").write_text(f'policy = "{policy}"\nsalt = {salt}\n')
        return f"./{name}.toml"

    def judge(self, what, count, runs, p, bound=False):
        low, high = band(runs, p)
        low = 0 if bound else low
        fine = low <= count <= high
        self.failed |= not fine
        verdict = "" if fine else "  OUT OF ITS BAND"
        print(f"{what:<62} {count:>5} of {runs:>5} = {100 * count / runs:6.2f} %, band {low} to {high}{verdict}", flush=True)


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def equal_bots(lab, runs):
    names = [lab.salted(name, "random", salt) for name, salt in zip("abcd", (1, 2, 3, 4))]
    pool = json.dumps(names)
    config = lab.home / "equal.toml"
    config.write_text(
        f'name = "equal"\nruleset = "classic"\nformat = "round-robin"\npool = {pool}\nplayers = [2, 3]\nunit = "round"\ndeals = 60\n'
    )
    wrong = {"interval of a win rate leaves out the fair share": 0, "interval of a paired difference leaves out 0": 0, "interval of a rating leaves out 0": 0}
    families = {"Holm, bots of a table: any": 0, "Holm, pairs of a table: any": 0}
    for seed in range(runs):
        out = lab.run("tournament", "equal.toml", "--seed", seed)
        # One table and one bot of each run, so that runs are independent trials.
        bots = [r for r in rows(out / "bots.csv") if r["players"] == "3"]
        pairs = [r for r in rows(out / "pairs.csv") if r["players"] == "3"]
        rating = next(r for r in rows(out / "ratings.csv") if r["bot"] == "a" and r["players"] == "3")
        a, ab = bots[0], pairs[0]
        outside = [
            not float(a["low"]) <= 1 / 3 <= float(a["high"]),
            not float(ab["low"]) <= 0 <= float(ab["high"]),
            not float(rating["low"]) <= 0 <= float(rating["high"]),
        ]
        for key, out_of_it in zip(wrong, outside):
            wrong[key] += out_of_it
        families["Holm, bots of a table: any"] += any(float(r["p_holm"]) < LEVEL for r in bots)
        families["Holm, pairs of a table: any"] += any(float(r["p_holm"]) < LEVEL for r in pairs)
    for what, count in wrong.items():
        lab.judge(f"equal bots: {what}", count, runs, LEVEL)
    for what, count in families.items():
        lab.judge(f"equal bots: {what}", count, runs, LEVEL, bound=True)


def stops(lab, runs):
    a, b = lab.salted("a", "random", 1), lab.salted("b", "random", 2)
    decided = accepted = 0
    for seed in range(runs):
        args = ["match", "--ruleset", "classic", "--unit", "round", "--bots", f"{a},{b}", "--deals", 1024, "--seed", seed]
        out = lab.run(*args, "--until-decided", f"{a},{b}")
        decided += json.loads((out / "stopping.json").read_text())["settled"]
        out = lab.run(*args, "--sprt", "0,60")
        last = json.loads((out / "stopping.json").read_text())["looks"][-1]["sights"][0]
        accepted += last["value"] >= last["high"]
    names = [lab.salted(name, "random", salt) for name, salt in zip("abc", (1, 2, 3))]
    config = lab.home / "ranked.toml"
    config.write_text(
        f'name = "ranked"\nruleset = "classic"\nformat = "round-robin"\npool = {json.dumps(names)}\nplayers = [2]\nunit = "round"\ndeals = 512\n'
    )
    unequal = lab.home / "unequal.toml"
    unequal.write_text(config.read_text().replace(names[0], "greedy"))
    ranked = backwards = 0
    for seed in range(runs):
        out = lab.run("tournament", "ranked.toml", "--seed", seed, "--until-ranked")
        pairs = json.loads((out / "stopping.json").read_text())["pairs"]
        ranked += any(pair["settled"] for pair in pairs)
        out = lab.run("tournament", "unequal.toml", "--seed", seed, "--until-ranked")
        pairs = json.loads((out / "stopping.json").read_text())["pairs"]
        # greedy stands first in the pool, so in each of its pairs, and wins more; the other two are equal.
        backwards += any(pair["settled"] and (pair["value"] < 0 or pair["bot"] != "greedy") for pair in pairs)
    lab.judge("equal bots: --until-ranked ranks any pair", ranked, runs, LEVEL, bound=True)
    lab.judge("greedy and two equals: --until-ranked ranks any pair wrongly", backwards, runs, LEVEL, bound=True)
    lab.judge("equal bots: --until-decided decides", decided, runs, LEVEL, bound=True)
    lab.judge("equal bots: --sprt 0,60 accepts 60", accepted, runs, LEVEL, bound=True)


def identical_bots(lab):
    """Equal strategies without salt play alike, with exactly one win in each block. Intervals still have a width, for the next deal may differ."""
    for name in "xyz":
        lab.salted(name, "random", 0)
    out = lab.run("match", "--bots", "./x.toml,./y.toml,./z.toml", "--deals", 40)
    for row in rows(out / "bots.csv"):
        assert float(row["win_rate"]) == 1 / 3 and float(row["se"]) > 0, row
        assert float(row["low"]) < 1 / 3 < float(row["high"]), row
        assert float(row["p_value"]) == float(row["p_holm"]) == 1 and float(row["variance_ratio"]) == 0, row
    for row in rows(out / "pairs.csv"):
        assert float(row["difference"]) == 0 and float(row["low"]) < 0 < float(row["high"]) and float(row["p_holm"]) == 1, row
    for row in rows(out / "ratings.csv"):
        assert abs(float(row["rating"])) < 1e-9 and row["superiority"] == "", row
    print("identical bots without salt: one win a block, and no interval without width")


def coverage(lab, runs):
    for what, bots, ruleset, unit in [
        ("near the fair share", ["./a.toml", "./b.toml", "greedy"], "classic", "round"),
        ("near 5 %", ["random", "greedy"], "power-grab", "game"),
        ("near 60 %", ["greedy", "random"], "classic", "round"),
    ]:
        args = ["match", "--ruleset", ruleset, "--unit", unit, "--bots", ",".join(bots)]
        truth = rows(lab.run(*args, "--deals", 200 * 150, "--seed", 10**6) / "bots.csv")[0]
        p = float(truth["win_rate"])
        missed = 0
        for seed in range(runs):
            row = rows(lab.run(*args, "--deals", 150, "--seed", seed) / "bots.csv")[0]
            missed += not float(row["low"]) <= p <= float(row["high"])
        lab.judge(f"unequal bots {what} ({100 * p:.2f} %): interval misses it", missed, runs, LEVEL)


def holds(row, truth, low="low", high="high"):
    """Whether the interval contains the true value. An empty bound excludes nothing on its side."""
    return (not row[low] or float(row[low]) <= truth) and (not row[high] or truth <= float(row[high]))


def rare_events(lab, runs):
    """Checks bots that hardly ever win. Their intervals are exact or score intervals, whose error rate is at most the nominal one."""
    args = ["match", "--bots", "champion-2,first-legal"]
    long = lab.run(*args, "--deals", 40_000, "--seed", 10**6)
    share = next(float(r["win_rate"]) for r in rows(long / "bots.csv") if r["bot"] == "first-legal")
    rating = {r["bot"]: float(r["rating"]) for r in rows(long / "ratings.csv")}
    missed = {"win rate": 0, "difference": 0, "rating": 0}
    for seed in range(runs):
        out = lab.run(*args, "--deals", 25, "--seed", seed)
        missed["win rate"] += not holds(next(r for r in rows(out / "bots.csv") if r["bot"] == "first-legal"), share)
        missed["difference"] += not holds(next(r for r in rows(out / "pairs.csv") if r["bot"] == "first-legal"), 2 * share - 1)
        missed["rating"] += not holds(next(r for r in rows(out / "ratings.csv") if r["bot"] == "champion-2"), rating["champion-2"])
    for what, count in missed.items():
        lab.judge(f"a bot that wins {100 * share:.2f} %: interval of its {what} misses it", count, runs, LEVEL, bound=True)

    # The difference of two bots that hardly ever win, beside a third, and the ratings of all three.
    args = ["match", "--bots", "champion-2,first-legal,random"]
    long = lab.run(*args, "--deals", 20_000, "--seed", 10**6)
    truth = next(float(r["difference"]) for r in rows(long / "pairs.csv") if (r["bot"], r["opponent"]) == ("first-legal", "random"))
    rating = {r["bot"]: float(r["rating"]) for r in rows(long / "ratings.csv")}
    difference = ratings = 0
    for seed in range(runs):
        out = lab.run(*args, "--deals", 12, "--seed", seed)
        pair = next(r for r in rows(out / "pairs.csv") if (r["bot"], r["opponent"]) == ("first-legal", "random"))
        difference += not holds(pair, truth)
        row = rows(out / "ratings.csv")[seed % 3]
        ratings += not holds(row, rating[row["bot"]])
    lab.judge("two bots that hardly ever win: interval of their difference misses it", difference, runs, LEVEL, bound=True)
    lab.judge("three bots, two of which hardly ever win: interval of a rating misses it", ratings, runs, LEVEL, bound=True)


# By table: the columns that name a row, and the columns of figures, each with its standard error or its two bounds.
TABLES = {
    "bots.csv": (["bot"], [("win_rate", "low", "high"), ("points_per_game", "points_se")]),
    "seats.csv": (["bot", "position"], [("win_rate", "low", "high"), ("points_per_game", "points_se")]),
    "lineups.csv": (["bot"], [("win_rate", "low", "high")]),
    "pairs.csv": (["bot", "opponent"], [("difference", "low", "high")]),
    "ratings.csv": (["bot"], [("rating", "low", "high")]),
    "payoff.csv": (["bot", "opponent"], [("win_rate", "low", "high")]),
    "rounds.csv": (["metric"], [("mean", "se")]),
    "habits.csv": (["bot", "metric"], [("mean", "se")]),
    "towers.csv": (["bot", "tower"], [("claims", "claims_se"), ("blocks", "blocks_se"), ("turns_held", "turns_held_se")]),
}
# The greatest share of intervals that may miss.
MOST = 0.07
FIELDS = {
    "equal": [("random", salt) for salt in range(1, 8)],
    "unequal": [("balanced", 0), ("greedy", 0), ("hoarder", 0), ("random", 1), ("miser", 0), ("bluffer", 0), ("sheriff", 0)],
}


def student(degrees):
    """Returns the 0.975 quantile of Student's t by an expansion (Abramowitz and Stegun 26.7.5), within 2e-4 from nine degrees of freedom on."""
    z = 1.959963984540054
    terms = [(z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384]
    return z + sum(term / degrees ** (k + 1) for k, term in enumerate(terms))


def figures(out, deals):
    """Returns the figures of a run's tables: by table, row and column the estimate and its bounds, or `None` if it has no bounds."""
    found = {}
    for table, (keys, columns) in TABLES.items():
        for row in rows(out / table):
            for value, *error in columns:
                if row[value] == "":
                    continue
                estimate = float(row[value])
                bounds = None
                if len(error) == 2 and (row[error[0]] or row[error[1]]):
                    bounds = [float(row[bound]) if row[bound] else side * math.inf for bound, side in zip(error, (-1, 1))]
                elif len(error) == 1 and row[error[0]]:
                    half = student(deals - 1) * float(row[error[0]])
                    bounds = [estimate - half, estimate + half]
                found[table, *(row[key] for key in keys), value] = estimate, bounds
    return found


def compared(lab, args, deals, seed):
    """Compares two runs of the same bots on different deals, and returns the figures of `compare`. Their true differences are 0."""
    runs = [lab.run(*args, "--deals", deals, "--seed", 2 * 10**6 + 2 * seed + i, out=f"side-{i}") for i in (0, 1)]
    done = subprocess.run([lab.binary, "compare", *map(str, runs), "--metrics", "--format", "json"], capture_output=True, text=True)
    lines = json.loads(done.stdout)["lines"] if done.returncode == 0 else []
    bounds = lambda line: None if line["low"] is None else [line["low"], line["high"]]
    return {("compare", line["bot"], line["metric"]): (line["difference"], bounds(line)) for line in lines}


def tables(lab, runs, seats, numbers):
    """Prints a line for each table, field, number of seats and number of deals: the figures with an interval, and the intervals that miss."""
    print(f"{'table':<14}{'field':<9}{'seats':>5}{'deals':>6}{'figures':>9}{'with':>8}{'missed':>8}{'%':>7}  {'worst figure':<40}{'%':>6}")
    for field, bots in FIELDS.items():
        for n in seats:
            names = [lab.salted(f"{policy}-{salt}", policy, salt) if salt else policy for policy, salt in bots[:n]]
            args = ["match", "--ruleset", "power-grab" if n < 7 else "green-lantern", "--unit", "round", "--bots", ",".join(names)]
            truth = {key: value for key, (value, _) in figures(lab.run(*args, "--deals", 60_000, "--seed", 10**6), 60_000).items()}
            for deals in numbers:
                counts = {}
                for seed in range(runs):
                    found = figures(lab.run(*args, "--deals", deals, "--seed", seed), deals)
                    side_by_side = compared(lab, args, deals, seed)
                    truth.update(dict.fromkeys(side_by_side, 0))
                    for key, (_, bounds) in (found | side_by_side).items():
                        if key in truth:
                            count = counts.setdefault(key, [0, 0, 0])
                            count[0] += 1
                            if bounds:
                                count[1] += 1
                                count[2] += not bounds[0] <= truth[key] <= bounds[1]
                for table in [*TABLES, "compare"]:
                    mine = {key: count for key, count in counts.items() if key[0] == table and count[0]}
                    if not mine:
                        continue
                    total, given, missed = (sum(count[i] for count in mine.values()) for i in range(3))
                    worst = max(mine, key=lambda key: mine[key][2])
                    # A figure is out of its band if this count is improbable for an error rate of 7 %.
                    out = [key for key, count in mine.items() if count[2] > band(runs, MOST)[1]]
                    lab.failed |= bool(out)
                    share = f"{100 * missed / given:.1f}" if given else ""
                    print(
                        f"{table:<14}{field:<9}{n:>5}{deals:>6}{total:>9}{given:>8}{missed:>8}{share:>7}  {' '.join(worst[1:]):<40}{100 * mine[worst][2] / runs:>6.1f}"
                        + (f"  OUT: {', '.join(' '.join(key[1:]) for key in out)}" if out else ""),
                        flush=True,
                    )


# Normal intervals of skewed figures have the nominal error rate only in the limit. This is the promised bound.
ROUGHLY = 0.08


def balances(lab, runs):
    """Checks the figures of `balance`: the course of rounds, whose chances are estimates too, and effects with few samples."""
    config = lab.home / "drama.toml"
    config.write_text('name = "drama"\nruleset = "power-grab"\nline_ups = [["greedy", "greedy"]]\n[drama]\ndeals = 600\n')
    kinds = [f"{kind} {at} %" for kind in ("favourite_wins", "favourite_forecast", "brier") for at in (20, 50, 80)]
    table = lambda out: {f"{r['metric']} {r['at']}".strip(): r for r in rows(out / "drama.csv")}
    truth = {k: float(r["value"]) for k, r in table(lab.run("balance", "drama.toml", "--seed", 10**6, "--scale", 100)).items()}
    missed = dict.fromkeys(kinds, 0)
    for seed in range(runs):
        found = table(lab.run("balance", "drama.toml", "--seed", seed))
        for kind in kinds:
            missed[kind] += kind in found and not holds(found[kind], truth[kind])
    for kind, count in missed.items():
        lab.judge(f"drama: interval of {kind} misses it", count, runs, ROUGHLY, bound=True)

    config = lab.home / "few.toml"
    config.write_text(
        'name = "few"\nruleset = "power-grab"\nline_ups = [["greedy", "greedy", "greedy"]]\n'
        "[towers]\ndeals = 600\nturn_rate = 0.1\nblock_rate = 0.5\n[ablations]\ndeals = 100\n"
    )
    worth = lambda out: {(r["tower"], r["by"], r["value"]): r for r in rows(out / "tower_worth.csv")}
    changes = lambda out: {(r["variant"], r["metric"]): r for r in rows(out / "ablations.csv")}
    long = lab.run("balance", "few.toml", "--seed", 10**6, "--scale", 100)
    towers, ablations = worth(long), changes(long)
    given = {what: [0, 0] for what in ("tower_worth.csv", "tower_worth.csv, the row of fewest turns", "ablations.csv", "ablations.csv, reshuffles")}
    for seed in range(runs):
        out = lab.run("balance", "few.toml", "--seed", seed)
        # One row of each file, so that runs are independent trials.
        with_interval = [(k, r) for k, r in worth(out).items() if r["win_low"] and k in towers]
        if with_interval:
            fewest = min(with_interval, key=lambda found: int(found[1]["samples"]))
            for what, (key, row) in [("tower_worth.csv", with_interval[seed % len(with_interval)]), ("tower_worth.csv, the row of fewest turns", fewest)]:
                given[what][0] += 1
                given[what][1] += not holds(row, float(towers[key]["win"]), "win_low", "win_high")
        for what, some in [("ablations.csv", changes(out)), ("ablations.csv, reshuffles", {k: r for k, r in changes(out).items() if k[1] == "reshuffles"})]:
            with_interval = [(k, r) for k, r in some.items() if r["low"] and k in ablations]
            if with_interval:
                key, row = with_interval[seed * 7919 % len(with_interval)]
                given[what][0] += 1
                given[what][1] += not holds(row, float(ablations[key]["difference"]))
    for what, (count, wrong) in given.items():
        if count:
            lab.judge(f"few samples: an interval in {what} misses it", wrong, count, ROUGHLY, bound=True)
        else:
            print(f"few samples: {what} gives no interval")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--tables", action="store_true", help="check every table of a match instead")
    parser.add_argument("--seats", default="2,3,4,5,6,7")
    parser.add_argument("--deals", default="2,3,5,10,40,200")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        lab = Lab(args.binary, home)
        if args.tables:
            tables(lab, args.runs, *([int(number) for number in numbers.split(",")] for numbers in (args.seats, args.deals)))
            sys.exit(lab.failed)
        identical_bots(lab)
        equal_bots(lab, args.runs)
        stops(lab, args.runs)
        coverage(lab, args.runs)
        rare_events(lab, args.runs)
        balances(lab, args.runs)
        sys.exit(lab.failed)


if __name__ == "__main__":
    main()
