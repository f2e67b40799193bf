#!/usr/bin/env python3
"""How much skill is there? What share of whole games each bot wins alone among others that are all `random`, or all `balanced`.

    POWERGRAB=target/release/powergrab python3 scripts/studies/skill.py OUT       OUT/skill.csv: three rulesets at 2, 4 and 6 seats; some minutes
    python3 scripts/studies/skill.py OUT --rulesets classic --players 2           less; rows that are there stay

Where all depended on luck, everybody would win the fair share; the more the best bot wins, the more skill the game has room for. What a seat
that knows all hands would win is another matter: `powergrab ladder sight`.
"""

import argparse
import pathlib

from alone import alone, read, write

BOTS = ["greedy", "balanced", "champion", "net", "monte-carlo-net"]
FIELDS = ["random", "balanced"]
# Games for each row; a search takes long.
GAMES, SEARCHED = 8000, 240
HEAD = ["ruleset", "players", "bot", "field", "deals", "games", "win_rate", "se", "low", "high", "fair_share"]


def row(out, ruleset, players, bot, field):
    """Plays one bot alone among others."""
    name, deals = bot, GAMES // players
    if bot == "champion":
        name = "champion-2" if players == 2 else "champion-4"
    if bot == "monte-carlo-net":
        name, deals = "configs/bots/monte-carlo-net.toml", SEARCHED // players
    run = out / f"{ruleset}-{players}-{bot}-{field}"
    found = alone(run, name, [field] * (players - 1), "--ruleset", ruleset, "--deals", deals)
    return {**{key: found[key] for key in HEAD if key in found}, "ruleset": ruleset, "players": players, "bot": bot, "field": field, "deals": deals}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path, help="where runs and table go")
    parser.add_argument("--rulesets", default="power-grab,classic,green-lantern")
    parser.add_argument("--players", default="2,4,6")
    parser.add_argument("--bots", default=",".join(BOTS))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    table = options.out / "skill.csv"
    rows = read(table)
    known = {(row["ruleset"], int(row["players"]), row["bot"], row["field"]) for row in rows}
    for ruleset in options.rulesets.split(","):
        for players in map(int, options.players.split(",")):
            for bot in options.bots.split(","):
                for field in FIELDS:
                    if bot == field or (ruleset, players, bot, field) in known:
                        continue
                    rows.append(row(options.out, ruleset, players, bot, field))
                    print(*rows[-1].values(), flush=True)
                    write(table, HEAD, rows)


if __name__ == "__main__":
    main()
