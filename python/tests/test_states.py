"""States of a game: the games of the environments, copies, new hidden cards, wrong calls."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator

import numpy as np
import pytest

import powergrab as pg

TABLES = [("power-grab", 2), ("power-grab", 6), ("green-lantern", 4), ("classic", 10), ("grid", 2), ("grid", 8)]
TABLES += [(rules, 3) for rules in pg.rulesets()]


def played(state: pg.GameState, seed: int, most: int = 10_000) -> Iterator[pg.GameState]:
    """Yields the state before each action of a random game."""
    rng = random.Random(seed)
    for _ in range(most):
        if state.is_terminal():
            return
        yield state
        state.apply_action(rng.choice(state.legal_actions()))


def described(state: pg.GameState) -> tuple[object, ...]:
    """Returns all that the methods of a state say."""
    seats = range(state.num_players())
    seen = [state.observation(seat).tobytes() for seat in seats]
    return str(state), state.serialize(), state.legal_actions(), state.history(), state.returns(), state.rewards(), seen


@pytest.mark.parametrize("rules, players", TABLES)
def test_it_is_the_game_of_the_environment_with_that_seed(rules: str, players: int) -> None:
    pytest.importorskip("gymnasium")
    for unit, reward, seed in [("round", "win", 0), ("round", "points", 1), ("game", "points", 2)]:
        env = pg.VectorEnv(rules, 1, players, seed=seed, unit=unit, reward=reward, autoreset="disabled")
        observation, info = env.reset()
        state = pg.new_game(rules, players, seed, unit=unit, reward=reward)
        rng, returns, over = random.Random(seed), np.zeros(players, np.float32), False
        assert state.num_players() == players and state.num_distinct_actions() == env.single_action_space.n
        for _ in range(1500):
            seat, legal = int(info["seat"][0]), info["legal"][0, : info["n_legal"][0]].tolist()
            assert (state.current_player(), state.legal_actions()) == (seat, legal)
            assert state.legal_actions_mask() == info["action_mask"][0].tolist()
            assert (state.observation(seat) == observation[0]).all()
            action = rng.choice(legal)
            state.apply_action(action)
            observation, _, ended, _, info = env.step([action])
            returns += info["rewards"][0]
            assert state.rewards() == info["rewards"][0].tolist() and state.returns() == returns.tolist()
            over = bool(ended[0])
            if over:
                break
        assert state.is_terminal() == over
        if over:
            assert (state.current_player(), state.legal_actions()) == (-4, [])
            assert reward == "points" or sum(state.returns()) == pytest.approx(1)


def test_other_players_see_what_pettingzoo_shows_them() -> None:
    pytest.importorskip("pettingzoo")
    env, state, rng = pg.pettingzoo.env(players=3), pg.new_game(players=3, seed=6), random.Random(6)
    env.reset(seed=6)
    for _ in range(100):
        for seat in range(3):
            seen = env.observe(f"seat_{seat}")
            assert (seen["observation"] == state.observation(seat)).all()
            assert seen["action_mask"].tolist() == state.legal_actions_mask(seat)
            assert state.legal_actions(seat) == (state.legal_actions() if seat == state.current_player() else [])
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        env.step(action)


def count(state: pg.GameState, depth: int, undo: bool) -> int:
    """Counts the positions at a depth, reached by children or by actions on clones."""
    if depth == 0 or state.is_terminal():
        return 1
    total = 0
    for action in state.legal_actions():
        child = state.clone() if undo else state.child(action)
        if undo:
            child.apply_action(action)
        total += count(child, depth - 1, undo)
    return total


@pytest.mark.parametrize("rules, players", TABLES)
def test_copies_go_on_alike_and_leave_the_original_alone(rules: str, players: int) -> None:
    state = pg.new_game(rules, players, 3)
    list(played(state, 4, 25))
    before = described(state)
    assert count(state, 3, True) == count(state, 3, False) > 1
    assert described(state) == before
    copies = [
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        state.get_game().deserialize_state(state.serialize()),
    ]
    for other in copies:
        assert described(other) == before
        list(played(other, 5))
    assert described(state) == before
    list(played(state, 5))
    assert {described(other)[0] for other in copies} == {str(state)}, "chance is the same too"


def test_rulesets_of_ones_own_are_played_and_pickled() -> None:
    rules = pg.Rules("power-grab", towers="UN")
    state = pickle.loads(pickle.dumps(pg.new_game(rules, 2, 1, unit="game")))
    assert "power-grab-towers-UN" in repr(state) or "towers" in str(state)
    assert state.get_game().num_players() == 2 and state.get_game().observation_size() == len(state.observation(0))


@pytest.mark.parametrize("rules, players", [("power-grab", 4), ("green-lantern", 3), ("kitchen-table", 5), ("grid", 3)])
def test_hidden_cards_are_dealt_anew_as_a_player_may_think(rules: str, players: int) -> None:
    changed = 0
    for state in played(pg.new_game(rules, players, 8, unit="game"), 9, 60):
        seat, before = state.current_player(), described(state)
        other = state.resample_from_infostate(seat, 5)
        assert described(state) == before
        assert (other.observation(seat) == state.observation(seat)).all()
        assert other.observation_string(seat) == state.observation_string(seat)
        assert (other.current_player(), other.legal_actions()) == (seat, state.legal_actions())
        changed += str(other) != str(state)
    assert changed > 25
    seat = state.current_player()
    other = state.resample_from_infostate(seat, 5)
    same, another = state.resample_from_infostate(seat, 5), state.resample_from_infostate(seat, 6)
    assert described(other) == described(same) and str(another) != str(same)
    assert described(pickle.loads(pickle.dumps(other))) == described(other)
    drawn = state.resample_from_infostate(seat, lambda: 0.25)
    assert str(drawn) == str(state.resample_from_infostate(seat, 1 << 51))
    list(played(same, 1))
    list(played(other, 1))
    assert described(other) == described(same)


def test_later_deals_are_new_too_where_hidden_cards_are() -> None:
    """Resampling near the end of a round changes the deal of the next one."""
    for seed in range(100):
        state = pg.new_game("classic", 2, seed, unit="game")
        last = None
        for now in played(state, seed):
            if now.num_players() and " round=1" in str(now):
                break
            last = now.clone()
        if last is None or state.is_terminal():
            continue
        rng, action = random.Random(seed), None
        for action in last.legal_actions():
            ends = last.child(action)
            dealt = last.resample_from_infostate(last.current_player(), 1).child(action)
            if " round=1" in str(ends) and " round=1" in str(dealt) and ends.returns() == dealt.returns():
                assert str(ends) != str(dealt)
                return
    raise AssertionError("no round ended alike")


def test_actions_have_names() -> None:
    state = pg.new_game("power-grab", 2, 7)
    for action in state.legal_actions():
        name = state.action_to_string(action)
        assert name == state.action_to_string(state.current_player(), action)
        assert state.string_to_action(name) == state.string_to_action(0, name) == action
    assert "draw" in [state.action_to_string(action) for action in state.legal_actions()]
    assert not state.is_chance_node()


WRONG_GAMES = [
    (dict(rules="uno"), ValueError, "no such ruleset"),
    (dict(rules=7), TypeError, "ruleset"),
    (dict(players=1), ValueError, "players"),
    (dict(players=7), ValueError, "2 to 6"),
    (dict(rules="grid", players=9), ValueError, "2 to 8"),
    (dict(seed=-1), ValueError, "seed"),
    (dict(seed="one"), TypeError, "seed"),
    (dict(unit="match"), ValueError, "game, round"),
    (dict(reward="glory"), ValueError, "win, points"),
    (dict(unit=3), TypeError, "unit"),
]


@pytest.mark.parametrize("arguments, kind, remedy", WRONG_GAMES)
def test_wrong_games_are_exceptions(arguments: dict, kind: type[Exception], remedy: str) -> None:
    with pytest.raises(kind, match=remedy):
        pg.new_game(**arguments)


@pytest.mark.parametrize("rules", ["power-grab", "grid"])
def test_wrong_actions_are_exceptions_that_name_the_legal_ones(rules: str) -> None:
    rng = random.Random(1)
    for state in played(pg.new_game(rules, 3, 2), 3, 200):
        legal, before = state.legal_actions(), state.serialize()
        illegal = [action for action in range(state.num_distinct_actions()) if action not in legal]
        for action in [rng.choice(illegal), -1, 10_000, 2**62, -(2**63), np.uint8(rng.choice(illegal))]:
            with pytest.raises(pg.InputError, match=rf"choose one of {legal[0]} \("):
                state.apply_action(action)
        for action in [None, "draw", 0.0, True, np.bool_(False), [0], 2**64]:
            with pytest.raises((TypeError, ValueError), match="action="):
                state.apply_action(action)
        assert state.serialize() == before
    with pytest.raises(pg.InputError, match="the game is over"):
        over = pg.new_game(rules, 3, 2)
        list(played(over, 3))
        over.apply_action(0)


def test_other_wrong_calls_are_exceptions() -> None:
    state = pg.new_game(players=2, seed=1)
    for player in [-1, 2]:
        for call in [state.observation, state.observation_string, lambda seat: state.resample_from_infostate(seat, 1)]:
            with pytest.raises(pg.InputError, match="players are 0 to 1"):
                call(player)
    with pytest.raises(pg.InputError, match="actions are 0 to 113"):
        state.action_to_string(114)
    with pytest.raises(pg.InputError, match="no action: they are R1"):
        state.string_to_action("R99")
    game, text = state.get_game(), state.child(state.legal_actions()[0]).serialize()
    doctored = ["", "{}", text.replace('"seats":2', '"seats":3'), text.replace('"actions":[', '"actions":[999,')]
    doctored += [text.replace('"redeals":[]', f'"redeals":{wrong}') for wrong in ("[[0,9,1]]", "[[5,0,1]]", "[[1,0,1],[0,0,1]]")]
    for wrong in doctored:
        with pytest.raises(pg.InputError):
            game.deserialize_state(wrong)
    assert game.deserialize_state(text).serialize() == text


def test_numbers_of_numpy_are_taken() -> None:
    state = pg.new_game(players=np.int64(2), seed=np.uint64(7))
    for kind in (np.int8, np.uint8, np.int64):
        state.child(kind(state.legal_actions()[0]))


def test_without_a_seed_games_are_different() -> None:
    assert len({str(pg.new_game()) for _ in range(5)}) == 5
