"""Environments: checkers of other libraries, the same episodes for any number of environments, wrong calls."""

from __future__ import annotations

import copy
import pickle
import threading

import numpy as np
import pytest

import powergrab as pg

gymnasium = pytest.importorskip("gymnasium")


def play(env: pg.VectorEnv, steps: int, seed: int = 3) -> list[list[bytes]]:
    """Steps with the first legal actions, and returns the observations of each environment."""
    seen: list[list[bytes]] = [[] for _ in range(env.num_envs)]
    observation, info = env.reset(seed=seed)
    for step in range(steps):
        for row in range(env.num_envs):
            seen[row].append(observation[row].tobytes() + info["action_mask"][row].tobytes())
        lots = np.minimum(step % 4, info["n_legal"].astype(int) - 1)
        actions = info["legal"][np.arange(env.num_envs), lots]
        observation, reward, ended, truncated, info = env.step(actions)
        assert not truncated.any()
        assert (reward[~ended] == 0).all()
    return seen


@pytest.mark.parametrize("rules, players", [("power-grab", 2), ("green-lantern", 6), ("classic", 4), ("grid", 3)])
def test_same_episodes_whatever_the_number_of_environments(rules: str, players: int) -> None:
    alone = play(pg.VectorEnv(rules, 1, players), 150)
    many = play(pg.VectorEnv(rules, 70, players), 150)
    assert alone[0] == many[0]
    assert many == play(pg.VectorEnv(rules, 70, players, threads=3), 150)
    assert many[0] != many[1]
    assert play(pg.VectorEnv(rules, 1, players), 150, seed=4)[0] != alone[0]


@pytest.mark.parametrize("rules, opponents", [("power-grab", "greedy"), ("grid", "grid-greedy"), ("grid", None)])
def test_a_single_environment_is_a_row_of_a_vector(rules: str, opponents: str | None) -> None:
    vector = pg.VectorEnv(rules, num_envs=3, learners=[2], opponents=opponents)
    rows, info = vector.reset(seed=5)
    single = pg.GameEnv(rules, learner=2, opponents=opponents)
    row, _ = single.reset(seed=5)
    for _ in range(200):
        assert (row == rows[0]).all()
        assert (single.action_masks() == info["action_mask"][0]).all()
        action = info["legal"][:, 0]
        rows, rewards, ended, _, info = vector.step(action)
        row, reward, over, _, _ = single.step(action[0])
        assert reward == rewards[0] and over == ended[0]
        if over:
            assert (row == info["final_obs"][0]).all()
            row, _ = single.reset()


def test_arrays_have_the_shapes_and_types_of_the_convention() -> None:
    env = pg.VectorEnv(num_envs=5, copy=False)
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert observation.dtype == np.uint8 and info["action_mask"].dtype == np.int8
    assert info["action_mask"].shape == (5, env.single_action_space.n)
    again, _, _, _, _ = env.step(info["legal"][:, 0])
    assert again is observation, "written in place"
    env = pg.VectorEnv(num_envs=5)
    observation, info = env.reset(seed=1)
    again, reward, ended, _, _ = env.step(info["legal"][:, 0])
    assert not np.shares_memory(again, observation)
    assert (reward.dtype, ended.dtype) == (np.float32, bool)


@pytest.mark.parametrize("rules", ["power-grab", "grid"])
@pytest.mark.parametrize("autoreset", ["same-step", "next-step", "disabled"])
def test_what_a_step_does_with_an_episode_that_it_ends(autoreset: str, rules: str) -> None:
    env = pg.VectorEnv(rules, num_envs=8, learners=[0], opponents="random", autoreset=autoreset)
    _, info = env.reset(seed=2)
    ends = 0
    over = np.zeros(8, bool)
    for _ in range(500):
        observation, reward, ended, _, info = env.step(info["legal"][:, 0])
        ends += int(ended.sum())
        assert (info["rewards"].sum(axis=1)[ended] <= 1).all()
        assert not ended[over].any() and (reward[over] == 0).all()
        if autoreset == "same-step":
            assert ("final_obs" in info) == bool(ended.any())
        elif autoreset == "next-step":
            over = ended
            assert (info["action_mask"][ended] == 1).all() and (info["n_legal"][ended] == env.single_action_space.n).all()
        elif ended.any():
            assert (info["action_mask"][ended] == 0).all() and (info["n_legal"][ended] == 0).all()
            assert (info["action_mask"][~ended].sum(axis=1) == info["n_legal"][~ended]).all()
            with pytest.raises(ValueError, match="reset it before the next step"):
                env.step(info["legal"][:, 0])
            observation, info = env.reset(options={"reset_mask": ended})
    assert ends > 50
    if hasattr(gymnasium.vector, "AutoresetMode"):
        assert env.metadata["autoreset_mode"].name == autoreset.replace("-", "_").upper()


@pytest.mark.parametrize("rules", ["power-grab", "grid"])
def test_every_seat_is_rewarded_once(rules: str) -> None:
    env = pg.VectorEnv(rules, num_envs=64, players=3)
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(400):
        actions = info["legal"][:, 0]
        if rng.random() < 0.2:
            actions = env.random_actions(rng)
        _, reward, ended, _, info = env.step(actions)
        total = info["rewards"].sum(axis=1)
        assert np.isin(total[ended], [0, 1]).all() and (total[~ended] == 0).all()
        ends += int(ended.sum())
    assert ends > 100


def test_points_of_grid_are_hundreds() -> None:
    env = pg.VectorEnv("grid", num_envs=32, players=2, reward="points")
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(1)
    totals = []
    for _ in range(400):
        _, _, ended, _, info = env.step(env.random_actions(rng))
        totals.extend(info["rewards"][ended].ravel())
    hundredths = np.array(totals) * 100
    assert len(totals) > 100 and np.allclose(hundredths, np.round(hundredths), atol=1e-3)
    assert (hundredths > 0).any() and (hundredths < 0).any() and (np.abs(hundredths) <= 360).all()


@pytest.mark.parametrize("rules", ["power-grab", "grid"])
def test_gymnasium_checks_the_environment(rules: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(pg.GameEnv(rules, opponents="random", illegal="random"), skip_render_check=True)


def test_pettingzoo_checks_the_environment() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    for rules, players in [("power-grab", 4), ("green-lantern", 2), ("classic", 10), ("grid", 4), ("grid", 8)]:
        api_test(pg.pettingzoo.env(rules, players=players), num_cycles=400)
        seed_test(lambda: pg.pettingzoo.env(rules, players=players), num_cycles=100)


def test_places_have_names() -> None:
    env = pg.VectorEnv(players=2)
    assert len(env.actions) == env.single_action_space.n
    assert sum(place.len for place in env.features) == env.single_observation_space.shape[0]
    observation, _ = env.reset(seed=1)
    assert observation[0, env.features["seat0.cards"].slice] == 7
    assert observation[0, env.features["hand"].slice].sum() == 7
    with pytest.raises(KeyError, match="seat1.cards"):
        env.features["cards"]


def test_places_of_grid_have_names() -> None:
    env = pg.VectorEnv("grid", players=8)
    assert (len(env.actions), env.version) == (env.single_action_space.n, 1)
    assert sum(place.len for place in env.features) == env.single_observation_space.shape[0]
    observation, _ = env.reset(seed=1)
    assert observation[0, env.features["hand"].slice].sum() == 8, "seven and the one drawn"
    # An action names a card, then a position next to a card on the board.
    rng = np.random.default_rng(2)
    asked = set()
    for _ in range(2000):
        row, question = observation[0], env.features["question"]
        asked.add(int(np.argmax(row[question.slice])))
        filled = sum(row[env.features[f"row{r}/column{c}"].slice].sum() for r in range(3) for c in range(3))
        assert (filled == 9) == bool(row[env.features["full"].slice][0])
        observation, *_ = env.step(env.random_actions(rng))
    assert asked == {0, 1, 2, 3}


WRONG = [
    (dict(rules="uno"), "no such ruleset"),
    (dict(rules="grid", players=9), "2 to 8"),
    (dict(rules="grid", learners=[0], opponents="balanced"), "balanced"),
    (dict(players=1), "players"),
    (dict(players=7), "players"),
    (dict(num_envs=0), "1 to"),
    (dict(learners=[]), "no seat learns"),
    (dict(learners=[4]), "seats are 0 to 3"),
    (dict(learners=[0, 0]), "named once"),
    (dict(learners=[0], opponents=["greedy"]), "one bot for each"),
    (dict(learners=[0], opponents="gredy"), "greedy"),
    (dict(unit="match"), "game, round"),
    (dict(reward="glory"), "win, points"),
    (dict(autoreset="never"), "same-step"),
    (dict(threads=0), "from 1 to 1024"),
]


@pytest.mark.parametrize("arguments, remedy", WRONG)
def test_wrong_arguments_are_exceptions(arguments: dict, remedy: str) -> None:
    with pytest.raises(ValueError, match=remedy):
        pg.VectorEnv(**arguments)


@pytest.mark.parametrize("rules", ["power-grab", "grid"])
def test_wrong_calls_are_exceptions_and_change_nothing(rules: str) -> None:
    env = pg.VectorEnv(rules, num_envs=4)
    with pytest.raises(RuntimeError, match="reset"):
        env.step([0, 0, 0, 0])
    observation, info = env.reset(seed=1)
    rng = np.random.default_rng(0)
    tried = 0
    while tried < 1000:
        kind = rng.integers(6)
        actions = info["legal"][:, 0].astype(np.int64)
        if kind == 0:
            actions = actions[: rng.integers(4)]
        elif kind == 1:
            actions = actions.astype(rng.choice(["float32", "complex64", "bool"]))
        elif kind == 2:
            actions[rng.integers(4)] = rng.choice([-1, -(2**63), 2**62, 10_000, env.single_action_space.n])
        elif kind == 3:
            row = rng.integers(4)
            actions[row] = rng.choice(np.flatnonzero(info["action_mask"][row] == 0))
        elif kind == 4:
            actions = np.broadcast_to(actions, (2, 4))
        else:
            actions = rng.choice(np.array([None, "draw", {}, object()], dtype=object))
        with pytest.raises((ValueError, TypeError)):
            env.step(actions)
        tried += 1
    again, _, _, _, _ = env.step(info["legal"][:, 0])
    other = pg.VectorEnv(rules, num_envs=4)
    _, info = other.reset(seed=1)
    assert (other.step(info["legal"][:, 0])[0] == again).all()
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.step([0] * 4)


def test_illegal_actions_of_one_game_are_refused_or_drawn() -> None:
    for rules in ["power-grab", "grid"]:
        env = pg.GameEnv(rules, players=2, opponents="random")
        before, info = env.reset(seed=1)
        for action in [int(np.argmin(info["action_mask"])), -1, 10_000]:
            with pytest.raises(ValueError, match="not legal"):
                env.step(action)
        assert (env._observe()[0] == before).all()
        drawn = pg.GameEnv(rules, players=2, opponents="random", illegal="random")
        drawn.reset(seed=1)
        for _ in range(500):
            _, _, ended, _, _ = drawn.step(10_000)
            if ended:
                drawn.reset()


def test_a_mask_says_what_the_next_step_takes() -> None:
    env = pg.GameEnv(players=2, opponents="random", seed=1)
    env.reset()
    over = False
    while not over:
        _, _, over, _, info = env.step(np.flatnonzero(env.action_masks())[0])
    assert info["action_mask"].sum() == 0 and not env.action_masks().any()
    many = pg.pettingzoo.env(players=2, seed=1)
    many.reset()
    for agent in many.agent_iter():
        observation, _, over, _, _ = many.last()
        others = [many.observe(other)["action_mask"].sum() for other in many.agents if other != agent]
        assert (observation["action_mask"].sum() > 0) != over and sum(others) == 0
        many.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))


def test_without_a_seed_environments_are_different_and_say_their_seed() -> None:
    for make in [lambda **seed: pg.GameEnv(opponents="random", **seed), lambda **seed: pg.VectorEnv(players=2, **seed)]:
        one, other = make(), make()
        first = one.reset()[0].tobytes()
        assert first != other.reset()[0].tobytes()
        assert make(seed=one.np_random_seed).reset()[0].tobytes() == first
    one, other = pg.pettingzoo.env(players=2), pg.pettingzoo.env(players=2)
    one.reset()
    other.reset()
    assert one.last()[0]["observation"].tobytes() != other.last()[0]["observation"].tobytes()


def test_rollouts_of_grid_are_refused() -> None:
    from powergrab.learn import Rollouts

    with pytest.raises(ValueError, match="Grid has no rollouts: choose a ruleset of the shedding games"):
        Rollouts("grid", ["random"] * 2, "random")


@pytest.mark.parametrize("rules", ["power-grab", "grid"])
def test_the_arrays_of_an_environment_are_checked(rules: str) -> None:
    env = pg.VectorEnv(rules, num_envs=4, copy=False)
    observation, info = env.reset(seed=1)
    before = observation.copy()
    actions = info["legal"][:, 0].astype(np.int64)
    for array in (observation, info["rewards"]):
        whole = array.base if array.base.base is None else array.base.base
        whole.flags.writeable = False
        with pytest.raises(ValueError, match="writeable|mutable"):
            env.step(actions)
        whole.flags.writeable = True
        assert (observation == before).all(), "nothing was changed"
    for wrong in (actions[:3], actions.astype(np.float64), actions.reshape(2, 2), None):
        with pytest.raises((ValueError, TypeError)):
            env._games.step(wrong)
    with pytest.raises(ValueError, match="for 4 environments"):
        env._games.reset(None, [True])
    n_bytes, n_floats = env._games.array_sizes
    for sizes in [(n_bytes - 1, n_floats), (n_bytes, n_floats)]:
        with pytest.raises(ValueError, match="are needed|already"):
            env._games.bind(np.zeros(sizes[0], np.uint8), np.zeros(sizes[1], np.float32))
    # The array of actions may be one that the step writes.
    spread = np.zeros(8, np.int64)
    spread[::2] = actions
    other = pg.VectorEnv(rules, num_envs=4)
    other.reset(seed=1)
    assert (env.step(spread[::2])[0] == other.step(actions)[0]).all()


def test_threads_that_share_an_environment_take_turns() -> None:
    vector, single = pg.VectorEnv(num_envs=512, learners=[0], opponents="balanced"), pg.GameEnv(opponents="balanced")
    vector.reset(seed=1)
    single.reset(seed=1)
    problems: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(30):
                vector.reset()
                vector.n_faults, vector.deal(3), vector.features
                for _ in range(20):
                    single.reset()
                    single.position(), single.actions
        except Exception as problem:
            problems.append(problem)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert vector.deal(0) == 90 and vector.deal(1) == (1 << 32) + 90


def play_all(env: pg.VectorEnv, info: dict, steps: int) -> list[bytes]:
    seen = []
    for _ in range(steps):
        observation, reward, ended, _, info = env.step(info["legal"][:, 0])
        seen.append(observation.tobytes() + reward.tobytes() + ended.tobytes() + info["action_mask"].tobytes())
    return seen


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("autoreset", ["same-step", "next-step"])
@pytest.mark.parametrize("rules, opponents", [("power-grab", "bluffer*2"), (pg.Rules("power-grab", towers="UN"), ["greedy", "bluffer"])])
def test_environments_are_copied_and_pickled(rules, opponents, autoreset, copied) -> None:
    env = pg.VectorEnv(rules, 5, 3, [1], opponents, 3, autoreset=autoreset, threads=2)
    assert copied(env).reset()[0].tobytes() == env.reset()[0].tobytes(), "before the first episode"
    _, info = env.reset()
    play_all(env, info, 40)
    _, _, _, _, info = env.step(env.random_actions(np.random.default_rng(1)))
    other = copied(env)
    assert play_all(other, info, 100) == play_all(env, info, 100)
    assert other.np_random_seed == env.np_random_seed == 3

    single = pg.GameEnv("grid", 2, opponents="grid-greedy", illegal="random", seed=5)
    single.reset()
    single.step(-1)
    other = copied(single)
    for _ in range(20):
        (here, *_, over, _, _), (there, *_) = single.step(-1), other.step(-1)
        assert (here == there).all()
        if over:
            break
    assert (other.reset()[0] == single.reset()[0]).all()

    many = pg.pettingzoo.env(players=3, seed=2)
    many.reset()
    other = copied(many)
    for agent in many.agent_iter(10):
        assert other.agent_selection == agent
        mask = many.last()[0]["action_mask"]
        assert (other.last()[0]["action_mask"] == mask).all()
        many.step(int(np.flatnonzero(mask)[0]))
        other.step(int(np.flatnonzero(mask)[0]))


@pytest.mark.parametrize("rules,opponents", [("power-grab", ["bluffer", "random"]), ("grid", ["grid-heuristic", "random"])])
def test_positions_are_written_down_and_gone_back_to(rules: str, opponents: list[str]) -> None:
    def play_on(env: pg.GameEnv, observation: np.ndarray, steps: int) -> list[tuple[bytes, float]]:
        seen = []
        for step in range(steps):
            legal = np.flatnonzero(env.action_masks())
            observation, reward, ended, _, _ = env.step(legal[step % len(legal)])
            seen.append((observation.tobytes(), reward))
            if ended:
                break
        return seen

    env, other = (pg.GameEnv(rules, 3, 1, opponents) for _ in range(2))
    with pytest.raises(RuntimeError, match="reset"):
        env.position()
    for seed in range(5):
        play_on(env, env.reset(seed=seed)[0], 3)
        position = env.position()
        here = env._observe()[0]
        after = play_on(env, here, 1000)
        observation, info = other.restore(position)
        assert (observation == here).all() and (info["action_mask"] == other.action_masks()).all()
        assert play_on(other, observation, 1000) == after
    before = other.position()
    for wrong, said in [("{}", "no position"), (position.replace('"seats":3', '"seats":4'), "another table"), (7, "position=7: a text")]:
        with pytest.raises((pg.InputError, TypeError), match=said):
            other.restore(wrong)
    with pytest.raises(pg.InputError, match="another table"):
        pg.GameEnv(rules, 3, 0, opponents).restore(position)
    assert other.position() == before


def test_a_position_of_pettingzoo_is_gone_back_to() -> None:
    def play_on(env, steps: int) -> list:
        seen = []
        for agent in env.agent_iter(steps):
            observation, reward, ended, _, _ = env.last()
            seen.append((agent, observation["observation"].tobytes(), reward, ended))
            env.step(None if ended else int(np.flatnonzero(observation["action_mask"])[-1]))
        return seen

    env, other = pg.pettingzoo.env(players=3), pg.pettingzoo.env(players=3)
    env.reset(seed=4)
    other.reset(seed=5)
    play_on(env, 7)
    position = env.unwrapped.position()
    other.unwrapped.restore(position)
    first, again = play_on(env, 1000), play_on(other, 1000)
    assert [row[:2] for row in first] == [row[:2] for row in again] and len(again) > 5
    assert [row[3] for row in first] == [row[3] for row in again]
