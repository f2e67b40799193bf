//! `random` for Grid: the baseline, exactly as at the end of RULES.md. Every choice is uniform and independent.

use crate::game::{Action, Options};
use crate::grid::{Grid, Kind, Phase, View};
use crate::rng::Rng;
use crate::strategy::{Player, PolicyInfo};

pub(super) const INFO: PolicyInfo = PolicyInfo {
    name: "random",
    summary: "The baseline: every choice is uniform among what is legal.",
    meaning: "Chooses uniformly among the kinds of move that are possible (place, reverse, lay, score), then within the kind: a card \
and then a position, a card and then a line, a card, or a line that it can score. Pays with numbers where it has them, with \
wilds only for those it lacks, plain Wilds first.",
    stochastic: true,
    memory: "none",
    params: &[],
};

/// By set of kinds: its members in order.
const KINDS: [[Kind; 4]; 16] = {
    let mut table = [[Kind::Place; 4]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut kind, mut n) = (0, 0);
        while kind < 4 {
            if set >> kind & 1 == 1 {
                table[set][n] = Kind::ALL[kind];
                n += 1;
            }
            kind += 1;
        }
        set += 1;
    }
    table
};

/// The policy, which has no parameters and remembers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct GridRandom;

impl Player<Grid> for GridRandom {
    #[inline(always)]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        match view.phase() {
            Phase::Turn => {
                // Among the kinds of move first, then within the kind.
                let kinds = view.kinds(options) as usize & 15;
                let nth = rng.below(kinds.count_ones());
                let kind = KINDS[kinds][nth as usize & 3];
                // Kind by kind, so that a processor that guessed wrongly learns it before the card is drawn.
                match kind {
                    Kind::Place => pick(view, options, Kind::Place, rng),
                    Kind::Reverse => pick(view, options, Kind::Reverse, rng),
                    Kind::Lay => pick(view, options, Kind::Lay, rng),
                    Kind::Score => pick(view, options, Kind::Score, rng),
                }
            }
            // Numbers where it has them, wilds for those it lacks, plain ones first: the order of the options.
            Phase::Pay => view.first_card(options),
            _ => view.nth_choice(options, rng.below(options.n_choices())),
        }
    }
}

/// One of the moves of this kind.
#[inline(always)]
fn pick(view: View<'_>, options: &Options, kind: Kind, rng: &mut Rng) -> Action {
    let n = view.n_moves(options, kind);
    view.nth_move(options, kind, rng.below(n))
}
