"""Experiments as calls. Each plays without the interpreter's lock, shows a bar, and can be stopped at any time."""

from __future__ import annotations

import os
import warnings
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Sequence

from . import _native
from ._errors import BotWarning, Interrupted
from ._progress import Bar
from ._records import attached
from ._run import Run

Path = str | os.PathLike[str]


@contextmanager
def _means(threads: int | None, progress: bool) -> Iterator[dict[str, Any]]:
    """How an experiment is played; nothing here changes its results."""
    bar = Bar() if progress else None
    try:
        yield {"threads": threads, "tick": bar}
    finally:
        if bar is not None:
            bar.close()


def _conduct(threads: int | None, progress: bool, play: Callable[[dict[str, Any]], _native.Run]) -> Run:
    try:
        with _means(threads, progress) as means:
            run = Run(play(means))
    except BaseException as stopped:
        result = getattr(stopped, "result", None)
        if isinstance(result, _native.Run):
            stopped.result = Run(result)  # type: ignore[attr-defined]
            raise
        if type(stopped) is KeyboardInterrupt:
            raise Interrupted("stopped before anything was finished") from None
        raise
    for line in run.failures:
        warnings.warn(line, BotWarning, stacklevel=3)
    return run


def _deals(deals: int | str | range) -> str:
    if isinstance(deals, range):
        if deals.step != 1:
            raise ValueError(f"deals={deals!r}: a range of deals has no step")
        return f"{deals.start}..{deals.stop}"
    if isinstance(deals, bool) or not isinstance(deals, (int, str)):
        raise TypeError(f"deals={deals!r}: a number of deals like 20_000, or which ones like range(0, 20_000)")
    return str(deals)


def match(
    bots: Sequence[str],
    ruleset: str = "power-grab",
    deals: int | str | range = 10_000,
    seed: int = 1,
    unit: str = "game",
    order: str = "cyclic",
    *,
    threads: int | None = None,
    progress: bool = True,
    records: str | None = None,
) -> Run:
    """Plays one line-up over many deals, each under every rotation of the seats.

    `bots` has an entry for each seat: a name, a strategy file's path, either with parameters (`"sheriff:challenge_at=2"`) or a
    number of seats (`"greedy*3"`). `unit` is `"game"` or `"round"`, `order` `"cyclic"` or `"fixed"`. The number of threads changes
    no result. With `records="games"` or `"decisions"`, `run.records` gives every game of each seat, or every decision.

    Raises `InputError` for what is wrong, `Interrupted` with what was finished on Ctrl-C.
    """
    if isinstance(bots, str):
        raise TypeError(f"bots={bots!r}: a list with an entry for each seat, like ['hoarder', 'greedy*3']")
    which = _deals(deals)
    kept = None
    if records is not None:
        kept = _native.records(list(bots), ruleset, which, seed, unit, order, records, threads)
    run = _conduct(
        threads, progress, lambda means: _native.match_(list(bots), ruleset, which, seed, unit, order, means)
    )
    return run if kept is None else attached(run, kept)


def tournament(
    config: Path,
    *,
    deals: int | str | range | None = None,
    seed: int | None = None,
    unit: str | None = None,
    order: str | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> Run:
    """Plays every line-up that a configuration file asks for. What is given here overrides the file."""
    which = None if deals is None else _deals(deals)
    path = os.fspath(config)
    return _conduct(
        threads, progress, lambda means: _native.tournament(path, which, seed, unit, order, means)
    )
