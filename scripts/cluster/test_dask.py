"""Kills one worker of a local Dask cluster while run.py plays, and checks that the merged bytes are those of a single run.

    python scripts/cluster/test_dask.py target/release/powergrab

Needs scripts/cluster/requirements.txt. Takes some seconds. test_store.py kills far more workers, with an object store.
"""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

from store_processes import process, results, wait_for

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


def playing_worker(of):
    """Returns the id of a Dask worker below a process, whose child is the program and plays, or None while all workers are idle."""
    import psutil

    for child in psutil.Process(of).children(recursive=True):
        try:
            if child.name() == "powergrab" and child.cmdline()[1] == "work":
                return child.ppid()
        except (psutil.NoSuchProcess, IndexError):
            continue
    return None


def has_ended(run):
    """Returns whether a process has ended; if not, kills all processes below it."""
    import psutil

    ended = run.poll() is not None
    if not ended:
        with contextlib.suppress(psutil.NoSuchProcess):
            for child in psutil.Process(run.pid).children(recursive=True):
                child.kill()
    return ended


def main():
    from distributed import LocalCluster

    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as home:
        # What a killed worker leaves goes with the test.
        os.environ["TMPDIR"] = home
        home = pathlib.Path(home)
        (home / "bots").mkdir()
        (home / "small.toml").write_text(CONFIG)
        (home / "mine.toml").write_text(MINE)
        (home / "bots" / "timid.toml").write_text(TIMID)
        (home / "swept.toml").write_text(SWEEP)

        def single(*study, out):
            subprocess.run([program, *study, "--out", out], cwd=home, check=True, capture_output=True)

        def command(*study, out, n=SHARDS, more=(), workers=("--local", "2")):
            engine = ["--engine", "dask", *workers, "--powergrab", program]
            return [sys.executable, str(HERE / "run.py"), *study, *engine, "--store", f"{out}-store", "--out", out, "--n", str(n), *more]

        def play(*study, **options):
            return subprocess.run(command(*study, **options), cwd=home, capture_output=True, text=True, check=False)

        single("tournament", "small.toml", out="one")
        there = home / "parts-store" / "round-1"
        with open(home / "log", "w", encoding="utf-8") as log:
            run = subprocess.Popen(command("small.toml", out="parts"), cwd=home, stdout=log, stderr=log)
            wait_for(lambda: run.poll() is not None or len(list(there.glob("*.shard"))) >= 2, 120, "two shards")
            victim = wait_for(lambda: run.poll() is not None or playing_worker(run.pid), 120, "a worker that plays")
            assert run.poll() is None, "the run ended before a worker was killed:\n" + (home / "log").read_text()
            os.kill(victim, signal.SIGKILL)
            n_before = len(list(there.glob("*.shard")))
            code = run.wait(timeout=300)
        text = (home / "log").read_text()
        assert code == 0, text
        assert n_before < SHARDS, "the worker was killed after the last shard"
        assert results(home / "one") == results(home / "parts"), "merged bytes differ"
        assert len(list(there.iterdir())) == SHARDS, "files other than shards are left"

        # The same command plays only what is missing.
        sorted(there.glob("*.shard"))[4].unlink()
        again = play("small.toml", out="parts")
        assert again.returncode == 0 and re.search(r"^1 task to play$", again.stderr, re.MULTILINE), again.stderr
        assert results(home / "one") == results(home / "parts")

        # A run without workers says so and waits. If it has started the workers itself, it ends.
        @contextlib.contextmanager
        def impatient(out, *workers):
            call = [sys.executable, "-c", "import run; run.PATIENCE = 3; run.main()", *command("small.toml", out=out, workers=workers)[2:]]
            environment = {**os.environ, "PYTHONPATH": str(HERE)}
            with (
                open(home / f"{out}.log", "w", encoding="utf-8") as log,
                process(call, cwd=home, stdout=log, stderr=log, env=environment) as run,
            ):
                yield run

        with LocalCluster(n_workers=0, dashboard_address=None) as cluster, impatient("late", "--scheduler", cluster.scheduler_address) as run:
            wait_for(lambda: "has no workers" in (home / "late.log").read_text(), 60, "a message")
            cluster.scale(1)
            assert run.wait(timeout=120) == 0, (home / "late.log").read_text()
        with impatient("killed", "--local", "1") as run:
            wait_for(lambda: run.poll() is not None or playing_worker(run.pid), 120, "a worker that plays")
            wait_for(lambda: has_ended(run), 120, "the end of a run whose workers are killed")
            text = (home / "killed.log").read_text()
            assert run.returncode == 3 and "all local workers have died" in text, text

        # Another run is refused, and so is an impossible number of parts.
        other = play("small.toml", out="parts", more=["--", "--seed", "4"])
        assert other.returncode == 2 and "differs in `seed`" in other.stderr, other.stderr
        refused = play("small.toml", out="parts", n=0)
        assert refused.returncode == 2 and "whole number from 1 up" in refused.stderr, refused.stderr

        # A worker with another version is refused before it plays: the program here is of another version from the second question on.
        stranger = home / "stranger"
        stranger.write_text(f'#!/bin/sh\n[ "$1" = --version ] && ! mkdir asked 2>/dev/null && echo powergrab 0.0.9 && exit\nexec {program} "$@"\n')
        stranger.chmod(0o755)
        refused = play("small.toml", out="strange", more=["--powergrab", str(stranger)])
        assert refused.returncode == 2 and "has powergrab 0.0.9, and here is powergrab " in refused.stderr, refused.stderr
        assert not (home / "strange-store" / "round-1").exists(), "a worker of another version played"

        # The same with a sweep, whose rounds follow each other: the shards of the first are sent along with the tasks of the second.
        for name, more in (("swept", []), ("halved", ["--halving"])):
            single("sweep", "swept.toml", *more, out=f"{name}-one")
            done = play("sweep", "swept.toml", out=f"{name}-parts", n=3, more=["--", *more])
            assert done.returncode == 0, done.stderr
            assert results(home / f"{name}-one") == results(home / f"{name}-parts"), f"merged bytes of {name} differ"
        assert "to play in round 2" in done.stderr, done.stderr
    print(f"a worker was killed after {n_before} of {SHARDS} shards; the merged bytes are those of the single run")


if __name__ == "__main__":
    main()
