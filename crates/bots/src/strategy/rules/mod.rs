//! `rules`: a decision list in words, which people can play from and write themselves.
//!
//! Each line narrows the options, as in the lexicographic heuristics of Gigerenzer and Goldstein
//! ("Reasoning the fast and frugal way", Psychological Review 103, 1996): of those that are left,
//! the ones stay that the line prefers. Another bot decides among what the last line leaves.
//!
//! | file | holds |
//! |---|---|
//! | `vocabulary` | the words of a game: classes of cards, phrases, circumstances |
//! | `line` | one line: its text, and its effect |

pub mod line;
pub mod vocabulary;

pub use line::{Line, Preference, preferences};
pub use vocabulary::{CardClass, Context, MAX_CONTEXTS, Phrase, Range, Vocabulary, values};

use super::register::PolicyInfo;
use super::search::named_bot;
use super::{AnyPolicy as _, Bot, BotCatalog, BotGame, Fault, Player, Reasons, Strategy};
use powergrab_engine::cards::Seat;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use serde_json::{Value, json};
use std::sync::Arc;

/// Name of the policy.
pub const NAME: &str = "rules";

/// Maximum number of lines.
const MOST_LINES: usize = 100;

/// Description of the policy.
pub const INFO: PolicyInfo = PolicyInfo {
    name: NAME,
    summary: "A list of rules in plain words, which a person can write and play by.",
    meaning: "Goes through its lines from the first to the last. Each line keeps, of the options that are left, those that it prefers; \
it has no effect unless all its circumstances hold, or if it prefers none of them. Among what is left in the end it decides as another bot. \
Two keys of [params] are no parameters: `lines`, a list of texts such as \"play a Skip, when the next seat has one card\" \
(`powergrab strategies rules` prints all words); and `otherwise`, the bot that decides in the end, by name or path (neither a program nor one \
of this policy).",
    stochastic: false,
    memory: "none",
    params: &[],
};

/// The strategy.
pub struct Rules<G: BotGame> {
    /// The lines.
    pub lines: Arc<[Line<G>]>,
    /// The bot that decides among what the lines leave.
    pub otherwise: Bot<G>,
}

impl<G: BotGame> std::fmt::Debug for Rules<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&*self.lines).finish()
    }
}

impl<G: BotGame> Clone for Rules<G> {
    fn clone(&self) -> Rules<G> {
        Rules {
            lines: Arc::clone(&self.lines),
            otherwise: self.otherwise.clone(),
        }
    }
}

impl<G: BotGame> Rules<G> {
    /// Reads a strategy file's `[params]`. The catalogue contains the bot that they name.
    ///
    /// # Errors
    /// Names the line that is not understood, or the bot that cannot decide.
    pub fn read(params: &Reader<'_>, catalog: &BotCatalog) -> Result<Rules<G>, ConfigError> {
        let name = params.string("otherwise")?.unwrap_or(G::STANDARD[1]);
        let otherwise = named_bot(params, catalog, "otherwise", name, |policy| {
            let is_program = G::PROGRAMS
                .iter()
                .any(|program| program.info.name == policy);
            (policy == NAME || is_program).then(|| {
                format!(
                    "cannot decide here: name another bot, as {}",
                    G::STANDARD[1]
                )
            })
        })?;
        let texts = params.strings("lines")?.unwrap_or_default();
        if texts.len() > MOST_LINES {
            let problem = format!("{} lines; at most {MOST_LINES}", texts.len());
            return Err(params.error("lines", problem));
        }
        let line = |(n, text): (usize, &&str)| {
            Line::parse(G::VOCABULARY, text)
                .map_err(|e| params.error("lines", format!("line {}: {e}", n + 1)))
        };
        let lines: Result<Vec<Line<G>>, ConfigError> = texts.iter().enumerate().map(line).collect();
        Ok(Rules {
            lines: lines?.into(),
            otherwise,
        })
    }

    /// Returns the bot of this strategy.
    pub fn bot(self, name: &str) -> Bot<G> {
        Bot::new(name, G::Policy::shared(Arc::new(self)))
    }

    /// Returns a player for a seat.
    pub fn rules_player(&self, seat: Seat) -> RulesPlayer<G> {
        RulesPlayer {
            lines: Arc::clone(&self.lines),
            otherwise: G::player(&self.otherwise.policy, seat),
        }
    }

    /// Returns the texts of the lines.
    pub fn texts(&self) -> Vec<String> {
        self.lines.iter().map(Line::to_string).collect()
    }
}

impl<G: BotGame> Strategy<G> for Rules<G> {
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send> {
        Box::new(self.rules_player(seat))
    }

    fn describe(&self) -> Value {
        json!({ "lines": self.texts(), "otherwise": self.otherwise.describe() })
    }

    fn suits(&self, game: &G) -> Result<(), String> {
        G::suits(&self.otherwise.policy, game)
    }

    fn searches(&self) -> bool {
        G::external(&self.otherwise.policy).is_some_and(Strategy::searches)
    }

    fn is_reproducible(&self) -> bool {
        self.otherwise.is_reproducible()
    }

    fn policy(&self) -> &'static str {
        NAME
    }

    fn info(&self) -> Option<&'static PolicyInfo> {
        Some(&INFO)
    }
}

/// A player that goes through a list of lines.
pub struct RulesPlayer<G: BotGame> {
    /// The lines.
    pub lines: Arc<[Line<G>]>,
    otherwise: G::Player,
}

impl<G: BotGame> RulesPlayer<G> {
    /// Decides by the lines from `first` on, among the options that are left.
    pub fn decide_from(
        &mut self,
        first: usize,
        view: G::View<'_>,
        mut left: Options,
        rng: &mut Rng,
    ) -> Action {
        for line in &self.lines[first..] {
            left = line.keep(G::VOCABULARY, view, &left);
        }
        if !left.is_choice() {
            return left.nth(0);
        }
        let action = self.otherwise.decide(view, &left, rng);
        match left.has(action) {
            true => action,
            // A bot may answer without a look at the options.
            false => left.nth(0),
        }
    }
}

impl<G: BotGame> Player<G> for RulesPlayer<G> {
    fn new_game(&mut self) {
        self.otherwise.new_game();
    }

    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        self.decide_from(0, view, *options, rng)
    }

    fn listens(&self) -> bool {
        self.otherwise.listens()
    }

    fn begin(&mut self, game: &G, seed: u64) {
        self.otherwise.begin(game, seed);
    }

    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        self.otherwise.hear(view, event);
    }

    fn fault(&mut self) -> Option<Fault> {
        self.otherwise.fault()
    }

    fn explain(&mut self, view: G::View<'_>, options: &Options) -> Option<Reasons> {
        let mut left = *options;
        let mut dropped_by = vec![0.0; options.len() as usize];
        for (n, line) in self.lines.iter().enumerate() {
            left = line.keep(G::VOCABULARY, view, &left);
            for (at, action) in options.iter().enumerate() {
                if dropped_by[at] == 0.0 && !left.has(action) {
                    dropped_by[at] = (n + 1) as f64;
                }
            }
        }
        let lasts = self.lines.len() as f64 + 1.0;
        let mut reasons = Reasons::new(&["reached line"]);
        for by in dropped_by {
            reasons.add(&[if by == 0.0 { lasts } else { by }]);
        }
        Some(reasons)
    }
}
