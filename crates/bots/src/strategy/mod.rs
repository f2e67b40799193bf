//! Bots: the interface, the register, and one file per family.
//!
//! A *strategy* is shared and immutable. For each seat it makes a *player*, which may remember
//! things for the length of one game. A player sees a view (everything that its seat may know) and
//! the legal options, and has a stream of random numbers of its own. It has no other access to the
//! cards.
//!
//! | file | holds |
//! |---|---|
//! | `register` | strategy files, names, descriptions of policies |
//! | `catalog` | look-up of bots, including those added by a program |
//! | `entries` | entries of the register |
//! | `params` | tables of tunable parameters |
//! | `policies` | the list of a game's policies |
//! | `shed` | the register of the shedding games and its policies |
//! | `grid` | the register of Grid and its policies |
//! | `checked` | checks of players from outside the register |
//! | `fault` | failures of external bots |
//! | `remote` | bots that answer later |
//! | `batch` | bots that answer many questions in one call |
//! | `seats` | players around a table, as the driver takes them |
//! | `reasons` | a bot's assessment of its options |
//! | `process` | bots that are programs, over standard input and output |
//! | `wasm` | bots that are WebAssembly modules |
//! | `search` | common parts of searching bots, a directory |
//! | `monte_carlo` | flat search over hidden cards |
//! | `net` | learned bots: networks with integer arithmetic, a directory |
//! | `first_legal` | the first option, in any game |
//! | `rules` | decision lists in words, a directory |

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
pub mod rules;
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
pub use rules::{Rules, Vocabulary};
pub use seats::{FallibleSeats, Players, PlayoutSeats, SharedPlayer, notify};
pub use shed::{Greedy, Habits, Heuristic, Random, ShedPlayer, ShedPolicy};

use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Game, Options};
use powergrab_engine::rng::Rng;
use std::sync::Arc;

/// A strategy playing in one seat. [`Strategy`] has an example.
pub trait Player<G: Game> {
    /// Begins a new game and clears the memory of the last one.
    fn new_game(&mut self) {}

    /// Chooses one of the options; anything else is a failure of an external bot. `rng` is the
    /// seat's own stream. Equal views, options and streams lead to equal answers.
    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action;

    /// Returns whether it needs [`Player::begin`] and [`Player::hear`]. Tables without listeners
    /// spend no time on events.
    #[inline(always)]
    fn listens(&self) -> bool {
        false
    }

    /// Announces the game that [`Player::new_game`] began. The seed belongs to this seat in this
    /// deal: a player that draws random numbers from another source than `rng` seeds it with this
    /// number. Only for players that listen.
    fn begin(&mut self, game: &G, seed: u64) {
        let _ = (game, seed);
    }

    /// Receives an event, as far as the seat may know it (see [`Game::heard`]). `view` is the
    /// seat's view just after it. Only for players that listen.
    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        let _ = (view, event);
    }

    /// Returns the failure in the finished game, if any, after which the player took the first
    /// option.
    #[inline(always)]
    fn fault(&mut self) -> Option<Fault> {
        None
    }

    /// Returns the player's assessment of each option, if it has one. Called just before
    /// [`Player::decide`] with the same view and options; must not change the player's behaviour.
    fn explain(&mut self, view: G::View<'_>, options: &Options) -> Option<Reasons> {
        let _ = (view, options);
        None
    }
}

/// Pointers to players are players.
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

/// An operation on the players of a table, for any type of player.
pub trait SeatVisitor<G: Game> {
    /// Performs the operation.
    fn with<S: FallibleSeats<G>>(self, seats: &mut S);
}

/// A bot that is not in the register: shared, immutable, a source of players.
///
/// A bot in another crate implements [`Player`] for a seat's player and this trait for its source;
/// `examples/my_bot.rs` is a complete one. [`ShedPolicy::external`] and `lab::Match` accept it.
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
    /// Returns a player for a seat. Each thread creates its own, and uses it for game after game.
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send>;

    /// Describes it for manifests, in enough detail to recognise it.
    fn describe(&self) -> serde_json::Value {
        serde_json::json!(format!("{self:?}"))
    }

    /// Returns whether equal views, options and random numbers always lead to equal decisions;
    /// `false` if a clock decides.
    fn is_reproducible(&self) -> bool {
        true
    }

    /// Returns the name of its policy in files.
    fn policy(&self) -> &'static str {
        "external"
    }

    /// Returns the description of its policy, if it is in a register.
    fn info(&self) -> Option<&'static PolicyInfo> {
        None
    }

    /// Returns the values of its parameters in the order of [`PolicyInfo::tunables`], if it is a
    /// policy of the register with parameters.
    fn values(&self) -> Vec<f64> {
        Vec::new()
    }

    /// Checks that it can play this game, as [`BotGame::suits`].
    ///
    /// # Errors
    /// States the reason that it cannot.
    fn suits(&self, game: &G) -> Result<(), String> {
        let _ = game;
        Ok(())
    }

    /// Returns whether it searches: its decisions take about a thousand times as long as others.
    fn searches(&self) -> bool {
        false
    }

    /// Starts and ends it, if it has to be started; returns the result, for people.
    ///
    /// # Errors
    /// Fails if it cannot be started.
    fn try_out(&self) -> Result<String, Fault> {
        Ok("the file is valid".to_owned())
    }

    /// Returns whether [`Strategy::remote`] returns a connection.
    fn answers_later(&self) -> bool {
        false
    }

    /// Returns the best number of concurrent games per thread, if it answers over a connection.
    fn games_at_once(&self) -> usize {
        48
    }

    /// Returns a connection to the bot, for slow bots: the arena plays other games in the meantime.
    /// Other bots answer through [`Strategy::player`].
    fn remote(&self) -> Option<Box<dyn Remote<G>>> {
        None
    }
}

/// Any policy of a game with its parameters: the common interface of the game's bots.
pub trait AnyPolicy<G: Game>: Clone + Send + Sync + std::fmt::Debug {
    /// Its player in a seat.
    type Player: Player<G> + Send;

    /// Returns the policy of a bot that is not in the register.
    fn shared(strategy: Arc<dyn Strategy<G>>) -> Self;

    /// Returns a player for a seat.
    fn player(&self, seat: Seat) -> Self::Player;

    /// As [`AnyPolicy::player`], on the heap, for tables where speed does not matter: compiled with
    /// the policy, not at the call.
    fn boxed_player(&self, seat: Seat) -> Box<dyn Player<G> + Send>;

    /// Returns the policy's name in the register, or `external`.
    fn name(&self) -> &'static str;

    /// Returns the policy's parameters, in the order of [`PolicyInfo::tunables`].
    fn values(&self) -> Vec<f64>;

    /// Returns the checksum of its file of weights; `None` if its parameters determine it.
    fn own_weights(&self) -> Option<&str>;

    /// Checks that it can play this game.
    ///
    /// # Errors
    /// States the reason that it cannot.
    fn suits(&self, game: &G) -> Result<(), String>;

    /// Returns the external bot, if the policy is one.
    fn external(&self) -> Option<&dyn Strategy<G>>;
}

/// A game for which bots can be written, with its register.
///
/// A game in another crate has `type Policy = SharedPolicy<MyGame>` and
/// `type Player = Checked<MyGame>`; see [`SharedPolicy`] and [`Checked`].
pub trait BotGame: Game + Clone + Send + 'static {
    /// A policy with its parameters.
    type Policy: AnyPolicy<Self, Player = Self::Player>;
    /// The player of a policy.
    type Player: Player<Self> + Send;

    /// Name of the game in lists of bots.
    const GAME: &'static str;
    /// Default bots of a table: one that plays well, and a simple one for the other seats.
    const STANDARD: [&'static str; 2];
    /// Register of policies. `make: |_, _| Ok(SharedPolicy::new(MyBot))` creates one without
    /// parameters.
    const POLICIES: &'static [Registered<Self>];
    /// Register of policies whose bots are programs.
    const PROGRAMS: &'static [Program<Self>] = &[];
    /// Words for bots of policy `rules`; only for games that register it.
    const VOCABULARY: &'static Vocabulary<Self> = Vocabulary::EMPTY;
    /// The built-in strategy files, which define the named bots. `policy = "my-bot"` is a complete
    /// file. A policy without a file is not a bot yet.
    const STRATEGIES: &'static [BuiltIn];

    /// Returns a player of this policy for a seat.
    #[inline(always)]
    fn player(policy: &Self::Policy, seat: Seat) -> Self::Player {
        policy.player(seat)
    }

    /// As [`BotGame::player`], on the heap: [`AnyPolicy::boxed_player`].
    fn boxed_player(policy: &Self::Policy, seat: Seat) -> Box<dyn Player<Self> + Send> {
        policy.boxed_player(seat)
    }

    /// Returns the policy's name in the register, or `external`.
    fn policy_name(policy: &Self::Policy) -> &'static str {
        policy.name()
    }

    /// Returns the policy's parameters, in the order of [`PolicyInfo::tunables`].
    fn values(policy: &Self::Policy) -> Vec<f64> {
        policy.values()
    }

    /// Returns the checksum of the policy's file of weights; `None` if its parameters determine it.
    fn own_weights(policy: &Self::Policy) -> Option<&str> {
        policy.own_weights()
    }

    /// Checks that a policy can play this game.
    ///
    /// # Errors
    /// States the reason that it cannot.
    fn suits(policy: &Self::Policy, game: &Self) -> Result<(), String> {
        policy.suits(game)
    }

    /// Returns the external bot, if the policy is one.
    fn external(policy: &Self::Policy) -> Option<&dyn Strategy<Self>> {
        policy.external()
    }

    /// Seats players of one concrete type, if the game has one for a table of exactly these
    /// policies. The compiler can then inline them, and no decision needs dynamic dispatch.
    ///
    /// # Errors
    /// Returns `table` unused if there is no such type.
    #[inline(always)]
    fn uniform_table<T: SeatVisitor<Self>>(policies: &[&Self::Policy], table: T) -> Result<(), T> {
        let _ = policies;
        Err(table)
    }
}

/// Policies of a game without a type of its own for them: any strategy, shared. [`Strategy::info`]
/// must return the policy's entry in [`BotGame::POLICIES`], and [`Strategy::values`] its
/// parameters, if any.
pub struct SharedPolicy<G: Game>(Arc<dyn Strategy<G>>);

impl<G: Game> std::fmt::Debug for SharedPolicy<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SharedPolicy").field(&self.0).finish()
    }
}

impl<G: Game> SharedPolicy<G> {
    /// Returns the policy of this strategy.
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

    fn shared(strategy: Arc<dyn Strategy<G>>) -> SharedPolicy<G> {
        SharedPolicy(strategy)
    }

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
    /// Name in tables and files, `[A-Za-z0-9][A-Za-z0-9_.-]{0,63}`.
    pub name: String,
    /// 0, or a number that distinguishes this bot's random streams.
    pub salt: u64,
    /// The policy.
    pub policy: G::Policy,
}

impl<G: BotGame> Bot<G> {
    /// Returns a bot without salt.
    ///
    /// # Panics
    /// In debug builds, panics if the name is not allowed (see
    /// [`powergrab_engine::config::is_name`]).
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
