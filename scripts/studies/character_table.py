#!/usr/bin/env python3
"""Plays every shipped bot against three of `random`, against three of `greedy`, and head to head. Prints the table of strategies/README.md.

    scripts/studies/character_table.py                                   200,000 deals for each row
    scripts/studies/character_table.py --deals 200000 --duels 20000      fewer for the rows head to head
    scripts/studies/character_table.py --table                           only prints the table of those files

Writes results/reference/characters.csv and duels.csv. Each row is a run in results/characters, so the same command resumes.
"""

import argparse
import json

from matches import FIGURES, HOME, Table, match, powergrab, rows

RUNS = HOME / "results" / "characters"
REFERENCE = HOME / "results" / "reference"
FIELDS = ("random", "greedy")
SEED = 20261121


def bots():
    """Returns the bots of the shedding games, without those that search (too slow here) and the learned one (trained for few tables)."""
    known = json.loads(powergrab("strategies", "--format", "json"))
    return [bot["name"] for bot in known if bot["game"] == "the shedding games" and bot["policy"] not in ("monte-carlo", "net")]


def percent(row):
    """Returns a win rate with its interval in per cent."""
    return f"{100 * float(row['win_rate']):.2f} ({100 * float(row['low']):.2f}–{100 * float(row['high']):.2f})"


def show(characters, duels, names):
    """Prints the table in Markdown, the strongest bot against `greedy` first."""
    fields = {(row["bot"], row["field"]): row for row in characters if row["bot"] in names}
    print("Shares of games won in per cent, with 95 % intervals.\n")
    print("| bot | against `random` ×3 (fair: 25) | against `greedy` ×3 (fair: 25) | duels won, mean | won for certain |")
    print("|---|---|---|---|---|")

    def strength(bot):
        return -float(fields[bot, "greedy x3"]["win_rate"]) if (bot, "greedy x3") in fields else 0.0

    for bot in sorted({bot for bot, _ in fields}, key=lambda bot: (strength(bot), bot)):
        cells = [percent(fields[bot, f"{field} x3"]) if (bot, f"{field} x3") in fields else "–" for field in FIELDS]
        own = [row for row in duels if row["bot"] == bot and row["opponent"] in names]
        if own:
            mean = 100 * sum(float(row["win_rate"]) for row in own) / len(own)
            beaten = sum(float(row["low"]) > 0.5 for row in own)
            cells += [f"{mean:.2f}", f"{beaten} of {len(own)}"]
        else:
            cells += ["–", "–"]
        print(f"| `{bot}` | {' | '.join(cells)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200_000, help="deals for each row (default 200,000)")
    parser.add_argument("--duels", type=int, help="deals for each row head to head (default as many)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--table", action="store_true", help="only print the table")
    options = parser.parse_args()
    n_duels = options.duels or options.deals
    order = [f"{field} x3" for field in FIELDS]
    head = ["players", "deals", *FIGURES]
    characters = Table(REFERENCE / "characters.csv", ["bot", "field"], ["bot", "field", *head], lambda key: (order.index(key[1]), key[0]))
    duels = Table(REFERENCE / "duels.csv", ["bot", "opponent"], ["bot", "opponent", *head])
    names = bots()

    def play(line_up, deals):
        """Plays a line-up, and returns the rows of its bots."""
        directory = RUNS / f"{'+'.join(line_up)},{deals}"
        return rows(match(directory, line_up, deals, "--seed", SEED, "--threads", options.threads) / "lineups.csv")

    if not options.table:
        for field in FIELDS:
            for bot in names:
                found = play([bot, field, field, field], options.deals)
                row = next(row for row in found if row["bot"] == bot)
                characters.add({**row, "field": f"{field} x3", "players": 4, "deals": options.deals})
        for place, bot in enumerate(names):
            for other in names[place + 1 :]:
                found = play([bot, other], n_duels)
                for row, rival in zip(found, reversed(found)):
                    duels.add({**row, "opponent": rival["bot"], "players": 2, "deals": n_duels})
    show(characters.sorted(), duels.sorted(), names)


if __name__ == "__main__":
    main()
