//! `grid-greedy`: the best score now.

use super::sight::Payment;
use crate::game::{Action, Options};
use crate::grid::{Grid, Kind, Line, Phase, View};
use crate::rng::Rng;
use crate::strategy::{Player, PolicyInfo};

pub(super) const INFO: PolicyInfo = PolicyInfo {
    name: "grid-greedy",
    summary: "Does what raises its own score most at once.",
    meaning: "Scores the line that brings most points, unless placing a number from its hand raises the score more: a number \
laid for a line counts twice, because it also leaves the hand, one that is placed once. Of equals it takes the line that needs fewer \
wilds, then the first. Without either it places a Skip, else turns a line, else lays a Draw Two or Wild Draw Four. Places into the first position, \
turns the first line, pays with numbers where it has them, then with Wilds, then with Wild Draw Fours.",
    stochastic: false,
    memory: "none",
    params: &[],
};

/// The policy, which has no parameters and remembers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct GridGreedy;

impl Player<Grid> for GridGreedy {
    fn decide(&mut self, view: View<'_>, options: &Options, _: &mut Rng) -> Action {
        if view.phase() == Phase::Turn {
            turn(view, options)
        } else {
            options.nth(0)
        }
    }
}

fn turn(view: View<'_>, options: &Options) -> Action {
    let has = view.has();
    let scores = (0..options.n_choices()).map(|n| {
        let action = view.nth_move(options, Kind::Score, n);
        let line = view.line_of(action).unwrap_or(Line::ALL[0]);
        let payment = Payment::new(view.needs(line), has);
        (2 * payment.points, 3 - payment.wilds(), action)
    });
    let places = (0..view.n_moves(options, Kind::Place)).map(|n| {
        let action = view.nth_move(options, Kind::Place, n);
        let number = view.card(action).and_then(|card| card.symbol().number());
        (u32::from(number.unwrap_or(0)), 0, action)
    });
    let others = [Kind::Reverse, Kind::Lay]
        .into_iter()
        .filter(|kind| view.n_moves(options, *kind) > 0)
        .map(|kind| (0, 0, view.nth_move(options, kind, 0)));
    let mut best = None;
    for (points, spared, action) in scores.chain(places).chain(others) {
        // Only better ones: of equals the first stays.
        if best.is_none_or(|(p, s, _)| (points, spared) > (p, s)) {
            best = Some((points, spared, action));
        }
    }
    best.map_or_else(|| options.nth(0), |(_, _, action)| action)
}
