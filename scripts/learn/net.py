#!/usr/bin/env python3
"""Trains the networks of the bot `net`, and writes their file of weights.

    scripts/learn/net.py OUT                               every network of PLAN in turn, then OUT/uno-v1.pgnet
    scripts/learn/net.py OUT --only power-grab-2           one of them; others in OUT stay
    scripts/learn/net.py OUT --share 0.1                   a tenth of the time
    scripts/learn/net.py OUT --weights-only                only the file, from the networks in OUT

The training data are rollouts (`powergrab.learn.Rollouts`). Bots play whole games. At a third of their decisions every option is tried in the
true position, and a policy finishes the round. All options of a decision share the draw pile and the random numbers, so their differences
have little noise, though each depends on the luck of one position. The network learns the gain of each option over the mean of the options.
From millions of positions it learns the expectation that a search finds with hundreds of playouts. It also learns the value of the position.

The training has two parts.

1. Champions play, and the champion of the table finishes each round. A small bonus for the champion's choice is added to the gains, which
   decides between options that hardly differ.
2. The network plays against itself and against champions. Its own play continues a rollout to its third choice after the option (to its next
   one at more than two seats), where its value replaces the rest of the round. A small bonus for its earlier choice is added to the gains.
   This is policy iteration with truncated rollouts (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 1996;
   Bertsekas, "Rollout, policy iteration, and distributed reinforcement learning", 2020, chapter 2).

After each tenth of the first part (a twentieth of the second), the current network replaces the one that plays. So it learns in the positions
that its own play reaches (Ross, Gordon and Bagnell, "A reduction of imitation learning and structured prediction to no-regret online
learning", AISTATS 2011).

Each decision is seen once, which prevents overfitting. The result of a part is the mean of its last weights (Polyak and Juditsky,
"Acceleration of stochastic approximation by averaging", SIAM J. Control Optim. 30, 1992). The same command resumes an interrupted training.
"""

import argparse
import json
import math
import pathlib
import queue
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import scipy.sparse
import torch
import tqdm

from powergrab.learn import Network, Rollouts, write_weights

CHAMPIONS = {2: "champion-2"}


class Purpose(NamedTuple):
    """The purpose of a network, and the time of its training."""

    ruleset: str
    # The frequency of each number of seats.
    seats: dict[int, int]
    # The goal, as in `Rollouts`.
    goal: str
    # Processor minutes of the two parts.
    minutes: tuple[float, float]


PLAN = {
    "power-grab-2": Purpose("power-grab", {2: 1}, "game", (34, 25)),
    "power-grab-4": Purpose("power-grab", {4: 5, 3: 1, 5: 1, 6: 1}, "points", (42, 25)),
    "green-lantern-2": Purpose("green-lantern", {2: 1}, "game", (15, 7)),
    "green-lantern-4": Purpose("green-lantern", {4: 5, 3: 1, 5: 1, 6: 1}, "points", (3, 13)),
    "classic-2": Purpose("classic", {2: 1}, "game", (15, 8)),
    "classic-4": Purpose("classic", {4: 5, 3: 1, 5: 1, 6: 1}, "points", (4.5, 8.5)),
}
# The output for a value of one. It scales typical outputs to about one.
SCALES = {"game": 10.0, "points": 3.0}
# The number of choices after which the value ends a rollout in the second part. At more than two seats, rounds are long and noisy.
CUTS = {"game": 3, "points": 1}
# The bonus for the choice of the rollout policy, chosen by duels of otherwise equal networks. Without it, the first part ends worse, and the
# second forgets.
CAUTION = {"game": 0.03, "points": 0.01}
BATCH, CHUNK, FIRST, SECOND = 4096, 8, 256, 64
LEAST_RATE = 2e-5


class Seating(NamedTuple):
    """The players of a table."""

    line_up: list[str]
    # The policy that plays all seats after an option; None if each bot plays its own seat.
    rollout: str | None
    # The bots whose decisions are used, as places of the line-up; None for all.
    learners: list[int] | None = None


def champions_play(seats, number, learner):
    """Seats champions and, at every second table, the network in half of the seats."""
    champion, among = CHAMPIONS.get(seats, "champion-4"), (seats + 1) // 2 if number % 2 and learner else 0
    return Seating([learner] * among + [champion] * (seats - among), champion)


def network_plays(seats, number, learner):
    """Seats the network against itself and, at every second table, among champions."""
    champion, among = CHAMPIONS.get(seats, "champion-4"), seats if number % 2 else (seats + 1) // 2 if number else 1
    return Seating([learner] * among + [champion] * (seats - among), None, list(range(among)))


class Part(NamedTuple):
    """The settings of a part of the training."""

    # The players, by number of seats, number of the table and the network's strategy file.
    seating: Callable[[int, int, str | None], Seating]
    # The first learning rate, which falls along a cosine.
    rate: float
    # The number of times that the playing network is replaced.
    stages: int
    # The share of the time after which weights are averaged.
    averaged: float
    # Whether the network continues rollouts and its value ends them. Then it needs weights from the start.
    plays_on: bool
    # The number of worlds in which an option is tried.
    worlds: int


PARTS = [Part(champions_play, 2e-3, 10, 0.9, False, 2), Part(network_plays, 7e-4, 20, 0.8, True, 1)]


class RowSums(torch.autograd.Function):
    """The first layer: sums of the rows of active features. SciPy's products are some twenty times as fast here as PyTorch's embedding bag."""

    @staticmethod
    def forward(ctx, on, rows):
        ctx.on = on
        return torch.from_numpy(on @ rows.detach().numpy())

    @staticmethod
    def backward(ctx, slope):
        return None, torch.from_numpy(ctx.on.T @ slope.numpy())


class Model(torch.nn.Module):
    """A network of two layers and three heads: the gain of each option, the value, the champion's choice."""

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
    """A source of chunks of decisions, which a thread makes during the training on the last one."""

    def __init__(self, purpose, seed):
        self.purpose, self.seed = purpose, seed
        self.queue = queue.Queue(maxsize=2)
        of_champions = [Rollouts(purpose.ruleset, *champions_play(n, 0, None)[:2], goal=purpose.goal) for n in purpose.seats]
        self.n_features = max(table.n_features for table in of_champions)
        self.n_actions, self.deck, self.tables = of_champions[0].n_actions, of_champions[0].deck, []

    def seat_players(self, part, stage, learner):
        """Sets the tables of a stage. Stages share no deals."""
        tables, first, (ruleset, seats, goal, _) = [], not self.tables, self.purpose
        for n, times in seats.items():
            for number in range(2 * times):
                line_up, rollout, learners = part.seating(n, number, learner)
                tables.append(Rollouts(
                    ruleset, line_up, rollout, goal=goal, worlds=part.worlds, cut=CUTS[goal] if part.plays_on else 0, learners=learners,
                    seed=self.seed + n, first=1_000_000 * (stage * 16 + number),
                ))
        self.tables = tables
        if first:
            threading.Thread(target=self.fill, daemon=True).start()

    def fill(self):
        """Fills the queue with chunks, from the tables in turn."""
        for number in range(1 << 60):
            tables = self.tables
            table = tables[number % len(tables)]
            features, values, usual = table.decisions(BATCH * CHUNK)
            on = features < table.n_features
            ends = np.concatenate([[0], np.cumsum(on.sum(1))])
            self.queue.put((features[on].astype(np.int32), ends, values, usual.astype(np.int64)))

    def batches(self):
        """Yields the batches of the next chunk."""
        on, ends, values, usual = self.queue.get()
        for at in range(0, BATCH * CHUNK, BATCH):
            part = on[ends[at]:ends[at + BATCH]]
            starts = (ends[at:at + BATCH + 1] - ends[at]).astype(np.int32)
            rows = scipy.sparse.csr_matrix((np.ones(len(part), np.float32), part, starts), shape=(BATCH, self.n_features))
            yield rows, torch.from_numpy(values[at:at + BATCH]), torch.from_numpy(usual[at:at + BATCH])


def losses(model, on, values, usual, scale, caution):
    """Returns the three losses, and the gain of the network's best option over the choice of the rollout policy."""
    legal = ~torch.isnan(values)
    n, zero, never = legal.sum(1, keepdim=True), torch.zeros(()), torch.full((), -1e9)
    gains, value, champion = model(on)
    cautious = gains.detach() + caution * champion.detach()
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
    """Writes a file whole or not at all."""
    fresh = place.with_suffix(".tmp")
    torch.save(state, fresh)
    fresh.replace(place)


def begin(name, out):
    """Returns the stored state of a training, or that of a new one."""
    place = out / f"{name}.pt"
    if place.exists():
        return torch.load(place)
    (out / f"{name}.csv").write_text("part,seconds,decisions,gains_loss,value_loss,champion_loss,gain\n")
    return {"part": 0, "seconds": [0.0], "decisions": 0, "n_mean": 0, "stage": 0}


def train(name, out, share, seed):
    """Trains a network, or resumes its training."""
    purpose, kept = PLAN[name], begin(name, out)
    torch.manual_seed(seed)
    source = Source(purpose, seed)
    for number in range(kept["part"], len(PARTS)):
        if number > kept["part"]:
            kept = next_part(kept)
        kept = train_part(name, out, kept, source, PARTS[number], purpose.minutes[number] * share * 60)
        write_strategy(out / f"{name}-part-{number + 1}.toml", network(source.purpose, kept))


def next_part(kept):
    """Returns the state at the start of the next part."""
    fresh = {**kept, "part": kept["part"] + 1, "seconds": [*kept["seconds"], 0.0], "model": final(kept), "n_mean": 0}
    del fresh["optimiser"]
    return fresh


def final(kept):
    """Returns the weights at the end of a training."""
    return kept["mean" if kept["n_mean"] else "model"]


def train_part(name, out, kept, source, part, total, each_stage=lambda player, seconds: None):
    """Trains for `total` seconds of processor time, stores the state in a file, and returns it."""
    kept = {**kept, "deck": source.deck}
    seconds, scale = kept["seconds"], SCALES[source.purpose.goal]
    model, mean = Model(source.n_features, source.n_actions), Model(source.n_features, source.n_actions)
    optimiser = torch.optim.Adam(model.parameters(), part.rate, betas=(0.9, 0.99))
    for key, it in {"model": model, "mean": mean, "optimiser": optimiser}.items():
        if key in kept:
            it.load_state_dict(kept[key])
    if seconds[-1] < part.averaged * total:
        kept["n_mean"] = 0  # Discards the average of a shorter training.

    def state():
        return {**kept, "model": model.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict()}

    bar = tqdm.tqdm(total=round(total), initial=round(seconds[-1]), desc=f"{name}, part {len(seconds)}", unit="s", mininterval=1)
    before, began, logged, sums, stage = seconds[-1], time.process_time(), seconds[-1], np.zeros(5), -1
    while seconds[-1] < total:
        done = seconds[-1] / total
        if int(part.stages * done) > stage:
            # An interrupted stage starts again with other deals.
            stage, kept["stage"] = int(part.stages * done), kept["stage"] + 1
            player = None
            if stage or part.plays_on:
                player = learner(name, out, source, {**state(), "n_mean": 0})
                each_stage(player, seconds[-1])
            source.seat_players(part, kept["stage"], player)
        for group in optimiser.param_groups:
            group["lr"] = max(LEAST_RATE, part.rate * 0.5 * (1 + math.cos(math.pi * done)))
        for on, values, usual in source.batches():
            gains, value, champion, gain = losses(model, on, values, usual, scale, CAUTION[source.purpose.goal])
            optimiser.zero_grad()
            (gains + 0.3 * value + 0.05 * champion).backward()
            optimiser.step()
            kept["decisions"] += BATCH
            sums += [gains.item(), value.item(), champion.item(), gain, 1]
            if done >= part.averaged:
                kept["n_mean"] += 1
                with torch.no_grad():
                    for of, own in zip(mean.parameters(), model.parameters()):
                        of += (own - of) / kept["n_mean"]
        seconds[-1] = before + time.process_time() - began
        bar.update(round(seconds[-1]) - bar.n)
        if seconds[-1] - logged > 30 or seconds[-1] >= total:
            logged, row = seconds[-1], sums[:4] / sums[4]
            sums[:] = 0
            with open(out / f"{name}.csv", "a") as log:
                log.write(f"{len(seconds)},{logged:.0f},{kept['decisions']},{row[0]:.5g},{row[1]:.5g},{row[2]:.5g},{row[3]:.4g}\n")
            bar.set_postfix(decisions=f"{kept['decisions']:,}", gain=f"{row[3]:.2g}")
            keep(out / f"{name}.pt", state())
    bar.close()
    return state()


def learner(name, out, source, kept):
    """Writes a strategy file of the present network."""
    return str(write_strategy(out / f"{name}-learner.toml", network(source.purpose, kept)))


def write_strategy(place, it, provenance=None):
    """Writes a strategy file with its weights."""
    write_weights(place.with_suffix(".pgnet"), [it], provenance or {})
    place.write_text(f'policy = "net"\n[params]\nweights = "{place.stem}.pgnet"\n')
    return place


def network(purpose, kept):
    """Returns the network in the form of `write_weights`."""
    weights = {key: value.numpy().copy() for key, value in final(kept).items()}
    ruleset, seats, goal, _ = purpose
    weights["out.weight"][:-1] += CAUTION[goal] * weights["champion.weight"]
    weights["out.bias"][:-1] += CAUTION[goal] * weights["champion.bias"]
    return Network(
        ruleset=ruleset, deck=kept["deck"], seats=(min(seats), max(seats)), house=False, goal=goal, scale=SCALES[goal],
        rows=weights["rows"], bias1=weights["bias"], weights2=weights["second.weight"], bias2=weights["second.bias"],
        weights3=weights["out.weight"], bias3=weights["out.bias"],
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path, help="the directory for the networks, their logs and the file of weights")
    parser.add_argument("--only", choices=PLAN, help="train only this network")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the plan's time to spend")
    parser.add_argument("--seed", type=int, default=20261123)
    parser.add_argument("--weights-only", action="store_true", help="do not train")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    for name in [options.only] if options.only else PLAN:
        if not options.weights_only:
            train(name, options.out, options.share, options.seed)
    states = {name: torch.load(options.out / f"{name}.pt") for name in PLAN if (options.out / f"{name}.pt").exists()}
    networks = [network(PLAN[name], kept) for name, kept in states.items()]
    made = [
        {"network": name, "decisions": kept["decisions"], "processor_seconds": [round(seconds) for seconds in kept["seconds"]]}
        for name, kept in states.items()
    ]
    provenance = {"recipe": "scripts/learn/net.py", "seed": options.seed, "networks": made}
    digest = write_weights(options.out / "uno-v1.pgnet", networks, provenance)
    print(json.dumps({**provenance, "sha256": digest}, indent=1))


if __name__ == "__main__":
    main()
