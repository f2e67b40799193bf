//! `grid-greedy`: the best immediate score.

use super::features::{Payment, Tops, needs, tops};
use crate::strategy::{Player, Policy, PolicyInfo};
use powergrab_engine::cards::Symbol;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::grid::tables::{Counts, n_wild as wilds, unary, unit};
use powergrab_engine::grid::{Grid, Kind, Line, Phase, View};
use powergrab_engine::rng::Rng;

const INFO: PolicyInfo = PolicyInfo {
    name: "grid-greedy",
    summary: "Scores the most points that it can at once.",
    meaning: "Scores the line that brings most points, of equals the one that needs fewer wilds, then the first, as long as it \
brings any. Else lays a Draw Two or Wild Draw Four. Else places the card, on the position, or turns the line, that lets its hand \
score most in its next turn if nothing changed until then, of equals the first; places the highest number while the Grid is being filled, into the first position. \
Pays with numbers where it has them, then with Wilds, then with Wild Draw Fours.",
    stochastic: false,
    memory: "none",
    params: &[],
};

/// The policy, without parameters or memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct GridGreedy;

impl Policy<Grid> for GridGreedy {
    type Player = GridGreedy;
    const INFO: &'static PolicyInfo = &INFO;

    fn read(_: &Reader<'_>) -> Result<GridGreedy, ConfigError> {
        Ok(GridGreedy)
    }

    fn player(&self) -> GridGreedy {
        *self
    }
}

impl Player<Grid> for GridGreedy {
    fn decide(&mut self, view: View<'_>, options: &Options, _: &mut Rng) -> Action {
        match view.phase() {
            Phase::Turn => score(view, options)
                .or_else(|| lay(view, options))
                .unwrap_or_else(|| shape(view, options)),
            Phase::Position if view.is_full() => {
                let number = view.chosen().and_then(|card| card.symbol().number());
                let fit = Fit::new(tops(view), view.counts() - number.map_or(0, unit));
                highest(options, |action| {
                    Some(fit.placed(number, action.choice_number()?))
                })
            }
            Phase::Line => highest(options, |action| {
                Some(best_line(
                    &turned(tops(view), view.line_of(action)?),
                    view.counts(),
                ))
            }),
            _ => options.nth(0),
        }
    }
}

/// Returns the option with the highest measure; of equals, the first.
fn highest<T: PartialOrd>(
    options: &Options,
    mut measure: impl FnMut(Action) -> Option<T>,
) -> Action {
    let mut best: Option<(T, Action)> = None;
    for action in options.iter() {
        if let Some(value) = measure(action)
            && best.as_ref().is_none_or(|(highest, _)| value > *highest)
        {
            best = Some((value, action));
        }
    }
    best.map_or_else(|| options.nth(0), |(_, action)| action)
}

/// Returns the line that brings most points, if any does (GR-8).
fn score(view: View<'_>, options: &Options) -> Option<Action> {
    let has = view.has();
    let mut best = ((0, 3), None);
    for n in 0..options.n_choices() {
        let action = options.nth_choice(n);
        let payment = Payment::new(view.needs(view.line_of(action)?), has);
        let worth = (payment.points, 3 - payment.wilds());
        if worth > best.0 {
            best = (worth, Some(action));
        }
    }
    best.1
}

/// Lays a Draw Two or a Wild Draw Four into the score pile, if it can (GR-6, GR-7).
fn lay(view: View<'_>, options: &Options) -> Option<Action> {
    (view.n_moves(options, Kind::Lay) > 0).then(|| view.nth_move(options, Kind::Lay, 0))
}

/// Returns the card that makes the Grid fit the hand best (GR-4, GR-5).
fn shape(view: View<'_>, options: &Options) -> Action {
    if !view.is_full() {
        return highest(options, |action| {
            view.card(action)?.symbol().number().or(Some(0))
        });
    }
    let tops = tops(view);
    // By number, and the last without one: copies of a card are as good.
    let mut known = [None; 11];
    highest(options, |action| {
        let card = view.card(action)?;
        let number = card.symbol().number();
        if card.symbol() == Symbol::Reverse {
            let after = Line::ALL.map(|line| best_line(&turned(tops, line), view.counts()));
            return after.into_iter().max();
        }
        let best = || {
            let fit = Fit::new(tops, view.counts() - number.map_or(0, unit));
            let cells = (0..11u8).filter(|cell| cell & 3 < 3);
            cells.map(|cell| fit.placed(number, cell)).max()
        };
        let known = &mut known[usize::from(number.unwrap_or(10))];
        *known = known.or_else(best);
        *known
    })
}

/// A full Grid, and what a hand could score with it.
struct Fit {
    tops: Tops,
    /// The hand's numbers, as [`unary`] encodes them, and its wilds.
    has: u64,
    wilds: u32,
    /// By line: the points that it brings; 0 if the hand cannot pay for it.
    points: [u32; 6],
}

impl Fit {
    fn new(tops: Tops, counts: Counts) -> Fit {
        let (has, wilds) = (unary(counts), wilds(counts));
        let points = Line::ALL.map(|line| points(&tops, line, has, wilds));
        Fit {
            tops,
            has,
            wilds,
            points,
        }
    }

    /// Returns the most points after this number, or a card without one, is placed. Only the two
    /// lines through the cell change.
    fn placed(&self, number: Option<u8>, cell: u8) -> u32 {
        let mut tops = self.tops;
        tops[cell as usize & 15] = number.unwrap_or(10);
        let through = [Line::row_of(cell), Line::column_of(cell)];
        let point = |line: Line| match through.contains(&line) {
            true => points(&tops, line, self.has, self.wilds),
            false => self.points[line.index()],
        };
        Line::ALL.into_iter().map(point).max().unwrap_or(0)
    }
}

/// Returns the points of a line; 0 if the hand cannot pay for it.
fn points(tops: &Tops, line: Line, has: u64, wilds: u32) -> u32 {
    let payment = Payment::new(needs(tops, line), has);
    if payment.wilds() <= wilds {
        payment.points
    } else {
        0
    }
}

fn turned(mut tops: Tops, line: Line) -> Tops {
    let [one, _, other] = line.cells();
    tops.swap(one as usize & 15, other as usize & 15);
    tops
}

/// Returns the most points that a hand could score.
fn best_line(tops: &Tops, counts: Counts) -> u32 {
    let (has, wilds) = (unary(counts), wilds(counts));
    let points = Line::ALL.map(|line| points(tops, line, has, wilds));
    points.into_iter().max().unwrap_or(0)
}
