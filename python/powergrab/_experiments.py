"""Experiments as calls. Each plays without the interpreter's lock, shows a bar, and can be stopped at any time."""

from __future__ import annotations

import os
import warnings
from typing import Any, Callable, Iterable, Mapping, Sequence

from . import _native
from ._bots import Bot
from ._errors import BotWarning, InputError, Interrupted
from ._progress import Bar
from ._records import attached
from ._rules import Rules
from ._run import Run

Path = str | os.PathLike[str]
Config = str | os.PathLike[str] | Mapping[str, Any]
Ruleset = str | os.PathLike[str] | Rules
Deals = int | str | range


class Scope:
    """What a call brings along: rulesets and bots of its own, known by their names while it works."""

    def __init__(self) -> None:
        self.rules: list[Rules] = []
        self.bots: list[tuple[str, Bot]] = []
        self.files: list[tuple[str, dict[str, Any]]] = []

    def config(self, config: Config) -> str:
        """The path by which the library finds a configuration."""
        if not isinstance(config, Mapping):
            return os.fspath(config)
        name = config.get("name")
        if not isinstance(name, str) or not name:
            raise InputError("the configuration has no `name`: give it one, results are called after it")
        self.files.append((f"{name}.toml", self._plain(config)))
        return f"{name}.toml"

    def _plain(self, value: Any) -> Any:
        """A value of a configuration; rulesets and bots by their names, numbers of numpy as those of Python."""
        if isinstance(value, Mapping):
            return {key: self._plain(inner) for key, inner in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._plain(inner) for inner in value]
        if isinstance(value, Rules):
            return self.ruleset(value)
        if isinstance(value, Bot):
            return self.bot(value)
        if isinstance(value, os.PathLike):
            return os.fspath(value)
        return value.item() if hasattr(value, "item") and getattr(value, "ndim", None) == 0 else value

    def ruleset(self, ruleset: Ruleset) -> str:
        """The name by which the library finds it."""
        if isinstance(ruleset, Rules):
            if ruleset.is_variant:
                self.rules.append(ruleset)
            return ruleset.name
        return os.fspath(ruleset)

    def bot(self, bot: str | os.PathLike[str] | Bot) -> str:
        """The name by which the library finds it."""
        if not isinstance(bot, Bot):
            return os.fspath(bot)
        name = bot.name or type(bot).__name__
        if not any(known is bot for _, known in self.bots):
            if any(known == name for known, _ in self.bots):
                raise InputError(f"two bots are called {name!r}: give one of them another `name`")
            self.bots.append((name, bot))
        return name

    def add(self, bots: Iterable[Bot]) -> Scope:
        """Bots that a configuration names."""
        for bot in bots:
            if not isinstance(bot, Bot):
                raise TypeError(f"bots={bot!r}: objects of classes derived from powergrab.Bot")
            self.bot(bot)
        return self


def conduct(scope: Scope, threads: int | None, progress: bool, play: Callable[[dict[str, Any]], Any]) -> Any:
    """Plays with a bar. What was finished when it was stopped is the exception's `result`."""
    bar = Bar() if progress else None
    try:
        return play({"threads": threads, "tick": bar, "rules": scope.rules, "bots": scope.bots, "files": scope.files})
    except KeyboardInterrupt as stopped:
        if type(stopped) is KeyboardInterrupt:
            raise Interrupted("stopped before anything was finished") from None
        raise
    finally:
        if bar is not None:
            bar.close()


def _run(scope: Scope, threads: int | None, progress: bool, play: Callable[[dict[str, Any]], _native.Run]) -> Run:
    try:
        run = Run(conduct(scope, threads, progress, play))
    except BaseException as stopped:
        result = getattr(stopped, "result", None)
        if isinstance(result, _native.Run):
            stopped.result = Run(result)  # type: ignore[attr-defined]
        raise
    for line in run.failures:
        warnings.warn(line, BotWarning, stacklevel=3)
    return run


def _deals(deals: Deals) -> str:
    if isinstance(deals, range):
        if deals.step != 1:
            raise InputError(f"deals={deals!r}: a range of deals has no step")
        return f"{deals.start}..{deals.stop}"
    if isinstance(deals, bool) or not isinstance(deals, (int, str)):
        raise TypeError(f"deals={deals!r}: a number of deals like 20_000, or which ones like range(0, 20_000)")
    return str(deals)


def match(
    bots: Sequence[str | os.PathLike[str] | Bot],
    ruleset: Ruleset = "power-grab",
    deals: Deals = 10_000,
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
    number of seats (`"greedy*3"`), or a :class:`Bot`. `unit` is `"game"` or `"round"`, `order` `"cyclic"` or `"fixed"`. The
    number of threads changes no result. With `records="games"` or `"decisions"`, `run.records` gives every game of each seat, or
    every decision.

    Raises `InputError` for what is wrong; `Interrupted` on Ctrl-C, with what was finished.
    """
    if isinstance(bots, (str, Bot)):
        raise TypeError(f"bots={bots!r}: a list with an entry for each seat, like ['hoarder', 'greedy*3']")
    scope = Scope()
    names = [scope.bot(bot) for bot in bots]
    rules, which = scope.ruleset(ruleset), _deals(deals)
    kept = None
    if records is not None:
        means = {
            "threads": threads,
            "tick": None,
            "rules": scope.rules,
            "bots": scope.bots,
            "files": scope.files,
        }
        kept = _native.records(names, rules, which, seed, unit, order, records, means)
    run = _run(
        scope, threads, progress, lambda means: _native.match_(names, rules, which, seed, unit, order, means)
    )
    return run if kept is None else attached(run, kept)


def tournament(
    config: Config,
    *,
    deals: Deals | None = None,
    seed: int | None = None,
    unit: str | None = None,
    order: str | None = None,
    line_up_deals: str | None = None,
    bots: Iterable[Bot] = (),
    rules: Iterable[Rules] = (),
    threads: int | None = None,
    progress: bool = True,
) -> Run:
    """Plays every line-up that a configuration asks for: a TOML file, or a dictionary of the same keys, which may hold
    :class:`Rules` and :class:`Bot` themselves. What is given here overrides it. A file may name `bots` and `rules` of yours.

    `line_up_deals` is `"by-seats"` (line-ups share their deals at two seats and have their own from three on), `"shared"` or `"own"`.
    """
    scope = Scope().add(bots)
    scope.rules.extend(rules)
    path, which = scope.config(config), None if deals is None else _deals(deals)
    return _run(
        scope, threads, progress, lambda means: _native.tournament(path, which, seed, unit, order, line_up_deals, means)
    )


def sweep(
    config: Config,
    *,
    deals: Deals | None = None,
    seed: int | None = None,
    halving: bool = False,
    bots: Iterable[Bot] = (),
    threads: int | None = None,
    progress: bool = True,
) -> Run:
    """Plays the same deals in every cell of a design: parameters of bots, options of the rules, numbers of seats.

    `config` is a TOML file, or a dictionary of the same keys. With `halving` all cells play a part of the deals, the better half plays on, and so forth.
    """
    scope = Scope().add(bots)
    path, which = scope.config(config), None if deals is None else _deals(deals)
    return _run(scope, threads, progress, lambda means: _native.sweep(path, which, seed, halving, means))


def tune(
    config: Config,
    *,
    seed: int | None = None,
    self_play: bool = False,
    bots: Iterable[Bot] = (),
    threads: int | None = None,
    progress: bool = True,
) -> Run:
    """Looks for parameters with which a bot does best in a field, and judges the result on deals that the search never saw.

    `config` is a TOML file, or a dictionary of the same keys.
    """
    scope = Scope().add(bots)
    path = scope.config(config)
    return _run(scope, threads, progress, lambda means: _native.tune(path, seed, self_play, means))


def balance(
    config: Config,
    *,
    seed: int | None = None,
    scale: float = 1.0,
    optimise: bool = False,
    bots: Iterable[Bot] = (),
    threads: int | None = None,
    progress: bool = True,
) -> Run:
    """Measures what towers, cards and rules are worth, as a configuration asks for it: a TOML file, or a dictionary of the same keys.

    `scale` is the share of the deals that are played, `optimise` searches for rule settings instead of the rest.
    """
    scope = Scope().add(bots)
    path = scope.config(config)
    return _run(scope, threads, progress, lambda means: _native.balance(path, seed, scale, optimise, means))
