"""Records of games and decisions add up to the tables of their run."""

from __future__ import annotations

import csv
import gc
import resource

import numpy as np
import pytest

import powergrab as pg

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")

MATCH = dict(bots=["hoarder", "balanced", "hoarder", "bluffer"], deals=25, seed=5, progress=False)


def test_games_add_up_to_the_tables_of_the_run() -> None:
    run = pg.match(**MATCH, records="games")
    games = run.records.to_pandas()
    games["wins"] = games.weight * games.won
    by_bot = games.groupby("bot")
    bots = run.bots.to_pandas().set_index("bot").sort_index()
    assert (by_bot.weight.sum() == bots.games).all()
    assert np.allclose(by_bot.wins.sum() / by_bot.weight.sum(), bots.win_rate, rtol=1e-15)
    games["weighted"] = games.weight * games.points
    assert np.allclose(by_bot.weighted.sum() / by_bot.weight.sum(), bots.points_per_game, rtol=1e-15)

    seats = run.seats.to_pandas().set_index(["bot", "position"])
    by_seat = games.groupby(["bot", "position"])
    assert np.allclose((by_seat.wins.sum() / by_seat.weight.sum()).loc[seats.index], seats.win_rate, rtol=1e-15)

    towers = run.towers.to_pandas().set_index(["bot", "tower"])
    games["seat_rounds"] = games.weight * games["rounds"]
    for tower in "UNO!":
        for column, name in [("claims", "claims"), ("blocks", "blocks"), ("held", "turns_held")]:
            total = (games.weight * games[f"{column}_{tower}"]).groupby(games.bot).sum()
            mean = total / by_bot.seat_rounds.sum()
            assert np.allclose(mean, towers.xs(tower, level="tower")[name].loc[mean.index], rtol=1e-15)


def test_decisions_name_their_game_and_tell_its_end() -> None:
    run = pg.match(**MATCH, records="decisions")
    decisions = run.records.to_pandas()
    assert set(decisions.question) >= {"turn", "drawn", "colour", "tower", "react", "call"}
    chosen = decisions.apply(lambda row: row.chosen in row.options.split(" "), axis=1)
    assert chosen.all()
    assert (decisions.n_options == decisions.options.str.split(" ").str.len()).all()
    rounds = decisions.groupby(["deal", "line_up", "rotation", "round"])
    winners = rounds.apply(lambda g: g[g.round_won == 1].seat.nunique())
    assert (winners <= 1).all() and (winners == 1).mean() > 0.9
    games = pg.match(**MATCH, records="games").records.to_pandas().set_index(["deal", "line_up", "rotation", "seat"]).won
    own_game = decisions.set_index(["deal", "line_up", "rotation", "seat"])
    assert (own_game.game_won == games.loc[own_game.index]).all() and set(decisions.game_won) == {0, 1}
    assert decisions.columns[0] == "deal" and run.records.meanings["chosen"] == "the action chosen"
    own = decisions.apply(lambda row: row[f"cards_{row.seat}"], axis=1)
    assert (own == decisions.hand.str.split().str.len()).all()


def test_decisions_of_grid_tell_the_table() -> None:
    run = pg.match(["random", "grid-greedy"], "grid", deals=20, seed=5, progress=False, records="decisions")
    decisions = run.records.to_pandas()
    assert set(decisions.question) == {"turn", "position", "line", "pay"}
    assert decisions.apply(lambda row: row.chosen in row.options.split(" "), axis=1).all()
    assert (decisions["grid"].str.split(" ").str.len() == 9).all()
    paying = decisions[decisions.question == "pay"]
    assert paying.line.notna().all() and set(paying.bot) == {"random", "grid-greedy"}
    own = decisions.apply(lambda row: row[f"cards_{row.seat}"], axis=1)
    assert (own == decisions.hand.str.split().str.len()).all()
    assert decisions.points_0.max() > 0


def test_blocks_streams_and_files_hold_the_same_rows(tmp_path) -> None:
    records = pg.match(**MATCH, records="decisions", threads=2).records
    stream = pa.RecordBatchReader.from_stream(records).read_all()
    blocks = pa.concat_tables(pa.table(table) for table in records)
    assert stream.equals(blocks)
    assert records.write(tmp_path / "d.csv") == stream.num_rows == records.write(tmp_path / "d.parquet")
    import pyarrow.parquet

    assert pyarrow.parquet.read_table(tmp_path / "d.parquet").equals(stream)
    with open(tmp_path / "d.csv") as lines:
        rows = list(csv.reader(lines))
    assert rows[0] == records.columns and len(rows) == stream.num_rows + 1
    assert [row[rows[0].index("chosen")] for row in rows[1:]] == stream["chosen"].to_pylist()
    assert list(tmp_path.iterdir()).__len__() == 2, "nothing is left behind"


def test_wrong_records_are_refused(tmp_path) -> None:
    with pytest.raises(pg.InputError, match="games, decisions"):
        pg.match(**MATCH, records="rounds")
    records = pg.match(["random"] * 2, deals=2, records="games", progress=False).records
    with pytest.raises(pg.InputError, match=".csv or .parquet"):
        records.write(tmp_path / "games.xlsx")
    with pytest.raises(pg.ResultsError):
        records.write(tmp_path / "nowhere" / "games.csv")


def test_memory_stays_flat() -> None:
    def peak() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

    records = pg.match(["balanced"] * 2, deals=20, progress=False, records="decisions").records
    n = sum(len(table) for table in records)
    assert n > 1000
    many = pg.match(["random"] * 2, deals=1_500, progress=False, records="decisions").records
    n_rows, before = 0, 0
    for table in many:
        n_rows += len(table)
        if before == 0 and n_rows > 200_000:
            gc.collect()
            before = peak()
    assert n_rows > 500_000
    assert peak() - before < 150, "megabytes"


class ByMask:
    """Chooses a legal action by the sum of the row."""

    def decide_batch(self, observations, masks):
        self.calls = getattr(self, "calls", 0) + 1
        self.rows = getattr(self, "rows", 0) + len(masks)
        sums = observations.astype(np.int64).sum(axis=1)
        order = np.cumsum(masks, axis=1)
        wanted = sums % order[:, -1] + 1
        return np.argmax(order == wanted[:, None], axis=1)


class Batch(ByMask, pg.Bot):
    name = "batch"


class Failing(Batch):
    name = "failing"

    def decide_batch(self, observations, masks):
        actions = super().decide_batch(observations, masks)
        actions[observations.astype(np.int64).sum(axis=1) % 101 == 0] = 10_000
        return actions


class Raising(Batch):
    name = "raising"

    def decide_batch(self, observations, masks):
        if (observations.astype(np.int64).sum(axis=1) % 211 == 0).any():
            raise RuntimeError("a sum that it cannot bear")
        return super().decide_batch(observations, masks)


@pytest.mark.parametrize("rules, other", [("power-grab", "balanced"), ("grid", "grid-greedy")])
@pytest.mark.parametrize("threads", [1, 2])
def test_many_questions_are_answered_in_one_call(threads: int, rules: str, other: str) -> None:
    bot = Batch()
    args = dict(ruleset=rules, deals=400, seed=2, unit="round", progress=False)
    run = pg.match([bot, other, other], **args, threads=threads)
    assert bot.rows > 20 * bot.calls
    again = pg.match([Batch(), other, other], **args, threads=1)
    assert run.file("bots.csv") == again.file("bots.csv")
    games = pg.match([Batch(), other, other], **args, records="games").records.to_pandas()
    wins = (games.weight * games.won).groupby(games.bot).sum()
    table = run.bots.to_pandas().set_index("bot").sort_index()
    assert np.allclose(wins / games.groupby("bot").weight.sum(), table.win_rate, rtol=1e-15)


@pytest.mark.parametrize("rules", ["power-grab", "grid"])
@pytest.mark.parametrize("bot, kind", [(Failing, "illegal"), (Raising, "crash")])
def test_faults_are_counted(bot: type, kind: str, rules: str) -> None:
    with pytest.warns(pg.BotWarning, match="failed in"):
        run = pg.match([bot(), "random"], rules, deals=150, seed=2, unit="round", progress=False)
    faults = run.faults.to_pandas()
    assert (faults.columns[-1], len(faults) > 0) != ("", False)
    assert kind in run.file("faults.csv").decode()


def test_wrong_answers_are_faults() -> None:
    class Short(Batch):
        name = "short"

        def decide_batch(self, observations, masks):
            return super().decide_batch(observations, masks)[:-1]

    with pytest.warns(pg.BotWarning, match="give one for each row"):
        pg.match([Short(), "random"], deals=20, unit="round", progress=False)


def test_batch_bots_sit_in_tournaments(tmp_path) -> None:
    config = tmp_path / "cup.toml"
    config.write_text('name = "cup"\nruleset = "power-grab"\npool = ["batch", "greedy"]\nformat = "round-robin"\nplayers = [2]\ndeals = 30\n')
    run = pg.tournament(config, bots=[Batch()], progress=False)
    assert set(run.bots["bot"]) == {"batch", "greedy"}
