//! `grid-heuristic`: weighs a line now against a better one later.
//!
//! Every possible move is simulated, and its result is valued: the points laid, the hand's possible
//! next score, the others' possible scores, the cards left in hand, and the possible remaining
//! length of the game. The value is a weighted sum; [`Weights`] gives the meaning of each weight.

use super::features::{Payment, Tops, chances, needs, points, tops};
use crate::strategy::params::{Params as _, tunables};
use crate::strategy::{Player, Policy, PolicyInfo};
use powergrab_engine::cards::Symbol;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Options};

use powergrab_engine::grid::tables::{
    Counts, FIELD, FOUR, WILD, n_fours, n_of, n_wild, n_wilds, unary, unit,
};
use powergrab_engine::grid::{Grid, Kind, Line, Phase, View};
use powergrab_engine::rng::Rng;

const INFO: PolicyInfo = PolicyInfo {
    name: "grid-heuristic",
    summary: "Weighs a score now against what the hand, the Grid and the next seats may bring.",
    meaning: "Values every possible move by the points it lays down and by what it leaves: the lines that the hand could score in \
its next turn and those that lack one card, what the others may hold for the lines of the Grid, the numbers still in the hand against the \
cards left to draw, wilds, action cards, and, when it goes out or drains the draw pile, whether it is ahead. While the Grid is being filled \
it places numbers that it could lay again, next to others of its hand. Pays with numbers where it has them, else with the wild that is worth \
less to it.",
    stochastic: false,
    memory: "none",
    params: &[Weights::TUNABLES],
};

tunables! {
    /// Weights for the results of a move. Values are in points of the final score.
    Weights {
        next = 0.241, 0.0..=2.0, Linear, "for each point of the best line that the hand can pay for afterwards";
        second = 0.192, 0.0..=2.0, Linear, "for each point of the second-best such line";
        near = 0.027, 0.0..=3.0, Linear, "for each point of the best line that lacks one card, times the chance to draw it";
        deny = 0.224, 0.0..=3.0, Linear, "against each point of each line, times the chance that another seat can pay it";
        patience = 6.0, 0.5..=50.0, Log, "turns of its own that are left when the game is half late: at T turns it is early by T / (T + patience)";
        hold = 0.388, -1.0..=3.0, Linear, "for each point of the numbers held, as far as it is early";
        late = 0.182, 0.0..=3.0, Linear, "against each point of the numbers held, as far as it is late";
        card = 2.142, -5.0..=10.0, Linear, "for each number card held, as far as it is early";
        wild = 3.492, 0.0..=30.0, Linear, "for a plain Wild held, as long as turns are left";
        four = 1.913, 0.0..=30.0, Linear, "for a Wild Draw Four held, as long as turns are left";
        two = 1.074, -10.0..=20.0, Linear, "for a Draw Two held, as long as turns are left";
        reverse = 1.429, -10.0..=20.0, Linear, "for a Reverse held, as long as turns are left";
        skip = 1.419, -10.0..=20.0, Linear, "for a Skip held, as long as turns are left";
        drawn = 0.538, -10.0..=20.0, Linear, "for each card drawn with a Draw Two or Wild Draw Four, as far as it is early";
        drain = -0.001, -1.0..=1.0, Linear, "for each such card, times the points by which the seat is ahead";
        finish = 0.774, 0.0..=5.0, Linear, "for each point by which the seat is ahead when it goes out";
        build = 1.113, 0.0..=5.0, Linear, "for each point of a number placed while the Grid is being filled that the hand has again";
        align = 0.344, 0.0..=5.0, Linear, "for each point of a number of the hand that lies in line with the card placed then";
    }
}

/// The policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct GridHeuristic {
    /// Parameters.
    pub weights: Weights,
}

impl Policy<Grid> for GridHeuristic {
    type Player = GridHeuristic;
    const INFO: &'static PolicyInfo = &INFO;

    fn read(params: &Reader<'_>) -> Result<GridHeuristic, ConfigError> {
        let weights = Weights::read(params)?;
        Ok(GridHeuristic { weights })
    }

    fn player(&self) -> GridHeuristic {
        *self
    }

    fn values(&self) -> Vec<f64> {
        self.weights.values()
    }
}

impl Player<Grid> for GridHeuristic {
    fn decide(&mut self, view: View<'_>, options: &Options, _: &mut Rng) -> Action {
        if view.phase() == Phase::Pay {
            return pay(view, options, &self.weights);
        }
        if !view.is_full() {
            return fill(view, options, &self.weights);
        }
        let context = MoveContext::new(view, &self.weights);
        match view.phase() {
            Phase::Position => context.position(options),
            Phase::Line => context.line(options),
            _ => context.turn(options),
        }
    }
}

/// Returns the best of some actions; of equals, the first.
fn best(valued: impl Iterator<Item = (f64, Action)>) -> Option<(f64, Action)> {
    valued.fold(
        None,
        |best: Option<(f64, Action)>, (value, action)| match best {
            Some((highest, _)) if highest >= value => best,
            _ => Some((value, action)),
        },
    )
}

/// Pays with a number if one fits, otherwise with the cheaper wild.
fn pay(view: View<'_>, options: &Options, w: &Weights) -> Action {
    let value = |action| match view.card(action) {
        Some(card) if card.symbol().number().is_some() => f64::INFINITY,
        Some(card) if card.symbol() == Symbol::Wild => -w.wild,
        _ => -w.four,
    };
    best(options.iter().map(|action| (value(action), action)))
        .map_or_else(|| options.nth(0), |(_, action)| action)
}

/// Chooses the card to place while the Grid is being filled, and its cell.
fn fill(view: View<'_>, options: &Options, w: &Weights) -> Action {
    let counts = view.counts();
    let number = |symbol: Symbol| symbol.number().unwrap_or(10);
    let (chance, _) = chances(view, mean_size(view));
    if view.phase() == Phase::Turn {
        let value = |action| {
            let card = view.card(action)?;
            let v = number(card.symbol());
            if v == 10 {
                return Some((-w.skip, action));
            }
            let again = f64::from(u8::from(n_of(counts, v) > 1));
            let points = f64::from(v);
            // Once placed, a number costs nothing any more and can be matched, by this hand or by
            // others.
            let value = points * (w.build * again - w.deny * chance[v as usize] - w.hold) - w.card;
            Some((value, action))
        };
        return best(options.iter().filter_map(value))
            .map_or_else(|| options.nth(0), |(_, action)| action);
    }
    let value = |action: Action| {
        let at = view.in_box(action.choice_number()?);
        let mut value = 0.0;
        for cell in 0..11u8 {
            let beside = [(cell & 3) as i8 == at[0], (cell >> 2) as i8 == at[1]];
            if let Some(card) = view.top(cell).filter(|_| beside[0] || beside[1]) {
                let v = number(card.symbol());
                if v < 10 && n_of(counts, v) > 0 {
                    value += f64::from(v);
                }
            }
        }
        Some((w.align * value, action))
    };
    best(options.iter().filter_map(value)).map_or_else(|| options.nth(0), |(_, action)| action)
}

/// Returns the expected number of cards of another seat at its next move.
fn mean_size(view: View<'_>) -> f64 {
    let n = view.n_seats();
    let all: u32 = (0..n as u8)
        .filter(|seat| *seat != view.seat())
        .map(|seat| view.hand_size(seat))
        .sum();
    f64::from(all) / (n - 1) as f64 + 1.0
}

/// Values common to all moves of a decision in a full Grid.
struct MoveContext<'a> {
    view: View<'a>,
    w: &'a Weights,
    tops: Tops,
    /// Earliness, from 0 to 1: a function of the remaining turns.
    time: f64,
    /// 0 on the seat's last turn, otherwise 1.
    more: f64,
    /// By number: probability that another seat has it.
    chance: [f64; 10],
    /// By number: probability of drawing it before the next turn.
    draw: [f64; 10],
    /// By line: expected points of the others.
    threats: [f64; 6],
    /// The hand before the move.
    hand: Hand,
    /// Lead of the seat if nothing more is scored.
    ahead: f64,
}

/// A hand after a move.
#[derive(Clone, Copy)]
struct Hand {
    counts: Counts,
    /// Value of its Skips, Reverses and Draw Twos.
    actions: f64,
    /// Number of cards.
    size: u32,
    /// Number of number cards, and their sum.
    numbers: u32,
    points: u32,
}

impl Hand {
    /// Removes one number.
    fn lose(&mut self, number: u8) {
        self.counts -= unit(number);
        self.size -= 1;
        self.numbers -= 1;
        self.points -= u32::from(number);
    }
}

impl<'a> MoveContext<'a> {
    fn new(view: View<'a>, w: &'a Weights) -> MoveContext<'a> {
        let n = view.n_seats();
        let tops = tops(view);
        let (chance, mean) = chances(view, mean_size(view));
        let (draw, _) = chances(view, 1.0);
        let turns = f64::from(view.pile()) / n as f64;
        let more = f64::from(u8::from(view.pile() as usize >= n));
        let mut actions = 0.0;
        for slot in view.hand().iter() {
            actions += more
                * match view.card_at(slot).symbol() {
                    Symbol::Skip => w.skip,
                    Symbol::Reverse => w.reverse,
                    Symbol::DrawTwo => w.two,
                    _ => 0.0,
                };
        }
        let me = view.seat();
        let counts = view.counts();
        let own = f64::from(view.points_won(me)) - f64::from(points(counts));
        let rival = (0..n as u8)
            .filter(|seat| *seat != me)
            .map(|seat| f64::from(view.points_won(seat)) - mean * f64::from(view.hand_size(seat)))
            .fold(f64::NEG_INFINITY, f64::max);
        let mut context = MoveContext {
            view,
            w,
            tops,
            time: turns / (turns + w.patience),
            more,
            chance,
            draw,
            threats: [0.0; 6],
            hand: Hand {
                counts,
                actions,
                size: view.hand_size(me),
                numbers: (0..10).map(|v| n_of(counts, v)).sum(),
                points: points(counts),
            },
            ahead: own - rival,
        };
        for line in Line::ALL {
            context.threats[line.index()] = context.threat(&tops, line);
        }
        context
    }

    /// Returns the expected points of the others from a line: its points times the probability that
    /// one of them holds all of its numbers.
    fn threat(&self, tops: &Tops, line: Line) -> f64 {
        let (mut chance, mut points) = (1.0, 0);
        for cell in line.cells() {
            let number = tops[cell as usize & 15];
            if number < 10 {
                chance *= self.chance[number as usize];
                points += u32::from(number);
            }
        }
        chance * f64::from(points)
    }

    /// Returns the value of the position after a move, without the points that the move lays down.
    fn left(&self, hand: &Hand, tops: &Tops, changed: &[Line]) -> f64 {
        let w = self.w;
        let has = unary(hand.counts);
        let wilds = n_wild(hand.counts);
        let (mut first, mut second, mut near, mut threats) = (0.0, 0.0, 0.0, 0.0);
        for line in Line::ALL {
            let moved = changed.contains(&line);
            let needs = if moved {
                needs(tops, line)
            } else {
                self.view.needs(line)
            };
            threats += if moved {
                self.threat(tops, line)
            } else {
                self.threats[line.index()]
            };
            if needs == 0 {
                continue;
            }
            let payment = Payment::new(needs, has);
            let lacking = payment.wilds();
            if lacking <= wilds {
                let value = f64::from(payment.points) - f64::from(lacking) * w.wild.min(w.four);
                if value > first {
                    second = first;
                    first = value;
                } else if value > second {
                    second = value;
                }
            } else if lacking == wilds + 1 {
                // The most valuable of the missing numbers is the one to wish for.
                let wanted = (63 - payment.lacking.leading_zeros()) / FIELD;
                let value =
                    f64::from(payment.points + wanted) - f64::from(wilds) * w.wild.min(w.four);
                near = f64::max(near, value * self.draw[wanted as usize % 10]);
            }
        }
        let held = f64::from(hand.points);
        self.more * (w.next * first + w.second * second + w.near * near) - w.deny * threats
            + held * (w.hold * self.time - w.late * (1.0 - self.time))
            + f64::from(hand.numbers) * w.card * self.time
            + self.more
                * (w.wild * f64::from(n_wilds(hand.counts))
                    + w.four * f64::from(n_fours(hand.counts)))
            + hand.actions
    }

    /// Returns the value of a move that lays down `points` and leads to this position.
    fn value(&self, points: f64, hand: &Hand, tops: &Tops, changed: &[Line]) -> f64 {
        if hand.size == 0 {
            // The game is over (GR-3). The cards in hand counted against the seat before.
            let shed = f64::from(self.hand.points);
            return self.w.finish * (self.ahead + shed + points);
        }
        points + self.left(hand, tops, changed)
    }

    fn turn(&self, options: &Options) -> Action {
        let mut found: Option<(f64, Action)> = None;
        let mut offer = |value: f64, action: Action| {
            if found.is_none_or(|(highest, _)| value > highest) {
                found = Some((value, action));
            }
        };
        let mut last = None;
        for n in 0..self.view.n_moves(options, Kind::Place) {
            let action = self.view.nth_move(options, Kind::Place, n);
            let Some(card) = self.view.card(action) else {
                continue;
            };
            let number = card.symbol().number().unwrap_or(10);
            // Copies and colours do not affect the value of a placed card.
            if last.replace(number) != Some(number) {
                for cell in 0..11u8 {
                    if cell & 3 < 3 {
                        offer(self.place(number, cell), action);
                    }
                }
            }
        }
        if self.view.n_moves(options, Kind::Reverse) > 0 {
            let action = self.view.nth_move(options, Kind::Reverse, 0);
            for line in Line::ALL {
                offer(self.reverse(line), action);
            }
        }
        for n in 0..self.view.n_moves(options, Kind::Lay) {
            let action = self.view.nth_move(options, Kind::Lay, n);
            let four = self.view.card(action).is_some_and(|c| c.symbol().is_wild());
            offer(self.lay(four), action);
        }
        for n in 0..options.n_choices() {
            let action = options.nth_choice(n);
            if let Some(line) = self.view.line_of(action) {
                offer(self.score(line), action);
            }
        }
        found.map_or_else(|| options.nth(0), |(_, action)| action)
    }

    /// Returns the value of placing a number (10 for a Skip) on a cell.
    fn place(&self, number: u8, cell: u8) -> f64 {
        let mut tops = self.tops;
        tops[cell as usize & 15] = number;
        let mut hand = self.hand;
        if number < 10 {
            hand.lose(number);
        } else {
            hand.size -= 1;
            hand.actions -= self.more * self.w.skip;
        }
        self.value(
            0.0,
            &hand,
            &tops,
            &[Line::row_of(cell), Line::column_of(cell)],
        )
    }

    fn reverse(&self, line: Line) -> f64 {
        let mut tops = self.tops;
        let [one, _, other] = line.cells();
        tops.swap(one as usize & 15, other as usize & 15);
        let changed = if line.index() < 3 {
            [Line::column_of(one), Line::column_of(other)]
        } else {
            [Line::row_of(one), Line::row_of(other)]
        };
        let mut hand = self.hand;
        hand.size -= 1;
        hand.actions -= self.more * self.w.reverse;
        self.value(0.0, &hand, &tops, &changed)
    }

    fn lay(&self, four: bool) -> f64 {
        let w = self.w;
        let mut hand = self.hand;
        hand.size -= 1;
        let n = if four {
            hand.counts -= FOUR;
            4
        } else {
            hand.actions -= self.more * w.two;
            2
        };
        let drawn = f64::from(n.min(self.view.pile()));
        let value = self.value(0.0, &hand, &self.tops, &[]);
        if hand.size == 0 {
            return value;
        }
        value + drawn * (w.drawn * self.time + w.drain * self.ahead)
    }

    fn score(&self, line: Line) -> f64 {
        let needs = self.view.needs(line);
        let payment = Payment::new(needs, unary(self.hand.counts));
        let mut hand = self.hand;
        let mut paid = needs & !payment.lacking;
        while paid != 0 {
            hand.lose((paid.trailing_zeros() / FIELD) as u8);
            paid &= paid - 1;
        }
        for _ in 0..payment.wilds() {
            let plain = n_wilds(hand.counts) > 0;
            let prefers_plain = self.w.wild <= self.w.four;
            let takes_plain = plain && (prefers_plain || n_fours(hand.counts) == 0);
            hand.counts -= if takes_plain { WILD } else { FOUR };
            hand.size -= 1;
        }
        self.value(f64::from(payment.points), &hand, &self.tops, &[])
    }

    /// Chooses the cell of the chosen card.
    fn position(&self, options: &Options) -> Action {
        let card = self.view.chosen();
        let number = card.and_then(|c| c.symbol().number()).unwrap_or(10);
        let value = |action: Action| {
            let cell = action.choice_number()?;
            Some((self.place(number, cell), action))
        };
        best(options.iter().filter_map(value)).map_or_else(|| options.nth(0), |(_, action)| action)
    }

    /// Chooses the line that the Reverse turns.
    fn line(&self, options: &Options) -> Action {
        let value = |action| Some((self.reverse(self.view.line_of(action)?), action));
        best(options.iter().filter_map(value)).map_or_else(|| options.nth(0), |(_, action)| action)
    }
}
