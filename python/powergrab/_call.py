"""A call of the compiled part: what it adds to the library, its progress bar, its errors and its warnings."""

from __future__ import annotations

import os
import sys
import warnings
from types import FrameType
from typing import Any, Callable, Iterable, Mapping, TypeVar

from . import _arguments as arguments
from . import _native
from ._bots import Bot
from ._errors import BotWarning, Error, InputError, Interrupted, in_python_terms
from ._progress import Bar
from ._rules import Rules

Path = str | os.PathLike[str]
Config = str | os.PathLike[str] | Mapping[str, Any]
Ruleset = str | os.PathLike[str] | Rules
N = TypeVar("N")
R = TypeVar("R")


class Scope:
    """The rulesets, bots and configurations that a call adds; the library knows them by name during the call."""

    def __init__(self) -> None:
        self.rules: list[Rules] = []
        self.bots: list[tuple[str, Bot]] = []
        self.files: list[tuple[str, dict[str, Any]]] = []

    def config(self, config: Config) -> str:
        """Returns the path by which the library finds a configuration."""
        if not isinstance(config, Mapping):
            return path("config", config, "the path of a TOML file, or a dictionary of its keys")
        name = config.get("name")
        if not isinstance(name, str) or not name:
            raise InputError("the configuration has no `name`: give it one, results are called after it")
        self.files.append((f"{name}.toml", self._plain(config)))
        return f"{name}.toml"

    def _plain(self, value: Any) -> Any:
        """Replaces rulesets and bots in a value of a configuration by their names, and numbers of NumPy by those of Python."""
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
        """Returns the name by which the library finds it."""
        if isinstance(ruleset, Rules):
            if ruleset.is_variant:
                self.rules.append(ruleset)
            return ruleset.name
        return path("ruleset", ruleset, "a ruleset's name or file, or pg.Rules")

    def bot(self, bot: str | os.PathLike[str] | Bot) -> str:
        """Returns the name by which the library finds it."""
        if not isinstance(bot, Bot):
            return path("bots", bot, "a bot's name or file, or an object of a class derived from pg.Bot")
        name = bot.name or type(bot).__name__
        if not any(known is bot for _, known in self.bots):
            if any(known == name for known, _ in self.bots):
                raise InputError(f"two bots are called {name!r}: give one of them another `name`")
            self.bots.append((name, bot))
        return name

    def maybe_bot(self, bot: str | os.PathLike[str] | Bot | None) -> str | None:
        """As :meth:`bot`, for an argument that may be left out."""
        return self.bot(bot) if bot is not None else None

    def line_up(self, bots: Any) -> list[str]:
        """Returns the names of a line-up's bots."""
        what = "a list with an entry for each seat, like ['hoarder', 'greedy*3']"
        return [self.bot(bot) for bot in arguments.items("bots", bots, what)]

    def add(self, bots: Iterable[Bot], rules: Iterable[Rules] = ()) -> Scope:
        """Adds bots and rulesets that a configuration names."""
        for bot in arguments.items("bots", bots, "a list of objects of classes derived from pg.Bot"):
            if not isinstance(bot, Bot):
                raise TypeError(f"bots={bot!r}: objects of classes derived from pg.Bot")
            self.bot(bot)
        for own in arguments.items("rules", rules, "a list of pg.Rules"):
            if not isinstance(own, Rules):
                raise TypeError(f"rules={own!r}: objects of pg.Rules")
            self.rules.append(own)
        return self

    def options(
        self, threads: int | None = None, tick: Bar | None = None, shards: int | None = None
    ) -> _native.RunOptions:
        """Returns the options of a run of the compiled part."""
        return {
            "threads": arguments.threads(threads),
            "tick": tick,
            "rules": self.rules,
            "bots": self.bots,
            "files": self.files,
            "shards": shards,
        }


def path(name: str, value: Any, what: str) -> str:
    """Checks a name or a path."""
    if isinstance(value, (str, os.PathLike)):
        given = os.fspath(value)
        if isinstance(given, str):
            return given
    raise TypeError(f"{name}={value!r}: {what} is needed")


def run_native(
    scope: Scope,
    threads: int | None,
    progress: bool,
    kind: type[N],
    wrap: Callable[[N], R],
    play: Callable[[_native.RunOptions], N],
) -> R:
    """Calls the compiled part with a progress bar, and wraps what it returns.

    An exception that interrupts it has the finished part as its `result`, which is wrapped too.
    """
    bar = Bar() if arguments.flag("progress", progress) else None
    try:
        return wrap(play(scope.options(threads, bar)))
    except BaseException as stopped:
        if isinstance(stopped, Error):
            stopped.args = (in_python_terms(str(stopped), [file for file, _ in scope.files]),)
        if type(stopped) is KeyboardInterrupt:
            raise Interrupted("stopped before anything was finished") from None
        result = getattr(stopped, "result", None)
        if isinstance(result, kind):
            stopped.result = wrap(result)  # type: ignore[attr-defined]
        raise
    finally:
        if bar is not None:
            bar.close()


def _frame(level: int) -> FrameType | None:
    """Returns the frame that many calls above the caller."""
    try:
        return sys._getframe(level)
    except ValueError:
        return None


def warn(failures: list[str]) -> None:
    """Warns of bots that failed, at the line that called the package."""
    for line in failures:
        level = 2
        while (frame := _frame(level)) is not None and frame.f_globals.get("__package__") == __package__:
            level += 1
        warnings.warn(line, BotWarning, stacklevel=level)
