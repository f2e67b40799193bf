//! `powergrab rules`: the rules in force, deck and options, with their rule numbers and meanings.

use super::failure::Failure;
use super::say::{Format, pretty, print, width};
use powergrab_engine::cards::{Card, Colour, Deck};
use powergrab_engine::shedding::deck_value;
use powergrab_lab::catalog::{Catalog, OptionRow, RuleData, Ruleset};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// List the rulesets, or show one with its deck and every option
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  powergrab rules                 the built-in rulesets: official ones, then house rules
  powergrab rules power-grab      one ruleset: deck, options, rule numbers
  powergrab rules my-rules.toml   check your own ruleset and show what differs

A ruleset of your own is a TOML file with `base` (an official ruleset) and the options that differ.")]
pub struct Args {
    /// Ruleset, by name or path, optionally with other options (power-grab:hand_size=5)
    #[arg(value_name = "NAME|FILE")]
    ruleset: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// Width of the lines that do not wrap; a narrower terminal breaks them itself.
const MIN_WIDTH: usize = 60;

/// Prints the list or the one ruleset.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), Failure> {
    let width = width(MIN_WIDTH);
    let text = match (&args.ruleset, args.format) {
        (Some(ruleset), format) => {
            let ruleset = catalog.ruleset(ruleset)?;
            match format {
                Format::Table => table(&*ruleset, width),
                Format::Json => pretty(&object(&*ruleset)),
            }
        }
        (None, Format::Table) => list(catalog, width),
        (None, Format::Json) => pretty(&inside(catalog).map(|ruleset| object(&*ruleset)).collect()),
    };
    print(&text)
}

fn inside(catalog: &Catalog) -> impl Iterator<Item = Ruleset> {
    let names = catalog.builtin_names().into_iter();
    names.filter_map(|name| catalog.builtin(name))
}

fn object(rules: &dyn RuleData) -> Value {
    let players = rules.players().unwrap_or(2..=2);
    json!({
        "name": rules.name(),
        "base": rules.base(),
        "variant": rules.is_variant(),
        "fingerprint": rules.fingerprint(),
        "players": { "min": players.start(), "max": players.end() },
        "rules": rules.to_json(),
        "deck": deck_value(&rules.deck()),
    })
}

fn list(catalog: &Catalog, width: usize) -> String {
    let mut out = format!(
        "{:<15}{:<10}{:<8}fingerprint\n",
        "ruleset", "players", "cards"
    );
    for rules in inside(catalog) {
        let line = format!(
            "{:<15}{:<10}{:<8}{}\n",
            rules.name(),
            players(&*rules),
            rules.deck().cards().len(),
            rules.fingerprint(),
        );
        out.push_str(&line);
    }
    out.push('\n');
    let note = "`powergrab rules NAME` shows one with its deck and every option. A ruleset of your own is a TOML file with \
                `base` (one of these) and the options that differ; `powergrab rules FILE` checks and shows it.";
    out.push_str(&textwrap::fill(note, width));
    out.push('\n');
    out
}

fn players(rules: &dyn RuleData) -> String {
    rules.players().map_or_else(String::new, |range| {
        format!("{} to {}", range.start(), range.end())
    })
}

/// Returns the ruleset for people, in lines of at most `width`.
fn table(rules: &dyn RuleData, width: usize) -> String {
    let kind = if rules.is_variant() {
        format!("a variant of {}", rules.base())
    } else {
        format!("the official {} rules", rules.base())
    };
    let mut out = format!(
        "{}: {kind}\n{} players, {} cards, fingerprint {}\n\n",
        rules.name(),
        players(rules),
        rules.deck().cards().len(),
        rules.fingerprint(),
    );
    out.push_str(&deck_grid(&rules.deck(), width));
    out.push('\n');
    let options = rules.options();
    let differing = options.iter().filter(|o| o.value != o.official);
    let differs: Vec<&str> = differing.map(|o| o.key).collect();
    if differs.is_empty() {
        out.push_str("Options, all with their official values\n\n");
    } else {
        let head = format!(
            "Options; those marked * are not the official ones: {}",
            differs.join(", ")
        );
        out.push_str(&textwrap::fill(&head, width));
        out.push_str("\n\n");
    }
    for option in &options {
        let mark = if differs.contains(&option.key) {
            "*"
        } else {
            " "
        };
        let wrap = |first: &str, text: &str| {
            let options = textwrap::Options::new(width)
                .initial_indent(first)
                .subsequent_indent(INDENT);
            textwrap::fill(text, options) + "\n"
        };
        let lead = format!("{mark} {:<6} ", option.rule);
        let value = format!("{} = {}", option.key, shown(option, &option.value, rules));
        out.push_str(&wrap(&lead, &value));
        if mark == "*" {
            let value = format!("official: {}", shown(option, &option.official, rules));
            out.push_str(&wrap(INDENT, &value));
        }
        out.push_str(&wrap(INDENT, option.meaning));
        out.push_str(&wrap(INDENT, &format!("Values: {}.", option.values)));
    }
    out
}

/// Indentation of every line of an option but its first.
const INDENT: &str = "         ";

/// Returns a value of the option as in a file.
fn shown(option: &OptionRow, value: &Option<Value>, rules: &dyn RuleData) -> String {
    match value {
        Some(Value::Object(_)) if option.key == "deck" => "the cards above".to_owned(),
        Some(value) => toml::Value::try_from(value)
            .map_or_else(|_| value.to_string(), |value| value.to_string()),
        None => match rules.base() {
            "power-grab" => "the sheet's cards (PG-2), with these icons".to_owned(),
            "classic" => {
                "the sheet's cards (GL-2, without Power Rings), with these icons".to_owned()
            }
            _ => "the sheet's cards (GL-2), with these icons".to_owned(),
        },
    }
}

/// Returns the number of cards of each face and colour, in as many blocks as the width requires,
/// with the wild cards below.
fn deck_grid(deck: &Deck, width: usize) -> String {
    const LABEL: usize = 9;
    let counts = deck.counts();
    let face = |card: Card| card.to_string().chars().skip(1).collect::<String>();
    let mut faces: Vec<Card> = Vec::new();
    for (card, _) in &counts {
        let new = |known: &Card| (known.symbol(), known.icon()) != (card.symbol(), card.icon());
        if card.colour().is_some() && faces.iter().all(new) {
            faces.push(*card);
        }
    }
    faces.sort_by_key(|card| (card.symbol(), card.icon()));
    let most = counts.iter().map(|(_, n)| n.to_string().len()).max();
    let cell_width = 1 + most.unwrap_or(0).max(2);
    let per_block = ((width - LABEL) / cell_width).max(1);
    let mut out = String::new();
    for block in faces.chunks(per_block) {
        let mut line = |label: &str, cell: &dyn Fn(Card) -> String| {
            let _ = write!(out, "{label:<LABEL$}");
            for card in block {
                let _ = write!(out, "{:>cell_width$}", cell(*card));
            }
            out.push('\n');
        };
        line("deck", &face);
        for colour in Colour::ALL {
            line(colour.word(), &|card| {
                let same = Card::new(Some(colour), card.symbol(), card.icon());
                let count = counts.iter().find(|(c, _)| Some(*c) == same);
                count.map_or("-".to_owned(), |(_, n)| n.to_string())
            });
        }
    }
    let wilds: Vec<String> = counts
        .iter()
        .filter(|(card, _)| card.colour().is_none())
        .map(|(card, n)| format!("{n} {card} ({})", card.words()))
        .collect();
    if !wilds.is_empty() {
        let options = textwrap::Options::new(width)
            .initial_indent("wild       ")
            .subsequent_indent("           ");
        out.push_str(&textwrap::fill(&wilds.join(", "), options));
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::say::{MAX_WIDTH, PLAIN_WIDTH};
    use powergrab_engine::shedding::Rules;
    use powergrab_engine::shedding::options::OPTIONS;
    use powergrab_engine::shedding::rules_file::parse;

    fn variant() -> Rules {
        let text =
            "base = \"classic\"\nhand_size = 5\ntowers = \"U\"\n[deck]\nR5 = 2\nB5O = 100\nW4 = 26";
        parse("f.toml", text, Some("mine")).unwrap()
    }

    #[test]
    fn every_option_is_shown_and_what_differs_is_marked() {
        let text = table(&variant(), 80);
        for option in OPTIONS {
            let line = format!("{:<6} {} = ", option.rule, option.key);
            let line = text
                .lines()
                .find(|l| l.get(2..).is_some_and(|l| l.starts_with(&line)))
                .unwrap();
            let differs = ["icons", "deck", "hand_size", "towers"].contains(&option.key);
            assert_eq!(line.starts_with('*'), differs, "{line}");
        }
        assert!(
            text.starts_with(
                "mine: a variant of classic\n2 to 10 players, 128 cards, fingerprint "
            )
        );
        assert!(
            text.contains("* PG-4   hand_size = 5\n         official: 7\n"),
            "{text}"
        );
        assert!(
            text.contains("deck        5  5O\nred         2   -\n"),
            "{text}"
        );
        assert!(text.contains("blue        - 100\n"), "{text}");
        assert!(text.contains("wild       26 W4 (Wild Draw Four)\n"));
    }

    #[test]
    fn lines_keep_to_the_width() {
        for ruleset in inside(&Catalog::default()).chain([Ruleset::new(variant())]) {
            for width in [MIN_WIDTH, PLAIN_WIDTH, MAX_WIDTH] {
                let table = table(&*ruleset, width);
                for line in (table + &list(&Catalog::default(), width)).lines() {
                    assert!(line.chars().count() <= width, "{width}: {line}");
                }
            }
        }
    }

    #[test]
    fn the_grid_adds_up_to_the_deck() {
        for rules in inside(&Catalog::default()) {
            let deck = rules.deck();
            let grid = deck_grid(&deck, 60);
            let coloured = grid
                .lines()
                .filter(|l| Colour::ALL.iter().any(|c| l.starts_with(c.word())));
            let coloured: usize = coloured
                .flat_map(|l| l.split_whitespace().skip(1))
                .map(|n| n.parse().unwrap_or(0))
                .sum();
            let wilds: usize = grid
                .lines()
                .skip_while(|l| !l.starts_with("wild"))
                .flat_map(|l| l.split_whitespace())
                .map(|word| word.parse().unwrap_or(0))
                .sum();
            assert_eq!(coloured + wilds, deck.cards().len(), "{grid}");
        }
    }

    #[test]
    fn the_json_has_what_a_program_needs() {
        let object = object(&variant());
        let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
        assert_eq!(
            keys,
            [
                "name",
                "base",
                "variant",
                "fingerprint",
                "players",
                "rules",
                "deck"
            ]
        );
        assert_eq!(object["players"], json!({"min": 2, "max": 10}));
        assert_eq!(object["deck"], json!({"R5": 2, "B5O": 100, "W4": 26}));
        assert_eq!(object["rules"]["hand_size"], 5);
    }
}
