#!/usr/bin/env python3
"""Measures how much skill the games hold: the share of whole games that a bot wins alone among others, all `random` or all `balanced`.

    POWERGRAB=target/release/powergrab python3 scripts/studies/skill.py OUT       OUT/skill.csv: three rulesets at 2, 4 and 6 seats; some minutes
    python3 scripts/studies/skill.py OUT --rulesets classic --players 2           some of the rows; the others stay

If luck decided everything, every bot would win the fair share. The more the best bot wins, the more room for skill the game has. `powergrab
ladder sight` measures something else: a bot that sees all hands. Each row is a run below OUT, so the same command resumes.
"""

import argparse
import pathlib

from matches import FIGURES, HOME, Table, among

BOTS = ["greedy", "balanced", "champion", "net", "monte-carlo-net"]
FIELDS = ["random", "balanced"]
SEED = 20261123
# Games for each row; a search takes long.
GAMES, SEARCHED = 8000, 240
KEY = ["ruleset", "players", "bot", "field"]
RULESETS = ["power-grab", "classic", "green-lantern"]


def order(key):
    """Returns the place of a row: by ruleset and number of players, then in the order of BOTS and FIELDS."""
    ruleset, players, bot, field = key
    return [*RULESETS, ruleset].index(ruleset), int(players), BOTS.index(bot), FIELDS.index(field)


def play(out, ruleset, players, bot, field):
    """Plays one bot alone among others, and returns its row."""
    name, deals = bot, GAMES // players
    if bot == "champion":
        name = "champion-2" if players == 2 else "champion-4"
    if bot == "monte-carlo-net":
        name, deals = HOME / "configs" / "bots" / "monte-carlo-net.toml", SEARCHED // players
    found = among(out / f"{ruleset}-{players}-{bot}-{field}-{deals}", name, [field] * (players - 1), deals, "--ruleset", ruleset, "--seed", SEED)
    return {**found, "ruleset": ruleset, "players": players, "bot": bot, "field": field, "deals": deals}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path, help="the directory for the runs and the table")
    parser.add_argument("--rulesets", default=",".join(RULESETS))
    parser.add_argument("--players", default="2,4,6")
    parser.add_argument("--bots", default=",".join(BOTS))
    options = parser.parse_args()
    table = Table(options.out / "skill.csv", KEY, [*KEY, "deals", *FIGURES], order)
    for ruleset in options.rulesets.split(","):
        for players in map(int, options.players.split(",")):
            for bot in options.bots.split(","):
                for field in FIELDS:
                    if bot != field:
                        row = play(options.out, ruleset, players, bot, field)
                        table.add(row)
                        print(*(row[column] for column in table.head), flush=True)


if __name__ == "__main__":
    main()
