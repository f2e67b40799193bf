//! Checks of players from outside the register, whose answers are not trusted. Built-in policies
//! only choose legal options.

use super::{Fault, FaultKind, Player, Reasons};
use powergrab_engine::game::{Action, Game, Options};
use powergrab_engine::rng::Rng;

/// A player whose illegal answers are failures: after the first one it takes the first option of
/// every decision, for the rest of the game.
pub struct Checked<G: Game> {
    player: Box<dyn Player<G> + Send>,
    fault: Option<Fault>,
    is_silent: bool,
}

impl<G: Game> Checked<G> {
    /// Wraps a player with checks.
    pub fn new(player: Box<dyn Player<G> + Send>) -> Checked<G> {
        Checked {
            player,
            fault: None,
            is_silent: false,
        }
    }
}

/// Returns whether an answer, which may be any number, is one of the options.
fn is_legal(options: &Options, answer: Action) -> bool {
    // Choices are the bits of 16.
    answer.choice_number().is_none_or(|choice| choice < 16) && options.has(answer)
}

impl<G: Game> Player<G> for Checked<G> {
    fn new_game(&mut self) {
        self.player.new_game();
        self.fault = None;
        self.is_silent = false;
    }

    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        if self.is_silent {
            return options.nth(0);
        }
        let answer = self.player.decide(view, options, rng);
        if is_legal(options, answer) {
            return answer;
        }
        self.is_silent = true;
        let detail = format!(
            "the answer {answer:?} is none of the {} options",
            options.len()
        );
        self.fault = Some(Fault::new(FaultKind::Illegal, detail));
        options.nth(0)
    }

    fn listens(&self) -> bool {
        self.player.listens()
    }

    fn begin(&mut self, game: &G, seed: u64) {
        self.player.begin(game, seed);
    }

    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        self.player.hear(view, event);
    }

    fn fault(&mut self) -> Option<Fault> {
        let own = self.player.fault();
        own.or(self.fault.take())
    }

    fn explain(&mut self, view: G::View<'_>, options: &Options) -> Option<Reasons> {
        self.player.explain(view, options)
    }
}
