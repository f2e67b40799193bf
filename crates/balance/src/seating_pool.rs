//! Tables of an experiment: rules for a number of seats, and the bots there.

use powergrab_arena::seating::{CircularLineUp, Order, Orders};
use powergrab_bots::strategy::{Bot, BotGame as _, Player as _, ShedPlayer};
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::game::{Driver, Unit};
use powergrab_engine::rng::{DealSeeds, Seeds};
use powergrab_engine::shedding::{Rules, Shedding};

/// The table of a row of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The ruleset's name.
    pub ruleset: String,
    /// The number of players.
    pub players: usize,
    /// Bots at the table, in the order of the line-up, joined by `+`.
    pub line_up: String,
}

/// A line-up at its table.
#[derive(Clone, Debug)]
pub struct SeatedLineUp {
    /// The game for this number of seats.
    pub game: Shedding,
    /// The bots in the order of the line-up.
    pub bots: Vec<Bot<Shedding>>,
    /// By bot: a number that identical bots share.
    kinds: Vec<usize>,
}

/// Error of a line-up that an experiment cannot use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatedLineUpError {
    /// The rules do not allow this many players.
    #[error("{0}")]
    Players(String),
    /// The bot remembers more than its view shows, so a round cannot be continued twice.
    #[error(
        "the bot {0} listens to events (it is a program or module), so a round cannot be played twice from the same turn; use built-in bots"
    )]
    Listens(String),
}

impl SeatedLineUp {
    /// Seats these bots at a table with these rules.
    ///
    /// # Errors
    /// [`SeatedLineUpError`] if the rules do not allow the number of bots, or if a bot has hidden
    /// memory.
    pub fn new(rules: &Rules, bots: Vec<Bot<Shedding>>) -> Result<SeatedLineUp, SeatedLineUpError> {
        let game = Shedding::new(rules.clone(), bots.len())
            .map_err(|e| SeatedLineUpError::Players(e.to_string()))?;
        for bot in &bots {
            if Shedding::external(&bot.policy)
                .is_some_and(|s| s.answers_later() || s.player(0).listens())
            {
                return Err(SeatedLineUpError::Listens(bot.name.clone()));
            }
        }
        let place = |bot: &Bot<Shedding>| bots.iter().position(|b| b.name == bot.name);
        let kinds = bots.iter().filter_map(place).collect();
        Ok(SeatedLineUp { game, bots, kinds })
    }

    /// Returns the table of its rows.
    pub fn place(&self) -> Place {
        let names: Vec<&str> = self.bots.iter().map(|b| b.name.as_str()).collect();
        Place {
            ruleset: self.game.rules().name.clone(),
            players: self.bots.len(),
            line_up: names.join("+"),
        }
    }

    /// Returns whether it is played with towers (PG-8).
    pub fn has_towers(&self) -> bool {
        self.game.tables().towers != 0
    }

    /// Calls `each` for every distinct rotation of the line-up in this deal, with a driver that has
    /// started its game but no round, and the players by seat.
    pub fn games(
        &self,
        pool: &mut SeatingPool,
        deal: u64,
        seeds: Seeds,
        unit: Unit,
        mut each: impl FnMut(&mut Driver<Shedding>, &mut [&mut ShedPlayer]),
    ) {
        let n = self.bots.len();
        // If one bot sits in all seats, there is nothing to order.
        let order = match self.kinds.iter().all(|kind| *kind == self.kinds[0]) {
            true => std::array::from_fn(|i| i as u8),
            false => Orders::new(seeds, Order::Cyclic).places(n, deal),
        };
        let same = CircularLineUp::new(&self.kinds, &order);
        let places: Vec<usize> = (0..n).collect();
        let ring = CircularLineUp::new(&places, &order);
        for rotation in 0..same.n_distinct() {
            let places = ring.rotation(rotation);
            let (driver, mut players) = pool.seat(&self.game, places, seeds.deal(deal), unit);
            each(driver, &mut players);
        }
    }
}

/// A thread's driver and players for a table.
pub struct SeatingPool {
    driver: Driver<Shedding>,
    /// By seat, then by index in the line-up.
    players: Vec<Vec<ShedPlayer>>,
    salts: Vec<u64>,
}

impl SeatingPool {
    pub fn new(seated: &SeatedLineUp) -> SeatingPool {
        let n = seated.bots.len();
        SeatingPool {
            driver: Driver::new(&seated.game),
            players: (0..n)
                .map(|seat| {
                    let player = |bot: &Bot<Shedding>| Shedding::player(&bot.policy, seat as Seat);
                    seated.bots.iter().map(player).collect()
                })
                .collect(),
            salts: seated.bots.iter().map(|bot| bot.salt).collect(),
        }
    }

    /// Begins a game with the players seated in this rotation. Returns the driver, which has started
    /// no round, and the players by seat.
    pub fn seat(
        &mut self,
        game: &Shedding,
        places: &[usize],
        seeds: DealSeeds,
        unit: Unit,
    ) -> (&mut Driver<Shedding>, Vec<&mut ShedPlayer>) {
        let mut salts = [0; MAX_SEATS];
        let mut players = Vec::with_capacity(places.len());
        for ((row, &place), salt) in self.players.iter_mut().zip(places).zip(&mut salts) {
            *salt = self.salts[place];
            let player = &mut row[place];
            player.new_game();
            players.push(player);
        }
        self.driver.begin_game(game, seeds, &salts, unit);
        (&mut self.driver, players)
    }
}
