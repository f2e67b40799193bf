"""For character_table.sh; both read `powergrab strategies --format json`.

    character_table.py tags              the bots' names, each with a checksum of its parameters
    character_table.py table RUNS OUT    joins the rows of these bots that are there
"""

import csv
import hashlib
import json
import pathlib
import sys

FIGURES = ["games", "win_rate", "se", "low", "high", "fair_share"]


def tags():
    """By tag: the bot. Those that search are too slow for it, and the learned one plays at two seats alone."""
    found = {}
    for bot in json.load(sys.stdin):
        apart = bot["policy"] in ("monte-carlo", "net")
        if bot["game"] == "the shedding games" and not apart:
            what = json.dumps([bot["policy"], bot["salt"], [[p["name"], p["value"]] for p in bot["params"]]])
            found[f"{bot['name']}~{hashlib.sha256(what.encode()).hexdigest()[:8]}"] = bot["name"]
    return found


def rows(directory):
    with open(directory / "lineups.csv", newline="") as file:
        return list(csv.DictReader(file))


def finished(runs, part, known):
    """By what was played, `bot` or `bot+other`: the deals and the rows of the run with the most deals."""
    found = {}
    for mark in runs.glob(f"{part},*.done"):
        _, who, deals = mark.name.removesuffix(".done").split(",")
        if all(tag in known for tag in who.split("+")):
            who, deals = "+".join(known[tag] for tag in who.split("+")), int(deals)
            if deals > found.get(who, (0, None))[0]:
                found[who] = (deals, rows(mark.with_suffix("")))
    return found


def percent(row):
    return f"{100 * float(row['win_rate']):.2f} ({100 * float(row['low']):.2f}–{100 * float(row['high']):.2f})"


def write(path, head, body):
    with open(path, "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(head)
        table.writerows(body)


def table(runs, out):
    runs, out, known = pathlib.Path(runs), pathlib.Path(out), tags()
    fields = {}
    body = []
    for field in ("random", "greedy"):
        for bot, (deals, found) in sorted(finished(runs, field, known).items()):
            row = next(r for r in found if r["bot"] == bot)
            fields[bot, field] = row
            body.append([bot, f"{field} x3", 4, deals, *(row[f] for f in FIGURES)])
    duels, pairs = [], []
    for who, (deals, found) in sorted(finished(runs, "duel", known).items()):
        for row, other in zip(found, reversed(found)):
            duels.append(row)
            pairs.append([row["bot"], other["bot"], 2, deals, *(row[f] for f in FIGURES)])
    out.mkdir(parents=True, exist_ok=True)
    write(out / "characters.csv", ["bot", "field", "players", "deals", *FIGURES], body)
    write(out / "duels.csv", ["bot", "opponent", "players", "deals", *FIGURES], sorted(pairs))

    print("Shares of games won in per cent, with 95 % intervals.\n")
    print("| bot | against `random` ×3 (fair: 25) | against `greedy` ×3 (fair: 25) | duels won, mean | won for certain |")
    print("|---|---|---|---|---|")
    bots = {bot for bot, _ in fields}
    strength = lambda bot: -float(fields[bot, "greedy"]["win_rate"]) if (bot, "greedy") in fields else 0
    for bot in sorted(bots, key=strength):
        against = [percent(fields[bot, f]) if (bot, f) in fields else "–" for f in ("random", "greedy")]
        own = [row for row in duels if row["bot"] == bot]
        if own:
            mean = 100 * sum(float(row["win_rate"]) for row in own) / len(own)
            beaten = sum(float(row["low"]) > 0.5 for row in own)
            against += [f"{mean:.2f}", f"{beaten} of {len(own)}"]
        else:
            against += ["–", "–"]
        print(f"| `{bot}` | {' | '.join(against)} |")


if __name__ == "__main__":
    print(" ".join(tags())) if sys.argv[1] == "tags" else table(*sys.argv[2:])
