//! The course of rounds.

mod chances;
mod course;
mod figures;

pub use chances::WinChances;
pub use course::{Drama, DramaRow, REPLICATES, RoundHistories};

use super::experiment::{
    Entry, Experiment, Job, Outcome, Part, Payload, Played, Setting, files, payload, sum,
};
use super::tables::{BalanceColumns as _, without_rows};
use powergrab_arena::piece::PiecesError;
use powergrab_arena::run::Control;
use powergrab_table::page::{Plan, Section, Shown, Tables, Unit, esc, table_name, with_interval};
use powergrab_table::sheet::Sheet;

/// `[drama]`
pub const ENTRY: Entry = Entry {
    name: "drama",
    read: |r| Ok(Box::new(DramaPart(Part::read(r)?))),
    blanks: || vec![sheet().blank()],
    sections: &[Section {
        id: "drama",
        title: "Drama",
        parts: &[Shown::Plots(Plan {
            file: DRAMA,
            about: "How good the best guess at the winner is along the round: the share of rounds in which the seat with the highest calibrated chance goes on to win.",
            label: |row| format!("{} of the round", row.text("at")),
            value: ["value", "low", "high"],
            unit: Unit::Percent,
            zero: false,
            keep: |row| row.is("metric", "favourite_wins"),
            ..Plan::EFFECT
        })],
    }],
    sentences,
};

const DRAMA: &str = "drama.csv";

#[rustfmt::skip]
fn sheet<'a>() -> Sheet<&'a DramaRow> {
    let meanings = [
        "its standard error, clustered by deal; of favourite_wins, favourite_forecast and brier from 50 replicates of a bootstrap by deal, each of which learns its own chances and judges by them; of calibration_won given the chances of this run; empty for known_50, known_80 and calibration_forecast, which jump where a chance crosses a line",
        "lower bound of its 95 % interval; empty where there is no standard error, or fewer than 25 deals have anything to count",
        "upper bound of that interval",
    ];
    Sheet::<&DramaRow>::new("drama", "The course of rounds. A seat's chance at a turn is how often seats with as many cards, the smallest other hand as large, won in the first half of the deals; it is judged on the second half. Parts of a round, changes of lead and calibration count the turns in which a seat has something to play; `turns` counts all that are taken, as rounds.csv does.")
        .place(|row| &row.place)
        .column("metric", "turns (of a round); won (share of rounds with a winner); first_seat_wins, dealer_wins (of won rounds); lead_changes (times another seat becomes the one with fewest cards); comebacks (won rounds whose winner had the most cards half-way); known_50, known_80 (part of the round after which the winner's chance stays above 50, 80 %); favourite_wins (share of rounds in which the seat with the highest chance at that point wins), favourite_forecast (its mean chance), brier (mean sum of squared errors of all chances); calibration_forecast, calibration_won (over all turns: mean chance, and share really won, of a class of forecasts). At a set part of a round the forecasts are too careful towards its end, for who plays does not know how near that is", |row| row.metric)
        .column("at", "the part of the round's turns, or the class of forecasts; empty where there is but one figure", |row| &row.at)
        .column("value", "the figure", |row| row.figure.value)
        .error_of(meanings, |row| Some(row.figure))
}

/// Request of `[drama]`.
#[derive(Debug)]
struct DramaPart(Part);

impl<'a> Drama<'a> {
    fn new(setting: &Setting<'a>) -> Drama<'a> {
        Drama {
            tables: setting.tables,
            seeds: setting.seeds,
            replicates: REPLICATES,
        }
    }
}

/// Returns whether a piece teaches; the others are judged.
fn teaches(setting: &Setting<'_>, job: &Job) -> bool {
    job.deals.end <= Drama::half(setting.deals)
}

impl Experiment for DramaPart {
    fn part(&self) -> &Part {
        &self.0
    }

    /// Returns the deals that teach, and those that are judged.
    fn cut(&self, setting: &Setting<'_>) -> Vec<Job> {
        let half = Drama::half(setting.deals);
        [Job::blocks(0..half), Job::blocks(half..setting.deals)].concat()
    }

    fn play(&self, setting: &Setting<'_>, job: &Job, control: Control<'_>) -> Payload {
        let drama = Drama::new(setting);
        let (deals, workers) = (job.deals.clone(), setting.workers);
        match teaches(setting, job) {
            true => payload(drama.learn(deals, workers, control)),
            false => payload(drama.watch(deals, workers, control)),
        }
    }

    fn outcome(&self, setting: &Setting<'_>, played: &Played<'_>) -> Result<Outcome, PiecesError> {
        let lessons = played.partition_point(|(job, _)| teaches(setting, job));
        let (learnt, stories) = played.split_at(lessons);
        let (learnt, stories): (Option<WinChances>, Option<RoundHistories>) =
            (sum(learnt)?, sum(stories)?);
        let both = learnt.zip(stories);
        let rows = both
            .map(|(learnt, stories)| Drama::new(setting).rows(&learnt, &stories, setting.workers));
        let rows = rows.unwrap_or_default();
        let places = rows.iter().map(|row| &row.place);
        Ok(Outcome {
            files: files([sheet().table(&rows)]),
            warnings: without_rows(ENTRY.name, DRAMA, setting.tables, places),
            ..Outcome::default()
        })
    }
}

/// Describes the course of a round, one sentence per table.
fn sentences(tables: &Tables<'_>) -> Vec<String> {
    let Some(table) = tables(DRAMA) else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    for group in table.groups(&["ruleset", "players", "line_up"]) {
        let figure = |metric: &str, unit: Unit| {
            let mut rows = table.of(&["ruleset", "players", "line_up"], &group);
            let row = rows.find(|row| row.is("metric", metric))?;
            with_interval(&row, "value", "low", "high", unit)
        };
        let parts = (
            figure("first_seat_wins", Unit::Percent),
            figure("lead_changes", Unit::Plain),
            figure("comebacks", Unit::Percent),
            figure("known_50", Unit::Percent),
        );
        if let (Some(first), Some(leads), Some(back), Some(known)) = parts {
            sentences.push(format!(
                "<b>{}:</b> the first seat wins {first} of the rounds; the lead changes {leads} times; {back} are won by whoever had most cards half-way; \
                 the winner's chance stays above a half only after {known} of the round.",
                esc(&table_name(&group))
            ));
        }
    }
    sentences
}
