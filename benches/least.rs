//! What is there to gain? `cargo bench --bench least` sets the engine beside the least that an engine could do.
//!
//! The least game is played with Power Grab's cards by four seats, each of which lays down a uniform one of its cards that match, or draws one
//! and lays it down if it matches. Cards skip, turn the direction and make the next seat draw; a wild names a uniform colour. That is all:
//! no towers, blocks, challenges, bluffs or UNO, nobody to ask, nothing remembered, no scores of games, nothing counted but what
//! the floor needs, the rules fixed when it is compiled. It is no ruleset, and no engine could be built on it; tables, sets of cards, the
//! generator and its streams are the laboratory's own.
//!
//! It is played in two ways, to the same result: with branches, and with one path for every turn on which hardly a branch is
//! hard to foresee. Each is set beside the floor of its own random numbers (`powergrab_arena::floor`), and so are the engine and
//! the arena with `random` at Power Grab. Figures are medians over slices, in each of which what is
//! compared with a floor is measured beside it.

use powergrab_arena::rng_baseline::{Load, rng_baseline};
use powergrab_engine::cards::{CardSet, SEAT_SLOTS};
use powergrab_engine::cpu::{Work, on_this_processor};
use powergrab_engine::game::{Chance, Pile};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Family, Rules, Tables};
use powergrab_lab::bench::{Effort, SLICE_ROUNDS as ROUNDS, measure, median, ratio};
use std::ops::{AddAssign, Range};
use std::time::Instant;

/// Seats at the table.
const SEATS: usize = 4;
/// Cards dealt to each.
const HAND: u8 = 7;
/// The most cards that a turn takes off the draw pile, and some; with fewer left the round is over, without a winner.
const SPARE: u8 = 8;
/// Slices of as many rounds as in `powergrab bench`.
const SLICES: u64 = 15;
/// The bits of a card's `moves` in the engine's tables: it turns the direction, the next seat misses its turn.
const TURN_ROUND: u8 = SEAT_SLOTS as u8;
const MISS: u8 = 2 * TURN_ROUND;

/// What happened in some rounds, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    rounds: u64,
    turns: u64,
    draws: u64,
    choices: u64,
    points: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        self.rounds += more.rounds;
        self.turns += more.turns;
        self.draws += more.draws;
        self.choices += more.choices;
        self.points += more.points;
    }
}

/// A round of the least game.
struct Round<'t> {
    t: &'t Tables,
    pile: Pile,
    /// Cards in the draw pile.
    left: u8,
    /// One for each seat; those after them are for numbers that nobody draws.
    rngs: [Rng; 2 * SEATS],
    hands: [CardSet; SEATS],
    seat: u8,
    direction: u8,
    counts: Counts,
}

impl<'t> Round<'t> {
    /// A round that is dealt, and the card on top.
    #[inline(always)]
    fn deal(t: &'t Tables, seeds: Seeds, deal: u64) -> (Round<'t>, u8) {
        let seeds = seeds.deal(deal).round(0);
        let mut pile = Pile::new(seeds.table());
        pile.fill(t.n_cards);
        let hands = std::array::from_fn(|_| pile.draw_many(HAND));
        let mut top = pile.draw();
        while t.wilds.has(top) {
            pile.put_back(top);
            top = pile.draw();
        }
        let dealt = SEATS as u8 * HAND + 1;
        let round = Round {
            t,
            pile,
            left: t.n_cards - dealt,
            rngs: std::array::from_fn(|i| match i {
                0..SEATS => seeds.bot(i as u8, 0),
                _ => Rng::from_key(0),
            }),
            hands,
            seat: (deal % SEATS as u64) as u8,
            direction: 0,
            counts: Counts {
                rounds: 1,
                draws: u64::from(dealt),
                ..Counts::default()
            },
        };
        (round, top)
    }

    /// The seat whose turn it is, as a place in arrays.
    #[inline(always)]
    fn place(&self) -> usize {
        usize::from(self.seat) % SEATS
    }

    #[inline(always)]
    fn after(&self, seat: u8) -> u8 {
        self.t.after(self.direction, seat)
    }

    #[inline(always)]
    fn draw(&mut self, seat: u8, n: u8) -> CardSet {
        let cards = self.pile.draw_many(n);
        self.hands[usize::from(seat) % SEATS] |= cards;
        self.left -= n;
        self.counts.draws += u64::from(n);
        cards
    }

    /// A uniform one of these cards.
    #[inline(always)]
    fn choose(&mut self, cards: CardSet) -> u8 {
        self.counts.choices += 1;
        let place = self.place();
        cards.nth(self.rngs[place].below(cards.len()))
    }

    /// A uniform colour.
    #[inline(always)]
    fn name_colour(&mut self) -> u8 {
        self.counts.choices += 1;
        let place = self.place();
        self.rngs[place].below(4) as u8
    }

    #[inline(always)]
    fn end(mut self) -> Counts {
        let points = self.hands.iter().map(|&hand| self.t.points_of(hand));
        self.counts.points = points.map(u64::from).sum();
        self.counts
    }
}

/// A way to play a round that is dealt, to its end.
trait Way {
    fn play(&self, round: &mut Round<'_>, top: u8);
}

/// A branch for everything that may or may not be.
struct Branches;

impl Way for Branches {
    #[inline(always)]
    fn play(&self, r: &mut Round<'_>, top: u8) {
        let mut matches = r.t.matches[usize::from(top) % 128];
        while r.left >= SPARE {
            r.counts.turns += 1;
            let (seat, place) = (r.seat, r.place());
            let mut fitting = r.hands[place] & matches;
            if fitting.is_empty() {
                fitting = r.draw(seat, 1) & matches;
                if fitting.is_empty() {
                    r.seat = r.after(seat);
                    continue;
                }
            }
            let slot = r.choose(fitting);
            let rest = r.hands[place] ^ CardSet::one(slot);
            r.hands[place] = rest;
            if rest.is_empty() {
                return;
            }
            let card = r.t.card(slot);
            matches = if r.t.wilds.has(slot) {
                r.t.named(r.name_colour())
            } else {
                r.t.matches[usize::from(slot) % 128]
            };
            let moved = r.direction ^ card.moves;
            r.direction = moved & TURN_ROUND;
            if card.draws == 0 {
                r.seat = r.t.after(moved, seat);
            } else {
                let hit = r.after(seat);
                r.draw(hit, card.draws);
                r.seat = r.after(hit);
            }
        }
    }
}

/// No card: its set is empty, nothing is drawn for it and nobody moves.
const NOTHING: u8 = 127;
/// The places in [`OnePath::matches`] of the four colours named for a wild on top; no card has them, for the deck ends before.
const NAMED: u8 = 112;
/// Cards drawn ahead at once.
const AHEAD: u8 = 16;

/// One path for every turn: what does not happen is done with [`NOTHING`]. Cards are drawn ahead, which changes none of them, so
/// that a draw is a load. There are branches for a wild, for going out and for drawing ahead.
struct OnePath {
    ones: [CardSet; 128],
    matches: [CardSet; 128],
    cards: [Acts; 128],
    /// What a seat chooses among besides the cards that fit: nothing, and where it passes [`NOTHING`].
    passing: [CardSet; 2],
}

/// What a card does that is no wild, without a branch.
#[derive(Clone, Copy, Default)]
struct Acts {
    /// As in the engine's tables, and the next seat misses its turn where it draws.
    moves: u8,
    /// How many cards the next seat draws, 0 to 2.
    draws: u8,
    /// All ones where the first card and the second are not drawn: a slot with all ones is [`NOTHING`].
    not: [u8; 2],
}

impl OnePath {
    fn new(t: &Tables) -> OnePath {
        assert!(t.n_cards <= NAMED);
        let mut way = OnePath {
            ones: std::array::from_fn(|slot| CardSet::one(slot as u8)),
            matches: t.matches,
            cards: [Acts::default(); 128],
            passing: [CardSet::EMPTY, CardSet::one(NOTHING)],
        };
        way.ones[usize::from(NOTHING)] = CardSet::EMPTY;
        for colour in 0..4 {
            way.matches[usize::from(NAMED + colour)] = t.named(colour);
        }
        for (slot, acts) in way.cards.iter_mut().enumerate() {
            let card = t.card(slot as u8);
            let wild = card.colour > 3;
            let misses = if card.draws > 0 { MISS } else { 0 };
            acts.moves = card.moves | misses;
            acts.draws = if wild { 0 } else { card.draws };
            acts.not = [0, 1].map(|nth| if nth < acts.draws { 0 } else { NOTHING });
        }
        way
    }

    #[inline(always)]
    fn one(&self, slot: u8) -> CardSet {
        self.ones[usize::from(slot) % 128]
    }
}

impl Way for OnePath {
    #[inline(always)]
    fn play(&self, r: &mut Round<'_>, mut top: u8) {
        let mut ahead = [0; 128];
        let (mut drawn, mut known) = (0, 0);
        let all = r.left;
        while all - drawn >= SPARE {
            r.counts.turns += 1;
            if known - drawn < SPARE {
                for _ in 0..AHEAD.min(all - known) {
                    ahead[usize::from(known) % 128] = r.pile.draw();
                    known += 1;
                }
            }
            let next_card = |drawn: u8, not: u8| self.one(ahead[usize::from(drawn) % 128] | not);
            let (seat, place) = (r.seat, r.place());
            let matches = self.matches[usize::from(top) % 128];
            let fitting = r.hands[place] & matches;
            let needs = u8::from(fitting.is_empty());
            let new = next_card(drawn, needs.wrapping_sub(1));
            drawn += needs;
            let fitting = fitting | new & matches;
            let passes = u8::from(fitting.is_empty());
            // A seat that passes chooses among nothing, with a stream that nobody draws from.
            let fitting = fitting | self.passing[usize::from(passes)];
            let mut rng = r.rngs[place].clone();
            let slot = fitting.nth(rng.below(fitting.len()));
            r.rngs[place + SEATS * usize::from(passes)] = rng;
            r.counts.choices += u64::from(1 - passes);
            let rest = (r.hands[place] | new) ^ self.one(slot);
            r.hands[place] = rest;
            if rest.is_empty() {
                break;
            }
            let keeps = passes.wrapping_neg();
            top = top & keeps | slot & !keeps;
            let acts = self.cards[usize::from(slot) % 128];
            let moved = r.direction ^ acts.moves;
            r.direction = moved & TURN_ROUND;
            let hit = usize::from(r.after(seat)) % SEATS;
            if r.t.wilds.has(slot) {
                top = NAMED + r.name_colour();
                for _ in 0..r.t.card(slot).draws {
                    r.hands[hit] |= next_card(drawn, 0);
                    drawn += 1;
                }
            }
            let [first, second] = acts.not;
            r.hands[hit] |= next_card(drawn, first) | next_card(drawn + 1, second);
            drawn += acts.draws;
            r.seat = r.t.after(moved, seat);
        }
        r.counts.draws += u64::from(drawn);
    }
}

/// Rounds to be played one way.
struct Rounds<'a, W> {
    way: &'a W,
    t: &'a Tables,
    seeds: Seeds,
    deals: Range<u64>,
}

impl<W: Way> Work for Rounds<'_, W> {
    type Output = Counts;

    #[inline(always)]
    fn work(self) -> Counts {
        let mut counts = Counts::default();
        for deal in self.deals {
            let (mut round, top) = Round::deal(self.t, self.seeds, deal);
            self.way.play(&mut round, top);
            counts += round.end();
        }
        counts
    }
}

/// Plays these deals one way.
fn play<W: Way>(way: &W, t: &Tables, seeds: Seeds, deals: &Range<u64>) -> Counts {
    on_this_processor(Rounds {
        way,
        t,
        seeds,
        deals: deals.clone(),
    })
}

/// Nanoseconds a round, by slice.
type Times = Vec<f64>;

fn time<T>(times: &mut Times, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = work();
    times.push(started.elapsed().as_nanos() as f64 / ROUNDS as f64);
    done
}

fn main() {
    let rules = Rules::official(Family::PowerGrab);
    let t = &Tables::new(&rules, SEATS);
    let one_path = OnePath::new(t);
    let seeds = Seeds::new(1, Purpose::Play);
    let (mut floors, mut with, mut without) = (Times::new(), Times::new(), Times::new());
    let mut all = Counts::default();
    for slice in 0..SLICES {
        let deals = slice * ROUNDS..(slice + 1) * ROUNDS;
        let counts = time(&mut with, || play(&Branches, t, seeds, &deals));
        let same = time(&mut without, || play(&one_path, t, seeds, &deals));
        assert_eq!(counts, same, "the two ways have to be the same game");
        let load = Load {
            cards: t.n_cards.into(),
            draws: counts.draws as f64 / ROUNDS as f64,
            choices: counts.choices as f64 / ROUNDS as f64,
        };
        time(&mut floors, || {
            std::hint::black_box(rng_baseline(ROUNDS, load))
        });
        all += counts;
    }
    let effort = Effort {
        slices: SLICES as usize,
        games: None,
        threads: None,
    };
    let case = measure(&rules, "random", SEATS, effort).expect("a table of random at Power Grab");

    let per_round = |n: u64| n as f64 / all.rounds as f64;
    println!(
        "The least game: {:.1} turns, {:.1} cards drawn, {:.1} choices, {:.1} points left a round.\n",
        per_round(all.turns),
        per_round(all.draws),
        per_round(all.choices),
        per_round(all.points),
    );
    println!(
        "{:30} {:>8} {:>8} {:>7}",
        "one thread, medians", "ns/round", "ns/turn", "/floor"
    );
    let row = |what: &str, ns: f64, turns: f64, ratio: f64| {
        println!("{what:30} {ns:8.0} {:8.1} {ratio:7.2}", ns / turns);
    };
    for (what, times) in [
        ("least game, branches", &with),
        ("least game, one path", &without),
    ] {
        row(
            what,
            median(times),
            per_round(all.turns),
            ratio(times, &floors),
        );
    }
    row(
        "random, engine alone",
        case.engine_ns,
        case.turns,
        case.engine_ratio,
    );
    row("random, arena", case.arena_ns, case.turns, case.arena_ratio);
}
