"""Plays calls of the Python package on a Dask cluster, and keeps each run as soon as it is there.

    from dask.distributed import Client
    from dask_package import play_all

    calls = {f"seed-{seed}": ("match", {"bots": ["hoarder", "greedy*3"], "deals": 20_000, "seed": seed}) for seed in range(8)}
    with Client("tcp://HOST:8786") as client:
        for name, run in play_all(client, calls, "results/seeds"):
            print(name, run.bots["win_rate"])

A worker needs the package `powergrab`, the same version. A call whose worker dies is played again elsewhere. Runs that are in the
directory already are read and not played again, so the same lines go on where they were interrupted. A single run that is too long
for one machine is split by `dask_run.py`.
"""

from __future__ import annotations

import pathlib
from typing import Any, Iterator, Mapping

import powergrab as pg

Call = tuple[str, Mapping[str, Any]]
"""An experiment's name, as `match` or `sweep`, and its arguments."""

EXPERIMENTS = ("match", "tournament", "sweep", "tune", "balance")


def play(call: Call) -> pg.Run:
    """Plays one call, on a worker, on one thread."""
    name, arguments = call
    return getattr(pg, name)(**{"threads": 1, "progress": False, **arguments})


def play_all(client: Any, calls: Mapping[str, Call], out: str | pathlib.Path, retries: int = 3) -> Iterator[tuple[str, pg.Run]]:
    """Plays all calls, and gives each run with its name, in no order; `OUT/NAME` holds it from then on.

    Raises what a call raises, and ValueError for an experiment that there is not.
    """
    from distributed import as_completed

    for name, (experiment, _) in calls.items():
        if experiment not in EXPERIMENTS:
            raise ValueError(f"{name}: {experiment!r} is none of {', '.join(EXPERIMENTS)}")
    out = pathlib.Path(out)
    missing = {}
    for name, call in calls.items():
        if (out / name / "manifest.json").is_file():
            yield name, pg.load(out / name)
        else:
            missing[name] = call
    # The function goes by value: workers have no copy of this file.
    futures = {client.submit(play, call, pure=False, retries=retries): name for name, call in missing.items()}
    for future in as_completed(futures):
        name, run = futures[future], future.result()
        run.write(out / name)
        yield name, run
