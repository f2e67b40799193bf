"""Builders of small traces, and the base of the referee's tests.

Most scenes are one round of few turns: `max_turns` cuts it off, so that only the events of interest are needed.
"""

import contextlib
import io
import json
import os
import tempfile
import unittest

import referee


def event(name, **keys):
    return {"event": name, **{key.rstrip("_"): value for key, value in keys.items()}}


def game(ruleset="power-grab", seats=("a", "b"), variant=True, **options):
    rules = {key: value for key, value in referee.official_rules(ruleset).items() if key not in referee.HOUSE_OPTIONS}
    if ruleset in ("green-lantern", "classic"):
        rules = {key: value for key, value in rules.items() if key not in referee.NO_TOWERS}
    return event("game", format=1, ruleset=ruleset, variant=variant, rules={**rules, **options}, seed="7", game=0, deal=0,
                 rotation=0, seats=list(seats))


def play(seat, card, colour=None, drawn=False):
    chosen = {} if colour is None else {"colour": colour}
    return event("play", seat=seat, card=card, drawn=drawn, **chosen)


def draw(seat, cards, why="turn"):
    return event("draw", seat=seat, cards=cards.split(), why=why)


def claim(seat, tower, source=None):
    return event("claim", seat=seat, tower=tower, from_=source)


def pass_(seat):
    return event("pass", seat=seat)


def miss(seat):
    return event("miss", seat=seat)


def uno(seat):
    return event("uno", seat=seat)


def hands_of(texts):
    return [text.split() for text in texts]


def start(hands, upcard, dealer=None, number=0, returned=0):
    hands = hands_of(hands)
    dealer = len(hands) - 1 if dealer is None else dealer
    return event("round", round=number, dealer=dealer, hands=hands, returned=returned, upcard=upcard)


def scene(hands, up, turns, events, left, **options):
    """One round that `max_turns` ends; seat 0 is the first seat unless `dealer` says otherwise."""
    names = options.pop("seats", ["a"] * len(hands))
    dealer, ruleset = options.pop("dealer", None), options.pop("ruleset", "power-grab")
    why = options.pop("why", "max-turns")
    options = {"hand_size": len(hands[0].split()), "max_turns": turns, "max_rounds": 1, **options}
    nothing = [0] * len(hands)
    return [
        game(ruleset, names, **options), start(hands, up, dealer), *events,
        event("round-end", winner=None, why=why, hands=hands_of(left), points=nothing, scores=nothing),
        event("game-end", winners=[], why="max-rounds", scores=nothing),
    ]


def won(hands, upcard, events, left, winner, points, **options):
    """One round that somebody wins, which ends the game."""
    names, dealer, ruleset = options.pop("seats", ["a"] * len(hands)), options.pop("dealer", None), options.pop("ruleset", "power-grab")
    options = {"hand_size": len(hands[0].split()), "target_score": 1, **options}
    return [
        game(ruleset, names, **options), start(hands, upcard, dealer), *events,
        event("round-end", winner=winner, why="out", hands=hands_of(left), points=points, scores=points),
        event("game-end", winners=[winner], why="target", scores=points),
    ]


def changed(trace, index, **keys):
    """Returns the trace with other values in one event."""
    trace = json.loads(json.dumps(trace))
    trace[index].update({key.rstrip("_"): value for key, value in keys.items()})
    return trace


def with_rules(trace, **options):
    return changed(trace, 0, rules={**trace[0]["rules"], **options})


def without(trace, index):
    return trace[:index] + trace[index + 1:]


def inserted(trace, index, *events):
    return trace[:index] + list(events) + trace[index:]


def text_of(trace):
    return "".join(json.dumps(line) + "\n" for line in trace).encode()


class RefereeTest(unittest.TestCase):
    def check(self, content, *arguments):
        """Returns the exit code and the printed lines for a trace, given as events or as bytes."""
        content = content if isinstance(content, bytes) else text_of(content)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "t")
            with open(path, "wb") as stream:
                stream.write(content)
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                code = referee.main([path, *arguments])
        return code, [line.replace(path, "t") for line in output.getvalue().splitlines()]

    def ok(self, trace, *arguments):
        code, lines = self.check(trace, *arguments)
        self.assertEqual((code, lines), (0, ["1 games ok, 0 faulty"]))

    def bad(self, trace, rule, line=None, *arguments):
        code, lines = self.check(trace, *arguments)
        self.assertEqual((code, lines[-1]), (1, "0 games ok, 1 faulty"), lines)
        place, found_rule = lines[0].split(": ")[:2]
        self.assertEqual(found_rule, rule, lines)
        if line is not None:
            self.assertEqual(place, f"t:{line}", lines)
