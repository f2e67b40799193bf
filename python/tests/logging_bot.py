"""A bot as a program that speaks the protocol and as a class, which logs all that it sees and does.

python logging_bot.py LOG [FAULT] is the program.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any, TextIO


def choose(view: dict[str, Any], options: list[str], rng: random.Random, fault: str | None) -> str:
    """Chooses mostly at random, sometimes by the hand. With `fault`, it fails now and then."""
    if fault == "illegal" and rng.random() < 0.01:
        return "nonsense"
    if fault == "crash" and rng.random() < 0.01:
        raise RuntimeError("it fell over")
    if view["question"] == "turn" and rng.random() < 0.5:
        return max(options, key=len)
    return rng.choice(options)


class Log:
    """A log of what a bot saw and did, by game."""

    def __init__(self, file: TextIO | None = None) -> None:
        self.games: dict[int, list[Any]] = {}
        self.file = file

    def new(self, number: int, seed: str, seat: int) -> None:
        self.games[number] = []
        self.add(number, seed, seat)

    def add(self, number: int, *what: Any) -> None:
        line = json.dumps([number, what])
        self.games[number].append(json.loads(line)[1])
        # Without a buffer, for a program that does not end in time is killed.
        if self.file:
            print(line, file=self.file, flush=True)

    @staticmethod
    def read(text: str) -> Log:
        """Reads the log that a program wrote."""
        log = Log()
        for number, what in map(json.loads, text.splitlines()):
            log.games.setdefault(number, []).append(what)
        return log

    def sorted(self) -> list[str]:
        return sorted(json.dumps(game, sort_keys=True) for game in self.games.values())


def main(path: str, fault: str | None) -> None:
    with open(path, "w") as file:
        play(Log(file), fault)


def play(log: Log, fault: str | None) -> None:
    generators: dict[int, random.Random] = {}

    def say(message: dict[str, Any]) -> None:
        print(json.dumps(message), flush=True)

    for line in sys.stdin:
        message = json.loads(line)
        kind, game = message["type"], message.get("game")
        if kind == "hello":
            say({"type": "hello", "protocol": 1, "name": "logging", "events": True, "view": "full"})
        elif kind == "new":
            generators[game] = random.Random(int(message["seed"]))
            log.new(game, message["seed"], message["seat"])
        elif kind == "event":
            log.add(game, {key: value for key, value in message.items() if key not in ("type", "game")})
        elif kind == "decide":
            answer = choose(message["view"], message["options"], generators[game], fault)
            log.add(game, message["view"], message["options"], answer)
            say({"type": "answer", "game": game, "option": answer})
        elif kind == "quit":
            break


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
