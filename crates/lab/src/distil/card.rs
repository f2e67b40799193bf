//! A card as text: the printed page, the answer in a sentence, and the strategy file.

use super::measure::{Kept, LineLoss, Measured};
use crate::decisions::points;
use crate::matches::printed::{counted, folded, grouped, wrapped};
use crate::sweep::estimate::TrialEstimate;
use crate::tune::tables::{Provenance, strategy_head};
use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::Bot;
use powergrab_bots::strategy::rules::Line;
use powergrab_engine::game::Unit;

/// A card with its figures.
pub struct Card<'a, G: ArenaGame> {
    /// The card as a bot.
    pub bot: &'a Bot<G>,
    /// Its lines.
    pub lines: &'a [Line<G>],
    /// Its teacher.
    pub teacher: &'a Bot<G>,
    /// Bot that decides where the lines leave a choice.
    pub otherwise: &'a Bot<G>,
    /// Name of the ruleset.
    pub ruleset: &'a str,
    /// Number of seats.
    pub seats: usize,
    /// Unit of play.
    pub unit: Unit,
    /// Its figures.
    pub measured: &'a Measured,
}

/// Formats a share in per cent, with its interval: "70.1 % (69.2 to 71.0)".
fn per_cent(estimate: &TrialEstimate) -> String {
    let value = format!("{} %", points(estimate.value));
    match estimate.interval() {
        Some(it) => format!("{value} ({} to {})", points(it.low), points(it.high)),
        None => value,
    }
}

/// Formats the part of an edge: "83 % (81 to 85)".
fn part(kept: &Kept) -> String {
    match kept.interval {
        Some(it) => format!(
            "{:.0} % ({:.0} to {:.0})",
            100.0 * kept.value,
            100.0 * it.low,
            100.0 * it.high
        ),
        None => format!("{:.0} %", 100.0 * kept.value),
    }
}

/// Returns a line as a sentence: with a capital, and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    format!("{first}{}.", letters.as_str())
}

impl<G: ArenaGame> Card<'_, G> {
    /// Returns the answer in one or two sentences.
    pub fn answer(&self) -> String {
        let teacher = &self.teacher.name;
        if self.lines.is_empty() {
            return format!(
                "No line gains for certain: the card is empty, and plays as {}. More --search-deals find smaller gains.",
                self.otherwise.name
            );
        }
        let lines = counted(self.lines.len() as u64, "line");
        let against = |opponents: &str, bot: &str| {
            let mut strengths = self.measured.strengths.iter();
            strengths.find(|it| it.opponents == opponents && it.bot == bot)
        };
        let rate = |opponents: &str, bot: &str| {
            against(opponents, bot).map_or("?".to_owned(), |it| per_cent(&it.win_rate))
        };
        let name = &self.bot.name;
        let units = format!("{}s", self.unit.text());
        let own = rate(teacher, name);
        let simple = &self.otherwise.name;
        match &self.measured.kept() {
            Some(kept) if teacher != simple => format!(
                "With {lines}, {name} keeps {} of {teacher}'s edge over {simple}: of its {units} against {simple} it wins {}, {teacher} {}. Against {teacher} itself it wins {own}.",
                part(kept),
                rate(simple, name),
                rate(simple, teacher),
            ),
            _ => format!("With {lines}, {name} wins {own} of its {units} against {teacher}."),
        }
    }

    /// Returns the card as a page of text, at most 80 columns wide.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}: {}, {} seats, learned from {}\n\n",
            self.bot.name, self.ruleset, self.seats, self.teacher.name
        );
        let width = self.measured.lines.len().to_string().len();
        for line in &self.measured.lines {
            let own = format!("  {:>width$}. {}", line.number, sentence(&line.text));
            text.push_str(&format!("{}\n", folded(&own)));
            text.push_str(&format!("  {}  {}\n", " ".repeat(width), loss(line)));
        }
        let summary = self.otherwise.info().map_or("", |info| info.summary);
        let mut rest = String::new();
        wrapped(
            &mut rest,
            &format!(
                "Each line keeps the options that it prefers, of those that the lines before it left. Where a choice is left after the last line, play as {}: {summary}",
                self.otherwise.name
            ),
        );
        text.push_str(&format!("\n{rest}\n"));
        wrapped(&mut text, &self.answer());
        text.push('\n');
        let deals = self.measured.lines.first().map_or(0, |line| line.deals);
        wrapped(
            &mut text,
            &format!(
                "Under each line: how many more {}s in a hundred the card wins with this line than without it, with the 95 % interval, on {} deals that the search never saw, against the bots of the search.",
                self.unit.text(),
                grouped(deals)
            ),
        );
        text
    }

    /// Returns the strategy file.
    pub fn strategy(&self, command: &str) -> String {
        let mut lines =
            vec!["Measured on deals that the search never saw (95 % intervals):".to_owned()];
        for it in &self.measured.strengths {
            lines.push(format!(
                "  {} against {}: {}",
                it.bot,
                it.opponents,
                per_cent(&it.win_rate)
            ));
        }
        if let Some(kept) = &self.measured.kept() {
            lines.push(format!(
                "  part of {}'s edge over {} that it keeps: {}",
                self.teacher.name,
                self.otherwise.name,
                part(kept)
            ));
        }
        let description = format!(
            "Strategy card of {} for {}, {} seats, learned from {}",
            counted(self.lines.len() as u64, "line"),
            self.ruleset,
            self.seats,
            self.teacher.name
        );
        let about = Provenance {
            command,
            description: &description,
            lines: &lines,
        };
        let mut text = strategy_head(self.bot, &about);
        text.push_str(&format!(
            "\n[params]\notherwise = {:?}\nlines = [\n",
            self.otherwise.name
        ));
        for line in self.lines {
            text.push_str(&format!("  {:?},\n", line.to_string()));
        }
        text.push_str("]\n");
        text
    }
}

/// Returns the loss by leaving a line out, in words.
fn loss(line: &LineLoss) -> String {
    match line.loss.interval() {
        Some(it) => format!(
            "{} points ({} to {})",
            points(line.loss.value),
            points(it.low),
            points(it.high)
        ),
        None => format!("{} points", points(line.loss.value)),
    }
}
