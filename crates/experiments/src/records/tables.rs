//! Tables of records: a row for each game of each seat, or for each decision.

use super::cells::{DecisionRow, GameColumns as _, GameRow, SeatColumns as _, Words};
use super::{Block, Recorded};
use crate::names::Names;
use powergrab_arena::experiment::Experiment;
use powergrab_engine::cards::MAX_SEATS;
use powergrab_engine::game::Game;
use powergrab_stats::layout::WIN;
use powergrab_table::sheet::Sheet;
use powergrab_table::typed::Table;

fn in_wins(share: i64) -> f64 {
    share as f64 / WIN as f64
}

/// Returns the games of a block as a table.
#[rustfmt::skip]
pub fn games<G: Recorded>(
    experiment: &Experiment<G>,
    names: &Names,
    block: &Block<G::TableState>,
) -> Table {
    let mut sheet = Sheet::<GameRow<'_>>::new("games", "Every game of the run, a row for each seat; sums over rows, each as often as its weight says, are the figures of the other files.")
        .seat_game(|row| row)
        .column("won", "the seat's share of the win: 1, a part where a win is shared, or 0", |row| in_wins(row.game.won))
        .column("points", "the seat's score at the end of the game", |row| row.game.points)
        .column("rounds_won", "rounds that the seat won; a shared one counts in parts", |row| in_wins(row.game.rounds_won))
        .column("rounds", "rounds of the game", |row| row.game.rounds)
        .column("stopped", "whether the game was stopped without a winner", |row| row.game.stopped)
        .column("fault", "how the bot failed in the game; empty where it did not", |row| row.game.fault.as_ref().map(ToString::to_string));
    for (at, metric) in names.seat_metrics.iter().enumerate() {
        sheet = sheet.column(metric.name, metric.meaning, move |row| row.game.metrics[at]);
    }
    let rows = block.games.iter();
    sheet.table(rows.map(|game| GameRow::new(experiment, names, game)))
}

/// Returns the decisions of a block as a table.
#[rustfmt::skip]
pub fn decisions<G: Recorded>(
    experiment: &Experiment<G>,
    names: &Names,
    block: &Block<G::TableState>,
) -> Table {
    let most = experiment.tables.iter().map(Game::n_seats).max();
    let most = most.unwrap_or(MAX_SEATS);
    let words: Vec<Words> = experiment.tables.iter().map(Words::new).collect();
    let sheet = Sheet::<DecisionRow<'_, G::TableState>>::new("decisions", "Every decision of the run, in the order in which they were taken, game by game.")
        .seat_game(|row| row.game)
        .column("round", "the round of the game, from 0", |row| row.decision.round)
        .column("turn", "turns taken in the round before; in Grid this one is counted", |row| row.decision.turn)
        .column("question", "what was asked, in the protocol's word", |row| row.decision.question)
        .column("hand", "the seat's cards, in the deck's order", |row| row.words.cards(row.decision.hand));
    let sheet = G::columns(sheet, most)
        .by_seat(most, "cards", "cards in the hand of seat", |decision, seat| i64::from(decision.cards[seat]))
        .column("n_options", "how many different actions were legal", |row| row.legal.len())
        .column("options", "these actions, by the names of docs/observation.md", |row| row.words.actions(row.legal))
        .column("chosen", "the action chosen", |row| row.words.action(row.decision.chosen))
        .column("round_won", "the seat's share of the win of the round, known later", |row| in_wins(row.decision.round_won))
        .column("round_points", "what the seat scored in the round, known later", |row| row.decision.round_points)
        .column("game_won", "the seat's share of the win of the game, known later", |row| in_wins(row.game.game.won));
    sheet.table(block.decisions.iter().map(|decision| {
        let own = &block.games[decision.game + usize::from(decision.seat)];
        DecisionRow {
            decision,
            game: GameRow::new(experiment, names, own),
            words: &words[experiment.line_ups[own.line_up].table],
            legal: &block.legal[decision.legal.clone()],
        }
    }))
}
