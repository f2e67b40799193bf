"""Joins the three runs of character_table.sh: python3 character_table.py RUNS OUT DEALS"""

import csv
import pathlib
import sys

runs, out, deals = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])


def rows(part):
    with open(runs / part / "lineups.csv", newline="") as file:
        return list(csv.DictReader(file))


def against(part):
    """The hero's row of each line-up: the first bot named."""
    found = {}
    for row in rows(part):
        if row["line_up"].split("+")[0] == row["bot"]:
            found[row["bot"]] = row
    return found


def percent(row):
    return f"{100 * float(row['win_rate']):.2f} ({100 * float(row['low']):.2f}–{100 * float(row['high']):.2f})"


random, greedy, duels = against("random"), against("greedy"), rows("duel")
out.mkdir(parents=True, exist_ok=True)
figures = ["games", "win_rate", "se", "low", "high", "fair_share"]
with open(out / "characters.csv", "w", newline="") as file:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(["bot", "field", "players", "deals", *figures])
    for field, part in (("random", random), ("greedy", greedy)):
        for bot, row in part.items():
            table.writerow([bot, f"{field} x3", 4, deals, *(row[f] for f in figures)])
with open(out / "duels.csv", "w", newline="") as file:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(["bot", "opponent", "players", "deals", *figures])
    for row in duels:
        opponent = next(b for b in row["line_up"].split("+") if b != row["bot"])
        table.writerow([row["bot"], opponent, 2, deals, *(row[f] for f in figures)])

print(f"Shares of games won in per cent, with 95 % intervals; {deals:,} deals.\n")
print("| bot | against `random` ×3 (fair: 25) | against `greedy` ×3 (fair: 25) | duels won, mean | beaten in duels |")
print("|---|---|---|---|---|")
strength = sorted(greedy, key=lambda bot: -float(greedy[bot]["win_rate"]))
for bot in strength:
    own = [row for row in duels if row["bot"] == bot]
    mean = 100 * sum(float(row["win_rate"]) for row in own) / len(own)
    beaten = sum(float(row["low"]) > 0.5 for row in own)
    print(f"| `{bot}` | {percent(random[bot])} | {percent(greedy[bot])} | {mean:.2f} | {beaten} of {len(own)} |")
