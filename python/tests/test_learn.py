"""Decisions with the value of every option, and files of weights."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest

import powergrab as pg
from powergrab.learn import Network, Rollouts, write_weights


def rollouts(**more: object) -> Rollouts:
    return Rollouts("power-grab", ["greedy", "random"], "greedy", **more)  # type: ignore[arg-type]


def test_decisions_have_options_and_the_usual_one_is_among_them() -> None:
    source = rollouts(seed=5)
    features, values, usual = source.decisions(2000)
    legal = ~np.isnan(values)
    assert (legal.sum(1) >= 2).all()
    assert legal[np.arange(2000), usual].all()
    assert (values[legal] >= 0).all() and (values[legal] <= 1).all()
    on = features < source.n_features
    assert (on.sum(1) > 10).all() and (features[~on] == source.n_features).all()
    # No feature occurs twice.
    ordered = np.sort(np.where(on, features, 60_000 + np.arange(features.shape[1])), axis=1)
    assert (np.diff(ordered.astype(int), axis=1) > 0).all()


def test_the_same_seed_brings_the_same_decisions_and_another_others() -> None:
    first, again, other = rollouts(seed=5).decisions(300), rollouts(seed=5).decisions(300), rollouts(seed=6).decisions(300)
    for one, two in zip(first, again):
        assert one.tobytes() == two.tobytes()
    assert first.features.tobytes() != other.features.tobytes()
    source = rollouts(seed=5)
    halves = [source.decisions(100), source.decisions(200)]
    assert np.concatenate([half.values for half in halves]).tobytes() == first.values.tobytes()


def test_what_a_policy_would_do_is_worth_more_than_what_chance_would() -> None:
    """Compares means: the standard error of the difference is a tenth of it."""
    _, values, usual = Rollouts("power-grab", ["balanced"] * 2, "balanced", goal="round", seed=1).decisions(20_000)
    gain = values[np.arange(len(usual)), usual] - np.nanmean(values, axis=1)
    error = gain.std() / np.sqrt(len(gain))
    assert gain.mean() > 4 * error


def test_only_decisions_of_the_learners_are_taken_and_each_bot_plays_on_itself() -> None:
    """The champion wins most rounds from its decisions, `random` few. If one policy finishes the round for both, each wins about half."""

    def won(learner: int, rollout: str | None) -> float:
        table = Rollouts("power-grab", ["champion-2", "random"], rollout, goal="round", unit="round", seed=1, learners=[learner])
        return float(np.nanmean(table.decisions(5000).values))

    assert won(0, None) > 0.6 and won(1, None) < 0.4
    assert 0.45 < won(1, "random") < won(0, "random") < 0.55


def test_a_value_that_ends_the_playing_on_takes_away_noise() -> None:
    def noise(cut: int) -> float:
        _, values, _ = Rollouts("power-grab", ["net"] * 2, None, seed=1, worlds=1, cut=cut).decisions(3000)
        return float(np.nanstd(values - np.nanmean(values, axis=1, keepdims=True)))

    assert noise(cut=1) < noise(cut=3) < noise(cut=0)


def test_weights_that_were_written_are_played(tmp_path: pathlib.Path) -> None:
    source = Rollouts("classic", ["greedy"] * 2, "greedy")
    lots = np.random.default_rng(1)

    def some(*shape: int) -> np.ndarray:  # type: ignore[type-arg]
        return lots.normal(0, 0.2, shape).astype(np.float32)

    outputs = source.n_actions + 1
    network = Network(
        "classic", source.deck, (2, 2), False, "game", 10.0, some(source.n_features, 64), some(64), some(16, 64), some(16), some(outputs, 16), some(outputs)
    )
    write_weights(tmp_path / "mine.pgnet", [network], {"made": "by lot"})
    strategy = tmp_path / "mine.toml"
    strategy.write_text('policy = "net"\n[params]\nweights = "mine.pgnet"\n')
    run = pg.match([str(strategy), "random"], ruleset="classic", deals=20, progress=False)
    assert run.bots.to_pandas().games.tolist() == [40, 40]
    with pytest.raises(pg.InputError, match="these are for classic at 2 seats"):
        pg.match([str(strategy), "random"], ruleset="power-grab", deals=20, progress=False)
    damaged = bytearray((tmp_path / "mine.pgnet").read_bytes())
    damaged[5000] ^= 1
    (tmp_path / "mine.pgnet").write_bytes(damaged)
    with pytest.raises(pg.InputError, match="checksum"):
        pg.match([str(strategy), "random"], ruleset="classic", deals=20, progress=False)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: Rollouts("grid", ["greedy"] * 2, "greedy"), "Grid"),
        (lambda: Rollouts("classic", ["greedy"], "greedy"), "seats|players"),
        (lambda: Rollouts("classic", ["greedy"] * 2, "monte-carlo"), "cannot make playouts"),
        (lambda: Rollouts("classic", ["greedy"] * 2, "greedy", goal="fun"), "goal"),
        (lambda: Rollouts("classic", ["greedy"] * 2, "greedy", unit="hand"), "unit"),
        (lambda: Rollouts("classic", ["greedy"] * 2, "greedy", every=0), "every"),
        (lambda: Rollouts("classic", ["greedy"] * 2, "greedy", worlds=0), "worlds"),
        (lambda: Rollouts("classic", ["greedy"] * 2, "greedy", explore=2.0), "explore"),
        (lambda: Rollouts("classic", ["greedy"] * 2, "greedy", step=0), "step"),
        (lambda: Rollouts("party", ["net"] * 2, "greedy"), "house rules"),
        (lambda: Rollouts("classic", ["greedy"] * 2, "greedy", learners=[2]), "learners: 2"),
        (lambda: Rollouts("classic", ["greedy"] * 2, None, cut=1), "has no network"),
        (lambda: Rollouts("classic", ["greedy", "monte-carlo"], None), "cannot make playouts"),
    ],
)
def test_wrong_calls_say_what_is_wrong(call: object, message: str) -> None:
    with pytest.raises(pg.InputError, match=message):
        call()  # type: ignore[operator]
