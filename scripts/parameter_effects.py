#!/usr/bin/env python3
"""What each parameter of `heuristic` is worth to `balanced`: the share of games won with the parameter put out of action, at tables where
all others are `balanced`, less the fair share, in points of a per cent, with the half width of the 95 % interval.

    scripts/parameter_effects.py                     5,000 deals, at 2, 4 and 6 seats
    POWERGRAB=target/release/powergrab scripts/parameter_effects.py 20000
"""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

# What "out of action" is; 0 where nothing is said.
OUT = {
    "draw_below": -4, "keep_below": -20, "wild_until": 0, "number_links": 0.3, "challenge_at": 10, "suspicion": 0.05,
    "temperature": 1, "uno_call": 0.9, "uno_catch": 0,
}
SEATS = (2, 4, 6)

powergrab = pathlib.Path(os.environ.get("POWERGRAB", "target/release/powergrab")).resolve()
deals = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
run = lambda *args, **more: subprocess.run([powergrab, *map(str, args)], check=True, capture_output=True, text=True, **more).stdout
params = json.loads(run("strategies", "balanced", "--format", "json"))["params"]
# Those for house rules mean nothing here.
params = [p for p in params if not p["name"].startswith("house_")]
effects = {}
with tempfile.TemporaryDirectory() as directory:
    directory = pathlib.Path(directory)
    for p in params:
        text = f'policy = "heuristic"\n[params]\n{p["name"]} = {OUT.get(p["name"], 0)}\n'
        (directory / f'{p["name"]}.toml').write_text(text)
    for n in SEATS:
        line_ups = [[f'./{p["name"]}.toml'] + ["balanced"] * (n - 1) for p in params]
        lines = ",\n".join(json.dumps(line) for line in line_ups)
        config = f'name = "effects"\nruleset = "power-grab"\nformat = "line-ups"\nline_ups = [\n{lines}\n]\ndeals = {deals}\nseed = 20261121\n'
        (directory / "effects.toml").write_text(config)
        run("tournament", directory / "effects.toml", "--out", directory / "run", "--force", cwd=directory)
        with open(directory / "run" / "lineups.csv", newline="") as file:
            for row in csv.DictReader(file):
                if row["bot"] != "balanced":
                    lost = 100 * (float(row["win_rate"]) - float(row["fair_share"]))
                    effects[row["bot"], n] = f'{lost:+.2f} ± {196 * float(row["se"]):.2f}'

print("| parameter | of `balanced` | out of action | " + " | ".join(f"{n} seats" for n in SEATS) + " |")
print("|---|---|---|" + "---|" * len(SEATS))
for p in params:
    cells = " | ".join(effects[p["name"], n] for n in SEATS)
    print(f'| `{p["name"]}` | {p["value"]:g} | {OUT.get(p["name"], 0):g} | {cells} |')
