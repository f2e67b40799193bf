//! Player that asks two others, and plays as the second in some kinds of decision.

use crate::decisions::features::{Circumstances, Difference, FeatureTable};
use crate::decisions::kind::{DecisionKind, place};
use powergrab_bots::strategy::{BotGame, Fault, Player};
use powergrab_engine::game::{Action, Options, Textual};
use powergrab_engine::rng::Rng;

/// Maximum number of kinds of decision, including the one for all others.
pub const MAX_KINDS: usize = 32;

/// Decisions in which a hybrid plays as its second player, if the two differ.
pub enum Rule {
    /// No decision; the differences are recorded.
    Watch,
    /// Decisions of one kind.
    One(DecisionKind),
    /// Decisions of the kinds whose bits are set, by index. The bit after the last kind is for all
    /// other decisions.
    Set(u32),
}

/// Example of a decision: a position, and the options that two bots choose.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Example {
    /// Position in text form.
    pub position: String,
    /// Option of the first bot.
    pub own: String,
    /// Option of the second bot.
    pub other: String,
}

/// Differences that a hybrid observed in a game under [`Rule::Set`].
#[derive(Clone, Copy, Debug)]
pub struct Noticed {
    /// Kinds with a difference, as bits.
    pub seen: u32,
    /// Round of the first difference, by kind.
    pub first: [u32; MAX_KINDS],
    /// Number of differences, by kind.
    pub counts: [u32; MAX_KINDS],
}

impl Default for Noticed {
    fn default() -> Noticed {
        Noticed {
            seen: 0,
            first: [u32::MAX; MAX_KINDS],
            counts: [0; MAX_KINDS],
        }
    }
}

impl Noticed {
    /// Returns the observations before a round, but with the counts of the whole game.
    pub fn before(&self, round: u32) -> Noticed {
        let mut before = *self;
        for (kind, first) in before.first.iter_mut().enumerate() {
            if *first >= round {
                *first = u32::MAX;
                before.seen &= !(1 << kind);
            }
        }
        before
    }
}

/// Second player with its own random stream, so that each of the two draws the numbers that it
/// would draw alone.
struct Second<G: BotGame> {
    player: G::Player,
    rng: Rng,
}

/// Player that may ask a second one. Without a second player, it plays as the first.
pub struct Hybrid<G: BotGame + Textual> {
    first: G::Player,
    second: Option<Second<G>>,
    features: &'static FeatureTable<G>,
    kinds: Vec<DecisionKind>,
    round: u32,
    /// Rule for playing as the second player.
    pub rule: Rule,
    /// Observations in this game, under [`Rule::Set`].
    pub noticed: Noticed,
    /// Differences in this game, each with its round, under [`Rule::Watch`].
    pub differences: Vec<(u32, Difference)>,
    /// Number of decisions in each circumstance, under [`Rule::Watch`].
    pub circumstances: Circumstances,
    /// Kinds whose first decision is to be kept, as bits.
    pub wanted: u32,
    /// Kept decisions, each with the index of its kind.
    pub examples: Vec<(usize, Example)>,
}

impl<G: BotGame + Textual> Hybrid<G> {
    /// Returns a hybrid that plays as this player only.
    pub fn alone(first: G::Player, features: &'static FeatureTable<G>) -> Hybrid<G> {
        Hybrid {
            first,
            second: None,
            features,
            kinds: Vec::new(),
            round: 0,
            rule: Rule::Set(0),
            noticed: Noticed::default(),
            differences: Vec::new(),
            circumstances: Circumstances::default(),
            wanted: 0,
            examples: Vec::new(),
        }
    }

    /// Returns the hybrid with a second player and these kinds.
    pub fn with(self, second: G::Player, kinds: &[DecisionKind]) -> Hybrid<G> {
        Hybrid {
            second: Some(Second {
                player: second,
                rng: Rng::from_key(0),
            }),
            kinds: kinds.to_vec(),
            ..self
        }
    }

    /// Begins a round. `rng` is the second player's stream in it.
    pub fn begin_round(&mut self, round: u32, rng: Rng) {
        self.round = round;
        if let Some(second) = &mut self.second {
            second.rng = rng;
        }
    }

    /// Returns the failures of both players in the finished game.
    pub fn faults(&mut self) -> [Option<Fault>; 2] {
        let second = self.second.as_mut();
        [
            self.first.fault(),
            second.and_then(|second| second.player.fault()),
        ]
    }

    /// Handles two different actions: records the difference as the rule requires, and returns
    /// whether to play as the second player.
    #[cold]
    fn differ(&mut self, view: G::View<'_>, options: &Options, actions: [Action; 2]) -> bool {
        // Copies of a card have the same name, and a program may choose any of them.
        let [own, other] = actions;
        let own = G::option_name(view, options, own);
        let other = G::option_name(view, options, other);
        if own == other {
            return false;
        }
        let difference = self.features.difference(view, options, actions);
        match &self.rule {
            Rule::Watch => {
                self.differences.push((self.round, difference));
                false
            }
            Rule::One(kind) => kind.has(&difference),
            Rule::Set(set) => {
                let at = place(&self.kinds, &difference);
                let Noticed {
                    seen,
                    first,
                    counts,
                } = &mut self.noticed;
                if *seen >> at & 1 == 0 {
                    first[at] = self.round;
                    *seen |= 1 << at;
                }
                counts[at] += 1;
                if self.wanted >> at & 1 == 1 {
                    self.wanted &= !(1 << at);
                    let example = Example {
                        position: G::notation(view),
                        own: own.to_string(),
                        other: other.to_string(),
                    };
                    self.examples.push((at, example));
                }
                set >> at & 1 == 1
            }
        }
    }
}

impl<G: BotGame + Textual> Player<G> for Hybrid<G> {
    fn new_game(&mut self) {
        self.first.new_game();
        if let Some(second) = &mut self.second {
            second.player.new_game();
        }
    }

    #[inline(always)]
    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let own = self.first.decide(view, options, rng);
        let Some(second) = &mut self.second else {
            return own;
        };
        let other = second.player.decide(view, options, &mut second.rng);
        if let Rule::Watch = self.rule {
            let values = self.features.values(view);
            self.circumstances.add(G::asked(view), values);
        }
        if own != other && self.differ(view, options, [own, other]) {
            return other;
        }
        own
    }

    #[inline(always)]
    fn listens(&self) -> bool {
        let second = self.second.as_ref();
        self.first.listens() || second.is_some_and(|second| second.player.listens())
    }

    fn begin(&mut self, game: &G, seed: u64) {
        if self.first.listens() {
            self.first.begin(game, seed);
        }
        if let Some(second) = self.second.as_mut().filter(|s| s.player.listens()) {
            second.player.begin(game, seed);
        }
    }

    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        if self.first.listens() {
            self.first.hear(view, event);
        }
        if let Some(second) = self.second.as_mut().filter(|s| s.player.listens()) {
            second.player.hear(view, event);
        }
    }
}
