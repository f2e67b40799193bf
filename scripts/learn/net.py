#!/usr/bin/env python3
"""Trains the networks of the bot `net`, and writes its file of weights.

    scripts/learn/net.py OUT                               every network of PLAN in turn, then OUT/uno-v1.pgnet
    scripts/learn/net.py OUT --only power-grab-2           one of them; those that are there stay
    scripts/learn/net.py OUT --share 0.1                   a tenth of the time
    scripts/learn/net.py OUT --weights-only                only the file, from the networks that are there

What it learns from: bots play whole games; at a third of their decisions every option is tried in the position as it really is, and the
champion of that table plays the round on (`powergrab.learn.Rollouts`). All options of a decision share the draw pile and the random
numbers, so their differences are sharp, though each is but the luck of one position. The network learns what each option gains over
the options' mean: from millions of positions it knows the expectation that a search finds by playing one position on hundreds of times. It
also learns the value of the position, and what the champion does; a little of that is added to the gains, for where they hardly differ.

After each tenth of the time the network as it is takes seats in half of the games, so that it learns what its own play leads to (Ross, Gordon
and Bagnell, "A reduction of imitation learning and structured prediction to no-regret online learning", AISTATS 2011).

Each decision is seen once, so nothing can be learnt by heart. The mean of the weights over the last tenth is kept (Polyak and Juditsky,
"Acceleration of stochastic approximation by averaging", SIAM J. Control Optim. 30, 1992). A run that was interrupted goes on where it stopped.
"""

import argparse
import json
import math
import pathlib
import queue
import threading
import time

import numpy as np
import scipy.sparse
import torch
import tqdm

from powergrab.learn import Network, Rollouts, write_weights

CHAMPIONS = {2: "champion-2"}
# By network: ruleset, how often each number of seats comes, what counts, processor minutes of the trainer.
PLAN = {
    "power-grab-2": ("power-grab", {2: 1}, "game", 120),
    "power-grab-4": ("power-grab", {4: 5, 3: 1, 5: 1, 6: 1}, "points", 120),
    "green-lantern-2": ("green-lantern", {2: 1}, "game", 60),
    "green-lantern-4": ("green-lantern", {4: 5, 3: 1, 5: 1, 6: 1}, "points", 60),
    "classic-2": ("classic", {2: 1}, "game", 60),
    "classic-4": ("classic", {4: 5, 3: 1, 5: 1, 6: 1}, "points", 60),
}
# What comes out for a value of one, so that numbers are about one.
SCALES = {"game": 10.0, "points": 3.0}
BATCH, CHUNK, FIRST, SECOND = 4096, 8, 256, 64
RATE, LEAST_RATE = 2e-3, 2e-5
# How much of the champion's choice is added to the gains: chosen by duels of otherwise equal networks.
CAUTION = 0.03


class RowSums(torch.autograd.Function):
    """The first layer: sums of the rows that are on. SciPy's products are some twenty times as fast here as PyTorch's embedding bag."""

    @staticmethod
    def forward(ctx, on, rows):
        ctx.on = on
        return torch.from_numpy(on @ rows.detach().numpy())

    @staticmethod
    def backward(ctx, slope):
        return None, torch.from_numpy(ctx.on.T @ slope.numpy())


class Model(torch.nn.Module):
    """Features, two layers, and three heads: what each option gains, the value, what the champion does."""

    def __init__(self, n_features, n_actions):
        super().__init__()
        self.rows = torch.nn.Parameter(torch.randn(n_features, FIRST) * 0.1)
        self.bias = torch.nn.Parameter(torch.full((FIRST,), 0.1))
        self.second = torch.nn.Linear(FIRST, SECOND)
        self.out = torch.nn.Linear(SECOND, n_actions + 1)
        self.champion = torch.nn.Linear(SECOND, n_actions)

    def forward(self, on):
        hidden = torch.clamp(RowSums.apply(on, self.rows) + self.bias, 0, 8)
        hidden = torch.clamp(self.second(hidden), 0, 8)
        out = self.out(hidden)
        return out[:, :-1], out[:, -1], self.champion(hidden)


class Source:
    """Chunks of decisions, made by a thread of its own while the last one is learnt from."""

    def __init__(self, ruleset, seats, goal, seed):
        self.ruleset, self.seats, self.goal, self.seed = ruleset, seats, goal, seed
        self.queue = queue.Queue(maxsize=2)
        self.seat_players(0)
        self.n_features = max(table.n_features for table in self.tables)
        self.n_actions, self.deck = self.tables[0].n_actions, self.tables[0].deck
        threading.Thread(target=self.fill, daemon=True).start()

    def seat_players(self, stage, learner=None):
        """Champions at all tables, and at every second one the learner in half of the seats. No stage sees deals of another."""
        tables = []
        for n, times in self.seats.items():
            champion = CHAMPIONS.get(n, "champion-4")
            half = [learner or champion] * ((n + 1) // 2) + [champion] * (n // 2)
            for number, line_up in enumerate([[champion] * n, half] * times):
                first = 1_000_000 * (stage * 16 + number)
                tables.append(Rollouts(self.ruleset, line_up, champion, goal=self.goal, seed=self.seed + n, first=first))
        self.tables = tables

    def fill(self):
        for number in range(1 << 60):
            tables = self.tables
            table = tables[number % len(tables)]
            features, values, usual = table.decisions(BATCH * CHUNK)
            on = features < table.n_features
            ends = np.concatenate([[0], np.cumsum(on.sum(1))])
            self.queue.put((features[on].astype(np.int32), ends, values, usual.astype(np.int64)))

    def batches(self):
        on, ends, values, usual = self.queue.get()
        for at in range(0, BATCH * CHUNK, BATCH):
            part = on[ends[at]:ends[at + BATCH]]
            starts = (ends[at:at + BATCH + 1] - ends[at]).astype(np.int32)
            rows = scipy.sparse.csr_matrix((np.ones(len(part), np.float32), part, starts), shape=(BATCH, self.n_features))
            yield rows, torch.from_numpy(values[at:at + BATCH]), torch.from_numpy(usual[at:at + BATCH])


def losses(model, on, values, usual, scale):
    """The three losses, and what the best option by the network gained over the champion's in these decisions."""
    legal = ~torch.isnan(values)
    n, zero, never = legal.sum(1, keepdim=True), torch.zeros(()), torch.full((), -1e9)
    gains, value, champion = model(on)
    cautious = gains.detach() + CAUTION * champion.detach()
    values = torch.where(legal, values, zero)
    chosen = values.gather(1, usual[:, None])
    target = torch.where(legal, values - values.sum(1, keepdim=True) / n, zero) * scale
    known = torch.where(legal, gains, zero)
    known = torch.where(legal, known - known.sum(1, keepdim=True) / n, zero)
    middle = 0.5 if scale == SCALES["game"] else 0.0
    best = torch.where(legal, cautious, never).argmax(1, keepdim=True)
    return (
        ((known - target) ** 2).sum(1).mean(),
        ((value - (chosen[:, 0] - middle) * scale) ** 2).mean(),
        torch.nn.functional.cross_entropy(torch.where(legal, champion, never), usual),
        (values.gather(1, best) - chosen).mean().item(),
    )


def keep(place, state):
    """Writes a file as a whole or not at all."""
    fresh = place.with_suffix(".tmp")
    torch.save(state, fresh)
    fresh.replace(place)


def train(name, out, minutes, seed):
    """Trains a network, from where it was left."""
    ruleset, seats, goal, _ = PLAN[name]
    place = out / f"{name}.pt"
    kept = torch.load(place) if place.exists() else {"seconds": 0.0, "decisions": 0, "n_mean": 0, "stage": 0}
    total = minutes * 60
    if kept["seconds"] >= total:
        return
    torch.manual_seed(seed)
    source = Source(ruleset, seats, goal, seed)
    kept["deck"] = source.deck
    model, mean = Model(source.n_features, source.n_actions), Model(source.n_features, source.n_actions)
    optimiser = torch.optim.Adam(model.parameters(), RATE, betas=(0.9, 0.99))
    log = open(out / f"{name}.csv", "a")
    if "model" in kept:
        model.load_state_dict(kept["model"]), mean.load_state_dict(kept["mean"]), optimiser.load_state_dict(kept["optimiser"])
    else:
        log.write("seconds,decisions,gains_loss,value_loss,champion_loss,gain\n")
    bar = tqdm.tqdm(total=round(total), initial=round(kept["seconds"]), desc=name, unit="s", mininterval=1)
    if kept["seconds"] < 0.9 * total:
        kept["n_mean"] = 0  # What was averaged at the end of a shorter training is no part of this one.
    before, began, told, sums, stage = kept["seconds"], time.process_time(), kept["seconds"], np.zeros(5), -1
    while kept["seconds"] < total:
        done = min(1.0, kept["seconds"] / total)
        if int(10 * done) > stage:
            # A stage that was interrupted begins again, with deals of its own.
            stage, kept["stage"] = int(10 * done), kept["stage"] + 1
            if stage:
                kept["model"] = model.state_dict()
                source.seat_players(kept["stage"], learner(name, out, kept))
        for on, values, usual in source.batches():
            for group in optimiser.param_groups:
                group["lr"] = max(LEAST_RATE, RATE * 0.5 * (1 + math.cos(math.pi * done)))
            gains, value, champion, gain = losses(model, on, values, usual, SCALES[goal])
            optimiser.zero_grad()
            (gains + 0.3 * value + 0.05 * champion).backward()
            optimiser.step()
            kept["decisions"] += BATCH
            sums += [gains.item(), value.item(), champion.item(), gain, 1]
            if done >= 0.9:
                kept["n_mean"] += 1
                with torch.no_grad():
                    for of, own in zip(mean.parameters(), model.parameters()):
                        of += (own - of) / kept["n_mean"]
        kept["seconds"] = before + time.process_time() - began
        bar.update(round(kept["seconds"]) - bar.n)
        if kept["seconds"] - told > 30 or kept["seconds"] >= total:
            told, row = kept["seconds"], sums[:4] / sums[4]
            sums[:] = 0
            log.write(f"{told:.0f},{kept['decisions']},{row[0]:.5g},{row[1]:.5g},{row[2]:.5g},{row[3]:.4g}\n")
            log.flush()
            bar.set_postfix(decisions=f"{kept['decisions']:,}", gain=f"{row[3]:.2g}")
            keep(place, {**kept, "model": model.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict()})
    bar.close()


def learner(name, out, kept):
    """A strategy file of the network as it is."""
    place = out / f"{name}-learner.toml"
    write_weights(place.with_suffix(".pgnet"), [network(name, kept)[1]], {})
    place.write_text(f'policy = "net"\n[params]\nweights = "{place.stem}.pgnet"\n')
    return str(place)


def network(name, kept):
    """How a network was made, and the network as files of weights take it."""
    ruleset, seats, goal, _ = PLAN[name]
    weights = {key: value.numpy().copy() for key, value in kept["mean" if kept["n_mean"] else "model"].items()}
    weights["out.weight"][:-1] += CAUTION * weights["champion.weight"]
    weights["out.bias"][:-1] += CAUTION * weights["champion.bias"]
    made = {"network": name, "decisions": kept["decisions"], "processor_seconds": round(kept["seconds"])}
    return made, Network(
        ruleset=ruleset, deck=kept["deck"], seats=(min(seats), max(seats)), house=False, goal=goal, scale=SCALES[goal],
        rows=weights["rows"], bias1=weights["bias"], weights2=weights["second.weight"], bias2=weights["second.bias"],
        weights3=weights["out.weight"], bias3=weights["out.bias"],
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path, help="where the networks, their logs and the file of weights go")
    parser.add_argument("--only", choices=PLAN, help="train this network alone")
    parser.add_argument("--share", type=float, default=1.0, help="how much of the plan's time is spent")
    parser.add_argument("--seed", type=int, default=20261123)
    parser.add_argument("--weights-only", action="store_true", help="train nothing")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    for name in [options.only] if options.only else PLAN:
        if not options.weights_only:
            train(name, options.out, PLAN[name][3] * options.share, options.seed)
    places = {name: options.out / f"{name}.pt" for name in PLAN}
    made = [network(name, torch.load(place)) for name, place in places.items() if place.exists()]
    provenance = {"recipe": "scripts/learn/net.py", "seed": options.seed, "networks": [it[0] for it in made]}
    digest = write_weights(options.out / "uno-v1.pgnet", [it[1] for it in made], provenance)
    print(json.dumps({**provenance, "sha256": digest}, indent=1))


if __name__ == "__main__":
    main()
