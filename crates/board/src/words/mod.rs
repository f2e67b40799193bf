//! Games in words for a person at the table: questions, options, and why a card may not be played.

mod grid;
mod shed;

use powergrab_bots::strategy::search::Searchable;
use powergrab_engine::cards::{Card, CardSet, Seat};
use powergrab_engine::game::{Action, Observer, Options, Round, Textual};
use powergrab_experiments::ExperimentGame;
use powergrab_lab::trace::replay::Replayed;
use serde::Serialize;
use serde_json::Value;

/// A game that the board shows.
pub trait BoardGame:
    ExperimentGame + Searchable + Textual<TraceState: Send> + Replayed<State: Send + Sync>
{
    /// Returns the question in words.
    fn prompt(view: Self::View<'_>) -> &'static str;

    /// Returns an option in words.
    fn label(view: Self::View<'_>, options: &Options, action: Action) -> String;

    /// Returns the cards that the view's seat holds and has not laid down yet.
    fn hand(view: Self::View<'_>) -> CardSet;

    /// Returns why a card of the hand that is not among the options may not be played now.
    fn why_not(view: Self::View<'_>, card: Card) -> (&'static str, String);

    /// Gives a tower to a seat, or puts it in the middle (`None`).
    ///
    /// # Errors
    /// States why that is impossible.
    fn set_tower(
        &self,
        state: &mut Self::State,
        tower: &str,
        to: Option<Seat>,
        observer: &mut dyn Observer<Self>,
    ) -> Result<(), String>;

    /// Exchanges a card of a hand with one of the draw pile, and returns the line that shows it. It
    /// is no event of a trace: nothing that players could see.
    ///
    /// # Errors
    /// States why that is impossible.
    fn exchange(
        &self,
        round: &mut Round<Self>,
        seat: Seat,
        card: &str,
        into: &str,
    ) -> Result<Value, String>;

    /// As [`BoardGame::exchange`], of the card on top of the discard pile.
    ///
    /// # Errors
    /// States why that is impossible.
    fn exchange_top(&self, round: &mut Round<Self>, into: &str) -> Result<Value, String>;

    /// Returns the line that shows the position with which a game begins.
    fn start_line(&self, state: &Self::State) -> Value;

    /// Returns the cards of the hand that may not be played now, each once, and why.
    fn refused(view: Self::View<'_>, options: &Options) -> Vec<Refusal> {
        let deck = Self::game_of(view).deck();
        let mut refused: Vec<Refusal> = Vec::new();
        let named = |option: Action| option.slot().map(|slot| deck.cards()[usize::from(slot)]);
        for slot in Self::hand(view).iter() {
            let card = deck.cards()[usize::from(slot)];
            let text = card.to_string();
            let is_option = options.iter().any(|option| named(option) == Some(card));
            if is_option || refused.iter().any(|known| known.card == text) {
                continue;
            }
            let (rule, why) = Self::why_not(view, card);
            refused.push(Refusal {
                card: text,
                rule,
                why,
            });
        }
        refused
    }
}

/// A card that may not be played, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The card.
    pub card: String,
    /// Number of the rule.
    pub rule: &'static str,
    /// The reason, a sentence.
    pub why: String,
}

/// Returns a text with a capital at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Returns the card of a text.
fn card(text: &str) -> Result<Card, String> {
    let card = text.parse();
    card.map_err(|_| format!("{text:?} is not a card like R5, B5O, RD2 or W4"))
}

/// Returns the texts of cards, sorted.
pub(crate) fn texts<G: Textual>(game: &G, cards: CardSet) -> Vec<String> {
    let deck = game.deck().cards();
    let mut cards: Vec<Card> = cards.iter().map(|slot| deck[usize::from(slot)]).collect();
    cards.sort();
    cards.iter().map(ToString::to_string).collect()
}
