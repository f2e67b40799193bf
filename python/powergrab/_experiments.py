"""Experiments as calls. Each releases the interpreter's lock, shows a progress bar, and can be interrupted."""

from __future__ import annotations

import os
import sys
import warnings
from types import FrameType
from typing import Any, Callable, Iterable, Mapping, Sequence, TypeVar

from . import _arguments as arguments
from . import _cluster, _native
from ._arguments import public
from ._bots import Bot
from ._cluster import Executor
from ._errors import BotWarning, Error, InputError, Interrupted, in_python_terms
from ._progress import Bar
from ._records import Records
from ._rules import Rules
from ._run import Run

Path = str | os.PathLike[str]
Config = str | os.PathLike[str] | Mapping[str, Any]
Ruleset = str | os.PathLike[str] | Rules
Deals = int | str | range
SHARDS = 64
"""Number of tasks of each round that an executor plays, unless the call says another."""
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
        return None if bot is None else self.bot(bot)

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


def _run(
    scope: Scope,
    threads: int | None,
    progress: bool,
    play: Callable[[_native.RunOptions], _native.Run],
    executor: Executor | None = None,
    shards: int = SHARDS,
) -> Run:
    """Plays a run, here or by an executor, and warns of bots that failed."""
    n_parts = arguments.whole("shards", shards)
    shows = arguments.flag("progress", progress)
    if executor is None:
        run = run_native(scope, threads, shows, _native.Run, Run, play)
    else:
        if threads is not None:
            raise InputError("threads: not with an executor, which plays each task on one thread")
        job = run_native(scope, None, False, _native.Run, Run, lambda options: play({**options, "shards": n_parts}))
        run = run_native(
            scope, None, False, _native.Run, Run,
            lambda _: _cluster.run(executor, job, scope, shows),
        )
    warn(run.failures)
    return run


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
    executor: Executor | None = None,
    shards: int = SHARDS,
    records: str | None = None,
) -> Run:
    """Plays one line-up over many deals, each under every rotation of the seats.

    `bots` has an entry for each seat: a bot's name or the path of its strategy file, or a :class:`Bot`. Parameters may follow a name
    (`"sheriff:challenge_at=2"`), or a number of seats (`"greedy*3"`). `unit` is `"game"` or `"round"`, `order` `"cyclic"` or `"fixed"`.
    The number of threads changes no result. With `records="games"`, `run.records` holds every game of each seat; with
    `records="decisions"`, every decision.

    Raises `InputError` for wrong arguments, and `Interrupted` on Ctrl-C, with the finished part.
    """
    scope = Scope()
    names, rules, which = scope.line_up(bots), scope.ruleset(ruleset), arguments.deals(deals)
    seed, unit, order = arguments.whole("seed", seed), arguments.text("unit", unit), arguments.text("order", order)
    native = None
    if records is not None:
        detail = arguments.text("records", records)
        native = _native.records(names, rules, which, seed, unit, order, detail, scope.options(threads))
    run = _run(
        scope, threads, progress, lambda options: _native.match_(names, rules, which, seed, unit, order, options), executor, shards
    )
    if native is not None:
        run.records = Records(native)
    return run


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
    executor: Executor | None = None,
    shards: int = SHARDS,
) -> Run:
    """Plays every line-up of a configuration.

    `config` is a TOML file, or a dictionary of the same keys, which may hold :class:`Rules` and :class:`Bot` objects. A file may name the
    given `bots` and `rules`. Other arguments override the configuration.

    `line_up_deals` is `"by-seats"` (line-ups share their deals at two seats, and have their own from three seats on), `"shared"` or `"own"`.

    An `executor` plays the run in `shards` tasks, as in :func:`match`.
    """
    scope = Scope().add(bots, rules)
    file, which, own_seed = scope.config(config), arguments.maybe_deals(deals), arguments.maybe_whole("seed", seed)
    unit, order = arguments.maybe_text("unit", unit), arguments.maybe_text("order", order)
    shared = arguments.maybe_text("line_up_deals", line_up_deals)
    return _run(
        scope, threads, progress, lambda options: _native.tournament(file, which, own_seed, unit, order, shared, options), executor, shards
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
    executor: Executor | None = None,
    shards: int = SHARDS,
) -> Run:
    """Plays the same deals in every cell of a design: parameters of bots, options of the rules, numbers of seats.

    `config` is a TOML file, or a dictionary of the same keys. With `halving`, all cells play a part of the deals, the better half of them
    plays the next part, and so on.

    An `executor` plays the run in `shards` tasks, as in :func:`match`.
    """
    scope = Scope().add(bots)
    file, which, own_seed = scope.config(config), arguments.maybe_deals(deals), arguments.maybe_whole("seed", seed)
    halved = arguments.flag("halving", halving)
    return _run(scope, threads, progress, lambda options: _native.sweep(file, which, own_seed, halved, options), executor, shards)


@public
def tune(
    config: Config,
    *,
    seed: int | None = None,
    self_play: bool = False,
    bots: Iterable[Bot] = (),
    threads: int | None = None,
    progress: bool = True,
    executor: Executor | None = None,
    shards: int = SHARDS,
) -> Run:
    """Searches for the parameters with which a bot does best in a field, and validates the result on other deals.

    `config` is a TOML file, or a dictionary of the same keys.

    An `executor` plays the run in `shards` tasks, as in :func:`match`.
    """
    scope = Scope().add(bots)
    file, own_seed, by_itself = scope.config(config), arguments.maybe_whole("seed", seed), arguments.flag("self_play", self_play)
    return _run(scope, threads, progress, lambda options: _native.tune(file, own_seed, by_itself, options), executor, shards)


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
    executor: Executor | None = None,
    shards: int = SHARDS,
) -> Run:
    """Measures the worth of towers, cards and rules.

    `config` is a TOML file, or a dictionary of the same keys. `scale` multiplies its numbers of deals. `optimise` runs only its search for
    rule settings.

    An `executor` plays the run in `shards` tasks, as in :func:`match`.
    """
    scope = Scope().add(bots)
    file, own_seed = scope.config(config), arguments.maybe_whole("seed", seed)
    share, searched = arguments.number("scale", scale), arguments.flag("optimise", optimise)
    return _run(scope, threads, progress, lambda options: _native.balance(file, own_seed, share, searched, options), executor, shards)


@public
def why(
    a: str | os.PathLike[str] | Bot,
    b: str | os.PathLike[str] | Bot,
    ruleset: Ruleset = "power-grab",
    deals: Deals = 4000,
    seed: int = 1,
    unit: str = "game",
    *,
    seats: int = 2,
    field: str | os.PathLike[str] | Bot | None = None,
    search_deals: int | None = None,
    kinds: int = 6,
    orders: int = 1,
    positions: int = 3,
    threads: int | None = None,
    progress: bool = True,
) -> Run:
    """Finds the kinds of decision that make bot `a` win more than bot `b`, and the share of each.

    Both play in the same seat on the same deals, with `field` (default: `b`) in all other seats. A hybrid bot asks both. It plays as `b`
    in some kinds of decision, and as `a` in all others. As the kinds are switched one after the other, in random orders, its win rate moves
    from that of `a` to that of `b`. So the shares of the kinds add up to the difference. Kinds are searched for on `search_deals` separate
    deals (default: a quarter of the deals, at least 100).

    `run.why` has a row for each kind, with its `sentence`, its `share` and the interval of the share. `run.positions` has up to `positions`
    decisions of each kind, which :func:`analyse` accepts. `print(run)` shows the answer in words.

    >>> run = pg.why("balanced", "greedy", deals=200)
    >>> run.why["sentence"][0]

    Raises `InputError` for wrong arguments, and `Interrupted` on Ctrl-C, with the finished part.
    """
    scope = Scope()
    texts = [scope.bot(a), scope.bot(b), scope.ruleset(ruleset), arguments.text("unit", unit), arguments.deals(deals)]
    other = scope.maybe_bot(field)
    numbers = [
        arguments.whole("seats", seats, 2, arguments.SEATS),
        arguments.whole("kinds", kinds, 1, 31),
        arguments.whole("orders", orders, 1, 100),
        arguments.whole("positions", positions, 0, 1000),
    ]
    searched = arguments.maybe_whole("search_deals", search_deals, 1, 2**50)
    own_seed = arguments.whole("seed", seed)
    return _run(scope, threads, progress, lambda options: _native.why(texts, other, numbers, searched, own_seed, options))


@public
def review(
    bots: Sequence[str | os.PathLike[str] | Bot],
    ruleset: Ruleset = "power-grab",
    deals: Deals = 1000,
    seed: int = 1,
    unit: str = "game",
    *,
    playout: str | os.PathLike[str] | Bot | None = None,
    worlds: int = 64,
    search: bool = False,
    kinds: int = 6,
    positions: int = 10,
    threads: int | None = None,
    progress: bool = True,
) -> Run:
    """Finds the kinds of decision that cost the first of `bots` most, and what is unusual about its play.

    It plays against the other bots. At each of its decisions, the reference is asked, too: the bot `playout` (default: `balanced`, in Grid
    `grid-greedy`). Where the two differ, `worlds` playouts of each option estimate the cost. The costs of a game add up to the difference
    between the win rates of the reference and the bot. With `search`, the reference takes another option where playouts show it to be
    clearly better; this finds mistakes that it makes, too, but the costs no longer add up.

    `run.review` has a row for each kind, with its `sentence` and its `cost`. `run.choices` says how often the bot chooses what, compared with
    other bots in the same decisions. `run.review_positions` has the options of up to `positions` costly decisions.
    `print(run)` shows the answer in words.

    >>> run = pg.review(["miser", "greedy"], deals=100)
    >>> run.review["sentence"][0]

    Raises `InputError` for wrong arguments, and `Interrupted` on Ctrl-C, with the finished part.
    """
    scope = Scope()
    names = scope.line_up(bots)
    texts = [scope.ruleset(ruleset), arguments.text("unit", unit), arguments.deals(deals)]
    policy = scope.maybe_bot(playout)
    numbers = [
        arguments.whole("worlds", worlds, 8, 100_000),
        arguments.whole("kinds", kinds, 1, 100),
        arguments.whole("positions", positions, 0, 1000),
    ]
    searches, own_seed = arguments.flag("search", search), arguments.whole("seed", seed)
    return _run(
        scope, threads, progress, lambda options: _native.review(names, texts, policy, numbers, searches, own_seed, options)
    )


@public
def distil(
    teacher: str | os.PathLike[str] | Bot,
    ruleset: Ruleset = "power-grab",
    deals: int = 10_000,
    seed: int = 1,
    unit: str = "game",
    *,
    seats: int = 2,
    lines: int = 7,
    field: Sequence[str | os.PathLike[str] | Bot] = (),
    search_deals: int = 16_000,
    name: str | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> Run:
    """Finds a strategy card: at most `lines` rules in plain words, learned from the bot `teacher`.

    The rules are searched for in games, step by step: the change of the list that wins most is taken. Its opponents are the bots of
    `field`, each in turn in all other seats (default: the teacher and `greedy`, in Grid `grid-greedy`). The last stage of a step plays
    `search_deals` deals. The card is then measured on `deals` others.

    `run.lines` has the lines, each with the loss by leaving it out. `run.strength` has the win rates of the card and its teacher, and
    `run.steps` the search. `print(run)` shows the answer in words, and `run.write(directory)` writes the card's strategy file as well.

    >>> run = pg.distil("balanced", lines=2, search_deals=400, deals=200)
    >>> run.lines["text"][0]

    Raises `InputError` for wrong arguments, and `Interrupted` on Ctrl-C, with the steps so far.
    """
    scope = Scope()
    texts = [scope.bot(teacher), scope.ruleset(ruleset), arguments.text("unit", unit)]
    others = [scope.bot(bot) for bot in arguments.items("field", field, "a list of bots is needed")]
    own_name = arguments.maybe_text("name", name)
    numbers = [
        arguments.whole("lines", lines, 1, 20),
        arguments.whole("seats", seats, 2, arguments.SEATS),
        arguments.whole("search_deals", search_deals, 1, 10**9),
        arguments.whole("deals", deals, 1, 10**9),
    ]
    own_seed = arguments.whole("seed", seed)
    return _run(scope, threads, progress, lambda options: _native.distil(texts, others, own_name, numbers, own_seed, options))
