//! `random` for Grid: the baseline, exactly as at the end of RULES.md. Every choice is uniform and independent.

use super::Player;
use crate::game::{Action, Options};
use crate::grid::{Grid, Kind, Phase, View};
use crate::rng::Rng;

/// The policy, which has no parameters and remembers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct GridRandom;

impl Player<Grid> for GridRandom {
    #[inline(always)]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        match view.phase() {
            Phase::Turn => {
                // Among the kinds of move first, then within the kind.
                let counts = Kind::ALL.map(|kind| view.n_moves(options, kind));
                let n_kinds: u32 = counts.iter().map(|n| u32::from(*n > 0)).sum();
                let mut nth = rng.below(n_kinds);
                let mut chosen = Kind::Place;
                for (kind, n) in Kind::ALL.into_iter().zip(counts) {
                    if n > 0 {
                        if nth == 0 {
                            chosen = kind;
                            break;
                        }
                        nth -= 1;
                    }
                }
                let n = counts[chosen as usize];
                view.nth_move(options, chosen, rng.below(n))
            }
            // Numbers where it has them, wilds for those it lacks, plain ones first: the order of the options.
            Phase::Pay => options.nth(0),
            _ => options.nth_choice(rng.below(options.n_choices())),
        }
    }
}
