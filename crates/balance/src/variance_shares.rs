//! Luck and skill: the share of each source of chance in deciding the winner, by the pick-freeze
//! method.
//!
//! A round is a function of independent sources: the dealer, the hands and the upcard, the cards
//! drawn later, the bots' own random numbers, and the seating. Two rounds that share all sources
//! but one, or only one source, measure the effect of that source. Its first-order share is the
//! variance that it explains by itself; its total share is the variance that would remain if all
//! other sources were known (Sobol', "Sensitivity estimates for nonlinear mathematical models",
//! 1993; Saltelli et al., "Variance based sensitivity analysis of model output", Computer Physics
//! Communications 181, 2010; estimators of Jansen, 1999: half the mean squared difference is the
//! variance that is not shared).

use super::experiment::{
    Entry, Experiment, Job, Outcome, Part, Payload, Played, PrintedPart, Setting, files, payload,
    sum,
};
use super::seating_pool::{Place, SeatedLineUp, SeatingPool};
use super::tables::{BalanceColumns as _, without_rows};
use powergrab_arena::ArenaGame as _;
use powergrab_arena::parallel_deals::{Merge, parallel_deals};
use powergrab_arena::piece::PiecesError;
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{NoObserver, RoundStreams, Unit};
use powergrab_engine::rng::Seeds;
use powergrab_engine::shedding::Shedding;
use powergrab_stats::moments::{Estimate, Moments};
use powergrab_table::page::{
    Plan, Section, Shown, Tables, Unit as In, esc, table_name, with_interval,
};
use powergrab_table::sheet::Sheet;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// `[ledger]`
pub const ENTRY: Entry = Entry {
    name: "ledger",
    read: |r| Ok(Box::new(LedgerExperiment(Part::read(r)?))),
    blanks: || vec![sheet().blank()],
    sections: &[Section {
        id: "ledger",
        title: "Luck and skill",
        parts: &[Shown::Plots(Plan {
            file: SHARES,
            about: "Luck and skill: the share of the variance of who wins that each source explains by itself (first order), all streams exchanged one at a time. What is left is in how they act together; the table has the total shares too.",
            label: |row| row.text("source").into_owned(),
            value: ["first", "first_low", "first_high"],
            unit: In::Percent,
            ..Plan::EFFECT
        })],
    }],
    sentences,
};

const SHARES: &str = "ledger.csv";

#[rustfmt::skip]
fn sheet<'a>() -> Sheet<&'a VarianceShareRow> {
    let se = "its standard error";
    Sheet::<&VarianceShareRow>::new("ledger", "Luck and skill: which source decides whether a seat wins a round, as shares of the variance, by pick-freeze over independent streams.")
        .place(|row| &row.place)
        .column("source", "seat, deal, draws, dice or bots", |row| row.source)
        .column("meaning", "what that is", |row| row.meaning)
        .estimate_with("first", "first-order share: what the source explains by itself", se, |row| Some(row.first))
        .estimate_with("total", "total share: what the source has a hand in, together with others", se, |row| Some(row.total))
}

/// Request of `[ledger]`.
#[derive(Debug)]
struct LedgerExperiment(Part);

impl Experiment for LedgerExperiment {
    fn part(&self) -> &Part {
        &self.0
    }

    /// A sample has two rounds, and two for each source.
    fn cost(&self, tables: &[SeatedLineUp]) -> u64 {
        6 * tables.len() as u64
    }

    fn play(&self, setting: &Setting<'_>, job: &Job, control: Control<'_>) -> Payload {
        let shares = VarianceShares::new(setting);
        payload(shares.run(job.deals.clone(), setting.workers, control))
    }

    fn outcome(&self, setting: &Setting<'_>, played: &Played<'_>) -> Result<Outcome, PiecesError> {
        let found: Option<VarianceSums> = sum(played)?;
        let rows = found.map(|found| VarianceShares::new(setting).rows(&found));
        let rows = rows.unwrap_or_default();
        let places = rows.iter().map(|row| &row.place);
        Ok(Outcome {
            files: files([sheet().table(&rows)]),
            told: told(&rows),
            warnings: without_rows(ENTRY.name, SHARES, setting.tables, places),
            continuations: 0,
        })
    }
}

/// Returns the printed text: a table for each line-up, then each source once, without its
/// explanation.
fn told(rows: &[VarianceShareRow]) -> Vec<PrintedPart> {
    let of_place = |(i, rows): (usize, &[VarianceShareRow])| {
        let Place {
            ruleset, line_up, ..
        } = &rows[0].place;
        let bots = line_up.replace('+', ", ");
        let what = match i {
            0 => {
                "What decides who wins a round, % of the variance (95 %; a share below 0 is chance), "
            }
            _ => "",
        };
        let heading = format!("{what}{ruleset}, {bots}:");
        let sheet = Sheet::<&VarianceShareRow>::new("", heading)
            .column("", "", |row| row.source)
            .column("alone", "", |row| row.first.percent(1))
            .column("with others", "", |row| row.total.percent(1));
        PrintedPart::Table(sheet.table(rows))
    };
    let places = rows.chunk_by(|a, b| a.place == b.place);
    let mut told: Vec<PrintedPart> = places.enumerate().map(of_place).collect();
    let mut meanings: Vec<String> = Vec::new();
    for row in rows {
        let meaning = row.meaning.split(',').next().unwrap_or_default();
        let meaning = format!("{}: {meaning}", row.source);
        if !meanings.contains(&meaning) {
            meanings.push(meaning);
        }
    }
    if !meanings.is_empty() {
        told.push(PrintedPart::Text(format!("{}.", meanings.join("; "))));
    }
    told
}

/// Describes the deciding sources, one sentence per table.
fn sentences(tables: &Tables<'_>) -> Vec<String> {
    let Some(table) = tables(SHARES) else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    for group in table.groups(&["ruleset", "players", "line_up"]) {
        let shares: Vec<String> = table
            .of(&["ruleset", "players", "line_up"], &group)
            .filter_map(|row| {
                let share = with_interval(&row, "first", "first_low", "first_high", In::Percent)?;
                Some(format!("{} {share}", esc(&row.text("meaning"))))
            })
            .collect();
        sentences.push(format!(
            "<b>{} ({}):</b> of the variance of who wins a round, by itself: {}.",
            esc(&table_name(&group)),
            esc(&group[2]),
            shares.join("; ")
        ));
    }
    sentences
}

/// The sources.
const SOURCES: [(&str, &str); 5] = [
    ("seat", "who deals, so where the seat sits"),
    ("deal", "the hands and the upcard"),
    ("draws", "the cards drawn later"),
    ("dice", "the bots' own random numbers"),
    ("bots", "which bot sits where"),
];
const N: usize = SOURCES.len();

/// Samples; wins in the two rounds that share nothing; by source: differences between rounds that
/// share only it, and all but it.
type Sums = Moments<{ 2 + 2 * N }>;

/// Sums of some samples, by table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VarianceSums(Vec<Sums>, u64);

impl Merge for VarianceSums {
    fn fresh(&self) -> VarianceSums {
        VarianceSums(vec![Sums::default(); self.0.len()], 0)
    }
    fn absorb(&mut self, other: VarianceSums) {
        for (mine, its) in self.0.iter_mut().zip(&other.0) {
            mine.absorb(its);
        }
        self.1 += other.1;
    }
}

/// Share of one source.
#[derive(Clone, Debug, PartialEq)]
pub struct VarianceShareRow {
    /// The table.
    pub place: Place,
    /// The source.
    pub source: &'static str,
    /// Description of the source.
    pub meaning: &'static str,
    /// Share of the variance that it explains by itself.
    pub first: Estimate,
    /// Share of the variance in which it is involved.
    pub total: Estimate,
}

/// The experiment on these tables: whether seat 0 wins the round.
#[derive(Clone, Copy, Debug)]
pub struct VarianceShares<'a> {
    /// The tables.
    pub tables: &'a [SeatedLineUp],
    /// Source of the deals; each sample uses two.
    pub seeds: Seeds,
}

impl<'a> VarianceShares<'a> {
    fn new(setting: &Setting<'a>) -> VarianceShares<'a> {
        VarianceShares {
            tables: setting.tables,
            seeds: setting.seeds,
        }
    }

    /// Plays these samples; `None` if cancelled.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub fn run(
        &self,
        samples: Range<u64>,
        workers: Workers,
        control: Control<'_>,
    ) -> Result<Option<VarianceSums>, RunError> {
        let blank = VarianceSums(vec![Sums::default(); self.tables.len()], 0);
        let chairs = || self.tables.iter().map(SeatingPool::new).collect::<Vec<_>>();
        let work = |chairs: &mut Vec<SeatingPool>, sample: u64, found: &mut VarianceSums| {
            for (at, (seated, chairs)) in self.tables.iter().zip(chairs).enumerate() {
                found.0[at].add(self.sample(seated, chairs, sample));
            }
            found.1 += 1;
            found.0.iter_mut().for_each(Moments::end_deal);
        };
        parallel_deals(samples, workers, &blank, control, chairs, work)
    }

    /// Returns the rows.
    pub fn rows(&self, found: &VarianceSums) -> Vec<VarianceShareRow> {
        let rows = self.tables.iter().zip(&found.0);
        rows.flat_map(|(seated, sums)| rows_of(seated, sums, found.1))
            .collect()
    }

    /// Returns whether seat 0 wins, with source `i` from deal `of[i]` of the sample's two.
    fn wins(
        &self,
        seated: &SeatedLineUp,
        chairs: &mut SeatingPool,
        sample: u64,
        of: [u64; N],
    ) -> i64 {
        let n = seated.bots.len();
        let round = |source: usize| self.seeds.deal(2 * sample + of[source]).round(0);
        // The seating: all circular orders and rotations with equal probability.
        let mut lots = round(4).turn(0);
        let mut places: Vec<usize> = (0..n).collect();
        lots.shuffle(&mut places);
        let streams = RoundStreams {
            lead: round(0).dealer().below(n as u32) as Seat,
            deal: round(1),
            // A stream that is not the start of any deal, so that draws are a source of their own.
            draws: Some(round(2).turn(1)),
            bots: round(3),
        };
        let seeds = self.seeds.deal(2 * sample);
        let (driver, mut players) = chairs.seat(&seated.game, &places, seeds, Unit::Round);
        driver.begin_round_from(&seated.game, &streams, &mut NoObserver);
        Shedding::finish_round(&seated.game, driver, &mut players);
        i64::from(driver.state().winner() == Some(0))
    }

    fn sample(
        &self,
        seated: &SeatedLineUp,
        chairs: &mut SeatingPool,
        sample: u64,
    ) -> [i64; 2 + 2 * N] {
        let mut row = [0; 2 + 2 * N];
        let a = self.wins(seated, chairs, sample, [0; N]);
        let b = self.wins(seated, chairs, sample, [1; N]);
        row[0] = 2;
        row[1] = a + b;
        for i in 0..N {
            let mut only = [1; N];
            only[i] = 0;
            let mut but = [0; N];
            but[i] = 1;
            let (only, but) = (
                self.wins(seated, chairs, sample, only),
                self.wins(seated, chairs, sample, but),
            );
            // `only` shares source i with a and all the others with b; `but` the other way round.
            row[2 + i] = (a - only).abs() + (b - but).abs();
            row[2 + N + i] = (b - only).abs() + (a - but).abs();
        }
        row
    }
}

fn rows_of(seated: &SeatedLineUp, sums: &Sums, samples: u64) -> Vec<VarianceShareRow> {
    let n = sums.sum(0) as f64;
    let p = sums.sum(1) as f64 / n;
    let variance = p * (1.0 - p);
    if variance <= 0.0 {
        return Vec::new();
    }
    // A share is 1 - d/(2v) (first) or d/(2v) (total), with d the mean squared difference.
    let share = |column: usize, sign: f64, constant: f64| {
        let d = sums.sum(column) as f64 / n;
        let part = d / (2.0 * variance);
        let mut gradient = [0.0; 2 + 2 * N];
        gradient[column] = sign / (2.0 * variance * n);
        // dv/dp = 1 - 2p, p = wins / n.
        let by_variance = -sign * part / variance * (1.0 - 2.0 * p);
        gradient[1] = by_variance / n;
        gradient[0] = -by_variance * p / n - sign * part / n;
        sums.estimate(constant + sign * part, gradient, samples)
    };
    SOURCES
        .iter()
        .enumerate()
        .map(|(i, (source, meaning))| VarianceShareRow {
            place: seated.place(),
            source,
            meaning,
            first: share(2 + i, -1.0, 1.0),
            total: share(2 + N + i, 1.0, 0.0),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_bots::strategy::resolve;
    use powergrab_engine::rng::Purpose;
    use powergrab_engine::shedding::{Family, Rules};
    use powergrab_stats::jackknife::jackknife;

    /// The linearised errors equal those of the jack-knife that leaves out one sample, of two
    /// deals, at a time.
    #[test]
    fn errors_are_those_of_the_jackknife() {
        let bots = ["balanced", "random", "greedy"];
        let bots = bots.map(|name| resolve(name).unwrap()).into();
        let seated = SeatedLineUp::new(&Rules::official(Family::PowerGrab), bots).unwrap();
        let tables = [seated];
        let ledger = VarianceShares {
            tables: &tables,
            seeds: Seeds::new(2, Purpose::Play),
        };
        let mut chairs = SeatingPool::new(&tables[0]);
        let samples: Vec<_> = (0..400)
            .map(|sample| ledger.sample(&tables[0], &mut chairs, sample))
            .collect();
        let rows = |out: Option<usize>| {
            let mut sums = Sums::default();
            for (i, sample) in samples.iter().enumerate() {
                if Some(i) != out {
                    sums.add(*sample);
                    sums.end_deal();
                }
            }
            let n = samples.len() - usize::from(out.is_some());
            rows_of(&tables[0], &sums, n as u64)
        };
        let whole = rows(None);
        let without: Vec<_> = (0..samples.len()).map(|i| rows(Some(i))).collect();
        assert_eq!(whole.len(), N);
        for (source, row) in whole.iter().enumerate() {
            for of in [
                |r: &VarianceShareRow| r.first,
                |r: &VarianceShareRow| r.total,
            ] {
                let values: Vec<f64> = without.iter().map(|r| of(&r[source]).value).collect();
                let due = jackknife(of(row).value, &values).se.unwrap();
                let se = of(row).se.unwrap();
                assert!(due > 0.005, "{row:?}");
                assert!((se / due - 1.0).abs() < 0.05, "{se} {due} {row:?}");
            }
        }
    }
}
