//! `random` for Grid: the baseline, exactly as at the end of RULES.md.

use crate::strategy::{Player, Policy, PolicyInfo};
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::grid::{Grid, Kind, Phase, View};
use powergrab_engine::rng::Rng;

const INFO: PolicyInfo = PolicyInfo {
    name: "random",
    summary: "The baseline of RULES.md: a kind of move by lot, then a move of this kind.",
    meaning: "Chooses uniformly among the kinds of move that are possible (place, reverse, lay, score), then within the kind: a card \
and then a position, a card and then a line, a card, or a line that it can score. Pays with numbers where it has them, with \
wilds only for those it lacks, plain Wilds first.",
    stochastic: true,
    memory: "none",
    params: &[],
};

/// By set of kinds: its members in order, one byte each in one word, so that choosing one is a
/// shift.
const KINDS: [u32; 16] = {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let (mut kind, mut n) = (0, 0);
        while kind < 4 {
            if set >> kind & 1 == 1 {
                table[set] |= (Kind::ALL[kind].mark() as u32) << (8 * n);
                n += 1;
            }
            kind += 1;
        }
        set += 1;
    }
    table
};

/// Returns the `n`-th member of a set of kinds.
#[inline(always)]
fn nth_kind(kinds: usize, n: u32) -> u8 {
    (KINDS[kinds & 15] >> (8 * (n & 3))) as u8
}

/// The policy, without parameters or memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct GridRandom;

impl Policy<Grid> for GridRandom {
    type Player = GridRandom;
    const INFO: &'static PolicyInfo = &INFO;

    fn read(_: &Reader<'_>) -> Result<GridRandom, ConfigError> {
        Ok(GridRandom)
    }

    fn player(&self) -> GridRandom {
        *self
    }
}

impl Player<Grid> for GridRandom {
    #[inline(always)]
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        match view.phase() {
            Phase::Turn => {
                // First among the kinds of move, then within the kind. Whether a line can be scored
                // is known last, and everything waits for it. So both answers are prepared, from
                // the same random number.
                let kinds = (view.kinds(options) & !(1 << Kind::Score as u8)) as usize & 7;
                let n = kinds.count_ones();
                let mut same = rng.clone();
                let with = nth_kind(kinds | 8, same.below(n + 1));
                let without = nth_kind(kinds, rng.below(n.max(1)));
                let can_score = options.n_choices() > 0;
                let kind = std::hint::select_unpredictable(can_score, with, without);
                view.any_move(options, kind, rng)
            }
            // Numbers first, wilds for missing ones, plain ones before others: the order of the
            // options.
            Phase::Pay => view.first_card(options),
            _ => view.nth_choice(options, rng.below(options.n_choices())),
        }
    }
}
