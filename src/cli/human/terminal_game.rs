//! A game that the terminal shows: the table, the questions and the events in words.

use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::search::Searchable;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::Textual;
use powergrab_engine::game::{Action, Options};

/// A game as it is shown and told to a person at the table.
pub trait TerminalGame: ArenaGame + Searchable + Textual {
    /// What the texts of cards and colours mean, line by line.
    fn legend(&self) -> String;

    /// The table as the view's seat sees it, when it is asked.
    fn table(view: Self::View<'_>, options: &Options, names: &Names) -> String;

    /// What it is asked, in words.
    fn prompt(view: Self::View<'_>) -> &'static str;

    /// An option as it is listed: its text, and perhaps what it does.
    fn label(view: Self::View<'_>, options: &Options, action: Action) -> String {
        Self::option_text(view, options, action)
    }

    /// Whether numbers are texts of options here, and so come before an option's number.
    fn numbers_are_texts(view: Self::View<'_>) -> bool {
        let _ = view;
        false
    }

    /// The round and the turns before this one, both from 0.
    fn moment(view: Self::View<'_>) -> (u32, u32);

    /// Whether the view's seat draws on its turn. It is not asked where that is all that it can do.
    fn is_own_draw(view: Self::View<'_>, event: &Self::Event) -> bool {
        let _ = (view, event);
        false
    }

    /// An event in words, as the view's seat may know it; `None` if it need not be told.
    fn told(view: Self::View<'_>, event: &Self::Event, names: &Names) -> Option<String>;
}

/// What the seats are called.
#[derive(Clone, Debug)]
pub struct Names(pub(super) Vec<String>);

impl Names {
    /// The name of a seat.
    pub(super) fn of(&self, seat: Seat) -> &str {
        self.0.get(usize::from(seat)).map_or("?", String::as_str)
    }
}
