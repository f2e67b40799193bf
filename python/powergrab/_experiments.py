"""Experiments as calls. Each releases the interpreter's lock, shows a progress bar, and can be interrupted."""

from __future__ import annotations

import os
from typing import Callable, Iterable, Sequence

from . import _arguments as arguments
from . import _cluster, _native
from ._arguments import public
from ._bots import Bot
from ._call import Config, Ruleset, Scope, run_native, warn
from ._cluster import Executor
from ._errors import InputError
from ._records import Records
from ._rules import Rules
from ._run import Run

Deals = int | str | range
SHARDS = 64
"""Number of tasks of each round that an executor plays, unless the call says another."""


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
