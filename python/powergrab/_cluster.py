"""Experiments whose tasks an executor plays: processes of this machine, or the workers of a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Protocol

from . import _native
from ._errors import InputError

if TYPE_CHECKING:
    from ._experiments import Scope

JOB = "job.json"
"""The key of the job among its files; the others are shards."""


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


def run(executor: Executor, job: bytes, scope: Scope, progress: bool) -> _native.Run:
    """Plays a job by an executor, round by round; returns the results of one machine."""
    if not callable(getattr(executor, "submit", None)):
        raise TypeError(f"executor={executor!r}: an executor of concurrent.futures, or a client of Dask")
    # The files of the call travel in the job.
    scope.files = []
    files = [(JOB, job)]
    own = version()
    bar = None
    try:
        while tasks := _native.open_tasks(files, scope.options()):
            if progress:
                from tqdm.auto import tqdm

                bar = tqdm(total=len(tasks), unit=" tasks", mininterval=0.2, leave=False)
            # The tasks of the first round need no shards.
            needed = files if ":" in tasks[0] else [(JOB, job)]
            futures = [_submit(executor, own, needed, task, scope) for task in tasks]
            try:
                shards = []
                for future in futures:
                    shards.append(future.result())
                    if bar is not None:
                        bar.update()
            except BaseException:
                for future in futures:
                    future.cancel()
                raise
            files.extend(shards)
            if bar is not None:
                bar.close()
    finally:
        if bar is not None:
            bar.close()
    return _native.merge(files, scope.options())


def _submit(executor: Executor, *arguments: Any) -> Future:
    """Submits a task. Dask would take an equal call's result of an earlier run; that is as good."""
    return executor.submit(play, *arguments)
