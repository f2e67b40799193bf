#!/usr/bin/env python3
"""A complete powergrab bot with only the standard library: sheds the most points. See docs/protocol.md."""
import json
import sys

rules = {}  # by number: the rules that the arena sent
games = {}  # by game: its rules


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")


def points(card, table):
    """Returns the points of a card's text: its face value, or the points of its symbol by the rules."""
    symbol = card if card[0] == "W" else card[1:]
    return table[symbol] if symbol in table else int(symbol[0])


def choose(options, view, table):
    """Returns one of the options."""
    question = view["question"]
    if question in ("turn", "drawn"):
        cards = [o for o in options if o not in ("draw", "pass") and not o.startswith("bluff")]
        if cards:
            return max(cards, key=lambda card: points(card, table))
        return options[-1] if options[-1] in ("draw", "pass") else "draw" if question == "turn" else "pass"
    if question in ("colour", "upcard"):
        worth = {c: sum(points(x, table) for x in view["hand"] if x[0] == c) for c in options}
        return max(options, key=lambda colour: worth[colour])
    if question == "react":
        return "block" if "block" in options else "accept"
    if question == "gift":
        return min(options, key=lambda seat: view["players"][int(seat)]["cards"])
    return options[0]  # towers, Instant UNO, calling and catching: yes


for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say({"type": "hello", "protocol": 1, "name": "greedy in Python", "events": False})
    elif kind == "rules":
        rules[message["rules"]] = message["in_force"]["options"]["points"]
    elif kind == "new":
        games[message["game"]] = rules[message["rules"]]
    elif kind == "decide":
        table = games[message["game"]]
        option = choose(message["options"], message["view"], table)
        say({"type": "answer", "game": message["game"], "option": option})
    elif kind == "end":
        del games[message["game"]]
    elif kind == "quit":
        break
    if kind in ("hello", "decide"):
        sys.stdout.flush()
