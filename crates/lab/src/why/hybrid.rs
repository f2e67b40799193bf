//! The player that asks two others, and plays as the second in some kinds of decision.

use super::features::{Circumstances, Difference, FeatureTable};
use super::kinds::{DecisionKind, place};
use powergrab_bots::strategy::{BotGame, Fault, Player};
use powergrab_engine::game::{Action, Options, Textual};
use powergrab_engine::rng::Rng;

/// The most kinds of decision, all others included.
pub const MAX_KINDS: usize = 32;

/// When a hybrid plays as the second of its players, if the two differ.
pub enum Rule {
    /// Never; the differences are written down.
    Watch,
    /// In decisions of one kind.
    One(DecisionKind),
    /// In decisions of the kinds whose bits are set, by their places; the bit after the last is for all other decisions.
    Set(u32),
}

/// A decision to look at: a position's text, and what each of two bots does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Example {
    /// The position's text.
    pub position: String,
    /// The option of the first bot.
    pub own: String,
    /// The option of the second.
    pub other: String,
}

/// What a hybrid noticed in a game under [`Rule::Set`].
#[derive(Clone, Copy, Debug)]
pub struct Noticed {
    /// The kinds of which there was a difference, as bits.
    pub seen: u32,
    /// By kind: the round with the first difference.
    pub first: [u32; MAX_KINDS],
    /// By kind: how many differences there were.
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
    /// What of it was noticed before this round; the counts are those of the whole game.
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

/// A second player with a stream of its own, so that each of the two draws the numbers that it would draw alone.
struct Second<G: BotGame> {
    player: G::Player,
    rng: Rng,
}

/// A player that may ask a second one. Without one it is the first.
pub struct Hybrid<G: BotGame + Textual> {
    first: G::Player,
    second: Option<Second<G>>,
    features: &'static FeatureTable<G>,
    kinds: Vec<DecisionKind>,
    round: u32,
    /// When it plays as the second.
    pub rule: Rule,
    /// What it noticed in this game, under [`Rule::Set`].
    pub noticed: Noticed,
    /// The differences of this game, each with its round, under [`Rule::Watch`].
    pub differences: Vec<(u32, Difference)>,
    /// How often each circumstance came up, under [`Rule::Watch`].
    pub circumstances: Circumstances,
    /// The kinds of which it keeps the first decision, as bits.
    pub wanted: u32,
    /// Those decisions, by kind.
    pub examples: Vec<(usize, Example)>,
}

impl<G: BotGame + Textual> Hybrid<G> {
    /// This player alone.
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

    /// The same with a second player and these kinds.
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

    /// A round begins; `rng` is the second player's stream in it.
    pub fn begin_round(&mut self, round: u32, rng: Rng) {
        self.round = round;
        if let Some(second) = &mut self.second {
            second.rng = rng;
        }
    }

    /// What its players could not do in the game that is over.
    pub fn faults(&mut self) -> [Option<Fault>; 2] {
        let second = self.second.as_mut();
        [
            self.first.fault(),
            second.and_then(|second| second.player.fault()),
        ]
    }

    /// The two differ: whether it plays as the second.
    #[cold]
    fn differ(&mut self, view: G::View<'_>, options: &Options, actions: [Action; 2]) -> bool {
        // Copies of a card have the same name, and a program may take any of them.
        let [own, other] = actions.map(|action| G::option_name(view, options, action));
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
                    let [own, other] = [own, other].map(|name| name.to_string());
                    let position = G::notation(view);
                    let example = Example {
                        position,
                        own,
                        other,
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
