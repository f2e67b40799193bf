#!/usr/bin/env python3
"""How far can a bot be exploited? Trains an answer to each of some bots on equal processor time, and plays it against its bot on unseen deals.

    scripts/learn/best_response.py OUT POWERGRAB --start trained/power-grab-2.pt --minutes 8     the answers; rows in OUT/best_response.csv

An answer begins as the network of `scripts/learn/net.py` and is trained by the second part of that recipe, but with its bot in all other
seats. What it wins against the bot is a lower bound of what the bot can be made to lose: a longer training may find more (Timbers and
others, "Approximate exploitability: learning a best response in large games", IJCAI 2022).
"""

import argparse
import csv
import json
import pathlib
import subprocess

import net
import torch

HEAD = ["ruleset", "players", "bot", "minutes", "deals", "games", "win_rate", "low", "high"]


def answer(name, bot, start, out, minutes, seed):
    """Trains an answer to a bot; its strategy file."""
    ruleset, seats, goal, _ = net.PLAN[name]
    source = net.Source(ruleset, seats, goal, seed)
    part = net.PARTS[1]._replace(seating=lambda n, number, learner: net.Seating([learner] + [bot] * (n - 1), None, [0]))
    stem = f"{name}-against-{bot}"
    kept = net.begin(stem, out)
    if not kept["part"]:
        kept = net.next_part(torch.load(start))
        kept.update(part=1, seconds=[0.0], stage=0, decisions=0)
    kept = net.train_part(stem, out, kept, source, part, 60 * minutes)
    return net.write_strategy(out / f"{stem}.toml", net.network(source, kept))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("powergrab", help="the program, for the verdicts")
    parser.add_argument("--start", type=pathlib.Path, required=True, help="the network that an answer begins as, by `net.py`")
    parser.add_argument("--network", default="power-grab-2", choices=net.PLAN, help="which of its networks that is")
    parser.add_argument("--bots", default="balanced,champion-2,net")
    parser.add_argument("--minutes", type=float, default=8, help="of processor time for each")
    parser.add_argument("--deals", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=20261123)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    ruleset, seats, _, _ = net.PLAN[options.network]
    players, rows = min(seats), []
    for bot in options.bots.split(","):
        place = answer(options.network, bot, options.start, options.out, options.minutes, options.seed)
        run = options.out / f"{place.stem}-match"
        line_up = ",".join([str(place)] + [bot] * (players - 1))
        command = ["match", "--ruleset", ruleset, "--bots", line_up, "--deals", str(options.deals), "--seed", str(options.seed)]
        subprocess.run([options.powergrab, *command, "--out", str(run), "--force"], check=True, capture_output=True)
        with open(run / "bots.csv", newline="") as file:
            found = next(row for row in csv.DictReader(file) if row["bot"] == place.stem)
        rows.append({"ruleset": ruleset, "players": players, "bot": bot, "minutes": options.minutes, "deals": options.deals}
                    | {key: found[key] for key in ("games", "win_rate", "low", "high")})
        print(json.dumps(rows[-1]), flush=True)
    with (options.out / "best_response.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, HEAD, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
