"""Experiments whose tasks an executor plays: processes of this machine, or the workers of a cluster."""

from __future__ import annotations

from typing import Any, Callable, Protocol

from . import _native
from ._call import Scope
from ._errors import InputError
from ._run import Run


class Future(Protocol):
    """What an executor returns for a call."""

    def result(self) -> Any: ...
    def cancel(self) -> Any: ...


class Executor(Protocol):
    """An executor of `concurrent.futures`, a client of Dask, or anything with their `submit`."""

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future: ...


def version() -> str:
    """Returns the version of the compiled part, with its commit."""
    return f"{_native.__version__} (commit {_native.__commit__})"


def play(own: str, files: list[tuple[str, bytes]], task: str, scope: Scope) -> tuple[str, bytes]:
    """Plays a task where the executor calls this; returns the key and the bytes of its shard.

    `own` is the caller's version. Another version is refused, as its shard could not be merged.
    """
    if version() != own:
        raise InputError(f"task {task}: the worker has powergrab {version()}, and the caller has {own}: give all the same")
    return _native.work(files, task, scope.options(threads=1))


def run(executor: Executor, job: Run, scope: Scope, progress: bool) -> _native.Run:
    """Plays a job by an executor, round by round; returns the results of one machine.

    The files of `job` are its description and what the study reads.
    """
    if isinstance(executor, type) or not callable(getattr(executor, "submit", None)):
        raise TypeError(f"executor={executor!r}: an executor of concurrent.futures, a client of Dask, or an object with their `submit`")
    # The files of the call are among those of the job.
    scope.files = []
    own = [(name, job.file(name)) for name in job.files]
    needed = files = own
    shards: list[tuple[str, bytes]] = []
    while True:
        tasks, complete = _native.open_tasks(files, scope.options())
        if not tasks:
            return _native.merge([*own, *shards], scope.options())
        if complete is not None:
            needed = [*own, complete]
        played = _play_round(executor, needed, tasks, scope, progress)
        shards.extend(played)
        files = [*needed, *played]


def _play_round(
    executor: Executor, files: list[tuple[str, bytes]], tasks: list[str], scope: Scope, progress: bool
) -> list[tuple[str, bytes]]:
    """Plays the tasks of a round; returns their shards."""
    futures: list[Future] = []
    bar = None
    if progress:
        from tqdm.auto import tqdm

        bar = tqdm(total=len(tasks), unit=" tasks", mininterval=0.2, leave=False)
    try:
        shards = []
        for task in tasks:
            future = executor.submit(play, version(), files, task, scope)
            if not callable(getattr(future, "result", None)):
                raise TypeError(f"executor={executor!r}: its `submit` returned {future!r}, which is not a future")
            futures.append(future)
        for task, future in zip(tasks, futures):
            shards.append(_checked(task, future.result()))
            if bar is not None:
                bar.update()
        return shards
    except BaseException:
        for future in futures:
            future.cancel()
        raise
    finally:
        if bar is not None:
            bar.close()


def _checked(task: str, shard: Any) -> tuple[str, bytes]:
    """Checks that an executor returned the shard of its task."""
    key = _native.shard_key(task)
    if not isinstance(shard, tuple) or len(shard) != 2 or shard[0] != key:
        got = shard[0] if isinstance(shard, tuple) and shard else shard
        raise InputError(f"the executor returned {got!r} for task {task}, instead of the shard {key}")
    return shard
