"""Experiments as calls. Each plays without the interpreter's lock, shows a bar, and can be stopped at any time."""

from __future__ import annotations

import os
import sys
import warnings
from types import FrameType
from typing import Any, Callable, Iterable, Mapping, Sequence

from . import _arguments as arguments
from . import _native
from ._arguments import public
from ._bots import Bot
from ._errors import BotWarning, Error, InputError, Interrupted, spoken
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
            return path("config", config, "the path of a TOML file, or a dictionary of its keys")
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
        return os.fspath(value) if isinstance(value, os.PathLike) else arguments.plain(value)

    def ruleset(self, ruleset: Ruleset) -> str:
        """The name by which the library finds it."""
        if isinstance(ruleset, Rules):
            if ruleset.is_variant:
                self.rules.append(ruleset)
            return ruleset.name
        return path("ruleset", ruleset, "a ruleset's name or file, or pg.Rules")

    def bot(self, bot: str | os.PathLike[str] | Bot) -> str:
        """The name by which the library finds it."""
        if not isinstance(bot, Bot):
            return path("bots", bot, "a bot's name or file, or an object of a class derived from pg.Bot")
        name = bot.name or type(bot).__name__
        if not any(known is bot for _, known in self.bots):
            if any(known == name for known, _ in self.bots):
                raise InputError(f"two bots are called {name!r}: give one of them another `name`")
            self.bots.append((name, bot))
        return name

    def line_up(self, bots: Any) -> list[str]:
        """The names of a line-up's bots."""
        what = "a list with an entry for each seat, like ['hoarder', 'greedy*3']"
        return [self.bot(bot) for bot in arguments.items("bots", bots, what)]

    def add(self, bots: Iterable[Bot], rules: Iterable[Rules] = ()) -> Scope:
        """Bots and rulesets that a configuration names."""
        for bot in arguments.items("bots", bots, "a list of objects of classes derived from pg.Bot"):
            if not isinstance(bot, Bot):
                raise TypeError(f"bots={bot!r}: objects of classes derived from pg.Bot")
            self.bot(bot)
        for own in arguments.items("rules", rules, "a list of pg.Rules"):
            if not isinstance(own, Rules):
                raise TypeError(f"rules={own!r}: objects of pg.Rules")
            self.rules.append(own)
        return self

    def means(self, threads: int | None = None, tick: Bar | None = None) -> dict[str, Any]:
        """How the compiled part is to play."""
        return {
            "threads": arguments.threads(threads),
            "tick": tick,
            "rules": self.rules,
            "bots": self.bots,
            "files": self.files,
        }


def path(name: str, value: Any, what: str) -> str:
    """A name or a path."""
    if isinstance(value, (str, os.PathLike)):
        given = os.fspath(value)
        if isinstance(given, str):
            return given
    raise TypeError(f"{name}={value!r}: {what} is needed")


def conduct(scope: Scope, threads: int | None, progress: bool, play: Callable[[dict[str, Any]], Any]) -> Any:
    """Plays with a bar. What was finished when it was stopped is the exception's `result`."""
    bar = Bar() if arguments.flag("progress", progress) else None
    try:
        return play(scope.means(threads, bar))
    except Error as error:
        error.args = (spoken(str(error), [file for file, _ in scope.files]),)
        raise
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
    warn(run.failures)
    return run


def _frame(level: int) -> FrameType | None:
    """The frame that many calls above the caller."""
    try:
        return sys._getframe(level)
    except ValueError:
        return None


def warn(failures: list[str]) -> None:
    """Warns of bots that failed, in the line that called the package."""
    for line in failures:
        level = 2
        while (frame := _frame(level)) is not None and frame.f_globals.get("__package__") == __package__:
            level += 1
        warnings.warn(line, BotWarning, stacklevel=level)


@public
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
    scope = Scope()
    names, rules, which = scope.line_up(bots), scope.ruleset(ruleset), arguments.deals(deals)
    seed, unit, order = arguments.whole("seed", seed), arguments.text("unit", unit), arguments.text("order", order)
    kept = None
    if records is not None:
        detail = arguments.text("records", records)
        kept = _native.records(names, rules, which, seed, unit, order, detail, scope.means(threads))
    run = _run(
        scope, threads, progress, lambda means: _native.match_(names, rules, which, seed, unit, order, means)
    )
    return run if kept is None else attached(run, kept)


@public
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
    scope = Scope().add(bots, rules)
    file, which, own_seed = scope.config(config), arguments.maybe_deals(deals), arguments.maybe_whole("seed", seed)
    unit, order = arguments.maybe_text("unit", unit), arguments.maybe_text("order", order)
    shared = arguments.maybe_text("line_up_deals", line_up_deals)
    return _run(
        scope, threads, progress, lambda means: _native.tournament(file, which, own_seed, unit, order, shared, means)
    )


@public
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
    file, which, own_seed = scope.config(config), arguments.maybe_deals(deals), arguments.maybe_whole("seed", seed)
    halved = arguments.flag("halving", halving)
    return _run(scope, threads, progress, lambda means: _native.sweep(file, which, own_seed, halved, means))


@public
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
    file, own_seed, by_itself = scope.config(config), arguments.maybe_whole("seed", seed), arguments.flag("self_play", self_play)
    return _run(scope, threads, progress, lambda means: _native.tune(file, own_seed, by_itself, means))


@public
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
    file, own_seed = scope.config(config), arguments.maybe_whole("seed", seed)
    share, searched = arguments.number("scale", scale), arguments.flag("optimise", optimise)
    return _run(scope, threads, progress, lambda means: _native.balance(file, own_seed, share, searched, means))
