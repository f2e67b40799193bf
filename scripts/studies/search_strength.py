#!/usr/bin/env python3
"""Measures the searching bot: against the best heuristic bots in whole games, and with beliefs against without.

    scripts/studies/search_strength.py                   all rows, one to two hours of one processor
    scripts/studies/search_strength.py --share 0.1       a tenth of the deals of each row

Writes results/reference/search_strength.csv after each row: a bot in a line-up with its share of whole games or of single rounds (`unit`),
and a 95 % interval clustered by deal. Single rounds show smaller differences than whole games. A row is replaced only by one of as many
deals. Each row is a run in results/search, so the same command resumes. The searching bots differ from the shipped one only in their
budgets, which their names give; `uniform` searches without beliefs.
"""

import argparse

from matches import FIGURES, HOME, Table, match, rows

RUNS = HOME / "results" / "search"
KEY = ["ruleset", "players", "unit", "bot", "line_up"]
SEED = 20261121
# Without beliefs: a pass proves nothing, and everybody bluffs.
UNIFORM = "pass_belief = 0\nbluff_belief = 1\n"


def searching(name, playouts, more=""):
    """Writes the strategy file of a searching bot."""
    path = RUNS / f"{name}-{playouts}.toml"
    path.write_text(f'policy = "monte-carlo"\n[params]\nplayouts = {playouts}\n{more}')
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=1.0, help="the share of each row's deals to play")
    # The best tuned heuristic bot for each number of seats (results/reference/duels.csv).
    parser.add_argument("--rival-2", default="champion-2", help="the opponent at two seats")
    parser.add_argument("--rival-4", default="champion-4", help="the opponents at four seats")
    parser.add_argument("--rulesets", default="power-grab,classic,green-lantern")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    RUNS.mkdir(parents=True, exist_ok=True)
    table = Table(HOME / "results" / "reference" / "search_strength.csv", KEY, [*KEY, "deals", *FIGURES])
    flat, deep, uniform = searching("monte-carlo", 512), searching("monte-carlo", 1024), searching("uniform", 512, UNIFORM)
    for ruleset in options.rulesets.split(","):
        for unit, deals, line_up in [
            ("round", 1500, [flat, uniform]),
            ("game", 300, [deep, options.rival_4, options.rival_4, options.rival_4]),
            ("game", 200, [flat, options.rival_2]),
            ("game", 200, [flat, uniform]),
        ]:
            deals = max(2, int(deals * options.share))
            names = "+".join(str(bot) if isinstance(bot, str) else bot.stem for bot in line_up)
            directory = RUNS / f"{unit}+{ruleset}+{names}+{deals}"
            match(directory, line_up, deals, "--unit", unit, "--ruleset", ruleset, "--seed", SEED, "--threads", options.threads)
            # The bot that is measured has the first row.
            table.add({**rows(directory / "lineups.csv")[0], "unit": unit, "deals": deals})


if __name__ == "__main__":
    main()
