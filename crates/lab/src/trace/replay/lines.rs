//! Lines of a trace: read one after the other, limited in length, parsed, with a limited lookahead.

use super::compare::short;
use super::fault::{Fault, Problem};
use powergrab_engine::game::record::Record;
use powergrab_engine::trace::read_line;
use std::collections::VecDeque;
use std::io::{BufRead, Read as _};

/// Maximum length of a line, in bytes; about a hundred times the longest that a game needs.
pub const MAX_LINE: u64 = 1 << 20;

/// Lookahead that covers every card of one call of the engine. Between two questions nobody lays
/// down a card, so at most one reshuffle happens and at most 128 cards are drawn, each in a turn of
/// at most three lines; then all seats pass, and the round is over.
const SIGHT: usize = 1024;

/// Next item of the file.
#[derive(Clone, Debug)]
pub enum Item {
    /// A line.
    Line(Record),
    /// An unreadable line; nothing after it is read.
    Fault(Problem),
    /// The end of the file.
    End,
}

/// Lines of a file.
pub struct Lines<'r> {
    input: &'r mut dyn BufRead,
    /// Number of the last line taken, from 1.
    at: u64,
    ahead: VecDeque<Item>,
    /// `true` after a fault or the end; nothing more is read then.
    closed: bool,
    is_trace: bool,
}

impl<'r> Lines<'r> {
    pub fn new(input: &'r mut dyn BufRead) -> Lines<'r> {
        Lines {
            input,
            at: 0,
            ahead: VecDeque::new(),
            closed: false,
            is_trace: false,
        }
    }

    /// Returns the number of the last line taken, from 1.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Records that a good `game` line was found: from now on the file counts as a trace.
    pub fn found_game(&mut self) {
        self.is_trace = true;
    }

    /// Returns the fault for this problem at the last line taken; `file` is the trace's name.
    pub fn fault(&self, file: &str, (rule, message): Problem) -> Fault {
        Fault {
            file: file.to_owned(),
            line: self.at.max(1),
            rule,
            message,
            unreadable: !self.is_trace,
        }
    }

    /// Takes the next item. The end and a fault are returned forever.
    pub fn take(&mut self) -> Item {
        self.see(1, |_| {});
        match self.ahead.front() {
            Some(Item::Line(_)) => {
                self.at += 1;
                self.ahead.pop_front().unwrap_or(Item::End)
            }
            Some(Item::Fault(problem)) => {
                self.at += 1;
                Item::Fault(problem.clone())
            }
            Some(Item::End) | None => {
                self.at += 1;
                Item::End
            }
        }
    }

    /// Returns the item `n` positions ahead, from 0, if within the lookahead.
    pub fn peek(&self, n: usize) -> Option<&Item> {
        self.ahead.get(n)
    }

    /// Returns the same, if it is a line.
    pub fn line(&self, n: usize) -> Option<&Record> {
        match self.peek(n) {
            Some(Item::Line(record)) => Some(record),
            _ => None,
        }
    }

    /// Moves the `n`-th item ahead to the front.
    pub fn bring_forward(&mut self, n: usize) {
        if let Some(item) = self.ahead.remove(n) {
            self.ahead.push_front(item);
        }
    }

    /// Reads ahead as far as a call of the engine can need; calls `new` with each line just read.
    pub fn look_ahead(&mut self, new: impl FnMut(&Record)) {
        self.see(SIGHT, new);
    }

    fn see(&mut self, n: usize, mut new: impl FnMut(&Record)) {
        while !self.closed && self.ahead.len() < n {
            let item = self.read();
            match &item {
                Item::Line(record) => new(record),
                Item::Fault(_) | Item::End => self.closed = true,
            }
            self.ahead.push_back(item);
        }
    }

    fn read(&mut self) -> Item {
        let fault = |message: String| Item::Fault(("TRACE", message));
        let mut line = Vec::new();
        let mut input = (&mut self.input).take(MAX_LINE + 1);
        if let Err(e) = input.read_until(b'\n', &mut line) {
            return fault(format!("cannot be read: {e}"));
        }
        if line.is_empty() {
            return Item::End;
        }
        if line.len() as u64 > MAX_LINE {
            return fault(format!("a line of more than {MAX_LINE} bytes"));
        }
        let Ok(text) = std::str::from_utf8(&line) else {
            return fault("not UTF-8 text: a trace is JSON Lines".to_owned());
        };
        let is_first = self.at == 0 && self.ahead.is_empty();
        // Some editors put a byte order mark before the text.
        let text = match is_first {
            true => text.strip_prefix('\u{feff}').unwrap_or(text),
            false => text,
        };
        let text = text.trim_end();
        // TRACE.md: `"event"` first.
        let inner = text.trim_start().strip_prefix('{').map(str::trim_start);
        if !inner.is_some_and(|inner| inner.starts_with("\"event\"")) {
            return fault(format!(
                "expected a JSON object whose first key is \"event\", found {}",
                short(&format!("{text:?}"))
            ));
        }
        match read_line(text) {
            Ok(record) => Item::Line(record),
            Err(e) => fault(format!("not a line of a trace: {}", short(&e.to_string()))),
        }
    }
}
