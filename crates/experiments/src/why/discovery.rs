//! Search for kinds of decision, on deals that are never measured. The first bot plays, and the
//! second is asked at each of its decisions. Each round with a difference is played again with some
//! of these decisions made by the second bot.

use super::hybrid_table::{HybridTable, Matchup, RoundEffect, SeatedDeal};
use crate::decisions::features::Circumstances;
use crate::decisions::kind::DecisionKind;
use crate::decisions::selection::{Found, Selection};
use powergrab_arena::ArenaGame;
use powergrab_arena::parallel_deals::{Merge, parallel_deals};
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_engine::game::Textual;
use powergrab_engine::rng::{Purpose, Seeds};

/// Findings on some deals.
#[derive(Default)]
struct Findings {
    effects: Vec<(u64, usize, RoundEffect)>,
    circumstances: Circumstances,
}

impl Merge for Findings {
    fn fresh(&self) -> Findings {
        Findings::default()
    }

    fn absorb(&mut self, other: Findings) {
        self.effects.extend(other.effects);
        self.circumstances.absorb(other.circumstances);
    }
}

/// Returns the kinds of decision with the largest effects on this many deals, at most `most`,
/// strongest first; `None` if cancelled.
///
/// # Errors
/// Fails if the threads cannot be started.
pub(crate) fn discover<G: ArenaGame + Textual>(
    matchup: &Matchup<G>,
    deals: u64,
    seed: u64,
    most: usize,
    workers: Workers,
    control: Control<'_>,
) -> Result<Option<Vec<DecisionKind>>, RunError> {
    let seeds = Seeds::new(seed, Purpose::Tune);
    let found = parallel_deals(
        0..deals,
        workers,
        &Findings::default(),
        control,
        || HybridTable::new(matchup, &[]),
        |table, deal, findings| {
            for seat in 0..matchup.n_seats() {
                let at = SeatedDeal {
                    deal,
                    seeds: seeds.deal(deal),
                    seat,
                };
                let effects = table.effects(&at).into_iter();
                let effects = effects.map(|effect| (deal, seat, effect));
                findings.effects.extend(effects);
            }
            findings.circumstances.absorb(table.take_circumstances());
        },
    )?;
    let Some(mut findings) = found else {
        return Ok(None);
    };
    // Threads finish in any order. The sort is stable, so the rounds of a seat stay in order.
    findings
        .effects
        .sort_by_cached_key(|(deal, seat, _)| (*deal, *seat));
    let found = |(deal, _, group): (u64, usize, RoundEffect)| Found {
        deal,
        together: group.together,
        difference: group.difference,
        n: group.n,
        effect: group.effect as f64,
    };
    let found: Vec<Found> = findings.effects.into_iter().map(found).collect();
    let words = |place: usize, low: u8, high: u8| matchup.features.words(place, low, high);
    let selection = Selection {
        found: &found,
        circumstances: &findings.circumstances,
        n_contexts: matchup.features.contexts.len(),
        words: &words,
    };
    Ok(Some(selection.kinds(most)))
}
