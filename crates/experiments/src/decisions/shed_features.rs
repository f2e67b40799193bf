//! Features of the shedding games' decisions.

use super::features::{Deed, FeatureTable};
use powergrab_bots::strategy::shed::circumstances::CONTEXTS;
use powergrab_engine::cards::{Card, Colour, Symbol, Tower};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::shedding::{
    CHOICE_BLOCK, CHOICE_CHALLENGE, CHOICE_YES, Phase, Shedding, View,
};

/// Features of the shedding games' decisions.
pub const SHEDDING: &FeatureTable<Shedding> = &FeatureTable {
    deed,
    differs,
    panel: &["balanced", "greedy", "hoarder", "champion-2", "champion-4"],
    contexts: CONTEXTS,
};

/// Describes playing a card.
fn play(view: View<'_>, card: Card, bluff: bool) -> Deed {
    let of_the_colour = card.colour() == view.colour();
    Deed::Borrowed(match card.symbol() {
        Symbol::DrawOne => "plays a Draw One",
        Symbol::DrawTwo => "plays a Draw Two",
        Symbol::Skip => "plays a Skip",
        Symbol::Reverse => "plays a Reverse",
        Symbol::GrabTwo => "plays a Grab-2-Towers",
        Symbol::Wild => "plays a Wild",
        Symbol::WildGrab => "plays a Wild Grab-A-Tower",
        Symbol::PowerRing => "plays a Power Ring",
        Symbol::WildDrawFour if bluff => "bluffs with a Wild Draw Four",
        Symbol::WildDrawFour => "plays a Wild Draw Four",
        _ => match (of_the_colour, card.icon().is_some()) {
            (true, false) => "plays a number of the colour",
            (true, true) => "plays an icon number of the colour",
            (false, false) => "plays a number of another colour",
            (false, true) => "plays an icon number of another colour",
        },
    })
}

/// Describes naming a colour, by how many cards of it the seat holds.
fn colour(view: View<'_>, place: u8) -> &'static str {
    let count = |colour: Colour| view.n_of_colour(colour);
    let own = count(Colour::ALL[usize::from(place) & 3]);
    let most = Colour::ALL.map(count).into_iter().max().unwrap_or(0);
    if own == 0 {
        "names a colour that it does not hold"
    } else if own == most {
        "names the colour that it holds most of"
    } else {
        "names a colour that it holds fewer of"
    }
}

/// Describes an option.
fn deed(view: View<'_>, options: &Options, action: Action) -> Deed {
    let phase = view.phase();
    if let Some(card) = view.card(action) {
        return match phase {
            Phase::Keep if card.symbol().is_wild() => "keeps a wild card".into(),
            Phase::Keep if card.symbol().number().is_some() => "keeps a number".into(),
            Phase::Keep => "keeps an action card".into(),
            _ => play(view, card, options.is_bluff(action)),
        };
    }
    let choice = action.choice_number().unwrap_or(0);
    let is_next = || choice == view.after(view.seat());
    let yes = choice == CHOICE_YES;
    Deed::Borrowed(match phase {
        Phase::Turn => "draws",
        Phase::Drawn => "keeps the card that it drew",
        Phase::Colour | Phase::Upcard => colour(view, choice),
        Phase::Tower => match Tower::ALL[usize::from(choice) & 3] {
            Tower::U => "claims the tower U",
            Tower::N => "claims the tower N",
            Tower::O => "claims the tower O",
            Tower::Bang => "claims the tower !",
        },
        Phase::Gift if is_next() => "gives a card to the next seat",
        Phase::Gift => "gives a card to another seat than the next",
        Phase::Exchange if is_next() => "exchanges hands with the next seat",
        Phase::Exchange => "exchanges hands with another seat than the next",
        Phase::InstantUno if yes => "takes Instant UNO",
        Phase::InstantUno => "declines Instant UNO",
        Phase::Call if yes => "calls UNO",
        Phase::Call => "forgets to call UNO",
        Phase::Catch if yes => "catches a forgotten UNO",
        Phase::Catch => "lets a forgotten UNO pass",
        Phase::React if choice == CHOICE_BLOCK => "blocks with a tower",
        Phase::React if choice == CHOICE_CHALLENGE => "challenges a Wild Draw Four",
        Phase::React => "accepts the card that acts on it",
        Phase::Keep | Phase::Over => "chooses",
    })
}

/// Describes how the second of two options of one class differs from the first.
fn differs(view: View<'_>, [own, other]: [Action; 2]) -> &'static str {
    let points = |action| view.card(action).map(|card| view.points_of(card));
    match (view.phase(), points(own), points(other)) {
        (Phase::Keep, ..) => "keeps another",
        (_, Some(own), Some(other)) if other > own => "plays one of more points",
        (_, Some(own), Some(other)) if other < own => "plays one of fewer points",
        (_, Some(_), Some(_)) => "plays another",
        (Phase::Colour | Phase::Upcard, ..) => "names another such colour",
        _ => "chooses another",
    }
}
