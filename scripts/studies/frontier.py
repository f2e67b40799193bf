#!/usr/bin/env python3
"""Measures strength over time: the whole games that a bot wins against the best tuned bots, and the microseconds that it takes for a decision.

    POWERGRAB=target/release/powergrab python3 scripts/studies/frontier.py OUT              all of it: some hours of one processor
    python3 scripts/studies/frontier.py OUT --share 0.2 --seats 2 --bots balanced,net       fewer deals and bots; other rows in OUT/frontier.csv stay

A bot sits alone among champions: against one champion-2 at two seats, against three champion-4 at four, with seats and deals balanced. Its
time is that of `powergrab bench` with the bot in every seat, on one core. Each row is a run below OUT, so the same command resumes. Draws
OUT/frontier.svg, which needs matplotlib.
"""

import argparse
import json
import pathlib
import sys

from matches import HOME, Table, among, powergrab

RIVALS = {2: "champion-2", 4: "champion-4"}
SEED = 20261123
# By bot: the text of its strategy file (empty if it is built in), and its number of deals.
BOTS = {
    **dict.fromkeys(["random", "first-legal", "greedy", "balanced", "hoarder", "champion", "net"], ("", 2000)),
    **{f"monte-carlo-{n}": (f"playouts = {n}", 64_000 // n) for n in (32, 96, 256, 512)},
    **{f"monte-carlo-{n}-net": (f'playouts = {n}\nplayout = "PLAYOUT"\nnetwork = "net"', 64_000 // n) for n in (32, 96, 256, 512)},
}
KEY = ["players", "bot"]
HEAD = [*KEY, "decision_us", "deals", "win_rate", "low", "high", "fair_share"]


def play(out, players, bot, deals):
    """Plays and times one bot, and returns its row."""
    params, _ = BOTS[bot]
    name = RIVALS[players] if bot == "champion" else bot
    if params:
        name = out / f"{bot}-{players}.toml"
        name.write_text(f'policy = "monte-carlo"\n[params]\n{params.replace("PLAYOUT", RIVALS[players])}\n')
    timed = json.loads(powergrab("bench", "--bots", name, "--players", players, "--slices", 3, "--json"))
    cases = timed["cases"] if isinstance(timed, dict) else timed
    figures = dict.fromkeys(("win_rate", "low", "high", "fair_share"), 1 / players)
    if bot != "champion":
        rivals = [RIVALS[players]] * (players - 1)
        figures = among(out / f"{bot}-{players}-{deals}", name, rivals, deals, "--seed", SEED, "--threads", 1)
    return {**figures, "players": players, "bot": bot, "deals": deals, "decision_us": f'{cases[0]["decision_ns"] / 1000:.3g}'}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path, help="the directory for the runs, the table and the picture")
    parser.add_argument("--share", type=float, default=1.0, help="the share of each bot's deals to play")
    parser.add_argument("--seats", default="2,4")
    parser.add_argument("--bots", default=",".join(BOTS))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    table = Table(options.out / "frontier.csv", KEY, HEAD, lambda key: (int(key[0]), list(BOTS).index(key[1])))
    for players in map(int, options.seats.split(",")):
        for bot in options.bots.split(","):
            deals = max(2, round(BOTS[bot][1] * options.share))
            # A complete row is kept with the time that was measured.
            if not table.has({"players": players, "bot": bot, "deals": deals}):
                table.add(play(options.out, players, bot, deals))
    sys.path.append(str(HOME / "scripts" / "pictures"))
    import plot

    plot.save(plot.frontier(table.path), options.out / "frontier.svg")


if __name__ == "__main__":
    main()
