//! Bots that differ from `balanced` by planted rules, so that the reason for the difference is
//! known.

use powergrab_bots::strategy::{
    Bot, BotCatalog, BotGame as _, Player, ShedPlayer, ShedPolicy, Strategy,
};
use powergrab_engine::cards::{Card, CardSet, Colour, Seat, Symbol};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::rng::Rng;
use powergrab_engine::shedding::{Phase, Shedding, View};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::review::request::ReviewRequest;
use powergrab_lab::study::driver::{Ended, play};
use powergrab_lab::study::options::StudyOptions;
use powergrab_lab::study::study_error::StudyError;
use powergrab_lab::study::traits::Study;
use powergrab_lab::why::request::WhyRequest;
use powergrab_table::typed::Table;

/// Effect of a rule where it applies.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    /// Never plays such a card, if there is any other option.
    Never(fn(View<'_>, Card) -> bool),
    /// Draws instead of playing such a card.
    Draw(fn(View<'_>, Card) -> bool),
    /// Always makes the choice with this text in this phase.
    Choose(Phase, &'static str),
    /// In this phase, makes the second of these choices where it would make the first.
    Instead(Phase, [&'static str; 2]),
    /// Names the colour of which it holds the fewest cards.
    FewestColour,
    /// Once in ten times, chooses at random where it would play such a card.
    Tenth(fn(View<'_>, Card) -> bool),
}

/// Planted rule, with the question and the words that identify it in the results of `why`.
#[derive(Clone, Copy, Debug)]
pub struct Planted {
    /// Name of the rule.
    pub name: &'static str,
    /// Effect of the rule.
    pub change: Change,
    /// Word for the question.
    pub question: &'static str,
    /// Alternatives, separated by `|`, one of which occurs in the sentence.
    pub words: &'static str,
}

const fn rule(
    name: &'static str,
    change: Change,
    question: &'static str,
    words: &'static str,
) -> Planted {
    Planted {
        name,
        change,
        question,
        words,
    }
}

fn few(view: View<'_>, most: u32) -> bool {
    view.hand_size(view.seat()) <= most
}

fn is_action(card: Card) -> bool {
    card.colour().is_some() && card.symbol().number().is_none()
}

fn is_number(card: Card) -> bool {
    card.symbol().number().is_some()
}

/// The planted rules.
pub const RULES: [Planted; 20] = [
    rule(
        "no-late-grab",
        Change::Never(|view, card| card.symbol() == Symbol::WildGrab && few(view, 3)),
        "turn",
        "plays a Wild Grab-A-Tower",
    ),
    rule(
        "no-early-draw-four",
        Change::Never(|view, card| card.symbol() == Symbol::WildDrawFour && !few(view, 3)),
        "turn",
        "Wild Draw Four",
    ),
    rule(
        "no-grab",
        Change::Never(|_, card| card.symbol() == Symbol::WildGrab),
        "turn",
        "plays a Wild Grab-A-Tower",
    ),
    rule(
        "no-draw-four",
        Change::Never(|_, card| card.symbol() == Symbol::WildDrawFour),
        "turn",
        "Wild Draw Four",
    ),
    rule(
        "no-draw-two",
        Change::Never(|_, card| card.symbol() == Symbol::DrawTwo),
        "turn",
        "plays a Draw Two",
    ),
    rule(
        "no-draw-one",
        Change::Never(|_, card| card.symbol() == Symbol::DrawOne),
        "turn",
        "plays a Draw One",
    ),
    rule(
        "no-skip",
        Change::Never(|_, card| card.symbol() == Symbol::Skip),
        "turn",
        "plays a Skip",
    ),
    rule(
        "no-reverse",
        Change::Never(|_, card| card.symbol() == Symbol::Reverse),
        "turn",
        "plays a Reverse",
    ),
    rule(
        "no-grab-two",
        Change::Never(|_, card| card.symbol() == Symbol::GrabTwo),
        "turn",
        "plays a Grab-2-Towers",
    ),
    rule(
        "no-icon",
        Change::Never(|view, card| card.icon().is_some() && card.colour() == view.colour()),
        "turn",
        "plays an icon number of the colour",
    ),
    rule(
        "no-other-colour",
        Change::Never(|view, card| {
            is_number(card) && card.icon().is_none() && card.colour() != view.colour()
        }),
        "turn",
        "plays a number of another colour",
    ),
    rule(
        "draws-for-actions",
        Change::Draw(|_, card| is_action(card)),
        "turn",
        "draws",
    ),
    rule(
        "draws-for-numbers",
        Change::Draw(|view, card| is_number(card) && card.colour() != view.colour()),
        "turn",
        "draws",
    ),
    rule(
        "draws-late",
        Change::Draw(|view, _| few(view, 2)),
        "turn",
        "draws",
    ),
    rule(
        "challenges",
        Change::Choose(Phase::React, "challenge"),
        "react",
        "challenges",
    ),
    rule(
        "never-blocks",
        Change::Choose(Phase::React, "accept"),
        "react",
        "accepts",
    ),
    rule(
        "no-call",
        Change::Choose(Phase::Call, "no"),
        "call",
        "forgets",
    ),
    rule(
        "no-instant",
        Change::Choose(Phase::InstantUno, "no"),
        "instant-uno",
        "declines",
    ),
    rule(
        "keeps-drawn",
        Change::Choose(Phase::Drawn, "pass"),
        "drawn",
        "keeps the card",
    ),
    rule("fewest-colour", Change::FewestColour, "colour", "names"),
];

/// Planted mistakes, for reviews.
pub const MISTAKES: [Planted; 10] = [
    rule(
        "no-wild",
        Change::Never(|_, card| card.symbol().is_wild()),
        "turn",
        "plays a Wild|with a Wild",
    ),
    rule(
        "no-late-wild",
        Change::Never(|view, card| card.symbol().is_wild() && few(view, 3)),
        "turn",
        "plays a Wild|with a Wild",
    ),
    rule(
        "no-challenge",
        Change::Instead(Phase::React, ["challenge", "accept"]),
        "react",
        "accepts",
    ),
    rule(
        "always-challenges",
        Change::Choose(Phase::React, "challenge"),
        "react",
        "challenges",
    ),
    rule("wrong-colour", Change::FewestColour, "colour", "names"),
    rule(
        "random-grabs",
        Change::Tenth(|_, card| card.symbol() == Symbol::WildGrab),
        "turn",
        "plays a Wild Grab-A-Tower",
    ),
    rule(
        "random-draw-fours",
        Change::Tenth(|_, card| card.symbol() == Symbol::WildDrawFour),
        "turn",
        "Wild Draw Four",
    ),
    rule(
        "random-actions",
        Change::Tenth(|_, card| is_action(card)),
        "turn",
        "plays a Draw|plays a Skip|plays a Reverse|plays a Grab",
    ),
    rule(
        "draws-late",
        Change::Draw(|view, _| few(view, 2)),
        "turn",
        "draws",
    ),
    rule(
        "no-call",
        Change::Choose(Phase::Call, "no"),
        "call",
        "forgets",
    ),
];

/// `balanced` with some planted rules, of which the first that applies decides.
#[derive(Clone, Debug)]
struct PlantedBot {
    rules: Vec<Planted>,
    balanced: ShedPolicy,
}

struct PlantedPlayer {
    rules: Vec<Planted>,
    balanced: ShedPlayer,
}

fn without(options: &Options, cards: CardSet) -> Options {
    let choices = (0..16u8).filter(|choice| options.has_choice(*choice));
    let choices = choices.fold(0, |bits, choice| bits | 1 << choice);
    Options::of(options.cards().without(cards), choices)
}

impl Player<Shedding> for PlantedPlayer {
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let usual = self.balanced.decide(view, options, rng);
        let plays = matches!(view.phase(), Phase::Turn | Phase::Drawn);
        for planted in &self.rules {
            match planted.change {
                Change::Never(is_it)
                    if plays && view.card(usual).is_some_and(|card| is_it(view, card)) =>
                {
                    let cards = options
                        .cards()
                        .iter()
                        .filter(|slot| is_it(view, view.card_at(*slot)));
                    let rest = without(
                        options,
                        cards.fold(CardSet::EMPTY, |all, slot| all | CardSet::one(slot)),
                    );
                    match rest.len() {
                        0 => {}
                        1 => return rest.nth(0),
                        _ => return self.balanced.decide(view, &rest, rng),
                    }
                }
                Change::Draw(is_it)
                    if view.phase() == Phase::Turn
                        && view.card(usual).is_some_and(|card| is_it(view, card)) =>
                {
                    return without(options, options.cards()).nth(0);
                }
                Change::Choose(phase, text) if view.phase() == phase => {
                    let chosen = options
                        .iter()
                        .find(|action| view.text(options, *action) == text);
                    if let Some(action) = chosen {
                        return action;
                    }
                }
                Change::Tenth(is_it)
                    if plays
                        && view.card(usual).is_some_and(|card| is_it(view, card))
                        && rng.below(10) == 0 =>
                {
                    return options.nth(rng.below(options.len()));
                }
                Change::Instead(phase, [usually, now])
                    if view.phase() == phase && view.text(options, usual) == usually =>
                {
                    let chosen = options
                        .iter()
                        .find(|action| view.text(options, *action) == now);
                    if let Some(action) = chosen {
                        return action;
                    }
                }
                Change::FewestColour if view.phase() == Phase::Colour => {
                    let count = |action: &Action| {
                        let place = usize::from(action.choice_number().unwrap_or(0)) & 3;
                        view.n_of_colour(Colour::ALL[place])
                    };
                    if let Some(action) = options.iter().min_by_key(count) {
                        return action;
                    }
                }
                _ => {}
            }
        }
        usual
    }
}

impl Strategy<Shedding> for PlantedBot {
    fn player(&self, seat: Seat) -> Box<dyn Player<Shedding> + Send> {
        Box::new(PlantedPlayer {
            rules: self.rules.clone(),
            balanced: Shedding::player(&self.balanced, seat),
        })
    }

    fn describe(&self) -> serde_json::Value {
        let names: Vec<&str> = self.rules.iter().map(|rule| rule.name).collect();
        serde_json::json!({ "planted": names })
    }
}

/// Returns a catalogue with the bot `planted`: `balanced` with these planted rules.
pub fn catalog(rules: &[Planted]) -> Catalog {
    let balanced: Bot<Shedding> = BotCatalog::default().bot("balanced").unwrap();
    let mut catalog = Catalog::default();
    let policy = ShedPolicy::external(PlantedBot {
        rules: rules.to_vec(),
        balanced: balanced.policy,
    });
    catalog
        .bots
        .add(Bot::<Shedding>::new("planted", policy))
        .unwrap();
    catalog
}

/// Returns a table in the results of a study that was played whole, and the answer in words.
fn table_of(study: Result<Box<dyn Study + '_>, StudyError>, name: &str) -> (Table, String) {
    let Ended::Whole { results, .. } = play(&*study.unwrap()).unwrap() else {
        panic!("it was stopped");
    };
    let file = results.files.iter().find(|file| file.name == name);
    (file.unwrap().table().unwrap().clone(), results.told)
}

/// Returns the table of kinds in the results of `why`.
pub fn why(request: &WhyRequest, catalog: &Catalog) -> Table {
    let study = request.study(catalog, StudyOptions::default(), false);
    table_of(study, "why.csv").0
}

/// Returns the table of kinds in the results of a review, and the answer in words.
pub fn review(request: &ReviewRequest, catalog: &Catalog) -> (Table, String) {
    let study = request.study(catalog, StudyOptions::default(), false);
    table_of(study, "review.csv")
}

/// Returns the row of the kind of a review that is named first: the significant kind with the
/// largest cost; `None` if no kind is named.
pub fn costliest(table: &Table) -> Option<usize> {
    let cost = |row: &usize| number(table, "cost", *row).unwrap_or(0.0);
    let is_named = |row: &usize| {
        !text(table, "question", *row).is_empty()
            && number(table, "p_holm", *row).is_some_and(|p| p < 0.05)
            && cost(row) > 0.0
    };
    (0..table.n_rows)
        .filter(is_named)
        .max_by(|a, b| cost(a).total_cmp(&cost(b)))
}

/// Returns a number of a table.
pub fn number(table: &Table, column: &str, row: usize) -> Option<f64> {
    table.column(column).unwrap().values.number(row)
}

/// Returns a text of a table.
pub fn text(table: &Table, column: &str, row: usize) -> String {
    table.column(column).unwrap().values.text(row).into_owned()
}

/// Returns the row of the kind that is named first: the significant kind with the largest share;
/// `None` if no kind is named.
pub fn first_named(table: &Table) -> Option<usize> {
    let is_named = |row: &usize| {
        !text(table, "question", *row).is_empty()
            && number(table, "p_holm", *row).is_some_and(|p| p < 0.05)
    };
    let share = |row: &usize| number(table, "share", *row).unwrap_or(0.0).abs();
    (0..table.n_rows)
        .filter(is_named)
        .max_by(|a, b| share(a).total_cmp(&share(b)))
}

/// Returns whether a row is the kind of a planted rule.
pub fn is_of(table: &Table, row: usize, planted: &Planted) -> bool {
    let said = text(table, "sentence", row);
    let is_said = planted.words.split('|').any(|words| said.contains(words));
    // A rule for the turn may also apply to the card just drawn.
    let question = text(table, "question", row);
    let asked = question == planted.question || (planted.question == "turn" && question == "drawn");
    asked && is_said
}
