//! Games with a hybrid in one seat. Two games of a deal are identical until their hybrids first
//! decide differently. So the second game is continued from that round, and not played at all if
//! the decisions never differ.

use super::hybrid::{Example, Hybrid, MAX_KINDS, Noticed, Rule};
use crate::decisions::features::{Circumstances, Difference, FeatureTable};
use crate::decisions::kind::{DecisionKind, Together};
use crate::faults::Faults;
use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::{Bot, Player as _, Players};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Driver, Textual, Unit};
use powergrab_engine::rng::DealSeeds;
use powergrab_stats::layout::share;
use std::rc::Rc;

/// Two bots to compare, their game and their opponents.
pub struct Matchup<G: ArenaGame + Textual> {
    /// Game, with its number of seats.
    pub game: G,
    /// Unit of play.
    pub unit: Unit,
    /// The two bots, and the one in all other seats.
    pub bots: [Bot<G>; 3],
    /// Features of the game's decisions.
    pub features: &'static FeatureTable<G>,
}

/// Game played under [`Rule::Set`].
pub struct PlayedSet<G: ArenaGame> {
    /// Switched kinds, as bits.
    pub set: u32,
    /// Share of the win of the hybrid's seat, in parts of a [`WIN`](powergrab_stats::layout::WIN).
    pub won: i64,
    /// Observations of the hybrid.
    pub noticed: Noticed,
    /// Number of rounds.
    pub n_rounds: u32,
    /// State before each round; empty if games cannot be continued from a round.
    starts: Vec<Rc<Driver<G>>>,
}

/// Differences of a round that were switched together, and the effect on the round's result.
pub struct RoundEffect {
    /// Rule that groups them.
    pub together: Together,
    /// The first of them.
    pub difference: Difference,
    /// Number of differences.
    pub n: u32,
    /// The seat's result in the round, minus its result with these decisions made by the second
    /// bot.
    pub effect: i64,
}

impl RoundEffect {
    /// Returns the groups of a round's differences, with effects still to be measured.
    fn groups(differences: Vec<Difference>) -> Vec<RoundEffect> {
        let mut groups: Vec<RoundEffect> = Vec::new();
        for difference in differences {
            for together in [Together::Cell, Together::Own, Together::Other] {
                // Within a class, the second description only has a meaning next to the first.
                if together != Together::Cell && difference.deeds.same_class {
                    continue;
                }
                let kind = together.kind(&difference);
                let same = |known: &&mut RoundEffect| {
                    known.together == together && kind.has(&known.difference)
                };
                match groups.iter_mut().find(same) {
                    Some(known) => known.n += 1,
                    None => groups.push(RoundEffect {
                        together,
                        difference: difference.clone(),
                        n: 1,
                        effect: 0,
                    }),
                }
            }
        }
        groups
    }
}

/// Players of a thread for a matchup.
pub struct HybridTable<'g, G: ArenaGame + Textual> {
    matchup: &'g Matchup<G>,
    /// Hybrids of the two bots, by seat.
    heroes: Vec<Hybrid<G>>,
    field: Vec<Hybrid<G>>,
    /// `true` if games can be continued from any round.
    forks: bool,
    /// Failures so far.
    pub faults: Faults,
}

/// Deal with the hybrid in one seat.
#[derive(Clone, Copy)]
pub struct SeatedDeal {
    /// Number of the deal.
    pub deal: u64,
    /// Seeds of the deal.
    pub seeds: DealSeeds,
    /// Seat of the hybrid.
    pub seat: usize,
}

impl<G: ArenaGame + Textual> Matchup<G> {
    /// Returns whether games can be continued from any round: no bot listens or answers later, so
    /// all decisions follow from views.
    fn forks(&self) -> bool {
        let remembers = |bot: &Bot<G>| {
            G::external(&bot.policy).is_some_and(|s| s.answers_later() || s.player(0).listens())
        };
        !self.bots.iter().any(remembers)
    }

    /// Checks that every bot can play the game.
    ///
    /// # Errors
    /// Returns the first bot that cannot, and the reason.
    pub fn check(&self) -> Result<(), String> {
        for bot in &self.bots {
            let suits = G::suits(&bot.policy, &self.game);
            suits.map_err(|e| format!("{}: {e}", bot.name))?;
        }
        Ok(())
    }

    /// Returns the number of seats.
    pub fn n_seats(&self) -> usize {
        self.game.n_seats()
    }

    /// Returns the seat's share of the win in the finished game, in parts of a
    /// [`WIN`](powergrab_stats::layout::WIN).
    fn won(&self, driver: &Driver<G>, seat: usize) -> i64 {
        let outcome = match driver.unit() {
            Unit::Game => self.game.outcome(driver.state()),
            Unit::Round => self.game.round_outcome(driver.state()),
        };
        share(outcome.winners) * i64::from(outcome.winners >> seat & 1)
    }

    /// Returns the seat's result in a round. In a game to the target, this is its points minus the
    /// mean of the others' points, times the number of others; otherwise, its share of the win.
    /// `before` holds the scores before the round.
    fn got(&self, driver: &Driver<G>, seat: usize, before: &[i64]) -> i64 {
        if driver.unit() == Unit::Round || G::ONE_ROUND {
            let winners = self.game.round_outcome(driver.state()).winners;
            return share(winners) * i64::from(winners >> seat & 1);
        }
        let gains = self.gains(driver);
        let gained = |at: usize| gains[at] - before[at];
        let all: i64 = (0..gains.len()).map(gained).sum();
        gains.len() as i64 * gained(seat) - all
    }

    /// Returns the scores by seat, with the sign that makes more better.
    fn gains(&self, driver: &Driver<G>) -> Vec<i64> {
        let seats = 0..self.n_seats() as Seat;
        let gain = |seat| i64::from(self.game.gain(driver.state(), seat));
        seats.map(gain).collect()
    }
}

/// Deals the next round and plays it to its end.
fn play_round<G: ArenaGame + Textual>(
    game: &G,
    driver: &mut Driver<G>,
    players: &mut [&mut Hybrid<G>],
    at: &SeatedDeal,
    salt: u64,
) {
    let round = driver.n_rounds();
    let stream = at.seeds.round(round).bot(at.seat as Seat, salt);
    players[at.seat].begin_round(round, stream);
    G::next_round(game, driver, &mut Players(players));
}

impl<'g, G: ArenaGame + Textual> HybridTable<'g, G> {
    /// Returns players for hybrids with these kinds.
    pub fn new(matchup: &'g Matchup<G>, kinds: &[DecisionKind]) -> HybridTable<'g, G> {
        let [first, second, field] = &matchup.bots;
        let seats = || 0..matchup.n_seats() as Seat;
        let player = |bot: &Bot<G>, seat| G::player(&bot.policy, seat);
        let alone = |bot, seat| Hybrid::alone(player(bot, seat), matchup.features);
        let hero = |seat| alone(first, seat).with(player(second, seat), kinds);
        HybridTable {
            heroes: seats().map(hero).collect(),
            field: seats().map(|seat| alone(field, seat)).collect(),
            forks: matchup.forks(),
            faults: Faults::default(),
            matchup,
        }
    }

    /// Plays a game from its beginning, or from the state before one of its rounds, and returns its
    /// final state. Calls `each` with the state before each round.
    fn play(
        &mut self,
        at: &SeatedDeal,
        unit: Unit,
        start: Option<&Driver<G>>,
        mut each: impl FnMut(&Driver<G>),
    ) -> Driver<G> {
        let HybridTable {
            matchup,
            heroes,
            field,
            faults,
            ..
        } = self;
        let [first, second, others] = &matchup.bots;
        let mut players: Vec<&mut Hybrid<G>> = field.iter_mut().collect();
        players[at.seat] = &mut heroes[at.seat];
        let mut driver = match start {
            Some(start) => start.clone(),
            None => {
                let mut salts = vec![others.salt; players.len()];
                salts[at.seat] = first.salt;
                let mut driver = Driver::new(&matchup.game);
                driver.begin_game(&matchup.game, at.seeds, &salts, unit);
                driver.announce(&matchup.game, &mut Players(&mut players));
                driver
            }
        };
        loop {
            each(&driver);
            play_round(&matchup.game, &mut driver, &mut players, at, second.salt);
            if driver.is_over(&matchup.game) {
                break;
            }
        }
        for (seat, player) in players.iter_mut().enumerate() {
            let places = if seat == at.seat { [0, 1] } else { [2, 2] };
            for (place, fault) in places.into_iter().zip(player.faults()) {
                let Some(fault) = fault else { continue };
                faults.add(place, at.deal, fault);
            }
        }
        driver
    }

    /// Returns the seat's share of the win in the game with these kinds switched. If one of the
    /// games in `played` never parts from it, plays nothing. Otherwise, continues the one that
    /// parts from it last, if games can be continued, and adds the new game to `played`.
    pub fn play_set(&mut self, at: &SeatedDeal, set: u32, played: &mut Vec<PlayedSet<G>>) -> i64 {
        // Two games of a deal part in the round with the first difference of a kind that only one
        // of them switches.
        let parting = |other: &PlayedSet<G>| {
            let switched = (other.set ^ set) & other.noticed.seen;
            let kinds = (0..MAX_KINDS).filter(|kind| switched >> kind & 1 == 1);
            kinds.map(|kind| other.noticed.first[kind]).min()
        };
        let nearest = played.iter().map(|other| (parting(other), other));
        let nearest = nearest.max_by_key(|(round, _)| round.unwrap_or(u32::MAX));
        let (mut starts, mut noticed, mut from) = (Vec::new(), Noticed::default(), None);
        if let Some((round, other)) = nearest {
            let Some(round) = round else {
                return other.won;
            };
            if let Some(start) = other.starts.get(round as usize) {
                starts = other.starts[..round as usize].to_vec();
                noticed = other.noticed.before(round);
                from = Some(Rc::clone(start));
            }
        }
        let hero = &mut self.heroes[at.seat];
        (hero.rule, hero.noticed) = (Rule::Set(set), noticed);
        let keep = self.forks;
        let end = self.play(at, self.matchup.unit, from.as_deref(), |driver| {
            if keep {
                starts.push(Rc::new(driver.clone()));
            }
        });
        let game = PlayedSet {
            set,
            won: self.matchup.won(&end, at.seat),
            noticed: self.heroes[at.seat].noticed,
            n_rounds: end.n_rounds(),
            starts,
        };
        played.push(game);
        played.last().map_or(0, |game| game.won)
    }

    /// Plays a game as [`HybridTable::play_set`] does with no kind switched and no earlier games.
    /// Returns the first decision of each of the kinds `wanted`.
    pub fn play_first(
        &mut self,
        at: &SeatedDeal,
        wanted: u32,
        played: &mut Vec<PlayedSet<G>>,
    ) -> Vec<(usize, Example)> {
        self.heroes[at.seat].wanted = wanted;
        self.play_set(at, 0, played);
        let hero = &mut self.heroes[at.seat];
        hero.wanted = 0;
        std::mem::take(&mut hero.examples)
    }

    /// Plays a game as the first bot. Plays each round again for each group of its differences,
    /// with these decisions made by the second bot. Unless games can be continued from any round,
    /// the game is a single round.
    pub fn effects(&mut self, at: &SeatedDeal) -> Vec<RoundEffect> {
        let matchup = self.matchup;
        let forks = self.forks;
        let unit = if forks { matchup.unit } else { Unit::Round };
        let hero = &mut self.heroes[at.seat];
        hero.rule = Rule::Watch;
        hero.differences.clear();
        let mut starts = Vec::new();
        let end = self.play(at, unit, None, |driver| starts.push(driver.clone()));
        let mut differences = std::mem::take(&mut self.heroes[at.seat].differences).into_iter();
        let mut effects = Vec::new();
        let mut next = differences.next();
        for (round, start) in starts.iter().enumerate() {
            let mut differences_here = Vec::new();
            while let Some((_, difference)) = next.take_if(|next| next.0 as usize == round) {
                differences_here.push(difference);
                next = differences.next();
            }
            if differences_here.is_empty() {
                continue;
            }
            let before = matchup.gains(start);
            // The next round begins where this one ended.
            let after = starts.get(round + 1).unwrap_or(&end);
            let own = matchup.got(after, at.seat, &before);
            let mut known: Vec<(DecisionKind, u32, i64)> = Vec::new();
            for mut group in RoundEffect::groups(differences_here) {
                let cell = DecisionKind::of(&group.difference);
                // A group that consists of one cell has the effect of that cell.
                let same =
                    |(kind, n, _): &&(DecisionKind, u32, i64)| *kind == cell && *n == group.n;
                group.effect = match known.iter().find(same) {
                    Some((_, _, effect)) => *effect,
                    None => {
                        let kind = group.together.kind(&group.difference);
                        let again = self.again(at, forks.then_some(start), kind);
                        own - matchup.got(&again, at.seat, &before)
                    }
                };
                if group.together == Together::Cell {
                    known.push((cell, group.n, group.effect));
                }
                effects.push(group);
            }
        }
        effects
    }

    /// Returns the number of decisions in each circumstance, over the games of
    /// [`HybridTable::effects`], and clears it.
    pub fn take_circumstances(&mut self) -> Circumstances {
        let mut all = Circumstances::default();
        for hero in &mut self.heroes {
            all.absorb(std::mem::take(&mut hero.circumstances));
        }
        all
    }

    /// Plays a single round from the given state, or from the beginning without one. The second bot
    /// makes the decisions of one kind.
    fn again(
        &mut self,
        at: &SeatedDeal,
        start: Option<&Driver<G>>,
        kind: DecisionKind,
    ) -> Driver<G> {
        self.heroes[at.seat].rule = Rule::One(kind);
        let Some(start) = start else {
            return self.play(at, Unit::Round, None, |_| {});
        };
        let HybridTable {
            matchup,
            heroes,
            field,
            ..
        } = self;
        let mut players: Vec<&mut Hybrid<G>> = field.iter_mut().collect();
        players[at.seat] = &mut heroes[at.seat];
        let mut driver = start.clone();
        play_round(
            &matchup.game,
            &mut driver,
            &mut players,
            at,
            matchup.bots[1].salt,
        );
        driver
    }
}
