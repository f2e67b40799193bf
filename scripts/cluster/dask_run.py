"""Plays a tournament, a match, a sweep, a balance or a ladder of skill on a Dask cluster: workers play shards, which are merged here.

    python scripts/cluster/dask_run.py [SUBCOMMAND] CONFIG --local 4 --out DIR [--shards N] [-- OPTIONS OF THE SUBCOMMAND]
    python scripts/cluster/dask_run.py sweep configs/sweep-quick.toml --local 4 --out DIR
    python scripts/cluster/dask_run.py CONFIG --scheduler tcp://HOST:8786 --out DIR [--shards N] [-- --deals 100000 --seed 2]

A worker needs only the program `powergrab` of the same version: no shared disk, no clone. The configuration and the files that it names are
sent along. Shards in DIR are not repeated, so the same command resumes an interrupted run. If a worker dies, another one repeats its shard.
See docs/cluster.md.
"""

import argparse
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile

MISSING = 3
"""The program's exit code for missing shards."""
SUBCOMMANDS = ("tournament", "match", "sweep", "balance", "ladder")
"""The subcommands that can be split. The first one is the default."""


def play(program, version, files, arguments, shard):
    """Plays one shard on a worker, and returns the name and the bytes of its file.

    `files` are the run's files by their relative paths. They are written to the same paths below a new directory, so that the command is the
    same everywhere. A worker with another version of the program is refused, as its shard could not be merged.
    """
    own = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if own != version:
        raise RuntimeError(f"shard {shard}: the worker {socket.gethostname()} has {own}, and here is {version}: give all the same program")
    with tempfile.TemporaryDirectory(prefix="powergrab-") as home:
        home = pathlib.Path(home)
        for path, content in files.items():
            (home / path).parent.mkdir(parents=True, exist_ok=True)
            (home / path).write_bytes(content)
        # A ladder has no option for threads.
        threads = [] if arguments[0] == "ladder" else ["--threads", "1"]
        command = [program, *arguments, *threads, "--shard", shard, "--out", "run"]
        done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"shard {shard}: exit code {done.returncode}: {done.stderr.strip()}")
        (path,) = (home / "run" / "shards").glob("*.shard")
        return path.name, path.read_bytes()


def count(text):
    """Checks a number of shards or workers."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text}: give a whole number from 1 up")
    return int(text)


def run_files(paths):
    """Returns the run's files by their paths: these, and all that they name (bots, rulesets, modules)."""
    files = {}
    waiting = list(paths)
    while waiting:
        path = waiting.pop()
        if path in files:
            continue
        if pathlib.Path(path).is_absolute() or ".." in pathlib.Path(path).parts:
            sys.exit(f"{path}: is outside of this directory; start in a directory that contains all files of the run")
        files[path] = pathlib.Path(path).read_bytes()
        if path.endswith(".toml"):
            for name in re.findall(r'"([^"\n]+\.(?:toml|wasm|py))"', files[path].decode()):
                near = [str(pathlib.Path(name)), str(pathlib.Path(path).parent / name)]
                waiting.extend(other for other in near if pathlib.Path(other).is_file())
    return files


def missing_shards(program, arguments, out, n_shards):
    """Returns the shards, `K/N`, that are not in the directory yet. Those that are must be of the same run."""
    every = [f"{k}/{n_shards}" for k in range(1, n_shards + 1)]
    if not any((out / "shards").glob("*.shard")):
        return every
    done = subprocess.run([program, "missing", str(out)], capture_output=True, text=True, check=False)
    if done.returncode not in (0, MISSING):
        sys.exit(done.stderr.strip())
    missing = {line.split("\t")[0] for line in done.stdout.splitlines()}
    if not missing <= set(every):
        sys.exit(f"{out}: holds shards of a run that is split otherwise; give the same --shards, or another --out")
    complete = [shard for shard in every if shard not in missing]
    if complete:
        # The program only checks that it is the same run, for this shard is complete.
        command = [program, *arguments, "--shard", complete[0], "--out", str(out), "--resume"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(done.stderr.strip())
    return [shard for shard in every if shard in missing]


def keep(out, name, content):
    """Writes a shard whole or not at all."""
    shards = out / "shards"
    shards.mkdir(parents=True, exist_ok=True)
    temporary = shards / f".powergrab-{name}.tmp"
    temporary.write_bytes(content)
    temporary.replace(shards / name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = f"the subcommand ({', '.join(SUBCOMMANDS)}; default {SUBCOMMANDS[0]}) and its configuration; a match has no configuration, a ladder is `ladder skill`"
    parser.add_argument("run", nargs="+", metavar="[SUBCOMMAND] [CONFIG]", help=what)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="the address of a Dask scheduler")
    where.add_argument("--local", metavar="N", type=count, help="start N worker processes on this machine")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="the run's directory")
    parser.add_argument("--shards", type=count, default=64, help="number of parts (default 64); several for each worker")
    parser.add_argument("--retries", type=int, default=3, help="number of retries of a failed shard (default 3)")
    parser.add_argument("--powergrab", default="powergrab", help="the program's path on the workers and here")
    parser.add_argument("--send", action="append", default=[], metavar="FILE", help="another file that the workers need")
    arguments = sys.argv[1:]
    more = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, more = arguments[:at], arguments[at + 1 :]
    options = parser.parse_args(arguments)

    program = shutil.which(options.powergrab) or sys.exit(f"{options.powergrab}: no such program")
    program = str(pathlib.Path(program).resolve())
    run = options.run if options.run[0] in SUBCOMMANDS else [SUBCOMMANDS[0], *options.run]
    files = run[2:] if run[0] == "ladder" else run[1:]
    named = [path for word in more for path in word.split(",") if path.endswith(".toml")]
    files = run_files([*files, *options.send, *(path for path in named if pathlib.Path(path).is_file())])
    arguments = [*run, *more]
    to_play = missing_shards(program, arguments, options.out, options.shards)
    print(f"{len(to_play)} of {options.shards} shards to play", file=sys.stderr)
    if to_play:
        map_shards(options, program, files, arguments, to_play)
    sys.exit(subprocess.run([program, "merge", str(options.out)], check=False).returncode)


def map_shards(options, program, files, arguments, to_play):
    """Maps the shards over the workers, and stores each as soon as it is complete."""
    from distributed import Client, LocalCluster, as_completed

    cluster = options.scheduler
    if cluster is None:
        cluster = LocalCluster(n_workers=options.local, threads_per_worker=1, dashboard_address=None)
    there = program if options.scheduler is None else options.powergrab
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    with Client(cluster) as client:
        # The function is sent by value, as workers have no copy of this file. `pure=False` prevents the reuse of results of another run.
        futures = [
            client.submit(play, there, version, files, arguments, shard, pure=False, retries=options.retries)
            for shard in to_play
        ]
        for n_done, future in enumerate(as_completed(futures), 1):
            try:
                keep(options.out, *future.result())
            except RuntimeError as e:
                sys.exit(str(e))
            print(f"{n_done} of {len(to_play)} shards", file=sys.stderr)
    if options.scheduler is None:
        cluster.close()


if __name__ == "__main__":
    main()
