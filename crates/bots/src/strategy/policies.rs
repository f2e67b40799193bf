//! Registration of policies: a game lists its policies once, and the register and the players are
//! generated from the list.

use super::{Player, PolicyInfo};
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::Game;
use std::fmt::Debug;

/// A policy that a game of this crate lists in its `policies!`. Bots of other crates implement
/// [`Strategy`](super::Strategy).
pub trait Policy<G: Game>: Clone + Send + Sync + Debug {
    /// Its player in a seat.
    type Player: Player<G> + Send;

    /// Description.
    const INFO: &'static PolicyInfo;

    /// Creates the policy from a strategy file's `[params]`. It asks the reader for all keys that
    /// it knows; the caller refuses the others.
    ///
    /// # Errors
    /// Fails on a value that is not allowed.
    fn read(params: &Reader<'_>) -> Result<Self, ConfigError>;

    /// Returns a player for a seat.
    fn player(&self) -> Self::Player;

    /// Returns the values of its parameters, in the order of [`PolicyInfo::tunables`].
    fn values(&self) -> Vec<f64> {
        Vec::new()
    }

    /// Returns the checksum of its file of weights; `None` if its parameters determine it.
    fn own_weights(&self) -> Option<&str> {
        None
    }

    /// Checks that it can play this game.
    ///
    /// # Errors
    /// States the reason that it cannot.
    fn suits(&self, game: &G) -> Result<(), String> {
        let _ = game;
        Ok(())
    }
}

/// A constructor for the register. A function rather than a closure, which would be compiled again,
/// with everything that it creates, in every crate that uses the register.
macro_rules! maker {
    ($policy:ty, $keys:ident => $make:expr) => {{
        fn make($keys: &Reader<'_>) -> Result<$policy, ConfigError> {
            $make
        }
        make
    }};
    ($policy:ty, $params:ident, $catalog:pat => $make:expr) => {{
        fn make($params: &Reader<'_>, $catalog: &BotCatalog) -> Result<$policy, ConfigError> {
            $make
        }
        make
    }};
}
pub(super) use maker;

/// A built-in strategy file.
macro_rules! built_in {
    ($name:literal) => {
        BuiltIn {
            name: $name,
            text: Some(include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/strategies/",
                $name,
                ".toml"
            ))),
        }
    };
}
pub(super) use built_in;

/// The policies of a game: an enum of them, one of their players, and the game's register. Each
/// policy is listed with its module, if it has one, and the bots that ship: after `as` one with the
/// policy's own name and its defaults, after `:` those with strategy files. Players are values, not
/// pointers, so that the compiler can inline them. `words` are those of `rules`, `cards` the bots of
/// that policy. `plain` names the policy that gets tables of its own type (see
/// [`BotGame::uniform_table`](super::BotGame::uniform_table)).
macro_rules! policies {
    ($game:ty, $title:literal, standard $standard:expr, words $vocabulary:expr, cards $($card:literal),*; plain $plain:ident($plain_type:ident);
    $(#[$policy_doc:meta])* $policy:ident,
    $(#[$player_doc:meta])* $player:ident {
        $($name:ident($type:ty) $(in $module:ident)? $(as $own:literal)? $(: $($strategy:literal),+)?;)+
    }) => {
        $($(
            mod $module;
            pub use $module::*;
        )?)+

        $(#[$policy_doc])*
        #[derive(Clone, Debug)]
        pub enum $policy {
            $(
                #[doc = concat!("`", stringify!($type), "`")]
                $name($type),
            )+
            /// A bot from outside the register.
            External(Arc<dyn Strategy<$game>>),
        }

        $(#[$player_doc])*
        pub enum $player {
            $(
                #[doc = concat!("Of `", stringify!($type), "`")]
                $name(<$type as Policy<$game>>::Player),
            )+
            /// A bot from outside the register.
            External(Box<Checked<$game>>),
        }

        impl Player<$game> for $player {
            fn new_game(&mut self) {
                match self {
                    $($player::$name(p) => Player::<$game>::new_game(p),)+
                    $player::External(p) => p.new_game(),
                }
            }

            #[inline(always)]
            fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
                match self {
                    $($player::$name(p) => Player::<$game>::decide(p, view, options, rng),)+
                    $player::External(p) => p.decide(view, options, rng),
                }
            }

            #[inline(always)]
            fn listens(&self) -> bool {
                match self {
                    $($player::$name(p) => Player::<$game>::listens(p),)+
                    $player::External(p) => p.listens(),
                }
            }

            fn begin(&mut self, game: &$game, seed: u64) {
                match self {
                    $($player::$name(p) => Player::<$game>::begin(p, game, seed),)+
                    $player::External(p) => p.begin(game, seed),
                }
            }

            fn hear(&mut self, view: View<'_>, event: &Event) {
                match self {
                    $($player::$name(p) => Player::<$game>::hear(p, view, event),)+
                    $player::External(p) => p.hear(view, event),
                }
            }

            #[inline(always)]
            fn fault(&mut self) -> Option<Fault> {
                match self {
                    $($player::$name(p) => Player::<$game>::fault(p),)+
                    $player::External(p) => p.fault(),
                }
            }

            fn explain(&mut self, view: View<'_>, options: &Options) -> Option<Reasons> {
                match self {
                    $($player::$name(p) => Player::<$game>::explain(p, view, options),)+
                    $player::External(p) => p.explain(view, options),
                }
            }
        }

        impl $policy {
            /// Returns the policy of a bot from another crate.
            pub fn external(strategy: impl Strategy<$game> + 'static) -> $policy {
                $policy::External(Arc::new(strategy))
            }
        }

        impl BotGame for $game {
            type Policy = $policy;
            type Player = $player;

            const GAME: &'static str = $title;
            const STANDARD: [&'static str; 2] = $standard;

            const POLICIES: &'static [Registered<$game>] = &[
                $(Registered {
                    info: <$type as Policy<$game>>::INFO,
                    make: maker!($policy, params, _ => <$type as Policy<$game>>::read(params).map($policy::$name)),
                },)+
                Registered {
                    info: &monte_carlo::INFO,
                    make: maker!($policy, params, catalog => Ok($policy::external(monte_carlo::MonteCarlo::<$game>::read(params, catalog)?))),
                },
                Registered {
                    info: &rules::INFO,
                    make: maker!($policy, params, catalog => Ok($policy::external(rules::Rules::<$game>::read(params, catalog)?))),
                },
            ];

            const PROGRAMS: &'static [Program<$game>] = &[
                #[cfg(feature = "process")]
                Program {
                    info: &process::INFO,
                    keys: process::KEYS,
                    make: maker!($policy, keys => Ok($policy::external(process::Process::read(keys)?))),
                },
                #[cfg(feature = "modules")]
                Program {
                    info: &wasm::INFO,
                    keys: wasm::KEYS,
                    make: maker!($policy, keys => Ok($policy::external(wasm::Wasm::read(keys)?))),
                },
            ];

            const STRATEGIES: &'static [BuiltIn] =
                &[$($(BuiltIn { name: $own, text: None },)? $($(built_in!($strategy),)+)?)+ built_in!("monte-carlo"), $(built_in!($card)),*];

            const VOCABULARY: &'static Vocabulary<$game> = $vocabulary;

            #[inline(always)]
            fn uniform_table<T: SeatVisitor<$game>>(policies: &[&$policy], table: T) -> Result<(), T> {
                if policies.iter().all(|p| matches!(p, $policy::$plain(_))) {
                    table.with(&mut SharedPlayer($plain_type));
                    Ok(())
                } else {
                    Err(table)
                }
            }
        }

        impl AnyPolicy<$game> for $policy {
            type Player = $player;

            fn shared(strategy: Arc<dyn Strategy<$game>>) -> $policy {
                $policy::External(strategy)
            }

            fn player(&self, seat: Seat) -> $player {
                match self {
                    $($policy::$name(p) => $player::$name(Policy::<$game>::player(p)),)+
                    $policy::External(p) => $player::External(Box::new(Checked::new(p.player(seat)))),
                }
            }

            fn boxed_player(&self, seat: Seat) -> Box<dyn Player<$game> + Send> {
                Box::new(AnyPolicy::<$game>::player(self, seat))
            }

            fn name(&self) -> &'static str {
                match self {
                    $($policy::$name(_) => <$type as Policy<$game>>::INFO.name,)+
                    $policy::External(p) => p.policy(),
                }
            }

            fn values(&self) -> Vec<f64> {
                match self {
                    $($policy::$name(p) => Policy::<$game>::values(p),)+
                    $policy::External(p) => p.values(),
                }
            }

            fn own_weights(&self) -> Option<&str> {
                match self {
                    $($policy::$name(p) => Policy::<$game>::own_weights(p),)+
                    $policy::External(_) => None,
                }
            }

            fn suits(&self, game: &$game) -> Result<(), String> {
                match self {
                    $($policy::$name(p) => Policy::<$game>::suits(p, game),)+
                    $policy::External(p) => p.suits(game),
                }
            }

            fn external(&self) -> Option<&dyn Strategy<$game>> {
                match self {
                    $policy::External(strategy) => Some(&**strategy),
                    _ => None,
                }
            }
        }
    };
}
pub(super) use policies;
