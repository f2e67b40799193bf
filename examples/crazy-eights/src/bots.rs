//! Two bots: a random one, and one that sheds its dearest card and keeps its eights.

use crate::engine::{Eights, View, points};
use powergrab_bots::strategy::{
    BotGame, BuiltIn, Checked, Player, PolicyInfo, Registered, SharedPolicy, Strategy,
};
use powergrab_engine::cards::{Colour, Seat};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;

const RANDOM: PolicyInfo = PolicyInfo {
    name: "eights-random",
    summary: "Any legal option.",
    meaning: "Every option is as likely as any other.",
    stochastic: true,
    memory: "nothing",
    params: &[],
};

const GREEDY: PolicyInfo = PolicyInfo {
    name: "eights-greedy",
    summary: "Sheds its dearest card, keeps its eights, and names the colour that it holds most of.",
    meaning: "Turn: the dearest card that is no eight. Colour: that of most cards in hand.",
    stochastic: false,
    memory: "nothing",
    params: &[],
};

#[derive(Clone, Copy, Debug)]
struct Random;

#[derive(Clone, Copy, Debug)]
struct Greedy;

impl Player<Eights> for Random {
    fn decide(&mut self, _: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        options.nth(rng.below(options.len()))
    }
}

/// Returns the value of an option to `eights-greedy`.
fn worth(view: View<'_>, action: Action) -> u32 {
    match action.slot() {
        Some(slot) => match points(view.card(slot)) {
            // An eight always fits, so it can wait.
            50 => 0,
            points => 1 + points,
        },
        None => {
            let colour = Colour::ALL[usize::from(action.choice_number().unwrap_or(0))];
            let hand = view.hand().iter();
            hand.filter(|slot| view.card(*slot).colour() == Some(colour))
                .count() as u32
        }
    }
}

impl Player<Eights> for Greedy {
    fn decide(&mut self, view: View<'_>, options: &Options, _: &mut Rng) -> Action {
        let best = options.iter().max_by_key(|action| worth(view, *action));
        best.unwrap_or(options.nth(0))
    }
}

impl Strategy<Eights> for Random {
    fn player(&self, _: Seat) -> Box<dyn Player<Eights> + Send> {
        Box::new(*self)
    }

    fn info(&self) -> Option<&'static PolicyInfo> {
        Some(&RANDOM)
    }
}

impl Strategy<Eights> for Greedy {
    fn player(&self, _: Seat) -> Box<dyn Player<Eights> + Send> {
        Box::new(*self)
    }

    fn info(&self) -> Option<&'static PolicyInfo> {
        Some(&GREEDY)
    }
}

impl BotGame for Eights {
    type Policy = SharedPolicy<Eights>;
    type Player = Checked<Eights>;

    const GAME: &'static str = "Crazy Eights";
    const STANDARD: [&'static str; 2] = ["eights-greedy", "eights-random"];
    const POLICIES: &'static [Registered<Eights>] = &[
        Registered {
            info: &RANDOM,
            make: |_, _| Ok(SharedPolicy::new(Random)),
        },
        Registered {
            info: &GREEDY,
            make: |_, _| Ok(SharedPolicy::new(Greedy)),
        },
    ];
    const STRATEGIES: &'static [BuiltIn] = &[
        BuiltIn {
            name: "eights-random",
            text: None,
        },
        BuiltIn {
            name: "eights-greedy",
            text: None,
        },
    ];
}
