//! Text picture of the Grid.

use powergrab_engine::game::Options;
use powergrab_engine::grid::View;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Numbers in a picture.
#[derive(Clone, Copy, Debug)]
pub enum Numbers<'a> {
    /// Numbers of columns and rows, once they are settled.
    Settled,
    /// Numbers of columns and rows, as counted by traces and the texts of options.
    Always,
    /// As [`Numbers::Always`], and the places of these options in brackets, each with its number
    /// among them, from 1.
    Places(&'a Options),
}

/// Returns the top cards in their layout, without a newline at the end; empty without cards.
pub fn picture(view: View<'_>, numbers: Numbers<'_>) -> String {
    let (named, places) = match numbers {
        Numbers::Settled => (view.is_full(), None),
        Numbers::Always => (true, None),
        Numbers::Places(options) => (true, Some(options)),
    };
    // By row and column, counted from the top left of the cards.
    let mut cells: BTreeMap<(i8, i8), String> = BTreeMap::new();
    for cell in 0..16u8 {
        if let Some(card) = view.top(cell) {
            cells.insert(((cell >> 2) as i8, (cell & 3) as i8), card.to_string());
        }
    }
    let inside = |cells: &BTreeMap<(i8, i8), String>, part: fn(&(i8, i8)) -> i8| {
        let least = cells.keys().map(part).min().unwrap_or(0);
        least..=cells.keys().map(part).max().unwrap_or(-1)
    };
    let boxed = [inside(&cells, |c| c.0), inside(&cells, |c| c.1)];
    for (number, action) in places.into_iter().flat_map(Options::iter).enumerate() {
        let position = action.choice_number().unwrap_or(0);
        let [column, row] = view.in_box(position);
        let _ = write!(cells.entry((row, column)).or_default(), "({})", number + 1);
    }
    if cells.is_empty() {
        return String::new();
    }
    let (rows, columns) = (inside(&cells, |c| c.0), inside(&cells, |c| c.1));
    let width = cells.values().map(String::len).max().unwrap_or(0).max(2);
    let margin = if view.is_full() || !named { 1 } else { 2 };
    let corner = view.corner();
    let mut text = String::new();
    if named {
        let _ = write!(text, "      {:margin$}", "");
        for column in columns.clone() {
            let _ = write!(text, "  {:>width$}", column + corner[0]);
        }
        text.push('\n');
    }
    for row in rows {
        let label = if named {
            (row + corner[1]).to_string()
        } else {
            String::new()
        };
        let _ = write!(text, "      {label:>margin$}");
        for column in columns.clone() {
            let empty = if boxed[0].contains(&row) && boxed[1].contains(&column) {
                "·"
            } else {
                ""
            };
            let cell = cells.get(&(row, column)).map_or(empty, String::as_str);
            let _ = write!(text, "  {cell:>width$}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}
