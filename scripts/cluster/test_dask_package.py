"""Kills one worker of a local Dask cluster during calls of the package, and checks that all runs are those of this process.

    python scripts/cluster/test_dask_package.py

Needs scripts/cluster/requirements.txt and the package. Takes some seconds.
"""

import os
import pathlib
import signal
import sys
import tempfile

import powergrab as pg

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import dask_package  # noqa: E402

CALLS = {
    **{f"seed-{seed}": ("match", {"bots": ["hoarder", "balanced*3"], "deals": 1500, "seed": seed}) for seed in range(5)},
    "sweep": ("sweep", {"config": {
        "name": "swept", "line_up": ["balanced", "greedy"], "deals": 100, "factors": {"balanced.uno_call": [0.5, 1.0]},
    }}),
    "rules": ("match", {"bots": ["random*4"], "ruleset": pg.Rules("power-grab", towers="UN"), "deals": 300}),
}


def main():
    import cloudpickle
    from distributed import Client, LocalCluster

    # As on a real cluster, workers have no copy of the file.
    cloudpickle.register_pickle_by_value(dask_package)
    with tempfile.TemporaryDirectory() as home:
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        with cluster, Client(cluster) as client:
            victim = next(iter(client.run(os.getpid).values()))
            found, killed = {}, False
            for name, run in dask_package.play_all(client, CALLS, home):
                found[name] = run
                if not killed:
                    os.kill(victim, signal.SIGKILL)
                    killed = True
            again = dict(dask_package.play_all(client, CALLS, home))
        assert found.keys() == CALLS.keys() == again.keys()
        for name, call in CALLS.items():
            own = dask_package.play(call)
            for file in own.files:
                assert own.file(file) == found[name].file(file) == again[name].file(file), (name, file)
    print(f"a worker was killed after the first of {len(CALLS)} calls; all runs are those of one process")


if __name__ == "__main__":
    main()
