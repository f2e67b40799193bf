//! The search for a list of lines: step by step, the change of the list that wins most.
//!
//! A change inserts, replaces, removes or exchanges lines, or adds or removes a circumstance. All
//! changes of a step play the same deals as the list without them. The better quarter goes on to
//! four times as many deals, until a few are left (successive halving: Jamieson and Talwalkar,
//! "Non-stochastic best arm identification and hyperparameter optimization", AISTATS 2016). The
//! best of these is taken if its gain on the last deals, which had no part in its selection up to
//! there, is at least two standard errors and 0.3 games in a hundred. In the end, lines and
//! circumstances are removed as long as that costs less than 0.1 games in a hundred.

use crate::matches::failures::BotFailures;
use crate::study::pieces::Pieces;
use crate::sweep::estimate::{Figures, TrialEstimate};
use crate::sweep::trial::{TrialError, TrialOptions, TrialTable};
use powergrab_arena::ArenaGame;
use powergrab_arena::hero_sums::Objective;
use powergrab_bots::strategy::rules::{Line, Rules};
use powergrab_bots::strategy::{AnyPolicy as _, Bot};
use powergrab_experiments::ExperimentGame;
use powergrab_experiments::proposals::{Proposal, Watched};
use powergrab_stats::order::HighestFirst;

/// Settings of a search.
pub struct Search<'a, G: ArenaGame> {
    /// The teacher.
    pub teacher: &'a Bot<G>,
    /// Bot that decides where the lines leave a choice.
    pub otherwise: &'a Bot<G>,
    /// The table.
    pub table: &'a TrialTable<G>,
    /// Maximum number of lines.
    pub most_lines: usize,
    /// Number of deals of a step's last stage.
    pub deals: u64,
}

/// Progress after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Number of the step, from 1.
    pub number: u64,
    /// Number of changes that were tried.
    pub tried: usize,
    /// Number of deals of the last stage.
    pub deals: u64,
    /// Number of games so far.
    pub games: u64,
    /// Win rate of the list before the step.
    pub before: TrialEstimate,
    /// Gain of the best change.
    pub gain: TrialEstimate,
    /// `true` if it was taken.
    pub taken: bool,
    /// The change, in words.
    pub change: String,
    /// The list after the step.
    pub lines: Vec<String>,
}

/// Fraction of the last stage's deals on which proposals are made.
const PROPOSING: u64 = 40;
/// Maximum number of proposals with a circumstance in one step.
const MOST_PROPOSALS: usize = 60;
/// Number of proposals that may replace a line.
const REPLACING: usize = 12;
/// Maximum number of circumstances of a line.
const MOST_CIRCUMSTANCES: usize = 2;
/// Factor between the deals of two stages, and part of the changes that goes on: one in four.
const QUARTER: usize = 4;
/// Minimum number of deals of a stage, unless the last has fewer.
const LEAST_DEALS: u64 = 200;
/// Maximum number of changes in the last stage.
const LAST: usize = 4;
/// Minimum gain of a change, in standard errors.
const LEAST_ERRORS: f64 = 2.0;
/// Minimum gain of a change, in games. Smaller ones make a card harder to remember for nothing.
const LEAST_GAIN: f64 = 0.003;
/// Loss, in games, below which a line or a circumstance is left out in the end.
const NEGLIGIBLE: f64 = 0.001;

/// Maximum number of steps, by the maximum number of lines.
const STEPS_BY_LINE: u64 = 3;

/// Result of a search.
pub struct Found<G: ArenaGame> {
    /// The list.
    pub lines: Vec<Line<G>>,
    /// Failures of the teacher while it proposed.
    pub failures: Vec<BotFailures>,
}

/// A changed list, with the change in words.
type Changed<G> = (String, Vec<Line<G>>);

/// The best change of a step.
struct Best<G: ArenaGame> {
    change: String,
    lines: Vec<Line<G>>,
    gain: TrialEstimate,
    /// Win rate of the list before it.
    before: TrialEstimate,
    tried: usize,
}

/// A search under way.
struct Running<'a, 'p, G: ArenaGame> {
    search: &'a Search<'a, G>,
    means: &'a TrialOptions<'a>,
    pieces: &'a mut Pieces<'p>,
    tell: &'a mut dyn FnMut(&Step),
    found: Found<G>,
    /// First deal that was not used.
    next: u64,
    games: u64,
    number: u64,
}

impl<G: ExperimentGame> Running<'_, '_, G> {
    /// Returns the best of these changes; `None` without changes.
    fn best(&mut self, mut changed: Vec<Changed<G>>) -> Result<Option<Best<G>>, TrialError> {
        let Search { table, deals, .. } = *self.search;
        let tried = changed.len();
        let mut stage_deals = self.search.first_deals(tried);
        while !changed.is_empty() {
            let is_last = changed.len() <= LAST;
            let deals = table.whole_deals(if is_last { deals } else { stage_deals });
            let mut heroes = vec![self.search.bot("before", &self.found.lines)];
            heroes.extend(
                changed
                    .iter()
                    .map(|(_, lines)| self.search.bot("changed", lines)),
            );
            let label = format!("step {}, {} changes", self.number, changed.len());
            let trial = self
                .pieces
                .trial(&label, table, &heroes, self.next, deals, self.means)?;
            self.next += deals;
            self.games += table.n_games(heroes.len(), deals);
            let figures = Figures::new(&trial, Objective::WinShare, table.n_seats());
            let mut gains: Vec<(TrialEstimate, Changed<G>)> = changed
                .into_iter()
                .enumerate()
                .map(|(at, it)| (figures.gain(at + 1), it))
                .collect();
            gains.sort_by_cached_key(|(gain, _)| HighestFirst(gain.value));
            if is_last {
                let before = figures.value(0);
                let best = gains.into_iter().next();
                return Ok(best.map(|(gain, (change, lines))| Best {
                    change,
                    lines,
                    gain,
                    before,
                    tried,
                }));
            }
            let going_on = gains.len().div_ceil(QUARTER).max(LAST);
            changed = gains.into_iter().take(going_on).map(|(_, it)| it).collect();
            stage_deals = stage_deals
                .saturating_mul(QUARTER as u64)
                .min(self.search.deals);
        }
        Ok(None)
    }

    /// Makes the next step with the best of these changes, if `is_good`; returns whether it was
    /// taken.
    fn step(
        &mut self,
        changed: Vec<Changed<G>>,
        is_good: fn(&TrialEstimate) -> bool,
    ) -> Result<bool, TrialError> {
        let Some(best) = self.best(changed)? else {
            return Ok(false);
        };
        let taken = is_good(&best.gain);
        if taken {
            self.found.lines = best.lines;
        }
        (self.tell)(&Step {
            number: self.number,
            tried: best.tried,
            deals: self.search.table.whole_deals(self.search.deals),
            games: self.games,
            before: best.before,
            gain: best.gain,
            taken,
            change: best.change,
            lines: self.found.lines.iter().map(Line::to_string).collect(),
        });
        self.number += 1;
        Ok(taken)
    }

    /// Returns proposals for the list, after some games in which the teacher was asked, too.
    fn proposals(&mut self) -> Result<Vec<Proposal<G>>, TrialError> {
        let Search { table, teacher, .. } = *self.search;
        let watched = Watched::new(self.search.rules(&self.found.lines), teacher.clone());
        let deals = table.whole_deals(self.search.deals.div_ceil(PROPOSING));
        let policy = G::Policy::shared(G::watched(watched.handle()));
        let hero = [Bot::new(&teacher.name, policy)];
        let asked = table.play(&hero, self.next, deals, self.means)?;
        BotFailures::join(&mut self.found.failures, asked.failures);
        self.next += deals;
        Ok(watched.proposals(MOST_PROPOSALS))
    }
}

impl<G: ExperimentGame> Search<'_, G> {
    /// Returns the bot with these lines.
    pub fn bot(&self, name: &str, lines: &[Line<G>]) -> Bot<G> {
        G::rules_bot(self.rules(lines), name)
    }

    fn rules(&self, lines: &[Line<G>]) -> Rules<G> {
        Rules {
            lines: lines.into(),
            otherwise: self.otherwise.clone(),
        }
    }

    /// Searches, from an empty list on. `tell` receives each step.
    ///
    /// # Errors
    /// [`TrialError`] if a trial fails.
    pub fn run(
        &self,
        means: &TrialOptions<'_>,
        pieces: &mut Pieces<'_>,
        tell: &mut dyn FnMut(&Step),
    ) -> Result<Found<G>, TrialError> {
        let mut running = Running {
            search: self,
            means,
            pieces,
            tell,
            found: Found {
                lines: Vec::new(),
                failures: Vec::new(),
            },
            next: 0,
            games: 0,
            number: 1,
        };
        let gains = |gain: &TrialEstimate| {
            let errors = gain.se.map_or(f64::INFINITY, |se| LEAST_ERRORS * se);
            gain.value >= LEAST_GAIN && gain.value >= errors
        };
        while running.number <= self.most_steps() {
            let proposals = running.proposals()?;
            let changed = self.changes(&running.found.lines, &proposals);
            if !running.step(changed, gains)? {
                break;
            }
        }
        let costs_nothing = |gain: &TrialEstimate| gain.value > -NEGLIGIBLE;
        while running.step(shorter(&running.found.lines), costs_nothing)? {}
        Ok(running.found)
    }

    /// Returns the maximum number of steps that make the list better.
    pub fn most_steps(&self) -> u64 {
        STEPS_BY_LINE * self.most_lines as u64
    }

    /// Returns the number of deals of the first stage, for this number of changes.
    fn first_deals(&self, mut n_changes: usize) -> u64 {
        let mut deals = self.deals;
        while n_changes > LAST {
            n_changes = n_changes.div_ceil(QUARTER).max(LAST);
            deals = deals.div_ceil(QUARTER as u64);
        }
        deals.clamp(LEAST_DEALS.min(self.deals), self.deals)
    }

    /// Returns all changed lists to try, each only once.
    fn changes(&self, lines: &[Line<G>], proposals: &[Proposal<G>]) -> Vec<Changed<G>> {
        let mut all: Vec<Changed<G>> = Vec::new();
        let mut add = |change: String, changed: Vec<Line<G>>| {
            let text = format!("{changed:?}");
            if changed.len() <= self.most_lines
                && text != format!("{lines:?}")
                && all.iter().all(|(_, other)| format!("{other:?}") != text)
            {
                all.push((change, changed));
            }
        };
        for proposal in proposals {
            let mut changed = lines.to_vec();
            changed.insert(proposal.at, proposal.line.clone());
            add(
                format!("insert {:?} as line {}", proposal.line, proposal.at + 1),
                changed,
            );
        }
        for at in 0..lines.len() {
            for proposal in proposals.iter().take(REPLACING) {
                let mut changed = lines.to_vec();
                changed[at] = proposal.line.clone();
                add(
                    format!("replace line {} by {:?}", at + 1, proposal.line),
                    changed,
                );
            }
            if at > 0 {
                let mut changed = lines.to_vec();
                changed.swap(at - 1, at);
                add(format!("exchange lines {at} and {}", at + 1), changed);
            }
            for range in G::VOCABULARY.ranges() {
                let mut changed = lines.to_vec();
                let when = &mut changed[at].when;
                when.retain(|other| other.place != range.place);
                when.push(range);
                if when.len() <= MOST_CIRCUMSTANCES {
                    add(format!("line {}: only {}", at + 1, range.words), changed);
                }
            }
        }
        shorter(lines)
            .into_iter()
            .for_each(|(change, changed)| add(change, changed));
        all
    }
}

/// Returns the lists with a line or a circumstance less.
fn shorter<G: ArenaGame>(lines: &[Line<G>]) -> Vec<Changed<G>> {
    let mut all = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let mut changed = lines.to_vec();
        changed.remove(at);
        all.push((format!("remove line {}", at + 1), changed));
        for n in 0..line.when.len() {
            let mut changed = lines.to_vec();
            let range = changed[at].when.remove(n);
            all.push((
                format!("line {}: not only {}", at + 1, range.words),
                changed,
            ));
        }
    }
    all
}
