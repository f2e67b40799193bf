#!/usr/bin/env python3
"""Compares four recipes of learning with equal processor time, at two seats of Power Grab, by learning curves against the champion.

    scripts/learn/recipes.py OUT --minutes 8       OUT/recipes.csv and OUT/recipes.svg

champions   only the first part of `net.py`: champions finish the rounds
self-play   only the second part, from random weights: the network plays on, and its value replaces the rest of the round
both        the first part for a third of the time, then the second, as `net.py` does
ppo         proximal policy optimisation with masked actions, in rounds against the champion (`MaskablePPO` of sb3-contrib with its default
            settings, except for longer runs and bigger batches)

A point of a curve is a match with the weights of that moment, on deals that no training sees. Its time does not count.
"""

import argparse
import pathlib
import sys
import time

import net
import numpy as np
import pandas
import powergrab as pg
import torch

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "pictures"))
import plot  # noqa: E402

NAME = "power-grab-2"
HEAD = ["recipe", "minutes", "deals", "games", "win_rate", "low", "high"]
RECIPES = ["champions", "self-play", "both", "ppo"]


class Curve:
    """The learning curve of a recipe. Plays networks against the champion, and stores the points."""

    def __init__(self, recipe, options):
        self.recipe, self.options, self.before, self.rows = recipe, options, 0.0, []

    def match(self, player):
        # On one thread, as stable-baselines3 stores the distribution in the policy.
        run = pg.match([player, "champion-2"], deals=self.options.deals, seed=self.options.seed, threads=1, progress=False)
        return run.bots.to_pandas().iloc[0]

    def __call__(self, player, seconds):
        """Adds a point after these seconds of the part."""
        found = self.match(player)
        row = {"recipe": self.recipe, "minutes": round((self.before + seconds) / 60, 2), "deals": self.options.deals}
        self.rows.append(row | {key: found[key] for key in ("games", "win_rate", "low", "high")})
        print(self.rows[-1], flush=True)


def train(parts, curve, options):
    """Trains in parts, each with its minutes."""
    torch.manual_seed(options.seed)
    source, kept = net.Source(net.PLAN[NAME], options.seed), net.begin(curve.recipe, options.out)
    for number, (part, minutes) in enumerate(parts):
        if number:
            kept = net.next_part(kept)
        kept = net.train_part(curve.recipe, options.out, kept, source, part, 60 * minutes, curve)
        curve.before += 60 * minutes
    curve(net.learner(curve.recipe, options.out, source, kept), 0.0)


def train_ppo(curve, options):
    """Trains with sb3-contrib."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import DummyVecEnv

    class Answers(pg.Bot):
        name = "ppo"

        def decide_batch(self, observations, masks):
            with torch.no_grad():
                logits = model.policy.get_distribution(torch.from_numpy(np.ascontiguousarray(observations))).distribution.logits
            return np.where(masks == 1, logits.numpy(), -np.inf).argmax(axis=1)

    class Points(BaseCallback):
        """A callback that plays ten points of the curve, and ends the training when its time is over."""

        left, spent, last = 10, 0.0, time.process_time()

        def _on_rollout_start(self):
            self.spent += time.process_time() - self.last
            if self.spent >= 60 * options.minutes * (11 - self.left) / 10:
                curve(Answers(), self.spent)
                self.left -= 1
            self.last = time.process_time()

        def _on_step(self):
            return self.left > 0

    def make():
        return pg.GameEnv("power-grab", players=2, opponents="champion-2", seed=options.seed)

    model = MaskablePPO("MlpPolicy", DummyVecEnv([make] * 16), n_steps=512, batch_size=1024, seed=options.seed)
    model.learn(10**9, callback=Points())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=8, help="minutes of processor time for each recipe")
    parser.add_argument("--recipes", default=",".join(RECIPES))
    parser.add_argument("--deals", type=int, default=1000, help="deals for each point")
    parser.add_argument("--seed", type=int, default=20261123)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    table = options.out / "recipes.csv"
    rows = pandas.read_csv(table, float_precision="round_trip").to_dict("records") if table.exists() else []
    first, second = net.PARTS
    parts = {
        "champions": [(first, options.minutes)],
        "self-play": [(second, options.minutes)],
        "both": [(first, options.minutes / 3), (second, options.minutes * 2 / 3)],
    }
    for recipe in options.recipes.split(","):
        curve = Curve(recipe, options)
        train(parts[recipe], curve, options) if recipe in parts else train_ppo(curve, options)
        rows = [row for row in rows if row["recipe"] != recipe] + curve.rows
        pandas.DataFrame(rows, columns=HEAD).to_csv(table, index=False)
    plot.save(plot.recipes(table), options.out / "recipes.svg")


if __name__ == "__main__":
    main()
