//! Games shown in the terminal: the table, the questions and the events in words.

use powergrab_board::words::BoardGame;
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Options};

/// A game as presented to a person at the table.
pub trait TerminalGame: BoardGame {
    /// Returns the meaning of the texts of cards and colours, line by line.
    fn legend(&self) -> String;

    /// Returns the table as the view's seat sees it when asked.
    fn table(view: Self::View<'_>, options: &Options, names: &Names) -> String;

    /// Returns an option's label: its text, and perhaps its effect.
    fn short_label(view: Self::View<'_>, options: &Options, action: Action) -> String {
        Self::option_text(view, options, action)
    }

    /// Returns whether numbers are texts of options here, and so take precedence over an option's
    /// number.
    fn numbers_are_texts(view: Self::View<'_>) -> bool {
        let _ = view;
        false
    }

    /// Returns whether the view's seat draws on its turn. It is not asked if that is its only
    /// option.
    fn is_own_draw(view: Self::View<'_>, event: &Self::Event) -> bool {
        let _ = (view, event);
        false
    }

    /// Describes an event as the view's seat may know it; `None` if it need not be mentioned.
    fn told(view: Self::View<'_>, event: &Self::Event, names: &Names) -> Option<String>;
}

/// Names of the seats.
#[derive(Clone, Debug)]
pub struct Names(pub(super) Vec<String>);

impl Names {
    /// Returns the name of a seat.
    pub(super) fn of(&self, seat: Seat) -> &str {
        self.0.get(usize::from(seat)).map_or("?", String::as_str)
    }
}
