"""Plays calls of the Python package on a Dask cluster, and stores each run as soon as it is complete.

    from dask.distributed import Client
    from dask_package import play_all

    calls = {f"seed-{seed}": ("match", {"bots": ["hoarder", "greedy*3"], "deals": 20_000, "seed": seed}) for seed in range(8)}
    with Client("tcp://HOST:8786") as client:
        for name, run in play_all(client, calls, "results/seeds"):
            print(name, run.bots["win_rate"])

A worker needs the package `powergrab` of the same version. If a worker dies, another one repeats its call. Runs in the directory are read, not
repeated, so the same lines resume. `run.py` splits a single run that is too long for one machine.
"""

from __future__ import annotations

import pathlib
from typing import Any, Iterator, Mapping

import powergrab as pg

Call = tuple[str, Mapping[str, Any]]
"""The name of an experiment, like `match` or `sweep`, and its arguments."""

EXPERIMENTS = ("match", "tournament", "sweep", "tune", "balance")


def play(call: Call) -> pg.Run:
    """Plays a call on a worker, on one thread."""
    name, arguments = call
    return getattr(pg, name)(**{"threads": 1, "progress": False, **arguments})


def play_all(client: Any, calls: Mapping[str, Call], out: str | pathlib.Path, retries: int = 3) -> Iterator[tuple[str, pg.Run]]:
    """Plays all calls, stores each run in `OUT/NAME`, and yields its name and the run, in any order.

    Raises what a call raises, and ValueError for an unknown experiment.
    """
    from distributed import as_completed

    for name, (experiment, _) in calls.items():
        if experiment not in EXPERIMENTS:
            raise ValueError(f"{name}: {experiment!r} is not one of {', '.join(EXPERIMENTS)}")
    out = pathlib.Path(out)
    missing = {}
    for name, call in calls.items():
        if (out / name / "manifest.json").is_file():
            yield name, pg.load(out / name)
        else:
            missing[name] = call
    # The function is sent by value, as workers have no copy of this file.
    futures = {client.submit(play, call, pure=False, retries=retries): name for name, call in missing.items()}
    for future in as_completed(futures):
        name, run = futures[future], future.result()
        run.write(out / name)
        yield name, run
