"""Trains MaskablePPO of sb3-contrib on the environment for a minute, after stable-baselines3's check of it.

    python scripts/learn/maskable_ppo.py [--seconds 60]

Fails if anything raises, if an action is illegal, or if the weights do not change. Needs torch; `requirements.txt` says how to install it
without CUDA.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv

import powergrab as pg


class StopAfter(BaseCallback):
    """A callback that ends the training after some seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.monotonic() + seconds

    def _on_step(self) -> bool:
        return time.monotonic() < self.end


def make() -> pg.GameEnv:
    """Makes an environment with two seats, against `random`."""
    return pg.GameEnv("power-grab", players=2, opponents="random")


def win_rate(model: MaskablePPO, episodes: int) -> float:
    """Returns the share of rounds that the trained policy wins."""
    env, wins = make(), 0.0
    for episode in range(episodes):
        observation, _ = env.reset(seed=1000 if episode == 0 else None)
        ended = False
        while not ended:
            action, _ = model.predict(observation, action_masks=env.action_masks())
            observation, reward, ended, _, _ = env.step(action)
        wins += reward
    return wins / episodes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    args = parser.parse_args()
    check_env(pg.GameEnv(players=2, opponents="random", illegal="random"))
    model = MaskablePPO("MlpPolicy", DummyVecEnv([make] * 8), n_steps=256, batch_size=512, seed=1, verbose=0)
    before = model.policy.mlp_extractor.policy_net[0].weight.detach().numpy().copy()
    model.learn(10**9, callback=StopAfter(args.seconds))
    moved = np.abs(model.policy.mlp_extractor.policy_net[0].weight.detach().numpy() - before).max()
    assert moved > 1e-4, "the weights did not change"
    print(f"{model.num_timesteps:,} steps in {args.seconds:.0f} s; {100 * win_rate(model, 100):.0f} of 100 rounds won against random")


if __name__ == "__main__":
    main()
