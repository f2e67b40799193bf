"""Kills one worker of a local Dask cluster during a run, and checks that the merged bytes are those of a single run.

    python scripts/cluster/test_dask.py target/release/powergrab

Needs scripts/cluster/requirements.txt. Takes some seconds.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
CONFIG = """
name = "small"
ruleset = ["classic", "./mine.toml"]
format = "round-robin"
pool = ["random", "greedy", "bots/timid.toml"]
players = [2, 3]
deals = 1000
seed = 3
"""
MINE = 'base = "power-grab"\ntowers = "UN"\n'
TIMID = 'policy = "heuristic"\n[params]\nbluff = 0.1\n'
SWEEP = """
name = "swept"
line_up = ["mine", "greedy"]
bots.mine = "bots/timid.toml"
deals = 20
[factors]
mine.uno_call = [0.2, 0.6, 1.0]
"""
SHARDS = 12


def results(path):
    """Returns the results in a run's directory that do not change from run to run."""
    files = (file for file in path.iterdir() if file.is_file() and file.name != "timing.json")
    return {file.name: file.read_bytes() for file in files}


def workers(of):
    """Returns the ids of Dask's workers below a process that play."""
    import psutil

    found = []
    for child in psutil.Process(of).children(recursive=True):
        try:
            # The program is a child of a worker that plays.
            names = [grandchild.name() for grandchild in child.children()]
        except psutil.NoSuchProcess:
            continue
        if "powergrab" in names:
            found.append(child.pid)
    return found


def wait_for(what, seconds=120):
    """Calls a function until it returns something true, and returns that."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = what()
        if found:
            return found
        time.sleep(0.01)
    sys.exit("timed out")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        (home / "bots").mkdir()
        (home / "small.toml").write_text(CONFIG)
        (home / "mine.toml").write_text(MINE)
        (home / "bots" / "timid.toml").write_text(TIMID)
        subprocess.run([program, "tournament", "small.toml", "--out", "one"], cwd=home, check=True, capture_output=True)

        command = [sys.executable, str(HERE / "dask_run.py"), "small.toml", "--local", "2", "--out", "parts"]
        command += ["--powergrab", program, "--shards", str(SHARDS)]
        with open(home / "log", "w", encoding="utf-8") as log:
            run = subprocess.Popen(command, cwd=home, stdout=log, stderr=log)
            there = home / "parts" / "shards"
            wait_for(lambda: run.poll() is not None or len(list(there.glob("*.shard"))) >= 2)
            victim = wait_for(lambda: run.poll() is not None or workers(run.pid))
            assert run.poll() is None, "the run ended before a worker was killed:\n" + (home / "log").read_text()
            os.kill(victim[0], signal.SIGKILL)
            n_before = len(list(there.glob("*.shard")))
            code = run.wait(timeout=300)
        text = (home / "log").read_text()
        assert code == 0, text
        assert n_before < SHARDS, "the worker was killed after the last shard"
        assert results(home / "one") == results(home / "parts"), "merged bytes differ"
        assert len(list(there.glob("*.shard"))) == SHARDS

        # The same command plays only missing shards.
        sorted(there.glob("*.shard"))[4].unlink()
        again = subprocess.run(command, cwd=home, capture_output=True, text=True, check=True)
        assert re.search(rf"^1 of {SHARDS} shards to play$", again.stderr, re.MULTILINE), again.stderr
        assert results(home / "one") == results(home / "parts")

        # Shards of another run are refused.
        other = subprocess.run([*command, "--", "--seed", "4"], cwd=home, capture_output=True, text=True, check=False)
        assert other.returncode == 1 and "differs in `seed`" in other.stderr, other.stderr

        # An impossible number of shards is refused, and so is a worker with another version, before it plays.
        for number in ("0", "-1"):
            wrong = [word if word != str(SHARDS) else number for word in command]
            refused = subprocess.run(wrong, cwd=home, capture_output=True, text=True, check=False)
            assert refused.returncode == 2 and "whole number from 1 up" in refused.stderr, refused.stderr
        stranger = home / "stranger"
        stranger.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo powergrab 0.0.9 || exec {program} "$@"\n')
        stranger.chmod(0o755)
        check = "import sys; sys.path.insert(0, sys.argv[1]); import dask_run; dask_run.play(sys.argv[2], sys.argv[3], {}, ['match'], '1/1')"
        own = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        refused = subprocess.run([sys.executable, "-c", check, HERE, stranger, own], capture_output=True, text=True, check=False)
        assert refused.returncode == 1 and "has powergrab 0.0.9, and here is " + own in refused.stderr, refused.stderr

        # The same with a sweep.
        (home / "swept.toml").write_text(SWEEP)
        subprocess.run([program, "sweep", "swept.toml", "--out", "swept-one"], cwd=home, check=True, capture_output=True)
        command = [sys.executable, str(HERE / "dask_run.py"), "sweep", "swept.toml", "--local", "2", "--out", "swept-parts"]
        subprocess.run([*command, "--powergrab", program, "--shards", "3"], cwd=home, check=True, capture_output=True)
        assert results(home / "swept-one") == results(home / "swept-parts"), "merged bytes of a sweep differ"
    print(f"a worker was killed after {n_before} of {SHARDS} shards; the merged bytes are those of the single run")


if __name__ == "__main__":
    main()
