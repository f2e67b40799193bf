//! Card values: one card of a dealt hand is exchanged, all else stays equal, and the round is
//! played on.
//!
//! In each deal a seat and one card of its hand are drawn at random. For each kind of card in the
//! draw pile, one card of that kind swaps places with the drawn card. The seat's gain over its
//! dealt hand is the value of that kind, relative to a random card of the hand.

use super::experiment::{
    Entry, Experiment, Job, Outcome, Part, Payload, Played, Setting, files, payload, sum,
};
use super::seating_pool::{Place, SeatedLineUp, SeatingPool};
use super::tables::{BalanceColumns as _, Effect, without_rows};
use powergrab_arena::ArenaGame as _;
use powergrab_arena::parallel_deals::{Merge, parallel_deals};
use powergrab_arena::piece::PiecesError;
use powergrab_arena::run::{Control, RunError, Workers};
use powergrab_engine::cards::{Card, CardSet, Seat, Symbol};
use powergrab_engine::game::{Driver, NoObserver, Unit};
use powergrab_engine::rng::Seeds;
use powergrab_engine::shedding::{Phase, Shedding};
use powergrab_stats::moments::Moments;
use powergrab_table::page::{Plan, Section, Shown};
use powergrab_table::sheet::Sheet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// `[cards]`
pub const ENTRY: Entry = Entry {
    name: "cards",
    read: |r| Ok(Box::new(CardsPart(Part::read(r)?))),
    blanks: || vec![sheet().blank()],
    sections: &[Section {
        id: "card-worth",
        title: "What a card is worth",
        parts: &[Shown::Plots(Plan {
            file: CARD_WORTH,
            about: "One card of a dealt hand, drawn at random, was exchanged for a card of this kind from the draw pile, all else left equal: the change in that seat's chance of winning the round.",
            label: |row| row.text("card").into_owned(),
            ..Plan::EFFECT
        })],
    }],
    sentences: |_| Vec::new(),
};

const CARD_WORTH: &str = "card_worth.csv";

#[rustfmt::skip]
fn sheet<'a>() -> Sheet<&'a CardRow> {
    Sheet::<&CardRow>::new("card_worth", "What a card is worth at the start: one card of a dealt hand, drawn by lot, was exchanged for one of this kind from the draw pile, all else left equal. Bounds are empty where fewer than 25 deals have anything to count: rare events would give too narrow an interval.")
        .place(|row| &row.place)
        .column("card", "the kind of card: action cards by their text, numbers by their icon, plain numbers in two classes", |row| &row.card)
        .effect(|row| row.effect)
}

/// Request of `[cards]`.
#[derive(Debug)]
struct CardsPart(Part);

impl Experiment for CardsPart {
    fn part(&self) -> &Part {
        &self.0
    }

    fn play(&self, setting: &Setting<'_>, job: &Job, control: Control<'_>) -> Payload {
        let cards = Cards {
            tables: setting.tables,
            seeds: setting.seeds,
        };
        payload(cards.run(job.deals.clone(), setting.workers, control))
    }

    fn outcome(&self, setting: &Setting<'_>, played: &Played<'_>) -> Result<Outcome, PiecesError> {
        let found: CardResults = sum(played)?.unwrap_or_default();
        let rows = found.rows(setting.tables);
        let places = rows.iter().map(|row| &row.place);
        Ok(Outcome {
            files: files([sheet().table(&rows)]),
            warnings: without_rows(ENTRY.name, CARD_WORTH, setting.tables, places),
            continuations: found.continuations,
            ..Outcome::default()
        })
    }
}

/// Returns the kind of a card: action cards by symbol, numbers with an icon by tower, plain ones by
/// number, and 7 and 0 separately if they move hands (HR-5).
fn kind(card: Card, seven_zero: bool) -> String {
    if let Some(number @ (7 | 0)) = card.symbol().number().filter(|_| seven_zero) {
        return number.to_string();
    }
    match (card.icon(), card.symbol().index() <= Symbol::N9.index()) {
        (Some(tower), _) => format!("number with {tower}"),
        (None, false) => card.symbol().text().to_owned(),
        (None, true) => match card.symbol().index() {
            0..=4 => "plain 0-4".to_owned(),
            _ => "plain 5-9".to_owned(),
        },
    }
}

/// Returns the cards of each kind.
fn kinds(game: &Shedding) -> Vec<(String, CardSet)> {
    let mut kinds: Vec<(String, CardSet)> = Vec::new();
    for (slot, card) in game.rules().deck.cards().iter().enumerate() {
        let name = kind(*card, game.rules().seven_zero);
        let one = CardSet::one(slot as u8);
        match kinds.iter_mut().find(|(known, _)| *known == name) {
            Some((_, cards)) => *cards |= one,
            None => kinds.push((name, one)),
        }
    }
    kinds
}

/// Samples, change in wins, change in points.
type Worth = Moments<3>;

/// Results by table and kind.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CardResults {
    worth: BTreeMap<(usize, usize), Worth>,
    deals: u64,
    continuations: u64,
}

impl Merge for CardResults {
    fn fresh(&self) -> CardResults {
        CardResults::default()
    }

    fn absorb(&mut self, other: CardResults) {
        for (key, moments) in other.worth {
            self.worth.entry(key).or_default().absorb(&moments);
        }
        self.deals += other.deals;
        self.continuations += other.continuations;
    }
}

/// Value of a kind of card.
#[derive(Clone, Debug, PartialEq)]
pub struct CardRow {
    /// The table.
    pub place: Place,
    /// The kind of card.
    pub card: String,
    /// Effect of having one of it instead of a random card of the hand.
    pub effect: Effect,
}

/// The experiment on these tables.
#[derive(Clone, Copy, Debug)]
pub struct Cards<'a> {
    /// The tables.
    pub tables: &'a [SeatedLineUp],
    /// Source of the deals.
    pub seeds: Seeds,
}

impl Cards<'_> {
    /// Plays these deals; `None` if cancelled.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub fn run(
        &self,
        deals: Range<u64>,
        workers: Workers,
        control: Control<'_>,
    ) -> Result<Option<CardResults>, RunError> {
        let kinds: Vec<_> = self.tables.iter().map(|t| kinds(&t.game)).collect();
        let chairs = || self.tables.iter().map(SeatingPool::new).collect::<Vec<_>>();
        parallel_deals(
            deals,
            workers,
            &CardResults::default(),
            control,
            chairs,
            |chairs, deal, found| {
                for (table, chairs) in chairs.iter_mut().enumerate() {
                    self.deal(table, &kinds[table], chairs, deal, found);
                }
                found.deals += 1;
                found.worth.values_mut().for_each(Moments::end_deal);
            },
        )
    }

    fn deal(
        &self,
        table: usize,
        kinds: &[(String, CardSet)],
        chairs: &mut SeatingPool,
        deal: u64,
        found: &mut CardResults,
    ) {
        let seated = &self.tables[table];
        let seeds = self.seeds.deal(deal);
        seated.games(chairs, deal, self.seeds, Unit::Round, |driver, players| {
            driver.begin_round(&seated.game, &mut NoObserver);
            // Turns without a choice may be over before the first question; the prefix is still
            // the same for all branches.
            if driver.ask(&seated.game, &mut NoObserver).is_none()
                || !matches!(driver.state().phase(), Phase::Turn | Phase::Upcard)
            {
                return;
            }
            let mut lots = seeds.round(0).turn(0);
            let seat = lots.below(seated.bots.len() as u32) as Seat;
            let hand = driver.state().hand(seat);
            let out = hand.nth(lots.below(hand.len()));
            let pile = seated.game.draw_pile(driver.state());
            let mut end = |fork: &mut Driver<Shedding>| {
                Shedding::finish_round(&seated.game, fork, players);
                let points = fork.state().round_points()[usize::from(seat)];
                (
                    i64::from(fork.state().winner() == Some(seat)),
                    i64::from(points),
                )
            };
            let real = end(&mut driver.clone());
            for (at, (_, cards)) in kinds.iter().enumerate() {
                let there = pile & *cards;
                let worth = found.worth.entry((table, at)).or_default();
                if cards.has(out) {
                    // It has the card already.
                    worth.add([1, 0, 0]);
                    continue;
                }
                if there.is_empty() {
                    continue;
                }
                let into = there.nth(lots.below(there.len()));
                let other = driver.fork_with(|round| {
                    seated
                        .game
                        .exchange_card(&mut round.state, &mut round.chance, seat, out, into)
                });
                if let Ok(mut other) = other {
                    let way = end(&mut other);
                    worth.add([1, way.0 - real.0, way.1 - real.1]);
                    found.continuations += 1;
                }
            }
        });
    }
}

impl CardResults {
    /// Returns the rows.
    pub fn rows(&self, tables: &[SeatedLineUp]) -> Vec<CardRow> {
        let row = |(&(table, at), m): (&(usize, usize), &Worth)| {
            let seated = tables.get(table)?;
            Some(CardRow {
                place: seated.place(),
                card: kinds(&seated.game).into_iter().nth(at)?.0,
                effect: Effect::of(m, self.deals)?,
            })
        };
        self.worth.iter().filter_map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use powergrab_engine::cards::Tower;
    use powergrab_engine::shedding::{Family, Rules};

    #[test]
    fn kinds_part_the_deck() {
        let game = Shedding::new(Rules::official(Family::PowerGrab), 2).unwrap();
        let kinds = kinds(&game);
        let total: u32 = kinds.iter().map(|(_, cards)| cards.len()).sum();
        assert_eq!(total, 112);
        // Seven action cards, four icons, two classes of plain numbers.
        assert_eq!(kinds.len(), 13, "{kinds:?}");
        let towers = Tower::ALL.map(|t| format!("number with {t}"));
        assert!(
            towers
                .iter()
                .all(|name| kinds.iter().any(|(k, _)| k == name))
        );
        assert!(kinds.iter().any(|(k, _)| k == Symbol::GrabTwo.text()));
    }
}
