//! Features of Grid's decisions.

use super::features::{Deed, FeatureTable};
use powergrab_bots::strategy::grid::circumstances::CONTEXTS;
use powergrab_engine::cards::Symbol;
use powergrab_engine::game::{Action, Options};
use powergrab_engine::grid::{Grid, Phase, View};

/// Features of Grid's decisions.
pub const GRID: &FeatureTable<Grid> = &FeatureTable {
    deed,
    differs,
    panel: &["grid-greedy", "grid-heuristic", "grid-champion"],
    contexts: CONTEXTS,
};

fn deed(view: View<'_>, _: &Options, action: Action) -> Deed {
    Deed::Borrowed(match (view.phase(), view.card(action)) {
        (Phase::Turn, Some(card)) => match card.symbol() {
            Symbol::Skip => "places a Skip",
            Symbol::Reverse => "turns a line with a Reverse",
            Symbol::DrawTwo => "lays a Draw Two for cards",
            Symbol::WildDrawFour => "lays a Wild Draw Four for cards",
            symbol if symbol.number().is_some() => "places a number",
            _ => "plays another card",
        },
        (Phase::Turn, None) => "scores a line",
        (Phase::Pay, _) => "pays with a card",
        (Phase::Line, _) => "turns a line",
        _ => "chooses a place",
    })
}

fn differs(view: View<'_>, _: [Action; 2]) -> &'static str {
    match view.phase() {
        Phase::Turn => "takes another of these",
        Phase::Pay => "pays with another",
        Phase::Line => "turns another",
        _ => "chooses another place",
    }
}
