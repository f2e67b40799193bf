#!/usr/bin/env python3
"""A complete powergrab bot for Grid with only the standard library: scores if it can, else places its highest number. See docs/protocol.md."""
import json
import sys


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")


def points(option):
    """Returns the face value of a number card's text, or 0 for other cards."""
    return int(option[1:]) if option[1:].isdigit() and option[0] in "RYGB" else 0


def choose(options, view):
    """Returns one of the options."""
    if view["question"] == "turn":
        scores = [o for o in options if o.startswith("score ")]
        return scores[0] if scores else max(options, key=points)
    return options[0]  # the first position, the first line to turn; numbers before wilds to pay with


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "protocol": 1, "name": "Grid in Python", "events": False})
    elif message["type"] == "decide":
        option = choose(message["options"], message["view"])
        say({"type": "answer", "game": message["game"], "option": option})
    elif message["type"] == "quit":
        break
    if message["type"] in ("hello", "decide"):
        sys.stdout.flush()
