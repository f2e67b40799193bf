//! The tables of matches and tournaments: their columns, each with its meaning.

use crate::matches::block_rows::BlockRow;
use crate::matches::pairs::PairRow;
use crate::matches::payoffs::{MetaRow, PayoffRow};
use crate::matches::ratings::RatingRow;
use crate::matches::summary::{BinRow, BotRow, FaultRow, MeanRow, TowerRow};
use powergrab_stats::performance::Performance;
use powergrab_table::sheet::Sheet;

/// Columns shared by tables of matches.
pub(crate) trait MatchColumns<R> {
    /// Adds a bot's results.
    #[must_use]
    fn performance(self, of: impl Fn(R) -> Performance + Copy + 'static) -> Self;
}

impl<R: Copy> MatchColumns<R> for Sheet<R> {
    #[rustfmt::skip]
    fn performance(self, of: impl Fn(R) -> Performance + Copy + 'static) -> Sheet<R> {
        self.column("games", "games (rounds with --unit round) times seats that the bot took in them; rotations of a block that are alike are played once and count with their weight", move |row| of(row).games)
            .column("wins", "of those, won; a win shared by k seats counts 1/k to each", move |row| of(row).wins)
            .column("win_rate", "wins / games, so the rate per seat taken", move |row| of(row).win_rate)
            .column("se", "standard error of win_rate, clustered by deal; where few games went otherwise than the rate says, one more is taken to; empty with fewer than 10 deals, or where one bot sits in every seat", move |row| of(row).se)
            .interval("lower bound of the 95 % interval of win_rate: Wilson's with the effective number of games and Student's t", "upper bound of that interval; both are empty where se is", move |row| of(row).interval)
            .column("fair_share", "what each seat would win if all were equal: 1 / players of the games that somebody won, so less than 1 / players if any stopped", move |row| of(row).fair_share)
            .column("points_per_game", "mean score at the end of a game, per seat taken", move |row| of(row).points_per_game)
            .column("points_se", "standard error of points_per_game, clustered by deal; empty where the deals do not show it: fewer than 10, or fewer than 25 events", move |row| of(row).points_se)
            .column("rounds_won", "rounds won; a shared one counts 1/k to each", move |row| of(row).rounds_won)
            .column("stopped", "of games, those that ended without a winner (deadlock, max_turns, max_rounds)", move |row| of(row).stopped)
    }
}

#[rustfmt::skip]
pub(crate) fn bots<'a>() -> Sheet<&'a BotRow<'a>> {
    Sheet::<&BotRow<'_>>::new("bots", "How each bot did over all line-ups with a number of players; a bot that sits several times in a line-up is one row.")
        .bot(|row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .performance(|row| row.record)
        .column("p_value", "two-sided p-value if fair_share were the bot's win rate: below 0.05 where the interval leaves fair_share out; empty with fewer than 10 deals, or where one bot sits in every seat", |row| row.test.and_then(|t| t.p))
        .column("p_holm", "p_value adjusted by Holm for all bots of this ruleset and number of players", |row| row.test.and_then(|t| t.p_holm))
        .column("games_played", "games that the bot really sat in: each once, however many rotations it stands for and seats the bot had", |row| row.test.map(|t| t.played))
        .column("variance_ratio", "variance of win_rate (se squared) over what it would be if as many games had been played independently: below 1 the rotated, equal deals gain; empty where nothing varies", |row| row.test.and_then(|t| t.variance_ratio))
}

#[rustfmt::skip]
pub(crate) fn seats<'a>() -> Sheet<&'a BotRow<'a>> {
    Sheet::<&BotRow<'_>>::new("seats", "As bots.csv, by the position that the bot had when the game began.")
        .bot(|row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .column("position", "1 is the seat to the left of the first dealer, who has the last one; in Grid 1 is the first seat", |row| row.position)
        .performance(|row| row.record)
}

#[rustfmt::skip]
pub(crate) fn pairs<'a>() -> Sheet<&'a PairRow<'a>> {
    Sheet::<&PairRow<'_>>::new("pairs", "Bot against bot, over the line-ups in which both sit.")
        .bot(|row| row.bot)
        .column("opponent", "the other bot's name", |row| row.opponent)
        .at_table(|row| (row.ruleset, row.players))
        .column("games", "games in which both sat, times the pairs of seats that they had there, one of each", |row| row.games)
        .column("wins", "of those, won by the bot's seat; shared wins in parts", |row| row.wins)
        .column("opponent_wins", "of those, won by the opponent's seat; shared wins in parts", |row| row.opponent_wins)
        .column("difference", "(wins - opponent_wins) / games", |row| row.difference)
        .column("se", "standard error of difference, clustered by deal; empty with fewer than 10 deals", |row| row.se)
        .interval("lower bound of the 95 % interval of difference: that of the proportion (1 + difference) / 2, stretched", "upper bound of that interval", |row| row.interval)
        .column("p_value", "two-sided p-value if the two were equal: below 0.05 where the interval leaves 0 out; empty with fewer than 10 deals", |row| row.p)
        .column("p_holm", "p_value adjusted by Holm for all pairs of this ruleset and number of players", |row| row.p_holm)
}

#[rustfmt::skip]
pub(crate) fn lineups<'a>() -> Sheet<BotRow<'a>> {
    Sheet::<BotRow<'_>>::new("lineups", "How each bot of each line-up did.")
        .column("number", "the line-up's number in the run, from 1", |row| row.line_up.map(|line_up| line_up.number))
        .column("line_up", "its bots, joined by +", |row| row.line_up.map(|line_up| line_up.to_string()))
        .bot(|row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .performance(|row| row.record)
}

#[rustfmt::skip]
pub(crate) fn rounds<'a>() -> Sheet<&'a MeanRow<'a>> {
    Sheet::<&MeanRow<'_>>::new("rounds", "What happened in the rounds of all line-ups with a number of players.")
        .at_table(|row| (row.ruleset, row.players))
        .column("metric", "what was counted, see \"Metrics\"", |row| row.metric)
        .column("count", "observations: rounds (won rounds, for rounds_per_game games), with the weights of their rotations", |row| row.count)
        .column("mean", "the mean over them", |row| row.mean)
        .column("se", "standard error of the mean, clustered by deal; empty with fewer than 15 deals or fewer than 25 events, which do not show it", |row| row.se)
        .column("min", "the least value", |row| row.range.map(|range| range.0))
        .column("max", "the greatest value", |row| row.range.map(|range| range.1))
}

#[rustfmt::skip]
pub(crate) fn histograms<'a>() -> Sheet<&'a BinRow<'a>> {
    Sheet::<&BinRow<'_>>::new("histograms", "How often each value of each metric of rounds.csv came up; values that did not are left out.")
        .at_table(|row| (row.ruleset, row.players))
        .column("metric", "what was counted, see \"Metrics\"", |row| row.metric)
        .column("value", "the value; from 1024 on the least value of a bin, 16 bins of equal width to an octave", |row| row.value)
        .column("count", "observations, with the weights of their rotations", |row| row.count)
}

const CLAIMS: usize = 0;
const BLOCKS: usize = 1;
const TURNS_HELD: usize = 2;

#[rustfmt::skip]
pub(crate) fn towers<'a>() -> Sheet<&'a TowerRow<'a>> {
    Sheet::<&TowerRow<'_>>::new("towers", "What each bot did with each tower; no rows in games without towers.")
        .bot(|row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .column("tower", "the tower: U, N, O or !", |row| row.tower)
        .column("rounds", "rounds times seats that the bot took in them, with the weights of their rotations", |row| row.rounds)
        .column("claims", "times the tower came to the bot, per round and seat", |row| row.means[CLAIMS].0)
        .column("claims_se", "standard error of claims, clustered by deal; empty with fewer than 15 deals or 25 events", |row| row.means[CLAIMS].1)
        .column("blocks", "cards that the bot stopped with it, per round and seat", |row| row.means[BLOCKS].0)
        .column("blocks_se", "standard error of blocks, clustered by deal; empty likewise", |row| row.means[BLOCKS].1)
        .column("turns_held", "turns (of anybody) during which the bot held it, per round and seat", |row| row.means[TURNS_HELD].0)
        .column("turns_held_se", "standard error of turns_held, clustered by deal; empty likewise", |row| row.means[TURNS_HELD].1)
}

#[rustfmt::skip]
pub(crate) fn habits<'a>() -> Sheet<&'a MeanRow<'a>> {
    Sheet::<&MeanRow<'_>>::new("habits", "What each bot did, per round and seat.")
        .column("bot", "the bot's name", |row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .column("metric", "what was counted for the bot's seat, see \"Metrics\"", |row| row.metric)
        .column("count", "rounds times seats that the bot took in them, with the weights of their rotations", |row| row.count)
        .column("mean", "the mean per round and seat", |row| row.mean)
        .column("se", "standard error of the mean, clustered by deal; empty with fewer than 15 deals or fewer than 25 events, which do not show it", |row| row.se)
}

/// Name of the table of faults in the run's directory.
pub const FAULTS_FILE: &str = "faults.csv";

#[rustfmt::skip]
pub(crate) fn faults<'a>() -> Sheet<&'a FaultRow<'a>> {
    Sheet::<&FaultRow<'_>>::new("faults", "Failures of bots from outside (process, wasm); no rows where there were none.")
        .bot(|row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .column("kind", "how the bot failed: timeout, crash, garbage, illegal, fuel, memory, stack or trap", |row| row.kind.text())
        .column("games", "games that it failed in, with the weights of their rotations; from there on it took the first option, and the game counts as any other", |row| row.games)
}

#[rustfmt::skip]
pub(crate) fn ratings<'a>() -> Sheet<&'a RatingRow<'a>> {
    Sheet::<&RatingRow<'_>>::new("ratings", "The rating of each bot among those at its table, best first.")
        .bot(|row| row.bot)
        .at_table(|row| (row.ruleset, row.players))
        .column("rank", "the place by rating, from 1", |row| row.rank)
        .column("rating", "Plackett-Luce on winners (a multinomial logit: a bot with m of the seats wins with probability m * 10^(rating/400) over the sum of that), maximum likelihood; the table's mean is 0, 400 is ten to one. How badly that fits is in meta.csv", |row| row.rating)
        .column("se", "standard error of rating: standard deviation over 200 replicates of a bootstrap by deal (Poisson weights); empty with one deal, and where prior is 1: replicates do not tell how rare an event is that was hardly ever seen", |row| row.se)
        .column("low", "lower bound of the 95 % interval of rating: rating - t * se, Student's t with the deals' degrees of freedom; where prior is 1 that of Rao's score test with the mean design effect, empty where there is no bound (a bot that never won may be as bad as one likes)", |row| row.low)
        .column("high", "upper bound of that interval, empty likewise", |row| row.high)
        .column("superiority", "likelihood that the bot is better than the next in rank: normal, with the standard error of the difference over the replicates; empty for the last", |row| row.superiority)
        .column("prior", "0, or 1 where the results do not hang together firmly enough (somebody has hardly won or lost): each bot is then taken to have won half of one game more, against one of strength 0", |row| row.prior)
}

#[rustfmt::skip]
pub(crate) fn payoff<'a>() -> Sheet<&'a PayoffRow<'a>> {
    Sheet::<&PayoffRow<'_>>::new("payoff", "The payoff matrix: one bot among nothing but another, and what the ratings say of the two.")
        .bot(|row| row.bot)
        .column("opponent", "the bot in all other seats", |row| row.opponent)
        .at_table(|row| (row.ruleset, row.players))
        .column("games", "games (rounds with --unit round) of one bot among nothing but the opponent, rotations with their weights; empty where no line-up has that form (the format `payoff` plays just these, a round robin of two seats and one with `repeat` have them all)", |row| row.record.map(|r| r.games))
        .column("win_rate", "the share of them that the bot won", |row| row.record.map(|r| r.win_rate))
        .column("se", "standard error of win_rate, clustered by deal; empty with fewer than 10 deals", |row| row.record.and_then(|r| r.se))
        .interval("lower bound of the 95 % interval of win_rate: Wilson's with the effective number of games and Student's t", "upper bound of that interval", |row| row.record.and_then(|r| r.interval))
        .column("expected", "the win_rate that the ratings expect", |row| row.expected)
        .column("superiority", "likelihood that the bot's rating is better than the opponent's; see ratings.csv", |row| row.superiority)
}

#[rustfmt::skip]
pub(crate) fn meta<'a>() -> Sheet<&'a MetaRow<'a>> {
    Sheet::<&MetaRow<'_>>::new("meta", "Each table as a whole: the fit of the ratings, and, where payoff.csv has every pair, who would be played. Nash and α-rank compare the win rate of one bot among others with that of one of the others among it.")
        .at_table(|row| (row.ruleset, row.players))
        .column("analysis", "`fit`: how badly the ratings fit; `nash`: the mixture of bots that no bot beats on average; `alpha_rank`: the share of time that an evolving population (of 50, mutants compared locally) consists of the bot; `cycle`: bots each of which beats the next, the last the first", |row| row.analysis)
        .column("parameter", "of `fit`, the figure: `deviance` (against each line-up's own shares), its `degrees` of freedom, `design_effect` (variance of shares clustered by deal over that of independent games, on average), `p_value` (deviance / design_effect as chi-squared: approximate), `rms` (root mean square of observed less expected shares beyond sampling error); of `alpha_rank`, the intensity of selection; of `cycle`, its number, the strongest first (20 at most)", |row| &row.parameter)
        .column("bot", "the bot; of `cycle` its members, joined by >", |row| &row.bots)
        .column("value", "the figure, or the bot's share; of `cycle` the least gain along it, the win rate of one among the next less that of one of the next among it, where each gain is beyond chance (t test over the replicates of the bootstrap, 5 %, Holm over all pairs of the table)", |row| row.value)
        .column("low", "lower bound of the 95 % interval of a share: the 2.5 % quantile of the 200 replicates of the bootstrap by deal", |row| row.interval.map(|i| i.low))
        .column("high", "upper bound of that interval", |row| row.interval.map(|i| i.high))
}

#[rustfmt::skip]
pub(crate) fn blocks<'a>() -> Sheet<&'a BlockRow<'a>> {
    Sheet::<&BlockRow<'_>>::new("blocks", "Sums over 32 fixed groups of deals, for comparing runs (`powergrab compare`): runs over the same deals can be compared group by group.")
        .at_table(|row| (row.ruleset, row.players))
        .column("bot", "the bot; empty for a metric of the table", |row| row.bot)
        .column("figure", "of a bot `wins`, `points`, `rounds_won` or `stopped`, per game and seat; else a metric of rounds.csv", |row| row.metric)
        .column("group", "the group of deals: deal number modulo 32, from 0", |row| row.group)
        .column("n", "observations in the group's deals, rotations with their weights", |row| row.n)
        .column("x", "their sum", |row| row.x)
}
