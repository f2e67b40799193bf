#!/usr/bin/env python3
"""Measures how far bots can be exploited: trains an answer to each with equal processor time, and plays it on unseen deals.

    scripts/learn/best_response.py OUT --start trained/power-grab-2.pt --minutes 8     the answers, and their rows in OUT/best_response.csv

An answer starts from a network of `scripts/learn/net.py`, and the second part of that recipe trains it with its bot in all other seats. Its
win rate is a lower bound of the bot's exploitability, for a longer training may find more (Timbers and others, "Approximate exploitability:
learning a best response in large games", IJCAI 2022).
"""

import argparse
import json
import pathlib

import net
import pandas
import powergrab as pg
import torch

HEAD = ["ruleset", "players", "bot", "minutes", "deals", "games", "win_rate", "low", "high"]


def answer(name, bot, start, out, minutes, seed):
    """Trains an answer to a bot, and returns its strategy file."""
    source = net.Source(net.PLAN[name], seed)
    part = net.PARTS[1]._replace(seating=lambda n, number, learner: net.Seating([learner] + [bot] * (n - 1), None, [0]))
    stem = f"{name}-against-{bot}"
    kept = net.begin(stem, out)
    if not kept["part"]:
        kept = net.next_part(torch.load(start))
        kept.update(part=1, seconds=[0.0], stage=0, decisions=0)
    kept = net.train_part(stem, out, kept, source, part, 60 * minutes)
    provenance = {"recipe": "scripts/learn/best_response.py", "seed": seed, "bot": bot, "processor_seconds": kept["seconds"]}
    return net.write_strategy(out / f"{stem}.toml", net.network(source.purpose, kept), provenance)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--start", type=pathlib.Path, required=True, help="the network of `net.py` that an answer starts from")
    parser.add_argument("--network", default="power-grab-2", choices=net.PLAN, help="the name of that network")
    parser.add_argument("--bots", default="balanced,champion-2,net")
    parser.add_argument("--minutes", type=float, default=8, help="of processor time for each")
    parser.add_argument("--deals", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=20261123)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    purpose, rows = net.PLAN[options.network], []
    players = min(purpose.seats)
    for bot in options.bots.split(","):
        place = answer(options.network, bot, options.start, options.out, options.minutes, options.seed)
        line_up = [str(place)] + [bot] * (players - 1)
        run = pg.match(line_up, ruleset=purpose.ruleset, deals=options.deals, seed=options.seed, progress=False)
        found = run.bots.to_pandas().iloc[0]
        rows.append({"ruleset": purpose.ruleset, "players": players, "bot": bot, "minutes": options.minutes, "deals": options.deals}
                    | {key: found[key].item() for key in ("games", "win_rate", "low", "high")})
        print(json.dumps(rows[-1]), flush=True)
    pandas.DataFrame(rows, columns=HEAD).to_csv(options.out / "best_response.csv", index=False)


if __name__ == "__main__":
    main()
