#!/usr/bin/env python3
"""Changes traces of games under house rules, one event at a time, and checks that the referee refuses each of them.

    python3 scripts/checks/referee/doctor.py --lies 200 FILE.jsonl ...

Each change (a lie) breaks one of the house rules: a stack of another number of cards, a card that may not be stacked, a swap with another seat,
a zero without its rotation, a draw that ends too early. Exit code 1 if the referee accepts one of them.
"""

import argparse
import contextlib
import io
import json
import random
import sys
import tempfile
from pathlib import Path

import referee
from referee_shedding import DRAW_CARDS, kind


def games(path):
    """Returns the games of a file, each as a list of events."""
    found = []
    with open(path) as stream:
        for line in stream:
            event = json.loads(line)
            if event["event"] == "game":
                found.append([])
            found[-1].append(event)
    return found


def stacked(game, at):
    """Whether this play was stacked on a draw card."""
    before = at - 1
    while game[before]["event"] in ("uno", "caught", "draw", "instant-uno") and game[before].get("why") in (None, "uno"):
        before -= 1
    return game[at]["event"] == "play" and game[before]["event"] == "play" and kind(game[before]["card"]) in DRAW_CARDS and (
        kind(game[at]["card"]) in DRAW_CARDS
    )


def lies(game):
    """Yields every lie for a game: its name, the index of an event, and the events that replace it."""
    rules, n = game[0]["rules"], len(game[0]["seats"])
    for at, event in enumerate(game):
        name = event["event"]
        if name == "swap":
            yield "a swap is left out", at, []
            yield "a swap with oneself", at, [{**event, "to": event["seat"]}]
            yield "a swap by another seat", at, [{**event, "seat": (event["seat"] + 1) % n}]
            yield "two swaps", at, [event, event]
        elif name == "rotate":
            yield "a rotation is left out", at, []
            yield "two rotations", at, [event, event]
            yield "a swap for a rotation", at, [{"event": "swap", "seat": 0, "to": 1}]
        elif name == "draw" and event["why"] in ("draw-one", "draw-two", "draw-four", "challenge-lost", "challenge-guilty"):
            if len(event["cards"]) > 1 and game[at + 1]["event"] != "reshuffle" and game[at - 1]["event"] != "reshuffle":
                yield "a stack draws one card less", at, [{**event, "cards": event["cards"][:-1]}]
        elif name == "draw" and event["why"] == "turn" and rules.get("draw") == "until-playable":
            if len(event["cards"]) > 1 and game[at + 1]["event"] not in ("reshuffle", "draw"):
                yield "a draw ends before a card can be played", at, [{**event, "cards": event["cards"][:-1]}]
        elif name == "challenge":
            yield "another verdict", at, [{**event, "guilty": not event["guilty"]}]
        if name == "play" and stacked(game, at):
            yield "a stacked card was drawn", at, [{**event, "drawn": True}]
            yield "a stacked card of another seat", at, [{**event, "seat": (event["seat"] + 1) % n}]


def refused(game):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as stream:
        stream.write("".join(json.dumps(event) + "\n" for event in game))
        stream.flush()
        with contextlib.redirect_stdout(io.StringIO()):
            return referee.main([stream.name]) == 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--lies", type=int, default=200)
    options = parser.parse_args()
    choose = random.Random(1)
    kinds = {}
    for path in options.files:
        for game in games(path):
            for what, at, instead in lies(game):
                kinds.setdefault(what, []).append((path, game, at, instead))
    # All kinds take turns.
    tried, passed = {}, []
    while sum(tried.values()) < options.lies:
        left = [what for what in kinds if kinds[what]]
        if not left:
            sys.exit(f"only {sum(tried.values())} lies are possible in these games")
        for what in left[: options.lies - sum(tried.values())]:
            path, game, at, instead = kinds[what].pop(choose.randrange(len(kinds[what])))
            tried[what] = tried.get(what, 0) + 1
            if not refused(game[:at] + instead + game[at + 1 :]):
                passed.append(f"{path}: {what}, event {at}: {json.dumps(game[at])}")
    for what, count in sorted(tried.items()):
        print(f"{count:5} {what}")
    print(f"{sum(tried.values())} lies, {len(passed)} accepted")
    for line in passed:
        print(f"accepted: {line}")
    return 1 if passed else 0


if __name__ == "__main__":
    sys.exit(main())
