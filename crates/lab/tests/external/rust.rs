//! Bots from another crate: their answers are checked, and their names are distinct.

use powergrab_bots::strategy::{Bot, FaultKind, FirstLegal, Player, Random, ShedPolicy, Strategy};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Options, Unit};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Shedding, View};
use powergrab_lab::matches::quick::{Match, MatchError, MatchResult};

/// A bot with wrong answers.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    /// A choice that no question has.
    Choice(u8),
    /// The first correct answer, forever.
    Stale(Option<Action>),
}

impl Strategy<Shedding> for Wrong {
    fn player(&self, _: Seat) -> Box<dyn Player<Shedding> + Send> {
        Box::new(*self)
    }
}

impl Player<Shedding> for Wrong {
    fn decide(&mut self, _: View<'_>, options: &Options, _: &mut Rng) -> Action {
        match self {
            Wrong::Choice(number) => Action::choice(*number),
            Wrong::Stale(first) => *first.get_or_insert(options.nth(0)),
        }
    }
}

const DEALS: u64 = 40;

fn play(policy: ShedPolicy) -> MatchResult {
    let table = Match::new("power-grab").unwrap().unit(Unit::Round);
    let table = table.bot(Bot::new("tried", policy)).deals(DEALS);
    table.bot_named("greedy").unwrap().play().unwrap()
}

#[test]
fn an_illegal_answer_is_a_failure_and_the_first_option_is_taken() {
    let first_legal = play(ShedPolicy::FirstLegal(FirstLegal));
    for number in [9, 15] {
        let result = play(ShedPolicy::external(Wrong::Choice(number)));
        let (deal, fault) = &result.first_faults()[&0];
        assert_eq!((*deal, fault.kind), (0, FaultKind::Illegal), "{fault}");
        // One failure per game: the bot is not asked again.
        let games = result.tally().faults(0, 0, FaultKind::Illegal);
        assert_eq!(games, 2 * DEALS);
        assert_eq!(result.record("tried"), first_legal.record("tried"));
    }
    let result = play(ShedPolicy::external(Wrong::Stale(None)));
    assert_eq!(result.first_faults()[&0].1.kind, FaultKind::Illegal);
    assert!(first_legal.first_faults().is_empty());
}

#[test]
fn two_different_bots_of_one_name_are_refused() {
    let named = |name| Match::new("power-grab").unwrap().deals(1).bot_named(name);
    let twice = named("greedy").unwrap().bot_named("greedy").unwrap();
    assert!(twice.play().is_ok());
    let other = Bot::new("greedy", ShedPolicy::Random(Random));
    let error = named("greedy").unwrap().bot(other).play().unwrap_err();
    assert!(matches!(&error, MatchError::Names(name) if name == "greedy"));
    assert!(error.to_string().contains("another name"), "{error}");
}

#[test]
fn a_match_of_grid_is_refused_in_words() {
    let error = Match::new("grid").unwrap_err().to_string();
    assert!(error.contains("Match plays the shedding games"), "{error}");
    let error = Match::new("gird").unwrap_err().to_string();
    assert!(error.contains("no such ruleset"), "{error}");
}
