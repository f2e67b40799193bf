//! Games with a hybrid in one seat. Two games of a deal are the same until their hybrids decide otherwise for the first time, so the
//! second one is played on from the round in which that happens, and not at all if it never does.

use super::features::{Circumstances, Difference, FeatureTable};
use super::hybrid::{Example, Hybrid, MAX_KINDS, Noticed, Rule};
use super::kinds::DecisionKind;
use crate::study::study_error::StudyError;
use powergrab_arena::ArenaGame;
use powergrab_arena::run::FirstFaults;
use powergrab_bots::strategy::{Bot, Fault, FaultKind, Player as _, Players};
use powergrab_engine::cards::Seat;
use powergrab_engine::cpu::{Work, on_this_processor};
use powergrab_engine::game::{Driver, NoObserver, Seats, SeatsObserver, Textual, Unit};
use powergrab_engine::rng::DealSeeds;
use powergrab_stats::layout::share;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Who is compared, where, and against whom.
pub struct Matchup<G: ArenaGame + Textual> {
    /// The game, for its number of seats.
    pub game: G,
    /// What is played as one game.
    pub unit: Unit,
    /// The two bots, and the one in all other seats.
    pub bots: [Bot<G>; 3],
    /// What can be said of a decision.
    pub features: &'static FeatureTable<G>,
}

/// The bots that failed, by their place in [`Matchup::bots`].
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Faults {
    /// In how many games, and in how many of them it did not answer in time.
    pub games: BTreeMap<usize, [u64; 2]>,
    /// The deal of the first failure, and how it failed.
    pub first: FirstFaults,
}

impl Faults {
    /// A bot failed in a game.
    fn add(&mut self, bot: usize, deal: u64, fault: Fault) {
        let games = self.games.entry(bot).or_default();
        games[0] += 1;
        games[1] += u64::from(fault.kind == FaultKind::Timeout);
        self.note(bot, (deal, fault));
    }

    /// Keeps a failure if it is the bot's first.
    fn note(&mut self, bot: usize, fault: (u64, Fault)) {
        match self.first.get(&bot) {
            Some((deal, _)) if *deal <= fault.0 => {}
            _ => {
                self.first.insert(bot, fault);
            }
        }
    }

    /// Adds those of another part.
    pub fn absorb(&mut self, other: Faults) {
        for (bot, [games, late]) in other.games {
            let own = self.games.entry(bot).or_default();
            own[0] += games;
            own[1] += late;
        }
        for (bot, fault) in other.first {
            self.note(bot, fault);
        }
    }
}

/// A game that was played under [`Rule::Set`].
pub struct PlayedSet<G: ArenaGame> {
    /// The kinds that were switched.
    pub set: u32,
    /// What the seat won, in parts of [`WIN`].
    pub won: i64,
    /// What its hybrid noticed.
    pub noticed: Noticed,
    /// How many rounds were played.
    pub n_rounds: u32,
    /// The table before each round; empty where a game cannot be played on.
    starts: Vec<Rc<Driver<G>>>,
}

/// Which differences of a round are switched together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Together {
    /// Those in which both bots do the same.
    Cell,
    /// Those in which the first bot does the same.
    Own,
    /// Those in which the second does the same.
    Other,
}

/// Differences of a round that were switched together, with what the seat loses by that in this round.
pub struct RoundEffect {
    /// Which differences.
    pub together: Together,
    /// The first of them.
    pub difference: Difference,
    /// How many there were.
    pub n: u32,
    /// What the seat got in the round, less what it gets if it plays these decisions as the other.
    pub effect: i64,
}

impl RoundEffect {
    /// The groups of a round's differences, whose effects are to be found.
    fn groups(differences: Vec<Difference>) -> Vec<RoundEffect> {
        let mut groups: Vec<RoundEffect> = Vec::new();
        for difference in differences {
            for together in [Together::Cell, Together::Own, Together::Other] {
                // How an option differs from another of its class says nothing alone.
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

impl Together {
    /// The kind of the differences that are switched together with this one.
    pub fn kind(self, difference: &Difference) -> DecisionKind {
        let cell = DecisionKind::of(difference);
        match self {
            Together::Cell => cell,
            Together::Own => DecisionKind {
                other: None,
                ..cell
            },
            Together::Other => DecisionKind { own: None, ..cell },
        }
    }
}

/// A round that is dealt, as one block of work.
struct Finish<'a, G: ArenaGame, S> {
    game: &'a G,
    driver: &'a mut Driver<G>,
    seats: &'a mut S,
}

impl<G: ArenaGame, S: Seats<G>> Work for Finish<'_, G, S> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        self.driver.finish(self.game, self.seats, &mut NoObserver);
    }
}

/// A thread's players for a matchup.
pub struct HybridTable<'g, G: ArenaGame + Textual> {
    matchup: &'g Matchup<G>,
    /// By seat.
    heroes: Vec<Hybrid<G>>,
    field: Vec<Hybrid<G>>,
    /// Whether games can be played on from any round.
    forks: bool,
    /// The bots that failed so far.
    pub faults: Faults,
}

/// A deal with the hybrid in one seat.
#[derive(Clone, Copy)]
pub struct SeatedDeal {
    /// The deal.
    pub deal: u64,
    /// Its seeds.
    pub seeds: DealSeeds,
    /// The hybrid's seat.
    pub seat: usize,
}

impl<G: ArenaGame + Textual> Matchup<G> {
    /// Whether nobody listens, so that all decisions follow from views and a game can be played on from any round.
    fn forks(&self) -> bool {
        let remembers = |bot: &Bot<G>| {
            G::external(&bot.policy).is_some_and(|s| s.answers_later() || s.player(0).listens())
        };
        !self.bots.iter().any(remembers)
    }

    /// Checks that every bot can play the game.
    ///
    /// # Errors
    /// The first that cannot, and what it lacks.
    pub fn check(&self) -> Result<(), StudyError> {
        for bot in &self.bots {
            let suits = G::suits(&bot.policy, &self.game);
            suits.map_err(|e| StudyError::Input(format!("{}: {e}", bot.name)))?;
        }
        Ok(())
    }

    /// How many seats there are.
    pub fn n_seats(&self) -> usize {
        self.game.n_seats()
    }

    /// What the seat got in the game that is over, in parts of [`WIN`].
    fn won(&self, driver: &Driver<G>, seat: usize) -> i64 {
        let outcome = match driver.unit() {
            Unit::Game => self.game.outcome(driver.state()),
            Unit::Round => self.game.round_outcome(driver.state()),
        };
        share(outcome.winners) * i64::from(outcome.winners >> seat & 1)
    }

    /// What the seat got in a round: of a game to the target its points over the others' mean, times their number; else a share of the
    /// win. `before` are the scores before it.
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

    /// The scores by seat, with the sign that makes more better.
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
    if Seats::<G>::listen(&Players(players)) {
        driver.begin_round(game, &mut SeatsObserver(&mut Players(players)));
    } else {
        driver.begin_round(game, &mut NoObserver);
    }
    let round = driver.round_number();
    let stream = at.seeds.round(round).bot(at.seat as Seat, salt);
    players[at.seat].begin_round(round, stream);
    let seats = &mut Players(players);
    on_this_processor(Finish {
        game,
        driver,
        seats,
    });
}

impl<'g, G: ArenaGame + Textual> HybridTable<'g, G> {
    /// Players for hybrids with these kinds.
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

    /// Plays a game, from its beginning or from the table before one of its rounds; `each` sees the table before each round and, with
    /// the second argument, at the end of the game.
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

    /// Plays a game in which these kinds are switched, or finds that it goes as one of those `played` before.
    pub fn play_set(&mut self, at: &SeatedDeal, set: u32, played: &mut Vec<PlayedSet<G>>) -> i64 {
        // Where two games of a deal part: in the round with the first difference of a kind that only one of them switches.
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

    /// As [`HybridTable::play_set`] with no kind switched and nothing played before; keeps the first decision of each of the kinds
    /// `wanted`.
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

    /// Plays a game as the first bot, and each of its rounds again for each group of its differences, with these decisions as the
    /// other. If somebody listens, the game is a single round.
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
            // The round that follows begins where this one ended.
            let after = starts.get(round + 1).unwrap_or(&end);
            let own = matchup.got(after, at.seat, &before);
            let mut known: Vec<(DecisionKind, u32, i64)> = Vec::new();
            for mut group in RoundEffect::groups(differences_here) {
                let cell = DecisionKind::of(&group.difference);
                // A group of one cell is that cell.
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

    /// How often each circumstance came up in the games of [`HybridTable::effects`]; forgets it.
    pub fn take_circumstances(&mut self) -> Circumstances {
        let mut all = Circumstances::default();
        for hero in &mut self.heroes {
            all.absorb(std::mem::take(&mut hero.circumstances));
        }
        all
    }

    /// Plays a single round from the table before it, or else from the beginning, with the decisions of one kind as the other.
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
