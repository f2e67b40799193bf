//! Bots: the interface, the register, and one file per family.
//!
//! A *strategy* is shared and immutable. For each seat it makes a *player*, which may remember things for the length of
//! one game. A player sees a view (what its seat may know) and the legal options, and has a stream of random numbers of
//! its own; it has no other way to the cards.
//!
//! | file | holds |
//! |---|---|
//! | `register` | strategy files, names, what a policy says of itself |
//! | `catalog` | where bots are looked up, with those that a program of one's own adds |
//! | `entries` | what the register holds |
//! | `params` | tables of tunable parameters |
//! | `policies` | how a game lists its policies |
//! | `shed` | the register of the shedding games and its policies |
//! | `grid` | the register of Grid and its policies |
//! | `checked` | players from outside the register, whose answers are not believed |
//! | `fault` | how a bot from outside can fail |
//! | `remote` | bots that answer later |
//! | `batch` | bots that answer many questions in one call |
//! | `seats` | players around a table, as the driver wants them |
//! | `reasons` | what a bot thinks of its options |
//! | `process` | bots that are programs, over standard input and output |
//! | `wasm` | bots that are WebAssembly modules |
//! | `search` | what searching bots share, a directory |
//! | `monte_carlo` | flat search over hidden cards |
//! | `net` | learned bots: networks with integer arithmetic, a directory |
//! | `first_legal` | the first option, in any game |

mod batch;
mod catalog;
mod checked;
mod entries;
mod fault;
mod first_legal;
pub mod grid;
pub mod line_up;
pub mod monte_carlo;
pub mod net;
pub mod params;
mod policies;
#[cfg(feature = "process")]
pub mod process;
mod reasons;
pub mod register;
mod remote;
pub mod search;
mod seats;
pub mod shed;
#[cfg(feature = "modules")]
pub mod wasm;

pub use batch::{AnswersBatches, Batched, Questions};
pub use catalog::BotCatalog;
pub use checked::Checked;
pub use fault::{Fault, FaultKind};
pub use first_legal::FirstLegal;
pub use monte_carlo::MonteCarlo;
pub use net::{Net, NetPlayer};
pub use policies::Policy;
pub use reasons::Reasons;
pub use register::{
    BuiltIn, PolicyInfo, Program, ProgramKey, Registered, StrategyFile, load, resolve,
};
pub use remote::{Answer, Remote};
pub use seats::{FallibleSeats, Players, PlayoutPlayer, SharedPlayer, notify};
pub use shed::{Greedy, Habits, Heuristic, Random, ShedPlayer, ShedPolicy};

use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Game, Options};
use powergrab_engine::rng::Rng;
use std::sync::Arc;

/// One strategy at work in one seat. [`Strategy`] has an example.
pub trait Player<G: Game> {
    /// A new game begins: what was remembered of the last one is forgotten.
    fn new_game(&mut self) {}

    /// Chooses one of the options; anything else is a failure of a bot from outside the register. `rng` is the seat's own stream; for equal views, options and streams the answer is
    /// equal.
    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action;

    /// Whether it wants [`Player::begin`] and [`Player::hear`]. Tables where nobody listens spend no time on events.
    #[inline(always)]
    fn listens(&self) -> bool {
        false
    }

    /// The game that [`Player::new_game`] announced, with a number that is this seat's own in this deal: a player that draws
    /// random numbers elsewhere than from `rng` seeds them with it. Only for players that listen.
    fn begin(&mut self, game: &G, seed: u64) {
        let _ = (game, seed);
    }

    /// Something happened, told as far as the seat may know it (see [`Game::heard`]). `view` is the seat's just after it.
    /// Only for players that listen.
    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        let _ = (view, event);
    }

    /// What went wrong in the game that is over, if anything did: the player then took the first option from there on.
    #[inline(always)]
    fn fault(&mut self) -> Option<Fault> {
        None
    }

    /// What it thinks of each option, where it can say so. Asked just before [`Player::decide`] with the same view and
    /// options; it must not change what the player does.
    fn explain(&mut self, view: G::View<'_>, options: &Options) -> Option<Reasons> {
        let _ = (view, options);
        None
    }
}

/// The players of a table, whatever they are.
pub fn seats<G: Game, P: Player<G>>(players: &mut [P]) -> Vec<&mut dyn Player<G>> {
    let players = players.iter_mut();
    players.map(|player| player as &mut dyn Player<G>).collect()
}

/// What points to a player is one.
macro_rules! pointers_play {
    ($($pointer:ty),+) => {$(
        impl<G: Game, P: Player<G> + ?Sized> Player<G> for $pointer {
            #[inline(always)]
            fn new_game(&mut self) {
                (**self).new_game();
            }

            #[inline(always)]
            fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
                (**self).decide(view, options, rng)
            }

            #[inline(always)]
            fn listens(&self) -> bool {
                (**self).listens()
            }

            fn begin(&mut self, game: &G, seed: u64) {
                (**self).begin(game, seed);
            }

            fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
                (**self).hear(view, event);
            }

            #[inline(always)]
            fn fault(&mut self) -> Option<Fault> {
                (**self).fault()
            }

            fn explain(&mut self, view: G::View<'_>, options: &Options) -> Option<Reasons> {
                (**self).explain(view, options)
            }
        }
    )+};
}
pointers_play!(&mut P, Box<P>);

/// Something to do with those who sit at a table, whatever their type is.
pub trait SeatVisitor<G: Game> {
    /// Does it.
    fn with<S: FallibleSeats<G>>(self, seats: &mut S);
}

/// A bot that is not in the register: shared, immutable, a source of players.
///
/// A bot in a crate of one's own implements [`Player`] for what sits in a seat and this for what makes it;
/// `examples/my_bot.rs` is a whole one. [`ShedPolicy::external`] and `lab::Match` take it from there.
///
/// ```
/// use powergrab_engine::cards::Seat;
/// use powergrab_engine::game::{Action, Options};
/// use powergrab_engine::rng::Rng;
/// use powergrab_engine::shedding::{Shedding, View};
/// use powergrab_bots::strategy::{Bot, Player, ShedPolicy, Strategy};
///
/// #[derive(Debug)]
/// struct Last;
///
/// impl Player<Shedding> for Last {
///     fn decide(&mut self, _: View<'_>, options: &Options, _: &mut Rng) -> Action {
///         options.nth(options.len() - 1)
///     }
/// }
///
/// impl Strategy<Shedding> for Last {
///     fn player(&self, _: Seat) -> Box<dyn Player<Shedding> + Send> {
///         Box::new(Last)
///     }
/// }
///
/// let bot: Bot<Shedding> = Bot::new("last", ShedPolicy::external(Last));
/// assert_eq!(bot.name, "last");
/// ```
pub trait Strategy<G: Game>: Send + Sync + std::fmt::Debug {
    /// A player for a seat. Each thread makes its own, and uses it for game after game.
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send>;

    /// What manifests say of it: enough to know it again.
    fn describe(&self) -> serde_json::Value {
        serde_json::json!(format!("{self:?}"))
    }

    /// Whether equal views, options and random numbers always bring equal decisions; not so where a clock decides.
    fn is_reproducible(&self) -> bool {
        true
    }

    /// The name of its policy in files.
    fn policy(&self) -> &'static str {
        "external"
    }

    /// What its policy is, where a register has it.
    fn info(&self) -> Option<&'static PolicyInfo> {
        None
    }

    /// The values of its parameters, where it is a policy of the register that has any, in the order of
    /// [`PolicyInfo::tunables`].
    fn values(&self) -> Vec<f64> {
        Vec::new()
    }

    /// Whether it can play this game, as [`BotGame::suits`].
    ///
    /// # Errors
    /// It cannot, in words: what it lacks.
    fn suits(&self, game: &G) -> Result<(), String> {
        let _ = game;
        Ok(())
    }

    /// Whether it searches: a decision takes it some thousand times as long as others.
    fn searches(&self) -> bool {
        false
    }

    /// Starts it, where it has to be started, and ends it again: what came of it, for people.
    ///
    /// # Errors
    /// It cannot be started.
    fn try_out(&self) -> Result<String, Fault> {
        Ok("the file is valid".to_owned())
    }

    /// Whether [`Strategy::remote`] gives a line.
    fn answers_later(&self) -> bool {
        false
    }

    /// How many games of a thread are best played side by side, where it answers over a line.
    fn games_at_once(&self) -> usize {
        48
    }

    /// A line to the bot, for bots that take their time over an answer: the arena then plays other games meanwhile.
    /// Bots without one answer through [`Strategy::player`].
    fn remote(&self) -> Option<Box<dyn Remote<G>>> {
        None
    }
}

/// Any policy of a game, with its parameters: what the game's bots have in common.
pub trait AnyPolicy<G: Game>: Clone + Send + Sync + std::fmt::Debug {
    /// It at work in a seat.
    type Player: Player<G> + Send;

    /// A player for a seat.
    fn player(&self, seat: Seat) -> Self::Player;

    /// The same on the heap, for tables where speed does not count: compiled where the policy is, and not where it is called.
    fn boxed_player(&self, seat: Seat) -> Box<dyn Player<G> + Send>;

    /// Its name in the register, or `external`.
    fn name(&self) -> &'static str;

    /// Its parameters, in the order of [`PolicyInfo::tunables`].
    fn values(&self) -> Vec<f64>;

    /// The checksum of the file of weights that it was made with; `None` if its parameters say all.
    fn own_weights(&self) -> Option<&str>;

    /// Whether it can play this game.
    ///
    /// # Errors
    /// It cannot, in words: what it lacks.
    fn suits(&self, game: &G) -> Result<(), String>;

    /// The bot from outside the register, where the policy is one.
    fn external(&self) -> Option<&dyn Strategy<G>>;
}

/// A game that bots can be written for: what its register holds.
///
/// A game of one's own has `type Policy = SharedPolicy<MyGame>` and `type Player = Checked<MyGame>`; see [`SharedPolicy`] and [`Checked`].
pub trait BotGame: Game + Clone + Send + 'static {
    /// A policy with its parameters.
    type Policy: AnyPolicy<Self, Player = Self::Player>;
    /// A policy at work.
    type Player: Player<Self> + Send;

    /// What the game is called where bots are listed.
    const GAME: &'static str;
    /// The bots of a table whose bots nobody names: one that plays well, and a simple one for the other seats.
    const STANDARD: [&'static str; 2];
    /// The register of policies. `make: |_, _| Ok(SharedPolicy::new(MyBot))` makes one without parameters.
    const POLICIES: &'static [Registered<Self>];
    /// The register of policies whose bots are programs.
    const PROGRAMS: &'static [Program<Self>] = &[];
    /// The strategy files that are compiled in: the bots that have a name. `policy = "my-bot"` is a whole file. A policy without a file is
    /// no bot yet.
    const STRATEGIES: &'static [BuiltIn];

    /// A player of this policy for a seat.
    #[inline(always)]
    fn player(policy: &Self::Policy, seat: Seat) -> Self::Player {
        policy.player(seat)
    }

    /// The same on the heap: [`AnyPolicy::boxed_player`].
    fn boxed_player(policy: &Self::Policy, seat: Seat) -> Box<dyn Player<Self> + Send> {
        policy.boxed_player(seat)
    }

    /// The policy's name in the register, or `external`.
    fn policy_name(policy: &Self::Policy) -> &'static str {
        policy.name()
    }

    /// The policy's parameters, in the order of [`PolicyInfo::tunables`].
    fn values(policy: &Self::Policy) -> Vec<f64> {
        policy.values()
    }

    /// The checksum of the file of weights that the policy was made with; `None` if its parameters say all.
    fn own_weights(policy: &Self::Policy) -> Option<&str> {
        policy.own_weights()
    }

    /// Whether a policy can play this game.
    ///
    /// # Errors
    /// It cannot, in words: what it lacks.
    fn suits(policy: &Self::Policy, game: &Self) -> Result<(), String> {
        policy.suits(game)
    }

    /// The bot from outside the register, where the policy is one.
    fn external(policy: &Self::Policy) -> Option<&dyn Strategy<Self>> {
        policy.external()
    }

    /// Seats players of one concrete type where the game has one for a table of just these policies, so that the
    /// compiler sees through them and no decision has to find out whose it is.
    ///
    /// # Errors
    /// Gives `table` back, undone, where there is no such type.
    #[inline(always)]
    fn uniform_table<T: SeatVisitor<Self>>(policies: &[&Self::Policy], table: T) -> Result<(), T> {
        let _ = policies;
        Err(table)
    }
}

/// The policies of a game that has no type of its own for them: any strategy, shared. [`Strategy::info`] has to give the policy's entry in
/// [`BotGame::POLICIES`], and [`Strategy::values`] its parameters, if it has any.
pub struct SharedPolicy<G: Game>(Arc<dyn Strategy<G>>);

impl<G: Game> std::fmt::Debug for SharedPolicy<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SharedPolicy").field(&self.0).finish()
    }
}

impl<G: Game> SharedPolicy<G> {
    /// The policy of this strategy.
    pub fn new(strategy: impl Strategy<G> + 'static) -> SharedPolicy<G> {
        SharedPolicy(Arc::new(strategy))
    }
}

impl<G: Game> Clone for SharedPolicy<G> {
    fn clone(&self) -> SharedPolicy<G> {
        SharedPolicy(Arc::clone(&self.0))
    }
}

impl<G: Game> AnyPolicy<G> for SharedPolicy<G> {
    type Player = Checked<G>;

    fn player(&self, seat: Seat) -> Checked<G> {
        Checked::new(self.0.player(seat))
    }

    fn boxed_player(&self, seat: Seat) -> Box<dyn Player<G> + Send> {
        Box::new(self.player(seat))
    }

    fn name(&self) -> &'static str {
        self.0
            .info()
            .map_or_else(|| self.0.policy(), |info| info.name)
    }

    fn values(&self) -> Vec<f64> {
        self.0.values()
    }

    fn own_weights(&self) -> Option<&str> {
        None
    }

    fn suits(&self, game: &G) -> Result<(), String> {
        self.0.suits(game)
    }

    fn external(&self) -> Option<&dyn Strategy<G>> {
        Some(&*self.0)
    }
}

/// A bot: a name for the tables, a policy, and the salt of its random streams.
///
/// ```
/// use powergrab_engine::shedding::Shedding;
/// use powergrab_bots::strategy::{Bot, Random, ShedPolicy, resolve};
///
/// let dice: Bot<Shedding> = Bot::new("dice", ShedPolicy::Random(Random));
/// let greedy = resolve::<Shedding>("greedy").expect("it ships");
/// assert_eq!([dice.name, greedy.name], ["dice", "greedy"]);
/// ```
#[derive(Clone, Debug)]
pub struct Bot<G: BotGame> {
    /// The name in tables and files, `[A-Za-z0-9][A-Za-z0-9_.-]{0,63}`.
    pub name: String,
    /// 0, or what makes this bot's random streams its own.
    pub salt: u64,
    /// What it does.
    pub policy: G::Policy,
}

impl<G: BotGame> Bot<G> {
    /// A bot without salt.
    ///
    /// # Panics
    /// In debug builds, if the name is not allowed (see [`powergrab_engine::config::is_name`]).
    pub fn new(name: impl Into<String>, policy: G::Policy) -> Bot<G> {
        let name = name.into();
        debug_assert!(powergrab_engine::config::is_name(&name), "{name:?}");
        Bot {
            name,
            salt: 0,
            policy,
        }
    }
}
