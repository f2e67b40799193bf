"""Rounds per second of one bot as a program behind a pipe and as a class in this process: in turn, on one thread, medians of five.

    python scripts/python_bot_speed.py          # needs the package and nothing else; half a minute
"""

import json
import pathlib
import statistics
import sys
import tempfile
import time

import powergrab as pg

PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "first", "events": False, "view": "short"}), flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "answer", "game": message["game"], "option": message["options"][0]}), flush=True)
    elif message["type"] == "quit":
        break
"""


class First(pg.Bot):
    """Takes the first option."""

    def decide(self, view, options):
        return options[0]


def rounds_per_second(bot, deals):
    """What a match against greedy plays."""
    started = time.perf_counter()
    run = pg.match([bot, "greedy"], deals=deals, unit="round", threads=1, progress=False)
    return run.manifest["result"]["rounds_really_played"] / (time.perf_counter() - started)


def main():
    with tempfile.TemporaryDirectory() as home:
        program = pathlib.Path(home) / "first.py"
        program.write_text(PROGRAM)
        strategy = pathlib.Path(home) / "piped.toml"
        strategy.write_text(f'policy = "process"\ncommand = {json.dumps([sys.executable, str(program)])}\n')
        piped, called = [], []
        for _ in range(5):
            piped.append(rounds_per_second(strategy, 300))
            called.append(rounds_per_second(First(), 5000))
    pipe, call = statistics.median(piped), statistics.median(called)
    print(f"pipe {pipe:,.0f} rounds a second, class {call:,.0f}: {call / pipe:.1f} times")


if __name__ == "__main__":
    main()
