//! The kinds of decision with their costs, and the positions to look at.

use super::hints;
use super::hints::Choice;
use crate::analysis::analyse::{Analysis, AnalysisSettings, Row};
use crate::decisions::figure::Figure;
use crate::decisions::kind::{DecisionKind, Together, place};
use crate::decisions::selection::{Found, Selection};
use crate::review::games::{LineUp, ReviewedGames};
use crate::review::reviewed::DiffersFromReference;
use powergrab_arena::ArenaGame;
use powergrab_arena::parallel_deals::parallel_map;
use powergrab_arena::run::Workers;
use powergrab_bots::strategy::BotCatalog;
use powergrab_bots::strategy::search::{Beliefs, Searchable};
use powergrab_engine::game::{Action, Ask, Options, Textual};
use powergrab_stats::holm::ALPHA;
use powergrab_stats::holm::holm;
use powergrab_stats::order::HighestFirst;

/// Parts of a whole in which costs are summed, so that sums are exact.
pub const PARTS: i64 = 1_000_000;
/// Maximum number of decisions of a kind that its parameters are tried on.
const TRIED: usize = 60;
/// Maximum number of playouts for a position that is shown.
const PLAYOUTS: u64 = 20_000;
/// Number of decisions of a kind that are tried for the positions to show, and the maximum number
/// of playouts for each.
const TRIALS: (usize, u64) = (20, 2_000);
/// Number of worlds in a step of a position's analysis.
const STEP: u32 = 64;

/// Costs of a kind of decision, on the deals on which kinds are measured.
pub struct KindCost {
    /// The kind; `None` for all other decisions.
    pub kind: Option<DecisionKind>,
    /// Cost per game, in [`PARTS`].
    pub cost: Figure,
    /// Number of decisions per round.
    pub rate: Figure,
    /// Two-sided p-value for a cost of 0, adjusted for all kinds.
    pub p_holm: Option<f64>,
    /// Parameters that move these decisions.
    pub parameters: String,
}

impl KindCost {
    /// Returns whether the kind costs something, beyond chance.
    pub fn is_named(&self) -> bool {
        let costs = self
            .cost
            .mean_of(PARTS)
            .is_some_and(|cost| cost.value > 0.0);
        costs && self.kind.is_some() && self.p_holm.is_some_and(|p| p < ALPHA)
    }
}

/// Costs of all decisions.
pub struct Costs {
    /// Costs by kind; the last are those of all other decisions.
    pub kinds: Vec<KindCost>,
    /// Cost of all decisions per game, in [`PARTS`].
    pub total: Figure,
    /// Number of decisions that the reference makes differently, per round.
    pub rate: Figure,
}

/// Number of a deal, seat of the bot, decision.
type DealtDecision<'a> = (u64, u8, &'a DiffersFromReference);

impl Costs {
    /// Returns the indices of the kinds by cost, the largest first; the last is that of all other
    /// decisions.
    pub fn by_cost(&self) -> Vec<usize> {
        let cost = |at: &usize| {
            self.kinds[*at]
                .cost
                .mean_of(PARTS)
                .map_or(0.0, |cost| cost.value)
        };
        let mut order: Vec<usize> = (0..self.kinds.len()).collect();
        order.sort_by_cached_key(|at| {
            let is_other = self.kinds[*at].kind.is_none();
            (is_other, HighestFirst(cost(at)))
        });
        order
    }
}

/// Decision to look at.
pub struct Shown<'a> {
    /// Index of its kind in [`Costs::kinds`].
    pub kind: usize,
    /// Number of the deal.
    pub deal: u64,
    /// Seat of the bot.
    pub seat: u8,
    /// The decision.
    pub decision: &'a DiffersFromReference,
    /// All options with their texts, the best first.
    pub options: Vec<(Row, String)>,
    /// The bot's own reasons for its choice.
    pub reasons: String,
}

/// Returns whether kinds are searched for on this deal; they are measured on the others. Every seat
/// has as many deals of either sort.
fn is_searched(deal: u64, n_seats: usize) -> bool {
    (deal / n_seats as u64).is_multiple_of(2)
}

/// Returns the index of the option with this text.
fn option_with<G: Textual>(view: G::View<'_>, options: &Options, text: &str) -> Option<usize> {
    let is_it = |action: Action| G::option_text(view, options, action) == text;
    options.iter().position(is_it)
}

impl<G: ArenaGame + Searchable + Textual> LineUp<G>
where
    G::State: Sync,
{
    /// Returns the kinds with their costs, at most `most`, in the order in which they were found.
    pub(crate) fn costs(
        &self,
        reviewed: &ReviewedGames,
        most: usize,
        catalog: &BotCatalog,
    ) -> Costs {
        let n_seats = self.bots.len();
        let mut found = Vec::new();
        for game in &reviewed.games {
            if !is_searched(game.deal, n_seats) {
                continue;
            }
            for it in &game.differing {
                for together in [Together::Cell, Together::Own, Together::Other] {
                    // Within a class, the second description only has a meaning next to the first.
                    if together == Together::Cell || !it.difference.deeds.same_class {
                        found.push(Found {
                            deal: game.deal,
                            together,
                            difference: it.difference.clone(),
                            n: 1,
                            effect: it.cost,
                        });
                    }
                }
            }
        }
        let words = |place: usize, low: u8, high: u8| self.features.words(place, low, high);
        let selection = Selection {
            found: &found,
            circumstances: &reviewed.circumstances,
            n_contexts: self.features.contexts.len(),
            words: &words,
        };
        let kinds = selection.kinds(most);
        let fresh = |kind: Option<&DecisionKind>| KindCost {
            kind: kind.cloned(),
            cost: Figure::default(),
            rate: Figure::default(),
            p_holm: None,
            parameters: kind.map_or(String::new(), |_| {
                self.parameters_of(&kinds, kind, reviewed, catalog)
            }),
        };
        let named = kinds.iter().map(Some);
        let mut costs = Costs {
            kinds: named.chain([None]).map(fresh).collect(),
            total: Figure::default(),
            rate: Figure::default(),
        };
        for game in &reviewed.games {
            if is_searched(game.deal, n_seats) {
                continue;
            }
            let mut sums = vec![(0, 0); costs.kinds.len()];
            for it in &game.differing {
                let (cost, n) = &mut sums[place(&kinds, &it.difference)];
                *cost += (it.cost * PARTS as f64).round() as i64;
                *n += 1;
            }
            let n_rounds = i64::from(game.n_rounds);
            costs.total.add(1, sums.iter().map(|(cost, _)| cost).sum());
            costs.rate.add(n_rounds, sums.iter().map(|(_, n)| n).sum());
            for (kind, (cost, n)) in costs.kinds.iter_mut().zip(sums) {
                kind.cost.add(1, cost);
                kind.rate.add(n_rounds, n);
            }
        }
        let p = costs
            .kinds
            .iter()
            .map(|kind| kind.cost.p(kind.cost.mean_of(PARTS)));
        let adjusted = holm(&p.collect::<Vec<_>>());
        for (kind, p) in costs.kinds.iter_mut().zip(adjusted) {
            kind.p_holm = p;
        }
        costs
    }

    /// Returns the parameters that move the decisions of a kind.
    fn parameters_of(
        &self,
        kinds: &[DecisionKind],
        kind: Option<&DecisionKind>,
        reviewed: &ReviewedGames,
        catalog: &BotCatalog,
    ) -> String {
        let all = reviewed.games.iter().flat_map(|game| &game.differing);
        let of_kind = all.filter(|it| kinds.get(place(kinds, &it.difference)) == kind);
        let read = |it: &DiffersFromReference| {
            let position = self.game.read_position(&it.position).ok()?;
            let options = self.game.options_of(&position.state);
            let view = self.game.view(&position.state, position.seat);
            let own = option_with::<G>(view, &options, &it.own)?;
            let better = option_with::<G>(view, &options, &it.better)?;
            let seat = position.seat;
            Some((position.state, Ask { seat, options }, own, better))
        };
        let decisions: Vec<_> = of_kind.filter_map(read).take(TRIED).collect();
        let decisions = decisions.iter();
        let choices: Vec<Choice<'_, G>> = decisions
            .map(|(state, ask, own, better)| Choice {
                state,
                ask: *ask,
                own: *own,
                better: *better,
            })
            .collect();
        hints::parameters(
            [&self.bots[0], &self.reference],
            &self.game,
            &choices,
            catalog,
        )
    }

    /// Returns the costliest decisions of the costliest kinds in turn, `most` in all, with the
    /// values of their options.
    pub(crate) fn positions<'a>(
        &self,
        reviewed: &'a ReviewedGames,
        costs: &Costs,
        most: usize,
        seed: u64,
        workers: Workers,
    ) -> Vec<Shown<'a>> {
        let kinds: Vec<DecisionKind> = costs
            .kinds
            .iter()
            .filter_map(|it| it.kind.clone())
            .collect();
        let mut by_kind: Vec<Vec<DealtDecision<'_>>> = vec![Vec::new(); costs.kinds.len()];
        for game in &reviewed.games {
            for it in &game.differing {
                let at = place(&kinds, &it.difference);
                by_kind[at].push((game.deal, game.seat, it));
            }
        }
        let mut order: Vec<usize> = (0..costs.kinds.len()).collect();
        let rank = |at: &usize| {
            let kind = &costs.kinds[*at];
            let cost = kind.cost.mean_of(PARTS).map_or(0.0, |cost| cost.value);
            (!kind.is_named(), HighestFirst(cost))
        };
        order.sort_by_cached_key(rank);
        let named = order
            .iter()
            .filter(|at| costs.kinds[**at].is_named())
            .count();
        // Without a significant kind, all of them.
        order.truncate(if named > 0 { named } else { order.len() });
        // By their costs in the real positions, which the bot could not know.
        let mut candidates = Vec::new();
        for &at in &order {
            let decisions = &mut by_kind[at];
            let sure = |it: &DiffersFromReference| it.cost - it.error;
            decisions.sort_by_cached_key(|(_, _, it)| HighestFirst(sure(it)));
            let of_kind = decisions.iter().take(if most > 0 { TRIALS.0 } else { 0 });
            candidates.extend(of_kind.map(|decision| (at, *decision)));
        }
        // By their costs as far as the bot could know them.
        let mut tried = parallel_map(candidates.len(), workers, |at| {
            let (kind, decision) = candidates[at];
            let found = self.shown(decision.2, seed, TRIALS.1);
            let own = |(rows, _): (Vec<(Row, String)>, String)| {
                let own = rows.into_iter().find(|(_, text)| *text == decision.2.own);
                own.map_or(0.0, |(row, _)| row.loss - row.loss_se)
            };
            (kind, found.map_or(f64::MIN, own), decision)
        });
        tried.retain(|(_, loss, _)| *loss > 0.0);
        tried.sort_by_cached_key(|(_, loss, _)| HighestFirst(*loss));
        // A kind at a time, and at most one decision of a deal: neighbours are alike.
        let mut chosen: Vec<(usize, f64, DealtDecision<'_>)> = Vec::new();
        while chosen.len() < most {
            let before = chosen.len();
            for &kind in &order {
                let is_new = |it: &(usize, f64, DealtDecision<'_>)| {
                    it.0 == kind && chosen.iter().all(|known| known.2.0 != it.2.0)
                };
                let next = tried.iter().find(|it| is_new(it)).copied();
                chosen.extend(next.filter(|_| chosen.len() < most));
            }
            if chosen.len() == before {
                break;
            }
        }
        let valued = parallel_map(chosen.len(), workers, |at| {
            let (kind, _, (deal, seat, decision)) = chosen[at];
            // Other playouts than those by which it was chosen.
            let found = self.shown(decision, seed.wrapping_add(1), PLAYOUTS);
            found.map(|(options, reasons)| Shown {
                kind,
                deal,
                seat,
                decision,
                options,
                reasons,
            })
        });
        valued.into_iter().flatten().collect()
    }

    /// Returns the values of a decision's options, and the bot's reasons; `None` for a position
    /// that cannot be read.
    fn shown(
        &self,
        decision: &DiffersFromReference,
        seed: u64,
        playouts: u64,
    ) -> Option<(Vec<(Row, String)>, String)> {
        let position = self.game.read_position(&decision.position).ok()?;
        let options = self.game.options_of(&position.state);
        let seat = position.seat;
        let ask = Ask { seat, options };
        let settings = AnalysisSettings {
            playout: self.reference.clone(),
            beliefs: Beliefs::default(),
            goal: self.goal(),
            seed,
        };
        let mut analysis = Analysis::new(&self.game, &position.state, ask, settings);
        analysis.run(playouts, STEP);
        let view = self.game.view(&position.state, seat);
        let choice = Choice::<G> {
            state: &position.state,
            ask,
            own: option_with::<G>(view, &options, &decision.own)?,
            better: option_with::<G>(view, &options, &decision.better)?,
        };
        let reasons = hints::reasons(&self.bots[0], &self.game, &choice);
        Some((analysis.rows_with_texts(), reasons))
    }
}
