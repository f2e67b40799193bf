//! Features of Grid's decisions.

use super::features::{Context, Deed, Deeds, FeatureTable};
use powergrab_engine::cards::{Seat, Symbol};
use powergrab_engine::game::{Action, Options};
use powergrab_engine::grid::{Grid, Phase, View};

/// Features of Grid's decisions.
pub const GRID: &FeatureTable<Grid> = &FeatureTable {
    deeds,
    panel: &["grid-greedy", "grid-heuristic", "grid-champion"],
    contexts: CONTEXTS,
};

fn few(cards: u32) -> u8 {
    match cards {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

const CONTEXTS: &[Context<Grid>] = &[
    Context {
        name: "cards in hand",
        values: &[
            "with at most two cards in hand",
            "with three to five cards in hand",
            "with six cards or more in hand",
        ],
        at_most: &[
            "with at most two cards in hand",
            "with at most five cards in hand",
            "",
        ],
        at_least: &[
            "",
            "with three cards or more in hand",
            "with six cards or more in hand",
        ],
        value: |view| few(view.hand_size(view.seat())),
    },
    Context {
        name: "the fewest cards of another",
        values: &[
            "when somebody else has at most two cards",
            "when somebody else has three to five cards, and nobody fewer",
            "when nobody else has fewer than six cards",
        ],
        at_most: &[
            "when somebody else has at most two cards",
            "when somebody else has at most five cards",
            "",
        ],
        at_least: &[
            "",
            "when nobody else has fewer than three cards",
            "when nobody else has fewer than six cards",
        ],
        value: |view| {
            let own = view.seat();
            let others = (0..view.n_seats() as Seat).filter(|seat| *seat != own);
            few(others.map(|seat| view.hand_size(seat)).min().unwrap_or(0))
        },
    },
    Context {
        name: "the points so far",
        values: &[
            "when behind in points",
            "when level in points",
            "when ahead in points",
        ],
        at_most: &[],
        at_least: &[],
        value: |view| {
            let own = view.seat();
            let others = (0..view.n_seats() as Seat).filter(|seat| *seat != own);
            let best = others.map(|seat| view.points_won(seat)).max();
            match view.points_won(own).cmp(&best.unwrap_or(0)) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            }
        },
    },
];

fn deed(view: View<'_>, action: Action) -> Deed {
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

fn differs(view: View<'_>) -> &'static str {
    match view.phase() {
        Phase::Turn => "takes another of these",
        Phase::Pay => "pays with another",
        Phase::Line => "turns another",
        _ => "chooses another place",
    }
}

fn deeds(view: View<'_>, _: &Options, actions: [Action; 2]) -> Deeds {
    let [own, other] = actions.map(|action| deed(view, action));
    Deeds::new(own, other, || differs(view))
}
