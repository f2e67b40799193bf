"""Trains MaskablePPO of sb3-contrib on the environment for a while, and runs stable-baselines3's checker over it.

    python maskable_ppo.py [--seconds 60]

It fails where anything raises, where an illegal action is taken, or where nothing is learned from. It needs torch; `requirements.txt` says
how it is had without CUDA.
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
    """Ends the training after some seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.monotonic() + seconds

    def _on_step(self) -> bool:
        return time.monotonic() < self.end


def make() -> pg.GameEnv:
    """Two seats, against `random`."""
    return pg.GameEnv("power-grab", players=2, opponents="random")


def win_rate(model: MaskablePPO, episodes: int) -> float:
    """How often the trained policy wins a round."""
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
    assert moved > 1e-4, "nothing was learned from"
    print(f"{model.num_timesteps:,} steps in {args.seconds:.0f} s; {100 * win_rate(model, 100):.0f} of 100 rounds won against random")


if __name__ == "__main__":
    main()
