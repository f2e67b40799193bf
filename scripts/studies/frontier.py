#!/usr/bin/env python3
"""Strength over time: what each bot wins in whole games against the best tuned bot, by the microseconds that it takes for a decision.

    POWERGRAB=target/release/powergrab python3 scripts/studies/frontier.py OUT              all of it: some hours of one processor
    python3 scripts/studies/frontier.py OUT --deals 20 --seats 2 --bots balanced,net        quicker, or less; rows in OUT/frontier.csv stay
    python3 scripts/studies/frontier.py OUT --deals 0                                       only the picture

Alone among champions: one seat of two against champion-2, one of four against three champion-4, seats and deals balanced. Time is that of
`powergrab bench` with the bot in every seat, on one core.
"""

import argparse
import json
import math
import pathlib

from alone import alone, powergrab, read, write

RIVALS = {2: "champion-2", 4: "champion-4"}
# By bot: its group in the picture, what its strategy file says (nothing: it is built in), and how many deals it is played at two seats.
BOTS = {
    "random": ("rules", "", 2000),
    "first-legal": ("rules", "", 2000),
    "greedy": ("rules", "", 2000),
    "balanced": ("rules", "", 2000),
    "hoarder": ("rules", "", 2000),
    "champion": ("rules", "", 2000),
    "net": ("net", "", 2000),
    **{f"monte-carlo-{n}": ("monte-carlo", f"playouts = {n}", 64_000 // n) for n in (32, 96, 256, 512)},
    **{f"monte-carlo-{n}-net": ("monte-carlo with net", f'playouts = {n}\nplayout = "PLAYOUT"\nnetwork = "net"', 64_000 // n) for n in (32, 96, 256, 512)},
}
HEAD = ["players", "bot", "decision_us", "deals", "win_rate", "low", "high", "fair_share"]
INK = {"rules": "#555", "net": "#2a7f3f", "monte-carlo": "#1f6fb2", "monte-carlo with net": "#b2481f"}
WIDTH, HEIGHT, LEFT, TOP = 560, 300, 52, 34


def row(out, players, bot, deals):
    """Plays and times one bot."""
    group, params, _ = BOTS[bot]
    name = RIVALS[players] if bot == "champion" else bot
    if params:
        place = out / f"{bot}.toml"
        place.write_text(f'policy = "{group.split()[0]}"\n[params]\n{params.replace("PLAYOUT", RIVALS[players])}\n')
        name = str(place)
    timed = json.loads(powergrab("bench", "--bots", name, "--players", players, "--slices", 3, "--json"))
    cases = timed["cases"] if isinstance(timed, dict) else timed
    figures = {"win_rate": 1 / players, "low": 1 / players, "high": 1 / players, "fair_share": 1 / players}
    if bot != "champion":
        rivals = [RIVALS[players]] * (players - 1)
        figures = alone(out / f"{bot}-{players}", name, rivals, "--deals", deals, "--threads", 1)
    return {**{key: figures[key] for key in HEAD if key in figures}, "players": players, "bot": bot, "deals": deals,
            "decision_us": f'{cases[0]["decision_ns"] / 1000:.3g}'}


def picture(rows):
    """An SVG: one panel for each number of seats."""
    seats = sorted({int(line["players"]) for line in rows})
    out = []
    for number, players in enumerate(seats):
        lines = [line for line in rows if int(line["players"]) == players]
        x0, y0 = LEFT, TOP + number * (HEIGHT + 74)
        times = [math.log10(float(line["decision_us"])) for line in lines]
        first, last = math.floor(min(times)), math.ceil(max(times))
        high = math.ceil(10 * max(float(line["high"]) for line in lines)) / 10

        def x(time):
            return x0 + WIDTH * (math.log10(time) - first) / max(1, last - first)

        def y(share):
            return y0 + HEIGHT * (1 - share / high)

        out.append(f'<text x="{x0}" y="{y0 - 12}" font-weight="bold">{players} seats: whole games won against {RIVALS[players]}</text>')
        fair = y(1 / players)
        out.append(f'<line x1="{x0}" x2="{x0 + WIDTH}" y1="{fair:.1f}" y2="{fair:.1f}" stroke="#999" stroke-dasharray="4 3"/>')
        for step in range(round(10 * high) + 1):
            out.append(f'<text x="{x0 - 8}" y="{y(step / 10) + 4:.1f}" text-anchor="end">{10 * step} %</text>')
        for power in range(first, last + 1):
            out.append(f'<text x="{x(10.0**power):.1f}" y="{y0 + HEIGHT + 18}" text-anchor="middle">{10.0**power:g}</text>')
        out.append(f'<text x="{x0 + WIDTH / 2}" y="{y0 + HEIGHT + 36}" text-anchor="middle">microseconds a decision</text>')
        for line in lines:
            ink, at = INK[BOTS[line["bot"]][0]], x(float(line["decision_us"]))
            low, rate, top = (y(float(line[key])) for key in ("low", "win_rate", "high"))
            out.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{low:.1f}" y2="{top:.1f}" stroke="{ink}"/>')
            out.append(f'<circle cx="{at:.1f}" cy="{rate:.1f}" r="3.5" fill="{ink}"/>')
            left = at > x0 + 0.8 * WIDTH
            out.append(f'<text x="{at + (-7 if left else 7):.1f}" y="{rate + 4:.1f}" fill="{ink}"{" text-anchor=" + chr(34) + "end" + chr(34) if left else ""}>{line["bot"]}</text>')
    width, height = LEFT + WIDTH + 110, TOP + len(seats) * (HEIGHT + 74)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + "\n".join(out) + "\n</svg>\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path, help="where runs, table and picture go")
    parser.add_argument("--deals", type=float, default=100, help="per cent of the usual deals of each bot")
    parser.add_argument("--seats", default="2,4")
    parser.add_argument("--bots", default=",".join(BOTS))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    table = options.out / "frontier.csv"
    kept = {(int(line["players"]), line["bot"]): line for line in read(table)}
    for players in map(int, options.seats.split(",")):
        for bot in options.bots.split(",") if options.deals else []:
            deals = max(2, round(BOTS[bot][2] * options.deals / 100))
            if (players, bot) not in kept or int(kept[players, bot]["deals"]) < deals:
                kept[players, bot] = row(options.out, players, bot, deals)
                order = sorted(kept, key=lambda key: (key[0], list(BOTS).index(key[1])))
                write(table, HEAD, (kept[key] for key in order))
    (options.out / "frontier.svg").write_text(picture(kept.values()))


if __name__ == "__main__":
    main()
