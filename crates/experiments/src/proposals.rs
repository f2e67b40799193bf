//! Proposals of lines: which line, and where in the list, would make its bot decide as the teacher
//! does in more of the decisions that it meets in its own games (imitation on the learner's own
//! states: Ross, Gordon and Bagnell, "A reduction of imitation learning and structured prediction to
//! no-regret online learning", AISTATS 2011).

use powergrab_bots::strategy::rules::{
    Line, MAX_CONTEXTS, Preference, Range, Rules, RulesPlayer, preferences, values,
};
use powergrab_bots::strategy::{Bot, BotGame, Fault, Player, Strategy};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Options, Textual};
use powergrab_engine::rng::Rng;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of values of a circumstance.
const MAX_VALUES: usize = 8;

/// A line to insert before the line with index `at`.
pub struct Proposal<G: BotGame> {
    /// The line.
    pub line: Line<G>,
    /// The index.
    pub at: usize,
    /// Number of decisions that agree with the teacher, less those that no longer do.
    pub gain: i64,
}

/// By circumstance and value.
type ByValue = [[i32; MAX_VALUES]; MAX_CONTEXTS];

/// Changes of agreement by one preference at one place.
#[derive(Clone, Default)]
struct Change {
    /// Number of decisions that it changes.
    n: u32,
    gain: i64,
    by_value: ByValue,
}

/// Changes by all preferences, at all places.
#[derive(Clone)]
struct Changes {
    n_places: usize,
    all: Vec<Change>,
}

impl Changes {
    fn new(n_preferences: usize, n_places: usize) -> Changes {
        Changes {
            n_places,
            all: vec![Change::default(); n_preferences * n_places],
        }
    }

    fn absorb(&mut self, others: &Changes) {
        for (own, other) in self.all.iter_mut().zip(&others.all) {
            own.n += other.n;
            own.gain += other.gain;
            let values = own.by_value.iter_mut().flatten();
            for (own, other) in values.zip(other.by_value.as_flattened()) {
                *own += other;
            }
        }
    }
}

/// Bot that plays by a list of lines, and notes at each of its decisions what other lines and the
/// teacher would do.
pub struct Watched<G: BotGame> {
    rules: Rules<G>,
    teacher: Bot<G>,
    preferences: Arc<[Preference<G>]>,
    changes: Arc<Mutex<Changes>>,
}

impl<G: BotGame> fmt::Debug for Watched<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}

impl<G: BotGame + Textual> Watched<G> {
    /// Returns the bot. `rules` decide, and `teacher` is asked as well.
    pub fn new(rules: Rules<G>, teacher: Bot<G>) -> Watched<G> {
        let preferences: Arc<[_]> = preferences(G::VOCABULARY).into();
        let n_places = rules.lines.len() + 1;
        let changes = Changes::new(preferences.len(), n_places);
        Watched {
            rules,
            teacher,
            preferences,
            changes: Arc::new(Mutex::new(changes)),
        }
    }

    /// Returns another handle of the same bot, for a game.
    pub fn handle(&self) -> Watched<G> {
        Watched {
            rules: self.rules.clone(),
            teacher: self.teacher.clone(),
            preferences: Arc::clone(&self.preferences),
            changes: Arc::clone(&self.changes),
        }
    }

    /// Returns the best proposals after its games: at most `most` with a circumstance or without,
    /// and each preference that changes anything without one; the best first.
    pub fn proposals(&self, most: usize) -> Vec<Proposal<G>> {
        let changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        let ranges = G::VOCABULARY.ranges();
        let proposal =
            |preference: usize, at: usize, range: Option<&Range<G>>, gain: i64| Proposal {
                line: Line {
                    preference: self.preferences[preference],
                    when: range.copied().into_iter().collect(),
                },
                at,
                gain,
            };
        let mut narrowed = Vec::new();
        let mut plain = Vec::new();
        for (preference, places) in changes.all.chunks(changes.n_places).enumerate() {
            let changing = places.iter().enumerate().filter(|(_, change)| change.n > 0);
            let best = changing.max_by_key(|(at, change)| (change.gain, *at));
            plain.extend(best.map(|(at, change)| proposal(preference, at, None, change.gain)));
            let all = places.iter().enumerate().flat_map(|(at, change)| {
                ranges.iter().map(move |range| {
                    let values = &change.by_value[range.place];
                    let inside = &values[usize::from(range.low)..=usize::from(range.high)];
                    (at, range, inside.iter().map(|n| i64::from(*n)).sum::<i64>())
                })
            });
            let mut all: Vec<_> = all.filter(|(_, _, gain)| *gain > 0).collect();
            all.sort_by_cached_key(|(_, _, gain)| -gain);
            // A few of each, so that one kind of line does not take all places.
            let few = all.into_iter().take(FEW);
            narrowed
                .extend(few.map(|(at, range, gain)| proposal(preference, at, Some(range), gain)));
        }
        narrowed.sort_by_cached_key(|it| -it.gain);
        narrowed.truncate(most);
        plain.extend(narrowed);
        plain.sort_by_cached_key(|it| -it.gain);
        plain
    }
}

/// Maximum number of proposals of one preference with a circumstance.
const FEW: usize = 4;

impl<G: BotGame + Textual> Strategy<G> for Watched<G> {
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send> {
        let changes = Changes::new(self.preferences.len(), self.rules.lines.len() + 1);
        Box::new(WatchedPlayer {
            own: self.rules.rules_player(seat),
            teacher: G::player(&self.teacher.policy, seat),
            preferences: Arc::clone(&self.preferences),
            changes,
            all: Arc::clone(&self.changes),
        })
    }
}

/// Player of such a bot.
struct WatchedPlayer<G: BotGame> {
    own: RulesPlayer<G>,
    teacher: G::Player,
    preferences: Arc<[Preference<G>]>,
    changes: Changes,
    all: Arc<Mutex<Changes>>,
}

impl<G: BotGame> Drop for WatchedPlayer<G> {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.absorb(&self.changes);
    }
}

impl<G: BotGame + Textual> Player<G> for WatchedPlayer<G> {
    fn new_game(&mut self) {
        self.own.new_game();
        self.teacher.new_game();
    }

    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let own = self.own.decide(view, options, &mut rng.clone());
        let taught = self.teacher.decide(view, options, &mut rng.clone());
        let name = |action| G::option_name(view, options, action);
        let taught = name(taught);
        let agrees = |action: Action| name(action) == taught;
        let agreed = agrees(own);
        let vocabulary = G::VOCABULARY;
        let values = values::<G>(vocabulary.contexts, view);
        let mut left = *options;
        for at in 0..=self.own.lines.len() {
            if !left.is_choice() {
                break;
            }
            for n in 0..self.preferences.len() {
                let kept = self.preferences[n].keep(vocabulary, view, &left);
                if kept == left {
                    continue;
                }
                let action = self.own.decide_from(at, view, kept, &mut rng.clone());
                if action == own {
                    continue;
                }
                let gain = i32::from(agrees(action)) - i32::from(agreed);
                let change = &mut self.changes.all[n * self.changes.n_places + at];
                change.n += 1;
                change.gain += i64::from(gain);
                for (row, value) in change.by_value.iter_mut().zip(values) {
                    row[usize::from(value) % MAX_VALUES] += gain;
                }
            }
            if let Some(line) = self.own.lines.get(at) {
                left = line.keep(vocabulary, view, &left);
            }
        }
        own
    }

    fn fault(&mut self) -> Option<Fault> {
        self.teacher.fault()
    }

    fn listens(&self) -> bool {
        self.own.listens() || self.teacher.listens()
    }

    fn begin(&mut self, game: &G, seed: u64) {
        if self.own.listens() {
            self.own.begin(game, seed);
        }
        if self.teacher.listens() {
            self.teacher.begin(game, seed);
        }
    }

    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        if self.own.listens() {
            self.own.hear(view, event);
        }
        if self.teacher.listens() {
            self.teacher.hear(view, event);
        }
    }
}
