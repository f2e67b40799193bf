"""NAME: a bot for powergrab. `powergrab match --bots ./NAME.toml,greedy --deals 100` plays it."""
import json
import random
import sys

generators = {}  # by game: its random numbers


def say(message):
    print(json.dumps(message), flush=True)


def choose(options, view, rng):
    """One of the options, as it stands there. This is where your bot begins."""
    if view["question"] == "turn":
        # Play something, draw only as the last resort, never bluff.
        cards = [o for o in options if o != "draw" and not o.startswith("bluff")]
        return rng.choice(cards) if cards else "draw"
    if view["question"] == "react":
        return "block" if "block" in options else "accept"
    if view["question"] == "colour":
        # The colour that the hand holds most of.
        return max(options, key=lambda colour: sum(card[0] == colour for card in view["hand"]))
    return options[0]


for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        # With "events": True it would be told of everything that happens, with "view": "full" all that it could remember.
        say({"type": "hello", "protocol": 1, "name": "NAME", "events": False, "view": "short"})
    elif kind == "new":
        generators[message["game"]] = random.Random(int(message["seed"]))
    elif kind == "decide":
        game = message["game"]
        option = choose(message["options"], message["view"], generators[game])
        say({"type": "answer", "game": game, "option": option})
    elif kind == "end":
        del generators[message["game"]]
    elif kind == "quit":
        break
