#!/usr/bin/env python3
"""Draws the skill ladder: the share of rounds won by budget, one panel per ruleset and number of seats, as an SVG.

    python3 scripts/pictures/skill_ladder.py results/reference/skill_ladder.csv results/reference/skill_ladder.svg
"""

import csv
import math
import sys
from collections import defaultdict

WIDTH, HEIGHT, LEFT, TOP, GAP = 300, 190, 46, 34, 56
INK = {"monte-carlo": "#1f6fb2"}


def panels(path):
    found = defaultdict(lambda: defaultdict(list))
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            key = (row["ruleset"], int(row["seats"]))
            values = {k: float(row[k]) for k in ("playouts", "win_rate", "low", "high", "fair_share")}
            found[key][row["policy"]].append(values)
    return found


def panel(x0, y0, title, ladders, most):
    rows = [row for rungs in ladders.values() for row in rungs]
    low = math.floor(20 * min(row["low"] for row in rows)) / 20
    high = math.ceil(20 * max(row["high"] for row in rows)) / 20
    steps = math.log2(most) - 1

    def x(budget):
        # Nothing, then 8 and its doublings.
        return x0 + WIDTH * (0 if budget == 0 else (math.log2(budget) - 2) / (steps - 1))

    def y(share):
        return y0 + HEIGHT * (high - share) / (high - low)

    out = [f'<text x="{x0}" y="{y0 - 10}" font-weight="bold">{title}</text>']
    fair = rows[0]["fair_share"]
    out.append(f'<line x1="{x0}" x2="{x0 + WIDTH}" y1="{y(fair):.1f}" y2="{y(fair):.1f}" stroke="#999" stroke-dasharray="4 3"/>')
    for share in range(round(20 * low), round(20 * high) + 1):
        at = share / 20
        out.append(f'<text x="{x0 - 8}" y="{y(at) + 4:.1f}" text-anchor="end">{100 * at:.0f} %</text>')
    for budget in sorted({row["playouts"] for row in rows}):
        out.append(f'<text x="{x(budget):.1f}" y="{y0 + HEIGHT + 16}" text-anchor="middle">{budget:.0f}</text>')
    for shift, (policy, rungs) in enumerate(sorted(ladders.items())):
        ink = INK.get(policy, "#333")
        rungs = sorted(rungs, key=lambda row: row["playouts"])
        points = " ".join(f'{x(r["playouts"]):.1f},{y(r["win_rate"]):.1f}' for r in rungs)
        out.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="1.5"/>')
        for r in rungs:
            at = x(r["playouts"]) + 3 * shift
            out.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{y(r["low"]):.1f}" y2="{y(r["high"]):.1f}" stroke="{ink}"/>')
        out.append(f'<text x="{x0 + WIDTH - 4}" y="{y0 + HEIGHT - 8 - 14 * shift}" text-anchor="end" fill="{ink}">{policy}</text>')
    return out


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found = panels(sys.argv[1])
    if not found:
        sys.exit(f"{sys.argv[1]}: no rungs yet")
    most = max(row["playouts"] for ladders in found.values() for rungs in ladders.values() for row in rungs)
    columns = sorted({seats for _, seats in found})
    rulesets = list(dict.fromkeys(ruleset for ruleset, _ in found))
    width = LEFT + len(columns) * (WIDTH + GAP)
    height = TOP + len(rulesets) * (HEIGHT + GAP)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="10">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for (ruleset, seats), ladders in found.items():
        x0 = LEFT + columns.index(seats) * (WIDTH + GAP)
        y0 = TOP + rulesets.index(ruleset) * (HEIGHT + GAP)
        out += panel(x0, y0, f"{ruleset}, {seats} seats: rounds won by playouts a decision", ladders, max(most, 16))
    out.append("</svg>")
    with open(sys.argv[2], "w") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
